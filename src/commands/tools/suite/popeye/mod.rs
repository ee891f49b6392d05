//! Parses Popeye's input: problems as Forsyth or Pieces, with stipulation, options and twins, in English, German or French.
//!
//! Every twin is a separate position, named `a)`, `b)` and so on, and so is either side of a duplex problem. Anything unsupported
//! makes its record unusable, with a message: a solution of a different problem would be worse than none. `words.rs` has the
//! vocabulary, `board.rs` sets up the board.

mod board;
#[cfg(test)]
mod tests;
mod words;

use super::run::{Posed, SuiteFile, SuiteGoal, SuiteItem};
use crate::chess::epd::{Epd, Operation};
use crate::chess::lines::Lines;
use crate::chess::{Color, ColoredPiece, Piece, Square};
use crate::proof::stipulation::{Genre, Intended, parse_with_intended};
use board::{Board, Rights};
use words::{CHANGES, CHOICES, COLORS, COMMANDS, Change, Choice, Command, Language};

/// A problem being parsed.
#[derive(Clone, Default)]
struct PopeyeProblem {
    line: usize,
    title: String,
    board: Board,
    stipulation: String,
    options: PopeyeOptions,
    /// Why it cannot be solved, with the line number of the cause.
    fault: Option<(usize, String)>,
    /// Boards and stipulations of the twins.
    twins: Vec<PopeyeProblem>,
    /// Whether the position is only the base of the twins, not a problem.
    is_zero: bool,
}

/// Options of a problem and all its twins.
#[derive(Clone, Default)]
struct PopeyeOptions {
    set_play: bool,
    refutations: Option<usize>,
    variations: bool,
    white_to_play: bool,
    /// Whether the other side is to solve it too, or only the other side.
    duplex: bool,
    half_duplex: bool,
    rights: Rights,
}

/// Returns the words of a decoded text, with their line numbers.
fn decoded(bytes: &[u8]) -> Vec<(usize, String)> {
    let mut lines = Lines::new(bytes);
    // Reading from memory does not fail.
    std::iter::from_fn(|| lines.next_line().ok().flatten()).collect()
}

/// Returns whether the character separates words.
fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || letter == ';' || letter == ','
}

fn is_figure(letter: char) -> bool {
    letter.is_ascii_digit()
}

/// Parses the problems of a text; `None` if it is not Popeye's input.
pub(super) fn read_input(bytes: &[u8]) -> Option<SuiteFile> {
    let lines = decoded(bytes);
    let mut words = lines.iter().flat_map(|(_, line)| line.split(is_gap));
    let language = Language::of_beginning(words.find(|word| !word.is_empty())?)?;
    let mut reader = PopeyeReader::new(language);
    for (line, text) in lines {
        reader.line = line;
        reader.read_line(&text);
    }
    reader.end_problem();
    Some(reader.file)
}

/// The command that the next words belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Command(Command),
    Change(Change),
}

impl Place {
    fn is_stipulation(self) -> bool {
        matches!(self, Place::Command(Command::Stipulation) | Place::Change(Change::Stipulation))
    }
}

struct PopeyeReader {
    language: Language,
    file: SuiteFile,
    problem: PopeyeProblem,
    line: usize,
    place: Place,
    side: Option<Option<Color>>,
    /// A piece whose squares have not been read yet.
    piece: Option<Piece>,
    /// An option whose squares or number have not been read yet.
    choice: Option<Choice>,
    /// Words of an incomplete change.
    words: Vec<String>,
}

impl PopeyeReader {
    fn new(language: Language) -> PopeyeReader {
        PopeyeReader {
            language,
            file: SuiteFile::default(),
            problem: PopeyeProblem::default(),
            line: 0,
            place: Place::Command(Command::End),
            side: None,
            piece: None,
            choice: None,
            words: Vec::new(),
        }
    }

