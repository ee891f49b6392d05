//! Openings: random moves, or random endings, none of them decided.

use std::fmt;
use std::str::FromStr;

use quarterply::chess::game::Status;
use quarterply::chess::{
    Color, ColoredPiece, Game, Piece, Placement, Position, Rank, Setup, SplitMix, Square,
};
use quarterply::control::{Limits, StopFlag};
use quarterply::engine::SelfPlayer;

/// Nodes of the search that judges an opening.
pub const GLANCE: u64 = 500;

/// Attempts before an opening is accepted anyway; with any reasonable bound the first few succeed.
const TRIES: usize = 1_000;

/// Kind of an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RandomStart {
    /// Random moves from the start position.
    Plies,
    /// An ending: random pieces on random squares.
    Men,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Openings {
    pub start: RandomStart,
    /// Minimum number of plies or pieces.
    pub least: u32,
    pub most: u32,
    /// Maximum advantage of a side in centipawns, by a short search.
    pub balance: i32,
}

/// Reads `random`, `random:8`, `random:8-9`, `random:8-9:300`, `endings:6-12:300`.
impl FromStr for Openings {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Openings, &'static str> {
        let read = || {
            let mut parts = text.split(':');
            let (start, usual, allowed) = match parts.next()? {
                "random" => (RandomStart::Plies, "8-9", 0..=1_000),
                "endings" => (RandomStart::Men, "6-12", 3..=16),
                _ => return None,
            };
            let range = parts.next().unwrap_or(usual);
            let (low, high) = range.split_once('-').unwrap_or((range, range));
            let (least, most) = (low.parse().ok()?, high.parse().ok()?);
            let balance = parts.next().unwrap_or("200").parse().ok()?;
            let fits = least <= most && allowed.contains(&least) && allowed.contains(&most);
            let fits = fits && balance >= 0 && parts.next().is_none();
            fits.then_some(Openings { start, least, most, balance })
        };
        read().ok_or(
            "openings are random, random:8, random:8-9 or random:8-9:300, or endings of 3 to 16 men: endings, endings:6-12:300",
        )
    }
}

/// Everything that determines the openings except the seed.
impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Openings { start, least, most, balance } = self;
        let what = if *start == RandomStart::Plies { "random" } else { "endings" };
        write!(f, "{what} {least}-{most}, balance {balance}")
    }
}

impl Openings {
    /// Returns the opening with this number, from 0. `judge` evaluates it; `None` if stopped.
    pub fn deal(
        &self,
        (seed, number): (u64, u32),
        judge: &mut SelfPlayer,
        quit: &StopFlag,
    ) -> Option<Game> {
        let mut random = SplitMix::stream(seed, u64::from(number));
        let mut tries = 0;
        loop {
            let count = self.least as usize + random.below((self.most - self.least) as usize + 1);
            let game = match self.start {
                RandomStart::Plies => at_random(count, &mut random),
                RandomStart::Men => ending(count, &mut random),
            };
            let Some(game) = game.filter(|game| game.status() == Status::Ongoing) else {
                continue;
            };
            tries += 1;
            judge.new_game();
            let thought = judge.think(&game, Limits::nodes(GLANCE), game.position().turn());
            if quit.is_stopped() {
                return None;
            }
            let lines = thought.iteration.lines;
            let is_even = |score: i32| score.abs() <= self.balance;
            if tries > TRIES || lines.first().is_some_and(|line| is_even(line.score.raw())) {
                return Some(game);
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
