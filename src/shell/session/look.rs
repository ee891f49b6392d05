//! Commands that look at the position as the engine sees it, without searching.

use super::{CommandError, Effect, Session};
use crate::chess::{Move, Square};
use crate::engine::Engine;
use crate::search::quiescence_tree::TreeBudget;
use crate::shell::command::{EvalView, Exchanges};
use crate::shell::reply::{EvalReply, ExchangesReply, Reply, ResolveReply};

impl Session {
    pub(super) fn eval(&self, view: EvalView) -> Reply {
        let position = *self.position();
        let report = self.engine.evaluate(&position);
        Reply::Eval(Box::new(EvalReply { position, report, view }))
    }

    pub(super) fn resolve(
        &mut self,
        after: Option<Move>,
        fold: usize,
        lines: usize,
    ) -> Result<Effect, CommandError> {
        let before = *self.position();
        let position = after.map_or(before, |mv| before.play(mv));
        let after = after.map(|mv| (before, mv));
        let options = self.engine.options().clone();
        self.start_task(move |context| {
            let engine = Engine::with(options);
            let tree = engine.resolve(&position, TreeBudget::default(), &context.stop)?;
            let reply = ResolveReply { position, after, tree, fold, lines };
            Ok(Reply::Resolve(Box::new(reply)).into())
        })
    }

    pub(super) fn see(&self, exchanges: Exchanges) -> Result<Reply, CommandError> {
        let position = *self.position();
        let captures = |on: Option<Square>| {
            let legal = position.legal_moves().into_iter().map(|legal| legal.mv);
            let on_square = move |mv: &Move| on.is_none_or(|square| mv.to() == square);
            legal.filter(|&mv| position.is_capture(mv)).filter(on_square).collect::<Vec<Move>>()
        };
        let moves = match exchanges {
            Exchanges::Of(mv) => vec![mv],
            Exchanges::On(square) => captures(Some(square)),
            Exchanges::All => captures(None),
        };
        if let (Exchanges::On(square), []) = (exchanges, &moves[..]) {
            return Err(CommandError::NoCapture { square, color: position.turn() });
        }
        let mut exchanges: Vec<_> =
            moves.into_iter().map(|mv| (mv, position.exchange(mv))).collect();
        exchanges.sort_by_key(|(mv, line)| (-line.value, mv.bits()));
        Ok(Reply::Exchanges(Box::new(ExchangesReply { position, exchanges })))
    }
}
