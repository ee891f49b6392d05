//! `tb`: what endgame tables say.

use std::io::BufReader;
use std::path::PathBuf;

use super::measure::{content, open};
use super::{CommandError, Effect, News, Session};
use crate::chess::epd::{Epd, EpdFileError, EpdReader};
use crate::engine::suite::LeftOut;
use crate::engine::table_check;
use crate::oracle::tables::LookUpError;
use crate::shell::reply::Reply;
use crate::shell::tables::{TableMovesReply, TableUse, TablesReply};

impl Session {
    pub(super) fn tables(&mut self, usage: TableUse) -> Result<Effect, CommandError> {
        match usage {
            TableUse::Show => self.table_moves(),
            TableUse::Check(path) => self.check_tables(path),
        }
    }

    fn table_moves(&mut self) -> Result<Effect, CommandError> {
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
                LookUpError::Unreadable(_) => CommandError::Tables(error),
            };
            let value = tables.value(&position, &context.stop).map_err(failed)?;
            let moves = tables.moves(&position, &context.stop).map_err(failed)?;
            let (Some(value), Some(moves)) = (value, moves) else {
                return Err(CommandError::MissingTable);
            };
            let syzygy =
                tables.syzygy.as_ref().map(|syzygy| (syzygy.tables.files(), syzygy.most_men));
            let reply = TableMovesReply { position, value, moves, syzygy };
            Ok(Reply::Tables(TablesReply::Moves(Box::new(reply))).into())
        })
    }

    fn check_tables(&mut self, path: PathBuf) -> Result<Effect, CommandError> {
        let (tables, options) = (self.engine.tables(), self.engine.options().clone());
        self.start_task(move |context| {
            let (mut records, mut left_out) = (Vec::<Epd>::new(), LeftOut::default());
            for record in EpdReader::new(BufReader::new(open(&path)?)) {
                match record {
                    Ok((_, epd)) => records.push(epd),
                    Err(error @ EpdFileError::Io { .. }) => {
                        return Err(content(&path, error.to_string()));
                    }
                    Err(error) => left_out.bad.push(error.to_string()),
                }
            }
            context.tell(News::ItemsBegin { what: "tb check".to_owned(), items: records.len() });
            let tell = &mut |done| context.tell(News::ItemsDone(done));
            let check = table_check::check(&records, (&tables, &options), &context.stop, tell);
            let different = check.different.len();
            let unmet =
                (different > 0).then(|| format!("{different} positions are not told alike"));
            let reply = Reply::Tables(TablesReply::Checked { path, check: Box::new(check) });
            super::measure::answer(reply, unmet, left_out.bad_records())
        })
    }
}
