//! `variation`: lists, selects and reorders the continuations at the nearest branch.

use crate::chess::Position;
use crate::chess::game_tree::{GameBranch, GameTree, NodeId};
use crate::commands::prelude::*;
use crate::ink::json::{Fen, PlayedStep};
use crate::ink::movetext;
use crate::ink::number::plural;

pub(super) const ROW: CommandSpec = row!(Position Safe "variation" | "var" | "variations", "[N | next | previous | promote | delete]":
    "the continuations here, or at the last place with more than one; go into one, order them",
    details: "Another move than the game's begins a variation, and the old continuation stays. `promote` and `delete` are for \
              the variation one is in; undo at once brings back what they changed.",
    examples: &[("variation", "list them", "  1 1.e4 e5  main line"),
        ("variation 2", "go into the second", ""),
        ("variation promote", "nearer to the main line", "")],
    completer: Completer::Words(&["next", "previous", "promote", "delete"]),
    answers: &[LineSchema::of::<VariationsAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let Some(word) = reader.take().filter(|word| word.text != "list") else {
        return Ok(Box::new(list));
    };
    reader.terms = needs(Concurrent).walking();
    Ok(match word.text {
        "next" => Box::new(|session| enter(session, |branch| stepped(branch, 1))),
        "previous" | "prev" => {
            Box::new(|session| enter(session, |branch| stepped(branch, branch.moves.len() - 1)))
        }
        // Moves the current variation up by one.
        "promote" => Box::new(|session| reorder(session, GameTree::promote)),
        "delete" => Box::new(|session| reorder(session, GameTree::delete_variation)),
        text => match text.parse::<usize>() {
            Ok(number) if number > 0 => Box::new(move |session| enter(session, |_| number - 1)),
            _ => return Err(reader.unexpected(word)),
        },
    })
}

fn no_variation() -> CommandError {
    CommandError::refused(
        "the game has one line only; another move than the game's begins a variation",
    )
}

fn list(session: &mut Session) -> Acted {
    let tree = &session.timeline.now.record.tree;
    let branch = tree.branch().ok_or_else(no_variation)?;
    let before = branch.moves.first().map(|&first| tree.position_before(first));
    let before = before.unwrap_or(*session.position());
    let chess960 = session.is_chess960();
    let lines = branch.moves.iter().map(|&first| main_line(tree, first, before, chess960));
    let (fen, lines) = (Fen(before), lines.collect());
    Ok(VariationsAnswer { fen, chosen: branch.chosen, lines }.into())
}

/// Enters a continuation at the nearest branch.
fn enter(session: &mut Session, choose: impl FnOnce(&GameBranch) -> usize) -> Acted {
    let before = session.timeline.place(session.is_chess960());
    let branch = session.timeline.now.record.tree.branch().ok_or_else(no_variation)?;
    let none = || {
        let there = match branch.moves.len() {
            1 => "is 1 continuation".to_owned(),
            count => format!("are {count} continuations"),
        };
        CommandError::refused(format!("there {there} here; `variation` lists them"))
    };
    let chosen = branch.moves.get(choose(&branch)).ok_or_else(none)?;
    session.timeline.goto_node(*chosen);
    Ok(session.walked(&before, false, Vec::new()).into())
}

fn reorder(session: &mut Session, change: fn(&mut GameTree) -> bool) -> Acted {
    let (before, board) = (session.timeline.place(session.is_chess960()), *session.position());
    match session.timeline.rework(|record| change(&mut record.tree)) {
        true if *session.position() != board => {
            Ok(session.walked(&before, false, Vec::new()).into())
        }
        true => Ok(session.changed(Vec::new()).into()),
        false => Err(CommandError::refused(
            "this is the main line; go into a variation first, as with `variation 2`",
        )),
    }
}

/// Returns the continuation `by` places after the current one, wrapping around.
fn stepped(branch: &GameBranch, by: usize) -> usize {
    branch.chosen.map_or(0, |chosen| (chosen + by) % branch.moves.len())
}

/// Returns a move with its main continuation.
fn main_line(
    tree: &GameTree,
    first: NodeId,
    mut next: Position,
    chess960: bool,
) -> Vec<PlayedStep> {
    let steps = tree.line_from(first).filter_map(|node| tree.step_of(node));
    let played = steps.map(|step| {
        let before = next;
        next = step.apply(&before);
        PlayedStep { before, step, chess960 }
    });
    played.collect()
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VariationsAnswer {
    fen: Fen,
    /// The one that the board is in, from 0.
    pub chosen: Option<usize>,
    // The main line first; each up to the end of its main continuation.
    pub lines: Vec<Vec<PlayedStep>>,
}

impl Answer for VariationsAnswer {
    const TYPE: &str = "variations";

    fn page(&self, settings: &Settings) -> Page {
        const SHOWN: usize = 8;
        let mut page = Page::new();
        for (index, steps) in self.lines.iter().enumerate() {
            let here = self.chosen == Some(index);
            let role = if here { Role::Strong } else { Role::Plain };
            let mut line = Line::of(role, format!("{:>3} ", index + 1));
            for (ply, &PlayedStep { before, step, .. }) in steps.iter().take(SHOWN).enumerate() {
                if ply > 0 {
                    line.push(Role::Plain, " ");
                }
                line = line.and(movetext::in_line(&before, step, ply == 0, settings));
            }
            let more = steps.len().saturating_sub(SHOWN);
            if more > 0 {
                line.push(Role::Dim, format!(" and {}", plural(more, "ply", "plies")));
            }
            let said = match (index, here) {
                (0, true) => "  main line, the one you are in",
                (0, false) => "  main line",
                (_, true) => "  the one you are in",
                (_, false) => "",
            };
            line.push(Role::Dim, said);
            page.wrapped(line, settings, 4);
        }
        page
    }
}
