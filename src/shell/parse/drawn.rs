//! Boards drawn in letters: what our own `show` prints, Stockfish's `d`, and the like, as a FEN.

use super::setup::{looks_like_fen, unwrapped};
use crate::chess::Position;

/// The lines of a drawn board so far.
#[derive(Clone, Debug, Default)]
pub(super) struct DrawnBoard {
    /// The label of each rank, and its squares as in a FEN, one character each.
    ranks: Vec<(Option<char>, String)>,
    /// The files are drawn from h to a.
    from_h: bool,
    /// The columns of the files, from the line of their letters.
    columns: Vec<usize>,
    has_frame: bool,
    had_blank: bool,
    /// The text beside the ranks and below the board.
    beside: String,
}

/// A line that belongs to a drawn board.
enum DrawnLine {
    Rank(Option<char>, String),
    /// The letters of the files; whether from h to a.
    Files(bool),
    Frame,
}

fn is_label(letter: &char) -> bool {
    ('1'..='8').contains(letter)
}

impl DrawnLine {
    /// Reads a line; returns the text beside the squares, too.
    fn read(line: &str, columns: &[usize]) -> Option<(DrawnLine, String)> {
        let text = line.trim();
        let is_frame = |letter: char| "+-=|:─━│┌┬┐├┼┤└┴┘ ".contains(letter);
        let has_rule = ["--", "──", "━━", "=="].iter().any(|rule| text.contains(rule));
        if has_rule && text.chars().count() > 8 && text.chars().all(is_frame) {
            return Some((DrawnLine::Frame, String::new()));
        }
        let label = text.chars().next().filter(is_label);
        let label = label.filter(|_| text[1..].starts_with(['|', '│', ' ']));
        let row = text[label.map_or(0, char::len_utf8)..].trim_start();
        let cells: Vec<&str> = match row.strip_prefix(['|', '│']) {
            Some(row) => row.split(['|', '│']).map(str::trim).collect(),
            None => row.split_whitespace().collect(),
        };
        DrawnLine::of(label, &cells).or_else(|| DrawnLine::below_files(line, columns))
    }

    /// Reads a rank by the columns of the files, as squares drawn with colour are empty in a copy.
    fn below_files(line: &str, columns: &[usize]) -> Option<(DrawnLine, String)> {
        let &last = columns.last()?;
        let cells: Vec<String> =
            line.chars().map(|letter| letter.to_string().trim().to_owned()).collect();
        let cell = |at: usize| cells.get(at).map_or("", String::as_str);
        let others: String = (0..last).filter(|at| !columns.contains(at)).map(cell).collect();
        let label = others.parse().ok().filter(is_label)?;
        let behind: String = line.chars().skip(last + 1).collect();
        let ends = behind.trim().is_empty() || behind.trim().starts_with(label);
        let squares = columns.iter().map(|&at| cell(at));
        let cells: Vec<&str> = squares.chain(behind.split_whitespace()).collect();
        DrawnLine::of(Some(label), &cells).filter(|_| ends)
    }

    fn of(label: Option<char>, cells: &[&str]) -> Option<(DrawnLine, String)> {
        let (row, beside) = cells.split_at_checked(8)?;
        if let files @ ("abcdefgh" | "hgfedcba") = &*row.concat().to_ascii_lowercase() {
            return Some((DrawnLine::Files(files.starts_with('h')), beside.join(" ")));
        }
        let squares = row.iter().map(|cell| square(cell)).collect::<Option<_>>()?;
        let own = beside.first().and_then(|word| word.parse().ok()).filter(is_label);
        let beside = &beside[usize::from(own.is_some())..];
        Some((DrawnLine::Rank(label.or(own), squares), beside.join(" ")))
    }
}

/// Reads a square of a drawn board as in a FEN, `1` if it is empty.
fn square(text: &str) -> Option<char> {
    const MEN: [&str; 2] = ["♙♘♗♖♕♔♟♞♝♜♛♚", "PNBRQKpnbrqk"];
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (None | Some('.' | '·' | '-' | '_' | '*' | '+'), None) => Some('1'),
        (Some(man), None) => {
            let mut men = MEN[0].chars().zip(MEN[1].chars());
            men.find(|&(sign, letter)| man == sign || man == letter).map(|(_, letter)| letter)
        }
        _ => None,
    }
}

impl DrawnBoard {
    /// Takes a line; `false` if it is not part of the board.
    pub(super) fn push(&mut self, line: &str) -> bool {
        let is_whole = self.ranks.len() == 8;
        let (read, beside) = DrawnLine::read(line, &self.columns).unzip();
        match read {
            Some(DrawnLine::Rank(label, squares)) if !is_whole => self.ranks.push((label, squares)),
            Some(DrawnLine::Files(from_h)) => {
                self.from_h |= from_h;
                let letters =
                    line.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace());
                self.columns = letters.take(8).map(|(column, _)| column).collect();
            }
            Some(DrawnLine::Frame) => self.has_frame = true,
            // An empty line ends a board, but not above the FEN of Stockfish's.
            _ if line.trim().is_empty() && is_whole && self.has_frame && !self.had_blank => {
                self.had_blank = true;
            }
            _ if is_whole && self.fen().is_none() && continues(line) => self.beside += line.trim(),
            _ => return false,
        }
        self.beside += &beside.unwrap_or_default();
        self.beside.push('\n');
        true
    }

    /// Whether nothing more can follow.
    pub(super) fn is_done(&self) -> bool {
        self.ranks.len() == 8 && self.fen().is_some()
    }

    /// The FEN written beside or below the board.
    fn fen(&self) -> Option<&str> {
        let is_fen = |line: &&str| looks_like_fen(line) && line.split_whitespace().count() >= 4;
        self.beside.lines().find(is_fen).map(|line| &line[unwrapped(line)])
    }

    /// Returns the position as a FEN: the one that is written beside the board, or else that of the squares. Unless something is
    /// written, White is to move and may castle if king and rook are at home. If there are not eight ranks, returns the `held`
    /// lines without the frame, if any.
    pub(super) fn finish(&self, held: &str) -> Option<String> {
        if self.ranks.len() != 8 {
            let is_frame =
                |line: &&str| matches!(DrawnLine::read(line, &[]), Some((DrawnLine::Frame, _)));
            let lines: Vec<&str> = held.lines().filter(|line| !is_frame(line)).collect();
            return (!lines.is_empty()).then(|| lines.join("\n"));
        }
        if let Some(fen) = self.fen() {
            return Some(fen.to_owned());
        }
        let labels = (self.ranks[0].0, self.ranks[7].0);
        let is_turned = self.from_h || matches!(labels, (Some(top), Some(bottom)) if top < bottom);
        let ranks: Vec<&str> = self.ranks.iter().map(|(_, rank)| rank.as_str()).collect();
        let mut board = ranks.join("/");
        if is_turned {
            board = board.chars().rev().collect();
        }
        let is_black = self.beside.to_lowercase().contains("black to move");
        board += if is_black { " b" } else { " w" };
        Some(Position::from_fen(&board).map_or(board, |position| position.to_fen()))
    }
}

/// Whether a line below the board tells more of the position.
fn continues(line: &str) -> bool {
    let text = line.trim().to_lowercase();
    looks_like_fen(&text)
        || ["fen", "key", "checkers", "side to move"].iter().any(|label| text.starts_with(label))
}