    fn read_line(&mut self, text: &str) {
        let mut rest = text.trim_start_matches(is_gap);
        while !rest.is_empty() {
            let (word, after) = rest.split_once(is_gap).unwrap_or((rest, ""));
            let is_joined = rest[word.len()..].starts_with([',', ';'])
                && word.ends_with(is_figure)
                && after.starts_with(is_figure);
            rest = after.trim_start_matches(is_gap);
            // The open command takes what it can before another begins: `B a1` is a bishop, `rem` in a twin is `Remove`.
            if self.takes(word) {
                if is_joined && self.place.is_stipulation() {
                    let why = "half a move is written with a point, as in h#2.5";
                    self.refuse(format!("a number is joined to {word} by a comma; {why}"));
                }
                continue;
            }
            match self.language.find(COMMANDS, word) {
                Some(command) => {
                    self.begin(command);
                    if let Command::Title | Command::Remark = command {
                        let rest = rest.trim_end();
                        if command == Command::Title && !rest.is_empty() {
                            let gap = if self.problem.title.is_empty() { "" } else { ", " };
                            self.problem.title.push_str(&format!("{gap}{rest}"));
                        }
                        return;
                    }
                }
                None => self.refuse_word(word),
            }
        }
    }

    fn begin(&mut self, command: Command) {
        self.complete();
        (self.place, self.side) = (Place::Command(command), None);
        self.words.clear();
        match command {
            Command::Begin | Command::Next | Command::End => {
                self.end_problem();
                self.problem.line = self.line;
            }
            Command::Twin => self.problem.twins.push(self.problem.without_twins(self.line)),
            Command::Zero => {
                self.problem.is_zero = true;
                self.problem.twins.push(self.problem.without_twins(self.line));
            }
            Command::Array => {
                self.refuse("the position of the beginning of a game is not supported".to_owned())
            }
            Command::Structured => {
                self.refuse("a structured stipulation is not supported".to_owned());
            }
            _ => {}
        }
    }

    fn refuse(&mut self, why: String) {
        let line = self.line;
        self.current().fault.get_or_insert((line, why));
    }

    fn refuse_word(&mut self, word: &str) {
        let word = crate::chess::foreign::shorten(word);
        let why = match self.place {
            Place::Command(Command::Option) => format!("the option {word} is not known"),
            Place::Command(Command::Pieces) | Place::Change(Change::Add) => {
                format!("\"{word}\" is no orthodox piece with its squares")
            }
            Place::Command(Command::Twin | Command::Zero) | Place::Change(_) => {
                format!("\"{word}\" is no change of a twin")
            }
            Place::Command(_) => format!("\"{word}\" is no word of Popeye's"),
        };
        self.refuse(why);
    }

    /// Returns the current twin, or else the problem.
    fn current(&mut self) -> &mut PopeyeProblem {
        if self.problem.twins.is_empty() {
            return &mut self.problem;
        }
        let last = self.problem.twins.len() - 1;
        &mut self.problem.twins[last]
    }

    /// Marks the problem as faulty if a command is incomplete.
    fn complete(&mut self) {
        if let Some(piece) = self.piece.take() {
            self.refuse(format!("a {} has no square", piece.name()));
        }
        if let Some(choice) = self.choice.take() {
            match choice {
                Choice::NoCastling | Choice::EnPassant => {
                    self.refuse(format!("the option {choice:?} has no squares"));
                }
                Choice::Defence => self.refuse("the option Defence has no number".to_owned()),
                _ => {}
            }
        }
        if let Place::Change(change) = self.place
            && change != Change::Stipulation
            && !self.words.is_empty()
        {
            self.words.clear();
            self.refuse(format!("the change {change:?} of a twin is not complete"));
        }
    }

