//! Going through millions of games for their first moves: bytes in, legal moves out, no tree and no text kept.
//!
//! Games are told apart as [`PgnReader`](super::PgnReader) does, which keeps everything that a record says; here only what
//! decides about the moves is looked at. A fault is told with its line and never takes the next game with it.

use std::io::{self, BufRead, Read};

use super::super::game::GameResult;
use super::super::moves::Move;
use super::super::movetext::{MovetextError, MovetextFault};
use super::super::notation::{self, MoveError, read_plain};
use super::super::position::Position;
use super::read::{LONGEST, header, is_chess};
use super::{PgnError, PgnFault};

/// A longer line is cut: no line of a game is as long.
const LONGEST_LINE: u64 = 1 << 20;

/// The games of a file, one after the other.
pub struct GameScanner<R> {
    reader: R,
    line: Vec<u8>,
    /// The line was read too far: it begins the next game.
    ahead: bool,
    lines: usize,
    /// Bytes of the file up to the end of `line`.
    bytes: u64,
}

/// What is looked at in a game.
#[derive(Clone, Debug, Default)]
pub struct ScannedGame {
    /// The line that it begins in, from 1.
    pub line: usize,
    movetext: Vec<u8>,
    movetext_line: usize,
    fen: Option<String>,
    variant: Option<String>,
    result: Option<GameResult>,
    /// A line that is no header, or too much text.
    fault: Option<(usize, bool)>,
}

/// Inside braces, inside so many parentheses.
#[derive(Clone, Copy, Default)]
struct Nest {
    comment: bool,
    variations: usize,
}

impl<R: BufRead> GameScanner<R> {
    /// Reads from here on, `bytes` and `lines` behind the beginning of the file.
    pub fn new(reader: R, bytes: u64, lines: usize) -> GameScanner<R> {
        GameScanner { reader, line: Vec::new(), ahead: false, lines, bytes }
    }

    /// How many bytes and lines of the file lie before the next game.
    pub fn place(&self) -> (u64, usize) {
        match self.ahead {
            true => (self.bytes - self.line.len() as u64, self.lines - 1),
            false => (self.bytes, self.lines),
        }
    }

    /// Reads the next game into `game`; `false` at the end of the file.
    ///
    /// # Errors
    /// If the file cannot be read on.
    pub fn next(&mut self, game: &mut ScannedGame) -> io::Result<bool> {
        game.clear();
        let mut depth = Nest::default();
        let (mut begun, mut in_moves, mut after_blank) = (false, false, true);
        loop {
            if !std::mem::take(&mut self.ahead) && !self.read_line()? {
                return Ok(begun);
            }
            let line = self.line.trim_ascii_end();
            let blank = line.is_empty();
            if line.starts_with(b"%") || blank && !in_moves {
                after_blank |= blank;
                continue;
            }
            let looks_so = line.trim_ascii_start().starts_with(b"[");
            if looks_so && (!depth.comment || after_blank && begins_header(line)) {
                if in_moves {
                    self.ahead = true;
                    return Ok(true);
                }
                if !std::mem::replace(&mut begun, true) {
                    game.line = self.lines;
                }
                game.header(line, self.lines);
                continue;
            }
            after_blank = blank;
            if !std::mem::replace(&mut begun, true) {
                game.line = self.lines;
            }
            if !std::mem::replace(&mut in_moves, true) {
                game.movetext_line = self.lines;
            }
            game.add(line, self.lines);
            let outside = depth.follow(line);
            if outside && ends_game(line) {
                return Ok(true);
            }
        }
    }

    fn read_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.line)?;
        self.lines += usize::from(read > 0);
        self.bytes += read as u64;
        Ok(read > 0)
    }
}

impl Nest {
    /// Goes through a line, and says whether it ends outside of everything.
    fn follow(&mut self, line: &[u8]) -> bool {
        for &byte in line {
            match byte {
                b'}' => self.comment = false,
                _ if self.comment => {}
                b'{' => self.comment = true,
                b';' => return false,
                b'(' => self.variations += 1,
                b')' => self.variations = self.variations.saturating_sub(1),
                _ => {}
            }
        }
        !self.comment && self.variations == 0
    }
}

