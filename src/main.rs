//! tmp
fn main() {
    let d: u32 = std::env::args().nth(1).and_then(|d| d.parse().ok()).unwrap_or(6);
    let p = quarterply::chess::Position::start();
    let t = std::time::Instant::now();
    let n = quarterply::chess::perft::perft(&p, d);
    println!("{n} {:?} {:.0} M/s", t.elapsed(), n as f64 / t.elapsed().as_secs_f64() / 1e6);
}
