//! `compare`: the position on the board under every profile.

mod trial;
mod view;

#[cfg(test)]
mod tests;

use trial::{observe, options_under};
use view::{CompareAnswer, Opinion};

use crate::chess::Position;
use crate::control::StopFlag;
use crate::engine::limit_words::LimitSet;
use crate::engine::{Engine, OptionError, Options};
use crate::search::Iteration;
use crate::tools::tool::arguments::{ProfileNames, WordFault, limits_of, profiles, texts};
use crate::tools::tool::{Tool, ToolDesk, ToolResult, ToolText, ToolWork, tool_text};

/// Nodes for each profile if nothing is said.
const NODES: u64 = 100_000;

#[derive(clap::Args, Clone, Debug)]
pub struct Compare {
    /// Nodes for each profile: 100k if nothing is said
    #[arg(value_name = "NODES")]
    words: Vec<String>,
    /// Profiles, with commas between them, or all
    #[arg(long, value_name = "A,B", default_value = "all", value_parser = profiles)]
    profiles: ProfileNames,
}

/// Reads a number of nodes: `5k`, `nodes 5k`, `5000`; the usual one if there is no word.
fn node_count(words: &[String]) -> Result<u64, WordFault> {
    let given = limits_of(&texts(words), &LimitSet::BARE_NODES)?;
    Ok(given.limits.nodes.unwrap_or(NODES))
}

impl Tool for Compare {
    const TEXT: ToolText = tool_text!("compare", "[NODES] [--profiles A,B|all]":
        "search the position under every profile, and show side by side what each saw and at what cost",
        details: "Each has one thread and an empty table, so what it says is the same every time. `set profile NAME` goes on with \
                  one of them.",
        examples: &[("compare", "all profiles"),
            ("compare 1M --profiles quarterply,slow", "two of them, longer")]);

    fn check(&self) -> Result<(), WordFault> {
        node_count(&self.words).map(drop)
    }

    fn needs_position(&self) -> bool {
        true
    }

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        let nodes = node_count(&self.words)?;
        let (options, position) = (desk.options.clone(), *desk.position);
        let chess960 = options.chess960 || position.is_chess960();
        Ok(ToolWork::new(move |context| {
            let ProfileNames(profiles) = &self.profiles;
            context.begin("compare", profiles.len());
            let mut tell = |done| context.done(done);
            let how = (&options, nodes);
            let opinions = compare(&position, profiles, how, context.stop, &mut tell)?;
            Ok(CompareAnswer { position, nodes, opinions, chess960 }.into())
        }))
    }
}

/// What each profile says of a position. `tell` hears of each as it is done; those after a stop are left out.
fn compare(
    position: &Position,
    profiles: &[&'static str],
    (options, nodes): (&Options, u64),
    stop: &StopFlag,
    tell: &mut dyn FnMut(usize),
) -> Result<Vec<Opinion>, OptionError> {
    let mut opinions = Vec::new();
    for &profile in profiles {
        let mut engine = Engine::with(options_under(profile, options)?);
        let observed = observe(&mut engine, position, nodes, stop);
        let Some((trial, finished)) = observed.filter(|_| !stop.is_raised()) else { break };
        let Iteration { seldepth, lines, .. } = finished.iteration;
        opinions.push(Opinion { profile, trial, seldepth, line: lines.into_iter().next() });
        tell(opinions.len());
    }
    Ok(opinions)
}
