//! `tt`: the entries of the transposition table for the position and its successors.

use crate::chess::Position;
use crate::commands::prelude::*;
use crate::ink::json::{Fen, PlayedMove, Quarters, SidedScore};
use crate::ink::movetext;
use crate::ink::number::counted;
use crate::search::table::Entry;

pub(super) const ROW: CommandSpec = row!(Search Reveals "tt":
    "what the transposition table knows of the position, and of those after each move",
    details: "Move, depth, score and what it promises, as the last searches left them; in the order of their scores.",
    answers: &[LineSchema::of::<TableAnswer>()],
    read: |_| Ok(Box::new(transposition_table)));

fn transposition_table(session: &mut Session) -> Acted {
    let (position, chess960) = (*session.position(), session.is_chess960());
    let moves = position.moves();
    let known = moves.map(|mv| (mv, session.engine.known(&position.play(mv))));
    let (known, unknown): (Vec<_>, Vec<_>) = known.partition(|(_, entry)| entry.is_some());
    let after = known.into_iter().filter_map(|(mv, entry)| {
        let entry = KnownEntry::of(&position.play(mv), &entry?, chess960);
        Some(EntryAfter { after: PlayedMove { before: position, mv, chess960 }, entry })
    });
    let mut after: Vec<EntryAfter> = after.collect();
    // These scores are the opponent's.
    after.sort_by_key(|after| after.entry.score.score);
    let here = session.engine.known(&position);
    Ok(TableAnswer {
        fen: Fen(position),
        here: here.map(|entry| KnownEntry::of(&position, &entry, chess960)),
        moves: after,
        unknown: unknown.len(),
        hashfull: session.engine.hashfull(),
    }
    .into())
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TableAnswer {
    pub fen: Fen,
    pub here: Option<KnownEntry>,
    /// What is known after each legal move.
    // The best for the side to move first.
    pub moves: Vec<EntryAfter>,
    /// Legal moves after which nothing is known.
    pub unknown: usize,
    /// Share of the table that the last search filled, in thousandths.
    pub hashfull: u32,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "entry-after"))]
pub struct EntryAfter {
    pub after: PlayedMove,
    pub entry: KnownEntry,
}

/// an entry of the transposition table
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "entry"))]
pub struct KnownEntry {
    r#move: Option<PlayedMove>,
    score: SidedScore,
    depth_quarters: Quarters,
    r#static: Option<SidedScore>,
}

impl KnownEntry {
    pub fn of(position: &Position, entry: &Entry, chess960: bool) -> KnownEntry {
        let turn = position.turn();
        let mv = entry.mv.filter(|&mv| position.is_legal(mv));
        KnownEntry {
            r#move: mv.map(|mv| PlayedMove { before: *position, mv, chess960 }),
            score: SidedScore { score: entry.score, bound: entry.bound, turn },
            depth_quarters: Quarters(entry.depth),
            r#static: entry.eval.map(|eval| SidedScore::exact(eval.score, turn)),
        }
    }

    fn best(&self, settings: &Settings) -> Option<Line> {
        self.r#move.map(|played| movetext::san(&played.before, played.mv, settings))
    }

    fn score(&self, settings: &Settings) -> Line {
        settings.bounded(self.score.score, self.score.bound, self.score.turn)
    }
}

impl Answer for TableAnswer {
    const TYPE: &str = "transposition-table";

    fn page(&self, settings: &Settings) -> Page {
        let here: Vec<Line> = match &self.here {
            None => vec![Line::plain("nothing is known of this position")],
            Some(entry) => {
                let best = entry.best(settings).unwrap_or_else(|| Line::of(Role::Dim, "no move"));
                let facts = [
                    Line::of(Role::Dim, "here ").and(best),
                    entry.score(settings),
                    Line::plain(format!("depth {}", settings.depth(entry.depth_quarters.0))),
                ];
                let eval = entry.r#static.map(|eval| settings.score(eval.score, eval.turn));
                let eval = eval.map(|eval| Line::of(Role::Dim, "static ").and(eval));
                facts.into_iter().chain(eval).collect()
            }
        };
        let mut page = Page::of_facts(here, settings);
        let mut table = TextTable::headed("after|score>|depth>|answer").indented(0);
        for EntryAfter { after, entry } in &self.moves {
            table.row(vec![
                movetext::san(&after.before, after.mv, settings),
                entry.score(settings),
                Line::plain(settings.depth(entry.depth_quarters.0)),
                entry.best(settings).unwrap_or_default(),
            ]);
        }
        if !self.moves.is_empty() {
            page.append(table.page(settings.width));
        }
        let unknown = (self.unknown > 0)
            .then(|| format!("{} not in the table", counted(self.unknown, "other move")));
        let (whole, tenth) = (self.hashfull / 10, self.hashfull % 10);
        let full = format!("table {whole}.{tenth} % full after the last search");
        let facts: Vec<Line> =
            unknown.into_iter().chain([full]).map(|fact| Line::of(Role::Dim, fact)).collect();
        page.facts(facts, settings, 2);
        page
    }
}
