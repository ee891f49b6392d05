//! Files of games and positions in any supported form: compressed by gzip or zstd, in UTF-16, with the line ends of old Macs. The
//! form is recognized by the first bytes, not by the name.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use encoding_rs_io::DecodeReaderBytesBuilder;

use super::archive::ArchiveFormat;
use super::{stdin, stream, suites};
use crate::chess::epd::is_no_record;
use crate::chess::movetext::{self, Token};
use crate::chess::notation;
use crate::chess::pgn::PgnReader;
use crate::store::FileError;
use crate::store::file;

/// Opens a text file, a pipe, or standard input by name, for reading once.
pub fn open(path: &Path) -> Result<impl Read + Send + use<>, FileError> {
    decoded(unpacked(bytes(path)?, path)?).map_err(FileError::reading(path))
}

/// Unpacks what a program or a file gives, if it is packed in a supported form.
///
/// # Errors
/// If it is packed in another form.
fn unpacked(bytes: impl Read + Send + 'static, path: &Path) -> Result<Text, FileError> {
    let failed = FileError::reading(path);
    let mut text = decompressed(BufReader::new(Box::new(bytes))).map_err(failed)?;
    match ArchiveFormat::of(text.fill_buf().map_err(failed)?) {
        Some(format) => Err(format.refused(path)),
        None => Ok(text),
    }
}

/// Opens the lines that another program sends. A carriage return alone ends none of them: its line feed may be on the way.
pub fn piped(bytes: impl Read + Send + 'static, path: &Path) -> Result<Text, FileError> {
    let mut text = unpacked(bytes, path)?;
    Ok(match Form::of(text.fill_buf().map_err(FileError::reading(path))?) {
        Form::Utf16(encoding) => narrowed(text, encoding),
        Form::Plain | Form::CarriageReturns => text,
    })
}

type Bytes = Box<dyn Read + Send>;
type Text = BufReader<Bytes>;

fn bytes(path: &Path) -> Result<Bytes, FileError> {
    if stdin::is_named(path) {
        return Ok(Box::new(stdin::open(path)?));
    }
    Ok(match suites::find(path)? {
        Some(suite) => Box::new(suite),
        None => Box::new(stream::open(path)?),
    })
}

/// Returns the beginning of a text. Pipes are refused, since they cannot be read again.
pub fn head(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    if !stdin::is_named(path) && suites::find(path)?.is_none() {
        file::open(path)?;
    }
    let mut bytes = Vec::new();
    open(path)?.take(most).read_to_end(&mut bytes).map_err(FileError::reading(path))?;
    Ok(bytes)
}

/// Whether a file holds games rather than positions, by its extension or else by its beginning. `false` for a pipe, which cannot
/// be read twice, and for an unreadable file, which is reported when it is opened.
pub fn holds_games(path: &Path) -> bool {
    const ENOUGH: u64 = 1 << 16;
    match extension(path).as_str() {
        "pgn" => true,
        "epd" | "fen" | "csv" => false,
        _ => head(path, ENOUGH).is_ok_and(|head| begins_with_game(&head)),
    }
}

fn begins_with_game(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let mut lines = text.lines().map(|line| line.trim_start_matches('\u{FEFF}').trim_start());
    let is_skipped = |line: &str| is_no_record(line) || line.starts_with('%');
    let Some(first) = lines.find(|line| !is_skipped(line)) else { return false };
    let is_other = |token| matches!(token, Token::Move(text) if !notation::is_move_shaped(text));
    let is_prose = || movetext::tokens(first).any(|(token, _)| is_other(token));
    !head.contains(&0)
        && (first.starts_with('[') || !is_prose())
        && PgnReader::new(head).pass_over().unwrap_or(false)
}

/// The extension of a file name in lower case, without `.gz` or `.zst`.
pub fn extension(path: &Path) -> String {
    let of = |path: &Path| path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match of(path).as_str() {
        "gz" | "zst" => of(Path::new(path.file_stem().unwrap_or_default())),
        other => other.to_owned(),
    }
}

/// Whether a file is compressed in a form that [`decompressed`] reads.
fn is_compressed(head: &[u8]) -> bool {
    const GZIP: &[u8] = &[0x1F, 0x8B];
    head.starts_with(GZIP) || is_zstd(head)
}

fn is_zstd(head: &[u8]) -> bool {
    matches!(head, [0x28, 0xB5, 0x2F, 0xFD, ..]) || is_skipped(head)
}

