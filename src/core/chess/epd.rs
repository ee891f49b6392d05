//! EPD: a position and operations on it (`bm Qg6; id "WAC.001";`), one record a line.
//!
//! Common deviations from the standard are read too: six-field FENs, ` ; bm Qd1 + ; id BK.01`, `bm #3;` for a mate in three,
//! `;D1 20 ;D2 400` for perft counts, and remarks after the last semicolon. Output follows the standard.

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
    pub(crate) text: String,
    /// Whether it was quoted.
    pub(crate) quoted: bool,
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
    pub fn parse_problem(text: &str) -> Result<Epd, EpdError> {
        Epd::parse_as(text, true)
    }

    fn parse_as(text: &str, may_be_problem: bool) -> Result<Epd, EpdError> {
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

    /// The first operation with an opcode.
    pub(crate) fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
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
        let Some(operation) = self.operation(opcode) else { return Ok(Vec::new()) };
        let mut moves = Vec::new();
        let texts = operation.operands.iter().flat_map(|operand| operand.text.split(','));
        for text in texts {
            // `bm #3` is a mate in three, and a lone `+` belongs to the move before.
            if text.starts_with('#') || text.chars().all(|mark| "+#!?".contains(mark)) {
                continue;
            }
            let mv = notation::parse_move(&self.position, text).map_err(|error| EpdError {
                span: operation.span.clone(),
                why: format!("{opcode}: {error}"),
            })?;
            moves.push(mv);
        }
        Ok(moves)
    }

    /// The mate in moves of the winning side, from `bm #3` or `dm 3`; negative if the side to move is mated.
    ///
    /// # Errors
    /// If the operand is not a number.
    pub fn mate_in(&self) -> Result<Option<i32>, EpdError> {
        for (opcode, mark) in [("bm", "#"), ("dm", "")] {
            let Some(operation) = self.operation(opcode) else { continue };
            let first = operation.operands.first().map_or("", |operand| &operand.text);
            let Some(number) = first.strip_prefix(mark) else { continue };
            return number.parse().map(Some).map_err(|_| operation.wants_number(first));
        }
        Ok(None)
    }

    /// Depths and counts of leaves, from `D1 20; D2 400`.
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
                // A comment that lost the semicolon before it: `id LCTII.POS.09 c0 Boissel - Del Gobbo`.
                Some(operation) if operation.opcode == "id" && is_comment(&operand) => {
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
        Operation { opcode: opcode.text, operands: Vec::new(), span: start..self.at }
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

fn is_comment(operand: &Operand) -> bool {
    !operand.quoted && matches!(operand.text.as_bytes(), [b'c', b'0'..=b'9'])
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
/// be read on. Empty lines and lines that begin with `#` are left out.
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

/// Returns whether a line of a file is empty or a comment.
pub fn is_no_record(line: &str) -> bool {
    line.chars().all(is_gap) || line.starts_with('#')
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
