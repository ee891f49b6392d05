//! `proof STIPULATION`: solves the position on the board as a problem.

use crate::chess::Move;
use crate::commands::mates::mate_forms::{SetLineForm, TreeForm, TryForm};
use crate::commands::mates::solution::{self, Extent};
use crate::commands::prelude::*;
use crate::engine::ProofLimits;
use crate::engine::limit_words::GivenLimits;
use crate::ink::board;
use crate::ink::json::{Coordinates, Count, Fen, Milliseconds, coordinates, written_as};
use crate::ink::number::time_with_unit;
use crate::proof::Stipulation;
use crate::proof::stipulation::Intended;
use crate::prove::SetLine;
use crate::prove::solvers::{ProblemTask, SetPlay, shown};
use crate::shell::parse::proof_limits::{Given, finish, is_digits, limit};
use crate::shell::proof_answers::ProblemAnswer;

/// The problem, whether to show the board and all solutions, and the limits.
pub(super) fn read(
    reader: &mut Reader<'_>,
) -> Result<(ProblemTask, (bool, bool), ProofLimits), ParseError> {
    let word = reader.require("the stipulation")?;
    let stipulation: Stipulation =
        word.text.parse().map_err(|error| ParseError::of(word, error))?;
    let (mut set_play, mut diagram, mut all) = (false, false, false);
    let (mut refutations, mut intended) = (None, Given::new("the number of intended solutions"));
    let mut limits = GivenLimits::default();
    while let Some(word) = reader.take() {
        match word.flag() {
            "set" => set_play = true,
            "diagram" => diagram = true,
            "all" => all = true,
            "tries" => {
                let number = reader.words.peek().filter(|&word| is_digits(word));
                refutations = Some(match number {
                    Some(_) => reader.number("the number of refutations", 1, 20)? as usize,
                    None => 1,
                });
            }
            text if Intended::is_meant(text) => {
                let number = Intended::of(stipulation, text);
                let number = number.map_err(|error| ParseError::of(word, error))?;
                intended.set(word, number)?;
            }
            _ if limit(reader, word, &mut limits)? => {}
            _ => return Err(reader.unexpected(word)),
        }
    }
    let (root, intended, nodes) = (*reader.board, intended.value, None);
    let problem = ProblemTask { root, stipulation, intended, set_play, refutations, nodes };
    Ok((problem, (diagram, all), finish(&limits)?))
}

pub(super) fn act(
    session: &mut Session,
    (problem, (diagram, all), limits): (ProblemTask, (bool, bool), ProofLimits),
) -> Acted {
    session.timeline.require_move()?;
    let root = *session.position();
    let limits = session.settings.proof_limits(limits);
    let problem = ProblemTask { root, nodes: limits.nodes, ..problem };
    Ok(session.inquire(
        (root, "problem"),
        limits,
        move |solvers, stop| solvers.solve(&problem, stop),
        move |session, solution, (elapsed, timed_out)| {
            let chess960 = session.is_chess960();
            Ok(ProblemAnswer { solution, diagram, all, elapsed, timed_out, chess960 }.into())
        },
    ))
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ProblemForm {
    fen: Fen,
    stipulation: String,
    verdict: String,
    /// Whether it is as its author intended it, `C+`.
    sound: bool,
    /// Whether all was tested; otherwise a limit ended it.
    complete: bool,
    /// Whether a limit ended it before anything was found.
    undecided: bool,
    /// How many solutions the author intended, if that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    intended: Option<usize>,
    duals: usize,
    /// How many solutions are shorter than asked for.
    short: usize,
    /// How many keys there are, or lines of help play of full length.
    solutions: usize,
    set_play: Vec<SetLineForm>,
    /// Lines of help play, were it the other side's turn: twenty, or all if that was asked.
    set_lines: Vec<Vec<Coordinates>>,
    tries: Vec<TryForm>,
    /// Twenty keys, or all if that was asked.
    keys: Vec<TreeForm>,
    /// Lines of help play: twenty shorter ones and twenty solutions, or all if that was asked.
    lines: Vec<Vec<Coordinates>>,
    nodes: Count,
    time_ms: Milliseconds,
}

impl ProblemForm {
    fn of(answer: &ProblemAnswer) -> ProblemForm {
        let (solution, chess960) = (&answer.solution, answer.chess960);
        let ProblemTask { root, stipulation, .. } = &solution.problem;
        let lines = |root, lines: &[Vec<Move>]| -> Vec<Vec<Coordinates>> {
            let (shown, _) = shown(lines, answer.all);
            shown.iter().map(|line| coordinates(root, line, chess960)).collect()
        };
        let (short, full) = solution.short_and_full();
        let (keys, _) = shown(&solution.keys, answer.all);
        let passed = root.pass().unwrap_or(*root);
        let (set, help): (&[SetLine], &[Vec<Move>]) = match &solution.set_play {
            None => (&[], &[]),
            Some(SetPlay::Battle(set)) => (set, &[]),
            Some(SetPlay::Help(help)) => (&[], help),
        };
        let tries = solution.tries.as_deref().unwrap_or_default();
        // Threats of tries are not searched for problems.
        let threats = vec![Vec::new(); tries.len()];
        ProblemForm {
            fen: Fen(*root),
            stipulation: stipulation.to_string(),
            verdict: solution.to_string(),
            sound: solution.is_as_intended(),
            complete: solution.complete,
            undecided: solution.is_undecided(),
            intended: solution.problem.intended.map(|Intended(intended)| intended),
            duals: solution.duals(),
            short: solution.short(),
            solutions: solution.solutions(),
            set_play: SetLineForm::of(root, set, chess960),
            set_lines: lines(&passed, help),
            tries: TryForm::of(root, tries, &threats, chess960),
            keys: keys.iter().map(|key| TreeForm::of(key, chess960)).collect(),
            lines: [lines(root, short), lines(root, full)].concat(),
            nodes: Count(solution.nodes),
            time_ms: Milliseconds(answer.elapsed),
        }
    }
}

written_as!(ProblemAnswer as ProblemForm);

impl Answer for ProblemAnswer {
    const TYPE: &str = "problem";

    fn page(&self, settings: &Settings) -> Page {
        let solution = &self.solution;
        let mut page = Page::new();
        if self.diagram {
            page.append(board::squares(&solution.problem.root, None, false, settings));
            page.push(Line::of(Role::Strong, format!(" {:^30}", solution.caption())));
            page.space();
        }
        let extent = Extent { all: self.all, trees: true, for_all: "all" };
        page.append(solution::phases(solution, extent, settings));
        for doubt in solution.doubts() {
            page.wrapped(Line::of(Role::Caution, format!(" warning: {doubt}")), settings, 4);
        }
        page.wrapped(solution::verdict(solution), settings, 4);
        let mut facts = vec![
            Line::plain(format!(" {} nodes", settings.count(solution.nodes))),
            Line::plain(time_with_unit(self.elapsed)),
        ];
        if self.timed_out {
            facts.push(Line::of(Role::Dim, "time is up"));
        }
        page.facts(facts, settings, 4);
        page
    }
}
