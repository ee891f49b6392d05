//! The bytes of a Polyglot book: entries of sixteen bytes (key, move, weight, learn; big endian), sorted by key.
//!
//! Reading validates as much as possible, since the format has neither a header nor a checksum. A book is written back byte for
//! byte.

use super::{Book, BookEntry, BookError, Results};

pub(crate) const ENTRY: usize = 16;

pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
    let (entries, rest) = bytes.as_chunks::<ENTRY>();
    if !rest.is_empty() {
        return Err(BookError(format!(
            "a Polyglot book is entries of {ENTRY} bytes each, and {} bytes are {} too many",
            bytes.len(),
            rest.len()
        )));
    }
    Book::new(entries.iter().map(entry).collect())
}

pub fn write(book: &Book) -> Vec<u8> {
    book.entries().iter().flat_map(bytes).collect()
}

fn entry(bytes: &[u8; ENTRY]) -> BookEntry {
    let number = u128::from_be_bytes(*bytes);
    BookEntry {
        key: (number >> 64) as u64,
        bits: (number >> 48) as u16,
        weight: (number >> 32) as u16,
        learn: number as u32,
        results: Results::default(),
    }
}

pub fn bytes(entry: &BookEntry) -> [u8; ENTRY] {
    let number = u128::from(entry.key) << 64
        | u128::from(entry.bits) << 48
        | u128::from(entry.weight) << 32
        | u128::from(entry.learn);
    number.to_be_bytes()
}
