//! Joins lines that make a command only together: movetext with an open comment or variation, games with headers, and drawn boards.
//!
//! The reader of a pipe or a paste pushes each line into an [`Unfinished`], which returns complete commands and holds the rest.
//! Other lines pass unchanged. At an empty line, at the end of the input or above [`MOST_BYTES`] the held text is returned as it
//! is, and then refused with the right reason.

use super::drawn::DrawnBoard;
use crate::chess::movetext::begins_movetext;
use crate::chess::pgn::{Nesting, begins_header};

/// No game has more text than this.
const MOST_BYTES: usize = 16 << 20;

#[derive(Clone, Debug, Default)]
pub struct Unfinished {
    held: String,
    /// The held text begins with headers.
    has_headers: bool,
    /// … and moves followed.
    has_moves: bool,
    nesting: Nesting,
    /// The held text is a drawn board.
    board: Option<DrawnBoard>,
}

impl Unfinished {
    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// Takes a line and returns the commands that are complete.
    pub fn push(&mut self, line: &str) -> Vec<String> {
        let mut done = Vec::new();
        if self.is_empty() {
            done.extend(self.begin(line));
        } else if let Some(board) = &mut self.board {
            let is_part = board.push(line);
            if is_part {
                self.held.push('\n');
                self.held.push_str(line);
            }
            if !is_part || board.is_done() {
                done.extend(self.finish());
            }
            if !is_part && !line.trim().is_empty() {
                done.extend(self.begin(line));
            }
        } else if self.has_headers {
            self.go_on_with_game(line, &mut done);
        } else if line.trim().is_empty() || self.held.len() + line.len() > MOST_BYTES {
            done.extend(self.finish());
        } else {
            self.hold(line);
            if !self.nesting.is_open() {
                done.extend(self.finish());
            }
        }
        done
    }

    /// Returns the held text, complete or not.
    pub fn finish(&mut self) -> Option<String> {
        let Unfinished { held, board, .. } = std::mem::take(self);
        match board {
            Some(board) => board.finish(&held),
            None => (!held.is_empty()).then_some(held),
        }
    }

    /// Adds a line; returns whether the game has ended with it.
    fn hold(&mut self, line: &str) -> bool {
        if !self.held.is_empty() {
            self.held.push('\n');
        }
        self.held.push_str(line);
        self.nesting.follow(line).has_ended
    }

    /// Handles a line when nothing is held: returns it if it is complete, else holds it.
    fn begin(&mut self, line: &str) -> Option<String> {
        if begins_header(line) {
            self.held.push_str(line);
            self.has_headers = true;
            return None;
        }
        let mut board = DrawnBoard::default();
        if board.push(line) {
            self.held.push_str(line);
            self.board = Some(board);
            return None;
        }
        let mut nesting = Nesting::default();
        nesting.follow(line);
        if nesting.is_open() && begins_movetext(line) {
            self.hold(line);
            return None;
        }
        Some(line.to_owned())
    }

    fn go_on_with_game(&mut self, line: &str, done: &mut Vec<String>) {
        let open = self.nesting.is_open();
        let text = line.trim();
        let too_much = self.held.len() + line.len() > MOST_BYTES;
        let goes_on = open || !text.is_empty() && begins_movetext(text);
        if !open && text.is_empty() && !self.has_moves {
            self.held.push('\n');
        } else if !open && text.starts_with('[') && !self.has_moves {
            self.held.push('\n');
            self.held.push_str(line);
        } else if goes_on && !too_much {
            self.has_moves = true;
            if self.hold(line) {
                done.extend(self.finish());
            }
        } else {
            // The game ends at an empty line, at the headers of the next, or at a command.
            done.extend(self.finish());
            if !text.is_empty() {
                done.extend(self.begin(line));
            }
        }
    }
}

