//! `tb make`: tables of five men are made, each after those that it needs, and kept in files.

pub mod making;
mod view;

use making::TableMaking;

use super::{NO_FOLDER, material};
use crate::oracle::endgame::TableMaterial;
use crate::tools::tool::{Tool, ToolDesk, ToolDone, ToolError, ToolText, ToolWork, tool_text};

#[derive(Clone, Debug)]
enum WantedTables {
    All,
    One(TableMaterial),
}

#[derive(clap::Args, Clone, Debug)]
pub struct MakeTables {
    /// The men of a table, as KRPKR, or 5 for all tables of five men
    #[arg(value_name = "MEN", value_parser = wanted)]
    men: WantedTables,
}

fn wanted(text: &str) -> Result<WantedTables, String> {
    if text == "5" { Ok(WantedTables::All) } else { material(text).map(WantedTables::One) }
}

impl Tool for MakeTables {
    const TEXT: ToolText = tool_text!("tb make", "MEN|5 [--force]":
        "make the table of five men, and those that it needs, in the folder of TablePath",
        details: "Each is a file. Stopped, and asked again, it goes on with the first that is not there.",
        examples: &[("tb make KRPKR", "that table, and those that it needs")]);

    fn begin(self, desk: &ToolDesk<'_>) -> Result<ToolWork, ToolError> {
        let no_folder = || ToolError::Refused(NO_FOLDER.to_owned());
        let folder = desk.options.table_folder().ok_or_else(no_folder)?;
        let refused = |error: making::TableMakingError| ToolError::Refused(error.to_string());
        Ok(ToolWork::new(move |context| {
            let wanted = match &self.men {
                WantedTables::All => None,
                WantedTables::One(material) => Some(material),
            };
            let making = TableMaking::plan(wanted, folder.path()).map_err(refused)?;
            context.begin("tb make", making.slices());
            let mut tell = |done| context.done(done);
            let made = making.carry_out(context.files, context.stop, &mut tell).map_err(refused)?;
            Ok(ToolDone { tables_changed: true, ..made.into() })
        }))
    }
}
