//! `extend test`: what a rule gains on a file of positions and costs on quiet ones, each searched with it and without it.
//!
//! Both searches of a position have one thread, an empty table and the same nodes, so the answer is the same on every machine.

use std::path::PathBuf;

use crate::commands::files::name_of;
use crate::commands::prelude::*;
use crate::commands::tools::suite::paired::{PairedCounts, Verdict};
use crate::commands::tools::suite::{self, LeftOut, SuiteFile, SuiteItem, SuiteRow};
use crate::control::quantity::MOST_NODES;
use crate::control::{Limits, StopFlag};
use crate::engine::options::did_you_mean;
use crate::engine::{Engine, Options};
use crate::ink::json::{Count, Fen, FilePath};
use crate::ink::number::{counted, percent, short};
use crate::search::Rule;
use crate::shell::session::job::TaskContext;
use crate::shell::session::news::Finding;

/// Default nodes for each search.
const NODES: u64 = 20_000;

/// Positions in which a quiet move is clearly best.
const QUIET: &str = include_str!("../../../../positions/quiet.epd");

/// Maximum number of examples.
const EXAMPLES: usize = 3;

/// How many times the nodes a search without the rule gets in an example, to find the move as well.
const LONGER: u64 = 16;

#[derive(Debug)]
pub struct RuleTrial {
    pub rule: String,
    path: PathBuf,
    nodes: u64,
}

impl RuleTrial {
    pub fn read(reader: &mut Reader<'_>) -> Result<RuleTrial, ParseError> {
        let rule = reader.require("the name of a rule")?.text.to_owned();
        let path = reader.path()?;
        let nodes = reader.number_or("the number of nodes", 1, MOST_NODES, NODES)?;
        Ok(RuleTrial { rule, path, nodes })
    }

    /// Starts the searches.
    ///
    /// # Errors
    /// If there is no such rule, or it is off.
    pub fn begin(self, session: &mut Session) -> Acted {
        let mut with = session.engine.options().without_lookup();
        with.set("Threads", "1")?;
        let typed = with.params.typed;
        let known = Rule::ALL.into_iter().chain(typed.iter().map(|typed| typed.rule));
        let known: Vec<Rule> = known.collect();
        let Some(&rule) = known.iter().find(|rule| rule.name() == self.rule) else {
            let near = did_you_mean(&self.rule, known.iter().map(|rule| rule.name()));
            let why = format!("no rule is called \"{}\"; `extensions` lists them{near}", self.rule);
            return Err(CommandError::refused(why));
        };
        let mut without = with.clone();
        without.switch_off(rule);
        if without.params == with.params {
            let why = format!("{} is off, so there is nothing to test", self.rule);
            return Err(CommandError::refused(why));
        }
        session.start_task(move |context| self.run(rule, [&without, &with], context))
    }

    fn run(
        self,
        rule: Rule,
        options: [&Options; 2],
        context: &TaskContext,
    ) -> Result<Finding, CommandError> {
        let SuiteFile { items, left_out } = suite::read(&self.path)?;
        let quiet = suite::read_file(QUIET.as_bytes());
        let quiet = quiet.map_err(|error| CommandError::content(&self.path, error))?.items;
        context.begin(
            format!("{} on {}", rule.name(), name_of(&self.path)),
            items.len() + quiet.len(),
        );
        let mut done = 0;
        let mut tell = || {
            done += 1;
            context.done(done);
        };
        let mut engines = options.map(|options| Engine::with(options.clone()));
        let mut search = |items: &[SuiteItem]| {
            let pairs = pairs(&mut engines, items, self.nodes, &context.stop, &mut tell);
            let solved = pairs.iter().map(|pair| pair.each_ref().map(|row| row.solved));
            let solved = PairedCounts::of(&solved.collect::<Vec<_>>());
            let used = pairs.iter().map(|[_, with]| uses(rule, with));
            (solved, used.fold([0; 3], |sum, used| [0, 1, 2].map(|at| sum[at] + used[at])), pairs)
        };
        let ((file, [fired, ..], pairs), (quiet, [_, below, nodes], _)) =
            (search(&items), search(&quiet));
        let examples = examples(&mut engines[0], (&items, &pairs), self.nodes, &context.stop);
        let bad = left_out.bad_records();
        let answer = RuleTrialAnswer {
            rule: rule.name(),
            path: FilePath(self.path),
            limit: Count(self.nodes),
            fired: Count(fired),
            file,
            quiet,
            quiet_nodes: [Count(below), Count(nodes)],
            examples,
            stopped: context.stop.is_raised(),
            left_out,
        };
        Finding::measured(answer, None, bad)
    }
}

