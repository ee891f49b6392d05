//! Commands that change the position, or say what is on the board.

use std::time::{SystemTime, UNIX_EPOCH};

use super::{CommandError, Session, Sheet};
use crate::chess::game_tree::Stepped;
use crate::chess::start::{CHESS324, CHESS960};
use crate::chess::{Color, LegalMove, Position, Square, Step};
use crate::oracle::opening_of;
use crate::shell::command::{GamePlace, New, PgnReading, Play, SetUp};
use crate::shell::note::Note;
use crate::shell::reply::{
    BoardReply, Changed, HistoryReply, KeyReply, MoveGroup, MovesReply, PlayedStep, Reply,
};

impl Session {
    pub(super) fn new_game(&mut self, new: New) -> Reply {
        let start = match new {
            New::Standard => None,
            New::Chess960(number) => Position::chess960(number),
            New::AnyOf960 => Position::chess960(any_of(CHESS960)),
            New::Chess324(number) => Position::chess324(number),
            New::AnyOf324 => Position::chess324(any_of(CHESS324)),
        };
        let start = start.unwrap_or_else(Position::start);
        self.timeline.begin(Sheet::new(start));
        self.engine.new_game();
        self.new_opponent_game();
        self.changed(Vec::new())
    }

    pub(super) fn set_up(&mut self, set_up: SetUp) -> Reply {
        let mut sheet = Sheet { operations: set_up.operations, ..Sheet::new(set_up.start) };
        let tree = &mut sheet.record.tree;
        // The steps were found legal when the line was read, one after the other from this very position.
        let _ = set_up.steps.iter().try_for_each(|&step| tree.step(step).map(|_| ()));
        self.leave_play();
        match set_up.forgets {
            true => self.timeline.replace(sheet),
            false => self.begin(sheet),
        }
        self.changed(set_up.notes)
    }

    /// Puts another game on the board. One against the engine ends.
    pub(super) fn begin(&mut self, sheet: Sheet) {
        self.leave_play();
        self.timeline.begin(sheet);
    }

    pub(super) fn play(&mut self, play: Play) -> Result<Reply, CommandError> {
        if play.new_game {
            self.begin(Sheet::default());
        }
        if let Some(end) = self.flag_falls() {
            return Ok(Reply::PlayEnded(end));
        }
        let mover = self.position().turn();
        let mut notes = play.notes;
        let stepped = self.timeline.graft(&play.line)?;
        notes.extend(self.note_of_play(true));
        match stepped {
            // What is played against the engine is the game; what was taken back is a variation of it.
            Stepped::Varied if self.plays() => self.timeline.promote(),
            Stepped::Varied => notes.push(Note::Variation),
            Stepped::Along | Stepped::Appended => {}
        }
        if self.position().turn() != mover {
            self.move_made(mover);
        }
        Ok(self.changed(notes))
    }

    pub(super) fn take_game(&mut self, reading: PgnReading) -> Reply {
        self.begin(Sheet { record: reading.game, operations: Vec::new() });
        self.changed(reading.notes)
    }

    pub(super) fn undo(&mut self, steps: usize) -> Result<Reply, CommandError> {
        if self.plays() && self.opponent.referee {
            self.take_back(steps)?;
            return Ok(self.changed(Vec::new()));
        }
        match self.timeline.undo(steps) {
            0 => Err(CommandError::NothingToUndo),
            _ => Ok(self.changed(Vec::new())),
        }
    }

    pub(super) fn redo(&mut self, steps: usize) -> Result<Reply, CommandError> {
        match self.timeline.redo(steps) {
            0 => Err(CommandError::NothingToRedo),
            _ => Ok(self.changed(Vec::new())),
        }
    }

