//! What is said of a position: who is better, the threat if the other side were to move, the best move with its reasons, and the
//! worst piece of each side.

use super::effect::threatening;
use super::evidence::{Reasoner, points};
use super::opinion::known_draw;
use super::sentence::{Opinion, Sentence};
use super::{scale, table};
use crate::chess::{Color, EXCHANGE_VALUE, Move, Piece, Position, Square};
use crate::control::{Limits, StopFlag};
use crate::eval::EvalReport;
use crate::shell::CommandError;
use crate::units::Score;

/// Minimum number of pieces of a side, without king and pawns, for one to be the worst.
const PIECES: usize = 4;

/// Maximum worth of the worst piece, as a share of the mean of the others; all in shares of their usual values.
const POOR: f64 = 0.7;

/// Divisor of the nodes for a position of a whole game.
const SHORT: u64 = 40;

impl Reasoner {
    /// Finds the move of the game that gave away most, by short searches, and goes there; `None` if none gave away the margin.
    pub(in crate::commands) fn turning_point(
        &mut self,
        stop: &StopFlag,
    ) -> Result<Option<(Position, Move)>, CommandError> {
        self.begin(stop);
        let Some(mut game) = self.judge.game.clone() else { return Ok(None) };
        let (mut worst, mut had) = ((scale::MARGIN, None), 0.0);
        for ply in 0..=game.ply() {
            game.goto(ply);
            let (position, nodes) = (*game.position(), Limits::nodes(self.judge.nodes / SHORT));
            self.judge.game = Some(game.clone());
            let left = match self.judge.search(&position, nodes)? {
                Some(found) => found.evidence.points(),
                None => f64::from(u8::from(!position.in_check())) / 2.0,
            };
            if ply > 0 && had + left - 1.0 > worst.0 {
                worst = (had + left - 1.0, Some(ply - 1));
            }
            had = left;
        }
        let Some(ply) = worst.1 else { return Ok(None) };
        game.goto(ply);
        let turned = game.ahead().first().and_then(|step| step.mv());
        let turned = turned.map(|mv| (*game.position(), mv));
        self.judge.game = Some(game);
        Ok(turned)
    }

    /// Returns the opinion of the best move, with the sentences about the position around its own; `None` if stopped.
    pub(in crate::commands) fn position(
        &mut self,
        position: &Position,
        report: &EvalReport,
        stop: &StopFlag,
    ) -> Result<Option<Opinion>, CommandError> {
        self.begin(stop);
        if let Some(known) = self.judge.probe_tables(position) {
            let best = known.first().map(|found| found.mv);
            return Ok(best.and_then(|best| table::opinion(&self.judge, position, best, &known)));
        }
        let Some(root) = self.twice(position, |_| true)? else {
            return Ok(None);
        };
        let best = self.seen.first().unwrap_or(&root[1]).line[0];
        let threat = match position.pass().filter(Position::has_legal_move) {
            Some(passed) => {
                let intent = self.intent(&passed, 1.0 - points(&root))?;
                intent.map(|(idea, pair)| {
                    let words = format!("{} {}", passed.turn(), threatening(&idea));
                    Sentence::whole("threat", "search").say(words).line(&passed, &pair[1].line)
                })
            }
            None => None,
        };
        let Some(pair) = self.pair(position, best)? else { return Ok(None) };
        let Some(mut opinion) = self.opinion_of(pair.of_better(), stop)? else { return Ok(None) };
        let score = opinion.worth.evidence.score();
        if opinion.worth.evidence.forces().is_some() {
            return Ok(Some(opinion));
        }
        let draw = known_draw(position, &position.play(opinion.worth.line[0]));
        let mut said =
            vec![draw.map_or_else(|| standing(position, score), |_| known_standing(report))];
        said.extend(threat);
        said.append(&mut opinion.sentences);
        said.extend(Color::ALL.into_iter().filter_map(|side| worst_piece(position, report, side)));
        opinion.sentences = said;
        Ok(Some(opinion))
    }
}

/// Says who is better: `White is much better (+2.10)`.
fn standing(position: &Position, score: Score) -> Sentence {
    let turn = position.turn();
    let (side, own) = if score > Score::DRAW { (turn, score) } else { (!turn, -score) };
    let words = match scale::advantage(position, own) {
        Some(word) => format!("{side} is {word} ({})", score.for_white(turn)),
        None => format!("the position is even ({})", score.for_white(turn)),
    };
    let sized = Sentence::whole("standing", "search").sized(score.for_white(turn).score().shown());
    sized.say(words)
}

fn known_standing(report: &EvalReport) -> Sentence {
    let ending = report.ending.unwrap_or("by material");
    Sentence::whole("standing", "evaluation")
        .sized(0)
        .say(format!("the position is a known draw ({ending})"))
}

/// Names the piece whose worth falls most behind that of the side's others, if the evaluation says so.
fn worst_piece(position: &Position, report: &EvalReport, side: Color) -> Option<Sentence> {
    let share = |square: Square| {
        let (piece, worth) = (position.piece_at(square)?, report.pieces[square]?.score().raw());
        let worth = if side == Color::White { worth } else { -worth };
        let counts = !matches!(piece, Piece::Pawn | Piece::King);
        counts.then(|| (f64::from(worth) / f64::from(EXCHANGE_VALUE[piece]), piece, square))
    };
    let mut shares: Vec<(f64, Piece, Square)> =
        position.color(side).into_iter().filter_map(share).collect();
    shares.sort_by(|one, other| one.0.total_cmp(&other.0));
    let ((worst, piece, square), others) = shares.split_first()?;
    let mean = others.iter().map(|(share, ..)| share).sum::<f64>() / others.len().max(1) as f64;
    let is_poor = shares.len() >= PIECES && *worst < POOR * mean;
    let words = format!("{side}'s worst piece is the {piece} on {square}");
    is_poor.then(|| Sentence::whole("worst-piece", "evaluation").say(words))
}
