//! Stops at random moments, over UCI: what is answered is never less than what was told, and it comes at once.
//!
//! `cargo bench --bench stops [-- STOPS]` drives the program itself through `STOPS` (200) stops in every mode, in quiet,
//! decided and mating positions, with one thread and with two. It prints every failure, and how long the answers took.
//! The moments come from a fixed seed; what happens at them depends on the machine.

use std::env;
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use quarterply::chess::{Position, notation};

const POSITIONS: [(&str, &str); 3] = [
    ("quiet", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("decided", "r1b1kb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1"),
    ("mating", "6k1/pp3p1p/2p3pB/3r4/8/2q2Q2/P4PPP/4R1K1 w - - 0 1"),
];

/// The name of a mode, and what is sent.
const MODES: [(&str, &str); 6] = [
    ("infinite", "go infinite"),
    ("movetime", "go movetime 1000"),
    ("clock", "go wtime 20000 btime 20000"),
    ("depth", "go depth 60"),
    ("mate", "go mate 12"),
    ("ponder", "go ponder wtime 20000 btime 20000"),
];

/// Stops come at most so late.
const LATEST: u64 = 1_200;

/// Nothing takes longer than this.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program, spoken to over UCI.
struct Gui {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
}

impl Gui {
    fn start(threads: usize) -> Result<Gui, Box<dyn Error>> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quarterply"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().ok_or("no standard input")?;
        let output = child.stdout.take().ok_or("no standard output")?;
        let (teller, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if teller.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        let mut gui = Gui { child, input, lines };
        gui.send("setoption name Hash value 64")?;
        gui.send(&format!("setoption name Threads value {threads}"))?;
        Ok(gui)
    }

    fn send(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        writeln!(self.input, "{line}")?;
        Ok(self.input.flush()?)
    }

    fn hear(&self) -> Result<(Instant, String), Box<dyn Error>> {
        Ok(self.lines.recv_timeout(PATIENCE).map_err(|_| "no answer for thirty seconds")?)
    }

    /// Stops a search after so long: what was told, and how long the answer took from the stop on.
    fn stopped(
        &mut self,
        fen: &str,
        go: &str,
        after: Duration,
    ) -> Result<(Vec<String>, Option<Duration>), Box<dyn Error>> {
        self.send("ucinewgame")?;
        self.send(&format!("position fen {fen}"))?;
        self.send("isready")?;
        while self.hear()?.1 != "readyok" {}
        self.send(go)?;
        thread::sleep(after);
        let asked = Instant::now();
        self.send("stop")?;
        let mut told = Vec::new();
        loop {
            let (at, line) = self.hear()?;
            let last = line.starts_with("bestmove");
            told.push(line);
            if last {
                // A search that had ended before the stop did not answer it.
                return Ok((told, at.checked_duration_since(asked)));
            }
        }
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        // It ends with its input at the latest.
        let _ = self.send("quit");
        let _ = self.child.wait();
    }
}

fn word<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|&word| word == name)?;
    words.next()
}

/// What is wrong with an answer.
fn fault(fen: &str, told: &[String]) -> Result<Option<String>, Box<dyn Error>> {
    let root = Position::from_fen(fen)?;
    let best = told.last().and_then(|line| word(line, "bestmove")).unwrap_or_default();
    if notation::parse_uci(&root, best).is_err() {
        return Ok(Some(format!("bestmove {best} is not legal")));
    }
    let depth = |line: &String| word(line, "depth").and_then(|depth| depth.parse::<u32>().ok());
    let scored: Vec<&String> = told.iter().filter(|line| line.contains(" score ")).collect();
    let exact = scored.iter().filter(|line| !line.contains("bound "));
    let deepest = exact.filter_map(|line| depth(line)).max();
    let Some(last) = scored.last() else { return Ok(Some("no line was told".to_owned())) };
    if depth(last) < deepest {
        return Ok(Some(format!("depth {:?} after {deepest:?} had been told", depth(last))));
    }
    if word(last, "pv") != Some(best) {
        return Ok(Some(format!("bestmove {best} after `{last}`")));
    }
    if word(last, "nodes") == Some("0") && !told.iter().any(|line| line.contains("mate")) {
        return Ok(Some(format!("nothing was searched: `{last}`")));
    }
    let speed = word(last, "nps").and_then(|speed| speed.parse::<u64>().ok());
    if speed.is_some_and(|speed| speed > 60_000_000) {
        return Ok(Some(format!("an incredible speed: `{last}`")));
    }
    Ok(None)
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let stops = env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(200);
    let mut seed = 0x5EED_0057_0B5Eu64;
    let mut failures = 0;
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{:10} {:>6} {:>6}  {:>8} {:>8} {:>8}",
        "mode", "stops", "bad", "50%", "99%", "max"
    )?;
    for (name, go) in MODES {
        let mut times = Vec::new();
        let mut bad = 0;
        let mut guis = [Gui::start(1)?, Gui::start(2)?];
        for number in 0..stops {
            // Knuth's MMIX generator: the high bits are good.
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let after = Duration::from_millis((seed >> 33) % LATEST);
            let (kind, fen) = POSITIONS[number % POSITIONS.len()];
            let threads = number / POSITIONS.len() % guis.len();
            let (told, time) = guis[threads].stopped(fen, go, after)?;
            times.extend(time);
            if let Some(fault) = fault(fen, &told)? {
                bad += 1;
                writeln!(
                    out,
                    "{name}, {kind}, {} threads, stopped after {after:?}: {fault}",
                    threads + 1
                )?;
            }
        }
        times.sort_unstable();
        let at = |percent: usize| {
            let index = (times.len() * percent / 100).min(times.len().saturating_sub(1));
            times
                .get(index)
                .map_or("-".to_owned(), |time| format!("{:.1}ms", time.as_secs_f64() * 1e3))
        };
        writeln!(out, "{name:10} {stops:>6} {bad:>6}  {:>8} {:>8} {:>8}", at(50), at(99), at(100))?;
        failures += bad;
    }
    Ok(if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
