//! A network as the evaluation of a search thread: its value, overridden by the rules and known endings, and its report piece by
//! piece.

use super::accumulator::Accumulators;
use super::layers::{Network, NetworkRole};
use super::shape::{Viewpoint, head_for};
use super::simd::Simd;
use crate::chess::{ByColor, BySquare, Color, Piece, Placement, Position};
use crate::eval::classical::{FULL_SCALE, certainty_of, fifty_move_scale, known_ending};
use crate::eval::trace::NoCoefficients;
use crate::eval::{Certainty, ClassicalEvaluator, EvalReport, Evaluation, Evaluator, NetworkShare};
use crate::units::{Score, WhiteScore};

/// A network of `N` neurons a side and the accumulators of one thread.
#[derive(Clone, Debug)]
struct NetworkWalk<const N: usize> {
    network: Network,
    accumulators: Accumulators<N>,
}

impl<const N: usize> NetworkWalk<N> {
    fn new(network: &Network) -> Box<NetworkWalk<N>> {
        let accumulators = Accumulators::new(&network.layers());
        Box::new(NetworkWalk { network: network.clone(), accumulators })
    }

    /// Centipawns for the side to move, as each head would have it or as one does.
    #[inline(always)]
    fn value(&mut self, placement: &Placement, turn: Color, ply: usize) -> i32 {
        let layers = self.network.layers();
        let [own, other] = self.accumulators.sums(&layers, placement, turn, ply);
        layers.output(head_of(placement), own, other)
    }
}

#[derive(Clone, Debug)]
enum AnyNetworkWalk {
    N32(Box<NetworkWalk<32>>),
    N64(Box<NetworkWalk<64>>),
    N128(Box<NetworkWalk<128>>),
    N256(Box<NetworkWalk<256>>),
    N512(Box<NetworkWalk<512>>),
}

/// The evaluation by a network; one a thread.
#[derive(Clone, Debug)]
pub struct NetworkEvaluator {
    walk: AnyNetworkWalk,
    /// The classical evaluation that a residual network is added to.
    classical: Option<Box<ClassicalEvaluator>>,
    /// Never more than the processor supports.
    simd: Simd,
}

impl NetworkEvaluator {
    /// An evaluator with the best vector instructions of the processor.
    pub fn new(network: &Network) -> NetworkEvaluator {
        NetworkEvaluator::with_simd(network, Simd::detect())
    }

    /// An evaluator with the given vector instructions.
    ///
    /// # Panics
    /// If the processor does not have them.
    pub(super) fn with_simd(network: &Network, simd: Simd) -> NetworkEvaluator {
        assert!(simd.is_supported(), "this processor has no {simd:?}");
        let walk = match network.width() {
            32 => AnyNetworkWalk::N32(NetworkWalk::new(network)),
            64 => AnyNetworkWalk::N64(NetworkWalk::new(network)),
            128 => AnyNetworkWalk::N128(NetworkWalk::new(network)),
            256 => AnyNetworkWalk::N256(NetworkWalk::new(network)),
            // There is no other width.
            _ => AnyNetworkWalk::N512(NetworkWalk::new(network)),
        };
        let classical = match network.role() {
            NetworkRole::Value => None,
            NetworkRole::Residual => Some(Box::default()),
        };
        NetworkEvaluator { walk, classical, simd }
    }

    /// The output of the network alone, in centipawns for the side to move, for a board reached at a ply.
    #[inline(always)]
    pub fn raw(&mut self, placement: &Placement, turn: Color, ply: usize) -> i32 {
        match &mut self.walk {
            AnyNetworkWalk::N32(walk) => walk.value(placement, turn, ply),
            AnyNetworkWalk::N64(walk) => walk.value(placement, turn, ply),
            AnyNetworkWalk::N128(walk) => walk.value(placement, turn, ply),
            AnyNetworkWalk::N256(walk) => walk.value(placement, turn, ply),
            AnyNetworkWalk::N512(walk) => walk.value(placement, turn, ply),
        }
    }

    /// The same as [`NetworkEvaluator::judge`], compiled for [`Simd::Avx2`].
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn judge_avx2(&mut self, position: &Position, ply: usize) -> Evaluation {
        self.judge(position.placement(), position.turn(), position.halfmoves(), ply)
    }

