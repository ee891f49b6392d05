//! Positions as text: FEN, EPD, the address of a Lichess page, and the tag of a PGN game that holds one.

use std::ops::Range;

use super::error::{Fault, ParseError};
use crate::chess::Position;
use crate::chess::epd::Epd;
use crate::chess::fen::SetupError;
use crate::chess::setup::Setup;
use crate::shell::command::{Command, SetUp};
use crate::shell::note::Note;

/// Operations that tell an EPD record from a FEN, where no semicolon does.
const OPCODES: [&str; 8] = ["bm", "am", "dm", "id", "ce", "acd", "hmvc", "fmvn"];

/// Whether a line begins like a FEN: seven slashes in its first word, or in what stands before an underscore.
pub fn looks_like_fen(line: &str) -> bool {
    let word = line.split(|c: char| c.is_whitespace() || c == '_').next().unwrap_or("");
    word.matches('/').count() == 7 && !word.contains(':')
}

/// Whether a line is the address of a page that shows a position.
pub fn looks_like_address(line: &str) -> bool {
    !line.contains(char::is_whitespace) && line.contains("lichess.org/") && fen_of(line).is_some()
}

/// A FEN, an EPD record or an address. `start` is where the text begins in the line.
///
/// # Errors
/// Points at what is wrong.
pub fn any(text: &str, start: usize) -> Result<SetUp, ParseError> {
    if looks_like_address(text)
        && let Some(span) = fen_of(text)
    {
        return fen(&text[span.clone()], start + span.start);
    }
    let fifth = text.split_whitespace().nth(4).unwrap_or("");
    if text.contains(';') || OPCODES.contains(&fifth) {
        record(text, start)
    } else {
        fen(text, start)
    }
}

/// A FEN of two to six fields.
///
/// # Errors
/// Points at what is wrong.
pub fn fen(text: &str, start: usize) -> Result<SetUp, ParseError> {
    let refused = |error: SetupError| {
        let span = error.span().unwrap_or(0..text.len());
        ParseError::at(span, Fault::Setup(error)).shifted(start)
    };
    let setup = Setup::parse(text).map_err(|error| refused(error.into()))?;
    let position = Position::try_from(&setup).map_err(|error| refused(error.into()))?;
    let notes = setup.warnings().into_iter().map(Note::Odd).collect();
    Ok(SetUp { notes, ..SetUp::from(position) })
}

fn record(text: &str, start: usize) -> Result<SetUp, ParseError> {
    let epd = Epd::parse(text)
        .map_err(|error| ParseError::at(error.span.clone(), Fault::Record(error)).shifted(start))?;
    Ok(SetUp { operations: operations(&epd), ..SetUp::from(epd.position) })
}

/// The operations of a record as opcode and operands.
pub fn operations(epd: &Epd) -> Vec<(String, String)> {
    let text = |opcode: &String| (opcode.clone(), epd.text(opcode).unwrap_or_default());
    epd.operations.iter().map(|operation| text(&operation.opcode)).collect()
}

/// A tag of a PGN game: a FEN is set up, all others are passed over.
///
/// # Errors
/// Points at what is wrong with the FEN.
pub fn tag(line: &str, start: usize) -> Result<Command, ParseError> {
    let value = line.strip_prefix("[FEN \"").and_then(|rest| rest.strip_suffix("\"]"));
    match value {
        Some(value) => Ok(Command::SetUp(Box::new(fen(value, start + "[FEN \"".len())?))),
        None => Ok(Command::Nothing),
    }
}

/// Where the FEN stands in an address such as `https://lichess.org/analysis/standard/8/8/…_w_-_-_0_1`.
fn fen_of(address: &str) -> Option<Range<usize>> {
    let host = address.find("lichess.org/")? + "lichess.org/".len();
    let end = address.find(['#', '?']).unwrap_or(address.len());
    let path = address.get(host..end)?;
    // The placement is the eight parts before the first underscore, or the last eight.
    let board_end = path.find('_').unwrap_or(path.len());
    let mut begins: Vec<usize> =
        path[..board_end].match_indices('/').map(|(at, _)| at + 1).collect();
    begins.insert(0, 0);
    let begin = *begins.get(begins.len().checked_sub(8)?)?;
    Some(host + begin..end)
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
        assert!(!looks_like_address("Nf3"));
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
    fn tags_of_a_pasted_game() {
        let tag_line = "[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]";
        assert!(matches!(tag(tag_line, 0), Ok(Command::SetUp(_))));
        assert_eq!(tag("[Event \"Casual\"]", 0), Ok(Command::Nothing));
        assert_eq!(tag("[FEN \"8/8 w\"]", 0).unwrap_err().span.unwrap().start, 6);
    }
}
