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
        if self.is_empty() {
            return self.begin(line).into_iter().collect();
        }
        let is_done = self.follow(line);
        if is_done.is_some() {
            self.held.push('\n');
            self.held.push_str(line);
        }
        let done = if is_done == Some(false) { None } else { self.finish() };
        // What does not continue the held text begins another, but for the empty line that ended it.
        let next = Some(line).filter(|line| is_done.is_none() && !line.trim().is_empty());
        done.into_iter().chain(next.and_then(|line| self.begin(line))).collect()
    }

    /// Returns the held text, complete or not.
    pub fn finish(&mut self) -> Option<String> {
        let Unfinished { held, board, .. } = std::mem::take(self);
        match board {
            Some(board) => board.finish(&held),
            None => (!held.is_empty()).then_some(held),
        }
    }

    /// Handles a line when nothing is held: returns it if it is complete, else holds it.
    fn begin(&mut self, line: &str) -> Option<String> {
        let mut board = DrawnBoard::default();
        self.has_headers = begins_header(line);
        if !self.has_headers && board.push(line) {
            self.board = Some(board);
        } else if !self.has_headers {
            self.nesting.follow(line);
            if !self.nesting.is_open() || !begins_movetext(line) {
                *self = Unfinished::default();
                return Some(line.to_owned());
            }
        }
        self.held.push_str(line);
        None
    }

    /// Follows the next line: whether it completes the held text, or `None` if it does not belong to it. A game ends with its result,
    /// at an empty line, at the headers of the next, or at a command.
    fn follow(&mut self, line: &str) -> Option<bool> {
        if let Some(board) = &mut self.board {
            return board.push(line).then(|| board.is_done());
        }
        let (open, text) = (self.nesting.is_open(), line.trim());
        let may_be_header = self.has_headers && !open && !self.has_moves;
        if may_be_header && (text.is_empty() || text.starts_with('[')) {
            return Some(false);
        }
        let goes_on = match (open, self.has_headers) {
            (true, true) => true,
            (true, false) => !text.is_empty(),
            (false, _) => begins_movetext(text),
        };
        if !goes_on || self.held.len() + line.len() > MOST_BYTES {
            return None;
        }
        self.has_moves = true;
        let has_ended = self.nesting.follow(line).has_ended;
        Some(if self.has_headers { has_ended } else { !self.nesting.is_open() })
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
            assert_eq!(lines(text), text.lines().collect::<Vec<_>>(), "{text}");
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
        assert_eq!(lines(&plain), [fen]);
        assert_eq!(lines(&format!("new\n{plain}\n\nshow")), ["new", fen, "show"]);
        assert_eq!(
            lines(&plain.replace("R . . . K . N .", "R . . . K . N .  1  Black to move"))[0],
            fen.replace('w', "b")
        );
        let mut turned = ranks.map(|rank| rank.chars().rev().collect::<String>());
        turned.reverse();
        let unlabelled = format!("h g f e d c b a\n{}", turned.join("\n"));
        assert_eq!(lines(&unlabelled), [fen]);
        let turned = spaced(" ", "h g f e d c b a", turned.each_ref().map(String::as_str), "");
        assert_eq!(lines(&turned), [fen]);
        // Empty squares that are only coloured.
        let is_rank = |line: &str| line.starts_with(" 8") || line.starts_with(" 5");
        let blank =
            |line: &str| if is_rank(line) { line.replace('.', " ") } else { line.to_owned() };
        let blank: Vec<String> = plain.lines().map(blank).collect();
        assert_eq!(lines(&blank.join("\n").replace("  a b", "    a b")), [fen]);
        // The FEN beside it or below says more.
        let told = "r3k2r/8/8/8/3P4/8/8/R3K1N1 b - - 3 9";
        assert_eq!(lines(&spaced("  ", files, ranks, &format!("   fen   {told}"))), [told]);
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
        assert_eq!(lines(&stockfish)[1..], [told, "Key: 12", "Checkers: ", "show"]);
        // Rules of a table are nothing, half a board is what it was.
        assert_eq!(lines("|---|---|---|\n| 1 | e4 | e5 |"), ["| 1 | e4 | e5 |"]);
        assert_eq!(lines(&plain[..40]).len(), 1);
    }

    /// Each line of a comment over several lines was an error.
    #[test]
    fn what_is_left_open_waits_for_its_end() {
        let mut unfinished = Unfinished::default();
        assert!(unfinished.push("1. e4 {a").is_empty() && !unfinished.is_empty());
        assert_eq!(unfinished.push("b} e5"), ["1. e4 {a\nb} e5"]);
        assert!(unfinished.is_empty());
        assert_eq!(lines("e4 (d4\n(c4 {x)}\n)\n) e5\nshow"), ["e4 (d4\n(c4 {x)}\n)\n) e5", "show"]);
        assert_eq!(lines("e4 {oops\n\nshow"), ["e4 {oops", "show"], "an empty line ends it");
    }

    #[test]
    fn games_with_headers_are_one_command() {
        let first = "[Event \"A\"]\n[Site \"B\"]\n\n1. e4 { a comment\n\nbroken } e5 ; more (\n2. Nf3\n2... Nc6 *";
        let second = "[White \"C\"]\n\n1. d4 d5";
        assert_eq!(lines(&format!("{first}\n\n{second}\nshow")), [first, "", second, "show"]);
        assert_eq!(lines(&format!("{second}\n\nshow")), [second, "show"]);
        assert_eq!(lines(&format!("{second}\n{first}")), [second, first]);
        assert_eq!(lines("[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\nshow").len(), 2);
        let loose = "[White W]\n[Black \"B\"]\n[Site “C”]\n[?]\n\n1. e4 e5 *";
        assert_eq!(lines(&format!("{loose}\nshow")), [loose, "show"]);
        assert_eq!(lines("[e4]\nshow"), ["[e4]", "show"], "no header");
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
