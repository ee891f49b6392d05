//! EPD: a position and operations on it (`bm Qg6; id "WAC.001";`), one record a line.
//!
//! Common deviations from the standard are read too: six-field FENs, ` ; bm Qd1 + ; id BK.01`, `BM: 1...Ra1#`, `bm #3;` for a mate
//! in three, `;D1 20 ;D2 400` for perft counts, a lost semicolon, and remarks after the last one; and the rows of Lichess's file of
//! puzzles (CSV), as records with `bm`, `pv`, `dm` and `id`. Output follows the standard.

use std::fmt;
use std::io::{self, BufRead};
use std::ops::Range;

use super::foreign::readable;
use super::lines::Lines;
use super::{Move, Position, Setup, SetupError, fen, notation};

/// A position and its operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position. Clocks come from `hmvc` and `fmvn`, or from a six-field FEN.
    pub position: Position,
    /// The operations, in order.
    pub operations: Vec<Operation>,
    /// Warnings about the position, from [`Setup::warnings`].
    pub warnings: Vec<String>,
}

/// An opcode and its operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// `bm`, `id`, `c0`, …
    pub opcode: String,
    /// The operands, up to the semicolon.
    pub(crate) operands: Vec<Operand>,
    /// The bytes of the record it was read from; empty if it was not read.
    pub(crate) span: Range<usize>,
}

/// One operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Operand {
    /// Without quotation marks.
    pub text: String,
    /// Whether it was quoted.
    pub quoted: bool,
}

/// A record that cannot be read, and the bytes to point at.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}")]
pub struct EpdError {
    /// The bytes.
    pub span: Range<usize>,
    /// The fault.
    pub(crate) why: String,
}

/// A record of a file that cannot be read, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {error}")]
pub struct EpdLineError {
    /// The line, from 1.
    pub line: usize,
    /// The character in it, from 1.
    pub column: usize,
    /// The fault.
    pub error: EpdError,
}

impl EpdError {
    /// The error with its place in a file: the line, which is `text`, and the column.
    pub fn in_line(self, line: usize, text: &str) -> EpdLineError {
        let column = text[..self.span.start].chars().count() + 1;
        EpdLineError { line, column, error: self }
    }
}

impl Epd {
    /// Reads one record.
    ///
    /// ```
    /// use quarterply_core::chess::epd::Epd;
    ///
    /// let record = "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; id \"back rank\";";
    /// let record = Epd::parse(record).unwrap();
    /// assert_eq!(record.id().as_deref(), Some("back rank"));
    /// assert_eq!(record.moves("bm").unwrap().len(), 1);
    /// ```
    pub fn parse(text: &str) -> Result<Epd, EpdError> {
        Epd::parse_as(text, false)
    }

    /// Reads one record as [`Epd::parse`] does; where it has a `stip`, one side may lack its king.
    #[doc(hidden)]
    pub fn parse_problem(text: &str) -> Result<Epd, EpdError> {
        Epd::parse_as(text, true)
    }

    fn parse_as(text: &str, may_be_problem: bool) -> Result<Epd, EpdError> {
        if let Some(row) = puzzle_row(text) {
            return Epd::of_puzzle(text, &row);
        }
        let fields = fen::prefix_length(text);
        let setup_error = |error: SetupError| EpdError {
            span: error.span().unwrap_or(0..fields),
            why: error.to_string(),
        };
        let mut setup = Setup::parse(&text[..fields]).map_err(|error| setup_error(error.into()))?;
        let operations = Operations { text, at: fields }.read()?;
        for (opcode, clock) in [("hmvc", &mut setup.halfmoves), ("fmvn", &mut setup.fullmoves)] {
            if let Some(operation) = operations.iter().find(|found| found.opcode == opcode) {
                *clock = operation.number()?;
            }
        }
        let is_problem = may_be_problem && operations.iter().any(|found| found.opcode == "stip");
        let position = if is_problem { setup.problem() } else { Position::try_from(&setup) };
        let position = position.map_err(|error| setup_error(error.into()))?;
        Ok(Epd { position, operations, warnings: setup.warnings() })
    }

