//! Measures the gain of a second thread: time to a depth and nodes per second, alternating one thread and two.
//!
//! `cargo bench --bench threads [-- DEPTH [POSITIONS [THREADS]]]`: 50 middle games to depth 18, on one thread and on 2. The
//! positions are generated, the same in every run: ends of built-in opening lines, each continued for some moves by the program
//! itself. On a busy machine only the nodes are meaningful: at twice the speed, two threads that together need 1.2 times the
//! nodes are 1.67 times as fast.

use std::env;
use std::error::Error;
use std::io::Write;
use std::time::{Duration, Instant};

use quarterply::chess::game::Game;
use quarterply::control::Limits;
use quarterply::engine::{Engine, Job, OptionError, Options};
use quarterply::oracle::book::openings;
use quarterply::search::Finished;

/// MiB.
const HASH: &str = "64";

/// Plies that a position is played on beyond its opening line, and nodes for each.
const PLIES: usize = 10;
const NODES: u64 = 2_000;

/// Cost of a search to a depth.
struct Cost {
    nodes: f64,
    time: Duration,
}

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo adds a word of its own.
    let mut numbers = env::args().skip(1).filter(|word| word != "--bench").map(|word| word.parse());
    let mut number = |default: u32| numbers.next().unwrap_or(Ok(default));
    let (depth, count, threads) = (number(18)?, number(50)? as usize, number(2)?);
    let games = middle_games(count)?;
    let mut engines = [engine(1)?, engine(threads)?];
    let mut costs: Vec<[Cost; 2]> = Vec::new();
    let mut out = std::io::stdout();
    for (number, game) in games.iter().enumerate() {
        let mut cost = |at: usize| search(&mut engines[at], game, depth);
        // Alternate which is first.
        let both = if number.is_multiple_of(2) {
            [cost(0)?, cost(1)?]
        } else {
            let second = cost(1)?;
            [cost(0)?, second]
        };
        costs.push(both);
        if costs.len().is_multiple_of(10) || costs.len() == games.len() {
            report(&mut out, &costs, (depth, threads))?;
        }
    }
    Ok(())
}

fn engine(threads: u32) -> Result<Engine, OptionError> {
    let mut options = Options::default();
    options.set("Hash", HASH)?;
    options.set("Threads", &threads.to_string())?;
    Ok(Engine::with(options))
}

/// Positions with something to play for, spread over the opening lines of the house.
fn middle_games(count: usize) -> Result<Vec<Game>, Box<dyn Error>> {
    let lines = openings()?.lines();
    let mut player = engine(1)?;
    let step = (lines.len() / count.max(1)).max(1);
    let mut games = Vec::new();
    for line in lines.iter().step_by(step).take(count) {
        let mut game = line.game();
        player.new_game();
        for _ in 0..PLIES {
            let Some(best) = finished(&mut player, &game, Limits::nodes(NODES))?.best else {
                break;
            };
            game.play(best)?;
        }
        games.push(game);
    }
    Ok(games)
}

fn finished(engine: &mut Engine, game: &Game, limits: Limits) -> Result<Finished, Box<dyn Error>> {
    let job = Job { multi_pv: Some(1), ..Job::new(game.clone(), limits) };
    Ok(engine.start(job).join()?)
}

fn search(engine: &mut Engine, game: &Game, depth: u32) -> Result<Cost, Box<dyn Error>> {
    engine.new_game();
    engine.prepare()?;
    let begun = Instant::now();
    let finished = finished(engine, game, Limits::depth(depth))?;
    let time = begun.elapsed();
    Ok(Cost { nodes: finished.iteration.progress.nodes as f64, time })
}

/// Geometric means over the positions so far.
fn report(
    out: &mut impl Write,
    costs: &[[Cost; 2]],
    (depth, threads): (u32, u32),
) -> std::io::Result<()> {
    let mean = |ratio: &dyn Fn(&[Cost; 2]) -> f64| {
        (costs.iter().map(|cost| ratio(cost).ln()).sum::<f64>() / costs.len() as f64).exp()
    };
    let time = mean(&|[one, more]| one.time.as_secs_f64() / more.time.as_secs_f64());
    let nodes = mean(&|[one, more]| more.nodes / one.nodes);
    writeln!(
        out,
        "{} positions, depth {depth}, 1 and {threads} threads: time to depth {time:.2} times as short, nodes {nodes:.2} times, \
         nodes a second {:.2} times; by the nodes alone {:.2}",
        costs.len(),
        nodes * time,
        f64::from(threads) / nodes
    )?;
    out.flush()
}
