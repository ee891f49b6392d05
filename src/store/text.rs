//! Files of games and positions as people have them: compressed by gzip or zstd, in UTF-16, with the line ends of old Macs. What
//! they are is seen from their first bytes, whatever their names say.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use super::FileError;
use super::file;

const LARGEST: u64 = 1 << 30;

/// Opens a file of text, or a pipe, to be read once from its beginning to its end.
pub fn open(path: &Path) -> Result<impl Read + Send + use<>, FileError> {
    let failed = FileError::reading(path);
    let text = decompressed(BufReader::new(file::open_stream(path)?)).and_then(decoded);
    text.map_err(failed)
}

/// The beginning of the text in a plain file: of a pipe it would be gone.
pub fn head(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    file::open(path)?;
    let mut bytes = Vec::new();
    open(path)?.take(most).read_to_end(&mut bytes).map_err(FileError::reading(path))?;
    Ok(bytes)
}

/// The extension of a file name in lower case, without `.gz` or `.zst`.
pub fn extension(path: &Path) -> String {
    let of = |path: &Path| path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match of(path).as_str() {
        "gz" | "zst" => of(Path::new(path.file_stem().unwrap_or_default())),
        other => other.to_owned(),
    }
}

type Text = BufReader<Box<dyn Read + Send>>;

#[cfg(feature = "cli")]
fn decompressed(mut file: BufReader<std::fs::File>) -> io::Result<Text> {
    Ok(BufReader::new(match file.fill_buf()? {
        [0x1F, 0x8B, ..] => Box::new(flate2::bufread::MultiGzDecoder::new(file)),
        [0x28, 0xB5, 0x2F, 0xFD, ..] => Box::new(Frames { rest: Some(file), frame: None }),
        magic if is_skipped(magic) => Box::new(Frames { rest: Some(file), frame: None }),
        _ => Box::new(file),
    }))
}

#[cfg(not(feature = "cli"))]
fn decompressed(file: BufReader<std::fs::File>) -> io::Result<Text> {
    Ok(BufReader::new(Box::new(file)))
}

fn decoded(mut text: Text) -> io::Result<Box<dyn Read + Send>> {
    let head = text.fill_buf()?;
    let zeros = |parity| head.iter().take(64).skip(parity).step_by(2).filter(|&&byte| byte == 0);
    let is_wide =
        |parity| zeros(parity).count() * 4 > head.len().min(64) && zeros(1 - parity).count() == 0;
    let number: fn([u8; 2]) -> u16 = match head {
        [0xFF, 0xFE, ..] => u16::from_le_bytes,
        [0xFE, 0xFF, ..] => u16::from_be_bytes,
        _ if is_wide(1) => u16::from_le_bytes,
        _ if is_wide(0) => u16::from_be_bytes,
        _ if head.contains(&b'\r') && !head.contains(&b'\n') => {
            return Ok(Box::new(CarriageReturns(text)));
        }
        _ => return Ok(Box::new(text)),
    };
    let mut bytes = Vec::new();
    text.take(LARGEST).read_to_end(&mut bytes)?;
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| number([pair[0], pair[1]])).collect();
    let text = String::from_utf16_lossy(&units);
    decoded(BufReader::new(Box::new(Cursor::new(text.into_bytes()))))
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

#[cfg(feature = "cli")]
struct Frames<R: Read> {
    /// The data after the frames read so far; `frame` holds it while a frame is read.
    rest: Option<R>,
    frame: Option<ruzstd::decoding::StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>,
}

/// Whether a frame begins that holds no text: `pzstd` writes such frames.
#[cfg(feature = "cli")]
fn is_skipped(magic: &[u8]) -> bool {
    matches!(magic, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
}

#[cfg(feature = "cli")]
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
#[cfg(feature = "cli")]
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
        // Several members and frames are one text.
        assert_eq!(read(&[gzip(GAME), gzip(GAME)].concat()), GAME.repeat(2));
        assert_eq!(read(&[zstd(GAME), zstd(GAME)].concat()), GAME.repeat(2));
        assert_eq!(read(b""), "");
        assert_eq!(read(b"1. e4 e5\r\n"), "1. e4 e5\r\n");
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
