//! Measures reading and verifying a proof: `cargo bench --bench verify -- FILE.jsonl…`. Positions of both sides count: one for
//! every reply.

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use quarterply::files::proof::load;
use quarterply::proof::{Rules, verify};

/// Duration for which each check is repeated.
const ROUND: Duration = Duration::from_millis(500);

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    // Cargo adds `--bench`.
    for path in env::args().skip(1).filter(|word| word != "--bench") {
        let start = Instant::now();
        let (proof, _) = load(Path::new(&path), Rules::Problem).map_err(io::Error::other)?;
        let loading = start.elapsed();
        let mut positions = 0;
        proof.strategy().walk(|position, step| {
            positions += 1 + position.play(step.mv).legal_count();
            true
        });
        let (start, mut rounds) = (Instant::now(), 0_u32);
        while start.elapsed() < ROUND {
            verify(proof.strategy(), Rules::Problem).map_err(io::Error::other)?;
            rounds += 1;
        }
        let each = start.elapsed() / rounds;
        let speed = positions as f64 / each.as_secs_f64() / 1e6;
        writeln!(
            out,
            "{path}: mate in {}, {} steps, {positions} positions: loaded in {loading:.2?}, verified in {each:.2?}, {speed:.1} M positions/s",
            proof.mate(),
            proof.positions(),
        )?;
    }
    Ok(())
}
