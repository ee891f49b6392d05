//! Phrases: questions as people ask them, and the commands of other programs, each with our command.
//!
//! A phrase is looked up only if a line is neither a command nor moves (except those of [`Means::First`]), and only counts if our
//! command can be read. Words without meaning are left out of both. A word in braces means:
//! `{m}` and `{o}` moves, `{s}` and `{t}` squares, `{p}` the name of a piece as the letter of its moves, `{piece}` as it is, `{c}` a colour, `{us}` that of the side to move, `{them}` the other, `{n}` a number, `{k}` a time control,
//! `{q}` a stipulation such as `h#2`, `{file}` a file with an extension or folder, `{f}` one word, `{rest}` all words that follow.

use crate::chess::notation::is_move_shaped;
use crate::chess::{Color, Piece};
use crate::control::quantity;

use Means::{First, Run, Say, Suggest};

/// What a phrase is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Means {
    /// The command is executed even if the line could be read otherwise.
    First,
    /// The command is executed.
    Run,
    /// The command is suggested: a guess, or it would begin a game or write a file.
    Suggest,
    /// There is no such command: a sentence says what there is instead.
    Say,
}

const PHRASES: &str = include_str!("phrases.txt");

/// Returns the rows of the table: what they are good for, the command or sentence, and the phrases, separated by `|`.
pub(super) fn rows() -> impl Iterator<Item = (Means, &'static str, &'static str)> {
    PHRASES.lines().filter_map(|row| {
        let (means, rest) = row.split_once(' ')?;
        let (meant, phrases) = rest.split_once(" <- ")?;
        let means = [("first", First), ("run", Run), ("suggest", Suggest), ("say", Say)]
            .into_iter()
            .find(|(name, _)| *name == means)?;
        Some((means.1, meant, phrases))
    })
}

/// Words that may be left out of a phrase.
const FILLERS: [&str; 33] = [
    "the", "a", "an", "my", "your", "our", "his", "her", "please", "pls", "just", "want", "me",
    "us", "i", "you", "to", "of", "for", "with", "at", "as", "by", "this", "that", "there", "it",
    "will", "do", "does", "are", "let", "lets",
];

/// Words that mean nothing behind a command: `new game`, `flip board`.
const NOUNS: [&str; 13] = [
    "game", "board", "moves", "move", "position", "chess", "pieces", "piece", "file", "mode",
    "now", "here", "again",
];

/// Words before a command that only ask for it: `show fen`.
const VERBS: [&str; 14] = [
    "show", "print", "display", "give", "tell", "list", "get", "view", "see", "run", "use",
    "enable", "make", "start",
];

/// Longer lines, in bytes, are no questions.
const LONGEST: usize = 120;

/// A reading of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    pub means: Means,
    /// The command, or the sentence.
    pub text: String,
    /// It is the same line without words that mean nothing.
    pub is_shortened: bool,
    /// Words in braces: `read board` is nearer than `read {file}`.
    open: usize,
}

/// Returns the command that is executed instead of a line, whatever else the line could be.
pub(super) fn first(line: &str) -> Option<String> {
    if line.len() > LONGEST {
        return None;
    }
    let words = words(line);
    // They are at the top of the table, since every line is compared with them.
    let mut rows = rows().take_while(|(means, ..)| *means == First);
    rows.find_map(|row| reading_of(row, &words, None)).map(|reading| reading.text)
}

/// Returns the readings of a line that is neither a command nor a move, the likeliest first.
pub(super) fn readings(line: &str, turn: Option<Color>) -> impl Iterator<Item = Reading> {
    const MOST_WORDS: usize = 10;
    let words = if line.len() > LONGEST { Vec::new() } else { words(line) };
    let is_short = (1..=MOST_WORDS).contains(&words.len());
    let mut readings = Vec::new();
    if is_short {
        readings.extend(rows().filter_map(|row| reading_of(row, &words, turn)));
        readings.sort_by_key(|reading: &Reading| reading.open);
        for shorter in shortened(&words) {
            let phrases = rows().filter(|(means, ..)| *means == Run);
            let is_shortened = true;
            readings.push(Reading { means: Run, text: shorter.join(" "), is_shortened, open: 0 });
            let phrases = phrases.filter_map(|row| reading_of(row, &shorter, turn));
            readings.extend(phrases.map(|reading| Reading { is_shortened, ..reading }));
        }
    }
    readings.into_iter()
}

/// Returns our equivalent of a command of other programs, executed or suggested.
pub(in crate::commands) fn our_equivalent(word: &str) -> Option<String> {
    let mut rows = rows().filter(|(means, ..)| *means != Say);
    let words = words(word);
    rows.find_map(|row| reading_of(row, &words, None)).map(|reading| reading.text)
}

/// Splits a line into words: without marks behind them, contractions in full, in American spelling, without "could you".
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in line.replace('’', "'").split_whitespace() {
        let word = word.trim_end_matches(['?', '!', ',', '.']);
        let word = match word.to_lowercase().as_str() {
            "analyse" => "analyze",
            "analysing" => "analyzing",
            "colour" => "color",
            "colours" => "colors",
            "let's" => "let",
            _ => word,
        };
        let (stem, verb) = match word.to_lowercase().as_str() {
            "whats" | "whos" => (&word[..word.len() - 1], Some("is")),
            lower if lower.ends_with("'s") => (&word[..word.len() - 2], Some("is")),
            lower if lower.ends_with("'m") => (&word[..word.len() - 2], Some("am")),
            _ => (word, None),
        };
        words.extend([stem].into_iter().chain(verb).map(str::to_owned));
    }
    // `!ls` and `!` are commands of a shell.
    let is_shell = line.trim_start().starts_with(['!', '\\']) && line.contains('!');
    if is_shell {
        vec!["!".to_owned()]
    } else {
        words.retain(|word| !word.is_empty());
        let begin = words.join(" ").to_lowercase();
        let requests = ["can you ", "could you ", "would you "];
        let is_request = requests.iter().any(|request| begin.starts_with(request));
        words.split_off(if is_request { 2 } else { 0 })
    }
}

