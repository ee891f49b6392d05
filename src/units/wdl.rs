//! Chances to win, to draw and to lose, guessed from a score, as `UCI_ShowWDL` asks for them.
//!
//! Two logistic curves that are each other's mirror image: a rough guide, fitted to no games. Nothing in a search depends
//! on it.

use super::Score;

/// The score in centipawns at which winning is as likely as not.
const EVEN_CHANCE: f64 = 150.0;

/// How many centipawns change the odds of winning by a factor of e.
const SPREAD: f64 = 70.0;

/// Win, draw and loss in thousandths that add up to 1000, for whoever the score is of.
pub fn win_draw_loss(score: Score) -> [u32; 3] {
    let wins = |centipawns: f64| {
        (1000.0 / (1.0 + ((EVEN_CHANCE - centipawns) / SPREAD).exp())).round() as u32
    };
    // A mate counts as the largest value that is none.
    let centipawns = f64::from(Score::cp(score.raw()).raw());
    let (win, loss) = (wins(centipawns), wins(-centipawns));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up() {
        for centipawns in (-3000..3000).step_by(7) {
            let [win, draw, loss] = win_draw_loss(Score::cp(centipawns));
            assert_eq!(win + draw + loss, 1000);
        }
        assert_eq!(win_draw_loss(Score::mates_at(3)), [1000, 0, 0]);
        assert_eq!(win_draw_loss(Score::cp(150))[0], 500);
    }
}
