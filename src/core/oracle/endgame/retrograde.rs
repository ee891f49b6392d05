//! Retrograde analysis, from mate backwards: each slice is solved move by move, first White's mates, then Black's.
//!
//! With the winner to move a position is mate in n as soon as one move leads to mate in n − 1 for the loser; with the loser to
//! move it is mate in n when the last of its moves leads to a mate of the winner, in n. Only indices that may have changed are
//! visited.

use std::mem;

use super::EndgameValue::{self, Mated, Mates};
use super::bit_sliced::{BitSlicedDistances, LONGEST};
use super::conversions::Conversions;
use super::slice::Slice;
use crate::chess::{Color, Square};
use crate::control::{StopFlag, Stopped};

/// Number of indices between two polls of the stop flag.
const PATIENCE: usize = 1024;

/// Positions by index, a word each.
type IndexedSets = Vec<(u32, u64)>;

/// Sets collected by index.
struct Collected {
    sets: Vec<u64>,
    touched: Vec<u32>,
}

impl Collected {
    fn add(&mut self, index: usize, set: u64) {
        if set != 0 {
            if self.sets[index] == 0 {
                self.touched.push(index as u32);
            }
            self.sets[index] |= set;
        }
    }

    fn take(&mut self) -> IndexedSets {
        let touched = mem::take(&mut self.touched);
        touched.into_iter().map(|i| (i, mem::take(&mut self.sets[i as usize]))).collect()
    }
}

struct Pass<'a> {
    slice: &'a mut Slice,
    conversions: &'a Conversions,
    stop: &'a StopFlag,
    winner: Color,
    /// Winner to move: legal, and no mate known.
    open: Vec<u64>,
    /// Loser to move: legal, and no conversion leads to safety.
    alive: Vec<u64>,
    /// Indices where a conversion of the winner mates, by the number of moves.
    winning_conversions: Vec<Vec<u32>>,
    /// Indices where the loser's longest conversion is mated, by the number of moves.
    losing_conversions: Vec<Vec<u32>>,
    collected: Collected,
}

/// Solves a slice whose conversions lead to solved ones. With four men every mate fits into [`LONGEST`] moves.
/// If it is stopped, the slice is of no use.
pub(super) fn solve(
    slice: &mut Slice,
    conversions: &Conversions,
    stop: &StopFlag,
) -> Result<(), Stopped> {
    for winner in Color::ALL {
        if slice.material.has_men(winner) {
            let words = slice.words();
            let pass = Pass {
                open: slice.sides[winner].legal.clone(),
                alive: slice.sides[!winner].legal.clone(),
                slice,
                conversions,
                stop,
                winner,
                winning_conversions: vec![Vec::new(); LONGEST as usize + 1],
                losing_conversions: vec![Vec::new(); LONGEST as usize + 1],
                collected: Collected { sets: vec![0; words], touched: Vec::new() },
            };
            pass.run()?;
        }
    }
    Ok(())
}