    /// Gives a word to the open command; returns whether it belongs there.
    fn takes(&mut self, word: &str) -> bool {
        match self.place {
            place if place.is_stipulation() => self.stipulation(word),
            Place::Command(Command::Forsyth) if self.words.is_empty() => {
                match board::forsyth(word, self.language) {
                    // Pieces may be before or after it.
                    Ok(board) => self.current().board.extend(board),
                    Err(why) => self.refuse(why),
                }
                self.place = Place::Command(Command::End);
                true
            }
            Place::Command(Command::Pieces) => self.piece(word),
            Place::Command(Command::Option) => self.option(word),
            Place::Command(Command::Condition) | Place::Change(Change::Condition) => {
                let command = self.language.find(COMMANDS, word).is_some();
                if !command {
                    self.refuse(format!("the fairy condition {word} is not supported"));
                }
                !command
            }
            Place::Command(Command::Twin | Command::Zero) | Place::Change(_) => self.twin(word),
            Place::Command(_) => false,
        }
    }

    /// Parses a stipulation, or the intended number of solutions after it.
    fn stipulation(&mut self, word: &str) -> bool {
        if self.words.is_empty() {
            self.current().stipulation = word.to_ascii_lowercase();
            self.words.push(word.to_owned());
            return true;
        }
        if self.words.len() == 1 && word.starts_with(is_figure) {
            self.current().stipulation.push_str(&format!(" {word}"));
            self.words.push(word.to_owned());
            return true;
        }
        self.words.clear();
        self.place = match self.place {
            Place::Change(_) => Place::Command(Command::Twin),
            _ => Place::Command(Command::End),
        };
        self.takes(word)
    }

    /// Parses `White`, `Kf1`, `Pa2b2`, `P a2b2`. Returns whether it is one of them.
    fn piece(&mut self, word: &str) -> bool {
        if let Some(piece) = self.piece {
            let Some(squares) = board::squares(word).filter(|squares| !squares.is_empty()) else {
                return false;
            };
            self.piece = None;
            self.put(piece, squares);
            return true;
        }
        if self.side.is_some() {
            match board::men(word, self.language) {
                Some((piece, squares)) if squares.is_empty() => {
                    self.piece = Some(piece);
                    return true;
                }
                Some((piece, squares)) => {
                    self.put(piece, squares);
                    return true;
                }
                None => {}
            }
        }
        match self.language.find(COLORS, word) {
            Some(None) => {
                self.side = Some(None);
                self.refuse(format!("{word} men are not supported"));
                true
            }
            Some(side) => {
                self.side = Some(side);
                true
            }
            None => false,
        }
    }

    fn put(&mut self, piece: Piece, squares: Vec<Square>) {
        if let Some(Some(color)) = self.side {
            let men = squares.into_iter().map(|at| (at, ColoredPiece { color, piece }));
            self.current().board.extend(men);
        }
    }

    fn option(&mut self, word: &str) -> bool {
        let number: Option<usize> = word.parse().ok();
        match (self.choice, board::squares(word)) {
            (Some(choice @ (Choice::NoCastling | Choice::EnPassant)), Some(squares)) => {
                self.choice = None;
                let rights = &mut self.problem.options.rights;
                if choice == Choice::NoCastling {
                    rights.no_castling.extend(squares);
                } else {
                    rights.double_step.get_or_insert_default().extend(squares);
                }
                return true;
            }
            (Some(Choice::Defence), _) if number.is_some() => {
                self.choice = None;
                self.problem.options.refutations = number.map(|number| number.max(1));
                return true;
            }
            (Some(Choice::Harmless | Choice::Limit | Choice::Refused), _) if number.is_some() => {
                return true;
            }
            _ => {}
        }
        let Some(choice) = self.language.find(CHOICES, word) else { return false };
        self.complete();
        self.choice = Some(choice);
        let line = self.line;
        let options = &mut self.problem.options;
        match choice {
            Choice::SetPlay => options.set_play = true,
            Choice::Try => {
                options.refutations.get_or_insert(1);
            }
            Choice::WhiteToPlay => options.white_to_play = true,
            Choice::Duplex => options.duplex = true,
            Choice::HalfDuplex => options.half_duplex = true,
            Choice::Variations => options.variations = true,
            Choice::Limit => {
                self.file.left_out.passed_over.push(format!("line {line}: option {word}"));
            }
            Choice::Refused => {
                // Options belong to the problem, whether it has twins or not.
                let why = format!("the option {word} is not supported");
                self.problem.fault.get_or_insert((line, why));
            }
            Choice::Defence | Choice::NoCastling | Choice::EnPassant | Choice::Harmless => {}
        }
        true
    }

