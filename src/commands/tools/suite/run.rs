//! Suites: positions with a best move, a move to avoid or a mate, and how many of them the search solves.
//!
//! Every position starts with cleared tables. With a limit of nodes or depth and one thread the result is the same on every
//! machine.

use std::fmt;
use std::io::{self, BufRead};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::paired::PairedCounts;
use crate::chess::epd::{Epd, EpdError, EpdReader};
use crate::chess::{Game, Move, Position};
use crate::commands::mates::sound::Certificate;
use crate::control::{Limits, StopFlag};
use crate::engine::{Engine, Event, Job, OptionError, Options};
use crate::ink::json::{Count, Milliseconds};
use crate::ink::number::counted;
use crate::proof::Stipulation;
use crate::proof::stipulation::{self, Intended};
use crate::prove::Outcome;
use crate::prove::solvers::Solution;
use crate::search::trace::Ledger;
use crate::search::{Finished, Iteration};
use crate::units::{Bound, Score, ScoreKind};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteItem {
    pub line: usize,
    /// Its number among the solvable records of the file, from 1.
    pub number: usize,
    /// Its name; may be empty.
    pub id: String,
    /// The complete record as EPD.
    pub record: String,
    pub position: Position,
    pub goal: SuiteGoal,
}

/// The conditions of a solution: at least one, all of which must be met.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SuiteGoal {
    pub best: Vec<Move>,
    pub avoid: Vec<Move>,
    /// Longest mate to report, in moves; negative if the side to move is mated. Never zero.
    pub mate: Option<i32>,
    pub problem: Option<Posed>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Posed {
    pub stipulation: Stipulation,
    /// The number of solutions intended by the author, if given.
    pub intended: Option<Intended>,
    pub set_play: bool,
    /// Maximum number of replies that may refute a try; `None` for no tries.
    pub refutations: Option<usize>,
    pub variations: bool,
}

impl Posed {
    /// Builds a problem that asks for solutions only.
    pub fn of(stipulation: Stipulation, intended: Option<Intended>) -> Posed {
        Posed { stipulation, intended, set_play: false, refutations: None, variations: false }
    }
}

impl SuiteItem {
    pub(crate) fn name(&self) -> String {
        if self.id.is_empty() { format!("line {}", self.line) } else { self.id.clone() }
    }
}

impl SuiteGoal {
    pub fn is_met(&self, answer: &Attempt) -> bool {
        if let Attempt::Problem(solution) = answer {
            let first: Vec<Move> = solution.first_moves().collect();
            return solution.complete
                && !first.is_empty()
                && self.best.iter().all(|mv| first.contains(mv))
                && !self.avoid.iter().any(|mv| first.contains(mv));
        }
        let best = answer.best();
        let played = |moves: &[Move]| best.is_some_and(|mv| moves.contains(&mv));
        best.is_some()
            && (self.best.is_empty() || played(&self.best))
            && !played(&self.avoid)
            && self.mate.is_none_or(|wanted| {
                self.mate_in(answer).is_some_and(|found| found <= wanted.unsigned_abs())
            })
    }

    /// Returns the length of the mate, if the goal is a mate and the answer is one for the same side.
    pub fn mate_in(&self, answer: &Attempt) -> Option<u32> {
        let wanted = self.mate?;
        let found = answer.mate()?;
        (found.signum() == wanted.signum()).then_some(found.unsigned_abs())
    }
}

#[derive(Debug, Default)]
pub struct SuiteFile {
    /// The usable positions, in file order.
    pub items: Vec<SuiteItem>,
    /// The other records.
    pub left_out: LeftOut,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// Records that cannot be read or solved, the first hundred: line and reason, as `line 6: bm: …`.
    pub bad: Vec<String>,
    /// How many more there are.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_bad: usize,
    /// Records that have nothing to solve: neither `bm` nor `am` nor `dm`.
    pub skipped: usize,
    /// Parts of used records that were skipped, each with its line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<String>,
}

/// Bad records and notes that are kept; a large file may have millions, of which five are shown.
const KEPT: usize = 100;

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl LeftOut {
    /// Notes a record that cannot be used.
    pub fn refuse(&mut self, why: String) {
        if self.bad.len() < KEPT {
            self.bad.push(why);
        } else {
            self.more_bad += 1;
        }
    }

    /// Notes a part of a used record that was skipped.
    pub fn pass_over(&mut self, what: String) {
        if self.passed_over.len() < KEPT {
            self.passed_over.push(what);
        }
    }

    /// Describes the unusable records and the skipped parts; `None` if all records can be used.
    pub fn bad_records(&self) -> Option<String> {
        (!self.bad.is_empty()).then(|| self.to_string())
    }
}

