//! Problems with a stipulation, solved completely: set play, tries, all keys with the tree of each, or all lines of help play.

use std::fmt;

use super::{ShortMates, Solvers};
use crate::chess::setup::Setup;
use crate::chess::{Color, Move, Position};
use crate::control::{StopFlag, Stopped};
use crate::proof::Stipulation;
use crate::proof::layout::tree::{Extent, ProofTree, Trunk, tree};
use crate::proof::stipulation::{Genre, Intended};
use crate::prove::NoMemory;
use crate::prove::exact::{SetLine, Try};
use crate::prove::task::ProofTask;

const MOST_LINES: usize = 100_000;

/// Solutions of a kind that are shown unless all are asked for: enough for every sound problem, and a page that can be read.
const MOST_SHOWN: usize = 20;

/// A problem to solve, with what to list besides the solutions. The side to move begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProblemTask {
    pub root: Position,
    pub stipulation: Stipulation,
    /// How many solutions the author intended, if that is known.
    pub intended: Option<Intended>,
    pub set_play: bool,
    /// Maximum number of replies that may refute a try; `None` for no tries.
    pub refutations: Option<usize>,
    pub nodes: Option<u64>,
}

#[derive(Clone, Debug)]
pub struct Solution {
    pub problem: ProblemTask,
    pub set_play: Option<SetPlay>,
    /// `None` if they were not asked for, or not looked for to the end.
    pub tries: Option<Vec<Try>>,
    /// Each key of direct and self play with all that follows, checked by `proof/`.
    pub keys: Vec<ProofTree>,
    /// Whether all positions below the keys were searched for duals and threats.
    pub all_duals: bool,
    pub lines: Vec<Vec<Move>>,
    /// Whether the solver finished everything that was requested.
    pub complete: bool,
    pub nodes: u64,
}

/// The solutions if the other side began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetPlay {
    Battle(Vec<SetLine>),
    Help(Vec<Vec<Move>>),
}

impl Solution {
    /// Returns the first moves of the keys, or of the lines of help play.
    pub fn first_moves(&self) -> impl Iterator<Item = Move> {
        let keys = self.keys.iter().filter_map(|key| match &key.trunk {
            Trunk::Attack(attack) => Some(attack.mv),
            Trunk::Defence(_) => None,
        });
        keys.chain(self.lines.iter().filter_map(|line| line.first().copied()))
    }

    /// Counts the duals below the keys: moves of the attacker with an equally short alternative.
    pub fn duals(&self) -> usize {
        let defences = self.keys.iter().flat_map(|key| &key.defences);
        let groups = defences.flat_map(|defence| &defence.groups);
        groups.filter(|group| !group.answer.duals.is_empty()).count()
    }

    /// Returns the reasons why the position cannot occur in a game: too many men for its promotions, too many checks.
    pub fn doubts(&self) -> Vec<String> {
        Setup::from(&self.problem.root).warnings()
    }

    /// Returns the line below a diagram: `#3 (4+7) C+`.
    pub fn caption(&self) -> String {
        let men = |color| self.problem.root.color(color).len();
        let (white, black) = (men(Color::White), men(Color::Black));
        let tested = if self.is_as_intended() { " C+" } else { "" };
        format!("{} ({white}+{black}){tested}", self.problem.stipulation)
    }

    /// Returns the lines of help play: those shorter than the stipulation asks for, and the solutions.
    pub fn short_and_full(&self) -> (&[Vec<Move>], &[Vec<Move>]) {
        let plies = usize::from(self.problem.stipulation.plies);
        self.lines.split_at(self.lines.partition_point(|line| line.len() < plies))
    }

    /// Counts the solutions in fewer moves than the stipulation asks for.
    pub fn short(&self) -> usize {
        let moves = self.problem.stipulation.moves();
        self.short_and_full().0.len() + self.keys.iter().filter(|key| key.mate < moves).count()
    }

    /// Counts the keys, or the lines of help play of full length.
    pub fn solutions(&self) -> usize {
        self.short_and_full().1.len() + self.keys.len()
    }