/// How often a rule extended a move in a search, the nodes below these moves, and all nodes.
fn uses(rule: Rule, row: &SuiteRow) -> [u64; 3] {
    let used = row.ledger.rules.iter().find(|used| used.rule == rule);
    let [fired, below] = used.map_or([0; 2], |used| [used.fired, used.nodes]);
    [fired, below, row.ledger.nodes]
}

/// Searches each position without the rule and with it. An aborted search does not count.
fn pairs(
    engines: &mut [Engine; 2],
    items: &[SuiteItem],
    nodes: u64,
    stop: &StopFlag,
    tell: &mut dyn FnMut(),
) -> Vec<[SuiteRow; 2]> {
    let limits = Limits::nodes(nodes);
    let pair = |item| {
        let pair = engines.each_mut().map(|engine| suite::search(engine, item, &limits, stop));
        let is_whole = !stop.is_raised();
        is_whole.then(&mut *tell);
        is_whole.then_some(pair)
    };
    items.iter().map_while(pair).collect()
}

/// Searches the first positions that only the rule solved for longer without it.
fn examples(
    without: &mut Engine,
    (items, pairs): (&[SuiteItem], &[[SuiteRow; 2]]),
    nodes: u64,
    stop: &StopFlag,
) -> Vec<FoundByRule> {
    let limits = Limits::nodes(nodes.saturating_mul(LONGER));
    let gained = items.iter().zip(pairs).filter_map(|(item, [without, with])| {
        Some((item, with.solved_from.filter(|_| !without.solved)?))
    });
    let example = |(item, with): (&SuiteItem, u64)| {
        let without = suite::search(without, item, &limits, stop).solved_from.map(Count);
        let (position, fen) = (item.name(), Fen(item.position));
        (!stop.is_raised()).then_some(FoundByRule { position, fen, with: Count(with), without })
    };
    gained.take(EXAMPLES).map_while(example).collect()
}

/// What a rule gains on a file, and costs on quiet positions
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RuleTrialAnswer {
    pub rule: &'static str,
    pub path: FilePath,
    /// Nodes for each search.
    pub limit: Count,
    /// How often the rule extended a move in positions of the file.
    pub fired: Count,
    /// Solved without the rule and with it, of the file.
    pub file: PairedCounts,
    /// Solved without the rule and with it, of 103 positions in which a quiet move is best.
    pub quiet: PairedCounts,
    /// Of the nodes of quiet positions, those below moves that the rule extended, and all.
    pub quiet_nodes: [Count; 2],
    /// The first positions of the file that only the rule solves, three at most.
    pub examples: Vec<FoundByRule>,
    pub stopped: bool,
    #[serde(flatten)]
    pub left_out: LeftOut,
}

/// A position that is solved with the rule alone
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "found-by-rule"))]
pub struct FoundByRule {
    pub position: String,
    pub fen: Fen,
    /// Nodes from which on the search with the rule has the solution.
    pub with: Count,
    /// The same without it; null if sixteen times the limit are too few.
    pub without: Option<Count>,
}

impl Answer for RuleTrialAnswer {
    const TYPE: &str = "rule-trial";

