//! What is found out about the places of a game, and the same as a line of text, so that what was found once need not be
//! found again.

use std::collections::BTreeMap;

use crate::chess::notation::{parse_uci, uci};
use crate::chess::{Game, Move, Position};
use crate::proof::{Proof, Rules};
use crate::prove::solvers::KnownMates;
use crate::settings::named;
use crate::store::proof::{self as proof_file, Shortness};
use crate::units::Score;

named! {
/// What can be asked about a place of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Question {
    /// What the position before the move is worth, and what to play.
    Place = "place",
    /// The same, searched deeper, because a move before or after it seems to be a fault.
    Deeper = "deeper",
    /// What the position after the better move is worth, searched deeper.
    Alternative = "alternative",
    /// The score of the moves that were not played, where the search overrated the one that was.
    Others = "others",
    /// Whether there is a mate, proved.
    Mate = "mate",
}
}

impl Question {
    /// Whether it is answered with the nodes of the first search.
    pub(super) const fn is_first(self) -> bool {
        matches!(self, Question::Place | Question::Others)
    }
}

#[derive(Clone, Debug)]
pub enum GameFinding {
    Searched(PlaceSearch),
    /// Of the prover: a mate, if one was proved.
    Mate(Option<Box<MateProof>>),
}

/// Answers by question and ply.
pub type Findings = BTreeMap<(Question, usize), GameFinding>;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlaceSearch {
    /// View of the side to move.
    pub score: Score,
    /// Iterations completed; 0 where the game is over.
    pub depth: u32,
    pub nodes: u64,
    pub pv: Vec<Move>,
}

/// A mate that could have been given, proved.
#[derive(Clone, Debug)]
pub struct MateProof {
    /// By the rules of games.
    pub proof: Proof,
    pub shortest: bool,
}

impl MateProof {
    /// Adds the mate to those that a session knows.
    pub(super) fn teach(&self, sitting: &KnownMates) {
        sitting.keep(&self.proof, if self.shortest { self.proof.mate() - 1 } else { 0 });
    }
}

impl GameFinding {
    /// The question it answers, the ply and the answer, parted by tabs. `chess960`: castling is king takes rook.
    pub fn to_line(&self, (question, ply): (Question, usize), chess960: bool) -> String {
        let name = question.name();
        match self {
            GameFinding::Searched(search) => {
                let PlaceSearch { score, depth, nodes, pv } = search;
                let pv: Vec<String> = pv.iter().map(|&mv| uci(mv, chess960)).collect();
                let pv = pv.join(" ");
                format!("{name}\t{ply}\t{}\t{depth}\t{nodes}\t{pv}", score.raw())
            }
            GameFinding::Mate(None) => format!("{name}\t{ply}"),
            GameFinding::Mate(Some(mate)) => {
                let MateProof { proof, shortest } = &**mate;
                let mut text = Vec::new();
                // Writing to memory cannot fail.
                let _ =
                    proof_file::write(&mut text, proof, &Shortness::claimed(*shortest), chess960);
                let text = String::from_utf8_lossy(&text).trim_end().replace('\n', "\t");
                format!("{name}\t{ply}\t{text}")
            }
        }
    }

    /// Reads a line again, about this game; `None` if it cannot be read. A proof is verified.
    pub fn from_line(line: &str, game: &Game) -> Option<((Question, usize), GameFinding)> {
        let (name, rest) = line.split_once('\t')?;
        let (ply, rest) = rest.split_once('\t').unwrap_or((rest, ""));
        let ply: usize = ply.parse().ok()?;
        let mut game = game.clone();
        if !game.goto(ply) {
            return None;
        }
        let position = *game.position();
        let question = Question::ALL.into_iter().find(|question| question.name() == name)?;
        let finding = match (question, rest) {
            (Question::Mate, "") => GameFinding::Mate(None),
            (Question::Mate, text) => {
                GameFinding::Mate(Some(Box::new(read_proof(text, &position)?)))
            }
            _ => GameFinding::Searched(read_search(rest, position)?),
        };
        Some(((question, ply), finding))
    }
}

fn read_search(text: &str, mut position: Position) -> Option<PlaceSearch> {
    let mut fields = text.split('\t');
    let score = fields.next()?.parse().ok()?;
    let depth = fields.next()?.parse().ok()?;
    let nodes = fields.next()?.parse().ok()?;
    let mut pv = Vec::new();
    for word in fields.next()?.split_whitespace() {
        let mv = parse_uci(&position, word).ok()?;
        position = position.play(mv);
        pv.push(mv);
    }
    Some(PlaceSearch { score: Score::from_raw(score), depth, nodes, pv })
}

/// Nothing that is read is believed: the proof is checked by the rules alone, as it was when it was found.
fn read_proof(text: &str, position: &Position) -> Option<MateProof> {
    let saved = proof_file::read(text.replace('\t', "\n").as_bytes()).ok()?;
    let proof = saved.check(Rules::Game).ok()?;
    let shortest = saved.shortness.is_said();
    (proof.root().key() == position.key()).then_some(MateProof { proof, shortest })
}
