//! `variation`: lists, selects and reorders the continuations at the nearest branch.

use crate::chess::game_tree::{GameBranch, GameTree, NodeId};
use crate::chess::{Color, Position, Step};
use crate::commands::prelude::*;
use crate::ink::json::{Fen, PlayedMove};
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
    mut before: Position,
    chess960: bool,
) -> Vec<VariationStep> {
    let mut line = Vec::new();
    let mut node = Some(first);
    while let Some(id) = node {
        line.extend(tree.step_of(id).map(|step| {
            let after = step.apply(&before);
            let before = std::mem::replace(&mut before, after);
            match step {
                Step::Move(mv) => VariationStep::Move(PlayedMove { before, mv, chess960 }),
                Step::Pass => VariationStep::Pass { before, pass: true },
            }
        }));
        node = tree.children(id).first().copied();
    }
    line
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VariationsAnswer {
    fen: Fen,
    /// The one that the board is in, from 0.
    pub chosen: Option<usize>,
    // The main line first; each up to the end of its main continuation.
    pub lines: Vec<Vec<VariationStep>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "variation-step"))]
#[serde(untagged)]
pub enum VariationStep {
    Move(PlayedMove),
    Pass {
        #[serde(skip)]
        before: Position,
        pass: bool,
    },
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
            for (ply, step) in steps.iter().take(SHOWN).enumerate() {
                if ply > 0 {
                    line.push(Role::Plain, " ");
                }
                let (before, step) = match *step {
                    VariationStep::Move(PlayedMove { before, mv, .. }) => (before, Step::Move(mv)),
                    VariationStep::Pass { before, .. } => (before, Step::Pass),
                };
                line = line.and(match step {
                    Step::Move(mv) if ply > 0 && before.turn() == Color::Black => {
                        movetext::san(&before, mv, settings)
                    }
                    _ => movetext::step(&before, step, settings),
                });
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
