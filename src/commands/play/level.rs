//! `level`: the engine's time control, depth or nodes in a game.

use super::opponent::OpponentUse;
use crate::commands::prelude::*;
use crate::control::Limits;
use crate::control::quantity::{self, bounded};
use crate::engine::Elo;
use crate::engine::limit_words::{GivenLimits, LimitKind, LimitSet};
use crate::shell::level::{Level, TimeControl};
use crate::shell::parse::proof_limits::Given;
use crate::shell::parse::search_limits;
use crate::shell::parse::tokens::Word;

pub(super) const ROW: CommandSpec = row!(Play Safe "level", "[MINUTES[+SECONDS] | MOVES/MINUTES[+SECONDS] | TIME | dDEPTH | NODES]":
    "how the engine may think in a game; alone, how things stand",
    examples: &[("level 3+2", "three minutes, and two seconds a move", "no game is being played")],
    terms: free(AtOnce),
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    Ok(match read_level(reader)? {
        Some(level) => Box::new(move |session| replace(session, level)),
        None => OpponentUse::Show.command(),
    })
}

/// Replaces the level. Only xboard sends the depth separately, so only there the depth is kept.
fn replace(session: &mut Session, level: Level) -> Acted {
    session.opponent.level.depth = None;
    OpponentUse::Level(level).act(session)
}

pub fn read_level(reader: &mut Reader<'_>) -> Result<Option<Level>, ParseError> {
    let mut words = None;
    while let Some(word) = reader.take() {
        add(reader, words.get_or_insert_default(), word)?;
    }
    Ok(words.map(LevelWords::level))
}

pub(super) struct LevelWords {
    pub(super) control: Given<TimeControl>,
    limits: GivenLimits,
}

impl Default for LevelWords {
    fn default() -> LevelWords {
        LevelWords { control: Given::new("the time control"), limits: GivenLimits::default() }
    }
}

impl LevelWords {
    pub(super) fn level(self) -> Level {
        let Limits { movetime, depth, nodes, .. } = self.limits.limits;
        Level { control: self.control.value, movetime, depth, nodes }
    }
}

/// `5`, `5+3`, `5 3`, `5|3` and `0:20+1` are minutes and seconds, `40/90+30` moves, minutes and seconds, `5s` time per move,
/// `d12` depth, `100k` nodes; other words of limits are accepted too.
pub(super) fn add(
    reader: &mut Reader<'_>,
    words: &mut LevelWords,
    word: Word<'_>,
) -> Result<(), ParseError> {
    if let Some(control) = control(reader, word)? {
        words.control.set(word, control)?;
    } else if !search_limits::limit(reader, word, &LimitSet::MOVE, &mut words.limits)? {
        return Err(ParseError::bad(
            word,
            "is not a time control; try 5 or 5+3 (minutes and seconds), 0:20+1, 40/90+30, 5s a move, d12 or 100k nodes",
        ));
    }
    Ok(())
}

/// Parses a clock in players' notation; `None` if the word is none. After a bare number of minutes the increment may be a
/// separate word.
fn control(reader: &mut Reader<'_>, word: Word<'_>) -> Result<Option<TimeControl>, ParseError> {
    let (moves, rest) = match word.text.split_once('/') {
        Some((moves, rest)) => match quantity::count(moves) {
            Some(_) => {
                let (of, kind) = (Word { text: moves, ..word }, LimitKind::MovesToGo);
                (within(of, kind.what(), 1, kind.most())? as u32, rest)
            }
            None => return Ok(None),
        },
        None => (0, word.text),
    };
    let (base, increment) = match rest.split_once(['+', '|']) {
        Some((base, increment)) => (base, quantity::decimal(increment)),
        None => (rest, Some(0.0)),
    };
    let (Some(base), Some(mut increment)) = (quantity::clock(base), increment) else {
        return Ok(None);
    };
    let next = reader.words.peek().and_then(|next| quantity::decimal(next.text));
    // A number as large as a rating is not a clock's seconds.
    let next = next.filter(|&seconds| seconds < f64::from(Elo::MIN.points()));
    if quantity::decimal(word.text).is_some()
        && let Some(seconds) = next
    {
        reader.take();
        increment = seconds;
    }
    let bounded = |time| bounded(word.text, time).map_err(|fault| ParseError::of(word, fault));
    if base.is_zero() {
        return Err(ParseError::bad(
            word,
            "leaves no time for the first move; try 5, 5+3 or 0:20+1",
        ));
    }
    let (base, increment) = (bounded(base)?, bounded(quantity::of_seconds(increment))?);
    Ok(Some(TimeControl { moves, base, increment }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::shell::parse::tokens::Words as WordsOf;

    #[test]
    fn clocks_are_read_as_players_write_them() {
        let read = |text: &str| {
            let position = Position::start();
            let mut reader = Reader::new(WordsOf::new(text), &position, ("level", ""));
            let control = read_level(&mut reader)?.and_then(|level| level.control);
            let control = control.unwrap_or_else(|| panic!("{text}"));
            Ok((control.moves, control.base.as_secs(), control.increment.as_millis()))
        };
        for (text, right) in [
            ("5", (0, 300, 0)),
            ("5+3", (0, 300, 3_000)),
            ("5 3", (0, 300, 3_000)),
            ("3|2", (0, 180, 2_000)),
            ("0:20+1", (0, 20, 1_000)),
            ("1:30", (0, 90, 0)),
            ("0.5+0.1", (0, 30, 100)),
            ("40/90+30", (40, 5_400, 30_000)),
            ("40/5", (40, 300, 0)),
            ("10 799", (0, 600, 799_000)),
        ] {
            assert_eq!(read(text), Ok(right), "{text}");
        }
        for text in [
            "+3",
            "5+",
            "x+3",
            "-1+0",
            "40/",
            "1/2/3",
            "1e9+0",
            "NaN+1",
            "inf+1",
            "0/5",
            "0",
            "0+3",
            "0:00+1",
            "40/0",
            "9999999+1",
        ] {
            let refused: Result<_, ParseError> = read(text);
            assert!(refused.is_err(), "{text}");
        }
        assert!(read("5+3 10").unwrap_err().to_string().contains("given twice: 5+3 and 10"));
        assert!(read("5+99999999999").unwrap_err().to_string().contains("at most 100 days"));
    }
}
