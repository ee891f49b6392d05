//! The score of the end of every opening line in `book/openings.txt` by a search of so many nodes: no line that calls
//! itself sound ends lost, gambits aside. `cargo bench --bench openings`; minutes, and it fails with the lines at fault.

use quarterply::control::Limits;
use quarterply::engine::{Engine, Event, Job, Options};
use quarterply::oracle::book::openings;

/// Centipawns that neither side may be ahead by at the end of a sound line. This evaluation says 150 and more of lines that
/// masters play as Black against 1. e4 and 1. d4 (the Mieses Scotch, the King's Indian), so that the limit lies above them.
const SOUND: i32 = 200;

/// Nodes searched for each line.
const NODES: u64 = 20_000;

fn main() {
    let mut options = Options::default();
    options.set("Hash", "16").expect("a size in range");
    let mut engine = Engine::with(options);
    let mut faults = Vec::new();
    let book = openings().unwrap_or_else(|error| panic!("book/openings.txt: {error}"));
    for line in book.lines() {
        engine.new_game();
        let game = line.game();
        let job = Job { game, limits: Limits::nodes(NODES), multi_pv: Some(1), strength: None };
        let Some(Event::Finished(finished)) = engine.start(job).join() else {
            panic!("no result: {}", line.row())
        };
        let score = finished.iteration.lines[0].score;
        let is_gambit = line.opening.name.to_lowercase().contains("gambit");
        if score.raw().abs() > SOUND && line.is_sound() && !is_gambit {
            let turn = line.end().turn();
            faults.push(format!("{} for {turn}: {}", score.raw(), line.row()));
        }
    }
    assert!(faults.is_empty(), "{} lines\n{}", faults.len(), faults.join("\n"));
}