    fn page(&self, settings: &Settings) -> Page {
        let path = self.path.0.display().to_string();
        let mut title =
            Line::named("test ", self.rule).with(Role::Dim, " on ").with(Role::Plain, path);
        title.push(Role::Dim, format!(", {} nodes each", short(self.limit.0)));
        if self.stopped {
            title.push(Role::Caution, "  stopped before the end");
        }
        let mut page = Page::of_wrapped(title, settings, 2);
        let columns = if settings.narrower_than(56) { 4 } else { 7 };
        let heads = "solved|without>|with>|paired>|gained>|lost>|of>";
        let mut table = TextTable::headed(heads).at_most(columns);
        let rows = [("file", &self.file), ("quiet moves", &self.quiet)];
        for (name, counts) in rows {
            let number = |number: usize| Line::plain(number.to_string());
            let [without, with] = counts.solved.map(number);
            let [gained, lost, of] = [counts.gained, counts.lost, counts.positions].map(number);
            let paired = counts.difference_line();
            table.row(vec![Line::plain(name), without, with, paired, gained, lost, of]);
        }
        page.append(table.page(settings.width));
        page.space();
        if self.fired.0 == 0 {
            page.push(Line::of(Role::Caution, " the rule never fired in the file"));
        }
        let few = self.file.verdict == Verdict::TooFewPositions;
        let needed = counted(self.file.needed() as usize, "position");
        let share = percent(self.quiet_nodes[0].0, self.quiet_nodes[1].0);
        for ((name, counts), more) in rows.into_iter().zip([
            few.then(|| format!("; about {needed} would show a difference of 1 %")),
            Some(format!("; {share} of the nodes are below moves it extended")),
        ]) {
            let (role, verdict) = match counts.verdict {
                Verdict::More => (Role::Good, "it solves more"),
                Verdict::Fewer => (Role::Bad, "it solves fewer"),
                Verdict::Same => (Role::Plain, "no difference of 1 % or more"),
                Verdict::TooFewPositions => (Role::Plain, "too few positions to tell"),
            };
            let line = Line::plain(format!(" {name}: ")).with(role, verdict);
            page.wrapped(line.with(Role::Dim, more.unwrap_or_default()), settings, 2);
        }
        if !self.examples.is_empty() {
            page.space();
            let mut table = TextTable::headed("nodes with>|without>|found with it");
            let longer = short(self.limit.0.saturating_mul(LONGER));
            for FoundByRule { position, with, without, .. } in &self.examples {
                let without =
                    without.map_or_else(|| format!(">{longer}"), |nodes| settings.count(nodes.0));
                let cells = [settings.count(with.0), without, position.clone()];
                table.row(cells.map(Line::plain).to_vec());
            }
            page.append(table.page(settings.width));
        }
        page.append(self.left_out.page(settings));
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> Vec<SuiteItem> {
        suite::read_file(text.as_bytes()).unwrap().items
    }

    fn options(rule: &str) -> Options {
        let mut options = Options::default().without_lookup();
        for (name, value) in [("Hash", "16"), ("Threads", "1"), ("extension.typed", rule)] {
            options.set(name, value).unwrap();
        }
        options
    }

    fn typed(options: &Options) -> Rule {
        options.params.typed.iter().next().unwrap().rule
    }

    fn searched(
        options: [&Options; 2],
        items: &[SuiteItem],
        nodes: u64,
        stop: &StopFlag,
    ) -> (Vec<[SuiteRow; 2]>, Vec<FoundByRule>, usize) {
        let mut done = 0;
        let mut engines = options.map(|options| Engine::with(options.clone()));
        let pairs = pairs(&mut engines, items, nodes, stop, &mut || done += 1);
        let examples = examples(&mut engines[0], (items, &pairs), nodes, stop);
        (pairs, examples, done)
    }

    /// With the nodes that are named, each search has the solution; the one without the rule has it not with fewer.
    #[test]
    fn what_the_rule_finds_has_nodes_with_and_without() {
        let items = &items(include_str!("../../../../positions/combinations.epd"))[..100];
        let (with, mut without, stop) = (options("none"), options("none"), StopFlag::new());
        without.switch_off(Rule::Check);
        let (pairs, examples, done) = searched([&without, &with], items, 1_000, &stop);
        let used = |row: &SuiteRow| uses(Rule::Check, row);
        assert!(pairs.iter().all(|[off, on]| used(off)[0] == 0 && used(on)[1] <= used(on)[2]));
        assert!(pairs.iter().any(|[_, on]| used(on)[0] > 0 && used(on)[1] > 0));
        assert!(done == 100 && !examples.is_empty());
        for FoundByRule { position, with: on, without: off, .. } in examples {
            let item = items.iter().find(|item| item.name() == position).unwrap();
            let solved = |options: &Options, nodes: u64| {
                let (item, limits) = (std::slice::from_ref(item), Limits::nodes(nodes));
                suite::run(item, options, &limits, &stop, &mut |_, _| {}).solved == 1
            };
            assert!(solved(&with, on.0 + 1) && !solved(&without, 1_000), "{position}");
            assert!(off.is_none_or(|off| solved(&without, off.0 + 1)), "{position}");
        }
    }

    /// The paired searches are those of `suite`, of a typed rule and of a built-in one.
    #[test]
    fn pairs_are_two_suites() {
        let text = include_str!("../../../../positions/tactics.epd");
        let items = &items(text)[..12];
        let set = options("r any takes ½");
        for rule in [typed(&set), Rule::Check] {
            let mut off = set.clone();
            off.switch_off(rule);
            let (pairs, ..) = searched([&off, &set], items, 2_000, &StopFlag::new());
            let count = |at: usize| {
                let from = |pair: &&[SuiteRow; 2]| pair[at].solved_from.is_some();
                pairs.iter().filter(from).count()
            };
            let alone = [&off, &set].map(|options| {
                let (limits, stop) = (Limits::nodes(2_000), StopFlag::new());
                suite::run(items, options, &limits, &stop, &mut |_, _| {}).solved
            });
            assert_eq!(([count(0), count(1)], pairs.len()), (alone, 12), "{}", rule.name());
        }
    }

    #[test]
    fn a_stopped_test_counts_no_aborted_search() {
        let (with, stop) = (options("r any takes ½"), StopFlag::new());
        let text = include_str!("../../../../positions/tactics.epd");
        stop.raise();
        assert!(searched([&with, &with], &items(text), 1_000, &stop).0.is_empty());
    }
}
