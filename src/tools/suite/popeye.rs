//! Input of Popeye: problems as Forsyth or Pieces, with stipulation, options and twins.
//!
//! Keywords may be abbreviated, in any case. Every twin is a position of its own, named `a)`, `b)`. Anything that would change the rules
//! (conditions, fairy pieces) makes a problem unusable; unknown options are reported and skipped.

use std::collections::BTreeMap;

use super::run::{Posed, SuiteFile, SuiteGoal, SuiteItem};
use crate::chess::epd::{Epd, Operation};
use crate::chess::{Color, ColoredPiece, Piece, Placement, Position, Setup, Square};
use crate::proof::Stipulation;

/// The keywords that begin a command.
const KEYWORDS: &str = "beginproblem nextproblem endproblem stipulation sstipulation author title origin remark \
                        award pieces forsyth array twin zeroposition option condition latex";

/// Options that change nothing about the solutions.
const HARMLESS: [&str; 6] =
    ["variation", "intelligent", "movenumbers", "noboard", "nothreat", "stoponshortsolutions"];

type PopeyeBoard = BTreeMap<Square, ColoredPiece>;

/// A problem while it is being read.
#[derive(Clone, Default)]
struct PopeyeProblem {
    line: usize,
    title: String,
    board: PopeyeBoard,
    stipulation: String,
    set_play: bool,
    refutations: Option<usize>,
    /// Why it cannot be solved.
    fault: Option<String>,
    /// Boards and stipulations of the twins.
    twins: Vec<PopeyeProblem>,
    /// Whether the position is only the base of the twins, and no problem of its own.
    is_zero: bool,
}

/// Returns whether a text is input of Popeye.
pub(super) fn is_input(text: &str) -> bool {
    text.split_whitespace().next().and_then(keyword) == Some("beginproblem")
}

/// Parses the problems of a text.
pub(super) fn read_input(text: &str) -> SuiteFile {
    let mut reader = PopeyeReader::default();
    for (line, text) in (1..).zip(text.lines()) {
        reader.read_line(line, text);
    }
    reader.end_problem();
    reader.file
}

/// Returns the keyword that a word is or abbreviates.
fn keyword(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let mut named = KEYWORDS.split(' ').filter(|name| word.len() > 2 && name.starts_with(&word));
    named.next().filter(|_| named.next().is_none())
}

/// Returns the twin operation that a word is or abbreviates.
fn operation(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let operations = ["move", "exchange", "remove", "add", "continued"];
    operations.into_iter().find(|name| word.len() > 2 && name.starts_with(&word))
}

#[derive(Default)]
struct PopeyeReader {
    file: SuiteFile,
    problem: PopeyeProblem,
    /// The command that the next words belong to, and those before them.
    command: &'static str,
    side: Option<Color>,
    words: Vec<String>,
}

impl PopeyeReader {
    fn read_line(&mut self, line: usize, text: &str) {
        let mut rest = text.trim();
        while !rest.is_empty() {
            let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            rest = after.trim_start();
            // `Rem` is `Remove` in a twin, and `Remark` elsewhere.
            let is_operation = self.command == "twin" && operation(word).is_some();
            match keyword(word).filter(|_| !is_operation) {
                Some(command) => {
                    self.begin(command, line);
                    if matches!(
                        command,
                        "author" | "title" | "origin" | "remark" | "award" | "latex"
                    ) {
                        if matches!(command, "author" | "title") {
                            let gap = if self.problem.title.is_empty() { "" } else { ", " };
                            self.problem.title.push_str(&format!("{gap}{rest}"));
                        }
                        return;
                    }
                }
                None => self.word(line, word),
            }
        }
    }

    fn begin(&mut self, command: &'static str, line: usize) {
        // Within a twin, `Stipulation` changes that twin alone.
        (self.command, self.side) = (command, None);
        self.words.clear();
        match command {
            "beginproblem" | "nextproblem" | "endproblem" => {
                self.end_problem();
                self.problem.line = line;
            }
            "twin" => self.problem.twins.push(self.problem.without_twins(line)),
            "zeroposition" => {
                self.problem.is_zero = true;
                self.command = "twin";
                self.problem.twins.push(self.problem.without_twins(line));
            }
            "array" | "sstipulation" => self.refuse(format!("{command} is not supported")),
            _ => {}
        }
    }

    fn refuse(&mut self, why: String) {
        self.current().fault.get_or_insert(why);
    }

    /// The twin that is being described, or the problem.
    fn current(&mut self) -> &mut PopeyeProblem {
        if self.problem.twins.is_empty() {
            return &mut self.problem;
        }
        let last = self.problem.twins.len() - 1;
        &mut self.problem.twins[last]
    }

    fn word(&mut self, line: usize, word: &str) {
        let lower = word.to_ascii_lowercase();
        match self.command {
            "stipulation" => self.current().stipulation = lower,
            "forsyth" => match forsyth(word) {
                Ok(board) => self.current().board = board,
                Err(why) => self.refuse(why),
            },
            "pieces" => self.piece(&lower, word),
            "option" => self.option(line, &lower, word),
            "condition" => self.refuse(format!("the fairy condition {word} is not supported")),
            "twin" => self.twin(&lower, word),
            _ => {}
        }
    }

