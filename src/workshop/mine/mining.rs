//! Problems that came up in games, checked, with one first move that does it.
//!
//! Games are read, or played here: quick ones, one side weaker than the other, from openings of the book. Where the search
//! announces a *mate*, or one side is far ahead, the prover looks (`mates.rs`); what it proves to be the shortest, and to begin
//! with the only move that mates so soon, is kept. *Tactics* and *quiet* moves are what ever longer searches agree on
//! (`best_move.rs`), *hard* problems those that short searches miss besides (`hard.rs`); *endgames* of three and four men, from
//! games or placed at random, are what our own tables say (`endgames.rs`); long mates in *cages* are placed at random and proved
//! by nets (`cages.rs`). Nothing is kept that is there already, or much like it (`collection.rs`). One thread, nodes and a seed:
//! the same problems on every machine.

use std::collections::BTreeMap;

use super::best_move::BestMoveFinder;
use super::cages::{self, CageFinder};
use super::collection::ProblemCollection;
use super::endgames::{self, EndgameFinder};
use super::finder::ProblemFinder;
use super::games::{self, Player};
use super::hard::HardFinder;
use super::mates::MateFinder;
use super::mined_game::MinedGame;
use super::options::MineOptions;
use super::problem::{ProblemClass, ProblemKind};
use crate::chess::{Game, Position};
use crate::control::StopFlag;
use crate::engine::Options;
use crate::ink::number::counted;
use crate::store::records::GameRecord;
use crate::workshop::tool::ToolResult;

#[derive(Clone, Debug)]
pub enum Source {
    /// They are played, so many.
    SelfPlay(u32),
    /// They were played, each with what to call it.
    Games(Vec<(String, Game)>),
    /// They were recorded in self-play, with the scores of their moves.
    Records(Vec<GameRecord>),
    /// No games: this number of endgames or cages, placed at random.
    Placed(u32),
}

