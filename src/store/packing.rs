//! Forms in which files are packed and which are neither read nor written here: they are named and refused. What is read is in
//! [`text`](mod@super::text).

use std::path::Path;

use super::FileError;

/// A form in which files are packed and which is not read here.
pub(super) struct Packing {
    name: &'static str,
    /// What it has at its place in the file.
    sign: (usize, &'static [u8]),
    /// What writes a file of this form to standard output unpacked, before the file's name.
    unpack: &'static str,
}

const PACKINGS: [Packing; 8] = [
    Packing { name: "zip", sign: (0, b"PK\x03\x04"), unpack: "unzip -p" },
    Packing { name: "xz", sign: (0, b"\xFD7zXZ\0"), unpack: "xz -dc" },
    Packing { name: "bzip2", sign: (0, b"BZh"), unpack: "bzip2 -dc" },
    Packing { name: "lzip", sign: (0, b"LZIP"), unpack: "lzip -dc" },
    Packing { name: "lz4", sign: (0, b"\x04\x22\x4D\x18"), unpack: "lz4 -dc" },
    Packing { name: "7z", sign: (0, b"7z\xBC\xAF\x27\x1C"), unpack: "7z x -so" },
    Packing { name: "rar", sign: (0, b"Rar!\x1A\x07"), unpack: "unrar p -inul" },
    Packing { name: "tar", sign: (257, b"ustar"), unpack: "tar -xOf" },
];

impl Packing {
    /// The form of a file that begins so, if it is one of these.
    pub(super) fn of(head: &[u8]) -> Option<&'static Packing> {
        PACKINGS.iter().find(|packing| packing.begins(head))
    }

    fn begins(&self, head: &[u8]) -> bool {
        let (at, sign) = self.sign;
        head.get(at..).is_some_and(|head| head.starts_with(sign))
    }

    pub(super) fn refused(&self, path: &Path) -> FileError {
        let (Packing { name, unpack, .. }, path) = (self, path.display());
        FileError::Unfit(format!(
            "cannot read {path}: it is packed as {name}, which is not read here (gzip and zstd are); unpack it first, as in `{unpack} {path} | quarterply load - -i`"
        ))
    }
}

/// Refuses a name that says of a file that it is packed: no file is written so.
pub(super) fn refuse_name(path: &Path) -> Result<(), FileError> {
    const ENDINGS: [&str; 8] = ["gz", "zst", "zip", "xz", "bz2", "lz", "lz4", "7z"];
    let ending = path.extension().unwrap_or_default();
    if !ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    let (path, plain) = (path.display(), path.with_extension(""));
    let plain = plain.display();
    Err(FileError::Unfit(format!(
        "cannot write {path}: what is written is not packed; name {plain}, and pack it then"
    )))
}
