//! What is found out about the places of a game, and the same as a line of text, so that what was found once need not be
//! found again.

use std::collections::BTreeMap;

use crate::chess::notation::{parse_uci, uci};
use crate::chess::{Game, Move, Position};
use crate::proof::{Proof, Rules};
use crate::prove::solvers::KnownMates;
use crate::settings::named;
use crate::store::proof::{self as proof_file, ProofFileError, Shortness};
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

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a finding that cannot be read: {0}")]
pub struct BadFinding(String);

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

    /// Reads a line again, about this game. A proof is verified.
    pub fn from_line(
        line: &str,
        game: &Game,
    ) -> Result<((Question, usize), GameFinding), BadFinding> {
        let bad = |what: &str| BadFinding(what.to_owned());
        let (name, rest) = line.split_once('\t').ok_or_else(|| bad("no tab"))?;
        let (ply, rest) = rest.split_once('\t').unwrap_or((rest, ""));
        let ply: usize = ply.parse().map_err(|_| bad("no ply"))?;
        let mut game = game.clone();
        if !game.goto(ply) {
            return Err(bad("a ply beyond the end of the game"));
        }
        let position = *game.position();
        let question = Question::ALL.into_iter().find(|question| question.name() == name);
        let question = question.ok_or_else(|| bad("no such question"))?;
        let finding = match (question, rest) {
            (Question::Mate, "") => GameFinding::Mate(None),
            (Question::Mate, text) => {
                GameFinding::Mate(Some(Box::new(read_proof(text, &position)?)))
            }
            _ => GameFinding::Searched(read_search(rest, position)?),
        };
        Ok(((question, ply), finding))
    }
}

fn read_search(text: &str, mut position: Position) -> Result<PlaceSearch, BadFinding> {
    let bad = |what: &str| BadFinding(what.to_owned());
    let mut fields = text.split('\t');
    let mut field = |what| fields.next().ok_or_else(|| bad(what));
    let score = field("no score")?.parse().map_err(|_| bad("the score is no number"))?;
    let depth = field("no depth")?.parse().map_err(|_| bad("the depth is no number"))?;
    let nodes = field("no nodes")?.parse().map_err(|_| bad("the nodes are no number"))?;
    let mut pv = Vec::new();
    for word in field("no line")?.split_whitespace() {
        let mv = parse_uci(&position, word).map_err(|error| BadFinding(error.to_string()))?;
        position = position.play(mv);
        pv.push(mv);
    }
    Ok(PlaceSearch { score: Score::from_raw(score), depth, nodes, pv })
}

/// Nothing that is read is believed: the proof is checked by the rules alone, as it was when it was found.
fn read_proof(text: &str, position: &Position) -> Result<MateProof, BadFinding> {
    let fault = |error: ProofFileError| BadFinding(error.to_string());
    let saved = proof_file::read(text.replace('\t', "\n").as_bytes()).map_err(fault)?;
    let proof = saved.check(Rules::Game).map_err(fault)?;
    if proof.root().key() != position.key() {
        return Err(BadFinding("a proof of another position".to_owned()));
    }
    Ok(MateProof { proof, shortest: saved.shortness.is_said() })
}
