//! Mining: mates that came up in games, proved, with one first move that does it, written down as problems.
//!
//! Games are read, or played here: quick ones, one side weaker than the other, from openings of the book. Where the search
//! announces a mate, or one side is far ahead, the prover looks (`problem.rs`); what it proves to be the shortest, and to
//! begin with the only move that mates so soon, is kept, unless much the same is there already. One thread, nodes and a
//! seed: the same problems on every machine.

mod games;
mod problem;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

pub use problem::Problem;
use problem::Prospector;

use super::Options;
use super::solve::SolveError;
use crate::chess::{Color, Game, Piece, Position};
use crate::control::StopFlag;
use crate::proof::{PositionId, Proof};
use games::{Player, Spot};

/// At most so many problems come from one game: neighbours are much alike.
const FROM_A_GAME: usize = 3;

/// At most so many problems of one length have the same men on the board.
const WITH_THE_SAME_MEN: usize = 3;

/// Where the games come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// They are played, so many.
    SelfPlay(u32),
    /// They were played, each with what to call it.
    Games(Vec<(String, Game)>),
}

impl Source {
    /// How many games.
    pub fn len(&self) -> usize {
        match self {
            Source::SelfPlay(games) => *games as usize,
            Source::Games(games) => games.len(),
        }
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What is looked for, and how hard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MineOptions {
    /// Other seeds give other games.
    pub seed: u64,
    /// Nodes for each move that is played or looked at.
    pub nodes: u64,
    /// Nodes for proving that a mate is the shortest and its first move the only one.
    pub proof_nodes: u64,
    /// The shortest mate wanted.
    pub least: u16,
    /// The longest mate wanted.
    pub most: u16,
    /// At most so many of each length.
    pub each: Option<usize>,
}

impl Default for MineOptions {
    fn default() -> MineOptions {
        MineOptions { seed: 1, nodes: 4_000, proof_nodes: 1_000_000, least: 1, most: 8, each: None }
    }
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MineTotals {
    /// Games looked through.
    pub games: usize,
    /// Positions that the prover was asked about.
    pub asked: usize,
    /// Problems kept, by the number of their moves.
    pub kept: BTreeMap<u16, usize>,
    /// It was stopped before the end.
    pub stopped: bool,
}

/// Looks through all games. Positions that are `known` are not taken again. `tell` hears how many games are done, and of
/// each problem as it is kept.
///
/// # Errors
/// If there is not enough memory.
pub fn mine(
    source: &Source,
    known: &[Position],
    (options, wanted): (&Options, &MineOptions),
    stop: &StopFlag,
    tell: &mut dyn FnMut(usize, Option<&Problem>),
) -> Result<MineTotals, SolveError> {
    let mut player = Player::new(options, wanted);
    let mut prospector = Prospector::new(wanted)?;
    let mut shelf = Shelf::new(known, wanted);
    let mut totals = MineTotals::default();
    for number in 0..source.len() {
        let spots = match source {
            Source::SelfPlay(_) => player.play(number, stop),
            Source::Games(games) => player.look_through(&games[number].0, &games[number].1, stop),
        };
        let proved = prove(&spots, &mut prospector, &shelf, &mut totals, stop);
        let problems = prospector.choose(proved, &mut shelf, stop);
        // Of a game that was cut short nothing is kept: so many games yield the same problems, however they ended.
        totals.stopped = stop.is_raised();
        if totals.stopped {
            break;
        }
        for problem in problems {
            *totals.kept.entry(problem.mate).or_default() += 1;
            tell(number, Some(&problem));
        }
        totals.games += 1;
        tell(totals.games, None);
        if shelf.is_full() {
            break;
        }
    }
    Ok(totals)
}

/// The mates of a game that there is room for, proved to be the shortest, the longest first. From the end of the game
/// backwards: where there is a mate, there may have been a longer one two plies before.
fn prove(
    spots: &[Spot],
    prospector: &mut Prospector,
    shelf: &Shelf,
    totals: &mut MineTotals,
    stop: &StopFlag,
) -> Vec<(String, Proof)> {
    let mut proved = Vec::new();
    let mut mated_at = None;
    for spot in spots.iter().rev() {
        let promising = spot.mate.is_some() || mated_at == Some(spot.ply + 2);
        if stop.is_raised() {
            break;
        }
        if spot.mate.is_some_and(|moves| moves < shelf.shortest_wanted()) {
            mated_at = Some(spot.ply);
            continue;
        }
        totals.asked += 1;
        let Some(proof) = prospector.shortest(&spot.position, promising, stop) else { continue };
        mated_at = Some(spot.ply);
        if shelf.wants(proof.mate()) {
            proved.push((spot.name.clone(), proof));
        }
    }
    proved.sort_by_key(|(_, proof)| Reverse(proof.mate()));
    proved
}

/// What was kept so far, and what there is still room for.
struct Shelf {
    wanted: MineOptions,
    ids: HashSet<PositionId>,
    lengths: HashMap<u16, usize>,
    material: HashMap<(u16, Material), usize>,
}

/// How many men of each kind there are: the stronger colour is not told apart from the weaker.
type Material = [[u32; 6]; 2];

impl Shelf {
    fn new(known: &[Position], wanted: &MineOptions) -> Shelf {
        let ids = known.iter().map(PositionId::of).collect();
        Shelf { wanted: *wanted, ids, lengths: HashMap::new(), material: HashMap::new() }
    }

    /// Whether there is room for a mate of so many moves.
    fn wants(&self, moves: u16) -> bool {
        let full = self.wanted.each.is_some_and(|each| self.kept(moves) >= each);
        (self.wanted.least..=self.wanted.most).contains(&moves) && !full
    }

    fn kept(&self, moves: u16) -> usize {
        self.lengths.get(&moves).copied().unwrap_or(0)
    }

    /// The shortest length that there is still room for; beyond the longest if there is none.
    fn shortest_wanted(&self) -> u16 {
        let lengths = self.wanted.least..=self.wanted.most;
        lengths.clone().find(|&moves| self.wants(moves)).unwrap_or(lengths.end() + 1)
    }

    fn is_full(&self) -> bool {
        (self.wanted.least..=self.wanted.most).all(|moves| !self.wants(moves))
    }

    /// Keeps a problem if there is room for it, and nothing much like it.
    fn take(&mut self, problem: &Problem) -> bool {
        if !self.wants(problem.mate) || self.ids.contains(&PositionId::of(&problem.position)) {
            return false;
        }
        let alike = self.material.entry((problem.mate, material(&problem.position))).or_default();
        if *alike >= WITH_THE_SAME_MEN {
            return false;
        }
        *alike += 1;
        *self.lengths.entry(problem.mate).or_default() += 1;
        self.ids.insert(PositionId::of(&problem.position));
        true
    }
}

fn material(position: &Position) -> Material {
    let of = |color: Color| Piece::ALL.map(|piece| position.colored_pieces(color, piece).len());
    [of(position.turn()), of(!position.turn())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::parse_move;
    use crate::prove::exact::Exact;

    fn mined(
        source: &Source,
        known: &[Position],
        wanted: MineOptions,
    ) -> (Vec<Problem>, MineTotals) {
        let mut options = Options::default();
        options.set("Hash", "1").unwrap();
        let mut problems = Vec::new();
        let each = (&options, &wanted);
        let totals = mine(source, known, each, &StopFlag::new(), &mut |_, problem| {
            problems.extend(problem.cloned());
        });
        (problems, totals.unwrap())
    }

    const QUICK: MineOptions =
        MineOptions { seed: 7, nodes: 400, proof_nodes: 20_000, least: 1, most: 3, each: None };

    #[test]
    fn games_yield_problems_with_one_key_and_the_same_ones_again() {
        let (problems, totals) = mined(&Source::SelfPlay(6), &[], QUICK);
        assert!(!problems.is_empty() && totals.games == 6);
        let mut exact = Exact::new(1).unwrap();
        for problem in &problems {
            let record = problem.record().to_string();
            let keys = exact.keys(&problem.position, problem.mate, &StopFlag::new()).unwrap();
            assert_eq!(keys.len(), 1, "{record}");
            assert_eq!((keys[0].mv, keys[0].mate), (problem.key, problem.mate), "{record}");
        }
        let records = |problems: &[Problem]| {
            problems.iter().map(|problem| problem.record().to_string()).collect::<Vec<_>>()
        };
        let (again, _) = mined(&Source::SelfPlay(6), &[], QUICK);
        assert_eq!(records(&again), records(&problems));
        let ids: Vec<Position> = problems.iter().map(|problem| problem.position).collect();
        let (more, _) = mined(&Source::SelfPlay(6), &ids, QUICK);
        assert!(more.iter().all(|problem| !ids.contains(&problem.position)));
    }

    #[test]
    fn a_played_game_is_looked_through_and_the_number_of_each_length_is_kept() {
        let mut game = Game::default();
        for san in "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#".split(' ') {
            game.play(parse_move(game.position(), san).unwrap()).unwrap();
        }
        let games = vec![("first".to_owned(), game.clone()), ("second".to_owned(), game)];
        let source = Source::Games(games);
        let (problems, totals) = mined(&source, &[], MineOptions { each: Some(1), ..QUICK });
        let [problem] = &problems[..] else { panic!("{problems:?}") };
        assert_eq!((problem.mate, problem.name.as_str()), (1, "first, ply 6"));
        assert!(problem.checked.starts_with("check and capture; "), "{}", problem.checked);
        assert_eq!((totals.kept[&1], totals.stopped), (1, false));
    }
}
