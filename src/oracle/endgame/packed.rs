//! A slice as it is kept in a file: blocks of 64 rows, each compressed for itself, so that one position is read without the
//! rest.
//!
//! A block says which of its planes hold anything and has those alone, one after the other, each row as what differs from the row
//! before; a block in which nobody mates takes no byte. Which positions are legal is not kept: it follows from the men; what is
//! said of those that are not is anything. Each block carries a checksum of its own, so damage
//! is found out wherever it is, when it is read.

use super::bit_sliced::{BitSlicedDistances, PLANES};
use super::material::EndgameMaterial;
use super::slice::{Slice, SliceShape};
use crate::chess::Color;

/// Rows of a block. Every slice has a multiple of it.
pub(super) const BLOCK: usize = 64;

/// Bytes of a plane of a block.
const PLANE: usize = BLOCK * size_of::<u64>();

/// Bytes of a checksum.
const CHECKSUM: usize = size_of::<u32>();

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DamagedBlock;

/// What the planes of a block mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum PlaneFormat {
    /// Version 1 of a file: the moves and one more, zero in a draw, and whether Black mates.
    First,
    /// As in memory.
    #[default]
    Second,
}

impl PlaneFormat {
    /// Returns the distances of a row with this side to move.
    fn distances(self, planes: [u64; PLANES], turn: Color) -> BitSlicedDistances {
        match self {
            PlaneFormat::First => BitSlicedDistances::of_first_version(planes, turn),
            PlaneFormat::Second => BitSlicedDistances::of(planes),
        }
    }
}

/// A slice in blocks: White's to move first, then Black's.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PackedSlice {
    pub(super) format: PlaneFormat,
    pub(super) lengths: Vec<u16>,
    pub(super) bytes: Vec<u8>,
}

/// How many blocks a slice has for either side to move.
pub(super) fn blocks(material: &EndgameMaterial) -> usize {
    SliceShape::of(material).words() / BLOCK
}

impl PackedSlice {
    pub(super) fn of(slice: &Slice) -> PackedSlice {
        let mut packed = PackedSlice::default();
        for color in Color::ALL {
            let side = &slice.sides[color];
            for (rows, legal) in side.mates.chunks(BLOCK).zip(side.legal.chunks(BLOCK)) {
                let before = packed.bytes.len();
                pack(rows, legal, &mut packed.bytes);
                packed.lengths.push((packed.bytes.len() - before) as u16);
            }
        }
        packed
    }

    pub(super) fn check(&self) -> Result<(), DamagedBlock> {
        let mut rest = &self.bytes[..];
        for &length in &self.lengths {
            let (block, behind) = rest.split_at_checked(length.into()).ok_or(DamagedBlock)?;
            PlainBlock::of(block)?;
            rest = behind;
        }
        Ok(())
    }

    pub(super) fn unpack(&self, material: EndgameMaterial) -> Result<Slice, DamagedBlock> {
        let mut slice = Slice::new(material);
        let mut rest = &self.bytes[..];
        let mut lengths = self.lengths.iter();
        for color in Color::ALL {
            for rows in slice.sides[color].mates.chunks_mut(BLOCK) {
                let length = usize::from(*lengths.next().ok_or(DamagedBlock)?);
                let (block, behind) = rest.split_at_checked(length).ok_or(DamagedBlock)?;
                rest = behind;
                for (mates, planes) in rows.iter_mut().zip(PlainBlock::of(block)?.rows()) {
                    *mates = self.format.distances(planes, color);
                }
            }
        }
        Ok(slice)
    }
}

