//! The program's door: for now it counts the start position's tree, depth given or 6.
use std::io::Write;

fn main() -> std::io::Result<()> {
    let d: u32 = std::env::args().nth(1).and_then(|d| d.parse().ok()).unwrap_or(6);
    let p = quarterply::chess::Position::start();
    let t = std::time::Instant::now();
    let n = quarterply::chess::perft::perft(&p, d);
    let speed = n as f64 / t.elapsed().as_secs_f64() / 1e6;
    writeln!(std::io::stdout(), "{n} {:?} {speed:.0} M/s", t.elapsed())
}
