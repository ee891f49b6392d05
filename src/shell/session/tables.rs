//! `tb`: what endgame tables say, and tables of five men made and checked.

use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;

use super::job::Finding;
use super::measure::{content, open};
use super::{CommandError, Effect, News, Session};
use crate::chess::epd::{Epd, EpdFileError, EpdReader};
use crate::oracle::Endgames;
use crate::oracle::endgame::{TableFault, TableMaterial};
use crate::oracle::tables::{LookUpError, TableSet};
use crate::shell::reply::Reply;
use crate::shell::tables::{TableMovesReply, TableUse, TablesReply};
use crate::workshop::suite::LeftOut;
use crate::workshop::tables::making::TableMaking;
use crate::workshop::tables::{check as table_check, verify as table_verify};

impl Session {
    pub(super) fn tables(&mut self, usage: TableUse) -> Result<Effect, CommandError> {
        match usage {
            TableUse::Show => self.table_moves(),
            TableUse::Check(path) => self.check_tables(path),
            TableUse::Make(material) => self.make_tables(material),
            TableUse::Verify(material, positions) => self.verify_table(material, positions),
        }
    }

    fn table_moves(&mut self) -> Result<Effect, CommandError> {
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
            Ok(Reply::Tables(TablesReply::Moves(Box::new(reply))).into())
        })
    }

    fn make_tables(&mut self, material: Option<TableMaterial>) -> Result<Effect, CommandError> {
        let folder = self.engine.options().table_folder().ok_or(CommandError::NoTablePath)?;
        self.start_task(move |context| {
            let making = TableMaking::plan(material.as_ref(), folder.path())?;
            let items = making.slices();
            context.tell(News::ItemsBegin { what: "tb make".to_owned(), items });
            let made = making.carry_out(&context.files, &context.stop, &mut |done| {
                context.tell(News::ItemsDone(done));
            })?;
            Ok(Finding::new(move |session| {
                session.engine.reopen_tables()?;
                Ok(Reply::Tables(TablesReply::Made(Box::new(made))))
            }))
        })
    }

    fn verify_table(
        &mut self,
        material: TableMaterial,
        positions: usize,
    ) -> Result<Effect, CommandError> {
        let folder = self.engine.options().table_folder().ok_or(CommandError::NoTablePath)?;
        let own = Some(Arc::new(Endgames::with_files(Some(Arc::clone(&folder)))));
        let tables = TableSet { own, ..self.engine.tables() };
        self.start_task(move |context| {
            let name = material.to_string();
            let file = folder.get(&material).ok_or(CommandError::NotMade(name.clone()))?;
            let damaged = |fault: TableFault| {
                folder.withdraw(&material, &fault);
                CommandError::Tables(LookUpError::Damaged(folder.take_faults().join("; ")))
            };
            let items = file.slices().map_err(damaged)? + positions;
            context.tell(News::ItemsBegin { what: "tb check".to_owned(), items });
            let tell = &mut |done| context.tell(News::ItemsDone(done));
            let found = table_verify::verify(file, (&tables, positions), &context.stop, tell)
                .map_err(damaged)?;
            let different = found.different.len();
            let unmet =
                (different > 0).then(|| format!("{different} positions are not told alike"));
            let reply = Reply::Tables(TablesReply::Verified(Box::new(found)));
            super::measure::answer(reply, unmet, None)
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
