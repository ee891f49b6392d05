//! `new`: starts a new game, from the standard position or a shuffled one.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::chess::Position;
use crate::chess::start::{CHESS324, CHESS960};
use crate::commands::prelude::*;
use crate::shell::session::Sheet;

pub(super) const ROW: CommandSpec = row!(Position Safe "new" | "ucinewgame", "[960 [N | PIECES] | 324 [N]]":
    "a new game; with 960, from start position N (0–959) of Chess960, or any; 324 likewise",
    details: "Start positions are counted as Scharnagl does: 518 is standard chess. Chess324 (0–323, 152 is standard) leaves kings \
              and rooks at home and shuffles the others, for each side by itself.",
    examples: &[("new", "standard chess", ""),
        ("new 960 0", "BBQNNRKR", ""),
        ("new 960 RKRBBQNN", "by the pieces of the first rank", ""),
        ("new 324", "any of Chess324", "")],
    completer: Completer::Words(&["960", "324"]),
    terms: sets(Alone),
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let Some(word) = reader.take() else {
        return Ok(Box::new(|session| begin(session, Position::start())));
    };
    let (count, numbered): (u16, fn(u16) -> Option<Position>) = match word.text {
        "960" => (CHESS960, Position::chess960),
        "324" => (CHESS324, Position::chess324),
        _ => return Err(reader.unexpected(word)),
    };
    let start = match reader.take() {
        None => numbered(random_below(count)),
        Some(word) if word.text.len() == 8 => {
            let is_meant = |start: &Position| start.to_fen()[..8].eq_ignore_ascii_case(word.text);
            let start = (0..CHESS960).filter_map(Position::chess960).find(is_meant);
            Some(start.ok_or_else(|| {
                ParseError::bad(word, "is no first rank of Chess960, such as RKRBBQNN: the king is between the rooks, \
                                       and the bishops are on both colours")
            })?)
        }
        Some(word) => {
            let last = u64::from(count) - 1;
            numbered(within(word, "the start position", 0, last)? as u16)
        }
    };
    Ok(Box::new(move |session| begin(session, start.unwrap_or_else(Position::start))))
}

pub fn begin(session: &mut Session, start: Position) -> Acted {
    session.timeline.begin(Sheet::new(start));
    session.engine.new_game();
    session.mates.verdict = None;
    session.opponent.new_game();
    session.opponent.start_clock(session.position().turn(), &mut session.jobs);
    if session.opponent.referee {
        session.name_players();
    }
    Ok(session.changed(Vec::new()).into())
}

/// Returns a number below `count`. Nothing depends on it, so the clock is random enough.
fn random_below(count: u16) -> u16 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.subsec_micros() % u32::from(count)) as u16
}
