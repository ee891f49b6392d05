//! Stipulations of chess problems: `#3`, `s#2`, `h#2.5`, `=2`. Each has a finish (mate or stalemate), a genre (direct, self or
//! help play) and a length in half moves. The number of intended solutions may follow, `h#2 2.1.1.1`.
//!
//! Two rules define them. The *target* is the side that is mated or stalemated, and it is to move when an even number of half
//! moves is left. In direct play its opponent attacks, in self play it attacks itself, in help play both sides cooperate.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use crate::chess::{Color, Position};

/// The end of the game that a stipulation asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Finish {
    /// `#`
    #[default]
    Checkmate,
    /// `=`
    Stalemate,
}

impl Finish {
    /// Returns whether the side to move is mated, or stalemated.
    #[inline]
    pub(crate) fn is_reached(self, position: &Position) -> bool {
        position.in_check() == (self == Finish::Checkmate) && !position.has_legal_move()
    }
}

/// The aim of an attacker: a finish for the defender, or for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// How the game ends.
    pub(crate) finish: Finish,
    /// Whether the attacker forces the defender to mate it: a selfmate.
    pub(crate) own: bool,
}

impl Aim {
    /// A mate of the defender, the aim of games.
    pub const MATE: Aim = Aim { finish: Finish::Checkmate, own: false };

    /// Returns whether the aim is reached in this position, after a move of the attacker.
    pub(crate) fn is_won(self, position: &Position) -> bool {
        if !self.own {
            return self.finish.is_reached(position);
        }
        let replies = position.legal_moves();
        let wants_check = self.finish == Finish::Checkmate;
        // Most positions are refuted by the checks alone.
        !replies.is_empty()
            && replies.iter().all(|reply| reply.check.any() == wants_check)
            && replies.iter().all(|reply| self.finish.is_reached(&position.play(reply.mv)))
    }

    /// Returns whether the aim is reached in this position, after a reply of the defender.
    #[inline]
    pub(crate) fn is_lost(self, position: &Position) -> bool {
        self.own && self.finish.is_reached(position)
    }

    /// Returns whether the side that delivers the finish can: mate needs more than a king, stalemate does not.
    pub(crate) fn is_possible(self, position: &Position, attacker: Color) -> bool {
        let winner = if self.own { !attacker } else { attacker };
        self.finish == Finish::Stalemate || position.color(winner).many()
    }
}

/// The side or sides that play for the finish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Genre {
    /// `#N`: one side forces it on the other.
    Direct,
    /// `s#N`: one side forces the other to do it.
    Own,
    /// `h#N`: both sides help.
    Help,
}

/// A stipulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stipulation {
    /// The side or sides that play for the finish.
    pub genre: Genre,
    /// Mate or stalemate.
    pub(crate) finish: Finish,
    /// Length in half moves.
    pub plies: u16,
}

/// Why a text is not a valid stipulation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct StipulationError(String);

/// Maximum length in moves.
pub(crate) const LONGEST: u16 = 100;

/// Unsupported kinds of problems, by the prefix of their stipulations; longer prefixes first.
const UNSUPPORTED: [(&str, &str); 9] = [
    ("ser-", "series movers"),
    ("pser-", "series movers"),
    ("semi-r", "semi-reflexmates"),
    ("reci-", "reciprocal helpmates"),
    ("hs", "help-selfmates"),
    ("hr", "help-reflexmates"),
    ("r#", "reflexmates"),
    ("r=", "reflex stalemates"),
    ("exact-", "exact lengths"),
];

impl Stipulation {
    /// Length in moves, rounded up.
    pub fn moves(self) -> u16 {
        self.plies.div_ceil(2)
    }

    /// Returns the attacker's aim; `None` in help play.
    pub fn aim(self) -> Option<Aim> {
        let own = self.genre == Genre::Own;
        (self.genre != Genre::Help).then_some(Aim { finish: self.finish, own })
    }

