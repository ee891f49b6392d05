//! `pv`: the principal variation of the last search, listed, drawn or played.

use crate::chess::{Move, Position, Step};
use crate::commands::prelude::*;
use crate::ink::json::SearchedLine;
use crate::ink::movetext;
use crate::render::board;
use crate::shell::session::search::played_of;

pub(super) const ROW: CommandSpec = row!(Search "pv", "[play [N] | board [N]]":
    "the principal variation of the last search; play N of its moves; the board after N",
    details: "`pv play` may be said again and again: it goes on along the line from where the board is on it.",
    examples: &[("pv", "list it", " +0.07  depth 6  1.d4 …"),
        ("pv play 2", "play its first two moves", ""),
        ("pv board", "its end", "")],
    completer: Completer::Words(&["play", "board"]),
    answers: &[LineSchema::of::<PvAnswer>()],
    read: read);

#[derive(Clone, Copy, Debug)]
enum Pv {
    Show,
    /// List it and draw the board after so many of its moves.
    Board(usize),
    Play(usize),
}

fn read(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let Some(word) = reader.take() else { return Ok(Pv::Show.into()) };
    let mut count = |otherwise| reader.number_or("the number of moves", 1, 1000, otherwise);
    let pv = match word.text {
        "show" => Pv::Show,
        "play" => Pv::Play(count(1)? as usize),
        "board" => Pv::Board(count(u64::MAX)? as usize),
        _ => return Err(reader.unexpected(word)),
    };
    Ok(pv.into())
}

impl Act for Pv {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        let chess960 = session.is_chess960();
        let (game, iteration) = session.latest().ok_or(CommandError::NoAnalysis)?;
        let root = *game.position();
        let pv = iteration.lines.first().map_or(&[][..], |line| &line.pv);
        let board = match *self {
            Pv::Show => None,
            Pv::Board(count) => {
                Some(pv.iter().take(count).fold(root, |position, &mv| position.play(mv)))
            }
            Pv::Play(count) => {
                let played = played_of(&root, pv, session.position());
                let played = played.ok_or(CommandError::OtherPosition)?;
                let moves: Vec<Move> = pv.iter().skip(played).take(count).copied().collect();
                if moves.is_empty() {
                    return Err(CommandError::LineEnds);
                }
                for mv in moves {
                    session.timeline.step(Step::Move(mv))?;
                }
                return Ok(session.changed(Vec::new()).into());
            }
        };
        let lines = iteration.lines.iter().map(|line| SearchedLine {
            root,
            score: (line.score, line.bound),
            pv: line.pv.clone(),
            chess960,
        });
        Ok(PvAnswer { depth: iteration.depth, lines: lines.collect(), board }.into())
    }
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct PvAnswer {
    pub depth: u32,
    pub lines: Vec<SearchedLine>,
    /// The position at the end of the best line, to be drawn, if `pv board` was asked for.
    #[serde(skip)]
    pub board: Option<Position>,
}

impl Answer for PvAnswer {
    const TYPE: &str = "pv";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        for SearchedLine { root, score: (score, bound), pv, .. } in &self.lines {
            let score = settings.bounded(*score, *bound, root.turn());
            let text = Line::plain(" ")
                .and(score)
                .with(Role::Dim, format!("  depth {}  ", self.depth))
                .and(movetext::line(root, pv, settings));
            page.wrapped(text, settings, 9);
        }
        if let Some(end) = &self.board {
            page.append(board::squares(end, None, false, settings));
        }
        page
    }
}