    /// Returns whether a limit ended the work before anything was found: neither a solution, nor that there is none.
    pub fn is_undecided(&self) -> bool {
        !self.complete && self.solutions() == 0
    }

    /// Returns whether everything was tested and the problem is as its author intended, which problemists write as `C+`. The
    /// intention has to be known: many solutions may be many cooks.
    pub fn is_as_intended(&self) -> bool {
        let Some(Intended(intended)) = self.problem.intended else { return false };
        self.complete
            && self.solutions() == intended
            && self.short() == 0
            && self.doubts().is_empty()
    }

    /// Returns whether the problem has no visible flaw without the author's intention: one key of full length, or any number of
    /// solutions of help play.
    pub fn is_faultless(&self) -> bool {
        let fits = match self.problem.intended {
            Some(Intended(intended)) => self.solutions() == intended,
            None if self.problem.stipulation.genre.is_battle() => self.keys.len() == 1,
            None => self.solutions() > 0,
        };
        self.complete && fits && self.short() == 0 && self.doubts().is_empty()
    }
}

/// The verdict: `#3, one key, no cook, two duals`, or `C+ h#2, two solutions` where two were intended; further keys are cooks.
/// Used by all outputs. "No solution" only if everything was tested.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (short, solutions) = (self.short(), self.solutions());
        let is_help = !self.problem.stipulation.genre.is_battle();
        let mut facts = Vec::new();
        if self.is_undecided() {
            facts.push("undecided: no solution yet".to_owned());
        } else if is_help || solutions == 0 {
            facts.push(counted(solutions, "solution", "solutions"));
        } else {
            let intended = self.problem.intended.map_or(1, |Intended(intended)| intended);
            let keys = intended.min(solutions);
            facts.push(counted(keys, "key", "keys"));
            facts.push(counted(solutions - keys, "cook", "cooks"));
            facts.push(counted(self.duals(), "dual", "duals"));
        }
        if let Some(Intended(intended)) = self.problem.intended
            && intended != solutions
        {
            facts.push(format!("{} intended", in_words(intended)));
        }
        if let Some(SetPlay::Help(set)) = &self.set_play
            && !self.is_undecided()
        {
            facts.push(counted(set.len(), "line of set play", "lines of set play"));
        }
        if short > 0 {
            facts.push(counted(short, "short solution", "short solutions"));
        }
        if !self.all_duals {
            facts.push("duals not looked for everywhere".to_owned());
        }
        if !self.doubts().is_empty() {
            facts.push("illegal position".to_owned());
        }
        if !self.complete && !self.is_undecided() {
            facts.push("not all tested".to_owned());
        }
        let tested = if self.is_as_intended() { "C+ " } else { "" };
        write!(f, "{tested}{}, {}", self.problem.stipulation, facts.join(", "))
    }
}

/// Returns those of a list that are shown, all of them or the first ones, and how many are not.
pub fn shown<T>(list: &[T], all: bool) -> (&[T], usize) {
    let count = if all { list.len() } else { list.len().min(MOST_SHOWN) };
    (&list[..count], list.len() - count)
}

fn in_words(count: usize) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(count).map_or_else(|| count.to_string(), |&word| word.to_owned())
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", in_words(count), if count < 2 { one } else { many })
}

impl Solvers {
    /// Solves a problem. If it is stopped, the solution has what was found so far.
    pub fn solve(&mut self, problem: &ProblemTask, stop: &StopFlag) -> Result<Solution, NoMemory> {
        let mut solution = Solution {
            problem: *problem,
            set_play: None,
            tries: None,
            keys: Vec::new(),
            all_duals: true,
            lines: Vec::new(),
            complete: false,
            nodes: 0,
        };
        let before = self.nodes();
        let solved = if problem.stipulation.genre.is_battle() {
            self.battle(problem, stop, &mut solution)?
        } else {
            self.help(problem, stop, &mut solution)?
        };
        solution.complete = solved.is_ok();
        solution.nodes = self.nodes() - before;
        Ok(solution)
    }