/// Splits a text into commands: a game copied from the web, headers and wrapped movetext, becomes one command, as in a pipe.
/// Every other line is a command.
pub fn lines(text: &str) -> Vec<String> {
    let mut unfinished = Unfinished::default();
    let mut lines: Vec<String> = text.lines().flat_map(|line| unfinished.push(line)).collect();
    lines.extend(unfinished.finish());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commands in lines, including those that only the end completes.
    fn commands(text: &str) -> Vec<String> {
        let mut unfinished = Unfinished::default();
        let mut commands: Vec<String> =
            text.lines().flat_map(|line| unfinished.push(line)).collect();
        commands.extend(unfinished.finish());
        commands
    }

    #[test]
    fn complete_lines_pass_as_they_are() {
        for text in [
            "e4\nshow\n",
            "e4",
            "",
            "go d5\n\n# why\n",
            "1. e4 e5 ; king's pawn\n2. Nf3",
            "echo {\nshow",
            "8/8/8/8/8/8/8/8 w\nhelp",
        ] {
            assert_eq!(commands(text), text.lines().collect::<Vec<_>>(), "{text}");
        }
    }

    #[test]
    fn a_drawn_board_is_a_position() {
        let fen = "r3k2r/8/8/8/3P4/8/8/R3K1N1 w Qkq - 0 1";
        let spaced = |between: &str, files: &str, ranks: [&str; 8], tail: &str| {
            let rank =
                |(label, rank): (usize, &&str)| format!(" {label}{between}{rank}{between}{label}");
            let label = |at: usize| if files.starts_with('a') { 8 - at } else { at + 1 };
            let rows = ranks.iter().enumerate().map(|(at, row)| rank((label(at), row)));
            let rows: Vec<String> = rows.collect();
            format!("  {files}\n{}\n  {files}{tail}", rows.join("\n"))
        };
        let files = "a b c d e f g h";
        let empty = ". . . . . . . .";
        let ranks = [
            "r . . . k . . r",
            empty,
            empty,
            empty,
            ". . . P . . . .",
            empty,
            empty,
            "R . . . K . N .",
        ];
        let plain = spaced("  ", files, ranks, "");
        assert_eq!(commands(&plain), [fen]);
        assert_eq!(commands(&format!("new\n{plain}\n\nshow")), ["new", fen, "show"]);
        assert_eq!(
            commands(&plain.replace("R . . . K . N .", "R . . . K . N .  1  Black to move"))[0],
            fen.replace('w', "b")
        );
        let mut turned = ranks.map(|rank| rank.chars().rev().collect::<String>());
        turned.reverse();
        let turned = spaced(" ", "h g f e d c b a", turned.each_ref().map(String::as_str), "");
        assert_eq!(commands(&turned), [fen]);
        // Empty squares that are only coloured.
        let is_rank = |line: &str| line.starts_with(" 8") || line.starts_with(" 5");
        let blank =
            |line: &str| if is_rank(line) { line.replace('.', " ") } else { line.to_owned() };
        let blank: Vec<String> = plain.lines().map(blank).collect();
        assert_eq!(commands(&blank.join("\n").replace("  a b", "    a b")), [fen]);
        // The FEN beside it or below says more.
        let told = "r3k2r/8/8/8/3P4/8/8/R3K1N1 b - - 3 9";
        assert_eq!(commands(&spaced("  ", files, ranks, &format!("   fen   {told}"))), [told]);
        let frame = "+---+---+---+---+---+---+---+---+";
        let cells = |rank: &str| {
            let cells: Vec<&str> =
                rank.split(' ').map(|cell| if cell == "." { " " } else { cell }).collect();
            format!(" | {} |", cells.join(" | "))
        };
        let rows = ranks.map(|rank| format!("{} \n {frame}\n", cells(rank))).concat();
        let stockfish = format!(
            "\n {frame}\n{rows}   a   b   c   d   e   f   g   h\n\nFen: {told}\nKey: 12\nCheckers: \nshow"
        );
        assert_eq!(commands(&stockfish)[1..], [told, "Key: 12", "Checkers: ", "show"]);
        // Rules of a table are nothing, half a board is what it was.
        assert_eq!(commands("|---|---|---|\n| 1 | e4 | e5 |"), ["| 1 | e4 | e5 |"]);
        assert_eq!(commands(&plain[..40]).len(), 1);
    }

    /// Each line of a comment over several lines was an error.
    #[test]
    fn what_is_left_open_waits_for_its_end() {
        let mut unfinished = Unfinished::default();
        assert!(unfinished.push("1. e4 {a").is_empty() && !unfinished.is_empty());
        assert_eq!(unfinished.push("b} e5"), ["1. e4 {a\nb} e5"]);
        assert!(unfinished.is_empty());
        assert_eq!(
            commands("e4 (d4\n(c4 {x)}\n)\n) e5\nshow"),
            ["e4 (d4\n(c4 {x)}\n)\n) e5", "show"]
        );
        assert_eq!(commands("e4 {oops\n\nshow"), ["e4 {oops", "show"], "an empty line ends it");
    }

    #[test]
    fn games_with_headers_are_one_command() {
        let first = "[Event \"A\"]\n[Site \"B\"]\n\n1. e4 { a comment\n\nbroken } e5 ; more (\n2. Nf3\n2... Nc6 *";
        let second = "[White \"C\"]\n\n1. d4 d5";
        assert_eq!(commands(&format!("{first}\n\n{second}\nshow")), [first, "", second, "show"]);
        assert_eq!(commands(&format!("{second}\n\nshow")), [second, "show"]);
        assert_eq!(commands(&format!("{second}\n{first}")), [second, first]);
        assert_eq!(commands("[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\nshow").len(), 2);
        let loose = "[White W]\n[Black \"B\"]\n[Site “C”]\n[?]\n\n1. e4 e5 *";
        assert_eq!(commands(&format!("{loose}\nshow")), [loose, "show"]);
        assert_eq!(commands("[e4]\nshow"), ["[e4]", "show"], "no header");
    }

    #[test]
    fn commands_stay_lines() {
        assert_eq!(lines("e4\nshow\n"), ["e4", "show"]);
        assert_eq!(lines("e4"), ["e4"]);
        assert_eq!(lines(""), Vec::<String>::new());
    }

    #[test]
    fn games_are_put_together() {
        let game = "[Event \"A\"]\n[Site \"B\"]\n\n1. e4 { a comment\nbroken } e5 ; (\n2. Nf3 *";
        assert_eq!(lines(&format!("{game}\n")), [game]);
        let fen = "[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4";
        let both = format!("{game}\n\n{fen}\n");
        assert_eq!(lines(&both), [game, "", fen]);
        assert_eq!(lines("1. e4 {a\nb} e5\n2. Nf3"), ["1. e4 {a\nb} e5", "2. Nf3"]);
    }
}
