//! `extend test`: what a rule gains on a file of positions and costs on quiet ones, each searched with it and without it.
//!
//! Both searches of a position have one thread, an empty table and the same nodes, so the answer is the same on every machine.

use std::path::PathBuf;

use crate::commands::files::name_of;
use crate::commands::prelude::*;
use crate::commands::tools::suite::paired::{PairedCounts, Verdict};
use crate::commands::tools::suite::{self, Attempt, LeftOut, SuiteFile, SuiteItem};
use crate::control::quantity::MOST_NODES;
use crate::control::{Limits, StopFlag};
use crate::engine::options::did_you_mean;
use crate::engine::{Engine, Options};
use crate::ink::json::{Count, Fen, FilePath};
use crate::ink::number::{counted, percent, short};
use crate::search::{Event, Rule};
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
    pub fn begin(self, session: &mut Session) -> Result<Effect, CommandError> {
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
        let mut trial = Trial {
            engines: options.map(|options| Engine::with(options.clone())),
            rule,
            stop: &context.stop,
            tell: &mut || {
                done += 1;
                context.done(done);
            },
        };
        let pairs = trial.pairs(&items, self.nodes);
        let quiet = trial.pairs(&quiet, self.nodes);
        let examples = trial.examples(&items, &pairs, self.nodes);
        let solved = |pairs: &[[Tried; 2]]| {
            let solved =
                pairs.iter().map(|pair| pair.each_ref().map(|tried| tried.found.is_some()));
            PairedCounts::of(&solved.collect::<Vec<_>>())
        };
        let sum = |of: fn(&Tried) -> u64, pairs: &[[Tried; 2]]| {
            Count(pairs.iter().map(|[_, with]| of(with)).sum())
        };
        let bad = left_out.bad_records();
        let answer = RuleTrialAnswer {
            rule: rule.name(),
            path: FilePath(self.path),
            limit: Count(self.nodes),
            fired: sum(|tried| tried.fired, &pairs),
            file: solved(&pairs),
            quiet: solved(&quiet),
            quiet_nodes: [sum(|tried| tried.below, &quiet), sum(|tried| tried.nodes, &quiet)],
            examples,
            stopped: context.stop.is_raised(),
            left_out,
        };
        Finding::measured(answer, None, bad)
    }
}

/// What one search of a position showed.
struct Tried {
    /// The nodes from which on it had the solution, if it had it at its end.
    found: Option<u64>,
    /// How often the rule extended a move, and the nodes below these moves.
    fired: u64,
    below: u64,
    nodes: u64,
}

/// The searches of a test, without the rule and with it, until they are stopped.
struct Trial<'a> {
    engines: [Engine; 2],
    rule: Rule,
    stop: &'a StopFlag,
    /// Called after each position.
    tell: &'a mut dyn FnMut(),
}

impl Trial<'_> {
    /// Searches a position with one of the engines; `None` if it was stopped, since an aborted search does not count.
    fn search(&mut self, engine: usize, item: &SuiteItem, nodes: u64) -> Option<Tried> {
        let mut found = None;
        let mut hear = |event: Event| {
            let Event::Iteration(iteration) = event else { return };
            let best = iteration.lines.first().and_then(|line| line.pv.first()).copied();
            let is_met = item.goal.is_met(&Attempt::searched(best, Some(&iteration)));
            found = found.or(Some(iteration.progress.nodes)).filter(|_| is_met);
        };
        let engine = &mut self.engines[engine];
        let limits = Limits::nodes(nodes);
        let (row, ledger) = suite::search_watched(engine, item, &limits, self.stop, &mut hear);
        let used = ledger.rules.iter().find(|used| used.rule == self.rule);
        let (fired, below) = used.map_or((0, 0), |used| (used.fired, used.nodes));
        let found = row.solved.then(|| found.unwrap_or(row.nodes));
        (!self.stop.is_raised()).then_some(Tried { found, fired, below, nodes: ledger.nodes })
    }

    fn pairs(&mut self, items: &[SuiteItem], nodes: u64) -> Vec<[Tried; 2]> {
        let pair = |item| {
            let pair = [self.search(0, item, nodes)?, self.search(1, item, nodes)?];
            (self.tell)();
            Some(pair)
        };
        items.iter().map_while(pair).collect()
    }

    /// Searches the first positions that only the rule solved for longer without it.
    fn examples(
        &mut self,
        items: &[SuiteItem],
        pairs: &[[Tried; 2]],
        nodes: u64,
    ) -> Vec<FoundByRule> {
        let gained = items.iter().zip(pairs).filter_map(|(item, [without, with])| {
            Some((item, with.found.filter(|_| without.found.is_none())?))
        });
        let example = |(item, with): (&SuiteItem, u64)| {
            let without = self.search(0, item, nodes.saturating_mul(LONGER))?.found;
            let (position, fen) = (item.name(), Fen(item.position));
            Some(FoundByRule { position, fen, with: Count(with), without: without.map(Count) })
        };
        gained.take(EXAMPLES).map_while(example).collect()
    }
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

    fn trial(
        rule: Rule,
        options: [&Options; 2],
        items: &[SuiteItem],
        nodes: u64,
    ) -> (Vec<[Tried; 2]>, Vec<FoundByRule>, usize) {
        let (stop, mut done) = (StopFlag::new(), 0);
        let engines = options.map(|options| Engine::with(options.clone()));
        let mut trial = Trial { engines, rule, stop: &stop, tell: &mut || done += 1 };
        let pairs = trial.pairs(items, nodes);
        let examples = trial.examples(items, &pairs, nodes);
        (pairs, examples, done)
    }

    /// With the nodes that are named, each search has the solution; the one without the rule has it not with fewer.
    #[test]
    fn what_the_rule_finds_has_nodes_with_and_without() {
        let items = &items(include_str!("../../../../positions/combinations.epd"))[..100];
        let (with, mut without, stop) = (options("none"), options("none"), StopFlag::new());
        without.switch_off(Rule::Check);
        let (pairs, examples, done) = trial(Rule::Check, [&without, &with], items, 1_000);
        assert!(pairs.iter().all(|[off, on]| off.fired == 0 && on.below <= on.nodes));
        assert!(pairs.iter().any(|[_, on]| on.fired > 0 && on.below > 0));
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
            let (pairs, ..) = trial(rule, [&off, &set], items, 2_000);
            let count = |at: usize| pairs.iter().filter(|pair| pair[at].found.is_some()).count();
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
        let engines = [&with, &with].map(|options| Engine::with(options.clone()));
        let mut trial = Trial { engines, rule: typed(&with), stop: &stop, tell: &mut || {} };
        assert!(trial.pairs(&items(text), 1_000).is_empty());
    }
}
