//! Looking into the machine: attacked squares, bitboards, orders of moves, the table, and `check`, which trusts nothing.

use super::{CommandError, Session};
use crate::chess::{BySquare, Color, LegalMove, Position, Square, Step, parse_move, san, uci};
use crate::engine::Engine;
use crate::settings::named;
use crate::shell::inspect::{
    CheckReply, CheckRow, ControlReply, Inspection, InspectionReply, OrderReply, TableReply,
};
use crate::shell::reply::{PlayedStep, Reply};

impl Session {
    pub(super) fn inspect(&self, what: Inspection) -> Result<Reply, CommandError> {
        let position = *self.position();
        let found = match what {
            Inspection::Control => InspectionReply::Control(Box::new(self.control())),
            Inspection::Bitboards => InspectionReply::Bitboards(position),
            Inspection::Order => InspectionReply::Order(OrderReply {
                position,
                generated: position.legal_moves().into_iter().map(|legal| legal.mv).collect(),
                searched: self.engine.move_order(&position, self.captured_on()),
                profile: self.engine.options().profile.name,
            }),
            Inspection::Table => InspectionReply::Table(self.table()),
            Inspection::Check => return self.check(),
        };
        Ok(Reply::Inspected(Box::new(found)))
    }

    /// Returns where the last move captured, if it did.
    fn captured_on(&self) -> Option<Square> {
        let PlayedStep { before, step: Step::Move(mv) } = self.last()? else { return None };
        before.captured(mv).map(|_| mv.to())
    }

    fn control(&self) -> ControlReply {
        let position = *self.position();
        let mut attackers = BySquare([[0; 2]; 64]);
        for square in Square::ALL {
            let all = position.attackers_to(square, position.occupied());
            for color in Color::ALL {
                attackers[square][color.index()] = (all & position.color(color)).len();
            }
        }
        ControlReply { position, flipped: self.flipped, attackers }
    }

    fn table(&self) -> TableReply {
        let position = *self.position();
        let moves = position.legal_moves().into_iter().map(|legal| legal.mv);
        let known = moves.map(|mv| (mv, self.engine.known(&position.play(mv))));
        let (known, unknown): (Vec<_>, Vec<_>) = known.partition(|(_, entry)| entry.is_some());
        let mut after: Vec<_> =
            known.into_iter().filter_map(|(mv, entry)| Some((mv, entry?))).collect();
        // The score there is the opponent's.
        after.sort_by_key(|(_, entry)| entry.score);
        let here = self.engine.known(&position);
        let hashfull = self.engine.hashfull();
        TableReply { position, here, after, unknown: unknown.len(), hashfull }
    }

    fn check(&self) -> Result<Reply, CommandError> {
        let mut check = PositionCheck::new(&self.engine);
        let game = self.game();
        let before = game.steps().map(|(before, _)| before);
        before.chain([*game.position()]).for_each(|position| check.position(&position));
        let reply = CheckReply { rows: check.rows, positions: check.positions };
        let differ = reply.rows.iter().filter(|row| row.fault.is_some()).count();
        let reply = Reply::Inspected(Box::new(InspectionReply::Check(reply)));
        match differ {
            0 => Ok(reply),
            differ => {
                let message =
                    format!("{differ} of {} comparisons do not hold", CheckKind::ALL.len());
                Err(CommandError::Failed { message, reply: Some(Box::new(reply)) })
            }
        }
    }
}

named! {
    /// What is compared; its place among the rows.
    #[derive(Clone, Copy)]
    enum CheckKind {
        SetUp = "board, sets, keys, checks and pins, from the FEN",
        Played = "the same after every legal move",
        Legal = "legal moves, counted and one by one",
        Checks = "checks that a move is said to give",
        Notation = "moves written and read, SAN and coordinates",
        Mirrored = "evaluation against that of the mirrored position",
    }
}

/// Comparisons of what is kept with what is worked out anew.
struct PositionCheck<'a> {
    engine: &'a Engine,
    rows: Vec<CheckRow>,
    positions: u64,
}

impl<'a> PositionCheck<'a> {
    fn new(engine: &'a Engine) -> PositionCheck<'a> {
        let row = |kind: CheckKind| CheckRow { what: kind.name(), compared: 0, fault: None };
        PositionCheck { engine, rows: CheckKind::ALL.map(row).to_vec(), positions: 0 }
    }

    fn compare(&mut self, which: CheckKind, holds: bool, position: &Position, what: &str) {
        let row = &mut self.rows[which as usize];
        row.compared += 1;
        if !holds && row.fault.is_none() {
            row.fault = Some(format!("{}: {what}", position.to_fen()));
        }
    }

    fn position(&mut self, position: &Position) {
        self.positions += 1;
        let set_up = is_as_set_up(position);
        self.compare(CheckKind::SetUp, set_up, position, "differs from what its FEN sets up");
        let legal = position.legal_moves();
        let counted = legal.len() as u64 == position.legal_count();
        self.compare(CheckKind::Legal, counted, position, "as many moves are generated as counted");
        for &LegalMove { mv, check } in &legal {
            let written = uci(mv, position.is_chess960());
            let child = position.play(mv);
            self.compare(CheckKind::Played, is_as_set_up(&child), position, &written);
            self.compare(CheckKind::Legal, position.is_legal(mv), position, &written);
            self.compare(CheckKind::Checks, check.any() == child.in_check(), position, &written);
            let read = [san(position, mv), written.clone()];
            let same = read.iter().all(|text| parse_move(position, text) == Ok(mv));
            self.compare(CheckKind::Notation, same, position, &written);
        }
        let report = self.engine.evaluate(position);
        let mirrored = self.engine.evaluate(&position.mirrored());
        let same = mirrored.score.score() == -report.score.score();
        let fault = "worth something else with colours changed";
        self.compare(CheckKind::Mirrored, same, position, fault);
    }
}

/// Whether a position that moves led to is the very one that its FEN sets up: everything that is kept beside the board,
/// keys, sets, checks and pins, is worked out anew there.
fn is_as_set_up(position: &Position) -> bool {
    Position::from_fen(&position.to_fen()) == Ok(*position)
}