    /// Reads a puzzle of Lichess: its name, a position, and moves, the first of which is the opponent's.
    fn of_puzzle(text: &str, row: &[&str]) -> Result<Epd, EpdError> {
        let fault = |field: &str, why: String| {
            let start = field.as_ptr() as usize - text.as_ptr() as usize;
            EpdError { span: start..start + field.len(), why }
        };
        let &[name, fen, moves, ..] = row else {
            let why = format!("{} of 3 fields; a puzzle is PuzzleId,FEN,Moves,…", row.len());
            return Err(fault(text, why));
        };
        let before = Position::from_fen(fen);
        let before = before.map_err(|error| fault(fen, format!("FEN: {error}")))?;
        let (mut position, mut line) = (before, Vec::new());
        for word in moves.split_whitespace() {
            let mv = notation::parse_move(&position, word);
            let mv = mv.map_err(|error| fault(word, format!("Moves: {error}")))?;
            line.push((position, mv));
            position = position.play(mv);
        }
        let &[_, (root, best), ..] = &line[..] else {
            let why = "Moves: at least two are needed, and the first is the opponent's".to_owned();
            return Err(fault(moves, why));
        };
        let pv = line[1..].iter().map(|(position, mv)| notation::san(position, *mv));
        let mut operations =
            vec![Operation::new("bm", [notation::san(&root, best)]), Operation::new("pv", pv)];
        if position.is_checkmate() && position.turn() != root.turn() {
            operations.push(Operation::new("dm", [(line.len() / 2).to_string()]));
        }
        operations.push(Operation::new("id", [name.to_owned()]));
        Ok(Epd { position: root, operations, warnings: Vec::new() })
    }

    /// The first operation with an opcode.
    pub(crate) fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.all(opcode).next()
    }

    fn all(&self, opcode: &str) -> impl Iterator<Item = &Operation> {
        self.operations.iter().filter(move |operation| operation.opcode == opcode)
    }

    /// The text of an operation, its operands joined by spaces.
    pub fn text(&self, opcode: &str) -> Option<String> {
        let operation = self.operation(opcode)?;
        let texts: Vec<&str> = operation.operands.iter().map(|o| o.text.as_str()).collect();
        Some(texts.join(" "))
    }

    /// The record's `id`.
    pub fn id(&self) -> Option<String> {
        self.text("id")
    }

    /// The moves of an operation: any of `bm` solves the record, none of `am` may be played. Empty if it is not there.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let mut moves = Vec::new();
        for operation in self.all(opcode) {
            let texts = operation.operands.iter().flat_map(|operand| operand.text.split(','));
            for text in texts.map(notation::unnumbered) {
                // `bm #3` is a mate in three; a lone `+`, `e.p.` and a number belong to the move beside them.
                let is_mark = text.chars().all(|mark| "+#!?.…0123456789".contains(mark));
                if is_mark && text.len() < 4
                    || text.starts_with('#')
                    || matches!(text, "e.p." | "ep")
                {
                    continue;
                }
                let mv = notation::parse_move(&self.position, text).map_err(|error| EpdError {
                    span: operation.span.clone(),
                    why: format!("{opcode}: {error}"),
                })?;
                moves.push(mv);
            }
        }
        Ok(moves)
    }

    /// The mate in moves of the winning side, from `bm #3` or `dm 3`; negative if the side to move is mated.
    ///
    /// # Errors
    /// If the operand is not a number.
    pub fn mate_in(&self) -> Result<Option<i32>, EpdError> {
        let marks = [("bm", "#"), ("dm", "")].into_iter();
        for (operation, mark) in
            marks.flat_map(|(opcode, mark)| self.all(opcode).map(move |found| (found, mark)))
        {
            let first = operation.operands.first().map_or("", |operand| &operand.text);
            let Some(number) = first.strip_prefix(mark) else { continue };
            return number.parse().map(Some).map_err(|_| operation.wants_number(first));
        }
        Ok(None)
    }

    /// Depths and counts of leaves, from `D1 20; D2 400`.
    #[doc(hidden)]
    pub fn perft_counts(&self) -> Vec<(u32, u64)> {
        let counts = self.operations.iter().filter_map(|operation| {
            let depth = operation.opcode.strip_prefix('D')?.parse().ok()?;
            Some((depth, operation.operands.first()?.text.parse().ok()?))
        });
        counts.collect()
    }
}

