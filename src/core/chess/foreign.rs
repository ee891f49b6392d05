//! Text from files and users: characters that control a terminal or a browser, or reorder what is read. They never leave the
//! program unchanged: in text a sign replaces them, in JSON an escape.

use std::borrow::Cow;

/// Hyphens and dashes, as keyboards and word processors write them.
pub(super) const DASHES: [char; 6] = ['-', '–', '—', '−', '‐', '‑'];

/// Returns whether a character controls instead of being read: ASCII and Latin-1 controls (C0, C1), marks and overrides of
/// bidirectional text, and line separators other than the program's.
pub fn steers(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{061C}'
                | '\u{200E}'
                | '\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2066}'..='\u{2069}'
        )
}

/// Returns a text with a sign in place of each character that steers, but for line ends and tabs. A carriage return that
/// ends no line lets what follows overwrite it, and is replaced too.
pub fn readable(text: &str) -> Cow<'_, str> {
    let is_kept = |at: usize, letter: char| match letter {
        '\n' | '\t' => true,
        '\r' => text[at + 1..].starts_with('\n'),
        letter => !steers(letter),
    };
    if text.char_indices().all(|(at, letter)| is_kept(at, letter)) {
        return Cow::Borrowed(text);
    }
    let shown =
        |(at, letter)| if is_kept(at, letter) { letter } else { char::REPLACEMENT_CHARACTER };
    Cow::Owned(text.char_indices().map(shown).collect())
}

/// Returns the beginning of a word, for messages.
pub fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    let visible = |c: char| if steers(c) { char::REPLACEMENT_CHARACTER } else { c };
    let mut start: String = text.chars().take(LONGEST).map(visible).collect();
    if text.chars().nth(LONGEST).is_some() {
        start.push('…');
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_replaced_and_the_rest_stays() {
        for plain in ["", "Ding, Liren", "Дин Лижэнь", "丁立人", "a\tb\r\nc", "½–½ ♘"]
        {
            assert!(matches!(readable(plain), Cow::Borrowed(same) if same == plain));
        }
        let hostile = "a\u{1b}[31m\u{7}\u{9b}\u{202e}\u{2066}\u{200f}\u{61c}\u{2028}b";
        let sign = char::REPLACEMENT_CHARACTER;
        assert_eq!(readable(hostile), format!("a{sign}[31m{}b", sign.to_string().repeat(7)));
        assert_eq!(readable("pong \ry\r\r\n\r"), format!("pong {sign}y{sign}\r\n{sign}"));
    }
}