    pub(super) fn goto(&mut self, place: GamePlace) -> Result<Reply, CommandError> {
        let game = self.game();
        let last = self.timeline.last_ply();
        let nowhere = || {
            let start = game.start();
            let place = match place {
                GamePlace::Before(number, _) => format!("move {number}"),
                GamePlace::Ply(ply) => format!("ply {ply}"),
                GamePlace::Start | GamePlace::End => "place in it".to_owned(),
            };
            let passed = (last + start.turn().index()).saturating_sub(1) / 2;
            let end = usize::from(start.fullmoves()) + passed;
            CommandError::NoSuchPlace { place, end, last }
        };
        let ply = match place {
            GamePlace::Start => 0,
            GamePlace::End => last,
            GamePlace::Ply(ply) => ply,
            GamePlace::Before(number, color) => {
                let plies = |number: u16, color: Color| 2 * usize::from(number) + color.index();
                let first = plies(game.start().fullmoves(), game.start().turn());
                plies(number, color).checked_sub(first).ok_or_else(nowhere)?
            }
        };
        let refusal = nowhere();
        if self.timeline.goto(ply) { Ok(self.changed(Vec::new())) } else { Err(refusal) }
    }

    pub(super) fn mirror(&mut self) -> Reply {
        let mirrored = self.position().mirrored();
        self.begin(Sheet::new(mirrored));
        self.changed(Vec::new())
    }

    pub(super) fn pass(&mut self) -> Result<Reply, CommandError> {
        let varied = self.timeline.step(Step::Pass)? == Stepped::Varied;
        Ok(self.changed(if varied { vec![Note::Variation] } else { Vec::new() }))
    }

    pub(super) fn flip(&mut self) -> Reply {
        self.flipped = !self.flipped;
        Reply::Board(Box::new(self.show(false)))
    }

    pub(super) fn key(&self) -> Reply {
        let position = self.position();
        Reply::Key(KeyReply { position: position.key(), pawns: position.pawn_key() })
    }

    pub(super) fn show(&self, big: bool) -> BoardReply {
        let sheet = self.timeline.sheet();
        BoardReply {
            position: *sheet.game().position(),
            last: self.last(),
            opening: opening_of(sheet.game()).cloned(),
            flipped: self.flipped,
            big,
            seen: sheet.game().occurrences() as u32,
            status: sheet.game().status(),
            operations: if sheet.game().ply() == 0 { sheet.operations.clone() } else { Vec::new() },
        }
    }

    pub(super) fn moves(&self, from: Option<Square>, coordinates: bool) -> Reply {
        let position = *self.position();
        let mut groups = MoveGroup::ALL.map(|group| (group, Vec::new()));
        for legal in position.legal_moves() {
            if from.is_none_or(|from| legal.mv.from() == from) {
                let group = group_of(&position, legal);
                groups[group as usize].1.push(legal.mv);
            }
        }
        let groups = groups.into_iter().filter(|(_, moves)| !moves.is_empty()).collect();
        Reply::Moves(Box::new(MovesReply { position, from, groups, coordinates }))
    }

    pub(super) fn history(&self) -> Reply {
        let game = self.game();
        let steps = game.played().iter().chain(game.ahead()).copied().collect();
        let tree = self.timeline.sheet().record.tree.clone();
        let reply = HistoryReply { start: *game.start(), steps, ply: game.ply(), tree };
        Reply::History(Box::new(reply))
    }

    /// The position now, and what there is to know about it.
    pub(super) fn changed(&mut self, notes: Vec<Note>) -> Reply {
        Reply::Changed(Box::new(self.change(notes)))
    }

    pub(super) fn change(&mut self, mut notes: Vec<Note>) -> Changed {
        notes.extend(self.note_of_play(false));
        let game = self.game();
        Changed { position: *game.position(), last: self.last(), notes, status: game.status() }
    }

    pub(super) fn last(&self) -> Option<PlayedStep> {
        self.game().steps().last().map(|(before, step)| PlayedStep { before, step })
    }
}

fn group_of(position: &Position, legal: LegalMove) -> MoveGroup {
    if legal.check.any() {
        MoveGroup::Checks
    } else if position.is_capture(legal.mv) {
        MoveGroup::Captures
    } else if legal.mv.promoted().is_some() {
        MoveGroup::Promotions
    } else if legal.mv.is_castle() {
        MoveGroup::Castling
    } else {
        MoveGroup::Quiet
    }
}

/// Any start position of so many: nothing depends on which, so the clock is chance enough.
fn any_of(count: u16) -> u16 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.subsec_micros() % u32::from(count)) as u16
}
