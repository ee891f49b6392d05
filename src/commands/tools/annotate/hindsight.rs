//! Scores the positions of a game from the last to the first, so that later findings count for earlier positions.
//!
//! A position is worth at least the result of the move that was played. If that is decided, it replaces the search of the
//! position alone. If that search overrated the same move, the other moves are searched without it ([`Question::Others`]). Scores
//! depend only on the findings, so any number of jobs and a resumed run give the same.

use super::finding::{Findings, GameFinding, MateProof, PlaceSearch, Question};
use crate::chess::{Game, Move, Position, Step};
use crate::units::{Score, expected_score};

/// Minimum score of a decided position, which then counts for the positions before it.
const DECIDED: Score = Score::cp(500);

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PlaceWorth {
    /// View of the side to move; `None` if unknown.
    pub score: Option<Score>,
    /// The search with this score; its line begins with the best move.
    pub search: PlaceSearch,
    pub is_contradicted: bool,
}

impl PlaceWorth {
    fn of(search: &PlaceSearch) -> PlaceWorth {
        PlaceWorth { score: Some(search.score), search: search.clone(), is_contradicted: false }
    }

    pub(super) fn best(&self) -> Option<Move> {
        self.search.pv.first().copied()
    }

    fn points(&self) -> f64 {
        self.score.map_or(0.0, expected_score)
    }

    /// Returns the worth of a position from that after its move in the game, `next`.
    fn through(&self, mv: Move, next: &PlaceWorth) -> Option<PlaceWorth> {
        let score = (-next.score?).from_node(1);
        let pv = [&[mv][..], &next.search.pv].concat();
        let PlaceSearch { depth, nodes, .. } = self.search;
        let search = PlaceSearch { score, depth, nodes, pv };
        Some(PlaceWorth { score: Some(score), search, is_contradicted: false })
    }

    fn is_decided(&self) -> bool {
        self.score.is_some_and(|score| score >= DECIDED || score <= -DECIDED)
    }
}

/// Returns the worth of each position. `margin`: minimum error of a search, in points, to be corrected.
pub(super) fn worths(known: &Findings, game: &Game, margin: f64) -> Vec<PlaceWorth> {
    let steps: Vec<(Position, Step)> = game.steps().collect();
    let mut worths = vec![own(known, steps.len())];
    for (ply, (before, step)) in steps.iter().enumerate().rev() {
        let own = own(known, ply);
        let through = match (step, worths.last()) {
            (&Step::Move(mv), Some(next)) if mate_at(known, ply).is_none() => own.through(mv, next),
            _ => None,
        };
        worths.push(match through.filter(PlaceWorth::is_decided) {
            None => own,
            Some(through) if through.points() >= own.points() => through,
            Some(through) if through.best() != own.best() => own,
            Some(through) if before.legal_count() == 1 => through,
            Some(through) => match search_at(known, Question::Others, ply) {
                Some(others) if expected_score(others.score) > through.points() => {
                    PlaceWorth::of(others)
                }
                Some(_) => through,
                None => {
                    PlaceWorth { is_contradicted: own.points() - through.points() >= margin, ..own }
                }
            },
        });
    }
    worths.reverse();
    worths
}

/// Returns the worth of a position by its own findings: a proved mate, or its search.
fn own(known: &Findings, ply: usize) -> PlaceWorth {
    let place = search_at(known, Question::Place, ply);
    match mate_at(known, ply) {
        Some(mate) => PlaceWorth {
            score: Some(Score::mate_in(i32::from(mate.proof.mate()))),
            ..place.map(PlaceWorth::of).unwrap_or_default()
        },
        None => place.map(PlaceWorth::of).unwrap_or_default(),
    }
}

fn search_at(known: &Findings, question: Question, ply: usize) -> Option<&PlaceSearch> {
    match known.get(&(question, ply)) {
        Some(GameFinding::Searched(search)) => Some(search),
        _ => None,
    }
}

pub(super) fn mate_at(known: &Findings, ply: usize) -> Option<&MateProof> {
    match known.get(&(Question::Mate, ply)) {
        Some(GameFinding::Mate(mate)) => mate.as_deref(),
        _ => None,
    }
}
