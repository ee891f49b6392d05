//! Letters of pieces in other languages: `Lb5` is a bishop's move in German, `Fb5` in French, `Ab5` in Spanish.
//!
//! A move is read with English letters first. One that has no such form is translated and read again if all languages with such a
//! move agree on it. A text with several moves keeps to one language, which `movetext::in_english` makes sure of.

use std::borrow::Cow;
use std::fmt;

use super::explain::MoveError;
use super::read::{is_english_shaped, parse_english};
use crate::chess::{Move, Position};

/// A language, and its letters for king, queen, rook, bishop and knight.
#[derive(Debug)]
pub(crate) struct Language {
    name: &'static str,
    letters: [&'static str; 5],
}

const ENGLISH: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];

/// Where two languages read a text alike, the first is named.
pub(crate) const LANGUAGES: [Language; 9] = [
    Language { name: "German", letters: ["K", "D", "T", "L", "S"] },
    Language { name: "French", letters: ["R", "D", "T", "F", "C"] },
    Language { name: "Spanish or Italian", letters: ["R", "D", "T", "A", "C"] },
    Language { name: "Dutch", letters: ["K", "D", "T", "L", "P"] },
    Language { name: "Portuguese", letters: ["R", "D", "T", "B", "C"] },
    Language { name: "Polish", letters: ["K", "H", "W", "G", "S"] },
    Language { name: "Czech", letters: ["K", "D", "V", "S", "J"] },
    Language { name: "Hungarian", letters: ["K", "V", "B", "F", "H"] },
    Language { name: "Russian", letters: ["Кр", "Ф", "Л", "С", "К"] },
];

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} letters of pieces ({})", self.name, self.letters.join(" "))
    }
}

impl Language {
    /// Translates a word to English letters, padded to its length in bytes; words without a letter of a piece stay as they are.
    /// Returns `None` if the letter is an English one that this language lacks.
    pub(crate) fn english<'w>(&self, word: &'w str) -> Option<Cow<'w, str>> {
        let is_english = is_english_shaped(word);
        let begins_with = |letters: &str| word.starts_with(|letter| letters.contains(letter));
        // `D2D4` is a pawn's move in capitals, `S` the knight of problemists.
        if !is_english || begins_with("KQRBNSP") {
            let translated = ENGLISH.iter().zip(self.letters).find_map(|(&piece, letter)| {
                let named = || word.strip_prefix(letter).map(|rest| (String::new(), rest));
                let promoted = || {
                    let (before, behind) = word.rsplit_once(letter)?;
                    before.ends_with(['1', '8', '=', '(', '/']).then(|| (before.to_owned(), behind))
                };
                let (before, behind) = named().or_else(promoted)?;
                let gap = " ".repeat(letter.len() - piece.len_utf8());
                let english = match before.is_empty() {
                    true => format!("{gap}{piece}{behind}"),
                    false => format!("{before}{piece}{gap}{behind}"),
                };
                is_english_shaped(&english).then_some(english)
            });
            if let Some(english) = translated {
                return Some(Cow::Owned(english));
            }
        }
        (!is_english || !begins_with("KQRBNP")).then_some(Cow::Borrowed(word))
    }
}

/// The translations of a word that has no English form.
fn translations(word: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let others = LANGUAGES.iter().filter(|_| !is_english_shaped(word));
    others.filter_map(|language| language.english(word)).filter(move |english| english != word)
}

/// Returns whether a text has the form of a move in another language only.
pub(crate) fn is_foreign(text: &str) -> bool {
    translations(text).next().is_some()
}

/// Returns whether a text has the form of a move, legal or not.
pub fn is_move_shaped(text: &str) -> bool {
    is_english_shaped(text) || is_foreign(text)
}

/// Reads a move as people and programs write it.
///
/// ```
/// use quarterply_core::chess::{Position, parse_move};
///
/// let position: Position = "4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1".parse()?;
/// let knight = parse_move(&position, "Nbd2")?;
/// for text in ["Nb1-d2", "♘bd2!", "Sbd2", "Cbd2", "b1d2"] {
///     assert_eq!(parse_move(&position, text), Ok(knight));
/// }
/// let ambiguous = parse_move(&position, "Nd2").unwrap_err();
/// assert_eq!(ambiguous.hints(), ["Nbd2", "Nfd2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let refused = match parse_english(position, text) {
        Err(error @ MoveError::NotAMove(_)) => error,
        read => return read,
    };
    let readings: Vec<_> =
        translations(text).map(|english| parse_english(position, &english)).collect();
    let mut legal = readings.iter().flatten();
    match legal.next() {
        Some(&mv) if legal.all(|&other| other == mv) => Ok(mv),
        Some(_) => Err(refused),
        None => readings.into_iter().next().unwrap_or(Err(refused)),
    }
}