    fn help(
        &mut self,
        problem: &ProblemTask,
        stop: &StopFlag,
        solution: &mut Solution,
    ) -> Result<Result<(), Stopped>, NoMemory> {
        let ProblemTask { root, stipulation, nodes, .. } = *problem;
        let Stipulation { genre, plies, .. } = stipulation;
        let exact = self.exact(stipulation.aim())?;
        // In a series one move more or less changes nothing for the other side.
        let (first, step) = match genre {
            Genre::Series => (1, 1),
            Genre::SeriesHelp => (2, 1),
            _ => (genre.last(), 2),
        };
        let mut ask = |position: &Position, plies: u16, lines: &mut Vec<Vec<Move>>| {
            // A shorter solution is shorter by whole moves.
            let lengths = (first..=plies).filter(|length| (plies - length).is_multiple_of(step));
            exact.limit_next(nodes).help_lines(position, lengths, MOST_LINES, stop, lines)
        };
        if problem.set_play
            && step > 1
            && plies > first
            && let Some(passed) = root.pass()
        {
            let mut set = Vec::new();
            let asked = ask(&passed, plies - 1, &mut set);
            solution.set_play = Some(SetPlay::Help(set));
            if asked.is_err() {
                return Ok(asked);
            }
        }
        Ok(ask(&root, plies, &mut solution.lines))
    }

    fn battle(
        &mut self,
        problem: &ProblemTask,
        stop: &StopFlag,
        solution: &mut Solution,
    ) -> Result<Result<(), Stopped>, NoMemory> {
        let ProblemTask { root, nodes, .. } = *problem;
        let aim = problem.stipulation.aim();
        let moves = problem.stipulation.moves();
        let exact = self.exact(aim)?;
        if problem.set_play {
            match exact.limit_next(nodes).set_play(&root, moves, stop) {
                Ok(lines) => solution.set_play = lines.map(SetPlay::Battle),
                Err(Stopped) => return Ok(Err(Stopped)),
            }
        }
        if let Some(refutations) = problem.refutations {
            match exact.limit_next(nodes).tries(&root, moves, refutations, stop) {
                Ok(tries) => solution.tries = Some(tries),
                Err(Stopped) => return Ok(Err(Stopped)),
            }
        }
        let task = ProofTask { aim, nodes, ..ProofTask::new(root) }.within(moves);
        let mut keys = self.keys(&task, &[], stop, &mut |_| {})?;
        // The prover's mates are within the length, and may be longer than need be: those of full length are asked about again.
        let unsure = keys.keys.iter().filter(|key| key.mate == moves && !key.shortest);
        let unsure: Vec<Move> = unsure.map(|key| key.mv).collect();
        if !unsure.is_empty() {
            let nodes = nodes.map(|nodes| nodes.saturating_sub(keys.nodes));
            let task = ProofTask { nodes, ..task.clone() }.within(moves - 1);
            let short = self.keys(&task, &unsure, stop, &mut |_| {})?;
            keys.open.extend(short.open);
            for key in short.keys {
                keys.keys.retain(|known| known.mv != key.mv);
                keys.keys.push(key);
            }
            keys.keys.sort_by_key(|key| key.mate);
        }
        let mut adviser = ShortMates::new(stop)?.about(aim).without(root);
        let extent = Extent { plies: moves.saturating_mul(2), ..Extent::default() };
        let proofs = keys.keys.iter().filter_map(|key| key.checked(&task));
        solution.keys = proofs.map(|proof| tree(&proof, extent, &mut adviser)).collect();
        solution.all_duals = !adviser.gave_up && !solution.keys.iter().any(|key| key.cut);
        let first: Vec<Move> = solution.first_moves().collect();
        for key in &mut solution.keys {
            if let Trunk::Attack(attack) = &mut key.trunk {
                let own = attack.mv;
                attack.duals = first.iter().copied().filter(|&mv| mv != own).collect();
            }
        }
        let all = keys.open.is_empty() && keys.keys.len() == first.len();
        Ok(if all { Ok(()) } else { Err(Stopped) })
    }
}
