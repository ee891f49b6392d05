//! Positions searched again, with a better evaluation than that of their games.
//!
//! Work is done in pieces of [`PIECE`] positions. What comes of a piece follows from its positions and the settings alone,
//! whichever thread does it, and when.

use quarterply::chess::Game;
use quarterply::control::{Limits, StopFlag};
use quarterply::engine::Options;
use quarterply::engine::self_player::{NoTable, SelfPlayer};
use quarterply::tools::batch::{Batch, JobFlags};

use crate::positions::TrainingPosition;

pub const PIECE: usize = 256;

/// The positions with the scores of new searches, in their order: `None` for one that is mate. None at all, if it was stopped.
pub fn search_again(
    positions: &[TrainingPosition],
    (options, limits): (&Options, &Limits),
    jobs: usize,
    stop: &StopFlag,
) -> Result<Vec<Option<TrainingPosition>>, NoTable> {
    let pieces: Vec<&[TrainingPosition]> = positions.chunks(PIECE).collect();
    let found = Batch::of(pieces.len(), jobs, stop).all(
        |flags| Ok((SelfPlayer::new(options, &flags.search)?, flags.clone())),
        |(player, flags): &mut (SelfPlayer, JobFlags), piece| {
            player.new_game();
            let piece = pieces[piece as usize].iter();
            let again: Vec<_> =
                piece.map(|position| again(player, flags, limits, position)).collect();
            Ok((!flags.quit.is_stopped()).then_some(again))
        },
    )?;
    Ok(found.unwrap_or_default().concat())
}

fn again(
    player: &mut SelfPlayer,
    flags: &JobFlags,
    limits: &Limits,
    start: &TrainingPosition,
) -> Option<TrainingPosition> {
    flags.search.lower();
    let game = Game::new(start.to_position()?);
    if flags.quit.is_stopped() {
        return None;
    }
    let thought = player.think(&game, limits.clone(), start.turn);
    let score = thought.finished.iteration.lines.first()?.score;
    (!score.is_mate()).then(|| start.with_score(score.for_white(start.turn)))
}
