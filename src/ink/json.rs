//! JSON values that many kinds of lines share: counts, scores, moves, titles of games.
//!
//! Each is a type that holds what views need and has one serialized form, which has a name in the schema.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::movetext;
use crate::chess::foreign::steers;
use crate::chess::game::{Claim, Ending, Status};
use crate::chess::{Color, Key, Move, Position, Step, notation};
use crate::units::{Bound, Depth, Score, ScoreKind};

/// The version of the form of every line and file.
pub const VERSION: u32 = 1;

/// Defines values with one form: name, parts, name and description in the schema, and the form.
macro_rules! values {
    ($($(#[$attribute:meta])* $name:ident($($part:ty),+) $word:literal $schema:tt: |$value:ident| $form:expr;)*) => {$(
        $(#[$attribute])*
        #[derive(Clone, PartialEq, Debug)]
        pub struct $name($(pub $part),+);

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                $form.serialize(to)
            }
        }

        #[cfg(test)]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $word.into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!($schema)
            }
        }
    )*};
}

values! {
    Fen(Position) "fen" {"type": "string", "description": "a position in X-FEN"}:
        |fen| fen.0.to_fen();
    /// Castling is king takes rook if the second part is set.
    Coordinates(Move, bool) "coordinates" {
        "type": "string",
        "pattern": "^([a-h][1-8][a-h][1-8][qrbn]?|0000)$",
        "description": "a move as in UCI; castling as king takes rook in Chess960; 0000 is a pass"
    }: |mv| notation::uci(mv.0, mv.1);
    San(String) "san" {"type": "string", "description": "a move in standard algebraic notation; -- is a pass"}:
        |san| san.0;
    #[derive(Copy, Eq, Default)]
    Count(u64) "count" {
        "type": ["integer", "string"],
        "description": "a number; beyond 2^53 as a string of digits"
    }: |number| count(number.0);
    #[derive(Copy)]
    HashKey(Key) "key" {"type": "string", "pattern": "^[0-9a-f]{16}$", "description": "a hash key"}:
        |key| format!("{:016x}", key.0);
    #[derive(Copy)]
    Quarters(Depth) "quarters" {"type": "integer", "description": "a depth in quarters of a ply"}:
        |depth| depth.0.in_quarters();
    #[derive(Copy)]
    Standing(Status) "status" {
        "enum": ["open", "claim-repetition", "claim-fifty-moves", "checkmate", "stalemate", "insufficient-material",
            "repetition", "seventy-five-moves"],
        "description": "what the rules say"
    }: |status| standing(status.0);
    #[derive(Copy, Eq, Default)]
    Milliseconds(Duration) "milliseconds" {"type": "integer", "description": "a time in milliseconds"}:
        |time| time.0.as_millis() as u64;
    /// A file name as it is displayed, also if it is not valid text.
    #[derive(Eq, Default)]
    FilePath(PathBuf) "path" {"type": "string", "description": "the name of a file"}:
        |path| path.0.display().to_string();
    #[derive(Copy)]
    Side(Color) "color" {"enum": ["white", "black"]}: |side| side.0.name().to_lowercase();
}

fn standing(status: Status) -> &'static str {
    match status {
        Status::Ongoing => "open",
        Status::Claimable(Claim::ThreefoldRepetition) => "claim-repetition",
        Status::Claimable(Claim::FiftyMoves) => "claim-fifty-moves",
        Status::Over(Ending::Checkmate { .. }) => "checkmate",
        Status::Over(Ending::Stalemate) => "stalemate",
        Status::Over(Ending::InsufficientMaterial) => "insufficient-material",
        Status::Over(Ending::FivefoldRepetition) => "repetition",
        Status::Over(Ending::SeventyFiveMoves) => "seventy-five-moves",
    }
}

/// Serializes a type as the type that `of` makes of it, whose schema it has.
macro_rules! written_as {
    ($name:ty as $form:ty) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                <$form>::of(self).serialize(to)
            }
        }

        #[cfg(test)]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                <$form>::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$form>::json_schema(generator)
            }
        }
    };
}

pub(crate) use written_as;

/// A step of a game and the position it is made in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(with = "MoveForm", rename = "move-or-pass"))]
#[serde(into = "MoveForm")]
pub struct PlayedStep {
    pub before: Position,
    pub step: Step,
    /// Castling in coordinates is king takes rook.
    pub chess960: bool,
}

/// A move and the position it is played from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "MoveForm", rename = "move"))]
#[serde(into = "MoveForm")]
pub struct PlayedMove {
    pub before: Position,
    pub mv: Move,
    pub chess960: bool,
}

/// Moves from a position on; the line ends where one is illegal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "Vec<San>"))]
#[serde(into = "Vec<San>")]
pub struct SanLine {
    pub root: Position,
    pub moves: Vec<Move>,
}

/// What a search found from a position: a score, and moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "LineForm", rename = "searched"))]
#[serde(into = "LineForm")]
pub struct SearchedLine {
    pub root: Position,
    pub score: (Score, Bound),
    pub pv: Vec<Move>,
    pub chess960: bool,
}

/// A score and whose turn it is: it is written in both views.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "ScoreForm", rename = "score"))]
#[serde(into = "ScoreForm")]
pub struct SidedScore {
    pub score: Score,
    /// Bound of the side to move's score.
    pub bound: Bound,
    pub turn: Color,
}

