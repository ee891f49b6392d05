//! Reads positions: FEN, EPD, the URL of a Lichess page, and PGN headers with a FEN.

use std::ops::Range;

use super::parse_error::{Fault, ParseError};
use super::tokens::Word;
use crate::chess::epd::{Epd, Operation};
use crate::chess::pgn::{Headers, Tag, is_chess960};
use crate::chess::{FenError, FenField, Position, Setup, SetupError, Square, Step};

#[derive(Clone, PartialEq, Debug, Default)]
pub struct SetUp {
    pub start: Position,
    /// Legal moves from that position.
    pub steps: Vec<Step>,
    pub operations: Vec<(String, String)>,
    pub notes: Vec<String>,
    /// The previous game need not be kept: a protocol sets up a position for each move.
    pub forgets: bool,
}

impl From<Position> for SetUp {
    fn from(start: Position) -> SetUp {
        SetUp { start, ..SetUp::default() }
    }
}

/// Operations that distinguish an EPD record from a FEN if there is no semicolon.
const OPCODES: [&str; 8] = ["bm", "am", "dm", "id", "ce", "acd", "hmvc", "fmvn"];

/// Whether a text begins with an operation of EPD: `bm Qd1+`, `D1 20`.
pub fn begins_operation(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let digits = first.strip_prefix('D').unwrap_or_default();
    OPCODES.contains(&first) || digits.parse::<u8>().is_ok()
}

/// Whether a line begins like a FEN: its first word, or the part before an underscore, has ranks separated by slashes, eight or
/// not; there may be spaces around the slashes.
pub fn looks_like_fen(line: &str) -> bool {
    let line = &line[unwrapped(line)];
    let joined = line.split('/').map(str::trim).take(9).collect::<Vec<_>>().join("/");
    let word = joined.split(|c: char| c.is_whitespace() || c == '_').next().unwrap_or("");
    let slashes = word.matches('/').count();
    let is_board = |c: char| c.is_ascii_digit() || "/PNBRQKSpnbrqks".contains(c);
    slashes == 7 && !word.contains(':') || slashes >= 2 && word.chars().all(is_board)
}

/// Returns the length of the fields of a FEN behind its board: `w KQ - 0 1`.
pub fn fen_fields(text: &str) -> usize {
    let fields: [fn(&str) -> bool; 5] = [
        |word| word == "w" || word == "b",
        |word| word == "-" || word.chars().all(|letter| "KQkqABCDEFGHabcdefgh".contains(letter)),
        |word| word == "-" || word.parse::<Square>().is_ok(),
        |word| word.bytes().all(|byte| byte.is_ascii_digit()),
        |word| word.bytes().all(|byte| byte.is_ascii_digit()),
    ];
    let mut length = 0;
    for (is_field, word) in fields.into_iter().zip(text.split_ascii_whitespace()) {
        if !is_field(word) {
            break;
        }
        // The word is a slice of the text.
        length = word.as_ptr() as usize - text.as_ptr() as usize + word.len();
    }
    length
}

pub fn looks_like_address(line: &str) -> bool {
    in_address(line).is_some()
}

/// Marks that texts put around a FEN.
const MARKS: [char; 6] = ['"', '\'', '`', '*', '“', '('];

/// The part of a line behind a leading `FEN:` and the marks before the board.
pub(super) fn unwrapped(line: &str) -> Range<usize> {
    const LABELS: [&str; 4] = ["FEN:", "FEN=", "FEN ", "EPD:"];
    let mut text = line;
    loop {
        text = text.trim_start_matches(|c: char| c.is_whitespace() || MARKS.contains(&c));
        let head = text.get(..4).unwrap_or_default();
        if !LABELS.iter().any(|label| label.eq_ignore_ascii_case(head)) {
            let begin = line.len() - text.len();
            return begin..line.trim_end().len().max(begin);
        }
        text = &text[4..];
    }
}