    /// Parses a word of a twin: a change, its squares, or added pieces. Returns whether it is one of them.
    fn twin(&mut self, word: &str) -> bool {
        let done = match self.place {
            Place::Change(Change::Add) => self.piece(word),
            Place::Change(change) => self.change(change, word),
            Place::Command(_) => false,
        };
        if done {
            return true;
        }
        let Some(change) = self.language.find(CHANGES, word) else { return false };
        self.complete();
        (self.place, self.side) = (Place::Change(change), None);
        self.words.clear();
        match change {
            Change::Continued => {
                let (board, stipulation) = (&self.problem.board, &self.problem.stipulation);
                let fresh =
                    |twin: &PopeyeProblem| twin.board == *board && twin.stipulation == *stipulation;
                if self.problem.twins.last().is_some_and(|twin| !fresh(twin)) {
                    // It would discard the changes before it.
                    self.refuse(format!("{word} has to stand before the changes of a twin"));
                } else if let [.., before, twin] = &mut self.problem.twins[..] {
                    (twin.board, twin.stipulation) =
                        (before.board.clone(), before.stipulation.clone());
                    // Twins build on each other, so a fault of one is one of the next.
                    twin.fault = twin.fault.take().or_else(|| before.fault.clone());
                }
            }
            Change::Polish => {
                for man in self.current().board.values_mut() {
                    man.color = !man.color;
                }
            }
            Change::Structured => {
                self.refuse("a structured stipulation is not supported".to_owned());
            }
            _ => {}
        }
        true
    }

    fn change(&mut self, change: Change, word: &str) -> bool {
        let squares = board::squares(word).filter(|squares| !squares.is_empty());
        match change {
            Change::Remove => {
                let Some(squares) = squares else { return false };
                for square in squares {
                    if self.current().board.remove(&square).is_none() {
                        self.refuse(format!("there is nothing to remove on {square}"));
                    }
                }
            }
            Change::Move | Change::Exchange | Change::Shift => {
                let Some(squares) = squares else { return false };
                self.words.extend(squares.iter().map(Square::to_string));
                let squares: Vec<Square> =
                    self.words.iter().filter_map(|square| square.parse().ok()).collect();
                if let [from, to] = squares[..] {
                    self.words.clear();
                    self.carry(change, from, to);
                }
            }
            Change::Rotate | Change::Mirror => {
                let Some(to) = board::transformed(word) else { return false };
                board::carry(&mut self.current().board, |square| Some(to(square)));
            }
            Change::Substitute => {
                let mut letters = word.chars();
                let (Some(letter), None) = (letters.next(), letters.next()) else { return false };
                let Some(piece) = self.language.piece(letter) else { return false };
                self.words.push(letter.to_string());
                if let [first, _] = &self.words[..] {
                    let former = first.chars().next().and_then(|first| self.language.piece(first));
                    self.words.clear();
                    for man in self.current().board.values_mut() {
                        if Some(man.piece) == former {
                            man.piece = piece;
                        }
                    }
                }
            }
            _ => return false,
        }
        true
    }

    fn carry(&mut self, change: Change, from: Square, to: Square) {
        let board = &mut self.current().board;
        if change == Change::Shift {
            let far = |to: usize, from: usize| to as i8 - from as i8;
            let files = far(to.file().index(), from.file().index());
            let ranks = far(to.rank().index(), from.rank().index());
            if !board::carry(board, |square| square.offset(files, ranks)) {
                self.refuse(format!("the shift {from} {to} carries men beyond the board"));
            }
            return;
        }
        let (man, other) = (board.remove(&from), board.remove(&to));
        board.extend(man.map(|man| (to, man)));
        if change == Change::Exchange {
            board.extend(other.map(|other| (from, other)));
        }
        if man.is_none() {
            self.refuse(format!("there is no man on {from}"));
        }
    }