impl SidedScore {
    pub fn exact(score: Score, turn: Color) -> SidedScore {
        SidedScore { score, bound: Bound::Exact, turn }
    }
}

impl From<PlayedMove> for MoveForm {
    fn from(PlayedMove { before, mv, chess960 }: PlayedMove) -> MoveForm {
        MoveForm { r#move: notation::uci(mv, chess960), san: notation::san(&before, mv) }
    }
}

impl From<PlayedStep> for MoveForm {
    fn from(PlayedStep { before, step, chess960 }: PlayedStep) -> MoveForm {
        match step {
            Step::Move(mv) => PlayedMove { before, mv, chess960 }.into(),
            Step::Pass => MoveForm { r#move: "0000".to_owned(), san: notation::PASS.to_owned() },
        }
    }
}

/// A line of moves in plain SAN; it ends before an illegal move.
pub fn sans(start: &Position, moves: &[Move]) -> Vec<San> {
    movetext::legal(start, moves).map(|(position, mv)| San(notation::san(&position, mv))).collect()
}

/// A line of moves in coordinates; it ends where [`sans`] ends.
pub fn coordinates(start: &Position, moves: &[Move], chess960: bool) -> Vec<Coordinates> {
    movetext::legal(start, moves).map(|(_, mv)| Coordinates(mv, chess960)).collect()
}

impl From<SanLine> for Vec<San> {
    fn from(line: SanLine) -> Vec<San> {
        sans(&line.root, &line.moves)
    }
}

impl From<SearchedLine> for LineForm {
    fn from(SearchedLine { root, score, pv, chess960 }: SearchedLine) -> LineForm {
        LineForm {
            score: SidedScore { score: score.0, bound: score.1, turn: root.turn() },
            pv: coordinates(&root, &pv, chess960),
            pv_san: sans(&root, &pv),
        }
    }
}

impl From<SidedScore> for ScoreForm {
    fn from(SidedScore { score, bound, turn }: SidedScore) -> ScoreForm {
        ScoreForm {
            stm: SideForm::of(score),
            white: SideForm::of(score.for_white(turn).score()),
            bound: self::bound(bound),
        }
    }
}

/// a move in both notations
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "move"))]
pub struct MoveForm {
    #[cfg_attr(test, schemars(with = "Coordinates"))]
    pub r#move: String,
    #[cfg_attr(test, schemars(with = "San"))]
    pub san: String,
}

impl MoveForm {
    /// Returns the move without the sign of check or mate.
    pub fn unsigned(before: &Position, mv: Move, chess960: bool) -> MoveForm {
        MoveForm { r#move: notation::uci(mv, chess960), san: notation::unsigned_san(before, mv) }
    }
}

/// a line of a search
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "searched"))]
pub struct LineForm {
    score: SidedScore,
    pv: Vec<Coordinates>,
    pv_san: Vec<San>,
}

/// a score in the view of the side to move and of White; the bound is that of the side to move's
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "score"))]
pub struct ScoreForm {
    stm: SideForm,
    white: SideForm,
    #[cfg_attr(test, schemars(extend("enum" = ["exact", "lower", "upper"])))]
    bound: &'static str,
}

/// centipawns, or a mate
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "side"))]
pub struct SideForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    /// Endgame tables say so; cp is then 20000 less the plies to where they were asked
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(extend("enum" = ["win", "loss"])))]
    table: Option<&'static str>,
    /// Moves to mate, negative for being mated
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i64>,
}

impl SideForm {
    fn of(score: Score) -> SideForm {
        match score.kind() {
            ScoreKind::Centipawns(cp) => {
                let table = score.is_from_table().then_some(if cp > 0 { "win" } else { "loss" });
                SideForm { cp: Some(cp), table, mate: None }
            }
            ScoreKind::Mates(moves) => SideForm { mate: Some(moves.into()), ..SideForm::default() },
            ScoreKind::Mated(moves) => {
                SideForm { mate: Some(-i64::from(moves)), ..SideForm::default() }
            }
        }
    }
}

/// Largest integer that every JSON parser represents exactly.
const LARGEST_EXACT: u64 = 1 << 53;

/// Returns a count: a number, or a string above [`LARGEST_EXACT`].
fn count(count: u64) -> Value {
    if count > LARGEST_EXACT { json!(count.to_string()) } else { json!(count) }
}

pub fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Upper => "upper",
        Bound::Lower => "lower",
        Bound::Exact => "exact",
    }
}

/// Returns an object with the members of `more` after its own.
pub fn joined(mut value: Value, more: Value) -> Value {
    if let (Value::Object(all), Value::Object(more)) = (&mut value, more) {
        all.extend(more);
    }
    value
}

/// what an opening is called, with its code
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "opening"))]
pub struct OpeningForm {
    pub eco: String,
    pub name: String,
}

/// Serializes a value. Control characters of C1 and bidirectional marks are escaped, too, which JSON would allow.
pub fn text(value: &Value) -> String {
    let text = value.to_string();
    if !text.contains(steers) {
        return text;
    }
    text.chars().fold(String::with_capacity(text.len()), |mut safe, letter| {
        match steers(letter) {
            true => safe.push_str(&format!("\\u{:04x}", u32::from(letter))),
            false => safe.push(letter),
        }
        safe
    })
}

/// Serializes a value, escaped for a script within a page.
pub fn in_script(value: &Value) -> String {
    text(value).replace('<', "\\u003c")
}