    /// Returns the side that moves first by convention: White, but Black in `h#N`.
    #[doc(hidden)]
    pub fn first(self) -> Color {
        if self.genre == Genre::Help && self.plies.is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Returns whether a word looks like a stipulation, valid or not.
    #[doc(hidden)]
    pub fn is_meant(word: &str) -> bool {
        word.contains(['#', '=']) || UNSUPPORTED.iter().any(|(prefix, _)| word.starts_with(prefix))
    }
}

impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Stipulation, StipulationError> {
        const VALID: &str = "valid are #N, s#N, h#N and h#N.5, with = instead of # for stalemate";
        let unknown = || StipulationError(format!("\"{text}\" is no stipulation; {VALID}"));
        let unsupported = |kind: &str| StipulationError(format!("{kind} are not solved; {VALID}"));
        // `H#2` and `S#2` are as common as the small letters.
        let text = &*text.to_ascii_lowercase();
        if let Some((_, kind)) = UNSUPPORTED.iter().find(|(prefix, _)| text.starts_with(prefix)) {
            return Err(unsupported(kind));
        }
        let (genre, rest) = match text.as_bytes().first() {
            Some(b'h') => (Genre::Help, &text[1..]),
            Some(b's') => (Genre::Own, &text[1..]),
            _ => (Genre::Direct, text),
        };
        let (finish, rest) = match rest.as_bytes().first() {
            Some(b'#') => (Finish::Checkmate, &rest[1..]),
            Some(b'=') => (Finish::Stalemate, &rest[1..]),
            _ => return Err(unknown()),
        };
        let (number, half) = match rest.strip_suffix(".5") {
            Some(number) => (number, 1),
            None => (rest.strip_suffix(".0").unwrap_or(rest), 0),
        };
        let moves: u16 = match number {
            _ if number.starts_with(['#', '=']) => {
                return Err(unsupported("double mates and stalemates"));
            }
            _ if !number.bytes().all(|byte| byte.is_ascii_digit()) || number.is_empty() => {
                return Err(unknown());
            }
            _ => number.parse().unwrap_or(u16::MAX),
        };
        if moves > LONGEST || moves + half == 0 {
            let why = format!("the number of moves in \"{text}\" must be from 1 to {LONGEST}");
            return Err(StipulationError(why));
        }
        let plies = match genre {
            Genre::Help => 2 * moves + half,
            _ if half > 0 => {
                return Err(StipulationError(format!(
                    "half a move in \"{text}\": only help play begins in the middle of a move, as h#2.5"
                )));
            }
            Genre::Own => 2 * moves,
            Genre::Direct => 2 * moves - 1,
        };
        Ok(Stipulation { genre, finish, plies })
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.genre {
            Genre::Direct => "",
            Genre::Own => "s",
            Genre::Help => "h",
        })?;
        f.write_str(if self.finish == Finish::Checkmate { "#" } else { "=" })?;
        match self.genre {
            Genre::Help if self.plies % 2 == 1 => write!(f, "{}.5", self.plies / 2),
            _ => write!(f, "{}", self.moves()),
        }
    }
}

/// The number of solutions that the author intended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[doc(hidden)]
pub struct Intended(pub usize);

impl Intended {
    /// Returns whether a word has the form `2.1.1.1`, the intended moves at each half move.
    #[doc(hidden)]
    pub fn is_meant(word: &str) -> bool {
        word.contains('.')
            && word.starts_with(|first: char| first.is_ascii_digit())
            && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    }
}

impl Intended {
    /// Parses the intended number of solutions: `2`, or a number for each half move (`2.1.1.1`, `2.1...`), which are multiplied.
    /// Help play that begins with a half move has a leading `0.`, as in `h#1.5 0.2.1.1`.
    #[doc(hidden)]
    pub fn of(stipulation: Stipulation, text: &str) -> Result<Intended, StipulationError> {
        let fault = || {
            StipulationError(format!(
                "\"{text}\" behind the stipulation is no number of solutions; valid are 2 and, for each half move, 2.1.1.1"
            ))
        };
        let mut product = 1_usize;
        let has_gap = stipulation.genre == Genre::Help && stipulation.plies % 2 == 1;
        let numbers = match text.strip_prefix("0.") {
            Some(numbers) if has_gap => numbers,
            _ => text,
        };
        for number in numbers.trim_end_matches('.').split('.') {
            let number: NonZeroUsize = number.parse().map_err(|_| fault())?;
            product = product.checked_mul(number.get()).ok_or_else(fault)?;
        }
        Ok(Intended(product))
    }
}