/// Whether a line ends with a result.
fn ends_game(line: &[u8]) -> bool {
    match line {
        [.., b'*' | b'0' | b'1' | b'2'] => {
            let last = line.rsplit(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
            result(last).is_some()
        }
        _ => false,
    }
}

fn result(word: &[u8]) -> Option<GameResult> {
    Some(match word {
        b"1-0" => GameResult::WhiteWins,
        b"0-1" => GameResult::BlackWins,
        b"1/2-1/2" | b"1/2" => GameResult::Draw,
        b"*" => GameResult::Unknown,
        _ => return None,
    })
}

/// Whether a line begins with a header, of whatever form.
fn begins_header(line: &[u8]) -> bool {
    is_header(line) || header(String::from_utf8_lossy(line).trim_start()).is_some()
}

/// Whether a line is a header as programs write it: `[Name "value"]`, with nothing odd in it.
fn is_header(line: &[u8]) -> bool {
    let Some(inside) = line.trim_ascii_start().strip_prefix(b"[") else { return false };
    let is_letter = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let name = inside.iter().take_while(is_letter).count();
    let value = inside[name..].trim_ascii_start().strip_prefix(b"\"");
    let value = value.and_then(|value| value.strip_suffix(b"\"]"));
    name > 0 && value.is_some_and(|value| !value.contains(&b'"') && !value.contains(&b'\\'))
}

impl ScannedGame {
    fn clear(&mut self) {
        let mut movetext = std::mem::take(&mut self.movetext);
        movetext.clear();
        *self = ScannedGame { movetext, ..ScannedGame::default() };
    }

    fn header(&mut self, line: &[u8], number: usize) {
        let line = line.trim_ascii_start();
        if !is_header(line) {
            return self.odd_headers(&String::from_utf8_lossy(line), number);
        }
        let value = |name: &[u8]| {
            let rest = line.strip_prefix(b"[")?.strip_prefix(name)?.trim_ascii_start();
            rest.strip_prefix(b"\"")?.strip_suffix(b"\"]")
        };
        for name in ["Result", "FEN", "Variant"] {
            if let Some(text) = value(name.as_bytes()) {
                self.take(name, &String::from_utf8_lossy(text));
            }
        }
    }

    /// Headers as nobody writes them: several in a line, with quotation marks in them; or none.
    fn odd_headers(&mut self, line: &str, number: usize) {
        let mut rest = line;
        while !rest.is_empty() {
            let Some((tag, behind)) = header(rest) else {
                self.fault.get_or_insert((number, false));
                return;
            };
            self.take(&tag.name, &tag.value);
            rest = behind.trim_start();
        }
    }

    /// The first header of a name counts.
    fn take(&mut self, name: &str, value: &str) {
        match name {
            "Result" if self.result.is_none() => self.result = result(value.as_bytes()),
            "FEN" if self.fen.is_none() => self.fen = Some(value.to_owned()),
            "Variant" if self.variant.is_none() => self.variant = Some(value.to_owned()),
            _ => {}
        }
    }

    fn add(&mut self, line: &[u8], number: usize) {
        if self.movetext.len() + line.len() > LONGEST {
            self.fault.get_or_insert((number, true));
        } else if self.fault.is_none() {
            self.movetext.extend_from_slice(line);
            self.movetext.push(b'\n');
        }
    }

    /// Goes through the first `plies` moves of the main line: `visit` is told the position, the move, and the position after
    /// it. Returns the result; the rest of the game is looked through for that alone.
    ///
    /// # Errors
    /// What is wrong, and in which line.
    pub fn walk(
        &self,
        plies: usize,
        mut visit: impl FnMut(&Position, Move, &Position),
    ) -> Result<GameResult, PgnError> {
        if let Some((line, is_long)) = self.fault {
            let fault = if is_long { PgnFault::Long } else { PgnFault::Header };
            return Err(PgnError { line, column: 1, fault });
        }
        let mut position = self.start()?;
        let mut words = MoveWords { text: &self.movetext, at: 0, depth: 0, opened: 0 };
        let (mut moves, mut told) = (0, None);
        while let Some(word) = words.next().map_err(|(at, fault)| self.at(at, fault))? {
            let bytes = &self.movetext[word.clone()];
            if let Some(result) = result(bytes) {
                told = Some(result);
                continue;
            }
            if told.is_some() {
                return Err(self.at(word.start, MovetextFault::AfterResult));
            }
            if moves == plies {
                continue;
            }
            let mv = match read_plain(&position, bytes) {
                Some(mv) => mv,
                None => read_move(&position, bytes)
                    .map_err(|error| self.at(word.start, MovetextFault::Move(error)))?,
            };
            let next = position.play(mv);
            visit(&position, mv, &next);
            position = next;
            moves += 1;
        }
        match (self.result, told) {
            (Some(tag), Some(behind)) if tag != behind => {
                let fault = PgnFault::Results { tag, behind };
                Err(PgnError { line: self.line, column: 1, fault })
            }
            (tag, behind) => Ok(behind.or(tag).unwrap_or_default()),
        }
    }

    fn start(&self) -> Result<Position, PgnError> {
        let wrong = |fault| PgnError { line: self.line, column: 1, fault };
        if let Some(variant) = self.variant.as_ref().filter(|variant| !is_chess(variant)) {
            return Err(wrong(PgnFault::Variant(variant.clone())));
        }
        match &self.fen {
            Some(fen) => Position::from_fen(fen).map_err(|error| wrong(error.into())),
            None => Ok(Position::start()),
        }
    }

    /// A fault at a byte of the movetext.
    fn at(&self, at: usize, fault: MovetextFault) -> PgnError {
        let before = &self.movetext[..at];
        let line = self.movetext_line + before.iter().filter(|&&byte| byte == b'\n').count();
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        let error = MovetextError { span: at..at, index: 0, moves: 0, fault };
        PgnError { line, column, fault: error.into() }
    }
}

fn read_move(position: &Position, bytes: &[u8]) -> Result<Move, MoveError> {
    notation::parse_move(position, &String::from_utf8_lossy(bytes))
}

/// The words of a movetext outside of comments and variations: moves and results.
struct MoveWords<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
    /// Where the outermost variation begins.
    opened: usize,
}

