//! The wrapping of every file of the program, and the only place that names bincode.
//!
//! | bytes | what | written |
//! |---|---|---|
//! | 0–3 | `QPLY` | so that no other file is taken for ours |
//! | 4 | kind | a [`FileKind`] |
//! | 5 | 0 | |
//! | 6–7 | version of the kind's struct | little endian |
//! | 8–15 | length of the payload | little endian |
//! | 16–23 | checksum of bytes 4–15 and the payload | little endian |
//! | 24– | the payload: bincode 2, standard configuration | |
//!
//! The first 24 bytes keep this shape for ever; only the payload and its version change. The checksum is FNV-1a of 64 bits
//! (Fowler, Noll, Vo): each byte is a reversible step, so one wrong byte is always found; it protects against accidents, not
//! against attacks. [`open`] returns for any bytes: it neither panics nor allocates more than [`LIMIT`] bytes.

use std::fmt::Display;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub const LIMIT: usize = 32 << 20;

pub const HEADER: usize = 24;

const MAGIC: [u8; 4] = *b"QPLY";

/// Kinds of files; records and positions have a header, and behind it the workshop's own data. The numbers never change; 5 was a
/// book in the making, 8 weights of the classical evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum FileKind {
    Session = 1,
    Records = 2,
    Tuning = 4,
    Network = 3,
    Positions = 6,
    Checkpoint = 7,
}

impl FileKind {
    const NAMES: [(FileKind, &str); 6] = [
        (FileKind::Session, "saved session"),
        (FileKind::Records, "record of games"),
        (FileKind::Tuning, "tuning under way"),
        (FileKind::Network, "network"),
        (FileKind::Positions, "file of positions"),
        (FileKind::Checkpoint, "checkpoint of a network"),
    ];

    fn name_of(number: u8) -> &'static str {
        let named = FileKind::NAMES.into_iter().find(|&(kind, _)| kind as u8 == number);
        named.map_or("file of another version", |(_, name)| name)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct CodecError(String);

impl CodecError {
    pub fn malformed(why: impl Display) -> CodecError {
        CodecError(format!("the file cannot be understood: {why}"))
    }

    fn too_large(found: u64) -> CodecError {
        CodecError(format!("too large to be kept: {found} bytes, and {LIMIT} are the most"))
    }

    fn wrong_kind(found: u8, expected: &str) -> CodecError {
        CodecError(format!("this is a {}; a {expected} was expected", FileKind::name_of(found)))
    }
}

fn config() -> impl bincode::config::Config {
    bincode::config::standard().with_limit::<LIMIT>()
}

pub const CHECKSUM_START: u64 = 0xCBF2_9CE4_8422_2325;

pub fn checksum(parts: [&[u8]; 2]) -> u64 {
    parts.into_iter().fold(CHECKSUM_START, checksum_on)
}

/// The checksum of what had this one, and more behind it.
pub fn checksum_on(sum: u64, bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01B3;
    bytes.iter().fold(sum, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(PRIME))
}

pub fn seal<T: Serialize>(kind: FileKind, version: u16, value: &T) -> Result<Vec<u8>, CodecError> {
    let payload = bincode::serde::encode_to_vec(value, config()).map_err(CodecError::malformed)?;
    if payload.len() > LIMIT {
        return Err(CodecError::too_large(payload.len() as u64));
    }
    Ok(wrap(kind as u8, version, &payload))
}

fn wrap(kind: u8, version: u16, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER + payload.len());
    bytes.extend(MAGIC);
    bytes.extend([kind, 0]);
    bytes.extend(version.to_le_bytes());
    bytes.extend((payload.len() as u64).to_le_bytes());
    let sum = checksum([&bytes[4..], payload]);
    bytes.extend(sum.to_le_bytes());
    bytes.extend(payload);
    bytes
}

/// Returns whether bytes are the beginning of a file of this kind, of any version.
pub fn is_kind(kind: FileKind, head: &[u8]) -> bool {
    head.starts_with(&MAGIC) && head.get(MAGIC.len()) == Some(&(kind as u8))
}

/// Refuses the beginning of a file of the program, and names its kind, where one of another form is `expected`.
pub fn refuse(head: &[u8], expected: &str) -> Result<(), CodecError> {
    match head.strip_prefix(&MAGIC) {
        Some(&[found, ..]) => Err(CodecError::wrong_kind(found, expected)),
        _ => Ok(()),
    }
}

