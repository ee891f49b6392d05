//! `relabel`: positions are searched anew, kept in a journal piece by piece until all are done.

mod search;
pub mod view;

use std::path::PathBuf;
use std::time::Instant;

pub use search::{PIECE, RelabelPlan, RelabeledPiece, piece_count, relabel};
use view::RelabelAnswer;

use crate::control::Limits;
use crate::engine::limit_words::LimitSet;
use crate::engine::self_player::player_options;
use crate::store::MadeOf;
use crate::store::journal::WorkJournal;
use crate::store::positions::PositionFile;
use crate::store::written::never;
use crate::tools::batch::break_if;
use crate::tools::data::{DatasetOptions, MOST_CENTIPAWNS, dataset_for, write_dataset};
use crate::tools::tool::arguments::{Jobs, Seed, WordFault, limits_of, number, path, texts};
use crate::tools::tool::files::{beside, name_of};
use crate::tools::tool::{
    Tool, ToolContext, ToolDesk, ToolError, ToolResult, ToolText, ToolWork, tool_text,
};

/// Nodes after which no iteration begins, if nothing is said of how positions are searched anew.
const USUAL_SOFT: u64 = 200;

#[derive(clap::Args, Clone, Debug)]
pub struct Relabel {
    /// Positions, as `data` writes them
    #[arg(value_name = "FILE.qpd", value_parser = path)]
    from: PathBuf,
    /// The file to be made
    #[arg(long, value_name = "FILE.qpd", value_parser = path)]
    to: PathBuf,
    /// What ends each search: 20k (nodes), d8, soft 2000 (nodes after which no iteration begins)
    #[arg(value_name = "LIMITS")]
    words: Vec<String>,
    /// Take so many of the positions that each search evaluates, instead of the position itself
    #[arg(long, value_name = "N", default_value = "0", value_parser = number::<usize>(0..=1_000))]
    tree: usize,
    /// Take the static evaluation as the score, not a search's, and keep unquiet positions: a network learns what another one says
    #[arg(long = "static")]
    is_static: bool,
    /// Centipawns from which on a position is decided, and left out
    #[arg(long, value_name = "CP", default_value = "2000", value_parser = number::<i32>(1..=MOST_CENTIPAWNS))]
    most: i32,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    jobs: Jobs,
}

impl Tool for Relabel {
    const TEXT: ToolText = tool_text!("relabel", "FILE.qpd --to FILE.qpd [LIMITS] [OPTIONS] [--force]":
        "search positions to learn from anew, or those that searches of them evaluate",
        details: "With what is set now; `soft 200` if no limit is named. A position keeps the result of its game. --tree takes \
                  positions that its search evaluates, each as likely as any other, and searches those: what games do not show. \
                  No game was played there, so the score is all that is learned from. Of those only quiet ones are kept. \
                  After a Ctrl-C or a crash the same command goes on from FILE.qpd.journal.",
        examples: &[("relabel gen1.qpd --to gen1new.qpd soft 500 --jobs 2", "with the present evaluation"),
            ("relabel gen1.qpd --to trees.qpd --tree 3 --jobs 2", "what searches look at; join both by `data`"),
            ("relabel gen1.qpd --to all.qpd nodes 40 --tree 12 --static", "to learn what the evaluation says")]);

    fn check(&self) -> Result<(), WordFault> {
        self.limits().map(drop)
    }

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        // A run of this work that was killed may have written it already; `run` looks.
        if !beside(&self.to, JOURNAL).exists() {
            desk.files.claim(&self.to, never)?;
        }
        let plan = self.plan(desk)?;
        let made_of = plan.made_of(MadeOf::work("relabel"));
        Ok(ToolWork::resuming(made_of, move |context, made_of| self.run(&plan, made_of, context)))
    }
}

/// What the name of the journal adds to that of the file.
const JOURNAL: &str = ".journal";

impl Relabel {
    fn limits(&self) -> Result<Limits, WordFault> {
        limits_of(&texts(&self.words), &LimitSet::REPEATABLE).map(|given| given.limits)
    }

    /// Returns what will be searched, with what is set now.
    fn plan(&self, desk: &ToolDesk<'_>) -> ToolResult<RelabelPlan> {
        let mut limits = self.limits()?;
        if limits.nodes.or(limits.soft_nodes).is_none() && limits.depth.is_none() {
            limits.soft_nodes = Some(USUAL_SOFT);
        }
        let (Seed { seed }, Jobs { jobs }) = (self.seed, self.jobs);
        let options = player_options(desk.options)?;
        let &Relabel { tree, is_static, most, .. } = self;
        Ok(RelabelPlan { options, limits, tree, is_static, most, seed, jobs })
    }

    /// Goes on where the journal beside the file to be made ends, if there is one.
    fn run(&self, plan: &RelabelPlan, made_of: MadeOf, context: &ToolContext<'_>) -> ToolResult {
        let begun = Instant::now();
        let (from, to) = (&self.from, &self.to);
        let unread = |error| ToolError::content(from, error);
        let mut file = PositionFile::open(from).map_err(unread)?;
        file.check(context.stop).map_err(unread)?;
        let (positions, sum) = (file.header().count(), file.header().checksum());
        let made_of = made_of.and("positions", format_args!("{positions}, {sum:016x}"));
        let journal_path = beside(to, JOURNAL);
        let goes_on = WorkJournal::last_line(&journal_path, &made_of).is_some();
        let is_written = |head: &[u8]| String::from_utf8_lossy(head).contains(&made_of.to_string());
        context.files.claim(to, |head| goes_on && is_written(head))?;
        let (mut journal, lines) = WorkJournal::open(context.files, &journal_path, &made_of)?;
        let options = DatasetOptions { skip: 0, most: plan.most, lambda: 0, seed: plan.seed };
        let mut dataset = dataset_for(to, positions, options)?;
        let pieces = piece_count(&file);
        let learned = file.header().learned();
        // What comes of a position that is held out is held out, and so are its neighbours in a piece.
        let is_held_out = |piece: u32| (u64::from(piece) + 1) * PIECE as u64 > learned;
        let unwritten = |error| ToolError::content(to, error);
        let mut done = 0;
        for line in lines {
            // What cannot be read any more, and all behind it, is searched again.
            let Some(piece) = RelabeledPiece::from_line(&line) else { break };
            dataset.piece(&piece, is_held_out(done)).map_err(unwritten)?;
            done += 1;
        }
        context.begin("relabel", pieces as usize);
        context.done(done as usize);
        let mut failed: Option<ToolError> = None;
        let searched = relabel(plan, file, done, context.stop, &mut |piece| {
            let kept = journal.add(&piece.to_line()).map_err(ToolError::from);
            let taken = dataset.piece(&piece, is_held_out(done)).map_err(unwritten);
            done += 1;
            context.done(done as usize);
            failed = kept.and(taken).err();
            break_if(failed.is_some())
        });
        searched.map_err(|error| ToolError::content(from, error))?;
        failed.map_or(Ok(()), Err)?;
        let mut answer = RelabelAnswer {
            path: to.clone(),
            statistics: dataset.statistics,
            searched: (u64::from(done) * PIECE as u64).min(positions),
            positions,
            elapsed: begun.elapsed(),
            kept: Some(journal_path),
        };
        if done == pieces {
            let sources = vec![name_of(from)];
            answer.statistics =
                write_dataset(context.files, to, dataset, (sources, made_of.to_string()))?;
            journal.remove()?;
            answer.kept = None;
        }
        Ok(answer.into())
    }
}
