//! `tt`: what the transposition table knows of the position, and of those after each move.

use crate::chess::{Move, Position};
use crate::commands::prelude::*;
use crate::ink::json::{Fen, PlayedMove, Quarters, SidedScore};
use crate::ink::movetext;
use crate::ink::number::counted;
use crate::search::table::Entry;

pub(super) const ROW: CommandSpec = row!(Search "tt":
    "what the transposition table knows of the position, and of those after each move",
    details: "Move, depth, score and what it promises, as the last searches left them; in the order of their scores.",
    answers: &[LineSchema::of::<TableAnswer>()],
    read: |reader| reader.only(TranspositionTable.into()));

#[derive(Debug)]
struct TranspositionTable;

impl Act for TranspositionTable {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        let position = *session.position();
        let moves = position.legal_moves().into_iter().map(|legal| legal.mv);
        let known = moves.map(|mv| (mv, session.engine.known(&position.play(mv))));
        let (known, unknown): (Vec<_>, Vec<_>) = known.partition(|(_, entry)| entry.is_some());
        let mut after: Vec<_> =
            known.into_iter().filter_map(|(mv, entry)| Some((mv, entry?))).collect();
        // The score there is the opponent's.
        after.sort_by_key(|(_, entry)| entry.score);
        Ok(TableAnswer {
            position,
            here: session.engine.known(&position),
            after,
            unknown: unknown.len(),
            hashfull: session.engine.hashfull(),
            chess960: session.is_chess960(),
        }
        .into())
    }
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(into = "TableForm")]
#[schemars(with = "TableForm")]
pub struct TableAnswer {
    pub position: Position,
    pub here: Option<Entry>,
    /// What is known of those after each legal move, where something is; the best for the side to move first.
    pub after: Vec<(Move, Entry)>,
    /// Legal moves after which nothing is known.
    pub unknown: usize,
    /// Share of the table that the last search filled, in thousandths.
    pub hashfull: u32,
    /// Castling in coordinates is king takes rook.
    pub chess960: bool,
}

#[derive(Serialize, JsonSchema)]
struct TableForm {
    fen: Fen,
    here: Option<EntryForm>,
    /// What is known after each legal move.
    moves: Vec<AfterForm>,
    /// Legal moves after which nothing is known.
    unknown: usize,
    /// Share of the table that the last search filled, in thousandths.
    hashfull: u32,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "entry-after")]
struct AfterForm {
    after: PlayedMove,
    entry: EntryForm,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "entry", description = "an entry of the transposition table")]
struct EntryForm {
    r#move: Option<PlayedMove>,
    score: SidedScore,
    depth_quarters: Quarters,
    r#static: Option<SidedScore>,
}

impl From<TableAnswer> for TableForm {
    fn from(answer: TableAnswer) -> TableForm {
        let TableAnswer { position, here, after, unknown, hashfull, chess960 } = answer;
        let after = after.iter().map(|(mv, entry)| AfterForm {
            after: PlayedMove { before: position, mv: *mv, chess960 },
            entry: EntryForm::of(&position.play(*mv), entry, chess960),
        });
        TableForm {
            fen: Fen(position),
            here: here.map(|entry| EntryForm::of(&position, &entry, chess960)),
            moves: after.collect(),
            unknown,
            hashfull,
        }
    }
}

impl EntryForm {
    fn of(position: &Position, entry: &Entry, chess960: bool) -> EntryForm {
        let turn = position.turn();
        let mv = entry.mv.filter(|&mv| position.is_legal(mv));
        EntryForm {
            r#move: mv.map(|mv| PlayedMove { before: *position, mv, chess960 }),
            score: SidedScore { score: entry.score, bound: entry.bound, turn },
            depth_quarters: Quarters(entry.depth),
            r#static: entry.eval.map(|eval| SidedScore::exact(eval, turn)),
        }
    }
}

impl Answer for TableAnswer {
    const TYPE: &str = "transposition-table";

    fn page(&self, settings: &Settings) -> Page {
        let position = &self.position;
        let here: Vec<Line> = match &self.here {
            None => vec![Line::plain("nothing is known of this position")],
            Some(entry) => {
                let best = match entry.mv.filter(|&mv| position.is_legal(mv)) {
                    Some(mv) => movetext::san(position, mv),
                    None => Line::of(Role::Dim, "no move"),
                };
                let eval = entry.eval.map(|eval| settings.score(eval, position.turn()));
                let facts = [
                    Line::of(Role::Dim, "here ").and(best),
                    settings.bounded(entry.score, entry.bound, position.turn()),
                    Line::plain(format!("depth {}", settings.depth(entry.depth))),
                ];
                let eval = eval.map(|eval| Line::of(Role::Dim, "static ").and(eval));
                facts.into_iter().chain(eval).collect()
            }
        };
        let mut page = Page::of_facts(here, settings);
        let mut table = TextTable::headed("after|score>|depth>|answer").indented(0);
        for (mv, entry) in &self.after {
            table.row(after_row(position, *mv, entry, settings));
        }
        if !self.after.is_empty() {
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

fn after_row(position: &Position, mv: Move, entry: &Entry, settings: &Settings) -> Vec<Line> {
    let child = position.play(mv);
    let answer = entry.mv.filter(|&answer| child.is_legal(answer));
    vec![
        movetext::san(position, mv),
        settings.bounded(entry.score, entry.bound, child.turn()),
        Line::plain(settings.depth(entry.depth)),
        answer.map_or_else(Line::new, |answer| movetext::san(&child, answer)),
    ]
}
