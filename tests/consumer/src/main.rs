//! A program that uses the library: searches a position, proves its mate in three, and has the proof checked.

use std::error::Error;

use quarterply_core::chess::{Game, Position, line_san};
use quarterply_core::control::Limits;
use quarterply_core::engine::{Engine, Job};
use quarterply_core::proof::verify;
use quarterply_core::prove::ProofTask;

fn main() -> Result<(), Box<dyn Error>> {
    let position: Position = "8/8/2KP4/p3P2r/1p2N3/6R1/PPP1R3/7k w - - 0 1".parse()?;
    let mut engine = Engine::new();
    engine.set_option("Hash", "16")?;

    let found = engine.start(Job::new(Game::new(position), Limits::depth(8))).join()?;
    let best = found.iteration.lines.first().ok_or("no line")?;
    println!("searched: {} {}", best.score, line_san(&position, &best.pv));

    let task = ProofTask::new(position).within(3);
    let proof = engine.prove(&task)?.proof.ok_or("no mate in three")?;
    let checked = verify(proof.strategy(), task.rules)?;
    println!("proved: mate in {} {}", checked.mate(), line_san(&position, &checked.line()));
    Ok(())
}
