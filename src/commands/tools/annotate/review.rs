//! The findings about a game, per move and per side, before they are written.

use std::collections::BTreeMap;

use super::AnnotateOptions;
use super::accuracy::{self, Judgement};
use super::finding::{Findings, GameFinding, MateProof, PlaceSearch};
use super::hindsight::{PlaceWorth, mate_at, worths};
use crate::chess::notation::PASS;
use crate::chess::pgn::PgnGame;
use crate::chess::{ByColor, Color, Game, Move, Position, Step, san};
use crate::commands::search::reasons::scale::{self, sure};
use crate::commands::search::reasons::{Opinion, Sentence};
use crate::oracle::{Opening, opening_of};
use crate::shell::CommandError;
use crate::units::{Score, WhiteScore, expected_score};

#[derive(Clone, Debug)]
pub struct MoveReview {
    pub before: Position,
    pub step: Step,
    pub search: PlaceSearch,
    /// Scores before and after the move, view of the mover.
    pub scores: [Score; 2],
    /// The reported loss, from 0 to 1 point.
    pub loss: f64,
    pub accuracy: f64,
    pub judgement: Option<Judgement>,
    pub missed: Option<MateProof>,
    /// The proved mate that it allows.
    pub allowed: Option<MateProof>,
    /// What is said of a marked move, unless a mate is proved.
    pub reasons: Vec<Sentence>,
}

impl MoveReview {
    /// Returns the move with its number: `12. Nf3`.
    pub fn name(&self) -> String {
        let san = self.step.mv().map(|mv| san(&self.before, mv));
        numbered(&self.before, san.as_deref().unwrap_or(PASS))
    }

    /// Returns the better move, if the move is marked.
    pub fn better(&self) -> Option<Move> {
        let best = match &self.missed {
            Some(mate) => mate.proof.line().first().copied(),
            None => self.search.pv.first().copied(),
        };
        best.filter(|&best| Step::Move(best) != self.step && self.is_marked())
    }

    /// Returns whether there is anything to report other than its score.
    pub fn is_marked(&self) -> bool {
        self.judgement.is_some() || self.missed.is_some() || self.allowed.is_some()
    }

    /// Returns the mover's expected points before the move, and after the reported loss.
    pub fn points(&self) -> [f64; 2] {
        let before = expected_score(self.scores[0]);
        [before, before - self.loss]
    }

    pub fn white_score(&self) -> WhiteScore {
        self.scores[1].for_white(self.before.turn())
    }
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct SideReview {
    /// From 0 to 100; `None` without a move.
    pub accuracy: Option<f64>,
    pub counts: BTreeMap<Judgement, usize>,
    pub missed_mates: usize,
    pub moves: usize,
}

#[derive(Clone, Debug)]
pub struct AnnotatedGame {
    pub record: PgnGame,
    pub opening: Option<Opening>,
    pub moves: Vec<MoveReview>,
    /// Score before the first move, White's view.
    pub start: WhiteScore,
    pub sides: ByColor<SideReview>,
    /// Nodes of all searches, without the prover's.
    pub nodes: u64,
}

impl AnnotatedGame {
    /// Returns the missed and allowed mates, each with the ply before which it was possible.
    pub fn mates(&self) -> impl Iterator<Item = (usize, &MateProof)> {
        self.moves.iter().enumerate().flat_map(|(ply, review)| {
            let missed = review.missed.iter().map(move |mate| (ply, mate));
            missed.chain(review.allowed.iter().map(move |mate| (ply + 1, mate)))
        })
    }

    /// Combines the findings; nothing is written into the record yet.
    pub(super) fn new(
        record: &PgnGame,
        game: &Game,
        known: &Findings,
        wanted: &AnnotateOptions,
    ) -> AnnotatedGame {
        let worths = worths(known, game, wanted.margin);
        let moves: Vec<MoveReview> = game
            .steps()
            .enumerate()
            .map(|(ply, (before, step))| review((known, &worths), ply, (&before, step), wanted))
            .collect();
        let turn = game.start().turn();
        let start = worths[0].score.unwrap_or_default().for_white(turn);
        let nodes = known.values().map(|finding| match finding {
            GameFinding::Searched(search) => search.nodes,
            GameFinding::Mate(_) => 0,
        });
        let nodes = nodes.sum();
        let opening = opening_of(&main_line(record)).cloned();
        let (record, sides) = (record.clone(), ByColor::default());
        let mut annotated = AnnotatedGame { record, opening, moves, start, sides, nodes };
        annotated.sides = sides_of(&annotated.expected(), &annotated.moves);
        annotated
    }

