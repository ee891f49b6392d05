//! The solution of a problem in problemists' notation below its diagram, and what it cost.

use crate::ink::number::time_with_unit;
use crate::ink::{Line, Page, Role, Settings};
use crate::prove::solvers::Solution;
use crate::render::board;
use crate::shell::mates::{ProblemAnswer, TriesAnswer};
use crate::tools::solution::{self, Extent, Tries};

pub fn problem(reply: &ProblemAnswer, settings: &Settings) -> Page {
    let solution = &reply.solution;
    let mut page = Page::new();
    if reply.diagram {
        page.append(board::squares(&solution.problem.root, None, false, settings));
        page.push(Line::of(Role::Strong, format!(" {:^30}", solution.caption())));
        page.space();
    }
    let extent = Extent { all: reply.all, trees: true, for_all: "all" };
    page.append(solution::phases(solution, extent, settings));
    for doubt in solution.doubts() {
        page.wrapped(Line::of(Role::Caution, format!(" warning: {doubt}")), settings, 4);
    }
    page.wrapped(solution::verdict(solution), settings, 4);
    let mut facts = vec![
        Line::plain(format!(" {} nodes", settings.count(solution.nodes))),
        Line::plain(time_with_unit(reply.elapsed)),
    ];
    if reply.timed_out {
        facts.push(Line::of(Role::Dim, "time is up"));
    }
    page.facts(facts, settings, 4);
    page
}

pub fn tries(reply: &TriesAnswer, settings: &Settings) -> Page {
    let TriesAnswer { root, moves, tries, threats, .. } = reply;
    solution::tries(&Tries { root, moves: *moves, tries, threats }, settings)
}

/// The tries of a problem in the form of those of a mate; threats are not looked for.
pub fn tries_of(reply: &ProblemAnswer) -> TriesAnswer {
    let Solution { problem, tries, .. } = &reply.solution;
    let tries = tries.clone().unwrap_or_default();
    TriesAnswer {
        root: problem.root,
        moves: problem.stipulation.moves(),
        threats: vec![Vec::new(); tries.len()],
        tries,
        elapsed: reply.elapsed,
        chess960: reply.chess960,
    }
}