impl Operation {
    /// An operation to be written: every operand that holds more than one plain word is put in quotation marks.
    pub fn new(opcode: &str, operands: impl IntoIterator<Item = String>) -> Operation {
        let plain = |c: char| !is_gap(c) && c != ';' && c != '"';
        let operands = operands.into_iter().map(|text| {
            let quoted = opcode == "id" || text.is_empty() || !text.chars().all(plain);
            Operand { text: text.replace('"', "'"), quoted }
        });
        Operation { opcode: opcode.to_owned(), operands: operands.collect(), span: 0..0 }
    }

    /// Returns whether a word is the opcode of the next operation. The text of a comment may hold any words.
    fn is_ended_by(&self, word: &Operand) -> bool {
        let is_text = self.opcode.starts_with('c') && self.opcode.len() == 2 && self.opcode != "ce";
        let is_closed = |operand: &Operand| operand.quoted || !is_text;
        !word.quoted && is_opcode(&word.text) && self.operands.last().is_some_and(is_closed)
    }

    fn number(&self) -> Result<u16, EpdError> {
        let got = self.operands.first().map_or("", |operand| &operand.text);
        got.parse().map_err(|_| self.wants_number(got))
    }

    fn wants_number(&self, got: &str) -> EpdError {
        let why = format!("{} needs a number, got \"{got}\"", self.opcode);
        EpdError { span: self.span.clone(), why }
    }
}

/// Reads the operations after the position's fields.
struct Operations<'a> {
    text: &'a str,
    at: usize,
}

impl Operations<'_> {
    fn read(mut self) -> Result<Vec<Operation>, EpdError> {
        let mut operations: Vec<Operation> = Vec::new();
        let mut open: Option<Operation> = None;
        while let Some(first) = self.text[self.at..].chars().next() {
            let start = self.at;
            if is_gap(first) || first == ';' {
                self.at += first.len_utf8();
                if first == ';' {
                    operations.extend(open.take());
                }
                continue;
            }
            let operand = self.operand(first)?;
            match &mut open {
                // It lost the semicolon before it: `id LCTII.POS.09 c0 Boissel - Del Gobbo`, `bm Ra1# id "x"`.
                Some(operation) if operation.is_ended_by(&operand) => {
                    operations.extend(open.take());
                    open = Some(self.opened(operand, start));
                }
                Some(operation) => {
                    operation.span.end = self.at;
                    operation.operands.push(operand);
                }
                None => open = Some(self.opened(operand, start)),
            }
        }
        operations.extend(open);
        Ok(operations)
    }

    fn opened(&self, opcode: Operand, start: usize) -> Operation {
        let plain = opcode.text.trim_end_matches([':', '=']);
        let lower = plain.to_ascii_lowercase();
        let opcode = if is_opcode(&lower) { lower } else { plain.to_owned() };
        Operation { opcode, operands: Vec::new(), span: start..self.at }
    }

    /// The word or the quoted text that begins here.
    fn operand(&mut self, first: char) -> Result<Operand, EpdError> {
        let start = self.at;
        if first == '"' {
            let rest = &self.text[start + 1..];
            let open = || EpdError {
                span: start..start + 1,
                why: "the text is not closed with a quotation mark".to_owned(),
            };
            let end = rest.find('"').ok_or_else(open)?;
            self.at = start + end + 2;
            return Ok(Operand { text: readable(&rest[..end]).into_owned(), quoted: true });
        }
        let rest = &self.text[start..];
        let end = rest.find(|c: char| is_gap(c) || c == ';').unwrap_or(rest.len());
        self.at = start + end;
        Ok(Operand { text: readable(&rest[..end]).into_owned(), quoted: false })
    }
}