    /// The same as [`NetworkEvaluator::judge`], compiled for [`Simd::Avx512`].
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl")]
    fn judge_avx512(&mut self, position: &Position, ply: usize) -> Evaluation {
        self.judge(position.placement(), position.turn(), position.halfmoves(), ply)
    }

    /// The value of a board for the side to move: that of a known ending, or the network's, scaled down if it is hard to win.
    #[inline(always)]
    pub(super) fn judge(
        &mut self,
        placement: &Placement,
        turn: Color,
        halfmoves: u16,
        ply: usize,
    ) -> Evaluation {
        if let Some(classical) = &mut self.classical {
            let verdict = classical.judge(placement, turn, &mut NoCoefficients);
            let residual = Score::cp(self.raw(placement, turn, ply)).for_white(turn);
            let score = verdict.score_with(residual, halfmoves).score();
            let score = if turn == Color::White { score } else { -score };
            return Evaluation { score, certainty: verdict.certainty() };
        }
        // With more officers no ending is known and nothing is scaled.
        const MOST_OFFICERS: u32 = 4;
        let mut value = self.raw(placement, turn, ply);
        let mut certainty = Certainty::Estimate;
        let simple = placement.pieces(Piece::Pawn) | placement.pieces(Piece::King);
        let all = placement.color(Color::White) | placement.color(Color::Black);
        if (all - simple).len() <= MOST_OFFICERS {
            let is_alone = |color| !placement.color(color).many();
            let is_weak = is_alone(turn) || value < 0 && !is_alone(!turn);
            let strong = if is_weak { !turn } else { turn };
            let (known, scale) = known_ending(placement, turn, strong);
            certainty = certainty_of(known, scale);
            if let Some(ending) = known {
                let white = Score::cp(ending.white);
                let score = if turn == Color::White { white } else { -white };
                return Evaluation { score, certainty };
            }
            if scale.is_drawn {
                // What else is hard to win the network has learned itself.
                value = value * scale.share / FULL_SCALE;
            }
            if is_alone(turn) || is_alone(!turn) {
                // A king alone cannot win, whatever the network or a correction makes of it.
                value = if is_weak { value.min(0) } else { value.max(0) };
                certainty = Certainty::Known;
            }
        }
        Evaluation { score: Score::cp(value * fifty_move_scale(halfmoves) / FULL_SCALE), certainty }
    }
}

#[inline(always)]
fn head_of(placement: &Placement) -> usize {
    head_for((placement.color(Color::White) | placement.color(Color::Black)).len())
}

impl Evaluator for NetworkEvaluator {
    #[inline]
    fn evaluate(&mut self, position: &Position, ply: usize) -> Evaluation {
        #[allow(unsafe_code)]
        match self.simd {
            Simd::Build => {
                self.judge(position.placement(), position.turn(), position.halfmoves(), ply)
            }
            // SAFETY: `with_simd` takes only what the processor has.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => unsafe { self.judge_avx2(position, ply) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => unsafe { self.judge_avx512(position, ply) },
        }
    }
}

impl NetworkEvaluator {
    pub(crate) fn report(&mut self, position: &Position) -> EvalReport {
        let (placement, turn) = (position.placement(), position.turn());
        let mut judge = |board: &Placement| {
            self.judge(board, turn, position.halfmoves(), 0).score.for_white(turn)
        };
        let score = judge(placement);
        let mut pieces = BySquare([None; 64]);
        for square in position.occupied() - position.pieces(Piece::King) {
            let missing = judge(&placement.without(square));
            let worth = Score::cp(score.score().raw() - missing.score().raw());
            pieces[square] = Some(WhiteScore::from_score(worth));
        }
        let classical = ClassicalEvaluator::new().report(position);
        let mirrored =
            ByColor(Color::ALL.map(|color| Viewpoint::of(placement, color).is_mirrored()));
        let network = NetworkShare {
            residual: self.classical.is_some(),
            head: head_of(placement),
            mirrored,
            alone: Score::cp(self.raw(placement, turn, 0)).for_white(turn),
            classical: classical.score,
        };
        EvalReport { score, pieces, network: Some(network), ..classical }
    }
}
