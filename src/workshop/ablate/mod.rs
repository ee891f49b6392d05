//! `ablate`: how much of a file of positions the search solves as it is set, without each of its extensions, and without any.

use std::path::PathBuf;

use crate::arguments::{number, path};
use clap::Args;
use quarterply::commands::tools::suite;
use quarterply::control::Limits;
use quarterply::control::quantity::MOST_NODES;
use quarterply::engine::{Options, player_options};
use quarterply::search::Rule;

use crate::desk::Desk;
use crate::players::{Setting, setting, with};

#[derive(Args, Debug)]
pub struct Ablate {
    /// EPD records with bm, am or dm
    #[arg(value_name = "FILE", value_parser = path)]
    file: PathBuf,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value = "20000", value_parser = number::<u64>(1..=MOST_NODES))]
    nodes: u64,
    /// What the search is set to: Profile=slow null.base=230
    #[arg(long, value_name = "NAME=VALUE", num_args = 1.., value_parser = setting)]
    set: Vec<Setting>,
}

impl Ablate {
    pub fn run(&self, desk: &Desk) -> anyhow::Result<()> {
        let suite::SuiteFile { items, left_out } = suite::read(&self.file)?;
        let as_set = with(&player_options(&Options::default())?, &self.set)?;
        let (limits, mut whole) = (Limits::nodes(self.nodes), None);
        let each = Rule::ALL.iter().map(|rule| (rule.name(), std::slice::from_ref(rule)));
        let runs = [("nothing", &[][..])].into_iter().chain(each);
        for (name, without) in runs.chain([("any extension", &Rule::EVERY[..])]) {
            let mut options = as_set.clone();
            without.iter().for_each(|&rule| options.switch_off(rule));
            let tell = &mut |index: usize, _: &suite::SuiteRow| {
                desk.done(index as u64 + 1, items.len() as u64, name);
            };
            let totals = suite::run(&items, &options, &limits, &desk.stop, tell);
            if totals.stopped {
                desk.say("stopped")?;
                break;
            }
            let more = totals.solved as i64 - *whole.get_or_insert(totals.solved) as i64;
            let (solved, positions, nodes) = (totals.solved, totals.positions, totals.nodes.0);
            desk.say(format_args!(
                "without {name}: {solved} of {positions} ({more:+}), {nodes} nodes"
            ))?;
        }
        if let Some(bad) = left_out.bad_records() {
            desk.say(bad)?;
        }
        Ok(())
    }
}