impl MoveWords<'_> {
    /// The bytes of the next word.
    fn next(&mut self) -> Result<Option<std::ops::Range<usize>>, (usize, MovetextFault)> {
        let text = self.text;
        while let Some(&byte) = text.get(self.at) {
            let start = self.at;
            match byte {
                b'{' => {
                    let end = text[start..].iter().position(|&byte| byte == b'}');
                    self.at += end.ok_or((start, MovetextFault::OpenComment))? + 1;
                }
                b';' => {
                    let end = text[start..].iter().position(|&byte| byte == b'\n');
                    self.at = end.map_or(text.len(), |end| start + end);
                }
                b'(' => {
                    self.opened = if self.depth == 0 { start } else { self.opened };
                    self.depth += 1;
                    self.at += 1;
                }
                b')' if self.depth > 0 => {
                    self.depth -= 1;
                    self.at += 1;
                }
                b')' | b'}' => return Err((start, MovetextFault::Stray(char::from(byte)))),
                b'.' => self.at += 1,
                byte if byte.is_ascii_whitespace() => self.at += 1,
                b'$' => self.at += 1 + digits(&text[start + 1..]),
                _ => {
                    let number = digits(&text[start..]);
                    if number > 0 && text.get(start + number) == Some(&b'.') {
                        self.at += number;
                        continue;
                    }
                    self.at += word_length(&text[start..]);
                    let word = &text[start..self.at];
                    // A number without its dot, or marks behind a move.
                    let is_mute = word.iter().all(|byte| byte.is_ascii_digit())
                        || word
                            .iter()
                            .all(|byte| matches!(byte, b'!' | b'?' | b'+' | b'-' | b'=' | b'/'));
                    if self.depth == 0 && !is_mute {
                        return Ok(Some(start..self.at));
                    }
                }
            }
        }
        match self.depth {
            0 => Ok(None),
            _ => Err((self.opened, MovetextFault::OpenVariation)),
        }
    }
}

fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn word_length(text: &[u8]) -> usize {
    let ends = |byte: &u8| {
        matches!(byte, b'{' | b'}' | b'(' | b')' | b';' | b'$') || byte.is_ascii_whitespace()
    };
    text.iter().position(ends).unwrap_or(text.len()).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::game::Step;
    use crate::chess::pgn::PgnReader;

    /// Moves in coordinates, or the fault, of every game.
    fn scanned(text: &str, plies: usize) -> Vec<Result<(String, GameResult), String>> {
        let mut scanner = GameScanner::new(text.as_bytes(), 0, 0);
        let mut game = ScannedGame::default();
        let mut games = Vec::new();
        while scanner.next(&mut game).expect("memory") {
            let mut moves = Vec::new();
            let walked = game.walk(plies, |_, mv, _| moves.push(notation::uci(mv, false)));
            games.push(
                walked.map(|result| (moves.join(" "), result)).map_err(|error| error.to_string()),
            );
        }
        games
    }

    #[test]
    fn games_are_walked_and_their_results_found() {
        let text = "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 {a [comment] (of) sorts} e5 2.Nf3!? (2. f4 exf4 {x}) 2... Nc6 $1\n3. Bb5 ; rest\na6 1-0\n\n\
                    [Event \"?\"]\n\n1. d4 d5 1/2-1/2\n1. c4 *\n[White \"no result\"]\n\n1. f4\n";
        let of = |moves: &str, result| Ok((moves.to_owned(), result));
        assert_eq!(
            scanned(text, 99),
            [
                of("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", GameResult::WhiteWins),
                of("d2d4 d7d5", GameResult::Draw),
                of("c2c4", GameResult::Unknown),
                of("f2f4", GameResult::Unknown),
            ]
        );
        assert_eq!(scanned(text, 2)[0], of("e2e4 e7e5", GameResult::WhiteWins));
    }

    #[test]
    fn faults_are_told_by_line_and_take_no_other_game_along() {
        let text = "[Event \"a\"]\n\n1. e4 {never closed\ne5 1-0\n\n[Event \"b\"]\n\n1. e4 e5\n2. Ke3 1-0\n\n\
                    [Event \"c\"]\n[Result \"0-1\"]\n\n1. e4 1-0\n\n[Event broken\n\n1. e4 *\n\n[Event \"d\"]\n\n1. e4 (1. d4 *\n\n\
                    [FEN \"nonsense\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[Event \"e\"]\n\n1. d4 *\n";
        let games = scanned(text, 99);
        let faults: Vec<&str> =
            games.iter().filter_map(|game| game.as_ref().err().map(String::as_str)).collect();
        assert_eq!((games.len(), faults.len()), (8, 7), "{games:?}");
        for (fault, expected) in faults.iter().zip([
            "line 3, column 7: the comment is not closed",
            "line 9, column 4: ",
            "line 11, column 1: the headers say 0-1",
            "line 16, column 1: not a header",
            "line 22, column 7: the variation is not closed",
            "line 24, column 1: the start position",
            "line 28, column 1: the variant \"Atomic\"",
        ]) {
            assert!(fault.starts_with(expected), "{fault}");
        }
        assert_eq!(games[7], Ok(("d2d4".to_owned(), GameResult::Unknown)));
    }

    /// A scanner that goes on in the middle reads the same games.
    #[test]
    fn it_goes_on_from_any_game() {
        let text = "[A \"1\"]\n\n1. e4\n\n[A \"2\"]\n\n1. d4 *\n\n[A \"3\"]\n\n1. c4 1-0\n";
        let mut game = ScannedGame::default();
        let mut scanner = GameScanner::new(text.as_bytes(), 0, 0);
        let mut lines = Vec::new();
        loop {
            let (bytes, line) = scanner.place();
            let mut other = GameScanner::new(&text.as_bytes()[bytes as usize..], bytes, line);
            let mut again = ScannedGame::default();
            let more = scanner.next(&mut game).expect("memory");
            assert_eq!(other.next(&mut again).expect("memory"), more);
            if !more {
                break;
            }
            assert_eq!((game.line, &game.movetext), (again.line, &again.movetext));
            lines.push(game.line);
        }
        assert_eq!(lines, [1, 5, 9]);
    }

    /// A thousand damaged files: nothing panics, and a game that is taken is one that the patient reader takes too.
    #[test]
    fn a_thousand_damaged_files() {
        let text = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 {x} e5 2. Nf3 (2. f4) Nc6 3. Bb5 a6 4. Ba4 1-0\n\n\
                    [Event \"b\"]\n[Result \"*\"]\n\n1. d4 d5 2. c4 dxc4 3. Qa4+ Bd7 *\n";
        let mut refused = 0;
        for nth in 0..1000_usize {
            let mut bytes = text.as_bytes().to_vec();
            let at = nth * 7919 % bytes.len();
            bytes[at] ^= 1 << (nth % 7);
            let damaged = String::from_utf8(bytes).expect("ASCII");
            let games = scanned(&damaged, 99);
            refused += games.iter().filter(|game| game.is_err()).count();
            let taken = games.iter().flatten().map(|(moves, _)| moves.clone());
            let patient = PgnReader::new(damaged.as_bytes()).flatten().map(|game| {
                let steps = game.game().steps().filter_map(|(_, step)| match step {
                    Step::Move(mv) => Some(notation::uci(mv, false)),
                    Step::Pass => None,
                });
                steps.collect::<Vec<String>>().join(" ")
            });
            let patient: Vec<String> = patient.collect();
            for moves in taken {
                assert!(patient.contains(&moves), "{moves}\n{patient:?}\n{damaged}");
            }
        }
        assert!(refused > 300, "{refused}");
    }
}