impl Pass<'_> {
    fn run(mut self) -> Result<(), Stopped> {
        let mut lost = self.mates()?;
        let last = self.last_exit();
        for moves in 1..=LONGEST {
            let won = self.won(&lost, moves)?;
            lost = self.lost(&won, moves)?;
            if lost.is_empty() && usize::from(moves) >= last {
                break;
            }
        }
        // Remove the entries for conversions of positions that are not lost after all.
        let loser = &mut self.slice.sides[!self.winner];
        for (mates, alive) in loser.mates.iter_mut().zip(&self.alive) {
            mates.clear(*alive);
        }
        Ok(())
    }

    /// Records the values of conversions, and finds the positions where the loser is already mated.
    fn mates(&mut self) -> Result<IndexedSets, Stopped> {
        let (winner, loser) = (self.winner, !self.winner);
        let mut mated = Vec::new();
        for index in 0..self.slice.words() {
            if index.is_multiple_of(PATIENCE) {
                self.look()?;
            }
            let Some(arrangement) = self.slice.possible(index) else { continue };
            let (slice, conversions) = (&mut *self.slice, self.conversions);
            let mut best = BitSlicedDistances::default();
            conversions.each(&slice.material, &arrangement, winner, |open, word| {
                best.shorten(open & word.legal & word.mates.losses(), &word.mates);
            });
            let set = best.decided() & slice.sides[winner].legal[index];
            let best = best.a_move_earlier();
            slice.sides[winner].mates[index].take(set, &best);
            note(&mut self.winning_conversions, index, set, &best, Mates);

            let (mut longest, mut leaving, mut safe) = (BitSlicedDistances::default(), 0, 0);
            conversions.each(&slice.material, &arrangement, loser, |open, word| {
                let reached = open & word.legal;
                leaving |= reached;
                safe |= reached & !word.mates.wins();
                longest.lengthen(reached, &word.mates);
            });
            let decided = slice.sides[loser].mates[index].decided();
            self.alive[index] &= !(safe | decided);
            let alive = self.alive[index];
            let (set, longest) = (alive & longest.decided(), longest.a_move_earlier());
            slice.sides[loser].mates[index].take(set, &longest);
            note(&mut self.losing_conversions, index, set, &longest, Mated);

            let checked = alive & slice.checked(&arrangement, loser) & !leaving;
            if checked != 0 {
                let set =
                    checked & !slice.stepping_into(&arrangement, loser, &slice.sides[winner].legal);
                self.lose(&mut mated, index, set, 0);
            }
        }
        Ok(mated)
    }

    fn last_exit(&self) -> usize {
        let last = |conversions: &[Vec<u32>]| {
            conversions.iter().rposition(|at| !at.is_empty()).unwrap_or(0)
        };
        last(&self.winning_conversions).max(last(&self.losing_conversions))
    }

    /// Indices where the winner mates in `moves`, given those lost in one move less.
    fn won(&mut self, lost: &IndexedSets, moves: u16) -> Result<IndexedSets, Stopped> {
        let winner = self.winner;
        self.step_back(lost, winner)?;
        for index in mem::take(&mut self.winning_conversions[usize::from(moves)]) {
            let mates = &self.slice.sides[winner].mates[index as usize];
            self.collected.add(index as usize, mates.exactly(Mates(moves)));
        }
        let mut won = self.collected.take();
        won.retain_mut(|(index, set)| {
            let open = &mut self.open[*index as usize];
            *set &= *open;
            *open &= !*set;
            self.slice.sides[winner].mates[*index as usize].put(*set, Mates(moves));
            *set != 0
        });
        Ok(won)
    }

    /// Indices where the loser is mated in `moves`, given those just won.
    fn lost(&mut self, won: &IndexedSets, moves: u16) -> Result<IndexedSets, Stopped> {
        let loser = !self.winner;
        self.step_back(won, loser)?;
        for index in mem::take(&mut self.losing_conversions[usize::from(moves)]) {
            let set = self.slice.sides[loser].mates[index as usize].exactly(Mated(moves));
            self.collected.add(index as usize, set);
        }
        let mut lost = Vec::new();
        for (done, (index, set)) in self.collected.take().into_iter().enumerate() {
            if done.is_multiple_of(PATIENCE) {
                self.look()?;
            }
            let index = index as usize;
            let mates = self.slice.sides[loser].mates[index];
            let set = set & self.alive[index] & mates.at_most(moves);
            if set == 0 {
                continue;
            }
            let arrangement = self.slice.arrangement(index);
            let set = set & !self.slice.stepping_into(&arrangement, loser, &self.open);
            self.lose(&mut lost, index, set, moves);
        }
        Ok(lost)
    }

    fn lose(&mut self, lost: &mut IndexedSets, index: usize, set: u64, moves: u16) {
        if set != 0 {
            self.alive[index] &= !set;
            self.slice.sides[!self.winner].mates[index].put(set, Mated(moves));
            lost.push((index as u32, set));
        }
    }

    /// Collects every undecided position from which a step of `side` leads into what was found.
    fn step_back(&mut self, found: &IndexedSets, side: Color) -> Result<(), Stopped> {
        for (done, &(index, set)) in found.iter().enumerate() {
            if done.is_multiple_of(PATIENCE) {
                self.look()?;
            }
            let arrangement = self.slice.arrangement(index as usize);
            let collected = &mut self.collected;
            let wanted = if side == self.winner { &self.open } else { &self.alive };
            self.slice.before(&arrangement, side, set, |index, set| {
                collected.add(index, set & wanted[index]);
            });
        }
        Ok(())
    }

    fn look(&self) -> Result<(), Stopped> {
        if self.stop.is_raised() { Err(Stopped) } else { Ok(()) }
    }
}

/// Notes an index under every distance that it has on a set; all values of the set are of one kind.
fn note(
    by_distance: &mut [Vec<u32>],
    index: usize,
    mut set: u64,
    mates: &BitSlicedDistances,
    kind: fn(u16) -> EndgameValue,
) {
    while set != 0 {
        let square = Square::new(set.trailing_zeros() as u8);
        let (Mates(moves) | Mated(moves)) = mates.at(square) else { return };
        by_distance[usize::from(moves)].push(index as u32);
        set &= !mates.exactly(kind(moves));
    }
}