    pub fn expected(&self) -> Vec<f64> {
        let scores = self.moves.iter().map(MoveReview::white_score);
        [self.start].into_iter().chain(scores).map(|white| expected_score(white.score())).collect()
    }

    /// Replaces the loss and the better line of each accused move by those of its opinion, which `why` gives, too, unless a mate is
    /// proved.
    pub(super) fn explain(
        &mut self,
        margin: f64,
        mut opinion: impl FnMut(usize, Move) -> Result<Option<Opinion>, CommandError>,
    ) -> Result<(), CommandError> {
        for (ply, review) in self.moves.iter_mut().enumerate() {
            let is_open = review.missed.is_none() && review.allowed.is_none();
            let accused = review.step.mv().filter(|_| review.judgement.is_some() && is_open);
            let Some(mv) = accused else { continue };
            let Some(opinion) = opinion(ply, mv)? else { return Ok(()) };
            review.judgement = Judgement::of(opinion.loss, margin);
            (review.loss, review.reasons) = match review.judgement {
                Some(_) => (opinion.loss, opinion.sentences),
                None => (0.0, Vec::new()),
            };
            if let Some(better) = opinion.better.filter(|_| review.judgement.is_some()) {
                review.scores[0] = better.evidence.score();
                review.search.pv = better.line;
            }
        }
        self.sides = sides_of(&self.expected(), &self.moves);
        Ok(())
    }
}

pub(super) fn numbered(position: &Position, step: &str) -> String {
    let dots = if position.turn() == Color::White { "." } else { "..." };
    format!("{}{dots} {step}", position.fullmoves())
}

fn sides_of(expected: &[f64], moves: &[MoveReview]) -> ByColor<SideReview> {
    let played: Vec<(Color, f64)> =
        moves.iter().map(|review| (review.before.turn(), review.accuracy)).collect();
    let accuracy = accuracy::of_game(expected, &played);
    let mut sides: ByColor<SideReview> = ByColor::default();
    for color in Color::ALL {
        sides[color].accuracy = accuracy[color];
    }
    for review in moves {
        let side = &mut sides[review.before.turn()];
        side.moves += 1;
        side.missed_mates += usize::from(review.missed.is_some());
        if let Some(judgement) = review.judgement {
            *side.counts.entry(judgement).or_default() += 1;
        }
    }
    sides
}

fn is_asked(wanted: &AnnotateOptions, before: &Position) -> bool {
    wanted.side.is_none_or(|side| side == before.turn())
}

fn review(
    (known, worths): (&Findings, &[PlaceWorth]),
    ply: usize,
    (before, step): (&Position, Step),
    wanted: &AnnotateOptions,
) -> MoveReview {
    let search = worths[ply].search.clone();
    let here = worths[ply].score.unwrap_or_default();
    let after = -worths[ply + 1].score.unwrap_or_default();
    let asked = is_asked(wanted, before);
    let own_mate = mate_at(known, ply);
    // The first move of the proof, and any other that mates, misses nothing.
    let plays_it = own_mate.is_some_and(|mate| mate.proof.line().first() == step.mv().as_ref());
    let missed = own_mate.filter(|_| asked && !plays_it && !after.is_win()).cloned();
    // In a lost position an allowed mate loses nothing.
    let allows = asked && expected_score(here) >= wanted.margin;
    let allowed = mate_at(known, ply + 1).filter(|_| allows).cloned();
    let is_best = step.mv().is_some_and(|mv| search.pv.first() == Some(&mv)) || plays_it;
    let free = is_best || step == Step::Pass;
    let [had, left] = [here, after].map(expected_score);
    let given = if free { 0.0 } else { (had - left).max(0.0) };
    let loss = scale::loss(before, [here, after], given);
    // What the engine of reasons decides is asked for its whole size.
    let is_open = missed.is_none() && allowed.is_none();
    let size = if is_open { loss / sure(before) } else { loss };
    let judgement = Judgement::of(size, wanted.margin).filter(|_| asked);
    // A missed mate is marked even if other moves win.
    let judgement = judgement.max(missed.as_ref().map(|_| Judgement::Inaccuracy));
    MoveReview {
        before: *before,
        step,
        search,
        scores: [here, after],
        loss,
        accuracy: accuracy::of_move(given),
        judgement,
        missed,
        allowed,
        reasons: Vec::new(),
    }
}

pub fn main_line(record: &PgnGame) -> Game {
    let mut tree = record.tree.clone();
    tree.goto_main_end();
    tree.game().clone()
}
