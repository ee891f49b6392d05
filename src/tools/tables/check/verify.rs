//! A table of five men against itself: every byte against its checksum, and what it says of positions that chance picks against
//! what follows from the positions after each move, and against Syzygy tables where they have it.

use serde::Serialize;

use crate::chess::{
    ByColor, Color, ColoredPiece, Piece, Placement, Position, Setup, SplitMix, Square,
};
use crate::control::StopFlag;
use crate::oracle::TableVerdict;
use crate::oracle::endgame::{EndgameValue, TableFault, TableFile};
use crate::oracle::tables::TableSet;
use crate::tools::tables::both_sides;

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableVerified {
    #[serde(rename = "table")]
    pub name: String,
    pub bytes: u64,
    /// The moves of the longest mate of each side; 0 if there is none.
    #[serde(serialize_with = "both_sides")]
    pub longest: ByColor<u16>,
    pub positions: usize,
    /// Those of them that Syzygy tables cover.
    pub syzygy: usize,
    /// Positions of which the table says something else than follows: each, and what.
    pub different: Vec<String>,
    pub stopped: bool,
}

/// Checks a table: `tell` hears how many slices were read, and behind them how many positions were asked about.
pub fn verify(
    file: &TableFile,
    (tables, positions): (&TableSet, usize),
    stop: &StopFlag,
    tell: &mut dyn FnMut(usize),
) -> Result<TableVerified, TableFault> {
    file.verify(&mut |slices| {
        tell(slices);
        !stop.is_raised()
    })?;
    let slices = file.slices()?;
    let mut found = TableVerified {
        name: file.material().to_string(),
        bytes: file.bytes(),
        longest: file.longest(),
        positions: 0,
        syzygy: 0,
        different: Vec::new(),
        stopped: false,
    };
    let own = tables.own.clone().unwrap_or_default();
    let syzygy = TableSet { own: None, syzygy: tables.syzygy.clone() };
    let mut chance = SplitMix::new(5);
    while found.positions < positions && !stop.is_raised() {
        let Some(position) = placed(file, &mut chance) else { continue };
        tell(slices + found.positions);
        found.positions += 1;
        // Who is told to stop says nothing.
        let (Ok(said), Ok(follows)) = (own.probe(&position, stop), own.follows(&position, stop))
        else {
            break;
        };
        let fen = position.to_fen();
        let words = |value: Option<EndgameValue>| {
            value.map_or_else(|| "nothing".to_owned(), |value| value.to_string())
        };
        if said != follows {
            let (said, follows) = (words(said), words(follows));
            found.different.push(format!("{fen}: {said}, and {follows} follows from its moves"));
        }
        if let (Some(said), Ok(Some(value))) = (said, syzygy.value(&position, stop)) {
            found.syzygy += 1;
            let theirs = value.verdict.without_fifty_moves();
            if verdict(said) != theirs {
                found.different.push(format!("{fen}: {said}, and {} by Syzygy", theirs.name()));
            }
        }
    }
    found.stopped = stop.is_raised();
    Ok(found)
}

fn verdict(value: EndgameValue) -> TableVerdict {
    match value {
        EndgameValue::Draw => TableVerdict::Draw,
        EndgameValue::Mates(_) => TableVerdict::Win,
        EndgameValue::Mated(_) => TableVerdict::Loss,
    }
}

/// The men of a table on squares that chance picks, either side the one with more men; a pawn that may just have made two
/// steps did so every other time. `None` if that is no position.
fn placed(file: &TableFile, chance: &mut SplitMix) -> Option<Position> {
    let exchanged = chance.below(2) == 1;
    let mut placement = Placement::EMPTY;
    for color in Color::ALL {
        let men = file.material().men(color).iter().copied().chain([Piece::King]);
        let color = if exchanged { !color } else { color };
        for piece in men {
            let square = Square::ALL[chance.below(64)];
            if placement.piece_at(square).is_some() {
                return None;
            }
            placement = placement.with(ColoredPiece { color, piece }, square);
        }
    }
    let turn = if chance.below(2) == 0 { Color::White } else { Color::Black };
    let wanted = chance.below(2) == 1;
    let en_passant = Square::ALL.into_iter().find(|&square| {
        wanted
            && placement.at(square) == Some(ColoredPiece { color: !turn, piece: Piece::Pawn })
            && square.relative_rank(!turn).index() == 3
    });
    let en_passant = en_passant.and_then(|square| square.forward(turn));
    let castling = Some(Vec::new());
    let setup = Setup { placement, turn, castling, en_passant, halfmoves: 0, fullmoves: 1 };
    Position::try_from(setup).ok()
}