/// Spaces, and the NULs that end the lines of some collections.
fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control()
}

/// The opcodes of the standard that are in use.
fn is_opcode(word: &str) -> bool {
    const KNOWN: [&str; 14] = [
        "bm", "am", "dm", "id", "pv", "sm", "pm", "ce", "acd", "acn", "acs", "hmvc", "fmvn", "stip",
    ];
    KNOWN.contains(&word) || matches!(word.as_bytes(), [b'c', b'0'..=b'9'])
}

/// The fields of a row of puzzles: a name without slashes, then a board.
fn puzzle_row(text: &str) -> Option<Vec<&str>> {
    let fields = text.trim().split(',').map(|field| field.trim().trim_matches('"'));
    let fields: Vec<&str> = fields.collect();
    let is_name = |text: &str| !text.is_empty() && text.chars().all(char::is_alphanumeric);
    (fields.len() > 1 && is_name(fields[0]) && fields[1].contains('/')).then_some(fields)
}

/// One line of standard EPD.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for Operand { text, quoted } in &self.operands {
            let mark = if *quoted { "\"" } else { "" };
            write!(f, " {mark}{}{mark}", readable(text))?;
        }
        f.write_str(";")
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = Setup::from(&self.position);
        setup.write_epd(f)?;
        let mut clock = |opcode: &str, value: u16, usual: u16| {
            let told = self.operation(opcode).is_some();
            if value == usual || told { Ok(()) } else { write!(f, " {opcode} {value};") }
        };
        clock("hmvc", setup.halfmoves, 0)?;
        clock("fmvn", setup.fullmoves, 1)?;
        for operation in &self.operations {
            write!(f, " {operation}")?;
        }
        Ok(())
    }
}

/// The records of a file with the numbers of their lines, or what is wrong with them and where; an error if the file cannot
/// be read on. Empty lines and lines that begin with `#`, `;` or `//` are left out.
///
/// ```
/// use quarterply_core::chess::epd::EpdReader;
///
/// let file = "# Mates\n6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#;\n7k/5Q2/6K1/8/8/8/8/8 w - - dm 1;";
/// let (line, last) = EpdReader::new(file.as_bytes()).last().ok_or("no record")???;
/// assert_eq!((line, last.mate_in()?), (3, Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EpdReader<R> {
    lines: Lines<R>,
    parse: fn(&str) -> Result<Epd, EpdError>,
    failed: bool,
}

impl<R: BufRead> EpdReader<R> {
    /// Reads records line by line.
    pub fn new(reader: R) -> EpdReader<R> {
        EpdReader { lines: Lines::new(reader), parse: Epd::parse, failed: false }
    }

    /// Reads records as [`Epd::parse_problem`] does.
    #[doc(hidden)]
    #[must_use]
    pub fn with_problems(self) -> EpdReader<R> {
        EpdReader { parse: Epd::parse_problem, ..self }
    }
}

impl<R: BufRead> Iterator for EpdReader<R> {
    type Item = io::Result<Result<(usize, Epd), EpdLineError>>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.failed {
            let (line, text) = match self.lines.next_line() {
                Ok(next) => next?,
                Err(error) => {
                    self.failed = true;
                    return Some(Err(error));
                }
            };
            if !is_no_record(&text) {
                let read = (self.parse)(&text).map_err(|error| error.in_line(line, &text));
                return Some(Ok(read.map(|epd| (line, epd))));
            }
        }
        None
    }
}

