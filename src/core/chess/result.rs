//! The result of a game, and its spellings.

use std::fmt;

use super::Color;
use super::foreign::DASHES;

/// The result at the end of a game's record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished, abandoned or unknown.
    #[default]
    Unknown,
}

/// The points of a side as they are written, in halves.
const POINTS: [(&str, u8); 9] = [
    ("1/2", 1),
    ("1⁄2", 1),
    ("½", 1),
    ("0.5", 1),
    ("0,5", 1),
    (".5", 1),
    ("1", 2),
    ("0", 0),
    ("O", 0),
];

fn separates(letter: char) -> bool {
    letter == ':' || DASHES.contains(&letter)
}

pub(super) const BLANKS: [char; 3] = [' ', '\t', '\u{A0}'];

impl GameResult {
    /// The result of a game that this side has won; a draw if neither has.
    pub const fn of(winner: Option<Color>) -> GameResult {
        match winner {
            Some(Color::White) => GameResult::WhiteWins,
            Some(Color::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }

    /// Reads a result in any of its spellings: `1-0`, `1 - 0`, `½:½`, `0.5-0.5`, `Draw`.
    pub fn from_text(text: &str) -> Option<GameResult> {
        let text = text.trim();
        if ["draw", "drawn"].iter().any(|word| word.eq_ignore_ascii_case(text)) {
            return Some(GameResult::Draw);
        }
        GameResult::at(text).filter(|(bytes, _)| *bytes == text.len()).map(|(_, result)| result)
    }

    /// Reads the result at the beginning of a text; returns its length in bytes, too.
    pub(super) fn at(text: &str) -> Option<(usize, GameResult)> {
        let points = |text: &str| {
            let found = POINTS.iter().find(|(side, _)| text.starts_with(side));
            found.map(|&(side, points)| (side.len(), points))
        };
        if text.starts_with('*') {
            return Some((1, GameResult::Unknown));
        }
        let (length, white) = points(text).filter(|_| !text.starts_with('O'))?;
        let rest = &text[length..];
        let Some(behind) = rest.trim_start_matches(BLANKS).strip_prefix(separates) else {
            let is_half = white == 1 && !text.starts_with(['0', '.']);
            return is_half.then_some((length, GameResult::Draw));
        };
        let behind = behind.trim_start_matches(BLANKS);
        let (length, black) = points(behind)?;
        let result = match (white, black) {
            (2, 0) => GameResult::WhiteWins,
            (0, 2) => GameResult::BlackWins,
            (1, 1) => GameResult::Draw,
            _ => return None,
        };
        Some((text.len() - behind.len() + length, result))
    }

    /// Reads a result without a game, which PGN does not have: won by forfeit (`+:-`), or lost by both sides (`0-0`).
    pub(super) fn of_forfeit(text: &str) -> Option<GameResult> {
        let plain: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        match plain.replace(separates, "-").replace('/', "-").as_str() {
            "+--" => Some(GameResult::WhiteWins),
            "--+" => Some(GameResult::BlackWins),
            "0-0" | "---" => Some(GameResult::Unknown),
            _ => None,
        }
    }

    /// White's points: 1, 0.5 or 0; `None` if the result is unknown.
    pub const fn points(self) -> Option<f64> {
        match self {
            GameResult::WhiteWins => Some(1.0),
            GameResult::Draw => Some(0.5),
            GameResult::BlackWins => Some(0.0),
            GameResult::Unknown => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["1-0", "0-1", "1/2-1/2", "*"][*self as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_all_spellings() {
        use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
        for (texts, result) in [
            (&["1-0", "1 - 0", "1- 0", "1 -0", "1:0", "1–0", "1-O"][..], WhiteWins),
            (&["0-1", "0 - 1", "0—1", "0:1"], BlackWins),
            (&["1/2-1/2", "1/2 - 1/2", "1/2", "½-½", "½", "½:½", "1⁄2–1⁄2"], Draw),
            (&["0.5-0.5", "0,5-0,5", "0.5 - 0.5", ".5-.5", "Draw", "drawn"], Draw),
            (&["*"], Unknown),
        ] {
            for text in texts {
                assert_eq!(GameResult::from_text(text), Some(result), "{text}");
            }
        }
        for text in ["", "1", "0", "0-0", "1-1", "0.5", "0-0-0", "1-0-0", "2-0", "O-O", "-", "1-"] {
            assert_eq!(GameResult::from_text(text), None, "{text}");
        }
        for (text, result) in
            [("+:-", WhiteWins), ("+ - -", WhiteWins), ("-:+", BlackWins), ("0-0", Unknown)]
        {
            assert_eq!(GameResult::of_forfeit(text), Some(result), "{text}");
        }
    }
}