/// Lists the first reasons, and the number of records of each kind.
impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMED: usize = 5;
        let mut parts = Vec::new();
        if !self.bad.is_empty() {
            let named = self.bad[..self.bad.len().min(NAMED)].join("; ");
            let all = self.bad.len() + self.more_bad;
            parts.push(format!("{} cannot be used: {named}", counted(all, "record")));
            if all > NAMED {
                parts.push(format!("and {} more", all - NAMED));
            }
        }
        if self.skipped > 0 {
            let skipped = counted(self.skipped, "record");
            parts.push(format!("{skipped} without bm, am or dm skipped"));
        }
        if !self.passed_over.is_empty() {
            parts.push(format!("passed over: {}", self.passed_over.join(", ")));
        }
        f.write_str(&parts.join("; "))
    }
}

#[derive(Clone, Debug)]
pub enum Attempt {
    Search {
        best: Option<Move>,
        /// View of the side to move.
        score: Score,
        exact: bool,
        depth: u32,
    },
    Prover(Box<Outcome>),
    Problem(Box<Solution>),
}

impl Attempt {
    pub(crate) fn searched(best: Option<Move>, last: Option<&Iteration>) -> Attempt {
        let line = last.and_then(|iteration| iteration.lines.first());
        Attempt::Search {
            best,
            score: line.map_or(Score::DRAW, |line| line.score),
            exact: line.is_some_and(|line| line.bound == Bound::Exact),
            depth: last.map_or(0, |iteration| iteration.depth),
        }
    }

    /// Returns the move to play; if the side to move is mated, the one that holds out longest.
    pub fn best(&self) -> Option<Move> {
        match self {
            Attempt::Search { best, .. } => *best,
            Attempt::Prover(outcome) => outcome.proof.as_ref()?.line().first().copied(),
            Attempt::Problem(solution) => solution.first_moves().next(),
        }
    }

    /// Returns whether a limit ended the solving of a problem before everything was tested: neither solved nor missed.
    pub fn is_undecided(&self) -> bool {
        matches!(self, Attempt::Problem(solution) if !solution.complete)
    }

