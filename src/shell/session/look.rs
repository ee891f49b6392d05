//! Commands that look at the position as the engine and the endgame tables see it, without searching.

use super::{CommandError, Effect, Session};
use crate::chess::{Move, Square};
use crate::engine::Engine;
use crate::oracle::tables::LookUpError;
use crate::search::quiescence_tree::TreeBudget;
use crate::shell::command::{EvalView, Exchanges};
use crate::shell::reply::{EvalReply, ExchangesReply, Reply, ResolveReply, TableMovesReply};

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

    /// `tb`: every move of the position with what tables say of it.
    pub(super) fn table_moves(&mut self) -> Result<Effect, CommandError> {
        let position = *self.position();
        let tables = self.engine.tables();
        if !tables.covers(&position) {
            let men = position.occupied().len();
            let syzygy = tables.syzygy.as_ref().map_or(0, |syzygy| syzygy.most_men);
            let castling = !position.castling().is_empty();
            return Err(CommandError::NoTable { men, syzygy, castling });
        }
        self.start_task(move |context| {
            let failed = |error| match error {
                LookUpError::Stopped => CommandError::Stopped,
                error => CommandError::Tables(error),
            };
            let value = tables.value(&position, &context.stop).map_err(failed)?;
            let moves = tables.moves(&position, &context.stop).map_err(failed)?;
            let (Some(value), Some(moves)) = (value, moves) else {
                return Err(CommandError::MissingTable);
            };
            let syzygy =
                tables.syzygy.as_ref().map(|syzygy| (syzygy.tables.files(), syzygy.most_men));
            let reply = TableMovesReply { position, value, moves, syzygy };
            Ok(Reply::Tables(Box::new(reply)).into())
        })
    }
}
