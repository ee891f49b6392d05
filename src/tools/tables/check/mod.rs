//! `tb check`: a table of five men against itself, or all tables against each other on the positions of a file.

pub mod file;
pub mod verify;
pub mod view;

use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;

use file::check;
use verify::verify;
use view::TablesCheckedAnswer;

use super::{NO_FOLDER, material};
use crate::chess::Piece;
use crate::oracle::Endgames;
use crate::oracle::endgame::{TableFault, TableMaterial};
use crate::oracle::tables::{LookUpError, TableSet};
use crate::tools::suite::read_records;
use crate::tools::tool::arguments::{number, path};
use crate::tools::tool::files::open;
use crate::tools::tool::{
    Tool, ToolDesk, ToolDone, ToolError, ToolResult, ToolText, ToolWork, tool_text,
};

#[derive(Clone, Debug)]
enum CheckedTables {
    OnFile(PathBuf),
    Table(TableMaterial),
}

#[derive(clap::Args, Clone, Debug)]
pub struct CheckTables {
    /// An EPD file to look up in all tables, or the men of a table, as KRPKR
    #[arg(value_name = "FILE|MEN", value_parser = checked_tables)]
    what: CheckedTables,
    /// Positions of a table that chance picks
    #[arg(value_name = "N", default_value = "10000", value_parser = number::<usize>(0..=1_000_000_000))]
    positions: usize,
}

/// A word that is nothing but men and begins with a king is a table: no file is called so without an ending.
fn checked_tables(text: &str) -> Result<CheckedTables, String> {
    let mut letters = text.chars();
    let is_men = |letter| letter == 'v' || Piece::from_letter(letter).is_some();
    if text.starts_with(['K', 'k']) && letters.all(is_men) {
        return material(text).map(CheckedTables::Table);
    }
    path(text).map(CheckedTables::OnFile)
}

impl Tool for CheckTables {
    const TEXT: ToolText = tool_text!("tb check", "FILE|MEN [N]":
        "whether tables agree: with each other and a search on a file, or one with its own moves",
        details: "Every position of a file is looked up in all tables and searched at depth 1. A table is read from end to end, and \
                  what it says of N positions is compared with what follows from their moves. Fails, with status 4, where they differ.",
        examples: &[("tb check KRPKR 100k", "a hundred thousand positions of it"),
            ("tb check endings.epd", "do all say the same?")]);

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        let (tables, options) = (desk.tables.clone(), desk.options.clone());
        match self.what {
            CheckedTables::OnFile(path) => Ok(ToolWork::new(move |context| {
                let read = read_records(BufReader::new(open(&path)?), |_, epd| Ok(Some(epd)));
                let (records, left_out) = read.map_err(|error| ToolError::content(&path, error))?;
                context.begin("tb check", records.len());
                let mut tell = |done| context.done(done);
                let check = check(&records, (&tables, &options), context.stop, &mut tell);
                let unmet = unlike(&check.different);
                ToolDone::measured(
                    TablesCheckedAnswer { path, check },
                    unmet,
                    left_out.bad_records(),
                )
            })),
            CheckedTables::Table(material) => {
                let no_folder = || ToolError::Refused(NO_FOLDER.to_owned());
                let folder = options.table_folder().ok_or_else(no_folder)?;
                let own = Some(Arc::new(Endgames::with_files(Some(Arc::clone(&folder)))));
                let (tables, positions) = (TableSet { own, ..tables }, self.positions);
                Ok(ToolWork::new(move |context| {
                    let file = folder.get(&material).ok_or_else(|| {
                        let why = "is not in the folder of TablePath";
                        ToolError::Refused(format!(
                            "{material} {why}; `tb make {material}` makes it"
                        ))
                    })?;
                    let damaged = |fault: TableFault| {
                        folder.withdraw(&material, &fault);
                        let faults = folder.take_faults().join("; ");
                        ToolError::Refused(LookUpError::Damaged(faults).to_string())
                    };
                    context.begin("tb check", file.slices().map_err(damaged)? + positions);
                    let mut tell = |done| context.done(done);
                    let found = verify(file, (&tables, positions), context.stop, &mut tell);
                    let found = found.map_err(damaged)?;
                    let unmet = unlike(&found.different);
                    ToolDone::measured(found, unmet, None)
                }))
            }
        }
    }
}

fn unlike(different: &[String]) -> Option<String> {
    let count = different.len();
    (count > 0).then(|| format!("{count} positions are not told alike"))
}