fn decompressed(mut file: Text) -> io::Result<Text> {
    while file.fill_buf().is_err_and(|error| error.kind() == io::ErrorKind::Interrupted) {}
    let head = file.fill_buf()?;
    let text: Bytes = match is_compressed(head) {
        false => return Ok(file),
        true if is_zstd(head) => Box::new(Frames { rest: Some(file), frame: None }),
        true => Box::new(flate2::bufread::MultiGzDecoder::new(file)),
    };
    Ok(BufReader::new(text))
}

/// The encoding of a text.
#[derive(Clone, Copy)]
enum Form {
    /// UTF-8 or one byte per character, with the usual line ends.
    Plain,
    CarriageReturns,
    Utf16(&'static Encoding),
}

impl Form {
    fn of(head: &[u8]) -> Form {
        let zeros =
            |parity| head.iter().take(64).skip(parity).step_by(2).filter(|&&byte| byte == 0);
        let is_wide = |parity| {
            zeros(parity).count() * 4 > head.len().min(64) && zeros(1 - parity).count() == 0
        };
        match Encoding::for_bom(head) {
            Some((marked, _)) if marked != UTF_8 => Form::Utf16(marked),
            _ if is_wide(1) => Form::Utf16(UTF_16LE),
            _ if is_wide(0) => Form::Utf16(UTF_16BE),
            _ if head.contains(&b'\r') && !head.contains(&b'\n') => Form::CarriageReturns,
            _ => Form::Plain,
        }
    }
}

fn decoded(mut text: Text) -> io::Result<Bytes> {
    match Form::of(text.fill_buf()?) {
        Form::Plain => Ok(Box::new(text)),
        Form::CarriageReturns => Ok(Box::new(CarriageReturns(text))),
        Form::Utf16(encoding) => decoded(narrowed(text, encoding)),
    }
}

fn narrowed(text: Text, encoding: &'static Encoding) -> Text {
    let utf8 = DecodeReaderBytesBuilder::new().encoding(Some(encoding)).build(text);
    BufReader::new(Box::new(utf8))
}

/// Returns the line end of a file to which UTF-8 text can be appended.
///
/// # Errors
/// [`FileError::Unfit`] if the file would be unreadable afterwards.
pub(super) fn line_end(path: &Path, added: &str) -> Result<&'static str, FileError> {
    let failed = FileError::reading(path);
    let mut file = BufReader::new(file::open(path)?);
    let head = file.fill_buf().map_err(failed)?;
    let end = if head.windows(2).any(|pair| pair == b"\r\n") { "\r\n" } else { "\n" };
    let is_packed = is_compressed(head) || ArchiveFormat::of(head).is_some();
    let (what, mend) = match Form::of(head) {
        _ if is_packed => ("it is packed", "unpack it first"),
        Form::Utf16(_) => ("its text is UTF-16", "`iconv -f UTF-16 -t UTF-8` makes it UTF-8"),
        Form::CarriageReturns => {
            ("its lines end in carriage returns alone", "`tr '\\r' '\\n'` mends that")
        }
        Form::Plain if added.is_ascii() || is_utf8(file).map_err(failed)? => return Ok(end),
        Form::Plain => {
            let mend = "`iconv -f WINDOWS-1252 -t UTF-8` makes it UTF-8";
            ("its letters are not UTF-8, and the game's are", mend)
        }
    };
    let path = path.display();
    Err(FileError::Unfit(format!("cannot add to {path}: {what}; {mend}, or name another file")))
}

fn is_utf8(mut text: impl BufRead) -> io::Result<bool> {
    // The text read so far may end within a character.
    let mut bytes = Vec::new();
    loop {
        let read = text.fill_buf()?;
        if read.is_empty() {
            return Ok(bytes.is_empty());
        }
        bytes.extend_from_slice(read);
        let length = read.len();
        text.consume(length);
        match str::from_utf8(&bytes) {
            Ok(_) => bytes.clear(),
            Err(error) if error.error_len().is_none() => drop(bytes.drain(..error.valid_up_to())),
            Err(_) => return Ok(false),
        }
    }
}

/// Text whose lines end in carriage returns alone.
struct CarriageReturns(Text);

impl Read for CarriageReturns {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.0.read(into)?;
        into[..length].iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
        Ok(length)
    }
}

struct Frames<R: Read> {
    /// The data after the current frame; `None` while `frame` holds it.
    rest: Option<R>,
    frame: Option<ruzstd::decoding::StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>,
}

