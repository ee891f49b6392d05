//! `proof line`: one line of a proof, and what the defender can still do at its end.

use crate::ink::{Line, Page, Role, Settings, movetext};
use crate::layout::line::ProofLine;

pub fn line(line: &ProofLine, settings: &Settings) -> Page {
    let mut page = Page::new();
    let moves = movetext::line(&line.start, &line.moves, settings);
    page.wrapped(Line::plain(" ").and(moves), settings, 4);
    let here = &line.tree.start;
    if line.rest.is_empty() {
        page.push(Line::of(Role::Mate, " checkmate"));
        return page;
    }
    let longest = Line::of(Role::Dim, format!(" mate in {} at the longest: ", line.tree.mate))
        .and(movetext::line(here, &line.rest, settings));
    page.wrapped(longest, settings, 4);
    page.append(super::tree::tree(&line.tree, settings));
    page
}
