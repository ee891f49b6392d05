//! Measures whether short searches distinguish won from drawn endings of rook and pawn against rook:
//! `cargo bench --bench rook-ending -- FOLDER [POSITIONS] [NODES]`.
//!
//! FOLDER has the Syzygy tables of KRPvKR. Half of the positions (1,000) are won and half drawn by the table; they are random,
//! without checks, captures and promotions for either side. Each is searched with NODES nodes (1,000) and without the table. A
//! score of +1.20 for the pawn's side counts as a win.

use std::io::{self, Write};

use quarterply::chess::{Color, Game, Position, SplitMix};
use quarterply::control::{Limits, StopFlag};
use quarterply::engine::{Engine, Job};
use quarterply::oracle::TableVerdict;
use quarterply::units::Score;

/// Minimum score of a win.
const WON: Score = Score::cp(120);

const SEED: u64 = 77;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let mut out = io::stdout().lock();
    let Some(folder) = arguments.next() else {
        return writeln!(out, "cargo bench --bench rook-ending -- FOLDER [POSITIONS] [NODES]");
    };
    let mut number = |default: u64| {
        arguments.next().map_or(Ok(default), |text| text.parse().map_err(io::Error::other))
    };
    let (count, nodes) = (number(1_000)?, number(1_000)?);
    let [drawn, won] = positions(&folder, count as usize / 2)?;
    let mut engine = Engine::new();
    let mut right = 0;
    for (name, positions, is_won) in [("won", &won, true), ("drawn", &drawn, false)] {
        let mut scores = Vec::with_capacity(positions.len());
        for position in positions {
            engine.new_game();
            let job = Job::new(Game::new(*position), Limits::nodes(nodes));
            let finished = engine.start(job).join().map_err(io::Error::other)?;
            let line = finished.iteration.lines.first();
            let line = line.ok_or_else(|| io::Error::other("a search without a move"))?;
            scores.push(line.score.for_white(position.turn()).score());
        }
        scores.sort_unstable();
        let here = scores.iter().filter(|&&score| (score >= WON) == is_won).count();
        let median = scores.get(scores.len() / 2).map_or(0, |score| score.raw());
        writeln!(out, "{name}: {here} of {} right, median score {median}", scores.len())?;
        right += here;
    }
    writeln!(out, "{right} of {} right with {nodes} nodes", won.len() + drawn.len())
}

/// `each` drawn and `each` won positions, White with the pawn.
fn positions(folder: &str, each: usize) -> io::Result<[Vec<Position>; 2]> {
    let mut engine = Engine::new();
    engine.set_option("SyzygyPath", folder).map_err(io::Error::other)?;
    let (tables, mut chance) = (engine.tables(), SplitMix::new(SEED));
    let mut found = [Vec::new(), Vec::new()];
    while found.iter().any(|found| found.len() < each) {
        let squares = [0; 5].map(|_: usize| chance.below(64));
        let turn = if chance.below(2) == 0 { Color::White } else { Color::Black };
        let Some(position) = quiet(&squares, turn).filter(|_| quiet(&squares, !turn).is_some())
        else {
            continue;
        };
        let value = tables.value(&position, &StopFlag::new()).map_err(io::Error::other)?;
        let value = value.ok_or_else(|| io::Error::other("no table of KRPvKR is there"))?;
        let is_won = match value.verdict {
            TableVerdict::Draw => false,
            TableVerdict::Win if turn == Color::White => true,
            TableVerdict::Loss if turn == Color::Black => true,
            _ => continue,
        };
        let found = &mut found[usize::from(is_won)];
        if found.len() < each && !found.contains(&position) {
            found.push(position);
        }
    }
    Ok(found)
}

/// The position with these squares, if it has no capture, promotion or check.
fn quiet(squares: &[usize; 5], turn: Color) -> Option<Position> {
    let mut board = ['1'; 64];
    for (man, &square) in "KRPkr".chars().zip(squares) {
        board[square] = man;
    }
    let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
    let turn = if turn == Color::White { 'w' } else { 'b' };
    let position = Position::from_fen(&format!("{} {turn} - - 0 1", ranks.join("/"))).ok()?;
    let moves = position.legal_moves();
    let is_quiet = position.checkers().is_empty()
        && position.occupied().len() == 5
        && !moves.is_empty()
        && !moves.iter().any(|legal| position.is_noisy(legal.mv));
    is_quiet.then_some(position)
}
