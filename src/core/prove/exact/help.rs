//! Help play: both sides cooperate, or one makes a series of moves, and every line of exactly the requested length is a solution.
//!
//! The table stores that a position has no solution of exactly one length. A position with a shorter solution need not have a
//! longer one, so each length has its own keys.

use super::Exact;
use super::table::Fact;
use crate::chess::{Key, Move, Position, mate_in_one};
use crate::control::{StopFlag, Stopped};
use crate::proof::Aim;
use crate::proof::stipulation::{Finish, Genre};

/// Separates the keys of different lengths in the table.
const LENGTH: Key = 0x9E6C_63D0_876A_68EE;

impl Exact {
    /// Adds all lines that reach the aim in one of these numbers of half moves. If it is stopped, `lines` has those found so far.
    /// It stops itself at `most` lines.
    pub(crate) fn help_lines(
        &mut self,
        position: &Position,
        lengths: impl Iterator<Item = u16>,
        most: usize,
        stop: &StopFlag,
        lines: &mut Vec<Vec<Move>>,
    ) -> Result<(), Stopped> {
        self.begin(stop)?;
        for length in lengths {
            self.collect(position, length, (&mut Vec::new(), most), lines)?;
        }
        Ok(())
    }

    /// Adds the lines below a position; returns whether there are any.
    fn collect(
        &mut self,
        position: &Position,
        left: u16,
        (path, most): (&mut Vec<Move>, usize),
        lines: &mut Vec<Vec<Move>>,
    ) -> Result<bool, Stopped> {
        self.tick()?;
        if left == self.aim.genre.last() {
            return Ok(self.collect_last(position, path, lines));
        }
        let key = position.key() ^ LENGTH.wrapping_mul(Key::from(left));
        if self.table.get(key).refuted > 0 {
            return Ok(false);
        }
        let before = self.nodes;
        let mut found = false;
        for legal in position.legal_moves() {
            let mut next = position.play(legal.mv);
            if self.aim.genre.goes_on(left) {
                // A series gives no check before its end.
                let Some(passed) = next.pass() else { continue };
                next = passed;
            }
            path.push(legal.mv);
            found |= self.collect(&next, left - 1, (path, most), lines)?;
            path.pop();
            if lines.len() >= most {
                return Err(Stopped);
            }
        }
        if !found {
            self.table.put(key, Fact { refuted: 1, ..Fact::default() }, self.nodes - before);
        }
        Ok(found)
    }

    /// Adds the lines that end with the next half move, or in a help-selfmate with a reply to it; returns whether there are any.
    #[inline(never)]
    fn collect_last(&self, position: &Position, path: &[Move], lines: &mut Vec<Vec<Move>>) -> bool {
        let finish = self.aim.finish;
        let before = lines.len();
        if self.aim.genre == Genre::HelpOwn {
            let aim = Aim { genre: Genre::Own, ..self.aim };
            for legal in position.legal_moves() {
                let after = position.play(legal.mv);
                if aim.is_won(&after) {
                    let reply = after.moves().min();
                    lines.push(path.iter().copied().chain([legal.mv]).chain(reply).collect());
                }
            }
            return lines.len() > before;
        }
        let wants_check = finish == Finish::Checkmate;
        if wants_check && mate_in_one(position).is_none() {
            return false;
        }
        for legal in position.legal_moves() {
            if legal.check.any() == wants_check && finish.is_reached(&position.play(legal.mv)) {
                lines.push(path.iter().copied().chain([legal.mv]).collect());
            }
        }
        lines.len() > before
    }
}