/// Parses a FEN, an EPD record or a URL, quoted or not. `start` is the offset of the text in the line.
pub fn any(text: &str, start: usize) -> Result<SetUp, ParseError> {
    let inside = unwrapped(text);
    let (text, start) = (&text[inside.clone()], start + inside.start);
    if let Some((text, at)) = in_address(text) {
        return fen(&text, start + at);
    }
    let mut words = text.split_whitespace().skip(4);
    let (fifth, seventh) = (words.next().unwrap_or(""), words.nth(1).unwrap_or(""));
    if !text.contains(';') && !OPCODES.contains(&fifth) && !OPCODES.contains(&seventh) {
        return fen(text, start);
    }
    let epd = Epd::parse(text)
        .map_err(|error| ParseError::at(error.span.clone(), Fault::Record(error)).shifted(start))?;
    let operations = operations(&epd);
    Ok(SetUp { operations, notes: epd.warnings, ..SetUp::from(epd.position) })
}

const WHITE_TO_MOVE: &str = "a board alone: White is to move (add b for Black)";

/// Parses a FEN of one to six fields, quoted or not; White is to move if there is only the board.
pub fn fen(text: &str, start: usize) -> Result<SetUp, ParseError> {
    let inside = unwrapped(text);
    fen_of(&text[inside.clone()], start + inside.start, false)
}

/// `chess960`: whether the headers declare the variant.
pub fn fen_of(text: &str, start: usize, chess960: bool) -> Result<SetUp, ParseError> {
    let (setup, note) = match Setup::parse(text) {
        // A missing field has no bytes to underline.
        Err(FenError { field: FenField::Turn, span, .. }) if span.is_empty() => {
            (Setup::parse(&format!("{text} w")), Some(WHITE_TO_MOVE.to_owned()))
        }
        read => (read, None),
    };
    let set_up = setup.map_err(SetupError::from).and_then(|setup| of(&Setup { chess960, ..setup }));
    let mut set_up = set_up.map_err(|error| {
        let span = error.span().unwrap_or(0..text.len());
        ParseError::at(span, Fault::Setup(error)).shifted(start)
    })?;
    set_up.notes.splice(..0, note);
    Ok(set_up)
}

/// Sets up a position, with notes on what is unusual about it.
pub fn of(setup: &Setup) -> Result<SetUp, SetupError> {
    let notes = setup.warnings();
    Ok(SetUp { notes, ..SetUp::from(Position::try_from(setup)?) })
}

/// Returns the operations of a record as opcodes and operands, unparsed.
pub fn operations(epd: &Epd) -> Vec<(String, String)> {
    let text = |operation: &Operation| {
        let text = operation.to_string();
        let (opcode, operands) = text.split_at(operation.opcode.len());
        (opcode.to_owned(), operands.trim_end_matches(';').trim_start().to_owned())
    };
    epd.operations.iter().map(text).collect()
}

/// Sets up the FEN of PGN headers, in their variant; other headers are ignored.
pub fn headers(line: &str, start: usize) -> Result<Option<SetUp>, ParseError> {
    let wrong = |text: &str| {
        let place = text.as_ptr() as usize - line.as_ptr() as usize;
        let what = "is no header of a game; headers look like [White \"Morphy, Paul\"]";
        ParseError::bad(Word { text: &line[place..], start: start + place }, what)
    };
    let mut headers = Headers::of(line);
    let tags: Result<Vec<Tag>, _> =
        headers.by_ref().map(|header| header.tag.ok_or_else(|| wrong(header.text))).collect();
    let tags = tags?;
    if !headers.rest().is_empty() {
        return Err(wrong(headers.rest()));
    }
    let value = |name| tags.iter().rfind(|tag| tag.is(name)).map(|tag| tag.value.as_str());
    let chess960 = value("Variant").is_some_and(is_chess960);
    let Some(fen) = value("FEN") else { return Ok(None) };
    let place = line.find(fen).unwrap_or(0);
    fen_of(fen, start + place, chess960).map(Some)
}