    /// Adds the finished problem and its twins to the items, or to the bad records.
    fn end_problem(&mut self) {
        self.complete();
        self.words.clear();
        let problem = std::mem::take(&mut self.problem);
        if problem.board.is_empty() && problem.stipulation.is_empty() && problem.fault.is_none() {
            return;
        }
        let first = (!problem.is_zero).then_some(&problem);
        let has_twins = !problem.twins.is_empty();
        for (place, twin) in first.into_iter().chain(&problem.twins).enumerate() {
            let title = &problem.title;
            let id =
                if has_twins { format!("{}) {title}", twin_name(place)) } else { title.clone() };
            let items = match problem.fault.as_ref().or(twin.fault.as_ref()) {
                Some(fault) => Err(fault.clone()),
                None => twin.items(id.trim_end(), &problem.options).map_err(|why| (twin.line, why)),
            };
            match items {
                Ok(items) => {
                    for item in items {
                        let number = self.file.items.len() + 1;
                        self.file.items.push(SuiteItem { number, ..item });
                    }
                }
                Err((line, why)) => {
                    self.file.left_out.bad.push(format!("line {line} of Popeye's input: {why}"));
                }
            }
        }
    }
}

/// Returns the name of a twin by its index: `a` to `z`, then `z1`, `z2` and so on.
fn twin_name(place: usize) -> String {
    match ('a'..='z').nth(place) {
        Some(letter) => letter.to_string(),
        None => format!("z{}", place - 25),
    }
}

impl PopeyeProblem {
    fn without_twins(&self, line: usize) -> PopeyeProblem {
        PopeyeProblem { line, twins: Vec::new(), fault: None, ..self.clone() }
    }

    /// Builds the problems for the side that begins, for the other, or for both.
    fn items(&self, id: &str, options: &PopeyeOptions) -> Result<Vec<SuiteItem>, String> {
        if self.stipulation.is_empty() {
            return Err("there is no stipulation".to_owned());
        }
        let (mut stipulation, intended) =
            parse_with_intended(&self.stipulation).map_err(|error| error.to_string())?;
        // Popeye omits Black's first move; otherwise White begins anyway.
        if options.white_to_play && stipulation.genre == Genre::Help && stipulation.plies % 2 == 0 {
            stipulation.plies -= 1;
        }
        let usual = stipulation.first();
        let sides = match (options.duplex, options.half_duplex) {
            (true, true) => {
                return Err("the options Duplex and HalfDuplex exclude each other".to_owned());
            }
            (true, false) => vec![usual, !usual],
            (false, true) => vec![!usual],
            (false, false) => vec![usual],
        };
        let is_named = sides != [usual];
        let pose = |side: Color| {
            let position = options.rights.position(&self.board, side)?;
            let gap = if id.is_empty() { "" } else { ", " };
            let id = if is_named { format!("{id}{gap}{side} begins") } else { id.to_owned() };
            let stip = match intended {
                Some(Intended(intended)) => format!("{stipulation} {intended}"),
                None => stipulation.to_string(),
            };
            let mut operations = vec![Operation::new("stip", [stip])];
            if !id.is_empty() {
                operations.push(Operation::new("id", [id.clone()]));
            }
            let record = Epd { position, operations, warnings: Vec::new() }.to_string();
            let PopeyeOptions { set_play, refutations, variations, .. } = *options;
            let problem =
                Posed { set_play, refutations, variations, ..Posed::of(stipulation, intended) };
            let goal = SuiteGoal { problem: Some(problem), ..SuiteGoal::default() };
            Ok(SuiteItem { line: self.line, number: 0, id, record, position, goal })
        };
        sides.into_iter().map(pose).collect()
    }
}