fn pack(rows: &[BitSlicedDistances], legal: &[u64], bytes: &mut Vec<u8>) {
    let (mut plain, mut used) = (Vec::new(), 0_u8);
    for plane in 0..PLANES {
        if rows.iter().all(|row| row.planes()[plane] == 0) {
            continue;
        }
        used |= 1 << plane;
        let mut before = 0;
        for (row, legal) in rows.iter().zip(legal) {
            // What is not legal may say anything: what the row before says.
            let word = row.planes()[plane] & legal | before & !legal;
            plain.extend((word ^ before).to_le_bytes());
            before = word;
        }
    }
    if used == 0 {
        return;
    }
    plain.push(used);
    let packed = lz4_flex::block::compress(&plain);
    bytes.extend(crc32fast::hash(&packed).to_le_bytes());
    bytes.extend(packed);
}

/// A block without its compression: which planes there are, and those.
struct PlainBlock {
    used: u8,
    planes: Vec<u8>,
}

impl PlainBlock {
    fn of(block: &[u8]) -> Result<PlainBlock, DamagedBlock> {
        if block.is_empty() {
            return Ok(PlainBlock { used: 0, planes: Vec::new() });
        }
        let (sum, packed) = block.split_first_chunk::<CHECKSUM>().ok_or(DamagedBlock)?;
        if crc32fast::hash(packed) != u32::from_le_bytes(*sum) {
            return Err(DamagedBlock);
        }
        let most = 1 + PLANES * PLANE;
        let mut plain = lz4_flex::block::decompress(packed, most).map_err(|_| DamagedBlock)?;
        // What is used stands behind the planes, which begin at a round place so.
        let used = plain.pop().ok_or(DamagedBlock)?;
        let expected = used.count_ones() as usize * PLANE;
        if plain.len() == expected {
            Ok(PlainBlock { used, planes: plain })
        } else {
            Err(DamagedBlock)
        }
    }

    /// The planes of each row.
    fn rows(&self) -> impl Iterator<Item = [u64; PLANES]> {
        let mut planes = [0; PLANES];
        (0..BLOCK).map(move |row| {
            let mut there = self.planes.chunks_exact(PLANE);
            for (i, plane) in planes.iter_mut().enumerate() {
                if self.used >> i & 1 == 1
                    && let Some(words) = there.next()
                    && let Some(word) = words[row * size_of::<u64>()..].first_chunk()
                {
                    *plane ^= u64::from_le_bytes(*word);
                }
            }
            planes
        })
    }
}

/// The distances of a block, row by row.
pub(super) type BlockRows = Box<[BitSlicedDistances; BLOCK]>;

