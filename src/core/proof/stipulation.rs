//! Stipulations of chess problems: `#3`, `s#2`, `r#2`, `h#2.5`, `hs#3`, `ser-h#4`, `=2`. Each has a finish (mate or stalemate), a
//! genre (who plays for it, and how) and a length in half moves. The number of intended solutions may follow, `h#2 2.1.1.1`.
//!
//! Two rules define them. The *target* is the side that is mated or stalemated; where the sides take turns it is to move when an
//! even number of half moves is left. In a battle one side forces the finish on the other, or the other to force it on itself; in
//! help play both sides cooperate; in a series one side makes all moves but the last of all.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use crate::chess::{Color, MoveList, Piece, Position, mate_in_one};

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

    /// Returns whether the side to move can mate, or stalemate, with its next move.
    #[cold]
    pub(crate) fn is_near(self, position: &Position) -> bool {
        match self {
            Finish::Checkmate => mate_in_one(position).is_some(),
            Finish::Stalemate => !self.moves(position).is_empty(),
        }
    }

    /// The moves that mate or stalemate at once.
    fn moves(self, position: &Position) -> MoveList {
        let mut moves = position.legal_moves();
        moves.retain(|legal| {
            legal.check.any() == (self == Finish::Checkmate)
                && self.is_reached(&position.play(legal.mv))
        });
        moves
    }
}

/// The aim of a problem without its length. In a battle the attacker has it for the defender or for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// How the game ends.
    pub(crate) finish: Finish,
    /// Who plays for it.
    pub(crate) genre: Genre,
}

impl Aim {
    /// A mate of the defender, the aim of games.
    pub const MATE: Aim = Aim { finish: Finish::Checkmate, genre: Genre::Direct };

    /// Returns whether the attacker of a battle wants the finish for itself.
    #[inline]
    pub(crate) fn is_own(self) -> bool {
        self.genre != Genre::Direct
    }

    /// Returns whether the defender has to mate, or stalemate, where it can.
    #[inline]
    pub(crate) fn is_reflex(self) -> bool {
        matches!(self.genre, Genre::Reflex | Genre::SemiReflex)
    }

    /// Returns whether the attacker, to move, has to mate the defender, and so misses its own aim.
    #[inline]
    pub(crate) fn is_missed(self, position: &Position) -> bool {
        self.genre == Genre::Reflex && self.finish.is_near(position)
    }

    /// The replies that the aim allows the defender.
    pub(crate) fn replies(self, position: &Position) -> MoveList {
        if self.is_reflex() && self.finish.is_near(position) {
            return self.finish.moves(position);
        }
        position.legal_moves()
    }

    /// Returns whether the aim is reached in this position, after a move of the attacker.
    #[inline]
    pub(crate) fn is_won(self, position: &Position) -> bool {
        if self.is_own() { self.is_forced(position) } else { self.finish.is_reached(position) }
    }

    /// Returns whether every reply gives the attacker what it wants for itself. Kept out of the frames of orthodox mates.
    #[cold]
    fn is_forced(self, position: &Position) -> bool {
        if self.is_reflex() {
            return self.finish.is_near(position);
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
        self.is_own() && self.finish.is_reached(position)
    }

    /// Returns whether the side that delivers the finish can: mate needs more than a king, stalemate does not.
    pub(crate) fn is_possible(self, position: &Position, attacker: Color) -> bool {
        let winner = if self.is_own() { !attacker } else { attacker };
        self.finish == Finish::Stalemate
            || (position.color(winner) - position.pieces(Piece::King)).any()
    }
}

/// The side or sides that play for the finish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Genre {
    /// `#N`: one side forces it on the other.
    Direct,
    /// `s#N`: one side forces the other to do it.
    Own,
    /// `r#N`: the same, and both sides have to do it where they can.
    Reflex,
    /// `semi-r#N`: the same, and the defender has to do it where it can.
    SemiReflex,
    /// `h#N`: both sides help.
    Help,
    /// `hs#N`: both sides help until one can force the other to do it with its next move.
    HelpOwn,
    /// `ser-#N`: one side alone moves.
    Series,
    /// `ser-h#N`: one side alone moves, and then the other does it.
    SeriesHelp,
}

