//! `lab`: a suite under every profile, and every profile without each of its rules, side by side.

mod plot;
mod run;
mod table;
mod tally;
pub mod view;

use std::path::PathBuf;
use std::time::Instant;

pub(crate) use run::observe;
pub use run::{LabPlan, LabSetup, Trial, TrialPlace, profile_names, run};
use table::TrialTable;
pub use tally::{RungTally, SetupTally};
use view::LabAnswer;

use crate::engine::Options;
use crate::engine::limit_words::LimitSet;
use crate::store::MadeOf;
use crate::store::written::CommentForm;
use crate::tools::suite::{self, SuiteFile, Without};
use crate::tools::tool::arguments::{Jobs, WordFault, limits_of, path, texts};
use crate::tools::tool::files::name_of;
use crate::tools::tool::{
    Tool, ToolContext, ToolDesk, ToolDone, ToolError, ToolResult, ToolText, ToolWork, tool_text,
};

/// Nodes for each trial if nothing is said.
const NODES: u64 = 100_000;

#[derive(clap::Args, Clone, Debug)]
pub struct Lab {
    /// EPD records with bm, am or dm
    #[arg(value_name = "FILE", value_parser = path)]
    path: PathBuf,
    /// Nodes for each trial: 100k if nothing is said
    #[arg(value_name = "NODES")]
    words: Vec<String>,
    /// Profiles, with commas between them, or all
    #[arg(long, value_name = "A,B", default_value = "all", value_parser = profiles)]
    profiles: ProfileNames,
    /// Try each profile again without each rule that it has, and without any
    #[arg(long)]
    ablate: bool,
    /// Try each profile again without each rule at each kind of node (pv, cut, all)
    #[arg(long)]
    ablate_kinds: bool,
    #[command(flatten)]
    jobs: Jobs,
    /// The table with a row for each trial, if not FILE.lab.csv
    #[arg(long, value_name = "FILE.csv", value_parser = path)]
    to: Option<PathBuf>,
    /// Draw how many were solved within how many nodes
    #[arg(long, value_name = "FILE.svg", value_parser = path)]
    plot: Option<PathBuf>,
    // It goes on by itself: the word is for those who are used to it.
    #[arg(long = "from", hide = true)]
    _from: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProfileNames(pub Vec<&'static str>);

/// Reads names of profiles between commas, or all of them.
pub(crate) fn profiles(text: &str) -> Result<ProfileNames, String> {
    let known = profile_names();
    if text == "all" {
        return Ok(ProfileNames(known));
    }
    let mut named = Vec::new();
    for name in text.split(',') {
        let Some(&profile) = known.iter().find(|known| **known == name) else {
            let known = known.join(", ");
            return Err(format!("there is no profile \"{name}\"; there are {known}, and all"));
        };
        if named.contains(&profile) {
            return Err(format!("{profile} is given twice"));
        }
        named.push(profile);
    }
    Ok(ProfileNames(named))
}

/// Reads a number of nodes: `5k`, `nodes 5k`, `5000`; the usual one if there is no word.
pub(crate) fn node_count(words: &[String]) -> Result<u64, WordFault> {
    let given = limits_of(&texts(words), &LimitSet::BARE_NODES)?;
    Ok(given.limits.nodes.unwrap_or(NODES))
}

impl Tool for Lab {
    const TEXT: ToolText = tool_text!("lab", "FILE [NODES] [--profiles A,B|all] [--ablate] [--ablate-kinds] [--to FILE.csv] [--plot FILE.svg] [OPTIONS] [--force]":
        "try a suite under every profile: solved, nodes to solution, branching, what each rule cost",
        details: "Each position under each profile is a trial of its own, from nothing. Each is kept in FILE.csv.journal as it is \
                  done: after Ctrl-C, or worse, the same command goes on there, and others with more profiles, too. Nodes to solution are those from which on the \
                  answer was right and stayed so; the branching factor is the root of the nodes, as deep as the search went. Where \
                  the suite has several rungs (mates by length, or the text of c1), a table has each: solved, and what is \
                  gained or lost beside the first profile, or beside the profile with all its rules.",
        examples: &[("lab positions/tactics.epd 50k --plot lab.svg", "all profiles, with a plot"),
            ("lab wac.epd --profiles quarterply,slow --ablate --jobs 2", "what each rule is worth in two of them")]);

    fn check(&self) -> Result<(), WordFault> {
        node_count(&self.words).map(drop)
    }

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        let nodes = node_count(&self.words)?;
        let mut alone = desk.options.without_lookup();
        alone.set("Threads", "1")?;
        // Everything that a trial follows from but its setup and its record, which are in its row.
        let made_of = alone.made_of("", MadeOf::work("lab")).and("nodes", nodes);
        let options = desk.options.clone();
        Ok(ToolWork::resuming(made_of, move |context, made_of| {
            self.run((nodes, made_of), &options, context)
        }))
    }
}

impl Lab {
    fn run(
        self,
        (nodes, made_of): (u64, MadeOf),
        options: &Options,
        context: &ToolContext<'_>,
    ) -> ToolResult {
        let begun = Instant::now();
        let mut without = Vec::new();
        if self.ablate {
            without.extend(Without::rules());
        }
        if self.ablate_kinds {
            without.extend(Without::weights());
        }
        let setups = LabSetup::all(&self.profiles.0, &without);
        let path = self.to.unwrap_or_else(|| self.path.with_extension("lab.csv"));
        let SuiteFile { items, left_out } = suite::read(&self.path)?;
        if let Some(plot) = &self.plot {
            let of_plot = made_of.clone().and("setups", format_args!("{setups:?}"));
            context.files.claim_for(plot, CommentForm::XML, &of_plot)?;
        }
        let mut table = TrialTable::open((context.files, &path), made_of, &items, &setups)?;
        let resumed = table.trials.len();
        let left = table.left();
        context.begin(name_of(&self.path), left.len());
        let plan =
            LabPlan { items: &items, setups: &setups, left: &left, nodes, jobs: self.jobs.jobs };
        let mut unwritten = None;
        let mut done = 0;
        let stopped = run(&plan, options, context.stop, &mut |place, trial| {
            done += 1;
            if let Err(error) = table.add(place, trial) {
                unwritten = Some(error);
                context.stop.raise();
            }
            context.done(done);
        })?;
        if let Some(error) = unwritten {
            return Err(error.into());
        }
        let setups = table.results();
        table.write()?;
        let answer = LabAnswer {
            path: self.path,
            positions: items.len(),
            nodes,
            setups,
            table: path.clone(),
            resumed,
            plot: self.plot,
            stopped,
            elapsed: begun.elapsed(),
            left_out,
        };
        if let Some(path) = &answer.plot {
            let picture = plot::svg(&answer).map_err(|why| ToolError::content(path, why))?;
            context.files.write(path, picture.as_bytes())?;
        }
        let bad = answer.left_out.bad_records();
        ToolDone::measured(answer, None, bad)
    }
}
