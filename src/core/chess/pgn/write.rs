//! Writing PGN: the seven tag roster, the other headers, and the annotated moves in lines of 80 columns. Reading the output gives
//! the same game.

use std::fmt;

use super::{PgnGame, ROSTER, is_derived};
use crate::chess::foreign::readable;
use crate::chess::game_tree::{GameTree, NodeId, TreeVisit};
use crate::chess::{Color, GameResult, Position, Step, notation, san};

/// Output lines are no longer than this, but for words that are, or that must not begin a line.
const COLUMNS: usize = 80;

impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.result();
        // A forfeit stays as it was written.
        let forfeit = self.tag("Result").filter(|tag| GameResult::of_forfeit(tag) == Some(result));
        let result = result.to_string();
        for (name, unknown) in ROSTER {
            let value = match name {
                "Result" => forfeit.unwrap_or(&result),
                name => self.tag(name).unwrap_or(unknown),
            };
            write_header(f, name, value)?;
        }
        let start = self.tree.game().start();
        let variant = if start.is_chess960() { Some("Chess960") } else { self.tag("Variant") };
        if let Some(variant) = variant {
            write_header(f, "Variant", variant)?;
        }
        if *start != Position::start() {
            write_header(f, "SetUp", "1")?;
            write_header(f, "FEN", &start.to_fen())?;
        }
        for tag in &self.tags {
            if !is_derived(&tag.name) && ROSTER.iter().all(|(known, _)| !tag.is(known)) {
                write_header(f, &tag.name, &tag.value)?;
            }
        }
        f.write_str("\n")?;
        let mut words = PgnWords::default();
        words.tree(&self.tree);
        words.push(result);
        words.write(f)
    }
}

fn write_header(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value =
        readable(value).replace(['\r', '\n'], " ").replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// The words of a comment. A command such as `[%clk 0:01:00]` is one word: not every reader takes a line end in it for a blank.
fn words(comment: &str) -> Vec<String> {
    let mut parts = comment.split("[%");
    let mut text: String = parts.next().into_iter().collect();
    for part in parts {
        // Readable text has no control characters.
        let (command, rest) = part.split_at(part.find(']').unwrap_or(0));
        text += &format!("[%{}{rest}", command.replace(' ', "\0"));
    }
    text.split(' ').map(|word| word.replace('\0', " ")).collect()
}

/// The words of a movetext, to be put into lines.
#[derive(Default)]
struct PgnWords {
    /// Some with the end of their line.
    words: Vec<String>,
    /// Opening parentheses before the next word.
    prefix: String,
}

impl PgnWords {
    fn tree(&mut self, tree: &GameTree) {
        if let Some(words) = tree.annotation(NodeId::ROOT) {
            self.comments(&words.after);
        }
        // Black's move has a number only if White's does not directly precede it.
        let (mut numbered, mut begins) = (true, true);
        for visit in tree.walk() {
            match visit {
                TreeVisit::Open => {
                    self.prefix.push('(');
                    (numbered, begins) = (true, true);
                }
                TreeVisit::Close => {
                    match self.words.last_mut() {
                        Some(word) if !word.ends_with('\n') && self.prefix.is_empty() => {
                            word.push(')');
                        }
                        _ => self.push(")".to_owned()),
                    }
                    numbered = true;
                }
                TreeVisit::Move { node, before } => {
                    numbered = self.step(tree, node, &before, numbered, begins);
                    begins = false;
                }
            }
        }
    }

    /// A move and what is written about it; whether a comment parts it from the next.
    fn step(
        &mut self,
        tree: &GameTree,
        node: NodeId,
        position: &Position,
        numbered: bool,
        begins: bool,
    ) -> bool {
        let words = tree.annotation(node);
        let before = words.map_or(&[][..], |words| &words.before[..]);
        let opens_variation = begins && !self.prefix.is_empty();
        if opens_variation {
            self.comments(before);
        }
        let number = position.fullmoves();
        match position.turn() {
            Color::White => self.push(format!("{number}.")),
            Color::Black if numbered || !before.is_empty() => self.push(format!("{number}...")),
            Color::Black => {}
        }
        if !opens_variation {
            self.comments(before);
        }
        self.push(match tree.step_of(node) {
            Some(Step::Move(mv)) => san(position, mv),
            Some(Step::Pass) | None => notation::PASS.to_owned(),
        });
        let Some(words) = words else { return false };
        words.nags.iter().for_each(|nag| self.push(format!("${nag}")));
        self.comments(&words.after);
        !words.after.is_empty()
    }

    fn push(&mut self, text: String) {
        self.words.push(std::mem::take(&mut self.prefix) + &text);
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            let comment = readable(comment);
            // Braces have no way to hold a closing one; a comment to the end of the line has.
            match comment.contains('}') {
                true => self.push(format!("; {comment}\n")),
                false => {
                    words(&format!("{{{comment}}}")).into_iter().for_each(|word| self.push(word))
                }
            }
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut column = 0;
        for word in &self.words {
            let length = word.trim_end().chars().count();
            // At the beginning of a line these would be a line to be passed over, and a header.
            let may_begin = !word.starts_with(['%', '[']);
            if column > 0 && column + 1 + length > COLUMNS && may_begin {
                f.write_str("\n")?;
                column = 0;
            } else if column > 0 {
                f.write_str(" ")?;
                column += 1;
            }
            f.write_str(word)?;
            column = if word.ends_with('\n') { 0 } else { column + length };
        }
        f.write_str("\n")
    }
}