/// Unpacks a block of rows with this side to move.
pub(super) fn rows(
    block: &[u8],
    format: PlaneFormat,
    turn: Color,
) -> Result<BlockRows, DamagedBlock> {
    let mut rows = Box::new([BitSlicedDistances::default(); BLOCK]);
    for (row, planes) in rows.iter_mut().zip(PlainBlock::of(block)?.rows()) {
        *row = format.distances(planes, turn);
    }
    Ok(rows)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::EndgameValue;
    use super::*;
    use crate::chess::{ColoredPiece, Piece, Square};

    /// A slice of two pieces with something in some of its blocks.
    fn some() -> Slice {
        let man = |color, piece| (ColoredPiece { color, piece }, ());
        let men = [man(Color::White, Piece::Queen), man(Color::Black, Piece::Rook)];
        let material = EndgameMaterial::of(men.into_iter().collect(), Default::default()).0;
        let mut slice = Slice::new(material);
        for color in Color::ALL {
            for (at, mates) in slice.sides[color].mates.iter_mut().enumerate().step_by(7) {
                if !(at / BLOCK).is_multiple_of(3) {
                    let kind = [EndgameValue::Mates, EndgameValue::Mated][at % 2];
                    mates.put(0xF0 << (at % 50), kind(1 + (at % 126) as u16));
                }
            }
        }
        slice
    }

    /// A slice with what version 1 of a file has in place of each row.
    pub(in super::super) fn as_in_first_version(slice: &Slice) -> Slice {
        let mut old = slice.clone();
        for turn in Color::ALL {
            for mates in &mut old.sides[turn].mates {
                let mut planes = [0; PLANES];
                for square in Square::ALL {
                    let (moves, winner) = match mates.at(square) {
                        EndgameValue::Draw => continue,
                        EndgameValue::Mates(moves) => (moves, turn),
                        EndgameValue::Mated(moves) => (moves, !turn),
                    };
                    let code = moves + 1 + 128 * u16::from(winner == Color::Black);
                    for (plane, word) in planes.iter_mut().enumerate() {
                        *word |= u64::from(code >> plane & 1) << square.index();
                    }
                }
                *mates = BitSlicedDistances::of(planes);
            }
        }
        old
    }

    #[test]
    fn version_1_is_read_as_it_was_meant() {
        let slice = some();
        let packed = PackedSlice::of(&as_in_first_version(&slice));
        let old = PackedSlice { format: PlaneFormat::First, ..packed.clone() };
        let again = old.unpack(slice.material.clone()).unwrap();
        assert_ne!(old.bytes, PackedSlice::of(&slice).bytes);
        for color in Color::ALL {
            let rows = again.sides[color].mates.iter().zip(&slice.sides[color].mates);
            for ((found, expected), &legal) in rows.zip(&slice.sides[color].legal) {
                let planes = found.planes().iter().zip(expected.planes());
                assert!(planes.clone().all(|(a, b)| a & legal == b & legal));
            }
        }
        let whole = packed.unpack(slice.material.clone()).unwrap();
        assert!(Color::ALL.iter().any(|&color| {
            let mut rows = whole.sides[color].mates.iter().zip(&slice.sides[color].mates);
            rows.any(|(found, expected)| found.planes() != expected.planes())
        }));
    }

    #[test]
    fn what_is_packed_comes_back() {
        let slice = some();
        let packed = PackedSlice::of(&slice);
        assert_eq!(packed.lengths.len(), 2 * blocks(&slice.material));
        let again = packed.unpack(slice.material.clone()).unwrap();
        let mut at = 0;
        for color in Color::ALL {
            assert_eq!(again.sides[color].legal, slice.sides[color].legal);
            for (row, &legal) in slice.sides[color].legal.iter().enumerate() {
                let [found, expected] =
                    [&again, &slice].map(|slice| slice.sides[color].mates[row].planes());
                assert!(found.iter().zip(expected).all(|(a, b)| a & legal == b & legal), "{row}");
            }
            for (block, rows) in slice.sides[color].mates.chunks(BLOCK).enumerate() {
                let number = color.index() * blocks(&slice.material) + block;
                let length = usize::from(packed.lengths[number]);
                let bytes = &packed.bytes[at..at + length];
                at += length;
                let found = super::rows(bytes, packed.format, color).unwrap();
                for (row, (mates, found)) in rows.iter().zip(*found).enumerate() {
                    let is_legal = slice.sides[color].legal[block * BLOCK + row] >> 13 & 1 == 1;
                    let [said, expected] = [found, *mates].map(|mates| mates.at(Square::F2));
                    assert!(!is_legal || said == expected, "{block} {row}");
                }
            }
        }
    }

    #[test]
    fn every_wrong_byte_of_a_block_is_found() {
        let packed = PackedSlice::of(&some());
        let length = packed.lengths.iter().copied().find(|&length| length > 0).unwrap();
        let block = &packed.bytes[..usize::from(length)];
        let read = |block: &[u8]| rows(block, packed.format, Color::White);
        assert!(read(block).is_ok());
        for at in 0..block.len() {
            for flip in [1, 0x10, 0x80, 0xFF] {
                let mut wrong = block.to_vec();
                wrong[at] ^= flip;
                assert_eq!(read(&wrong), Err(DamagedBlock), "byte {at} ^ {flip}");
            }
            if at > 0 {
                assert_eq!(read(&block[..at]), Err(DamagedBlock), "cut at {at}");
            }
        }
    }
}
