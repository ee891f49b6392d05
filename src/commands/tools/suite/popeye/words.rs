//! The words of Popeye's input, in a table with a column per language.
//!
//! A word may be abbreviated to any prefix that is unique among the words of its kind. Case is ignored; umlauts may be written
//! with an `e`, and accents may be missing.

use crate::chess::lines::Lines;
use crate::chess::{Color, Piece};
use crate::engine::options::nearest;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    English,
    German,
    French,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Begin,
    Next,
    End,
    Stipulation,
    Structured,
    Pieces,
    Forsyth,
    Array,
    Twin,
    Zero,
    Option,
    Condition,
    /// Takes the rest of its line, which names the problem.
    Title,
    /// Takes the rest of its line.
    Remark,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    Move,
    Exchange,
    Stipulation,
    Structured,
    Add,
    Remove,
    Continued,
    Rotate,
    Condition,
    Polish,
    Mirror,
    Shift,
    Substitute,
}

/// An option, by its effect here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    SetPlay,
    Try,
    Defence,
    WhiteToPlay,
    Duplex,
    HalfDuplex,
    NoCastling,
    EnPassant,
    Variations,
    /// Changes only the output or the speed.
    Harmless,
    /// Limits Popeye's search; ignored with a note.
    Limit,
    /// Changes the question: unsupported.
    Refused,
}

