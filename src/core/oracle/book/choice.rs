//! Selects a book move, as EXchess does.
//!
//! Rare and losing moves are left out, and one of the others is drawn by weight. Won and lost games are counted from ten, as in
//! EXchess, so that a few of them have little effect. The caller provides the random numbers.

use super::{BookMove, Results};

/// A move is rare below this share of all games (of the weights, where no games are known): one in twenty.
const RARE: u64 = 20;

const FIRST: u32 = 10;

/// Returns whether the results are bad: fewer than two wins for three losses.
fn loses(found: &BookMove) -> bool {
    let count = |known: u32, learned: u32| u64::from(FIRST) + u64::from(known) + u64::from(learned);
    let (results, learned) = (found.results, found.learned);
    15 * count(results.wins, learned.wins) < 10 * count(results.losses, learned.losses)
}

/// A move's weight after what was learned: times 4000 to the power of (w − l) ∕ (w + l), as [`weight_of`] weighs many games.
/// A move that has a weight keeps one of one at least.
pub(crate) fn learned_weight(found: &BookMove) -> u64 {
    let weight = u64::from(found.weight);
    if found.learned.games() == 0 {
        return weight;
    }
    let factor = MOST_SQUARED.powf(balance(found.learned));
    ((weight as f64 * factor).round() as u64).max(weight.min(1))
}

fn balance(results: Results) -> f64 {
    let first = f64::from(FIRST);
    let (wins, losses) = (f64::from(results.wins) + first, f64::from(results.losses) + first);
    (wins - losses) / (wins + losses)
}

/// The moves that may be played. `variety` is how different they may be in one position, in per cent.
///
/// 0 plays only the heaviest move; 100 draws from all that are neither rare nor losing; between them, moves much lighter
/// than the heaviest are left out: at 75, those with less than a quarter of its weight.
pub(crate) fn candidates(moves: &[BookMove], variety: u8) -> Vec<BookMove> {
    let total = |measure: fn(&BookMove) -> u64| moves.iter().map(measure).sum::<u64>();
    let games = |found: &BookMove| found.results.games();
    let weight = learned_weight;
    let measure = if total(games) > 0 { games } else { weight };
    let all = total(measure);
    let heaviest = moves.iter().map(weight).max().unwrap_or_default();
    let floor = heaviest * u64::from(100_u8.saturating_sub(variety));
    let is_candidate = |found: &&BookMove| {
        found.weight > 0
            && measure(found) * RARE >= all
            && !loses(found)
            && weight(found) * 100 >= floor
    };
    moves.iter().filter(is_candidate).copied().collect()
}

/// One of the candidates; `chance` is any number, each as likely as the other.
pub(crate) fn choose(moves: &[BookMove], variety: u8, chance: u64) -> Option<BookMove> {
    let candidates = candidates(moves, variety);
    let total: u64 = candidates.iter().map(learned_weight).sum();
    let mut left = chance.checked_rem(total)?;
    candidates.into_iter().find(|found| {
        let weight = learned_weight(found);
        let chosen = left < weight;
        left = left.saturating_sub(weight);
        chosen
    })
}

/// Maximum of the squared number of games.
const MOST_SQUARED: f64 = 4000.0;

/// EXchess's weight of a move with these results: the count, times min(games², 4000) to the power of (w − l) ∕ (w + l).
pub(crate) fn weight_of(results: Results) -> f64 {
    let games = results.games() as f64;
    games * (games * games).clamp(1.0, MOST_SQUARED).powf(balance(results))
}

/// The weights of the moves of one position, scaled down together where the largest has no room in sixteen bits. A move that
/// has games keeps a weight of one at least.
pub fn weights_of(results: &[Results]) -> Vec<u16> {
    let raw: Vec<f64> = results.iter().map(|&results| weight_of(results)).collect();
    let largest = raw.iter().copied().fold(1.0, f64::max);
    let scale = (f64::from(u16::MAX) / largest).min(1.0);
    raw.iter().map(|raw| (raw * scale).round().clamp(1.0, f64::from(u16::MAX)) as u16).collect()
}
