//! Files of Syzygy tables, read by the package `shakmaty-syzygy`; positions are converted here, and no type of the package leaves
//! this file. Files are opened at first use; their headers are checked before.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::num::NonZeroU32;
use std::path::Path;

use shakmaty::{
    CastlingMode, Chess, Color as Side, FromSetup, Piece as Man, PositionError, Setup,
    Square as Field,
};
use shakmaty_syzygy::{AmbiguousWdl, SyzygyError, Tablebase};

use crate::chess::{Color, Position, Square};
use crate::oracle::verdict::TableVerdict;

#[derive(Debug)]
pub struct SyzygyTables {
    tables: Tablebase<Chess>,
    files: usize,
}

/// Magic numbers of both kinds of files: WDL and DTZ.
const MAGIC: [(&str, [u8; 4]); 2] =
    [("rtbw", [0x71, 0xE8, 0x23, 0x5D]), ("rtbz", [0xD7, 0x66, 0x0C, 0xA5])];

impl SyzygyTables {
    /// Opens folders, with `;` between them, or `:` where the system writes paths so.
    ///
    /// # Errors
    /// The first folder that cannot be read or holds a file that is no table under a table's name; or that none holds a table.
    pub fn open(list: &str) -> Result<SyzygyTables, String> {
        let mut tables = Tablebase::new();
        let mut files = 0;
        let folders = list.split(SyzygyTables::parts_folders).map(str::trim);
        let folders = folders.filter(|folder| !folder.is_empty());
        for folder in folders {
            let path = Path::new(folder);
            let added = look_at_headers(path).and_then(|()| {
                let added = tables.add_directory(path);
                added.map_err(|error| error.to_string())
            });
            files += added.map_err(|why| format!("{folder}: {why}"))?;
        }
        if files == 0 {
            return Err(format!("there are no Syzygy tables (.rtbw, .rtbz) in {list}"));
        }
        Ok(SyzygyTables { tables, files })
    }

    pub fn men(&self) -> u32 {
        self.tables.max_pieces() as u32
    }

    pub fn files(&self) -> usize {
        self.files
    }

    /// The value of a position just after a capture or pawn move; `None` if a table is missing or unreadable.
    pub(crate) fn wdl(&self, position: &Position) -> Option<TableVerdict> {
        let found = self.tables.probe_wdl_after_zeroing(&board(position)?).ok()?;
        Some(verdict(found.into()))
    }

    /// The value of a position with its half-move clock, and the plies to the next capture or pawn move: positive for the winning
    /// side. `None` if it is not covered.
    pub(crate) fn dtz(&self, position: &Position) -> Result<Option<(TableVerdict, i32)>, String> {
        if !self.covers(position) {
            return Ok(None);
        }
        let Some(board) = board(position) else { return Ok(None) };
        let missing = |error: SyzygyError| match error {
            SyzygyError::Castling
            | SyzygyError::TooManyPieces
            | SyzygyError::MissingTable { .. } => Ok(None),
            error => Err(failure(&error)),
        };
        let wdl = match self.tables.probe_wdl(&board) {
            Ok(wdl) => wdl,
            Err(error) => return missing(error),
        };
        match self.tables.probe_dtz(&board) {
            Ok(dtz) => Ok(Some((verdict(wdl), dtz.ignore_rounding().0))),
            Err(error) => missing(error),
        }
    }
}

/// Checks the header and the size of every file of a folder with a table's name.
fn look_at_headers(folder: &Path) -> Result<(), String> {
    let system = |error: io::Error| error.to_string();
    for entry in fs::read_dir(folder).map_err(system)? {
        let path = entry.map_err(system)?.path();
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        let Some((_, magic)) = MAGIC.iter().find(|(name, _)| *name == extension) else { continue };
        let name = path.file_name().unwrap_or_default().display();
        let unreadable = |error: io::Error| format!("{name}: {error}");
        if !path.is_file() {
            return Err(format!("{name} is no Syzygy table: it is no plain file"));
        }
        let mut file = File::open(&path).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        let mut begin = [0; 4];
        let read = file.read_exact(&mut begin);
        if read.is_err() || begin != *magic {
            return Err(format!("{name} is no Syzygy table: it does not begin as one"));
        }
        if size % 64 != 16 {
            return Err(format!("{name} is cut short: no Syzygy table has {size} bytes"));
        }
    }
    Ok(())
}