/// Finds the FEN in the URL of a page that shows a position, and its offset: in any page with `?fen=8/8/…%20w`, and in the path of
/// those of Lichess and Chess.com: `https://lichess.org/analysis/standard/8/8/…_w_-_-_0_1`.
fn in_address(text: &str) -> Option<(String, usize)> {
    const HOSTS: [&str; 2] = ["lichess.org/", "chess.com/"];
    if text.contains(char::is_whitespace) {
        return None;
    }
    let behind = |name: &&str| text.find(name).filter(|&at| at > 0).map(|at| at + name.len());
    let names = ["?fen=", "&fen=", "#fen=", "?FEN=", "&FEN="];
    if let Some(value) = names.iter().find_map(behind) {
        let fen = text[value..].split(['&', '#']).next()?;
        return Some((decoded(fen), value));
    }
    let host = HOSTS.iter().find_map(|host| text.find(host).map(|at| at + host.len()))?;
    let path = decoded(text[host..].split(['#', '?']).next()?);
    // The eight parts before the first gap, or the last eight.
    let board = path.split(['_', ' ']).next()?;
    let slashes = board.rmatch_indices('/').map(|(at, _)| at + 1);
    let begin = slashes.chain([0]).nth(7)?;
    Some((path[begin..].to_owned(), host + begin))
}