    /// `White`, `Kf1`, `Pa2b2`.
    fn piece(&mut self, lower: &str, word: &str) {
        let is = |name: &str| lower.len() > 1 && name.starts_with(lower);
        match lower {
            _ if is("white") => self.side = Some(Color::White),
            _ if is("black") => self.side = Some(Color::Black),
            _ => match (self.side, men(word)) {
                (Some(color), Some((piece, squares))) => {
                    let men = squares.into_iter().map(|at| (at, ColoredPiece { color, piece }));
                    self.current().board.extend(men);
                }
                _ => self.refuse(format!("\"{word}\" is no orthodox piece with its squares")),
            },
        }
    }

    fn option(&mut self, line: usize, lower: &str, word: &str) {
        let last = self.words.last().map_or("", String::as_str);
        let is = |name: &str| lower.len() > 2 && name.starts_with(lower);
        match lower.parse::<usize>() {
            // The number of an option before it.
            Ok(number) if last == "defence" => self.problem.refutations = Some(number.max(1)),
            Ok(_) => {}
            Err(_) if is("setplay") => self.problem.set_play = true,
            Err(_) if is("try") => {
                self.problem.refutations.get_or_insert(1);
            }
            Err(_) if is("defence") => self.words.push("defence".to_owned()),
            Err(_) if HARMLESS.iter().any(|name| is(name)) => {}
            Err(_) => {
                self.file.left_out.passed_over.push(format!("line {line}: option {word}"));
                self.words.push(lower.to_owned());
            }
        }
    }

    /// A word of a twin: an operation, a square, or what is added.
    fn twin(&mut self, lower: &str, word: &str) {
        if let Some(operation) = operation(word) {
            if operation == "continued" {
                let twins = &mut self.problem.twins;
                if let [.., before, twin] = &mut twins[..] {
                    (twin.board, twin.stipulation) =
                        (before.board.clone(), before.stipulation.clone());
                }
            }
            self.words = vec![operation.to_owned()];
            return;
        }
        let operation = self.words.first().cloned().unwrap_or_default();
        if operation == "add" {
            return self.piece(lower, word);
        }
        let square: Option<Square> = lower.parse().ok();
        let Some(square) = square.filter(|_| !operation.is_empty()) else {
            return self.refuse(format!("the twin {word} is not supported"));
        };
        let from = self.words.get(1).and_then(|from| from.parse::<Square>().ok());
        let board = &mut self.current().board;
        match (operation.as_str(), from) {
            ("remove", _) => drop(board.remove(&square)),
            (_, None) => self.words.push(lower.to_owned()),
            (operation, Some(from)) => {
                let (man, other) = (board.remove(&from), board.remove(&square));
                board.extend(man.map(|man| (square, man)));
                if operation == "exchange" {
                    board.extend(other.map(|other| (from, other)));
                }
                self.words.truncate(1);
            }
        }
    }

    /// Adds the finished problem and its twins to the items, or to the bad records.
    fn end_problem(&mut self) {
        let problem = std::mem::take(&mut self.problem);
        if problem.board.is_empty() && problem.stipulation.is_empty() && problem.fault.is_none() {
            return;
        }
        let (set_play, refutations) = (problem.set_play, problem.refutations);
        let first = (!problem.is_zero).then_some(&problem);
        let has_twins = !problem.twins.is_empty();
        for (letter, twin) in ('a'..).zip(first.into_iter().chain(&problem.twins)) {
            let title = &problem.title;
            let id = if has_twins { format!("{letter}) {title}") } else { title.clone() };
            let fault = problem.fault.as_ref().or(twin.fault.as_ref());
            let item = match fault {
                Some(fault) => Err(fault.clone()),
                None => twin.item(id.trim_end().to_owned(), set_play, refutations),
            };
            match item {
                Ok(item) => {
                    self.file.items.push(SuiteItem { number: self.file.items.len() + 1, ..item })
                }
                Err(why) => self.file.left_out.bad.push(format!("line {}: {why}", twin.line)),
            }
        }
    }
}

impl PopeyeProblem {
    fn without_twins(&self, line: usize) -> PopeyeProblem {
        PopeyeProblem { line, twins: Vec::new(), fault: None, ..self.clone() }
    }

    fn item(
        &self,
        id: String,
        set_play: bool,
        refutations: Option<usize>,
    ) -> Result<SuiteItem, String> {
        let stipulation: Stipulation =
            self.stipulation.parse().map_err(|error| format!("{error}"))?;
        let position = position(&self.board, stipulation.first())?;
        let mut operations = vec![Operation::new("stip", [stipulation.to_string()])];
        if !id.is_empty() {
            operations.push(Operation::new("id", [id.clone()]));
        }
        let record = Epd { position, operations }.to_string();
        let problem =
            Some(Posed { set_play, refutations, ..Posed::of(stipulation, None) });
        let goal = SuiteGoal { problem, ..SuiteGoal::default() };
        Ok(SuiteItem { line: self.line, number: 0, id, record, position, goal })
    }
}