fn is_filler(word: &str) -> bool {
    FILLERS.iter().any(|filler| filler.eq_ignore_ascii_case(word))
}

/// The line without fillers; without a verb before its command; without nouns; without both.
fn shortened(words: &[String]) -> Vec<Vec<String>> {
    let is_in =
        |list: &[&str], word: &str| list.iter().any(|other| other.eq_ignore_ascii_case(word));
    let plain: Vec<String> = words.iter().filter(|word| !is_filler(word)).cloned().collect();
    let without_verb = |words: &[String]| match words {
        [verb, rest @ ..] if is_in(&VERBS, verb) => rest.to_vec(),
        words => words.to_vec(),
    };
    let without_nouns = |words: &[String]| match words {
        [first, rest @ ..] => {
            let rest = rest.iter().filter(|word| !is_in(&NOUNS, word));
            std::iter::once(first).chain(rest).cloned().collect()
        }
        [] => Vec::new(),
    };
    let asked = without_verb(&plain);
    let mut all = vec![plain.clone(), asked.clone(), without_nouns(&plain), without_nouns(&asked)];
    all.retain(|shorter| !shorter.is_empty() && shorter != words);
    all.dedup();
    all
}

/// The reading of a line by the first phrase of a row that matches.
fn reading_of(row: (Means, &str, &str), words: &[String], turn: Option<Color>) -> Option<Reading> {
    let (means, target, phrases) = row;
    let found = phrases.split('|').find_map(|phrase| matches(phrase, words, turn))?;
    let filled = |text: String, (slot, value): &(&str, String)| text.replace(slot, value);
    let text = found.iter().fold(target.to_owned(), filled);
    Some(Reading { means, text, is_shortened: false, open: found.len() })
}

/// Matches words with a phrase; returns the words found for its braces.
fn matches<'p>(
    phrase: &'p str,
    words: &[String],
    turn: Option<Color>,
) -> Option<Vec<(&'p str, String)>> {
    let mut found = Vec::new();
    let mut words = words.iter().filter(|word| !is_filler(word));
    for wanted in phrase.split_whitespace().filter(|wanted| !is_filler(wanted)) {
        if wanted == "{rest}" {
            let rest: Vec<&str> = words.by_ref().map(String::as_str).collect();
            if rest.is_empty() {
                return None;
            }
            found.push((wanted, rest.join(" ")));
            continue;
        }
        let word = words.next()?;
        if wanted.starts_with('{') {
            found.push((wanted, value(wanted, word, turn)?));
        } else if !wanted.eq_ignore_ascii_case(word) {
            return None;
        }
    }
    words.next().is_none().then_some(found)
}

/// Returns the text that a word gives for a word in braces, if it is of that kind.
fn value(slot: &str, word: &str, turn: Option<Color>) -> Option<String> {
    let lower = word.to_lowercase();
    let is_square = |text: &str| text.parse::<crate::chess::Square>().is_ok();
    let same = |is_right: bool| is_right.then(|| word.to_owned());
    match slot {
        "{m}" | "{o}" => same(is_move_shaped(word)),
        "{s}" | "{t}" => is_square(&lower).then_some(lower),
        "{f}" => same(true),
        "{file}" => same(word.contains(['.', '/', '~']) && !word.starts_with(['#', '"'])),
        "{c}" => matches!(&*lower, "white" | "black").then_some(lower),
        "{us}" => turn?.name().eq_ignore_ascii_case(word).then_some(lower),
        "{them}" => (!turn?).name().eq_ignore_ascii_case(word).then_some(lower),
        "{k}" => {
            let (minutes, seconds) = word.split_once('+')?;
            same(quantity::clock(minutes).is_some() && quantity::decimal(seconds).is_some())
        }
        "{q}" => {
            let (kind, number) = lower.split_once('#')?;
            same(matches!(kind, "" | "h" | "s") && quantity::decimal(number).is_some())
        }
        "{n}" => {
            const NUMBERS: [&str; 10] =
                ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
            let number = NUMBERS.iter().position(|name| *name == lower);
            let number = number.map(|index| (index + 1).to_string());
            number.or_else(|| same(quantity::count(word).is_some()))
        }
        "{p}" => match piece(&lower)? {
            Piece::Pawn => Some(String::new()),
            piece => Some(piece.letter().to_string()),
        },
        "{piece}" => Some(piece(&lower)?.name().to_owned()),
        _ => None,
    }
}

/// Returns the piece of a name, also of several: `knights`.
fn piece(name: &str) -> Option<Piece> {
    let one = name.strip_suffix('s').unwrap_or(name);
    match one {
        "night" | "horse" => Some(Piece::Knight),
        _ => Piece::ALL.into_iter().find(|piece| piece.name() == one),
    }
}
