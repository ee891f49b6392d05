//! Openings: lines of the built-in book, positions of a file, random moves, or random endings, none of them decided.

use std::fmt;
use std::fs::File;
use std::io::BufReader;

use anyhow::{Context, bail, ensure};
use quarterply::chess::epd::EpdReader;
use quarterply::chess::game::Status;
use quarterply::chess::{
    Color, ColoredPiece, Game, Piece, Placement, Position, Rank, Setup, SplitMix, Square,
};
use quarterply::control::{Limits, StopFlag};
use quarterply::engine::{NoTable, SelfPlayer};
use quarterply::oracle::book::{OpeningLine, OpeningLines, openings};
use quarterply::store::made_of::fingerprint;

/// Nodes of the search that judges a random opening.
pub(super) const GLANCE: u64 = 500;

/// Attempts before a random opening is accepted anyway; with any reasonable bound the first few succeed.
const TRIES: usize = 1_000;

/// Default maximum advantage in a random opening, in centipawns.
const BALANCE: i32 = 200;

/// Kind of a random opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RandomStart {
    /// Random moves from the start position.
    Plies,
    /// An ending: random pieces on random squares.
    Men,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    Book,
    Positions {
        name: String,
        positions: Vec<Position>,
    },
    Random {
        start: RandomStart,
        /// Minimum number of plies or pieces.
        least: u32,
        most: u32,
        /// Maximum advantage of a side in centipawns, by a short search.
        balance: i32,
    },
}

impl Openings {
    /// Reads `book`, `random`, `random:8`, `random:8-9`, `random:8-9:300`, `endings:6-12:300`, or the name of a file, and that
    /// file.
    pub fn read(text: &str) -> anyhow::Result<Openings> {
        let mut parts = text.split(':');
        let (start, usual, allowed) = match parts.next() {
            Some("book") => return Ok(Openings::Book),
            Some("random") => (RandomStart::Plies, (8, 9), 0..=1_000),
            Some("endings") => (RandomStart::Men, (6, 12), 3..=16),
            _ => return Openings::of_file(text),
        };
        let range = match parts.next() {
            None => Some(usual),
            Some(range) => {
                let (low, high) = range.split_once('-').unwrap_or((range, range));
                low.parse().ok().zip(high.parse().ok())
            }
        };
        let balance = parts.next().map_or(Some(BALANCE), |text| text.parse().ok());
        match (range, balance, parts.next()) {
            (Some((least, most)), Some(balance), None)
                if least <= most
                    && allowed.contains(&least)
                    && allowed.contains(&most)
                    && balance >= 0 =>
            {
                Ok(Openings::Random { start, least, most, balance })
            }
            _ => bail!(
                "random openings are as random, random:8, random:8-9 or random:8-9:300; endings of 3 to 16 men as endings or endings:6-12:300"
            ),
        }
    }

    fn of_file(name: &str) -> anyhow::Result<Openings> {
        let file = File::open(name).with_context(|| name.to_owned())?;
        let mut positions: Vec<Position> = Vec::new();
        for record in EpdReader::new(BufReader::new(file)) {
            let read = record.map_err(anyhow::Error::from).and_then(|record| Ok(record?));
            positions.push(read.with_context(|| name.to_owned())?.1.position);
        }
        positions.retain(Position::has_legal_move);
        ensure!(!positions.is_empty(), "{name}: there is no position in it to begin a game from");
        Ok(Openings::Positions { name: name.to_owned(), positions })
    }
}

/// Everything that determines the openings except the seed.
impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Book => f.write_str("book"),
            Openings::Positions { name, positions } => {
                let fens: String = positions.iter().map(Position::to_fen).collect();
                let (count, sum) = (positions.len(), fingerprint(fens.as_bytes()));
                write!(f, "{name} ({count} positions, {sum:016x})")
            }
            Openings::Random { start, least, most, balance } => {
                let what = if *start == RandomStart::Plies { "random" } else { "endings" };
                write!(f, "{what} {least}-{most}, balance {balance}")
            }
        }
    }
}