/// Decodes `%20` and the like, and `+`, in a part of a URL, with gaps for what becomes shorter: offsets stay.
fn decoded(text: &str) -> String {
    let text = text.replace('+', " ");
    let mut parts = text.split('%');
    let mut decoded: String = parts.next().into_iter().collect();
    for part in parts {
        let code = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code.filter(u8::is_ascii) {
            Some(code) => decoded += &format!("{}  {}", char::from(code), &part[2..]),
            None => decoded += &format!("%{part}"),
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_hold_positions() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR_b_KQkq_-_3_3";
        for address in [
            format!("https://lichess.org/analysis/{fen}"),
            format!("https://lichess.org/analysis/standard/{fen}#5"),
            format!("lichess.org/editor/{fen}?color=white"),
        ] {
            assert!(looks_like_address(&address), "{address}");
            let position = any(&address, 0).unwrap().start;
            assert_eq!(position.to_fen(), fen.replace('_', " "));
        }
        assert!(!looks_like_address("https://lichess.org/abcdefgh"));
        let spaced = fen.replace('_', "%20");
        for address in [
            format!("https://www.chess.com/analysis?fen={spaced}&flip=true"),
            format!("https://www.chess.com/analysis?fen={}", spaced.replace('/', "%2F")),
            format!("https://lichess.org/editor?fen={}#1", fen.replace('_', "+")),
            format!("https://lichess.org/analysis/{spaced}"),
        ] {
            let position = any(&address, 0).unwrap().start;
            assert_eq!(position.to_fen(), fen.replace('_', " "), "{address}");
        }
        let wrong = "https://www.chess.com/analysis?fen=8/8/8/4k3/8/8/4P3/4K3%20x&flip=true";
        let error = any(wrong, 4).unwrap_err();
        let span = error.span.unwrap();
        assert_eq!(&wrong[span.start - 4..span.end - 4], "x");
        for odd in ["chess.com/", "lichess.org/%", "https://chess.com/?fen=%f", "chess.com/é%é"] {
            assert!(any(odd, 0).is_err(), "{odd}");
        }
        assert!(!looks_like_address("Nf3"));
        for address in [
            format!("https://syzygy-tables.info/?fen={fen}"),
            format!("https://example.org/board?size=3&fen={spaced}#top"),
            format!("www.example.org/view.php?FEN={}", fen.replace('_', "+")),
        ] {
            assert!(looks_like_address(&address), "{address}");
            let position = any(&address, 0).unwrap().start;
            assert_eq!(position.to_fen(), fen.replace('_', " "), "{address}");
        }
    }

    #[test]
    fn records_and_fens_are_told_apart() {
        let epd = r#"8/8/8/4k3/8/8/4P3/4K3 w - - bm e4; id "one";"#;
        assert_eq!(any(epd, 0).unwrap().operations[0], ("bm".to_owned(), "e4".to_owned()));
        assert_eq!(any("8/8/8/4k3/8/8/4P3/4K3 w", 0).unwrap().operations, []);
        let error = any("8/8/8/4k3/8/8/4P3/4K3 w - - x 1", 4).unwrap_err();
        assert_eq!(error.span, Some(4 + 28..4 + 29));
    }

    #[test]
    fn boards_are_read_as_people_write_them() {
        const BOARD: &str = "8/8/8/4k3/8/8/4P3/4K3";
        let expected = Position::from_fen("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1").unwrap();
        for text in [
            format!("\"{BOARD} w - - 0 1\""),
            format!("FEN: {BOARD} w - - 0 1"),
            format!("fen:\"{BOARD} w\""),
            format!("'{BOARD} w - -'"),
            format!("**{BOARD} w - -**"),
            format!("FEN: “{}” w", BOARD.replace('/', " / ")),
        ] {
            assert!(looks_like_fen(&text), "{text}");
            let set_up = any(&text, 0).unwrap();
            assert_eq!((set_up.start, &set_up.notes[..]), (expected, &[][..]), "{text}");
        }
        let alone = any(BOARD, 0).unwrap();
        assert_eq!((alone.start, alone.notes), (expected, vec![WHITE_TO_MOVE.to_owned()]));
        let error = any("\"8/8/8/4k3/8/8/4P3/4K3 x - - 0 1\"", 3).unwrap_err();
        assert_eq!(error.span, Some(3 + 1 + 22..3 + 1 + 23));
        let short = "4k3/8/8/8/8/8/4P3 w - - 0 1";
        assert!(looks_like_fen(short));
        let told = any(short, 0).unwrap_err().to_string();
        assert_eq!(told, "FEN field 1 (placement) has 7 ranks, and needs 8, separated by \"/\"");
        for move_text in ["e8/Q", "1/2-1/2", "b8/Q", "/", "a/b/c"] {
            assert!(!looks_like_fen(move_text), "{move_text}");
        }
    }

    #[test]
    fn six_fields_may_have_operations_behind_them() {
        let record = any("8/8/8/4k3/8/8/4P3/4K3 w - - 3 9 bm #2; id \"a b\";", 0).unwrap();
        assert_eq!((record.start.halfmoves(), record.start.fullmoves()), (3, 9));
        let text = |opcode: &str, operand: &str| (opcode.to_owned(), operand.to_owned());
        assert_eq!(record.operations, [text("bm", "#2"), text("id", "\"a b\"")]);
        let open = any("8/8/8/4k3/8/8/4P3/4K3 w - - 3 9 bm e4", 0).unwrap();
        assert_eq!(open.operations, [text("bm", "e4")]);
    }

    #[test]
    fn headers_of_a_pasted_game() {
        const FEN: &str = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1";
        for line in [
            "[FEN \"{}\"]",
            "[fen \"{}\" ]",
            "[ FEN  '{}']",
            "[FEN {}]",
            "[SetUp \"1\"] [FEN “{}”]",
        ] {
            let read = headers(&line.replace("{}", FEN), 0).unwrap();
            assert_eq!(read.unwrap().start.to_fen(), FEN, "{line}");
        }
        let rights = |line: &str| headers(line, 0).unwrap().unwrap().start.to_fen();
        let fen = "[FEN \"r1k4r/8/8/8/8/8/8/RNBQK2R b KQkq - 0 1\"]";
        assert!(rights(&format!("[Variant \"Chess960\"] {fen}")).contains(" KQha "));
        assert!(rights(&format!("{fen} [Variant \"Standard\"]")).contains(" KQ "));
        assert_eq!(headers("[Event \"Casual\"]", 0), Ok(None));
        assert_eq!(headers("[FEN \"8/8 w\"]", 0).unwrap_err().span.unwrap().start, 6);
        for line in ["[e4]", "[White \"A\"] [?]", "[]"] {
            assert!(headers(line, 0).unwrap_err().to_string().contains("is no header"), "{line}");
        }
    }
}