/// The failing table, without the stack trace that the package adds if the environment requests it.
fn failure(error: &SyzygyError) -> String {
    match error {
        SyzygyError::ProbeFailed { metric, material, .. } => format!("{material} ({metric})"),
        other => other.to_string(),
    }
}

/// Maps ambiguous values to the safer verdict.
fn verdict(wdl: AmbiguousWdl) -> TableVerdict {
    match wdl {
        AmbiguousWdl::Loss => TableVerdict::Loss,
        AmbiguousWdl::MaybeLoss | AmbiguousWdl::BlessedLoss => TableVerdict::BlessedLoss,
        AmbiguousWdl::Draw => TableVerdict::Draw,
        AmbiguousWdl::MaybeWin | AmbiguousWdl::CursedWin => TableVerdict::CursedWin,
        AmbiguousWdl::Win => TableVerdict::Win,
    }
}

/// A position as the package knows it; `None` if it will not have it.
fn board(position: &Position) -> Option<Chess> {
    let field = |square: Square| Field::new(square.index() as u32);
    let side = |color: Color| if color == Color::White { Side::White } else { Side::Black };
    let mut setup = Setup::empty();
    for square in position.occupied() {
        setup.board.set_piece_at(field(square), Man::from_char(position.at(square)?.letter())?);
    }
    setup.turn = side(position.turn());
    setup.ep_square = position.en_passant().map(field);
    setup.halfmoves = u32::from(position.halfmoves());
    setup.fullmoves = NonZeroU32::new(u32::from(position.fullmoves())).unwrap_or(NonZeroU32::MIN);
    // Positions that cannot arise in a game are probed like others.
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_ep_square)
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_handed_over_as_they_are() {
        for fen in ["8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1", "8/5k2/8/8/8/1R6/2K5/8 w - - 17 40"] {
            let position = Position::from_fen(fen).unwrap();
            let board = board(&position).unwrap();
            let text = shakmaty::fen::Fen::from_position(&board, shakmaty::EnPassantMode::Legal);
            assert_eq!(text.to_string(), fen);
        }
    }

    #[test]
    fn folders_without_tables_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().display().to_string();
        let none = format!("there are no Syzygy tables (.rtbw, .rtbz) in {name}");
        assert_eq!(SyzygyTables::open(&name).unwrap_err(), none);
        let missing = SyzygyTables::open("/no/such/folder").unwrap_err();
        assert!(missing.starts_with("/no/such/folder: "), "{missing}");
        // Files without a table's header, and truncated ones, are rejected.
        let refused = |bytes: &[u8]| {
            fs::write(folder.path().join("KQvK.rtbw"), bytes).unwrap();
            SyzygyTables::open(&name).unwrap_err()
        };
        assert!(
            refused(&[0; 80]).ends_with("KQvK.rtbw is no Syzygy table: it does not begin as one")
        );
        assert!(refused(&[]).contains("no Syzygy table"));
        let mut bytes = MAGIC[0].1.to_vec();
        bytes.resize(100, 0);
        assert!(refused(&bytes).ends_with("KQvK.rtbw is cut short: no Syzygy table has 100 bytes"));
        // Damage further on is found out when it is read.
        bytes.resize(80, 0);
        fs::write(folder.path().join("KQvK.rtbw"), &bytes).unwrap();
        let tables = SyzygyTables::open(&name).unwrap();
        assert_eq!((tables.files(), tables.men()), (1, 3));
        let position = Position::from_fen("7k/8/8/8/8/8/8/KQ6 w - - 0 1").unwrap();
        assert_eq!(tables.wdl(&position), None);
        assert_eq!(tables.dtz(&position), Err("KQvK (wdl)".to_owned()));
    }
}