/// An order of the openings: shuffled once, then repeated.
pub struct Deck {
    seed: u64,
    order: Vec<u32>,
    lines: &'static [OpeningLine],
}

impl Deck {
    pub fn new(source: &Openings, seed: u64) -> Deck {
        // A test reads the lines; if they were unreadable, games would begin in the start position.
        let lines = openings().map(OpeningLines::lines).unwrap_or_default();
        let count = match source {
            Openings::Book => lines.len(),
            Openings::Positions { positions, .. } => positions.len(),
            Openings::Random { .. } => 0,
        };
        let mut order: Vec<u32> = (0..count as u32).collect();
        let mut random = SplitMix::stream(seed, u64::MAX);
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        Deck { seed, order, lines }
    }

    /// Returns the opening with this number, from 0. `judge` evaluates a random one; `None` if stopped.
    pub fn deal(
        &self,
        source: &Openings,
        number: u32,
        judge: &mut SelfPlayer,
        quit: &StopFlag,
    ) -> Result<Option<Game>, NoTable> {
        let card =
            || self.order.get(number as usize % self.order.len().max(1)).map(|&at| at as usize);
        match source {
            Openings::Book => {
                Ok(Some(card().map_or_else(Game::default, |at| self.lines[at].game())))
            }
            Openings::Positions { positions, .. } => {
                Ok(Some(card().map_or_else(Game::default, |at| Game::new(positions[at]))))
            }
            &Openings::Random { start, least, most, balance } => {
                let mut random = SplitMix::stream(self.seed, u64::from(number));
                let mut tries = 0;
                loop {
                    let count = least as usize + random.below((most - least) as usize + 1);
                    let game = match start {
                        RandomStart::Plies => at_random(count, &mut random),
                        RandomStart::Men => ending(count, &mut random),
                    };
                    let Some(game) = game.filter(|game| game.status() == Status::Ongoing) else {
                        continue;
                    };
                    tries += 1;
                    if tries > TRIES {
                        return Ok(Some(game));
                    }
                    judge.new_game();
                    let turn = game.position().turn();
                    let thought = judge.think(&game, Limits::nodes(GLANCE), turn);
                    if quit.is_stopped() {
                        return Ok(None);
                    }
                    let lines = thought.iteration.lines;
                    if lines.first().is_some_and(|line| line.score.raw().abs() <= balance) {
                        return Ok(Some(game));
                    }
                }
            }
        }
    }
}

fn at_random(plies: usize, random: &mut SplitMix) -> Option<Game> {
    let mut game = Game::default();
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        let mv = moves.get(random.below(moves.len().max(1)))?.mv;
        game.play(mv).ok()?;
    }
    Some(game)
}

/// Puts pieces on random squares, alternately White's and Black's: kings first, then as many pawns as pieces on average. Two of
/// three pairs are of one kind. `None` if they do not fit or the position is illegal.
fn ending(men: usize, random: &mut SplitMix) -> Option<Game> {
    const PIECES: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    let mut placement = Placement::EMPTY;
    let mut piece = Piece::King;
    for number in 0..men {
        if number >= 2 && (number % 2 == 0 || random.once_in(3)) {
            let drawn = random.below(2 * PIECES.len());
            piece = drawn.checked_sub(PIECES.len()).map_or(Piece::Pawn, |at| PIECES[at]);
        }
        let square = Square::new(random.below(64) as u8);
        let is_edge = [Rank::First, Rank::Eighth].contains(&square.rank());
        if placement.at(square).is_some() || (piece == Piece::Pawn && is_edge) {
            return None;
        }
        placement = placement.with(ColoredPiece { color: Color::ALL[number % 2], piece }, square);
    }
    let turn = Color::ALL[random.below(2)];
    let setup = Setup { castling: Some(String::new()), ..Setup::new(placement, turn) };
    Position::try_from(&setup).ok().map(Game::new)
}
