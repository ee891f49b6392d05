//! `tb`: what endgame tables say.

use super::{CommandError, Effect, Session};
use crate::oracle::endgame::TableMaterial;
use crate::oracle::tables::LookUpError;
use crate::shell::reply::Reply;
use crate::shell::tables::TableMovesReply;

impl Session {
    /// `tb`: every move of the position with what tables say of it.
    pub(super) fn table_moves(&mut self) -> Result<Effect, CommandError> {
        let position = *self.position();
        let tables = self.engine.tables();
        if !tables.covers(&position) {
            let men = position.occupied().len();
            let syzygy = tables.syzygy.as_ref().map_or(0, |syzygy| syzygy.most_men);
            let castling = !position.castling().is_empty();
            let make = TableMaterial::of_position(&position).map(|table| table.to_string());
            return Err(CommandError::NoTable { men, syzygy, castling, make });
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
            let files = tables.own.as_ref().and_then(|own| own.files());
            let faults = files.map_or(Vec::new(), |files| files.take_faults());
            let reply = TableMovesReply { position, value, moves, syzygy, faults };
            Ok(Reply::Tables(Box::new(reply)).into())
        })
    }
}
