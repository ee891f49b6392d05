//! Compressed files and archives that are not supported: recognized by their magic bytes and refused by name.
//! [`text`](mod@super::text) reads the supported ones.

use std::path::Path;

use crate::store::FileError;

/// An unsupported format.
pub(super) struct ArchiveFormat {
    name: &'static str,
    /// Its magic bytes and their offset.
    magic: (usize, &'static [u8]),
    /// Command that decompresses to standard output; the file name follows it.
    unpack: &'static str,
}

const UNSUPPORTED: [ArchiveFormat; 8] = [
    ArchiveFormat { name: "zip", magic: (0, b"PK\x03\x04"), unpack: "unzip -p" },
    ArchiveFormat { name: "xz", magic: (0, b"\xFD7zXZ\0"), unpack: "xz -dc" },
    ArchiveFormat { name: "bzip2", magic: (0, b"BZh"), unpack: "bzip2 -dc" },
    ArchiveFormat { name: "lzip", magic: (0, b"LZIP"), unpack: "lzip -dc" },
    ArchiveFormat { name: "lz4", magic: (0, b"\x04\x22\x4D\x18"), unpack: "lz4 -dc" },
    ArchiveFormat { name: "7z", magic: (0, b"7z\xBC\xAF\x27\x1C"), unpack: "7z x -so" },
    ArchiveFormat { name: "rar", magic: (0, b"Rar!\x1A\x07"), unpack: "unrar p -inul" },
    ArchiveFormat { name: "tar", magic: (257, b"ustar"), unpack: "tar -xOf" },
];

impl ArchiveFormat {
    /// Recognizes a format by the first bytes of a file.
    pub(super) fn of(head: &[u8]) -> Option<&'static ArchiveFormat> {
        UNSUPPORTED.iter().find(|format| format.begins(head))
    }

    fn begins(&self, head: &[u8]) -> bool {
        let (offset, magic) = self.magic;
        head.get(offset..).is_some_and(|head| head.starts_with(magic))
    }

    pub(super) fn refused(&self, path: &Path) -> FileError {
        let (ArchiveFormat { name, unpack, .. }, path) = (self, path.display());
        FileError::Unfit(format!(
            "cannot read {path}: it is packed as {name}, which is not read here (gzip and zstd are); unpack it first, as in `{unpack} {path} | quarterply load - -i`"
        ))
    }
}