/// The genres by the prefixes of their stipulations; longer prefixes first.
const GENRES: [(&str, Genre); 8] = [
    ("semi-r", Genre::SemiReflex),
    ("ser-h", Genre::SeriesHelp),
    ("ser-", Genre::Series),
    ("hs", Genre::HelpOwn),
    ("h", Genre::Help),
    ("s", Genre::Own),
    ("r", Genre::Reflex),
    ("", Genre::Direct),
];

impl Genre {
    /// Returns whether one side forces the finish. Otherwise a solution is a line of moves.
    pub fn is_battle(self) -> bool {
        matches!(self, Genre::Direct | Genre::Own | Genre::Reflex | Genre::SemiReflex)
    }

    /// Returns whether the side that has moved is to move again, given the half moves left before its move.
    pub(crate) fn goes_on(self, left: u16) -> bool {
        match self {
            Genre::Series => left > 1,
            Genre::SeriesHelp => left > 2,
            _ => false,
        }
    }

    /// Half moves of the shortest solution: what is asked about at the end of every line.
    pub(crate) fn last(self) -> u16 {
        if self == Genre::HelpOwn { 2 } else { 1 }
    }

    fn prefix(self) -> &'static str {
        GENRES.iter().find(|(_, genre)| *genre == self).map_or("", |(prefix, _)| prefix)
    }
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
const UNSUPPORTED: [(&str, &str); 5] = [
    ("ser-", "series of this kind"),
    ("pser-", "parry series"),
    ("reci-", "reciprocal helpmates"),
    ("hr", "help-reflexmates"),
    ("exact-", "exact lengths"),
];

impl Stipulation {
    /// Length in moves, rounded up.
    pub fn moves(self) -> u16 {
        match self.genre {
            Genre::Series => self.plies,
            Genre::SeriesHelp => self.plies - 1,
            _ => self.plies.div_ceil(2),
        }
    }

    /// Returns the aim.
    pub(crate) fn aim(self) -> Aim {
        Aim { finish: self.finish, genre: self.genre }
    }

    /// Returns the side that moves first by convention: White, but Black in `h#N`, `hs#N.5` and `ser-h#N`.
    pub fn first(self) -> Color {
        let is_black = match self.genre {
            Genre::Help => self.plies.is_multiple_of(2),
            Genre::HelpOwn => !self.plies.is_multiple_of(2),
            genre => genre == Genre::SeriesHelp,
        };
        if is_black { Color::Black } else { Color::White }
    }

    /// Checks the kings: the side that is mated or stalemated needs one, and both do where one forces the other to mate it.
    pub fn check_kings(self, root: &Position) -> Result<(), StipulationError> {
        let is_target_to_move = match self.genre {
            Genre::Series => false,
            Genre::SeriesHelp => true,
            _ => self.plies.is_multiple_of(2),
        };
        let target = if is_target_to_move { root.turn() } else { !root.turn() };
        let needs_both =
            matches!(self.genre, Genre::Own | Genre::Reflex | Genre::SemiReflex | Genre::HelpOwn);
        let lacks = |color| root.colored_pieces(color, Piece::King).is_empty();
        let fault = [target, !target].into_iter().filter(|&color| needs_both || color == target);
        match fault.into_iter().find(|&color| lacks(color)) {
            Some(color) => Err(StipulationError(format!(
                "{color} has no king, and in {self} {}",
                if needs_both { "both sides need one" } else { "it is the side to be mated" }
            ))),
            None => Ok(()),
        }
    }

    /// Returns whether a word looks like a stipulation, valid or not.
    pub fn is_meant(word: &str) -> bool {
        word.contains(['#', '=']) || UNSUPPORTED.iter().any(|(prefix, _)| word.starts_with(prefix))
    }
}

impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Stipulation, StipulationError> {
        const VALID: &str = "valid are #N, s#N, r#N, semi-r#N, h#N, h#N.5, hs#N, hs#N.5, ser-#N and ser-h#N, with = instead of # for stalemate";
        let unknown = || StipulationError(format!("\"{text}\" is no stipulation; {VALID}"));
        let unsupported = |kind: &str| StipulationError(format!("{kind} are not solved; {VALID}"));
        // `H#2` and `S#2` are as common as the small letters.
        let text = &*text.to_ascii_lowercase();
        let known = GENRES.into_iter().find_map(|(prefix, genre)| {
            let rest = text.strip_prefix(prefix)?;
            rest.starts_with(['#', '=']).then_some((genre, rest))
        });
        let Some((genre, rest)) = known else {
            let named = UNSUPPORTED.iter().find(|(prefix, _)| text.starts_with(prefix));
            return Err(named.map_or_else(unknown, |(_, kind)| unsupported(kind)));
        };
        let finish = if rest.starts_with('#') { Finish::Checkmate } else { Finish::Stalemate };
        let rest = &rest[1..];
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
            // The last two half moves are those of a selfmate in one.
            Genre::HelpOwn if moves > 0 => 2 * moves + half,
            _ if half > 0 => {
                return Err(StipulationError(format!(
                    "half a move in \"{text}\": only help play begins in the middle of a move, as h#2.5"
                )));
            }
            Genre::Own | Genre::Reflex | Genre::SemiReflex | Genre::HelpOwn => 2 * moves,
            Genre::Direct => 2 * moves - 1,
            Genre::Series => moves,
            Genre::SeriesHelp => moves + 1,
        };
        Ok(Stipulation { genre, finish, plies })
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.genre.prefix())?;
        f.write_str(if self.finish == Finish::Checkmate { "#" } else { "=" })?;
        match self.genre {
            Genre::Help | Genre::HelpOwn if self.plies % 2 == 1 => {
                write!(f, "{}.5", self.plies / 2)
            }
            _ => write!(f, "{}", self.moves()),
        }
    }
}

/// The number of solutions that the author intended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intended(pub usize);

impl Intended {
    /// Returns whether a word has the form `2.1.1.1`, the intended moves at each half move.
    pub fn is_meant(word: &str) -> bool {
        word.contains('.')
            && word.starts_with(|first: char| first.is_ascii_digit())
            && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    }

    /// Parses the intended number of solutions: `2`, or a number for each half move (`2.1.1.1`, `2.1...`), which are multiplied.
    /// Help play that begins with a half move has a leading `0.`, as in `h#1.5 0.2.1.1`.
    pub fn of(stipulation: Stipulation, text: &str) -> Result<Intended, StipulationError> {
        let fault = || {
            StipulationError(format!(
                "\"{text}\" behind the stipulation is no number of solutions; valid are 2 and, for each half move, 2.1.1.1"
            ))
        };
        let mut product = 1_usize;
        let has_gap =
            matches!(stipulation.genre, Genre::Help | Genre::HelpOwn) && stipulation.plies % 2 == 1;
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
                .into_iter()
                .chain([("r#2", 4), ("semi-r=1", 2), ("hs#3", 6), ("hs#2.5", 5)])
                .chain([("ser-#4", 4), ("ser-h=4", 5)])
        {
            let stipulation: Stipulation = text.parse().unwrap();
            assert_eq!((stipulation.plies, stipulation.to_string().as_str()), (plies, text));
        }
        for (text, same) in [("h#2.0", "h#2"), ("#3.0", "#3"), ("S#2", "s#2"), ("H=1.5", "h=1.5")] {
            assert_eq!(text.parse::<Stipulation>().unwrap().to_string(), same);
        }
        let first = |text: &str| text.parse::<Stipulation>().unwrap().first();
        for text in ["h#2", "hs#2.5", "ser-h#3"] {
            assert_eq!(first(text), Color::Black, "{text}");
        }
        for text in ["h#2.5", "hs#2", "s#2", "r#1", "ser-#3", "#2"] {
            assert_eq!(first(text), Color::White, "{text}");
        }
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
            ("reci-h#2", "reciprocal helpmates are not solved"),
            ("hr#2", "help-reflexmates are"),
            ("ser-s#5", "series of this kind are"),
            ("hs#0.5", "half a move in \"hs#0.5\""),
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