/// Whether a skippable frame begins: `pzstd` writes such frames.
fn is_skipped(magic: &[u8]) -> bool {
    matches!(magic, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let length = frame.read(into)?;
                if length > 0 || into.is_empty() {
                    return Ok(length);
                }
                self.rest = self.frame.take().map(|frame| frame.into_inner());
            }
            let Some(mut rest) = self.rest.take() else { return Ok(0) };
            let magic = rest.fill_buf()?;
            if magic.is_empty() {
                return Ok(0);
            }
            if is_skipped(magic) {
                let mut head = [0; 8];
                rest.read_exact(&mut head)?;
                let size = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
                io::copy(&mut rest.by_ref().take(size.into()), &mut io::sink())?;
                self.rest = Some(rest);
                continue;
            }
            let frame = ruzstd::decoding::StreamingDecoder::new(rest);
            self.frame = Some(frame.map_err(|error| io::Error::other(format!("zstd: {error}")))?);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[White \"Müller\"]\n[Event \"Žilina\"]\n\n1. e4 e5 *\n";

    fn read(bytes: &[u8]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        std::fs::write(&path, bytes).unwrap();
        let mut text = String::new();
        open(&path).unwrap().read_to_string(&mut text).unwrap();
        text.trim_start_matches('\u{FEFF}').to_owned()
    }

    fn wide(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    fn gzip(text: &str) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        io::Write::write_all(&mut encoder, text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(text: &str) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(
            text.as_bytes(),
            ruzstd::encoding::CompressionLevel::Fastest,
        )
    }

    #[test]
    fn text_is_the_same_in_whatever_form() {
        let marked = format!("\u{FEFF}{GAME}");
        let skipped = [&[0x50, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 9, 9], &zstd(GAME)[..]].concat();
        let forms = [
            GAME.as_bytes().to_vec(),
            wide(&marked, u16::to_le_bytes),
            wide(&marked, u16::to_be_bytes),
            wide(GAME, u16::to_le_bytes),
            wide(GAME, u16::to_be_bytes),
            GAME.replace('\n', "\r").into_bytes(),
            wide(&marked.replace('\n', "\r"), u16::to_le_bytes),
            gzip(GAME),
            zstd(GAME),
            skipped,
        ];
        for (number, form) in forms.iter().enumerate() {
            assert_eq!(read(form), GAME, "form {number}");
        }
        // Several members or frames are one text.
        assert_eq!(read(&[gzip(GAME), gzip(GAME)].concat()), GAME.repeat(2));
        assert_eq!(read(&[zstd(GAME), zstd(GAME)].concat()), GAME.repeat(2));
        let mut line = String::new();
        let mut sent = piped(io::Cursor::new(forms[1].clone()), Path::new("-")).unwrap();
        sent.read_line(&mut line).unwrap();
        assert_eq!(line.trim_start_matches('\u{FEFF}'), "[White \"Müller\"]\n");
        assert_eq!(read(b""), "");
        assert_eq!(read(b"1. e4 e5\r\n"), "1. e4 e5\r\n");
    }

    #[test]
    fn packed_forms_that_are_not_read_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        let mut tar = vec![b'a'; 600];
        tar[257..262].copy_from_slice(b"ustar");
        let said = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            open(&path).err().unwrap().to_string()
        };
        let zip = said(b"PK\x03\x04\x14\0");
        assert!(zip.contains("packed as zip") && zip.contains("`unzip -p "), "{zip}");
        assert!(said(b"\xFD7zXZ\0\0").contains("packed as xz"));
        assert!(said(&tar).contains("packed as tar"));
        assert!(said(&gzip(std::str::from_utf8(&tar).unwrap())).contains("packed as tar"));
    }

    #[test]
    fn games_are_known_by_the_name_or_the_beginning() {
        let folder = tempfile::tempdir().unwrap();
        let holds = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            holds_games(&path)
        };
        for text in [GAME, "\n% old\n1. e4 {best\nby test} e5 *\n", "{A note.}\n1. e4 *\n"] {
            assert!(holds("a.txt", text) && holds("a", text) && !holds("a.epd", text), "{text}");
        }
        let records = "# 1. e4\n4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n";
        let problem = "BeginProblem\nPieces White Kg1\n";
        for text in ["", records, problem, "{\"move\":\"e4\"}\n", "Dear diary,\n1. e4\n", "\0e4\n"]
        {
            assert!(!holds("a.txt", text) && holds("a.pgn", text), "{text}");
        }
    }

    #[test]
    fn what_is_cut_off_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn.gz");
        for whole in [gzip(GAME), zstd(GAME)] {
            std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
            assert!(
                open(&path)
                    .and_then(|mut text| {
                        text.read_to_end(&mut Vec::new()).map_err(FileError::reading(&path))
                    })
                    .is_err()
            );
        }
        for (name, ending) in
            [("a.pgn.gz", "pgn"), ("A.CSV.ZST", "csv"), ("a.epd", "epd"), ("a", "")]
        {
            assert_eq!(extension(Path::new(name)), ending);
        }
    }
}
