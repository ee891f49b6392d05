//! Where problems come from: games of a file, games that are played, endgames that are placed.

use std::io::BufReader;
use std::path::Path;

use super::mining::Source;
use super::options::MinePlan;
use crate::chess::pgn::{PgnFault, PgnGame, PgnReader};
use crate::store::StoreError;
use crate::store::records::Records;
use crate::workshop::suite::LeftOut;
use crate::workshop::tool::files::open;
use crate::workshop::tool::{ToolContext, ToolError, ToolResult};

/// Returns the games to look through; those that cannot be read are counted.
pub(super) fn source(
    request: &MinePlan,
    context: &ToolContext<'_>,
    left_out: &mut LeftOut,
) -> ToolResult<Source> {
    let source = match &request.games {
        None if request.options.kind.is_placed() => Source::Placed(request.count),
        None => Source::SelfPlay(request.count),
        Some(path) if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("qpr")) => {
            records(path, context, left_out)?
        }
        Some(path) => games(path, left_out)?,
    };
    match &request.games {
        Some(path) if source.is_empty() => {
            let why = left_out.bad_records().map(|bad| format!(": {bad}")).unwrap_or_default();
            Err(ToolError::content(path, format!("there is no game in it{why}")))
        }
        _ => Ok(source),
    }
}

fn games(path: &Path, left_out: &mut LeftOut) -> ToolResult<Source> {
    let mut games = Vec::new();
    for game in PgnReader::new(BufReader::new(open(path)?)) {
        match game {
            Ok(pgn) => games.push((name(&pgn, games.len() + 1), pgn.game().clone())),
            Err(error) if matches!(error.fault, PgnFault::Io(_)) => {
                return Err(ToolError::content(path, error));
            }
            Err(error) => left_out.bad.push(error.to_string()),
        }
    }
    Ok(Source::Games(games))
}

/// Records of self-play, as far as the file is whole: one that is being written ends anywhere.
fn records(path: &Path, context: &ToolContext<'_>, left_out: &mut LeftOut) -> ToolResult<Source> {
    let mut records = Vec::new();
    for record in Records::open(path).map_err(|error| ToolError::content(path, error))? {
        if context.stop.is_raised() {
            return Err(StoreError::Stopped.into());
        }
        match record {
            Ok(record) => records.push(record),
            Err(error) => left_out.bad.push(error.to_string()),
        }
    }
    Ok(Source::Records(records))
}

fn name(pgn: &PgnGame, number: usize) -> String {
    let player = |tag| pgn.tag(tag).filter(|name| !name.is_empty() && *name != "?");
    match (player("White"), player("Black")) {
        (Some(white), Some(black)) => format!("{white} - {black}, game {number}"),
        _ => format!("game {number}"),
    }
}
