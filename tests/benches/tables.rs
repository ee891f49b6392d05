//! Compares our tables with Syzygy's: `cargo bench --bench tables -- FOLDER [POSITIONS]`.
//!
//! Every position of three pieces with White the stronger, and POSITIONS (200,000) random positions of four, each with an en
//! passant square if there is one. Compares the winner without the fifty-move rule.

use std::io::{self, Write};
use std::sync::Arc;

use quarterply::chess::{Position, SplitMix};
use quarterply::control::StopFlag;
use quarterply::oracle::tables::{SyzygyUse, TableSet};
use quarterply::oracle::{Endgames, SyzygyTables, TableVerdict};

const MEN: [char; 5] = ['Q', 'R', 'B', 'N', 'P'];

/// What was compared.
#[derive(Default)]
struct Tally {
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    different: u64,
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let mut out = io::stdout().lock();
    let Some(folder) = arguments.next() else {
        return writeln!(out, "cargo bench --bench tables -- FOLDER [POSITIONS]");
    };
    let count = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(200_000);
    let tables = Arc::new(SyzygyTables::open(&folder).map_err(io::Error::other)?);
    let own = TableSet { own: Some(Arc::new(Endgames::default())), syzygy: None };
    let syzygy = SyzygyUse { most_men: tables.men(), tables, least_depth: 1, fifty_moves: false };
    let sets = [own, TableSet { own: None, syzygy: Some(syzygy) }];

    let mut three = Tally::default();
    for man in MEN {
        for place in 0..64 * 64 * 64 {
            let squares = [place % 64, place / 64 % 64, place / 4096];
            for turn in ['w', 'b'] {
                compare(&sets, &fen(&['K', 'k', man], &squares, turn), &mut three, &mut out)?;
            }
        }
    }
    tell("three men, all", &three, &mut out)?;

    let mut four = Tally::default();
    let mut chance = SplitMix::new(4);
    while four.positions < count {
        let mut pick = || {
            let man = MEN[chance.below(5)];
            if chance.below(2) == 0 { man } else { man.to_ascii_lowercase() }
        };
        let men = ['K', 'k', pick(), pick()];
        let squares = [0; 4].map(|_: usize| chance.below(64));
        let turn = if chance.below(2) == 0 { 'w' } else { 'b' };
        compare(&sets, &fen(&men, &squares, turn), &mut four, &mut out)?;
    }
    tell("four men, by chance", &four, &mut out)
}

/// A board as text; two pieces on a square make it invalid.
fn fen(men: &[char], squares: &[usize], turn: char) -> String {
    let mut board = ['1'; 64];
    for (&man, &square) in men.iter().zip(squares) {
        board[square] = man;
    }
    let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
    let ranks = ranks.join("/");
    // A pawn that may just have made a double step can be taken en passant if that is legal.
    let behind = |man: char, at: usize, from: isize| {
        men.iter()
            .zip(squares)
            .find(|&(&other, &square)| other == man && square / 8 == at)
            .and_then(|(_, &square)| {
                let skipped = square.checked_add_signed(from)?;
                let free = board[skipped] == '1' && board[skipped.checked_add_signed(from)?] == '1';
                let file = char::from(b'a' + (square % 8) as u8);
                free.then(|| format!("{file}{}", 8 - skipped / 8))
            })
    };
    let en_passant = if turn == 'w' { behind('p', 3, -8) } else { behind('P', 4, 8) };
    let en_passant = en_passant.unwrap_or_else(|| "-".to_owned());
    format!("{ranks} {turn} - {en_passant} 0 1")
}

fn compare(
    sets: &[TableSet; 2],
    fen: &str,
    tally: &mut Tally,
    out: &mut impl Write,
) -> io::Result<()> {
    let Ok(position) = Position::from_fen(fen) else { return Ok(()) };
    // Two men on a square leave fewer.
    if position.occupied().len() < 3 {
        return Ok(());
    }
    let mut said = Vec::new();
    for set in sets {
        let known = set.value(&position, &StopFlag::new()).map_err(io::Error::other)?;
        said.push(known.map(|known| known.verdict));
    }
    tally.positions += 1;
    match said[0] {
        Some(TableVerdict::Win) => tally.wins += 1,
        Some(TableVerdict::Loss) => tally.losses += 1,
        _ => tally.draws += 1,
    }
    if said[0] != said[1] {
        tally.different += 1;
        writeln!(out, "{fen}: {:?} here, {:?} there", said[0], said[1])?;
    }
    Ok(())
}

fn tell(name: &str, tally: &Tally, out: &mut impl Write) -> io::Result<()> {
    let Tally { positions, wins, draws, losses, different } = tally;
    writeln!(
        out,
        "{name}: {positions} positions, {wins} won, {draws} drawn, {losses} lost; {different} are told otherwise"
    )
}
