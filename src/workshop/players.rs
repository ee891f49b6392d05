//! Search options that all tools share: settings, limits, seed and number of parallel games.

use crate::arguments::{Jobs, number};
use anyhow::{Context, ensure};
use clap::Args;
use quarterply::control::Limits;
use quarterply::control::quantity::MOST_NODES;
use quarterply::engine::{Options, player_options};
use quarterply::store::MadeOf;

#[derive(Args, Clone, Debug)]
pub struct Players {
    /// What ends a search: nodes
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=MOST_NODES))]
    nodes: Option<u64>,
    /// What ends a search: nodes after which no iteration begins
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=MOST_NODES))]
    soft: Option<u64>,
    /// What who searches is set to: EvalFile=gen9.qpn Profile=slow null.base=230
    #[arg(long, value_name = "NAME=VALUE", num_args = 1.., value_parser = setting)]
    set: Vec<Setting>,
    #[command(flatten)]
    pub seed: Seed,
    #[command(flatten)]
    pub jobs: Jobs,
}

#[derive(Args, Clone, Copy, Debug)]
pub struct Seed {
    /// Another seed gives another order, other openings, other choices; the same seed the same ones
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
}

impl Players {
    pub fn limits(&self) -> Option<Limits> {
        let &Players { nodes, soft: soft_nodes, .. } = self;
        let limits = Limits { nodes, soft_nodes, ..Limits::default() };
        limits.is_bounded().then_some(limits)
    }

    pub fn options(&self) -> anyhow::Result<Options> {
        with(&player_options(&Options::default())?, &self.set)
    }
}

/// Name and value of an engine option.
pub type Setting = (String, String);

pub fn setting(text: &str) -> Result<Setting, &'static str> {
    let (name, value) = text.split_once('=').ok_or("a setting is as Profile=slow")?;
    Ok((name.to_owned(), value.to_owned()))
}

pub fn with(options: &Options, settings: &[Setting]) -> anyhow::Result<Options> {
    let mut options = options.clone();
    for (name, value) in settings {
        options.set(name, value).with_context(|| format!("{name}={value}"))?;
    }
    // Several threads would not reproduce the same games.
    ensure!(options.threads == 1, "Threads is {}: who plays has one thread", options.threads);
    Ok(options)
}

pub fn limited(made_of: MadeOf, limits: &Limits) -> MadeOf {
    made_of.and_if("nodes", limits.nodes).and_if("soft", limits.soft_nodes)
}
