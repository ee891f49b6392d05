//! `play`: starts a game against the engine.

use super::level::{LevelWords, add};
use super::opponent::OpponentUse;
use crate::chess::parse_move;
use crate::commands::prelude::*;
use crate::engine::Elo;
use crate::shell::level::GivenStrength;

pub(super) const ROW: CommandSpec = row!(Play Reveals "play" | "vs", "[white | black] [MINUTES[+SECONDS] | MOVES/MINUTES[+SECONDS] | TIME | dDEPTH | NODES] [[elo] RATING | elo full]":
    "play against the engine; you are the side you name, else the side to move",
    details: "A level is a clock (5, 5+3, 3|2, 0:20+1, 40/90+30), a time per move (5s), a depth (d8) or nodes (20k); \
              without, the last, or five seconds a move. `elo 1500`, or 1500, plays at about that rating. Type your moves; \
              `undo` takes back your last one and the answer; `draw`, `resign`, `ponder`, `now` and `force` have \
              their own help.",
    examples: &[("play white 5+3", "a game with clocks; you begin", "the engine plays Black · 5:00 and 3 s a move · White 5:00, Black 5:00"),
        ("play black d8", "you are Black; it looks eight plies deep", "the engine plays White · depth 8"),
        ("play white 10 1500", "an opponent of your own strength", "the engine plays Black · 10:00 and 0 s a move · about 1500 · White 10:00, Black 10:00")],
    completer: Completer::Words(&["white", "black"]),
    terms: needs(Alone),
    answers: &[LineSchema::of::<super::opponent::OpponentAnswer>()],
    read: |reader| Ok(read(reader)?.command()));

pub fn read(reader: &mut Reader<'_>) -> Result<OpponentUse, ParseError> {
    let mut own = reader.position().turn();
    let ratings = i64::from(Elo::MIN.points())..=i64::from(Elo::MAX.points());
    let (mut words, mut strength) = (None, None);
    while let Some(word) = reader.take() {
        // A number as large as a rating is not a clock's minutes.
        let points = word.text.parse().ok().filter(|points| ratings.contains(points));
        match word.text {
            _ if let (Some(points), None) = (points, strength) => {
                strength = Some(GivenStrength::Elo(points.into()));
            }
            text if let Some(side) = color_of(text) => own = side,
            "elo" if reader.words.next_if("full") => strength = Some(GivenStrength::Full),
            "elo" => {
                let (least, most) = (*ratings.start() as u64, *ratings.end() as u64);
                let points = reader.number("the rating", least, most)? as i64;
                strength = Some(GivenStrength::Elo(points.into()));
            }
            // Behind a clock, `d4` is rather the first move than a depth.
            text if words
                .as_ref()
                .is_some_and(|words: &LevelWords| words.control.value.is_some())
                && parse_move(reader.position(), text).is_ok() =>
            {
                let why = "is a move and a depth; for the depth type `depth` and the number, or play it when the game has begun";
                return Err(ParseError::bad(word, why));
            }
            _ => add(reader, words.get_or_insert_default(), word)?,
        }
    }
    Ok(OpponentUse::Play { side: !own, level: words.map(LevelWords::level), strength })
}
