//! Pieces drawn with half blocks, in two sizes: each character has two pixels, one above the other.

use crate::chess::Piece;

/// Columns and rows of a square with a small or a large drawing.
pub const SMALL: (usize, usize) = (7, 3);
pub const LARGE: (usize, usize) = (11, 5);

/// Returns a row of a drawing, as wide as its square.
pub fn row(piece: Piece, (wide, high): (usize, usize), row: usize) -> String {
    let drawings = if (wide, high) == LARGE { &LARGE_PIECES } else { &SMALL_PIECES };
    let drawing = drawings[piece as usize].as_bytes();
    let is_set = |line: usize, column: usize| drawing[line * (wide + 1) + column] == b'#';
    let sign = |column| match (is_set(2 * row, column), is_set(2 * row + 1, column)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    (0..wide).map(sign).collect()
}

/// Pawn, knight, bishop, rook, queen, king: rows of pixels, a space between them.
const SMALL_PIECES: [&str; 6] = [
    "....... ...#... ..###.. ...#... ..###.. .#####.",
    "...#... ..###.. .#####. ...###. ..###.. .#####.",
    "...#... ..#.#.. ..###.. ...#... ..###.. .#####.",
    ".#.#.#. .#####. ..###.. ..###.. ..###.. .#####.",
    "#..#..# .#.#.#. .#####. ..###.. ..###.. .#####.",
    "...#... ..###.. ...#... .##.##. .#####. ..###..",
];

const LARGE_PIECES: [&str; 6] = [
    "........... ....###.... ...#####... ...#####... ....###.... .....#..... ....###.... ...#####... ..#######.. ..#######..",
    "....#.#.... ...#####... ..##.####.. .#########. .####.####. ..#..#####. ....#####.. ...######.. ..########. ..########.",
    ".....#..... ....###.... ...##.##... ...#...#... ...##.##... ....###.... ....###.... ...#####... .#########. .###...###.",
    "........... .##.###.##. .#########. ..#######.. ...#####... ...#####... ...#####... ..#######.. .#########. .#########.",
    ".....#..... .#..###..#. .#...#...#. .##.###.##. ..#######.. ..#######.. ...#####... ..#######.. .#########. .#########.",
    ".....#..... ....###.... .....#..... ..##.#.##.. .####.####. .####.####. ..#######.. ...#####... ..#######.. .#########.",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_fills_its_square_and_no_two_are_alike() {
        for size @ (wide, high) in [SMALL, LARGE] {
            let drawings = Piece::ALL.map(|piece| {
                let rows: Vec<String> = (0..high).map(|at| row(piece, size, at)).collect();
                assert!(rows.iter().all(|row| row.chars().count() == wide), "{piece:?}");
                rows
            });
            for (place, drawing) in drawings.iter().enumerate() {
                assert!(!drawings[..place].contains(drawing));
            }
        }
        assert_eq!(row(Piece::Rook, SMALL, 0), " █▄█▄█ ");
    }
}
