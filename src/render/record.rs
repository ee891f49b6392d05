//! The game as a record: its moves with variations and comments, whose game it is, the games of a file.

use crate::chess::game_tree::{Annotation, GameTree, NodeId, TreeVisit};
use crate::chess::{Color, Position, Step, notation};
use crate::ink::number::counted;
use crate::ink::title::plies;
use crate::ink::{Line, Page, Role, Settings, TextTable, movetext};
use crate::shell::reply::{GamesReply, HistoryReply, VariationsReply, WordsReply};

/// `history`: the moves on the board, and dimly those that `redo` would bring back; with variations and comments if there
/// are any.
pub fn history(reply: &HistoryReply, settings: &Settings) -> Page {
    let mut page = Page::new();
    if reply.start != Position::start() {
        page.push(Line::named("from ", reply.start.to_fen()));
    }
    if reply.tree.moves() == 0 && reply.steps.is_empty() {
        page.push(Line::of(Role::Dim, "no moves yet"));
    } else if is_plain(&reply.tree) {
        page.wrapped(line_of(reply, settings), settings, 0);
    } else {
        page.wrapped(tree_of(&reply.tree, settings), settings, 0);
        let mut here = Line::of(Role::Dim, "the board is ");
        here = match reply.tree.game().steps().last() {
            Some((position, step)) => {
                here.with(Role::Dim, "after ").and(movetext::step(&position, step, settings))
            }
            None => here.with(Role::Dim, "at the start"),
        };
        if !reply.tree.is_main(reply.tree.current()) {
            here.push(Role::Dim, ", in a variation");
        }
        page.push(here);
    }
    page
}

/// Whether there is one line without a word about it.
fn is_plain(tree: &GameTree) -> bool {
    tree.annotation(NodeId::ROOT).is_none()
        && tree.walk().all(|visit| match visit {
            TreeVisit::Move { node, .. } => tree.annotation(node).is_none(),
            TreeVisit::Open | TreeVisit::Close => false,
        })
}

fn line_of(reply: &HistoryReply, settings: &Settings) -> Line {
    let mut position = reply.start;
    let mut line = Line::new();
    for (ply, &step) in reply.steps.iter().enumerate() {
        if ply > 0 {
            line.push(Role::Plain, " ");
        }
        if ply == reply.ply {
            line.push(Role::Dim, "(taken back: ");
        }
        let first = ply == 0 || ply == reply.ply || position.turn() == Color::White;
        let word = match (step, first) {
            (_, true) => movetext::step(&position, step, settings),
            (Step::Move(mv), false) => movetext::san(&position, mv),
            (Step::Pass, false) => Line::of(Role::Dim, notation::PASS),
        };
        line = line.and(if ply < reply.ply { word } else { Line::of(Role::Dim, word.text()) });
        position = step.apply(&position);
    }
    if reply.ply < reply.steps.len() {
        line.push(Role::Dim, ")");
    }
    line
}

/// All lines, each variation in parentheses; what is not on the board is dim.
fn tree_of(tree: &GameTree, settings: &Settings) -> Line {
    let mut played = vec![tree.current()];
    while let Some(&node) = played.last()
        && node != NodeId::ROOT
    {
        played.push(tree.parent(node));
    }
    let mut line = Line::new();
    comments(&mut line, tree.annotation(NodeId::ROOT).map_or(&[][..], |words| &words.after));
    let (mut numbered, mut opens) = (true, false);
    for visit in tree.walk() {
        match visit {
            TreeVisit::Open => {
                gap(&mut line);
                line.push(Role::Dim, "(");
                (numbered, opens) = (true, true);
            }
            TreeVisit::Close => {
                line.push(Role::Dim, ")");
                numbered = true;
            }
            TreeVisit::Move { node, before } => {
                let words = tree.annotation(node);
                let said = words.map_or(&[][..], |words| &words.before[..]);
                if !opens {
                    gap(&mut line);
                }
                for comment in said {
                    line.push(Role::Dim, format!("{{{comment}}} "));
                }
                let first = numbered || !said.is_empty() || before.turn() == Color::White;
                let word = word_of(tree, node, &before, first, settings);
                let is_played = played.binary_search_by(|probe| node.cmp(probe)).is_ok();
                line = line.and(if is_played { word } else { Line::of(Role::Dim, word.text()) });
                numbered = after_move(&mut line, words);
                opens = false;
            }
        }
    }
    line
}

