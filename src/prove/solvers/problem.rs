//! Problems with a stipulation, solved whole: set play, tries, all keys with the tree of each, or all lines of help play.

use std::fmt;

use super::{ShortMates, Solvers};
use crate::chess::setup::Setup;
use crate::chess::{Color, Move, Position};
use crate::control::{StopFlag, Stopped};
use crate::layout::tree::{Attack, Continuation, Defence, Extent, ProofTree, Trunk, tree};
use crate::proof::stipulation::Genre;
use crate::proof::{Aim, Stipulation};
use crate::prove::NoMemory;
use crate::prove::exact::{Exact, SetLine, Try};
use crate::prove::task::ProofTask;

const MOST_LINES: usize = 100_000;

/// A problem to solve, with what to list besides the solutions. The side to move begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProblemTask {
    pub root: Position,
    pub stipulation: Stipulation,
    pub set_play: bool,
    /// Maximum number of replies that may refute a try; `None` for no tries.
    pub refutations: Option<usize>,
    pub nodes: Option<u64>,
}

#[derive(Clone, Debug)]
pub struct Solution {
    pub problem: ProblemTask,
    pub set_play: Option<SetPlay>,
    pub tries: Vec<Try>,
    /// Each key of direct and self play with all that follows, checked by `proof/`.
    pub keys: Vec<ProofTree>,
    /// Whether all positions below the keys were searched for duals and threats.
    pub all_duals: bool,
    /// Solutions of help play, the shorter ones first.
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
        let below = |tree: &ProofTree| match &tree.trunk {
            Trunk::Attack(attack) => duals_after(attack),
            Trunk::Defence(defence) => duals_in(defence),
        };
        self.keys.iter().map(below).sum()
    }

    /// Returns the reasons why the position cannot occur in a game: too many men for its promotions, too many checks.
    pub fn doubts(&self) -> Vec<String> {
        Setup::from(&self.problem.root).warnings()
    }

    /// Returns the line below a diagram: `#3 (4+7) C+`.
    pub fn caption(&self) -> String {
        let men = |color| self.problem.root.color(color).len();
        let (white, black) = (men(Color::White), men(Color::Black));
        let tested = if self.is_sound() { " C+" } else { "" };
        format!("{} ({white}+{black}){tested}", self.problem.stipulation)
    }

    /// Counts the solutions in fewer moves than the stipulation asks for.
    pub fn short(&self) -> usize {
        let Stipulation { plies, .. } = self.problem.stipulation;
        let moves = self.problem.stipulation.moves();
        self.lines.iter().filter(|line| line.len() < usize::from(plies)).count()
            + self.keys.iter().filter(|key| key.mate < moves).count()
    }

    /// Returns whether the problem is sound and completely tested (`C+`): one key of full length, or at least one line of help play.
    pub fn is_sound(&self) -> bool {
        let found = match self.problem.stipulation.genre {
            Genre::Help => !self.lines.is_empty(),
            Genre::Direct | Genre::Own => self.keys.len() == 1,
        };
        self.complete && found && self.short() == 0 && self.doubts().is_empty()
    }
}

/// The verdict line: `C+ #3, one key, no cook, two duals`.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = self.short();
        let mut facts = Vec::new();
        if self.problem.stipulation.genre == Genre::Help {
            facts.push(counted(self.lines.len() - short, "solution", "solutions"));
            if let Some(SetPlay::Help(set)) = &self.set_play {
                facts.push(counted(set.len(), "line of set play", "lines of set play"));
            }
        } else {
            let keys = self.keys.len();
            facts.push(counted(keys.min(1), "key", "keys"));
            facts.push(counted(keys.saturating_sub(1), "cook", "cooks"));
            facts.push(counted(self.duals(), "dual", "duals"));
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
        if !self.complete {
            facts.push("not all tested".to_owned());
        }
        let tested = if self.is_sound() { "C+ " } else { "" };
        write!(f, "{tested}{}, {}", self.problem.stipulation, facts.join(", "))
    }
}

/// Formats a count with its noun; numbers up to ten in words.
fn counted(count: usize, one: &str, many: &str) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let number = WORDS.get(count).map_or_else(|| count.to_string(), |&word| word.to_owned());
    format!("{number} {}", if count < 2 { one } else { many })
}

fn duals_in(defence: &Defence) -> usize {
    let answers = defence.groups.iter().map(|group| &group.answer);
    answers.map(|answer| usize::from(!answer.duals.is_empty()) + duals_after(answer)).sum()
}

fn duals_after(attack: &Attack) -> usize {
    match &attack.play {
        Continuation::Open(defence) => duals_in(defence),
        Continuation::Mate | Continuation::Folded(_) => 0,
    }
}

impl Solvers {
    /// Solves a problem. If it is stopped, the solution has what was found so far.
    pub fn solve(&mut self, problem: &ProblemTask, stop: &StopFlag) -> Result<Solution, NoMemory> {
        let mut solution = Solution {
            problem: *problem,
            set_play: None,
            tries: Vec::new(),
            keys: Vec::new(),
            all_duals: true,
            lines: Vec::new(),
            complete: false,
            nodes: 0,
        };
        let before = self.exact.as_ref().map_or(0, Exact::nodes);
        let solved = match problem.stipulation.aim() {
            Some(aim) => self.battle(problem, aim, stop, &mut solution)?,
            None => self.help(problem, stop, &mut solution)?,
        };
        solution.complete = solved.is_ok();
        solution.nodes = self.exact.as_ref().map_or(0, |exact| exact.nodes() - before);
        Ok(solution)
    }

    fn help(
        &mut self,
        problem: &ProblemTask,
        stop: &StopFlag,
        solution: &mut Solution,
    ) -> Result<Result<(), Stopped>, NoMemory> {
        let ProblemTask { root, stipulation: Stipulation { finish, plies, .. }, nodes, .. } =
            *problem;
        let exact = self.exact(Aim { finish, own: false })?;
        let mut ask = |position: &Position, plies: u16, lines: &mut Vec<Vec<Move>>| {
            // A shorter solution is shorter by whole moves.
            let lengths = (1..=plies).filter(|length| (plies - length).is_multiple_of(2));
            exact.limit_next(nodes).help_lines(position, lengths, MOST_LINES, stop, lines)
        };
        if problem.set_play
            && plies > 1
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
        aim: Aim,
        stop: &StopFlag,
        solution: &mut Solution,
    ) -> Result<Result<(), Stopped>, NoMemory> {
        let ProblemTask { root, nodes, .. } = *problem;
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
                Ok(tries) => solution.tries = tries,
                Err(Stopped) => return Ok(Err(Stopped)),
            }
        }
        let task = ProofTask { aim, nodes, ..ProofTask::new(root) }.within(moves);
        let keys = self.keys(&task, &[], stop, &mut |_| {})?;
        let mut adviser = ShortMates::new(stop)?.about(aim);
        let extent = Extent { plies: 2 * moves, ..Extent::default() };
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