impl Source {
    pub fn len(&self) -> usize {
        match self {
            Source::SelfPlay(count) | Source::Placed(count) => *count as usize,
            Source::Games(games) => games.len(),
            Source::Records(records) => records.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MineTotals {
    /// Games looked through, or placements.
    pub games: usize,
    /// Positions that were looked into.
    pub asked: usize,
    pub kept: BTreeMap<ProblemClass, usize>,
    pub stopped: bool,
}

impl MineTotals {
    fn add(&mut self, game: &MinedGame) {
        for problem in &game.problems {
            *self.kept.entry(problem.class.clone()).or_default() += 1;
        }
        self.asked += game.asked;
        self.games += 1;
    }

    /// Returns a sentence about how much was done before a stop.
    pub(super) fn how_far(&self, of: usize, placed: bool) -> String {
        let what = if placed { "placement" } else { "game" };
        format!("Stopped after {} of {}; the same command goes on.", self.games, counted(of, what))
    }
}

/// Searches the games after those in `found` for problems. Positions in `known` are skipped. `tell` receives each finished
/// game.
pub fn mine(
    source: &Source,
    (known, found): (&[Position], Vec<MinedGame>),
    (options, wanted): (&Options, &MineOptions),
    stop: &StopFlag,
    tell: &mut dyn FnMut(&MinedGame) -> ToolResult<()>,
) -> ToolResult<MineTotals> {
    let mut player = Player::new(options, wanted);
    let mut finder = finder_for(options, wanted)?;
    let mut collection = ProblemCollection::new(known, wanted);
    let mut totals = MineTotals::default();
    for game in found {
        for problem in &game.problems {
            collection.take(problem);
        }
        totals.add(&game);
    }
    while totals.games < source.len() && !collection.is_full() {
        let number = totals.games;
        let positions = match source {
            Source::SelfPlay(_) => player.play(number, stop),
            Source::Games(games) => player.look_through(&games[number].0, &games[number].1, stop),
            Source::Records(records) => games::recorded(&records[number]),
            Source::Placed(_) if wanted.kind == ProblemKind::Cages => {
                cages::placed(wanted.seed, number).into_iter().collect()
            }
            Source::Placed(_) => endgames::placed(wanted.seed, number).into_iter().collect(),
        };
        let game = finder.problems(&positions, &mut collection, stop);
        // Of a game that was cut short nothing is kept: so many games yield the same problems, however they ended.
        totals.stopped = stop.is_raised();
        if totals.stopped {
            break;
        }
        totals.add(&game);
        tell(&game)?;
    }
    Ok(totals)
}

fn finder_for(options: &Options, wanted: &MineOptions) -> ToolResult<Box<dyn ProblemFinder>> {
    Ok(match wanted.kind {
        ProblemKind::Mates => Box::new(MateFinder::new(wanted)?),
        ProblemKind::Tactics | ProblemKind::Quiet => {
            Box::new(BestMoveFinder::new(options, wanted)?)
        }
        ProblemKind::Hard | ProblemKind::HardEndgames => Box::new(HardFinder::new(options, wanted)),
        ProblemKind::Endgames => Box::new(EndgameFinder::new(options)),
        ProblemKind::Cages => Box::new(CageFinder::new(wanted)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::parse_move;
    use crate::prove::exact::Exact;
    use crate::workshop::mine::Problem;

    fn mined(
        source: &Source,
        known: &[Position],
        wanted: MineOptions,
    ) -> (Vec<Problem>, MineTotals) {
        let mut options = Options::default();
        options.set("Hash", "1").unwrap();
        let mut problems = Vec::new();
        let each = (&options, &wanted);
        let totals = mine(source, (known, Vec::new()), each, &StopFlag::new(), &mut |game| {
            problems.extend(game.problems.iter().cloned());
            Ok(())
        });
        (problems, totals.unwrap())
    }

    const QUICK: MineOptions = MineOptions {
        seed: 7,
        nodes: 400,
        proof_nodes: 20_000,
        most: 3,
        ..MineOptions::of(ProblemKind::Mates)
    };

    #[test]
    fn games_yield_problems_with_one_key_and_the_same_ones_again() {
        let (problems, totals) = mined(&Source::SelfPlay(6), &[], QUICK);
        assert!(!problems.is_empty() && totals.games == 6);
        let mut exact = Exact::new(1).unwrap();
        for problem in &problems {
            let record = problem.record().to_string();
            let mate = problem.class.mate().unwrap();
            let keys = exact.keys(&problem.position, mate, &StopFlag::new()).unwrap();
            assert_eq!(keys.len(), 1, "{record}");
            assert_eq!((keys[0].mv, keys[0].mate), (problem.key, mate), "{record}");
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
    fn what_was_found_is_gone_on_with() {
        let (mut options, stop) = (Options::default(), StopFlag::new());
        options.set("Hash", "1").unwrap();
        let run = |found: Vec<MinedGame>| {
            let (mut games, each) = (Vec::new(), (&options, &QUICK));
            let mut tell = |game: &MinedGame| {
                games.push(game.clone());
                Ok(())
            };
            let totals = mine(&Source::SelfPlay(5), (&[], found), each, &stop, &mut tell);
            (games, totals.unwrap())
        };
        let (games, totals) = run(Vec::new());
        assert_eq!((games.len(), totals.games), (5, 5));
        let lines =
            |games: &[MinedGame]| games.iter().map(MinedGame::to_line).collect::<Vec<String>>();
        let kept = lines(&games[..3]);
        let read = kept.iter().map(|line| MinedGame::from_line(QUICK.kind, line).unwrap());
        let read: Vec<MinedGame> = read.collect();
        assert_eq!(lines(&read), kept);
        let (rest, again) = run(read);
        assert_eq!((lines(&rest), again), (lines(&games[3..]), totals));
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
        let (class, name) = (problem.class.clone(), problem.name.as_str());
        assert_eq!((class, name), (ProblemClass::Mate(1), "first, ply 6"));
        assert!(problem.checked.starts_with("check and capture; "), "{}", problem.checked);
        assert_eq!((totals.kept[&ProblemClass::Mate(1)], totals.stopped), (1, false));
    }

    #[test]
    fn endgames_are_placed_and_repeat() {
        let wanted = MineOptions { total: Some(3), ..MineOptions::of(ProblemKind::Endgames) };
        let records = |known: &[Position]| {
            let (problems, totals) = mined(&Source::Placed(2_000), known, wanted);
            assert_eq!(problems.len(), totals.kept.values().sum::<usize>());
            problems.into_iter().map(|problem| problem.record().to_string()).collect::<Vec<_>>()
        };
        let found = records(&[]);
        assert_eq!((found.len(), &records(&[])), (3, &found));
    }
}
