//! Draws solutions of problems: set play, tries, keys with their trees or lines of help play, and the verdict. Used by `proof`
//! and by `solve`.

mod tree;
mod tries;

pub use tree::tree;
pub use tries::{Tries, set_play, tries};

use crate::chess::{Move, Position};
use crate::ink::{Line, Page, Role, Settings, movetext};
use crate::prove::solvers::{SetPlay, Solution, shown};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent<'a> {
    pub all: bool,
    /// Whether to draw the tree below each key.
    pub trees: bool,
    /// The command that shows all of them.
    pub for_all: &'a str,
}

/// Draws set play, tries and solutions, without the verdict.
pub fn phases(solution: &Solution, extent: Extent<'_>, settings: &Settings) -> Page {
    let problem = &solution.problem;
    let root = &problem.root;
    let mut page = Page::new();
    let head = |page: &mut Page, text: &str| page.push(Line::of(Role::Dim, format!(" {text}")));
    match &solution.set_play {
        Some(SetPlay::Battle(lines)) => {
            head(&mut page, "set play");
            page.append(set_play(root, Some(lines), settings));
        }
        Some(SetPlay::Help(lines)) if !lines.is_empty() => {
            head(&mut page, "set play");
            let passed = root.pass().unwrap_or(*root);
            help(&mut page, &passed, (lines, "lines of set play"), extent, settings);
        }
        _ => {}
    }
    if problem.refutations.is_some() && problem.stipulation.genre.is_battle() {
        head(&mut page, "tries");
        match Tries::of(solution) {
            Some(known) => page.append(tries(&known, settings)),
            None => page.push(Line::of(Role::Dim, " not looked for to the end")),
        }
    }
    if !page.lines().is_empty() {
        head(&mut page, "solution");
    }
    let (short, full) = solution.short_and_full();
    help(&mut page, root, (short, "short solutions"), extent, settings);
    help(&mut page, root, (full, "solutions"), extent, settings);
    let (keys, hidden) = shown(&solution.keys, extent.all);
    for (key, mv) in keys.iter().zip(solution.first_moves()) {
        if extent.trees {
            page.append(tree(key, settings));
        } else {
            let key = movetext::numbered(root, mv, settings);
            page.wrapped(Line::plain("  ").and(key), settings, 6);
        }
    }
    more(&mut page, (hidden, "keys"), extent, settings);
    page
}

pub fn verdict(solution: &Solution) -> Line {
    let role = if solution.is_faultless() { Role::Good } else { Role::Caution };
    Line::of(role, format!(" {solution}"))
}

fn help(
    page: &mut Page,
    root: &Position,
    (lines, kind): (&[Vec<Move>], &str),
    extent: Extent<'_>,
    settings: &Settings,
) {
    let (shown, hidden) = shown(lines, extent.all);
    for line in shown {
        page.wrapped(Line::plain("  ").and(movetext::help_line(root, line, settings)), settings, 6);
    }
    more(page, (hidden, kind), extent, settings);
}

/// Notes how many are hidden, and how to see them.
fn more(page: &mut Page, (hidden, kind): (usize, &str), extent: Extent<'_>, settings: &Settings) {
    if hidden > 0 {
        let text = format!("  and {hidden} more {kind}; `{}` prints them", extent.for_all);
        page.wrapped(Line::of(Role::Dim, text), settings, 4);
    }
}