/// Reads a stipulation and, behind it, how many solutions were intended.
#[doc(hidden)]
pub fn parse_with_intended(
    text: &str,
) -> Result<(Stipulation, Option<Intended>), StipulationError> {
    let (stipulation, intended) = text.trim().split_once(char::is_whitespace).unwrap_or((text, ""));
    let intended = Some(intended.trim()).filter(|intended| !intended.is_empty());
    let stipulation = stipulation.trim().parse()?;
    let intended = intended.map(|intended| Intended::of(stipulation, intended)).transpose()?;
    Ok((stipulation, intended))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stipulations_are_read_and_written_alike() {
        for (text, plies) in
            [("#3", 5), ("=2", 3), ("s#3", 6), ("s=1", 2), ("h#2", 4), ("h#2.5", 5), ("h=0.5", 1)]
        {
            let stipulation: Stipulation = text.parse().unwrap();
            assert_eq!((stipulation.plies, stipulation.to_string().as_str()), (plies, text));
        }
        for (text, same) in [("h#2.0", "h#2"), ("#3.0", "#3"), ("S#2", "s#2"), ("H=1.5", "h=1.5")] {
            assert_eq!(text.parse::<Stipulation>().unwrap().to_string(), same);
        }
        let first = |text: &str| text.parse::<Stipulation>().unwrap().first();
        assert_eq!(
            [first("h#2"), first("h#2.5"), first("s#2")],
            [Color::Black, Color::White, Color::White]
        );
    }

    #[test]
    fn behind_a_stipulation_stands_how_many_solutions_were_intended() {
        let read = |text: &str| parse_with_intended(text).map(|(_, intended)| intended);
        for (text, intended) in [
            ("h#2", None),
            ("h#2 3", Some(3)),
            ("h#2 2.1.1.1", Some(2)),
            ("h#2 2.1...", Some(2)),
            ("h#2.5 2.2.1.1.1", Some(4)),
            ("h#1.5  0.2.1.1", Some(2)),
        ] {
            assert_eq!(read(text), Ok(intended.map(Intended)), "{text}");
        }
        for text in [
            "h#2 two",
            "h#2 .2",
            "h#2 2..1",
            "h#2 2 1",
            "#2 0",
            "h#2 0.1.1.1",
            "h#1.5 0",
            "h#1.5 0.0.1",
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains("behind the stipulation is no number of solutions"), "{error}");
        }
        assert!(
            Intended::is_meant("2.1.1.1")
                && !Intended::is_meant("2")
                && !Intended::is_meant("2.5s")
        );
    }

    #[test]
    fn what_is_not_solved_is_named() {
        let error = |text: &str| text.parse::<Stipulation>().unwrap_err().to_string();
        for (text, start) in [
            ("r#2", "reflexmates are not solved"),
            ("semi-r#2", "semi-reflexmates are"),
            ("ser-h#5", "series movers are"),
            ("hs#3", "help-selfmates are"),
            ("h##2", "double mates and stalemates are"),
            ("#2.5", "half a move in \"#2.5\""),
            ("h#0", "the number of moves in \"h#0\" must be from 1 to 100"),
            ("#101", "the number of moves"),
            ("h#x", "\"h#x\" is no stipulation; valid are #N, s#N"),
            ("", "\"\" is no stipulation"),
            ("é#2", "\"é#2\" is no stipulation"),
        ] {
            assert!(error(text).starts_with(start), "{text}: {}", error(text));
        }
    }
}