/// A row of a table: a meaning, and its word in English, German and French. A bar separates synonyms.
pub(super) type Row<T> = (T, [&'static str; 3]);

pub(super) const COMMANDS: &[Row<Command>] = &[
    (Command::Begin, ["beginproblem", "anfangproblem", "debutprobleme"]),
    (
        Command::Next,
        ["nextproblem", "weiteresproblem|naechstesproblem", "asuivre|prochainprobleme"],
    ),
    (Command::End, ["endproblem", "endeproblem", "finprobleme"]),
    (Command::Stipulation, ["stipulation", "forderung", "enonce"]),
    (Command::Structured, ["sstipulation", "sforderung", "senonce"]),
    (Command::Pieces, ["pieces", "steine", "pieces"]),
    (Command::Forsyth, ["forsyth", "forsyth", "forsyth"]),
    (Command::Array, ["initialgamearray|array", "partieanfangsstellung", "positioninitialepartie"]),
    (Command::Twin, ["twin", "zwilling", "jumeau"]),
    (Command::Zero, ["zeroposition", "nullstellung", "zeroposition"]),
    (Command::Option, ["option|options", "option|optionen", "option|options"]),
    (Command::Condition, ["condition|conditions", "bedingung|bedingungen", "condition|conditions"]),
    (Command::Title, ["author", "autor", "auteur"]),
    (Command::Title, ["title", "titel", "titre"]),
    (Command::Remark, ["remark", "bemerkung", "remarque"]),
    (Command::Remark, ["origin", "quelle", "source"]),
    (Command::Remark, ["award", "auszeichnung", "prix"]),
    (Command::Remark, ["protocol", "protokoll", "protocol"]),
    (Command::Remark, ["latex", "latex", "latex"]),
    (Command::Remark, ["latexpieces", "latexsteine", "pieceslatex"]),
];

pub(super) const CHANGES: &[Row<Change>] = &[
    (Change::Move, ["move", "versetze", "deplacement"]),
    (Change::Exchange, ["exchange", "tausche", "echange"]),
    (Change::Stipulation, ["stipulation", "forderung", "enonce"]),
    (Change::Structured, ["sstipulation", "sforderung", "senonce"]),
    (Change::Add, ["add", "hinzufuegen", "ajoute"]),
    (Change::Remove, ["remove", "entferne", "ote"]),
    (Change::Continued, ["continued", "ferner", "enplus"]),
    (Change::Rotate, ["rotate", "drehung", "rotation"]),
    (Change::Condition, ["condition", "bedingung", "condition"]),
    (Change::Polish, ["polishtype", "farbwechsel", "couleurechange"]),
    (Change::Mirror, ["mirror", "spiegelung", "miroir"]),
    (Change::Shift, ["shift", "verschiebung", "translation"]),
    (Change::Substitute, ["substitute", "ersetze", "remplace"]),
];

pub(super) const CHOICES: &[Row<Choice>] = &[
    (Choice::SetPlay, ["setplay", "satzspiel", "apparent"]),
    (Choice::Try, ["try", "verfuehrung", "essais"]),
    (Choice::Defence, ["defence", "widerlegung", "defense"]),
    (Choice::WhiteToPlay, ["whitetoplay", "weissbeginnt", "apparentseul"]),
    (Choice::Duplex, ["duplex", "duplex", "duplex"]),
    (Choice::HalfDuplex, ["halfduplex", "halbduplex", "demiduplex"]),
    (Choice::NoCastling, ["nocastling", "keinerochade", "sansroquer"]),
    (Choice::EnPassant, ["enpassant", "enpassant", "enpassant"]),
    (Choice::Variations, ["variations", "varianten", "variantes"]),
    (Choice::Harmless, ["movenumbers", "zugnummern", "trace"]),
    (Choice::Harmless, ["nothreat", "ohnedrohung", "sansmenace"]),
    (Choice::Harmless, ["keepmatingpiece", "haltemattsetzendenstein", "retienspiecematante"]),
    (Choice::Harmless, ["noboard", "ohnebrett", "sansechiquier"]),
    (Choice::Harmless, ["noshortvariations", "ohnekurzvarianten", "sansvariantescourtes"]),
    (Choice::Harmless, ["beep", "pieps", "bip"]),
    (Choice::Harmless, ["suppressgrid", "ohnegitter", "sansgrille"]),
    (Choice::Harmless, ["writegrid", "zeichnegitter", "ajoutegrille"]),
    (
        Choice::Harmless,
        ["trivialtriesavoid", "trivialefehlversucheunterdruecken", "trivialessaisupprimer"],
    ),
    (Choice::Harmless, ["intelligent", "intelligent", "intelligent"]),
    (Choice::Limit, ["maxsolutions", "maxloesungen", "maxsolutions"]),
    (Choice::Limit, ["maxtime", "maxzeit", "maxtemps"]),
    (Choice::Limit, ["stoponshortsolutions", "stopnachkurzloesungen", "finapressolutionscourtes"]),
    (Choice::Refused, ["startmovenumber", "startzugnummer", "enroute"]),
    (Choice::Refused, ["uptomovenumber", "biszugnummer", "jusquaucoup"]),
    (Choice::Harmless, ["nowk", "ohnewk", "sansrb"]),
    (Choice::Harmless, ["nobk", "ohnesk", "sansrn"]),
    (Choice::Refused, ["threat", "drohung", "menace"]),
    (Choice::Refused, ["maxflightsquares", "maxfluchtfelder", "maxcasesfuites"]),
    (Choice::Refused, ["search", "suchen", "search"]),
    (Choice::Refused, ["multisolutions", "mehrereloesungen", "multisolutions"]),
    (Choice::Refused, ["nosymmetry", "keinesymmetrie", "nonsymetrique"]),
    (Choice::Refused, ["nontrivial", "nichttrivial", "nontrivial"]),
    (Choice::Refused, ["postkeyplay", "nachschluessel", "aprescle"]),
    (Choice::Refused, ["quodlibet", "quodlibet", "quodlibet"]),
    (
        Choice::Refused,
        [
            "castlingmutuallyexclusive",
            "rochadengegenseitigausschliessend",
            "roquesmutuellementexclusifs",
        ],
    ),
    (Choice::Refused, ["goalisend", "zielistende", "butestfin"]),
    (Choice::Refused, ["unpublishedoption", "nichtpublizierteoption", "optionnonpubliee"]),
    (Choice::Refused, ["nullmoves", "nullzuege", "coupsvides"]),
    (Choice::Refused, ["matesin1", "mattsin1", "matsen1"]),
];

/// `None` for neutral pieces.
pub(super) const COLORS: &[Row<Option<Color>>] = &[
    (Some(Color::White), ["white", "weiss", "blanc|blancs"]),
    (Some(Color::Black), ["black", "schwarz", "noir|noirs"]),
    (None, ["neutral", "neutral", "neutre"]),
    (None, ["totalinvisible", "totalunsichtbar", "totalinvisible"]),
];

/// Letters of king, queen, rook, bishop, knight and pawn. Any other letter is a fairy piece.
const LETTERS: [&str; 3] = ["kqrbsp", "kdtlsb", "rdtfcp"];

impl Language {
    const ALL: [Language; 3] = [Language::English, Language::German, Language::French];

    /// Returns the language of a word that starts the input, abbreviated to at least three letters.
    pub(super) fn of_beginning(word: &str) -> Option<Language> {
        let begins = |language: &Language| language.find(COMMANDS, word) == Some(Command::Begin);
        Language::ALL.into_iter().filter(|_| word.len() > 2).find(begins)
    }

    pub(super) fn piece(self, letter: char) -> Option<Piece> {
        const PIECES: [Piece; 6] =
            [Piece::King, Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
        let letters = LETTERS[self as usize];
        let place = letters.find(letter.to_ascii_lowercase())?;
        PIECES.get(place).copied()
    }

    /// Returns whether a word is one of the table but for a letter or two.
    pub(super) fn is_almost<T>(self, table: &[Row<T>], word: &str) -> bool {
        let names = table.iter().flat_map(|(_, columns)| columns[self as usize].split('|'));
        nearest(&folded(word), names).is_some()
    }

    /// Returns the meaning of a word or unique prefix; complete words go first.
    pub(super) fn find<T: Copy + PartialEq>(self, table: &[Row<T>], word: &str) -> Option<T> {
        let word = folded(word);
        if word.is_empty() {
            return None;
        }
        let words = || {
            table.iter().enumerate().flat_map(|(row, (meaning, columns))| {
                columns[self as usize].split('|').map(move |name| (row, *meaning, name))
            })
        };
        if let Some((_, meaning, _)) = words().find(|(.., name)| *name == word) {
            return Some(meaning);
        }
        let mut begun = words().filter(|(.., name)| name.starts_with(&word));
        let (row, meaning, _) = begun.next()?;
        begun.all(|(other, ..)| other == row).then_some(meaning)
    }
}

/// Returns a word in lower-case ASCII, as in the tables.
fn folded(word: &str) -> String {
    let mut folded = String::new();
    for letter in word.chars().flat_map(char::to_lowercase) {
        match letter {
            'ä' => folded.push_str("ae"),
            'ö' => folded.push_str("oe"),
            'ü' => folded.push_str("ue"),
            'ß' => folded.push_str("ss"),
            'à' | 'â' => folded.push('a'),
            'ç' => folded.push('c'),
            'é' | 'è' | 'ê' | 'ë' => folded.push('e'),
            'î' | 'ï' => folded.push('i'),
            'ô' => folded.push('o'),
            'ù' | 'û' => folded.push('u'),
            letter => folded.push(letter),
        }
    }
    folded
}

/// Returns the lines of a text, decoded, with their numbers.
pub(super) fn decoded(bytes: &[u8]) -> impl Iterator<Item = (usize, String)> {
    let mut lines = Lines::new(bytes);
    // Reading from memory does not fail.
    std::iter::from_fn(move || lines.next_line().ok().flatten())
}

/// Returns whether the character separates words.
pub(super) fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ';' | ',' | ':')
}

/// Returns the first word of a line; may be empty.
pub(super) fn first_word(line: &str) -> &str {
    line.trim_start_matches(is_gap).split(is_gap).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_tells_the_language() {
        for (word, language) in [
            ("BeginProblem", Some(Language::English)),
            ("beg", Some(Language::English)),
            ("Anfang", Some(Language::German)),
            ("DébutProblème", Some(Language::French)),
            ("b", None),
            ("8/8/8/8/8/8/8/8", None),
            ("rnbqkbnr/8/8/8/8/8/8/8", None),
        ] {
            assert_eq!(Language::of_beginning(word), language, "{word}");
        }
    }

    #[test]
    fn words_are_shortened_as_far_as_they_are_clear() {
        let (english, german, french) = (Language::English, Language::German, Language::French);
        assert_eq!(english.find(COMMANDS, "STIP"), Some(Command::Stipulation));
        assert_eq!(german.find(COMMANDS, "Nächstes"), Some(Command::Next));
        assert_eq!(french.find(COMMANDS, "Énoncé"), Some(Command::Stipulation));
        assert_eq!(french.find(COMMANDS, "Pièces"), Some(Command::Pieces));
        assert_eq!(french.find(COMMANDS, "Piece"), None, "the other is PiecesLaTeX");
        assert_eq!(english.find(CHOICES, "no"), None, "many begin so");
        assert_eq!(german.find(CHOICES, "Lösung"), None);
        assert_eq!(german.find(CHOICES, "MaxLös"), Some(Choice::Limit));
        assert_eq!(german.find(CHOICES, "Verführung"), Some(Choice::Try));
        assert_eq!(french.find(CHOICES, "Apparent"), Some(Choice::SetPlay), "whole words go first");
        assert_eq!(german.find(COLORS, "Weiß"), Some(Some(Color::White)));
        assert_eq!(german.piece('B'), Some(Piece::Pawn));
        assert_eq!(english.piece('n'), None, "the nightrider");
    }

    /// Two complete words that are equal would be ambiguous.
    #[test]
    fn every_word_is_read_as_its_row_says() {
        fn check<T: Copy + PartialEq + std::fmt::Debug>(table: &[Row<T>]) {
            for (meaning, columns) in table {
                for language in Language::ALL {
                    for word in columns[language as usize].split('|') {
                        assert_eq!(language.find(table, word), Some(*meaning), "{word}");
                    }
                }
            }
        }
        check(COMMANDS);
        check(CHANGES);
        check(CHOICES);
        check(COLORS);
    }
}
