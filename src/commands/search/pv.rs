//! `pv`: lists, draws or plays the principal variation of the last search.

use crate::chess::{Move, Position, Step};
use crate::commands::prelude::*;
use crate::ink::board;
use crate::ink::json::SearchedLine;
use crate::ink::movetext;
use crate::shell::session::analysis::played_of;

pub(super) const ROW: CommandSpec = row!(Search Reveals "pv", "[play [N] | board [N]]":
    "the principal variation of the last search; play N of its moves; the board after N",
    details: "`pv play` may be said again and again: it goes on along the line from where the board is on it.",
    examples: &[("pv", "list it", " +0.39  depth 6  1.d4 …"),
        ("pv play 2", "play its first two moves", ""),
        ("pv board", "its end", "")],
    completer: Completer::Words(&["play", "board"]),
    answers: &[LineSchema::of::<PvAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let Some(word) = reader.take() else { return Ok(Box::new(|session| show(session, None))) };
    let mut count = |otherwise| reader.number_or("the number of moves", 1, 1000, otherwise);
    match word.text {
        "show" => Ok(Box::new(|session| show(session, None))),
        "play" => {
            let moves = count(1)? as usize;
            reader.terms = needs(Concurrent).walking();
            Ok(Box::new(move |session| play(session, moves)))
        }
        "board" => {
            let moves = count(u64::MAX)? as usize;
            Ok(Box::new(move |session| show(session, Some(moves))))
        }
        _ => Err(reader.unexpected(word)),
    }
}

/// Lists the line; with `board`, draws the position after that many moves.
fn show(session: &mut Session, board: Option<usize>) -> Acted {
    let chess960 = session.is_chess960();
    let (game, iteration) =
        session.analysis.latest(&session.jobs).ok_or(CommandError::NoAnalysis)?;
    let root = *game.position();
    let pv = iteration.lines.first().map_or(&[][..], |line| &line.pv);
    let board =
        board.map(|count| pv.iter().take(count).fold(root, |position, &mv| position.play(mv)));
    let lines = iteration.lines.iter().map(|line| SearchedLine {
        root,
        score: (line.score, line.bound),
        pv: line.pv.clone(),
        chess960,
    });
    Ok(PvAnswer { depth: iteration.depth, lines: lines.collect(), board }.into())
}

fn play(session: &mut Session, count: usize) -> Acted {
    let (game, iteration) =
        session.analysis.latest(&session.jobs).ok_or(CommandError::NoAnalysis)?;
    let pv = iteration.lines.first().map_or(&[][..], |line| &line.pv);
    let played = played_of(game.position(), pv, session.position());
    let played = played.ok_or(CommandError::OtherPosition)?;
    let moves: Vec<Move> = pv.iter().skip(played).take(count).copied().collect();
    if moves.is_empty() {
        return Err(CommandError::LineEnds);
    }
    let before = session.timeline.place(session.is_chess960());
    for mv in moves {
        session.timeline.step(Step::Move(mv))?;
    }
    Ok(session.walked(&before, false, Vec::new()).into())
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PvAnswer {
    pub depth: u32,
    pub lines: Vec<SearchedLine>,
    /// The position to draw, if `pv board` was given.
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