/// Reads the value of a file of this kind and at most this version. Damage is reported before any error that it could have
/// caused.
pub fn open<T: DeserializeOwned>(
    kind: FileKind,
    newest: u16,
    file: &[u8],
) -> Result<T, CodecError> {
    if file[..file.len().min(MAGIC.len())] != MAGIC[..file.len().min(MAGIC.len())] {
        let what = "this is not a file of Quarterply's; it would begin with \"QPLY\"";
        return Err(CodecError(what.to_owned()));
    }
    let truncated = |expected: u64| {
        CodecError(format!("the file is cut short: {} bytes of {expected}", file.len()))
    };
    let Some((header, payload)) = file.split_first_chunk::<HEADER>() else {
        return Err(truncated(HEADER as u64));
    };
    let [_, _, _, _, found_kind, _, v0, v1, l0, l1, l2, l3, l4, l5, l6, l7, sum @ ..] = *header;
    let length = u64::from_le_bytes([l0, l1, l2, l3, l4, l5, l6, l7]);
    if length > LIMIT as u64 {
        return Err(CodecError::too_large(length));
    }
    if (payload.len() as u64) < length {
        return Err(truncated(length + HEADER as u64));
    }
    // A file of another kind may have more behind what is sealed.
    let (payload, behind) = payload.split_at(length as usize);
    let is_whole = checksum([&header[4..16], payload]) == u64::from_le_bytes(sum);
    if is_whole && found_kind != kind as u8 {
        return Err(CodecError::wrong_kind(found_kind, FileKind::name_of(kind as u8)));
    }
    if !is_whole || !behind.is_empty() {
        let what = "the file is damaged: its contents do not fit its checksum";
        return Err(CodecError(what.to_owned()));
    }
    let version = u16::from_le_bytes([v0, v1]);
    if version > newest {
        return Err(CodecError(format!(
            "the file has version {version}, and this program reads up to {newest}: a newer Quarterply wrote it"
        )));
    }
    match bincode::serde::decode_from_slice(payload, config()) {
        Ok((value, read)) if read == payload.len() => Ok(value),
        Ok((_, read)) => {
            let rest = payload.len() - read;
            Err(CodecError::malformed(format_args!("{rest} bytes too many at its end")))
        }
        Err(error) => Err(CodecError::malformed(error)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Value = (String, Vec<u32>, Option<Box<i64>>);

    fn value() -> Value {
        ("zugzwang".to_owned(), vec![1, 300, 70_000], Some(Box::new(-5)))
    }

    fn read(bytes: &[u8]) -> Result<Value, CodecError> {
        open(FileKind::Session, 3, bytes)
    }

    fn fault<T>(text: &str) -> Result<T, CodecError> {
        Err(CodecError(text.to_owned()))
    }

    fn is_malformed(bytes: &[u8]) -> bool {
        read(bytes).unwrap_err().to_string().starts_with("the file cannot be understood: ")
    }

    #[test]
    fn the_checksum_is_fnv_1a() {
        // The published vectors of the empty text, "a" and "foobar".
        assert_eq!(checksum([b"", b""]), 0xCBF2_9CE4_8422_2325);
        assert_eq!(checksum([b"a", b""]), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(checksum([b"foo", b"bar"]), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn what_is_sealed_can_be_read() {
        let bytes = seal(FileKind::Session, 3, &value()).unwrap();
        assert_eq!(read(&bytes), Ok(value()));
    }

    #[test]
    fn every_wrong_byte_and_every_missing_one_is_found() {
        let bytes = seal(FileKind::Session, 3, &value()).unwrap();
        for at in 0..bytes.len() {
            assert!(read(&bytes[..at]).is_err(), "cut at {at}");
            for flip in 1..=255 {
                let mut wrong = bytes.clone();
                wrong[at] ^= flip;
                assert!(read(&wrong).is_err(), "byte {at} ^ {flip}");
            }
        }
        assert_eq!(
            read(&[&bytes[..], b"x"].concat()),
            fault("the file is damaged: its contents do not fit its checksum")
        );
    }

    #[test]
    fn each_fault_has_its_name() {
        let bytes = seal(FileKind::Session, 4, &value()).unwrap();
        let newer = read(&bytes).unwrap_err().to_string();
        assert!(newer.starts_with("the file has version 4, and this program reads up to 3"));
        let ours = "this is not a file of Quarterply's; it would begin with \"QPLY\"";
        assert_eq!(read(b"PK\x03\x04"), fault(ours));
        assert_eq!(read(b""), fault("the file is cut short: 0 bytes of 24"));
        let cut = format!("the file is cut short: 30 bytes of {}", bytes.len());
        assert_eq!(read(&bytes[..30]), fault(&cut));
        let other = "this is a checkpoint of a network; a saved session was expected";
        assert_eq!(read(&wrap(7, 1, b"")), fault(other));
        let games = [wrap(2, 1, b"header"), b"games behind it".to_vec()].concat();
        let refused = read(&games).unwrap_err().to_string();
        assert_eq!(refused, "this is a record of games; a saved session was expected");
        let more = [bytes.clone(), b"more".to_vec()].concat();
        assert_eq!(read(&more), fault("the file is damaged: its contents do not fit its checksum"));
        assert!(is_malformed(&wrap(1, 1, b"\x02")));
        let mut huge = bytes;
        huge[15] = 1;
        assert_eq!(read(&huge), Err(CodecError::too_large((1 << 56) + huge.len() as u64 - 24)));
    }

    #[test]
    fn nothing_beyond_the_limit_is_kept() {
        let large = "x".repeat(LIMIT + 1);
        let refused = seal(FileKind::Session, 1, &large).unwrap_err().to_string();
        assert!(refused.starts_with("too large to be kept: "), "{refused}");
        // A string with a length of four gigabytes.
        let liar = wrap(1, 1, &[252, 255, 255, 255, 255]);
        assert!(is_malformed(&liar));
    }

    proptest! {
        #[test]
        fn any_bytes_at_all_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(read(&bytes).is_err());
            // The same as the payload of an unharmed file: an error or a value, but an answer.
            let _ = read(&wrap(1, 1, &bytes));
        }
    }
}
