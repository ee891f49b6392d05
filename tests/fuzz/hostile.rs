//! Hostile text: absurd numbers, long lines, brackets, invalid UTF-8, and damaged lines.
//!
//! [`is_safe`] excludes lines that touch files outside of the folder or only cost time.

use super::chance::Chance;

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "-1",
    "-0",
    "+1",
    "00",
    "1.5",
    "1e9",
    "NaN",
    "inf",
    "255",
    "256",
    "1023",
    "1024",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "-9223372036854775809",
    "99999999999999999999999999",
    "0x10",
    "١٢",
    "½",
    "1_000",
    "1__0",
    "0.0000000001ms",
    "d-1",
    "d999999999999",
    "4/2/1",
    "////",
    "1/1/1/1",
    "16777216GiB",
    "8-2",
    "2-",
    "-",
    "251",
    "1e400",
    "1e-400",
    "0.5",
    ".5",
    "5.",
    "1,5",
    "100%",
    "1k",
];

const PIECES: &[&[u8]] = &[
    b"\0",
    b"\r",
    b"\t",
    b"\x0b",
    b"\x0c",
    b"\x1b[31m",
    b"\x1b]0;x\x07",
    b"\x7f",
    b"\x80",
    b"\xff",
    b"\xc3\x28",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    "\u{202e}".as_bytes(),
    "\u{2066}".as_bytes(),
    "\u{9b}31m".as_bytes(),
    "\u{feff}".as_bytes(),
    "👨\u{200d}👩".as_bytes(),
    "\u{a0}".as_bytes(),
    "\u{3000}".as_bytes(),
    "\u{301}\u{301}\u{301}".as_bytes(),
    b"\"",
    b"'",
    b"\\",
    b"#",
    b";;",
    b";",
    b"(",
    b")",
    b"{",
    b"}",
    b"[",
    b"]",
    b"$",
    b"%",
    b"=",
    b"_",
    b"&",
    "♘".as_bytes(),
    "\u{2028}".as_bytes(),
    "\u{85}".as_bytes(),
    "％".as_bytes(),
    "٠".as_bytes(),
    "\u{200b}".as_bytes(),
    "𝟙".as_bytes(),
];

const HEADS: &[&str] = &[
    "",
    "1. e4 ",
    "go only ",
    "fen ",
    "position startpos moves ",
    "position fen ",
    "set Hash ",
    "set extension.check ",
    "echo ",
    "help ",
    "load ",
    "see ",
    "assert fen == ",
    "e4 (",
    "get ",
    "goto ",
    "undo ",
    "proof line ",
    "tag White ",
    "comment ",
    "alias zz ",
    "8/8/8/8/8/8/8/8 w - - ",
    "8/8/8/4k3/8/8/4P3/4K3 w - - id \"",
    "[FEN \"",
    "lichess.org/",
    "setboard ",
    "usermove ",
    "level ",
    "option ",
    "exclude ",
    "setoption name Hash value ",
    "go searchmoves ",
];

const UNITS: &[&str] = &[
    "(",
    ")",
    "{",
    "((e4) ",
    "1. e4 (",
    "e4 ",
    "Nf3 Nf6 Ng1 Ng8 ",
    "9",
    "8/",
    "\"",
    "a",
    " ",
    "é",
    "1.",
    "$1 ",
    "; ",
    "#",
    "-",
    "=",
    "x",
    "K",
    "e2e4 ",
    "😀",
    "[",
    "_",
    "0",
    "(1. ",
    "{(",
    "0-",
    "O-O ",
    "e8=Q",
    "'",
    "a.",
    "\u{301}",
];

/// Returns a number as a tired or a hostile user writes it.
pub(crate) fn number(chance: &mut Chance) -> String {
    match chance.below(10) {
        0..5 => chance.pick(NUMBERS).to_owned(),
        5..9 => (chance.below(46) as i64 - 5).to_string(),
        _ => (i128::from(chance.bits()) * 37 - (1 << 66)).to_string(),
    }
}

/// Returns a small number: one that costs little.
pub(crate) fn small(chance: &mut Chance) -> String {
    chance.below(10).to_string()
}

