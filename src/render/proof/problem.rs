//! The solution of a problem in problemists' notation: set play, tries, keys with their trees or lines of help play, verdict.

use super::{set_play, tree, tries};
use crate::chess::{Move, Position};
use crate::ink::number::time_with_unit;
use crate::ink::{Line, Page, Role, Settings, movetext};
use crate::prove::solvers::{SetPlay, Solution};
use crate::render::board;
use crate::shell::mates::{ProblemAnswer, TriesAnswer};

pub fn problem(reply: &ProblemAnswer, settings: &Settings) -> Page {
    let solution = &reply.solution;
    let problem = &solution.problem;
    let root = &problem.root;
    let mut page = Page::new();
    let head = |page: &mut Page, text: &str| page.push(Line::of(Role::Dim, format!(" {text}")));
    if reply.diagram {
        page.append(board::squares(root, None, false, settings));
        page.push(Line::of(Role::Strong, format!(" {:^30}", solution.caption())));
        page.space();
    }
    let before = page.lines().len();
    match &solution.set_play {
        Some(SetPlay::Battle(lines)) => {
            head(&mut page, "set play");
            page.append(set_play(root, Some(lines), settings));
        }
        Some(SetPlay::Help(lines)) if !lines.is_empty() => {
            head(&mut page, "set play");
            let passed = root.pass().unwrap_or(*root);
            help(&mut page, &passed, lines, settings);
        }
        _ => {}
    }
    if problem.refutations.is_some() && problem.stipulation.aim().is_some() {
        head(&mut page, "tries");
        page.append(tries(&tries_of(reply), settings));
    }
    if page.lines().len() > before {
        head(&mut page, "solution");
    }
    help(&mut page, root, &solution.lines, settings);
    for key in &solution.keys {
        page.append(tree(key, settings));
    }
    for doubt in solution.doubts() {
        page.wrapped(Line::of(Role::Caution, format!(" warning: {doubt}")), settings, 4);
    }
    let role = if solution.is_sound() { Role::Good } else { Role::Caution };
    page.wrapped(Line::of(role, format!(" {}", solution)), settings, 4);
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

/// The tries of a problem in the form of those of a mate; threats are not looked for.
pub fn tries_of(reply: &ProblemAnswer) -> TriesAnswer {
    let Solution { problem, tries, .. } = &reply.solution;
    TriesAnswer {
        root: problem.root,
        moves: problem.stipulation.moves(),
        tries: tries.clone(),
        threats: vec![Vec::new(); tries.len()],
        elapsed: reply.elapsed,
        chess960: reply.chess960,
    }
}

fn help(page: &mut Page, root: &Position, lines: &[Vec<Move>], settings: &Settings) {
    for line in lines {
        page.wrapped(Line::plain("  ").and(movetext::help_line(root, line, settings)), settings, 6);
    }
}