/// Returns the piece of a letter: S is the knight, N a fairy piece.
fn piece(letter: char) -> Option<Piece> {
    match letter.to_ascii_uppercase() {
        'S' => Some(Piece::Knight),
        'N' => None,
        letter => Piece::from_letter(letter),
    }
}

/// Parses a piece and its squares, `Pa2b2`.
fn men(word: &str) -> Option<(Piece, Vec<Square>)> {
    let piece = piece(word.chars().next()?)?;
    let squares = word.get(1..)?.as_bytes().chunks(2);
    let squares =
        squares.map(|two| std::str::from_utf8(two).ok()?.to_ascii_lowercase().parse().ok());
    let squares: Vec<Square> = squares.collect::<Option<_>>()?;
    (!squares.is_empty()).then_some((piece, squares))
}

/// Parses Forsyth notation; ranks and squares may be missing at the end.
fn forsyth(text: &str) -> Result<PopeyeBoard, String> {
    let (mut board, mut at) = (PopeyeBoard::new(), 0_u32);
    for letter in text.chars() {
        match letter {
            '/' => at = at.next_multiple_of(8),
            '1'..='9' => at += letter.to_digit(10).unwrap_or(0),
            _ => {
                let piece = piece(letter).ok_or(format!("\"{letter}\" is no orthodox piece"))?;
                let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                let square =
                    Square::ALL.get((at ^ 56) as usize).ok_or("Forsyth has too many squares")?;
                board.insert(*square, ColoredPiece { color, piece });
                at += 1;
            }
        }
    }
    Ok(board)
}

/// Sets up a board. Kings and rooks on their home squares may castle, as is customary in problems.
fn position(board: &PopeyeBoard, turn: Color) -> Result<Position, String> {
    let put = |all: Placement, (&square, &man): (&Square, &ColoredPiece)| all.with(man, square);
    let setup = Setup::new(board.iter().fold(Placement::EMPTY, put), turn);
    Position::try_from(&setup).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: &str = "\
        BeginProblem\n\
        Author Somebody\n\
        Stip h#2 Option SetPlay Intelligent MaxSol 5\n\
        Pieces White Kf1 Sb1 Pa2b2 Black Kd4 qe5\n\
        Twin Move f1 g1\n\
        Twin Cont Exchange g1 b1 Rem b2\n\
        Twin Add Black Rh8 Stip h#2.5\n\
        NextProblem\n\
        Forsyth 7k/8/8/8/8/8/R/R3K\n\
        Stipulation #2\n\
        Option Try Defence 3 Variation\n\
        Next\n\
        Forsyth 8/8/8/8/8/8/N7/K1k5\n\
        Stip #2\n\
        Next\n\
        Forsyth k7/8/K7/8/8/8/8/8\n\
        Stip ser-h#3\n\
        Condition Circe\n\
        EndProblem\n";

    #[test]
    fn problems_twins_and_options_are_read() {
        assert!(is_input(INPUT) && !is_input("7k/8/8/8/8/8/R7/1R2K3 w - - bm #2;"));
        let SuiteFile { items, left_out } = read_input(INPUT);
        let read: Vec<(&str, String, String)> = items
            .iter()
            .map(|item| {
                let stipulation = item.goal.problem.unwrap().stipulation;
                (item.id.as_str(), stipulation.to_string(), item.position.to_fen())
            })
            .collect();
        let expected = [
            ("a) Somebody", "h#2", "8/8/8/4q3/3k4/8/PP6/1N3K2 b - - 0 1"),
            ("b) Somebody", "h#2", "8/8/8/4q3/3k4/8/PP6/1N4K1 b - - 0 1"),
            ("c) Somebody", "h#2", "8/8/8/4q3/3k4/8/P7/1K4N1 b - - 0 1"),
            ("d) Somebody", "h#2.5", "7r/8/8/4q3/3k4/8/PP6/1N3K2 w - - 0 1"),
            ("", "#2", "7k/8/8/8/8/8/R7/R3K3 w Q - 0 1"),
        ];
        for (read, (id, stipulation, fen)) in read.iter().zip(expected) {
            assert_eq!((read.0, read.1.as_str(), read.2.as_str()), (id, stipulation, fen));
        }
        let posed = |number: usize| items[number].goal.problem.unwrap();
        assert!(posed(0).set_play && posed(3).set_play && !posed(4).set_play);
        assert_eq!((posed(0).refutations, posed(4).refutations), (None, Some(3)));
        assert_eq!(left_out.passed_over, ["line 3: option MaxSol"]);
        assert_eq!(
            left_out.bad,
            [
                "line 12: \"N\" is no orthodox piece",
                "line 15: the fairy condition Circe is not supported"
            ]
        );
    }
}