/// Returns whether a line of a file is empty, a comment, or the heading of a table.
#[doc(hidden)]
pub fn is_no_record(line: &str) -> bool {
    line.chars().all(is_gap)
        || ["#", ";", "//", "PuzzleId,"].iter().any(|mark| line.starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAC: &str =
        r#"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";"#;

    fn epd(text: &str) -> Epd {
        Epd::parse(text).expect(text)
    }

    fn best(text: &str) -> Vec<String> {
        let epd = epd(text);
        let moves = epd.moves("bm").expect(text);
        moves.into_iter().map(|mv| notation::san(&epd.position, mv)).collect()
    }

    #[test]
    fn a_standard_record_is_read_and_written_back() {
        let record = epd(WAC);
        assert_eq!((best(WAC), record.id()), (vec!["Qg6".to_owned()], Some("WAC.001".to_owned())));
        assert_eq!(record.to_string(), WAC);
        let clocks = "4k3/8/8/8/8/8/8/R3K3 w Q - hmvc 12; fmvn 40; ce 480; acd 12; c0 \"a; b\";";
        let record = epd(clocks);
        assert_eq!(record.position.to_fen(), "4k3/8/8/8/8/8/8/R3K3 w Q - 12 40");
        let text = |opcode: &str| record.text(opcode).unwrap();
        assert_eq!((text("ce"), text("c0")), ("480".to_owned(), "a; b".to_owned()));
        assert_eq!(record.to_string(), clocks);
        let bare = epd("4k3/8/8/8/8/8/8/R3K3 w Q - 12 40");
        assert_eq!(bare.to_string(), "4k3/8/8/8/8/8/8/R3K3 w Q - hmvc 12; fmvn 40;");
        assert_eq!(epd(&bare.to_string()).position, bare.position);
    }

    #[test]
    fn loose_forms_are_read() {
        let kopec = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; id BK.01 ";
        assert_eq!(
            (best(kopec), epd(kopec).id()),
            (vec!["Qd1+".to_owned()], Some("BK.01".to_owned()))
        );
        let six = "rn1qkb1r/pb1p1ppp/1p2pn2/2p5/2PP4/5NP1/PP2PPBP/RNBQK2R w KQkq c6 1 6; bm d5 ";
        assert_eq!((best(six), epd(six).position.fullmoves()), (vec!["d5".to_owned()], 6));
        let glued =
            "r1bqrnk1/pp2bp1p/2p2np1/3p2B1/3P4/2NBPN2/PPQ2PPP/1R3RK1 w - -1 12 ; bm b4 \u{0}";
        assert_eq!((best(glued), epd(glued).position.halfmoves()), (vec!["b4".to_owned()], 1));
        let lost = "6k1/8/8/8/8/8/8/Q5K1 w - - ; bm Qd4; id LCTII.POS.09 c0 Boissel - Del Gobbo, corr. 1994 ";
        assert_eq!(epd(lost).id().as_deref(), Some("LCTII.POS.09"));
        assert_eq!(epd(lost).text("c0").as_deref(), Some("Boissel - Del Gobbo, corr. 1994"));
        let joined = "1k6/8/8/8/8/8/8/Q5K1 w - - bm Qd4,Qe1; id \"no space\";";
        assert_eq!(best(joined), ["Qd4", "Qe1"]);
        let noted = "1k6/8/8/8/8/8/8/Q5K1 w - - bm Qd4, Qe1; id \"Z.08\"; CCC post by Tim Foden, id \"MES.831\"";
        assert_eq!((best(noted).len(), epd(noted).id()), (2, Some("Z.08".to_owned())));
    }

    #[test]
    fn mates_and_counts_have_their_own_readings() {
        let mate = "5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 bm #1;";
        assert_eq!((epd(mate).mate_in(), best(mate).len()), (Ok(Some(1)), 0));
        assert_eq!(epd("8/8/8/8/2K1R3/8/2k5/8 b - - bm #-7;").mate_in(), Ok(Some(-7)));
        assert_eq!(epd("8/8/8/8/2K1R3/8/2k5/8 w - - dm 7;").mate_in(), Ok(Some(7)));
        assert_eq!(epd(WAC).mate_in(), Ok(None));
        let spaced = "3k1b2/p4r2/1P6/P1p1pnpP/2P5/R4B1R/6N1/4K3 b - - 0 1; D1 27; D2 820";
        assert_eq!(epd(spaced).perft_counts(), [(1, 27), (2, 820)]);
        let tight = "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9 ;D1 20 ;D2 479";
        assert_eq!(epd(tight).perft_counts(), [(1, 20), (2, 479)]);
    }

    #[test]
    fn records_are_read_as_people_write_them() {
        const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w Q -";
        for operations in [
            "BM Ra8#; id \"a\";",
            "bm: Ra8#; id: \"a\";",
            "bm 1.Ra8#; id \"a\";",
            "bm 1. Ra8#; id \"a\";",
            "bm 1... Ra8#; id \"a\";",
            "bm Ra8# id \"a\";",
            "id \"a\" bm Ra8#",
            "id a bm Ra8#",
        ] {
            let text = format!("{MATE} {operations}");
            assert_eq!(
                (best(&text), epd(&text).id()),
                (vec!["Ra8#".to_owned()], Some("a".to_owned())),
                "{text}"
            );
        }
        assert_eq!(best(&format!("{MATE} bm Ra8#; bm Ra7;")), ["Ra8#", "Ra7"]);
        assert_eq!(epd(&format!("{MATE} bm Ra8; bm #1;")).mate_in(), Ok(Some(1)));
        let taken = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 bm exd6 e.p.; c0 the bm of a beginner;";
        assert_eq!(best(taken), ["exd6"]);
        assert_eq!(epd(taken).text("c0").as_deref(), Some("the bm of a beginner"));
        let file = format!("// a remark\n; another\n# a third\n{MATE} bm Ra8#;\n");
        assert!(matches!(
            EpdReader::new(file.as_bytes()).collect::<Vec<_>>()[..],
            [Ok(Ok((4, _)))]
        ));
    }

    #[test]
    fn rows_of_puzzles_are_records() {
        let row = "0a,6k1/8/8/8/8/8/R7/1R2K3 b - - 0 1,g8h8 a2a7 h8g8 b1b8,1500,75,90,100,mate";
        let record = epd(row);
        assert_eq!((record.id().as_deref(), record.mate_in()), (Some("0a"), Ok(Some(2))));
        assert_eq!(
            (best(row), record.text("pv").unwrap()),
            (vec!["Ra7".to_owned()], "Ra7 Kg8 Rb8#".to_owned())
        );
        assert!(is_no_record("PuzzleId,FEN,Moves,Rating"));
        let error = Epd::parse("0a,6k1/8/8/8/8/8/R7/1R2K3 b - - 0 1,g8h8").unwrap_err();
        assert!(error.to_string().starts_with("Moves: at least two"), "{error}");
    }

    #[test]
    fn errors_point_at_their_cause() {
        let error = |text: &str| {
            let error = Epd::parse(text).expect_err(text);
            (error.to_string(), text[error.span].to_owned())
        };
        let (message, at) = error("4k3/8/8/8/8/8/8/4K3 w - - id \"open;");
        assert_eq!((message.contains("quotation"), at.as_str()), (true, "\""));
        let (message, at) = error("4k3/8/8/8/8/8/8/4K3 w - - hmvc many;");
        assert_eq!(
            (message.as_str(), at.as_str()),
            ("hmvc needs a number, got \"many\"", "hmvc many")
        );
        let (message, at) = error("4k3/8/8/8/8/8/8/8 w - - bm e4;");
        assert_eq!(
            (message.contains("White has no king"), at.as_str()),
            (true, "4k3/8/8/8/8/8/8/8 w - -")
        );
        let record = epd("4k3/8/8/8/8/8/8/4K3 w - - bm Nf3;");
        let error = record.moves("bm").expect_err("no knight");
        assert_eq!(error.span, 26..32);
        assert!(error.to_string().starts_with("bm: no white knight can reach f3"), "{error}");
    }

    #[test]
    fn a_file_is_read_on_after_a_bad_line() {
        let file = format!("# a comment\r\n\r\n{WAC}\r\n4k3/8 w\n{WAC}");
        let records: Vec<_> = EpdReader::new(file.as_bytes()).map(Result::unwrap).collect();
        assert!(matches!(records[0], Ok((3, _))));
        let error = records[1].as_ref().expect_err("a bad line");
        assert_eq!(
            error.to_string(),
            "line 4, column 1: FEN field 1 (placement) has 2 ranks, and needs 8, separated by \"/\""
        );
        assert!(matches!(records[2], Ok((5, _))));
    }
}
