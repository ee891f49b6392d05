//! How far a move reaches in a text that goes on: a move ends where a move can end.

use super::is_move_shaped;
use super::read::is_english_shaped;

/// The length of a move in plain SAN at the beginning of a text, if a gap or another token follows it.
pub(crate) fn plain_length(text: &[u8]) -> Option<usize> {
    const LONGEST: usize = 8;
    let ends = |letter: &u8| {
        matches!(
            letter,
            b' ' | b'\n' | b'\r' | b'\t' | b'!' | b'?' | b'{' | b'(' | b')' | b';' | b'$'
        )
    };
    let length = match text.iter().take(LONGEST + 1).position(ends) {
        Some(length) => length,
        None if text.len() <= LONGEST => text.len(),
        None => return None,
    };
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    let word = &text[..length];
    let bare = word.strip_suffix(b"+").or(word.strip_suffix(b"#")).unwrap_or(word);
    let plain = match bare {
        b"O-O" | b"O-O-O" => true,
        [rest @ .., b'=', b'Q' | b'R' | b'B' | b'N'] => {
            is_square(rest) || matches!(rest, [b'a'..=b'h', b'x', square @ ..] if is_square(square))
        }
        // `e8(Q)` ends behind the parenthesis.
        [.., b'1' | b'8'] if text.get(length) == Some(&b'(') => false,
        [head @ .., file, rank] if is_square(&[*file, *rank]) => {
            let head = head.strip_suffix(b"x").unwrap_or(head);
            match head {
                [] => !bare.starts_with(b"x"),
                [b'a'..=b'h'] => true,
                [b'K' | b'Q' | b'R' | b'B' | b'N', origin @ ..] => {
                    matches!(origin, [] | [b'a'..=b'h'] | [b'1'..=b'8']) || is_square(origin)
                }
                _ => false,
            }
        }
        _ => false,
    };
    plain.then_some(length)
}

/// Returns whether a text begins with a move.
pub(crate) fn begins_move(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_alphabetic() || "♔♕♖♗♘♚♛♜♝♞".contains(letter))
        && (2..=6).any(|length| text.get(..length).is_some_and(is_bare_move))
}

/// Returns whether a text is a move without signs behind it.
fn is_bare_move(text: &str) -> bool {
    !text.ends_with(['.', '+', '#', '!', '?', '-', 'x', ':', '=']) && is_move(text)
}

/// Returns whether a pawn promotes with this move: `N` behind any other marks a novelty.
pub(crate) fn may_promote(bare: &str) -> bool {
    bare.ends_with(['1', '8']) && !begins_with_piece(bare)
}

/// Returns whether a word is one move. Other languages are asked for their own letters only: there are many of them.
pub(crate) fn is_move(word: &str) -> bool {
    /// No move is written with more bytes.
    const LONGEST: usize = 24;
    let bare = word.strip_suffix(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(word);
    let has_letter = bare.len() < word.len() && bare.ends_with(|c: char| c.is_ascii_digit());
    if word.len() > LONGEST || has_letter && !may_promote(bare) {
        return false;
    }
    let is_other = |letter: char| letter.is_uppercase() && !"KQRBNPO".contains(letter);
    match word.contains(is_other) {
        true => is_move_shaped(word),
        false => is_english_shaped(word),
    }
}

/// Returns whether a text cannot belong to the move before it: another move, a sign that no move has, or a word
/// without digits.
pub(crate) fn is_no_part(rest: &str) -> bool {
    let Some(first) = rest.chars().next() else { return true };
    begins_move(rest)
        || !first.is_alphanumeric() && !"-x=/:+#×–—−‐‑(".contains(first)
        || first.is_alphabetic()
            && rest.len() > first.len_utf8()
            && !rest.contains(|letter: char| letter.is_ascii_digit())
}

/// Returns whether a move begins with a piece letter. `B` before a digit may be the b-file in capitals.
fn begins_with_piece(word: &str) -> bool {
    word.starts_with(|letter: char| "NKQRSnkqrs♔♕♖♗♘♚♛♜♝♞".contains(letter))
        || word
            .strip_prefix('B')
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}
