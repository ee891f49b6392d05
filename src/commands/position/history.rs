//! `history`: the moves on the board, and dimmed those that `redo` would play; with variations and comments, if any.

use crate::chess::game_tree::{GameTree, NodeId, TreeVisit};
use crate::chess::pgn::PgnGame;
use crate::chess::{Position, Step};
use crate::commands::prelude::*;
use crate::ink::json::{Fen, PlayedStep};
use crate::ink::movetext;

pub(super) const ROW: CommandSpec = row!(Position Safe "history" | "game":
    "the moves of the game, its variations, and what is written about them",
    details: "What lies ahead of the board is dim; variations stand in parentheses behind the move they replace.",
    answers: &[LineSchema::of::<HistoryAnswer>()],
    read: |_| Ok(Box::new(history)));

fn history(session: &mut Session) -> Acted {
    let tree = session.timeline.now.record.tree.clone();
    Ok(HistoryAnswer::of(tree, session.is_chess960()).into())
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HistoryAnswer {
    start: Fen,
    /// How many of the steps are on the board.
    ply: usize,
    // Including undone moves that `redo` would play.
    steps: Vec<PlayedStep>,
    /// The moves with all that stands beside them, as PGN.
    pgn: String,
    /// All lines, with their comments and glyphs.
    #[serde(skip)]
    tree: GameTree,
}

impl HistoryAnswer {
    pub fn of(tree: GameTree, chess960: bool) -> HistoryAnswer {
        let game = tree.game();
        let start = *game.start();
        let mut after = start;
        let steps = game.played().iter().chain(game.ahead()).map(|&step| {
            let before = after;
            after = step.apply(&before);
            PlayedStep { before, step, chess960 }
        });
        let (steps, ply) = (steps.collect(), game.ply());
        let record = PgnGame { tree, ..PgnGame::default() };
        let text = record.to_string();
        let pgn = text.split_once("\n\n").map_or("", |(_, moves)| moves).trim_end().to_owned();
        HistoryAnswer { start: Fen(start), ply, steps, pgn, tree: record.tree }
    }
}

impl Answer for HistoryAnswer {
    const TYPE: &str = "history";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        if self.start.0 != Position::start() {
            page.push(Line::named("from ", self.start.0.to_fen()));
        }
        if self.tree.moves() == 0 && self.steps.is_empty() {
            page.push(Line::of(Role::Dim, "no moves yet"));
        } else if is_plain(&self.tree) {
            page.wrapped(line_of(self, settings), settings, 0);
        } else {
            page.wrapped(tree_of(&self.tree, settings), settings, 0);
            let mut here = Line::of(Role::Dim, "the board is ");
            here = match self.tree.game().last_with_position() {
                Some((position, step)) => {
                    here.with(Role::Dim, "after ").and(movetext::step(&position, step, settings))
                }
                None => here.with(Role::Dim, "at the start"),
            };
            if !self.tree.is_main(self.tree.current()) {
                here.push(Role::Dim, ", in a variation");
            }
            page.push(here);
        }
        page
    }
}

/// Returns whether there is a single line without annotations.
fn is_plain(tree: &GameTree) -> bool {
    tree.annotation(NodeId::ROOT).is_none()
        && tree.walk().all(|visit| match visit {
            TreeVisit::Move { node, .. } => tree.annotation(node).is_none(),
            TreeVisit::Open | TreeVisit::Close => false,
        })
}

fn line_of(reply: &HistoryAnswer, settings: &Settings) -> Line {
    let mut line = Line::new();
    for (ply, &PlayedStep { before, step, .. }) in reply.steps.iter().enumerate() {
        if ply > 0 {
            line.push(Role::Plain, " ");
        }
        if ply == reply.ply {
            line.push(Role::Dim, "(taken back: ");
        }
        let begins = ply == 0 || ply == reply.ply;
        let word = movetext::in_line(&before, step, begins, settings);
        line = line.and(if ply < reply.ply { word } else { Line::of(Role::Dim, word.text()) });
    }
    if reply.ply < reply.steps.len() {
        line.push(Role::Dim, ")");
    }
    line
}

/// Draws all lines, each variation in parentheses; moves that are not on the board are dimmed.
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
                let begins = numbered || !said.is_empty();
                let step = tree.step_of(node).unwrap_or(Step::Pass);
                let word = movetext::in_line(&before, step, begins, settings);
                let is_played = played.binary_search_by(|probe| node.cmp(probe)).is_ok();
                line = line.and(if is_played { word } else { Line::of(Role::Dim, word.text()) });
                if let Some(words) = words {
                    after_move(&mut line, &words.nags, &words.after);
                }
                let is_shown = |comment: &String| movetext::without_commands(comment).is_some();
                numbered = words.is_some_and(|words| words.after.iter().any(is_shown));
                opens = false;
            }
        }
    }
    line
}

pub(super) fn after_move(line: &mut Line, nags: &[u16], after: &[String]) {
    for &nag in nags {
        line.push(Role::Dim, movetext::glyph(nag));
    }
    comments(line, after);
}

fn gap(line: &mut Line) {
    if !line.is_empty() {
        line.push(Role::Plain, " ");
    }
}

fn comments(line: &mut Line, comments: &[String]) {
    for comment in comments.iter().filter_map(|comment| movetext::without_commands(comment)) {
        gap(line);
        line.push(Role::Dim, format!("{{{comment}}}"));
    }
}