fn word_of(
    tree: &GameTree,
    node: NodeId,
    before: &Position,
    numbered: bool,
    settings: &Settings,
) -> Line {
    match tree.step_of(node) {
        Some(step) if numbered => movetext::step(before, step, settings),
        Some(Step::Move(mv)) => movetext::san(before, mv),
        _ => Line::of(Role::Dim, notation::PASS),
    }
}

/// Glyphs and comments behind a move; whether there was a comment.
fn after_move(line: &mut Line, words: Option<&Annotation>) -> bool {
    let Some(words) = words else { return false };
    for &nag in &words.nags {
        line.push(Role::Dim, movetext::glyph(nag));
    }
    comments(line, &words.after);
    !words.after.is_empty()
}

fn gap(line: &mut Line) {
    if !line.text().is_empty() {
        line.push(Role::Plain, " ");
    }
}

fn comments(line: &mut Line, comments: &[String]) {
    for comment in comments {
        gap(line);
        line.push(Role::Dim, format!("{{{comment}}}"));
    }
}

/// `games`: a line for each.
pub fn games(reply: &GamesReply, settings: &Settings) -> Page {
    let list = &reply.list;
    let mut table = TextTable::headed("game>|white|black|result|date|plies>");
    for game in &list.games {
        table.row(vec![
            Line::of(Role::Dim, game.number.to_string()),
            Line::plain(game.white.as_str()),
            Line::plain(game.black.as_str()),
            Line::plain(game.result.to_string()),
            Line::plain(game.date.as_str()),
            Line::plain(game.plies.to_string()),
        ]);
    }
    let mut page = if list.games.is_empty() { Page::new() } else { table.page(settings.width) };
    let total = format!(" {} of {} found", list.found, counted(list.total, "game"));
    let mut line = Line::of(Role::Dim, total);
    if let Some(last) = list.games.last()
        && list.found > list.games.len()
    {
        let more = list.found - list.games.len();
        line.push(Role::Dim, format!("; {more} more with `from {}`", last.number + 1));
    }
    if reply.picks && !list.games.is_empty() {
        line.push(Role::Dim, "; ");
        line.push(Role::Accent, "load N");
        line.push(Role::Dim, " takes one, a text behind the file searches");
    }
    page.wrapped(line, settings, 1);
    page
}

/// `variation`: the continuations, the main one first.
pub fn variations(reply: &VariationsReply, settings: &Settings) -> Page {
    const SHOWN: usize = 8;
    let mut page = Page::new();
    for (index, steps) in reply.lines.iter().enumerate() {
        let here = reply.chosen == Some(index);
        let role = if here { Role::Strong } else { Role::Plain };
        let mut line = Line::of(role, format!("{:>3} ", index + 1));
        let mut position = reply.position;
        for (ply, &step) in steps.iter().take(SHOWN).enumerate() {
            if ply > 0 {
                line.push(Role::Plain, " ");
            }
            line = line.and(match step {
                Step::Move(mv) if ply > 0 && position.turn() == Color::Black => {
                    movetext::san(&position, mv)
                }
                _ => movetext::step(&position, step, settings),
            });
            position = step.apply(&position);
        }
        let more = steps.len().saturating_sub(SHOWN);
        if more > 0 {
            line.push(Role::Dim, format!(" and {}", plies(more)));
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

/// `tag`: as PGN has them.
pub fn tags(tags: &[(String, String)]) -> Page {
    let mut page = Page::new();
    for (name, value) in tags {
        page.push(Line::named(format!("{name} "), value.as_str()));
    }
    if tags.is_empty() {
        page.push(Line::of(Role::Dim, "the game has no such header"));
    }
    page
}

/// `comment` and `nag`: what is written about the last move.
pub fn words(reply: &WordsReply, settings: &Settings) -> Page {
    let mut line = match reply.last {
        Some(played) => movetext::step(&played.before, played.step, settings),
        None => Line::of(Role::Dim, "the game:"),
    };
    for comment in &reply.words.before {
        line = Line::of(Role::Dim, format!("{{{comment}}} ")).and(line);
    }
    if reply.words.is_empty() {
        line.push(Role::Dim, " nothing is written about it");
    }
    after_move(&mut line, Some(&reply.words));
    Page::of_wrapped(line, settings, 2)
}
