//! Games between neighbouring strengths: the stronger of two makes clearly more than half of the points.
//! `cargo bench --bench strength`; minutes, prints each match and fails where the order does not hold.

use std::io::Write;

use quarterply::chess::game::{Game, Status};
use quarterply::chess::{Color, Position};
use quarterply::control::Limits;
use quarterply::engine::bench::POSITIONS;
use quarterply::engine::{Elo, Engine, Job, Strength};

/// Score of the first side in a match of `games` games, from 0 to 1: openings of the bench, alternating colours.
fn match_of(elos: [Elo; 2], games: usize) -> f64 {
    let mut engine = Engine::new();
    engine.set_option("Hash", "4").expect("a size in range");
    let mut made = 0.0;
    for number in 0..games {
        let fen = POSITIONS[number / 2 % 14].1;
        let mut game = Game::new(Position::from_fen(fen).expect("a FEN of the bench"));
        let first = if number % 2 == 0 { Color::White } else { Color::Black };
        while matches!(game.status(), Status::Ongoing) && game.ply() < 240 {
            let elo = elos[usize::from(game.position().turn() != first)];
            let strength = Some(Strength { elo, seed: number as u64 + 1 });
            let job = Job { strength, ..Job::new(game.clone(), Limits::depth(99)) };
            let finished = engine.start(job).join().expect("no crash");
            let best = finished.best.expect("a move, for the game goes on");
            game.play(best).expect("a legal move");
        }
        let winner = match game.status() {
            Status::Over(ending) => ending.winner(),
            _ => None,
        };
        made += winner.map_or(0.5, |winner| f64::from(u8::from(winner == first)));
    }
    made / games as f64
}

fn main() -> std::io::Result<()> {
    for (weak, strong, games) in [(800, 1200, 40), (1200, 1600, 24), (1600, 2000, 12)] {
        let made = match_of([strong, weak].map(Elo::from), games);
        writeln!(
            std::io::stdout(),
            "{strong} against {weak}: {made:.3} of a point a game, {games} games"
        )?;
        assert!(made > 0.6, "{strong} against {weak}: {made}");
    }
    Ok(())
}