    /// Returns the moves to mate, negative if the side to move is mated; `None` without a mate.
    pub fn mate(&self) -> Option<i32> {
        match self {
            Attempt::Search { score, exact, .. } => match score.kind() {
                ScoreKind::Mates(moves) if *exact => Some(moves as i32),
                ScoreKind::Mated(moves) if *exact => Some(-(moves as i32)),
                _ => None,
            },
            Attempt::Prover(outcome) => {
                let proof = outcome.proof.as_ref()?;
                let wins = proof.root().turn() == proof.attacker();
                Some(if wins { i32::from(proof.mate()) } else { -i32::from(proof.mate()) })
            }
            Attempt::Problem(_) => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct SuiteRow {
    pub answer: Attempt,
    pub solved: bool,
    pub nodes: u64,
    pub elapsed: Duration,
    pub certificate: Option<Box<Certificate>>,
    /// The nodes from which on a search had the solution, if it had it at its end.
    pub solved_from: Option<u64>,
    /// What the rules of extension did in a search.
    pub ledger: Ledger,
}

impl SuiteRow {
    pub(crate) fn new(item: &SuiteItem, answer: Attempt, nodes: u64, begun: Instant) -> SuiteRow {
        let solved = item.goal.is_met(&answer);
        let (elapsed, ledger) = (begun.elapsed(), Ledger::default());
        SuiteRow { answer, solved, nodes, elapsed, certificate: None, solved_from: None, ledger }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SuiteTotals {
    pub positions: usize,
    pub solved: usize,
    /// Problems that a limit ended before everything was tested.
    #[serde(skip)]
    pub undecided: usize,
    pub nodes: Count,
    #[serde(rename = "time_ms")]
    pub elapsed: Milliseconds,
    pub stopped: bool,
}

impl SuiteTotals {
    pub fn unsolved(&self) -> Option<String> {
        let unsolved = self.positions - self.solved;
        (unsolved > 0).then(|| format!("{unsolved} of {} positions not solved", self.positions))
    }

    /// Returns the number of unsolved positions, without undecided ones.
    pub fn missed(&self) -> usize {
        self.positions - self.solved - self.undecided
    }

    /// Adds a position, without its time, since several may run in parallel.
    pub(crate) fn add(&mut self, row: &SuiteRow) {
        self.positions += 1;
        self.solved += usize::from(row.solved);
        self.undecided += usize::from(row.answer.is_undecided());
        self.nodes.0 += row.nodes;
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SuiteRun {
    /// The profile, if profiles were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<&'static str>,
    #[serde(flatten)]
    pub totals: SuiteTotals,
    /// Against the first profile, for the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paired: Option<PairedCounts>,
}

/// Maximum length of a mate in a record, in moves.
const LONGEST_MATE: u32 = u16::MAX as u32;

/// Reads a suite from EPD. Records that cannot be used, or have nothing to solve, are skipped and counted.
pub fn read_file(file: impl BufRead) -> io::Result<SuiteFile> {
    let (mut items, left_out) = read_records(file, |line, epd| item_of(line, &epd))?;
    (1..).zip(&mut items).for_each(|(number, item)| item.number = number);
    Ok(SuiteFile { items, left_out })
}

/// Reads EPD records with their line numbers. Unreadable ones, and those that `take` rejects (`Err`) or does not need (`None`),
/// are skipped and counted.
pub(crate) fn read_records<T>(
    mut file: impl BufRead,
    take: impl Fn(usize, Epd) -> Result<Option<T>, String>,
) -> io::Result<(Vec<T>, LeftOut)> {
    if file.fill_buf()?.trim_ascii_start().starts_with(b"[") {
        return Err(io::Error::other("it is PGN; wanted are positions, a line of EPD or FEN each"));
    }
    let (mut taken, mut left_out) = (Vec::new(), LeftOut::default());
    for record in EpdReader::new(file).with_problems() {
        let read = record?.map_err(|error| error.to_string());
        match read.and_then(|(line, epd)| take(line, epd)) {
            Ok(Some(item)) => taken.push(item),
            Ok(None) => left_out.skipped += 1,
            Err(why) => left_out.refuse(why),
        }
    }
    Ok((taken, left_out))
}

/// Returns the item of a record, numbered 0; `None` if there is nothing to solve.
pub(crate) fn item_of(line: usize, epd: &Epd) -> Result<Option<SuiteItem>, String> {
    let fault = |why: String| format!("line {line}: {why}");
    let problem = epd.text("stip").map(|text| stipulation::parse_with_intended(&text)).transpose();
    let problem = problem.map_err(|error| fault(format!("stip: {error}")))?;
    if let Some((stipulation, _)) = problem {
        stipulation.check_kings(&epd.position).map_err(|error| fault(format!("stip: {error}")))?;
    }
    let wrong = |error: EpdError| fault(error.to_string());
    let goal = SuiteGoal {
        best: epd.moves("bm").map_err(wrong)?,
        avoid: epd.moves("am").map_err(wrong)?,
        mate: epd.mate_in().map_err(wrong)?,
        problem: problem.map(|(stipulation, intended)| Posed::of(stipulation, intended)),
    };
    if goal == SuiteGoal::default() {
        return Ok(None);
    }
    if goal.mate == Some(0) {
        return Err(fault("a mate in 0 is over; the number of moves is 1 at least".to_owned()));
    }
    if let Some(moves) = goal.mate.filter(|moves| moves.unsigned_abs() > LONGEST_MATE) {
        return Err(fault(format!("a mate in {moves} is too long; {LONGEST_MATE} is the most")));
    }
    let position = epd.position;
    if !position.has_legal_move() {
        let standing = if position.in_check() { "checkmate" } else { "stalemate" };
        return Err(fault(format!("{standing} is on the board, so there is nothing to solve")));
    }
    let (id, record) = (epd.id().unwrap_or_default(), epd.to_string());
    Ok(Some(SuiteItem { line, number: 0, id, record, position, goal }))
}

/// Tries every position with these options and limits. `tell` gets each row with its place from 0.
pub fn run(
    items: &[SuiteItem],
    options: &Options,
    limits: &Limits,
    stop: &StopFlag,
    tell: &mut dyn FnMut(usize, &SuiteRow),
) -> SuiteTotals {
    let mut engine = Engine::with(options.without_lookup());
    let mut totals = SuiteTotals::default();
    for (index, item) in items.iter().enumerate() {
        let row = search(&mut engine, item, limits, stop);
        totals.elapsed.0 += row.elapsed;
        totals.stopped = stop.is_raised();
        if totals.stopped {
            // An aborted search does not count.
            break;
        }
        totals.add(&row);
        tell(index, &row);
    }
    totals
}

/// Runs the suite under each profile. `tell` gets its name and the number of finished positions.
pub fn run_each(
    items: &[SuiteItem],
    profiles: &[&'static str],
    options: &Options,
    limits: &Limits,
    stop: &StopFlag,
    tell: &mut dyn FnMut(&'static str, usize),
) -> Result<Vec<SuiteRun>, OptionError> {
    let (mut runs, mut first): (Vec<SuiteRun>, Vec<bool>) = (Vec::new(), Vec::new());
    for &profile in profiles {
        let mut options = options.clone();
        options.set("Profile", profile)?;
        let mut solved = Vec::new();
        let totals = run(items, &options, limits, stop, &mut |index, row| {
            solved.push(row.solved);
            tell(profile, index + 1);
        });
        let pairs: Vec<[bool; 2]> = first.iter().zip(&solved).map(|(&a, &b)| [a, b]).collect();
        let paired = (!runs.is_empty()).then(|| PairedCounts::of(&pairs));
        runs.push(SuiteRun { profile: Some(profile), totals, paired });
        if first.is_empty() {
            first = solved;
        }
        if totals.stopped {
            break;
        }
    }
    Ok(runs)
}

/// Searches one position with cleared tables.
pub fn search(engine: &mut Engine, item: &SuiteItem, limits: &Limits, stop: &StopFlag) -> SuiteRow {
    let (begun, mut from) = (Instant::now(), None);
    engine.new_game();
    let mut hear = |event: Event| {
        let Event::Iteration(iteration) = event else { return };
        let best = iteration.lines.first().and_then(|line| line.pv.first()).copied();
        let is_met = item.goal.is_met(&Attempt::searched(best, Some(&iteration)));
        from = from.or(Some(iteration.progress.nodes)).filter(|_| is_met);
    };
    let finished = watch(engine, Game::new(item.position), limits.clone(), stop, &mut hear);
    let iteration = finished.as_ref().map(|finished| &finished.iteration);
    let answer = Attempt::searched(finished.as_ref().and_then(|finished| finished.best), iteration);
    let nodes = iteration.map_or(0, |iteration| iteration.progress.nodes);
    let row = SuiteRow::new(item, answer, nodes, begun);
    let solved_from = row.solved.then(|| from.unwrap_or(nodes));
    let ledger = finished.map(|finished| finished.ledger).unwrap_or_default();
    SuiteRow { solved_from, ledger, ..row }
}

/// Searches the position of a game until a limit or the stop flag ends it. `None` if the search crashed.
pub(crate) fn finish(
    engine: &mut Engine,
    game: Game,
    limits: Limits,
    stop: &StopFlag,
) -> Option<Finished> {
    watch(engine, game, limits, stop, &mut |_| {})
}

/// Like [`finish`], but `hear` gets every event.
pub(crate) fn watch(
    engine: &mut Engine,
    game: Game,
    limits: Limits,
    stop: &StopFlag,
    hear: &mut dyn FnMut(Event),
) -> Option<Finished> {
    let handle = engine.start(Job { multi_pv: Some(1), ..Job::new(game, limits) });
    let control = handle.control();
    stop.during(
        None,
        || control.stop(),
        || {
            handle.events().iter().find_map(|event| match event {
                Event::Finished(finished) => Some(*finished),
                event => {
                    hear(event);
                    None
                }
            })
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUITE: &str = "\
        r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id \"scholar\";\n\
        7k/8/8/8/8/8/R7/1R2K3 w - - bm #2;\n\
        7k/8/8/8/8/8/R7/1R2K3 w - - am Ra8+; dm 1; id \"not in one\";\n\
        7k/8/8/8/8/8/R7/1R2K3 w - - id \"nothing to solve\";\n";

    #[test]
    fn goals_are_judged() {
        let SuiteFile { items, left_out } = read_file(SUITE.as_bytes()).unwrap();
        assert_eq!((items.len(), left_out.bad.len(), left_out.skipped), (3, 0, 1));
        assert_eq!((items[0].id.as_str(), items[2].line), ("scholar", 3));
        let mut rows = Vec::new();
        let stop = StopFlag::new();
        let totals = run(&items, &Options::default(), &Limits::depth(5), &stop, &mut |_, row| {
            rows.push(row.clone())
        });
        let solved: Vec<bool> = rows.iter().map(|row| row.solved).collect();
        assert_eq!(solved, [true, true, false]);
        assert_eq!((totals.positions, totals.solved, totals.stopped), (3, 2, false));
        assert_eq!(totals.nodes.0, rows.iter().map(|row| row.nodes).sum::<u64>());
    }

    #[test]
    fn a_mate_that_is_longer_than_any_is_refused() {
        for moves in ["65536", "65538", "-65537"] {
            let record = format!("7k/8/8/8/8/8/R7/1R2K3 w - - dm {moves};");
            let SuiteFile { items, left_out } = read_file(record.as_bytes()).unwrap();
            assert!(
                items.is_empty() && left_out.bad[0].ends_with("is too long; 65535 is the most")
            );
        }
    }

    #[test]
    fn each_profile_has_a_row_until_it_is_stopped() {
        let items = read_file(SUITE.lines().next().unwrap_or_default().as_bytes()).unwrap().items;
        let (options, limits, stop) = (Options::default(), Limits::depth(3), StopFlag::new());
        let runs = |profiles: &[&'static str]| {
            run_each(&items, profiles, &options, &limits, &stop, &mut |_, _| {}).unwrap()
        };
        let as_set = run(&items, &options, &limits, &stop, &mut |_, _| {});
        assert_eq!(as_set.solved, 1);
        let two = runs(&["quarterply", "slow"]);
        assert_eq!(
            two.iter().map(|run| run.profile).collect::<Vec<_>>(),
            [Some("quarterply"), Some("slow")]
        );
        assert_eq!(two[0].totals.nodes, as_set.nodes);
        stop.raise();
        let runs = runs(&["plain", "slow"]);
        assert!(runs.len() == 1 && runs[0].totals.stopped);
    }

    #[test]
    fn illegal_moves_are_named_with_their_line() {
        let text = "\n7k/8/8/8/8/8/R7/1R2K3 w - - bm Rc8;\n";
        let suite = read_file(text.as_bytes()).unwrap();
        assert!(suite.items.is_empty());
        let told = suite.left_out.to_string();
        let expected = "1 record cannot be used: line 2: bm: no white rook can reach c8";
        assert!(told.starts_with(expected), "{told}");
    }

    #[test]
    fn bad_records_never_end_a_file() {
        let bad = "7k/8/8/8/8/8/R7/1R2K3 w - - bm Rq9;\n7k/8 w - - bm e4;\nnonsense\n";
        let text = format!("{}{SUITE}{}{SUITE}", bad, bad.repeat(3));
        let SuiteFile { items, left_out } = read_file(text.as_bytes()).unwrap();
        let numbers: Vec<(usize, usize)> =
            items.iter().map(|item| (item.number, item.line)).collect();
        assert_eq!(numbers, [(1, 4), (2, 5), (3, 6), (4, 17), (5, 18), (6, 19)]);
        assert_eq!((left_out.bad.len(), left_out.skipped), (12, 2));
        let told = left_out.to_string();
        assert!(told.starts_with("12 records cannot be used: line 1: bm: \"Rq9\""), "{told}");
        assert!(told.contains("line 2, column 1: FEN field 1 (placement) has 2 ranks"), "{told}");
        let end = "; and 7 more; 2 records without bm, am or dm skipped";
        assert!(told.ends_with(end), "{told}");
    }

    #[test]
    fn records_without_a_solution_are_named() {
        let wrong = [
            ("7k/8/8/8/8/8/R7/1R2K3 w - - bm #0;", "line 1: a mate in 0 is over"),
            ("7k/8/8/8/8/8/R7/1R2K3 w - - dm many;", "line 1: dm needs a number"),
            ("7k/8/8/8/8/8/R7/1R2K3 w - - bm #x;", "line 1: bm needs a number"),
            ("R6k/1R6/8/8/8/8/8/4K3 b - - bm #-1;", "line 1: checkmate is on the board"),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - am Kg8;", "line 1: "),
        ];
        for (record, expected) in wrong {
            let told = read_file(record.as_bytes()).unwrap().left_out.bad;
            assert!(told.len() == 1 && told[0].starts_with(expected), "{record}: {told:?}");
        }
    }
}
