//! `judge`: how far an evaluation is from the scores of a file of positions, as the search would see it: with known endings and
//! scales.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use quarterply::engine::evaluator::evaluator;
use quarterply::engine::{Options, player_options};
use quarterply::eval::Evaluator;
use quarterply::eval::network::shape::{HEADS, head_for, men_of_head};

use crate::arguments::path;
use crate::desk::Desk;
use crate::players::{Setting, setting, with};
use crate::positions::{PositionFile, TrainingPosition};
use crate::train::{SCALE, expectation, target};

#[derive(Args, Debug)]
pub struct Judge {
    /// Positions with their scores, as `data` writes them
    #[arg(value_name = "FILE.qpd", value_parser = path)]
    positions: PathBuf,
    /// The evaluation: EvalFile=gen9.qpn, or Evaluation=classical
    #[arg(long, value_name = "NAME=VALUE", num_args = 1.., value_parser = setting)]
    set: Vec<Setting>,
}

/// What an evaluation says of a position, what its score says, and its rows in the table.
pub struct Judged {
    centipawns: f64,
    target: f64,
    kind: usize,
    head: usize,
}

/// Units that are tried: centipawns that multiply the odds by e. Evaluations differ in what they call a pawn.
const UNITS: RangeInclusive<u32> = 100..=400;

impl Judge {
    pub fn run(&self, desk: &Desk) -> anyhow::Result<()> {
        let mut evaluator = evaluator(&with(&player_options(&Options::default())?, &self.set)?);
        let mut file = PositionFile::open(&self.positions)?;
        file.check(&desk.stop)?;
        const AT_A_TIME: usize = 1 << 14;
        let (count, mut judged) = (file.header.count(), Vec::new());
        for first in (0..count).step_by(AT_A_TIME) {
            desk.done(first, count, "positions");
            let positions = file.read(first, AT_A_TIME)?;
            judged.extend(judge(&mut evaluator, &positions));
        }
        let all = |unit: &u32| error(judged.iter(), f64::from(*unit));
        let unit = UNITS.step_by(5).min_by(|one, other| all(one).total_cmp(&all(other)));
        let unit = unit.map_or(SCALE, f64::from);
        desk.say(format_args!("{unit} centipawns multiply the odds by e"))?;
        let row = |name: &str, belongs: &dyn Fn(&Judged) -> bool| {
            let of = judged.iter().filter(|judged| belongs(judged)).count();
            if of == 0 {
                return Ok(());
            }
            let error = error(judged.iter().filter(|judged| belongs(judged)), unit);
            desk.say(format_args!("{name}: {error:.6}, root {:.4}, of {of}", error.sqrt()))
        };
        row("error", &|_| true)?;
        for (kind, name) in ["  quiet", "  a capture wins", "  in check"].into_iter().enumerate() {
            row(name, &|judged| judged.kind == kind)?;
        }
        for head in 0..HEADS {
            let (least, most) = men_of_head(head);
            row(&format!("  {least} to {most} men"), &|judged| judged.head == head)?;
        }
        Ok(())
    }
}

/// Evaluates positions as the search would, except for those that cannot be played from.
pub fn judge(evaluator: &mut impl Evaluator, positions: &[TrainingPosition]) -> Vec<Judged> {
    let judged = positions.iter().filter_map(|position| {
        let board = position.to_position()?;
        let wins = |mv| board.is_noisy(mv) && board.see_at_least(mv, 1);
        Some(Judged {
            centipawns: f64::from(evaluator.evaluate(&board, 0).score.raw()),
            target: target(position),
            kind: if board.in_check() { 2 } else { usize::from(board.moves().any(wins)) },
            head: head_for(position.men_count()),
        })
    });
    judged.collect()
}

/// Mean squared error in expected points.
pub fn error<'a>(judged: impl Iterator<Item = &'a Judged>, unit: f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0_u64);
    for judged in judged {
        let error = expectation(judged.centipawns / unit) - judged.target;
        (sum, count) = (sum + error * error, count + 1);
    }
    sum / count.max(1) as f64
}
