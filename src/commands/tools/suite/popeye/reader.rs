//! The reader of Popeye's input, a line at a time: which command, change or option the next words belong to.

use super::super::run::{SuiteFile, SuiteItem};
use super::board;
use super::problem::{LONGEST_TITLE, PopeyeProblem, twin_name};
use super::words::{
    CHANGES, CHOICES, COLORS, COMMANDS, Change, Choice, Command, Language, first_word, is_gap,
};
use crate::chess::foreign::shorten;
use crate::chess::{Color, ColoredPiece, Piece, Square};
use crate::shell::parse::setup::fen_fields;

fn is_figure(letter: char) -> bool {
    letter.is_ascii_digit()
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

pub(super) struct PopeyeReader {
    language: Language,
    pub(super) file: SuiteFile,
    problem: PopeyeProblem,
    pub(super) line: usize,
    place: Place,
    side: Option<Option<Color>>,
    /// A piece whose squares have not been read yet.
    piece: Option<Piece>,
    /// An option whose squares or number have not been read yet.
    choice: Option<Choice>,
    /// Words of an incomplete change.
    words: Vec<String>,
    /// Whether the line is before `BeginProblem` or behind `EndProblem`.
    is_outside: bool,
    /// The line of the last Forsyth or stipulation if nothing has begun behind it; zero if something has.
    said_on: usize,
}

impl PopeyeReader {
    pub(super) fn new(language: Language) -> PopeyeReader {
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
            is_outside: true,
            said_on: 0,
        }
    }

    pub(super) fn read_line(&mut self, text: &str) {
        let mut rest = text.trim_start_matches(is_gap);
        if self.is_outside && Language::of_beginning(first_word(rest)) != Some(self.language) {
            return;
        }
        while !rest.is_empty() {
            let (word, after) = rest.split_once(is_gap).unwrap_or((rest, ""));
            let is_joined = rest[word.len()..].starts_with([',', ';'])
                && word.ends_with(is_figure)
                && after.starts_with(is_figure);
            rest = after.trim_start_matches(is_gap);
            // The open command takes what it can before another begins: `B a1` is a bishop, `rem` in a twin is `Remove`.
            let is_board = self.place == Place::Command(Command::Forsyth);
            if self.takes(word) {
                if is_board {
                    let fields = fen_fields(rest);
                    self.pass_over(&rest[..fields]);
                    rest = rest[fields..].trim_start_matches(is_gap);
                }
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
                            let title = format!("{}{gap}{rest}", self.problem.title);
                            // Every twin bears it.
                            self.problem.title = title.chars().take(LONGEST_TITLE).collect();
                        }
                    }
                    if let Command::Title | Command::Remark | Command::End = command {
                        return;
                    }
                }
                None if self.said_on == self.line && !self.language.is_almost(COMMANDS, word) => {
                    self.pass_over(word);
                }
                None => self.refuse_word(word),
            }
        }
    }

    fn begin(&mut self, command: Command) {
        self.complete();
        (self.place, self.side, self.said_on) = (Place::Command(command), None, 0);
        self.words.clear();
        match command {
            Command::Begin | Command::Next | Command::End => {
                self.end_problem();
                self.problem.line = self.line;
                self.is_outside = command == Command::End;
            }
            Command::Twin => self.problem.twins.push(self.problem.twin(self.line)),
            Command::Zero => {
                self.problem.is_zero = true;
                self.problem.twins.push(self.problem.twin(self.line));
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

    /// Notes words that say nothing about the problem, as Popeye passes over them.
    fn pass_over(&mut self, words: &str) {
        if !words.is_empty() {
            let words = shorten(words);
            self.file.left_out.pass_over(format!("line {}: {words}", self.line));
        }
    }

    pub(super) fn refuse(&mut self, why: String) {
        let line = self.line;
        self.current().fault.get_or_insert((line, why));
    }

    fn refuse_word(&mut self, word: &str) {
        let word = shorten(word);
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
                self.said_on = self.line;
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
            // Signs of set play and tries stand behind the stipulation below a diagram: `#2*vv`.
            let plain = shorten(word.trim_end_matches(['*', 'v']));
            self.current().stipulation = plain.to_ascii_lowercase();
            self.words.push(word.to_owned());
            self.said_on = self.line;
            return true;
        }
        if self.words.len() == 1 && word.starts_with(is_figure) && word.len() < LONGEST_TITLE {
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
                self.file.left_out.pass_over(format!("line {line}: option {word}"));
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
        (self.place, self.side, self.said_on) = (Place::Change(change), None, 0);
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
                if squares.len() > 1 {
                    self.words.clear();
                }
                match squares[..] {
                    [_] => {}
                    [from, to] => self.carry(change, from, to),
                    _ => self.refuse(format!("the change {change:?} needs two squares")),
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
    pub(super) fn end_problem(&mut self) {
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
                    self.file.left_out.refuse(format!("line {line} of Popeye's input: {why}"));
                }
            }
        }
    }
}