/// Damages a line in one to four places.
pub(crate) fn damage(chance: &mut Chance, line: &mut Vec<u8>, words: &[&str]) {
    for _ in 0..chance.range(1, 4) {
        let at = chance.below(line.len() + 1);
        match chance.below(8) {
            0 | 1 => splice(line, at, 0, chance.pick(PIECES)),
            2 if at < line.len() => line[at] = chance.byte(),
            3 => {
                let end = (at + chance.range(1, 6)).min(line.len());
                splice(line, at, end - at, b"");
            }
            4 => {
                let from = chance.below(line.len() + 1);
                let end = (from + chance.range(1, 30)).min(line.len());
                let copied = line[from..end].repeat(chance.pick(&[1, 1, 2, 5]));
                splice(line, at, 0, &copied);
            }
            5 | 6 => {
                let word = format!(" {} ", chance.pick(words));
                splice(line, at, 0, word.as_bytes());
            }
            _ => {
                let number = number(chance);
                splice(line, at, 0, number.as_bytes());
            }
        }
    }
}

fn splice(line: &mut Vec<u8>, at: usize, length: usize, with: &[u8]) {
    line.splice(at..at + length, with.iter().copied());
}

/// Returns noise: bytes, or letters of every script.
pub(crate) fn noise(chance: &mut Chance) -> Vec<u8> {
    let length = chance.pick(&[1, 2, 5, 20, 80, 300]);
    if chance.percent(50) {
        return (0..length).map(|_| chance.byte()).collect();
    }
    let letter = |chance: &mut Chance| match chance.below(4) {
        0 | 1 => chance.range(32, 126),
        2 => chance.range(0xa0, 0x2fff),
        _ => chance.range(0x1f000, 0x1ffff),
    };
    let text: String = (0..length).filter_map(|_| char::from_u32(letter(chance) as u32)).collect();
    text.into_bytes()
}

/// Returns a line of up to a megabyte that repeats one thing.
pub(crate) fn long_line(chance: &mut Chance) -> Vec<u8> {
    let length = chance.pick(&[1000, 10_000, 30_000, 100_000, 262_144, 1 << 20]);
    let (head, unit) = (chance.pick(HEADS), chance.pick(UNITS));
    let mut line = head.as_bytes().to_vec();
    line.extend(unit.as_bytes().repeat(length / unit.len()));
    line
}

/// Returns whether a line stays in its folder, within little memory and few threads, and does not quit.
///
/// A slash may follow a letter or a digit only, so no name begins at the root or is `..`.
pub(crate) fn is_safe(line: &[u8]) -> bool {
    let escapes = line.iter().enumerate().any(|(at, &byte)| match byte {
        b'/' => at == 0 || !line[at - 1].is_ascii_alphanumeric(),
        b'~' => true,
        b'.' => {
            let before = at.checked_sub(1).map(|at| line[at]);
            line.get(at + 1) == Some(&b'.')
                && !before.is_some_and(|byte| byte.is_ascii_digit() || byte == b'.')
        }
        _ => false,
    });
    if escapes {
        return false;
    }
    if line.len() > 4000 {
        return true;
    }
    let text = String::from_utf8_lossy(line).to_lowercase();
    let leaves = |word: &str| {
        matches!(
            word,
            "quit"
                | "exit"
                | "exit!"
                | "bye"
                | "q"
                | ":q"
                | "uci"
                | "xboard"
                | "strict"
                | "bench"
                | "performance"
        )
    };
    if text.split(|c: char| !(c.is_alphanumeric() || c == '!' || c == ':' || c == '.')).any(leaves)
    {
        return false;
    }
    let holds = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if holds(&["hash", "memory", "arena"])
        && (runs(&text).any(|run| (3..9).contains(&run)) || has_unit(&text) || holds(&["default"]))
    {
        return false;
    }
    // A thread takes 1.3 MiB.
    if holds(&["threads", "cores", "jobs", "make"])
        && (runs(&text).any(|run| (2..6).contains(&run)) || has_unit(&text))
    {
        return false;
    }
    // Half of the machine is too much beside a build.
    !holds(&["auto all"]) && text.trim() != "auto" && !text.trim_start().starts_with("auto ")
}

/// Returns the lengths of the runs of digits.
fn runs(text: &str) -> impl Iterator<Item = usize> {
    text.split(|c: char| !c.is_ascii_digit()).map(str::len).filter(|&length| length > 0)
}

/// Returns whether a digit is followed by the letter of a unit of memory.
fn has_unit(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| pair[0].is_ascii_digit() && b"kmgt".contains(&pair[1]))
}
