//! Lines pasted from elsewhere: the output of an engine, and moves from a table, a mail or a page.

use crate::chess::{Position, line_san, notation};
use crate::commands::prelude::*;
use crate::shell::command::Request;
use crate::shell::parse::typed_moves;

/// Reads a line that was pasted from an engine's output or a text; `None` if it has no such form.
pub(super) fn read(line: &str, position: &Position) -> Option<Result<Request, ParseError>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [address] if address.contains("://") || address.contains("lichess.org/") => {
            Some(Err(page(address)))
        }
        ["Key:" | "Checkers:" | "uciok" | "readyok", ..] | ["id", "name" | "author", ..] => {
            Some(Ok(nothing()))
        }
        ["info", ref rest @ ..] | ["bestmove", ref rest @ ..] if !rest.is_empty() => {
            Some(engine_line(words[0] == "bestmove", rest, position))
        }
        // The heading of a table.
        ["|", ..] if !words.iter().any(|word| notation::is_move_shaped(word)) => {
            Some(Ok(nothing()))
        }
        _ => {
            let plain = without_dressing(line)?;
            let play = typed_moves::read(&plain, 0, position).ok()?;
            Some(Ok(Request::new(Box::new(|session| play.act(session)), needs(Concurrent))))
        }
    }
}

/// The command of a line without meaning, such as an empty one.
pub fn nothing() -> Request {
    Request::new(Box::new(|_| Ok(Done.into())), free(AtOnce).silent())
}

/// Says how the game of a page is read.
fn page(address: &str) -> ParseError {
    let game = address.split_once("lichess.org/").and_then(|(_, path)| path.get(..8));
    let is_id = |id: &&str| id.bytes().all(|letter| letter.is_ascii_alphanumeric());
    let address = match game.filter(is_id) {
        Some(id) => format!("https://lichess.org/game/export/{id}"),
        None => "ADDRESS-OF-THE-PGN".to_owned(),
    };
    let why = format!(
        "pages are not fetched; in a shell: `curl {address} | quarterply -i`, or save the game there and `load game.pgn`"
    );
    ParseError::whole(Fault::Argument(why))
}

/// Writes the line of an engine, `info … pv …` or `bestmove …`, with its moves as people read them. Lines without moves are
/// silent.
fn engine_line(is_best: bool, words: &[&str], position: &Position) -> Result<Request, ParseError> {
    let behind = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1..)
    };
    let texts = if is_best { Some(&words[..1]) } else { behind("pv") };
    let Some(texts) = texts else { return Ok(nothing()) };
    let (mut moves, mut now) = (Vec::new(), *position);
    for text in texts {
        match notation::parse_uci(&now, text) {
            Ok(mv) => {
                moves.push(mv);
                now = now.play(mv);
            }
            Err(error) if moves.is_empty() => {
                let why = format!("this line is not of the position on the board: {error}");
                return Err(ParseError::whole(Fault::Argument(why)));
            }
            Err(_) => break,
        }
    }
    let facts = ["depth", "nodes"]
        .into_iter()
        .filter_map(|name| Some(format!("{name} {}", behind(name)?.first()?)));
    let score = behind("score").and_then(|words| match words {
        ["cp", score, ..] => {
            Some(format!("{:+.2} for the side to move", score.parse::<f64>().ok()? / 100.0))
        }
        ["mate", moves, ..] => Some(format!("mate in {moves} for the side to move")),
        _ => None,
    });
    let facts: Vec<String> = facts.chain(score).collect();
    let told = format!("another engine: {} {}", line_san(position, &moves), facts.join(" · "));
    Ok(Request::new(Box::new(|_| Ok(Text::of(told).into())), needs(Concurrent)))
}

/// Removes what surrounds the moves of a line: quotation marks, `>` of a mail, the bars of a table, evaluations. Returns
/// `None` if there is nothing of the kind.
fn without_dressing(line: &str) -> Option<String> {
    let is_evaluation = |word: &&str| {
        let bare = word.trim_matches(['(', ')', '[', ']']);
        let number = bare.strip_prefix(['+', '-', '−']).unwrap_or_default();
        let mate = number.strip_prefix(['M', '#']);
        (mate.is_some() || number.contains('.')) && mate.unwrap_or(number).parse::<f64>().is_ok()
    };
    let text = line.trim_start_matches(['>', ' ']).trim_matches(['"', '“', '”', '\'', '`']);
    let text = text.replace('|', " ");
    let plain: Vec<&str> = text.split_whitespace().filter(|word| !is_evaluation(word)).collect();
    let plain = plain.join(" ");
    (!plain.is_empty() && plain != line.split_whitespace().collect::<Vec<_>>().join(" "))
        .then_some(plain)
}
