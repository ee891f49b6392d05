//! Stops at random moments, over UCI, over xboard's protocol and at the prompt: the answer is never worse than what was reported
//! before, and comes immediately.
//!
//! `cargo bench --bench stops [-- STOPS [MODE]]` drives the program itself through `STOPS` (200) stops in every mode, or in
//! those whose names begin with `MODE`, in quiet, decided and mating positions, with one thread and with two; over UCI and
//! xboard with a `ping`, a position or `quit` before and behind the stop in one write. It prints every failure, and how long
//! the answers took: half of them, 99 of 100, the last. At the prompt `analyze` is ended by `stop`, `proof` by Ctrl-C: a
//! signal, sent by the program `kill`, whose own start counts too.
//! The moments come from a fixed seed; what happens at them depends on the machine.

use std::env;
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use quarterply::chess::{Position, notation};
use serde_json::Value;

const POSITIONS: [(&str, &str); 3] = [
    ("quiet", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("decided", "r1b1kb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1"),
    ("mating", "6k1/pp3p1p/2p3pB/3r4/8/2q2Q2/P4PPP/4R1K1 w - - 0 1"),
];

/// The name of a mode, and its commands.
const MODES: [(&str, &str); 6] = [
    ("infinite", "go infinite"),
    ("movetime", "go movetime 1000"),
    ("clock", "go wtime 20000 btime 20000"),
    ("depth", "go depth 60"),
    ("mate", "go mate 12"),
    ("ponder", "go ponder wtime 20000 btime 20000"),
];

/// What is sent during a search over UCI, and what stops it: in one write, with whatever follows.
const AROUND: [(&str, &str); 5] = [
    ("", "stop"),
    ("isready", "stop"),
    ("", "stop\nisready"),
    ("isready", "stop\nposition startpos\nisready"),
    ("", "stop\nquit"),
];

/// The same over xboard's protocol, for `analyze` and for a move of the engine.
const XBOARD: [(&str, [(&str, &str); 4]); 2] = [
    ("analyze", [(".", "exit"), ("ping 1", "exit\nping 2"), ("", "exit\nnew"), ("", "exit\nquit")]),
    (
        "go",
        [("", "?"), ("ping 1", "?\nping 2"), (".", "?\ntime 500\nping 2"), ("ping 1", "?\nquit")],
    ),
];

/// What is typed at the prompt, and the type of the line that answers a stop.
const TYPED: [(&str, &str); 3] = [("analyze", "best"), ("proof", "proof"), ("proof 12", "proof")];

/// Latest time of a stop, in milliseconds.
const LATEST: u64 = 1_200;

/// Maximum duration of anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program over UCI, or at the prompt in JSON.
struct Gui {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
}

impl Gui {
    fn uci(threads: usize) -> Result<Gui, Box<dyn Error>> {
        let mut gui = Gui::start(&["uci"])?;
        gui.send("setoption name Hash value 64")?;
        gui.send(&format!("setoption name Threads value {threads}"))?;
        Ok(gui)
    }

    fn prompt(threads: usize) -> Result<Gui, Box<dyn Error>> {
        Gui::start(&["--json", "--hash", "64", "--threads", &threads.to_string()])
    }

    fn start(arguments: &[&str]) -> Result<Gui, Box<dyn Error>> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quarterply"))
            .args(arguments)
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
        Ok(Gui { child, input, lines })
    }

    fn send(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        writeln!(self.input, "{line}")?;
        Ok(self.input.flush()?)
    }

    fn hear(&self) -> Result<(Instant, String), Box<dyn Error>> {
        Ok(self.lines.recv_timeout(PATIENCE).map_err(|_| "no answer for thirty seconds")?)
    }

    fn xboard(threads: usize) -> Result<Gui, Box<dyn Error>> {
        let mut gui = Gui::start(&["--xboard"])?;
        gui.send(&format!("protover 2\nmemory 64\ncores {threads}\npost\nst 3000"))?;
        Ok(gui)
    }

    /// The remaining output of a program that was told to quit; it does quit.
    fn rest(&mut self) -> Result<Vec<String>, Box<dyn Error>> {
        let mut rest = Vec::new();
        while let Ok((_, line)) = self.lines.recv_timeout(PATIENCE) {
            rest.push(line);
        }
        let status = self.child.try_wait()?.or_else(|| {
            thread::sleep(Duration::from_millis(100));
            self.child.try_wait().ok().flatten()
        });
        match status {
            Some(status) if status.success() => Ok(rest),
            status => Err(format!("did not leave as it should: {status:?}").into()),
        }
    }

    /// Stops a search over xboard's protocol after a time: the output, and the latency of the answer.
    fn stopped_by_xboard(
        &mut self,
        fen: &str,
        go: &str,
        (before, stop): (&str, &str),
        after: Duration,
    ) -> Result<(Vec<String>, Option<Duration>), Box<dyn Error>> {
        self.send(&format!("force\nsetboard {fen}\nping 0"))?;
        while self.hear()?.1 != "pong 0" {}
        self.send(go)?;
        if !before.is_empty() {
            self.send(before)?;
        }
        thread::sleep(after);
        let asked = Instant::now();
        let (moves, quits) = (go == "go", stop.ends_with("quit"));
        self.send(stop)?;
        if !quits && !moves {
            self.send("ping 3")?;
        }
        let (mut told, mut time) = (Vec::new(), None);
        while time.is_none() && (moves || !quits) {
            let (at, line) = self.hear()?;
            if line.starts_with("move ") || (!moves && line == "pong 3") {
                time = Some(at.checked_duration_since(asked));
            }
            told.push(line);
        }
        if quits {
            told.extend(self.rest()?);
        } else {
            self.send("ping 4")?;
            while told.last().is_none_or(|line| line != "pong 4") {
                let line = self.hear()?.1;
                told.push(line);
            }
        }
        let pings = |text: &str| text.matches("ping").count();
        let pongs = told.iter().filter(|line| matches!(&line[..], "pong 1" | "pong 2")).count();
        if pongs != pings(before) + pings(stop) {
            return Err(format!("a ping was not answered: {before:?} {stop:?}: {told:?}").into());
        }
        Ok((told, time.flatten()))
    }

    /// Stops a search after a time: the output, and the latency from the stop on.
    fn stopped(
        &mut self,
        fen: &str,
        go: &str,
        (before, stop): (&str, &str),
        after: Duration,
    ) -> Result<(Vec<String>, Option<Duration>), Box<dyn Error>> {
        self.send("ucinewgame")?;
        self.send(&format!("position fen {fen}"))?;
        self.send("isready")?;
        while self.hear()?.1 != "readyok" {}
        self.send(go)?;
        if !before.is_empty() {
            self.send(before)?;
        }
        thread::sleep(after);
        let asked = Instant::now();
        self.send(stop)?;
        let mut told = Vec::new();
        let (mut ready, mut time) = (0, None);
        while time.is_none() {
            let (at, line) = self.hear()?;
            if line.starts_with("bestmove") {
                // A search that had ended before the stop did not answer it.
                time = Some(at.checked_duration_since(asked));
            }
            if line == "readyok" { ready += 1 } else { told.push(line) }
        }
        if stop.ends_with("quit") {
            let rest = self.rest()?;
            if !rest.is_empty() {
                return Err(format!("after the last word: {rest:?}").into());
            }
        }
        let asks = |text: &str| text.matches("isready").count();
        while ready < asks(before) + asks(stop) {
            if self.hear()?.1 == "readyok" {
                ready += 1;
            }
        }
        Ok((told, time.flatten()))
    }
}

impl Gui {
    /// Stops at the prompt: the objects in the output, and the latency from the stop on.
    fn stopped_at_prompt(
        &mut self,
        fen: &str,
        (line, answer): (&str, &str),
        after: Duration,
    ) -> Result<(Vec<Value>, Option<Duration>), Box<dyn Error>> {
        self.send("clear")?;
        self.send(fen)?;
        while self.object()?.1["type"] != "position" {}
        self.send(line)?;
        let mut told = Vec::new();
        let end = Instant::now() + after;
        // A job that has ended must not be stopped: Ctrl-C would end a script that waits for its next line.
        while let Ok((_, text)) =
            self.lines.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            told.push(serde_json::from_str::<Value>(&text)?);
            if told.last().is_some_and(|object| object["type"] == answer) {
                return Ok((told, None));
            }
        }
        let asked = Instant::now();
        if line == "analyze" {
            self.send("stop")?;
        } else {
            Command::new("kill").args(["-INT", &self.child.id().to_string()]).status()?;
        }
        loop {
            let (at, object) = self.object()?;
            let last = object["type"] == answer;
            told.push(object);
            if last {
                return Ok((told, at.checked_duration_since(asked)));
            }
        }
    }

    fn object(&self) -> Result<(Instant, Value), Box<dyn Error>> {
        let (at, line) = self.hear()?;
        Ok((at, serde_json::from_str(&line)?))
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

/// Returns the fault of an answer.
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

/// Returns the fault of an answer over xboard's protocol.
fn fault_by_xboard(fen: &str, told: &[String]) -> Result<Option<String>, Box<dyn Error>> {
    let root = Position::from_fen(fen)?;
    // `depth score time nodes …`, a tab, moves.
    let mut lines = told.iter().filter_map(|line| {
        let (figures, pv) = line.split_once('\t')?;
        let depth = figures.split(' ').next()?.parse::<u32>().ok()?;
        Some((depth, pv.split(' ').next()?))
    });
    let deepest = lines.clone().map(|(depth, _)| depth).max();
    let last = lines.next_back();
    if let Some((depth, first)) = last
        && (Some(depth) < deepest || notation::parse_move(&root, first).is_err())
    {
        return Ok(Some(format!("depth {depth} with {first} after {deepest:?} had been told")));
    }
    let moved = told.iter().find_map(|line| line.strip_prefix("move "));
    if let Some(moved) = moved
        && (notation::parse_uci(&root, moved).is_err()
            || last.is_some_and(|(_, first)| first != moved))
    {
        return Ok(Some(format!("move {moved} after {last:?}")));
    }
    Ok(None)
}

/// Returns the fault of the prompt's answer.
fn fault_at_prompt(fen: &str, told: &[Value]) -> Result<Option<String>, Box<dyn Error>> {
    let Some(last) = told.last() else { return Ok(Some("nothing was told".to_owned())) };
    if last["type"] == "best" {
        let best = last["move"].as_str().unwrap_or_default();
        if notation::parse_uci(&Position::from_fen(fen)?, best).is_err() {
            return Ok(Some(format!("{best:?} is not legal: {last}")));
        }
        let exact = told.iter().filter(|line| {
            line["type"] == "info" && line["multipv"] == 1 && line["score"]["bound"] == "exact"
        });
        let deepest = exact.clone().filter_map(|line| line["depth"].as_u64()).max();
        if last["depth"].as_u64() < deepest {
            return Ok(Some(format!("depth {} after {deepest:?} had been told", last["depth"])));
        }
        let line = told.iter().rfind(|line| line["type"] == "info");
        if line.is_some_and(|line| line["pv"][0] != best) {
            return Ok(Some(format!("{best} after {line:?}")));
        }
        return Ok(None);
    }
    let number = |line: &Value, name: &str| line[name].as_u64();
    let of = |kind: &str, name: &str| -> Vec<u64> {
        let lines = told.iter().filter(|line| line["type"] == kind);
        lines.filter_map(|line| number(line, name)).collect()
    };
    if let Some(least) = of("proof-found", "mate").into_iter().min()
        && number(last, "mate").is_none_or(|mate| mate > least)
    {
        return Ok(Some(format!("a mate in {least} was told, and then {last}")));
    }
    if let Some(most) = of("proof-refuted", "no_mate_in").into_iter().max()
        && number(last, "no_mate_in").is_none_or(|refuted| refuted < most)
        && number(last, "mate").is_none()
    {
        return Ok(Some(format!("no mate in {most} was told, and then {last}")));
    }
    Ok(None)
}

/// Results of one mode.
#[derive(Default)]
struct Tally {
    times: Vec<Duration>,
    bad: usize,
}

impl Tally {
    fn at(&self, percent: usize) -> String {
        let index = (self.times.len() * percent / 100).min(self.times.len().saturating_sub(1));
        let time = self.times.get(index);
        time.map_or("-".to_owned(), |time| format!("{:.1}ms", time.as_secs_f64() * 1e3))
    }
}

/// Runs all stops of one mode. `stop` runs one: for a number, a position and a moment.
fn mode(
    name: &str,
    stops: usize,
    seed: &mut u64,
    mut stop: impl FnMut(
        usize,
        &str,
        Duration,
    ) -> Result<(Option<String>, Option<Duration>), Box<dyn Error>>,
) -> Result<usize, Box<dyn Error>> {
    let asked = env::args().skip(1).find(|word| word.starts_with(char::is_alphabetic));
    if asked.is_some_and(|asked| !name.starts_with(&asked)) {
        return Ok(0);
    }
    let mut out = std::io::stdout();
    let mut tally = Tally::default();
    for number in 0..stops {
        // Knuth's MMIX generator: the high bits are good.
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let after = Duration::from_millis((*seed >> 33) % LATEST);
        let (kind, fen) = POSITIONS[number % POSITIONS.len()];
        let threads = number / POSITIONS.len() % 2;
        let (fault, time) = stop(threads, fen, after)?;
        tally.times.extend(time);
        if let Some(fault) = fault {
            tally.bad += 1;
            let threads = threads + 1;
            writeln!(out, "{name}, {kind}, {threads} threads, stopped after {after:?}: {fault}")?;
        }
    }
    tally.times.sort_unstable();
    let [half, late, last] = [50, 99, 100].map(|percent| tally.at(percent));
    writeln!(out, "{name:14} {stops:>6} {:>6}  {half:>8} {late:>8} {last:>8}", tally.bad)?;
    Ok(tally.bad)
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let stops = env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(200);
    let mut seed = 0x5EED_0057_0B5Eu64;
    let mut failures = 0;
    writeln!(
        std::io::stdout(),
        "{:14} {:>6} {:>6}  {:>8} {:>8} {:>8}",
        "mode",
        "stops",
        "bad",
        "50%",
        "99%",
        "max"
    )?;
    for (name, go) in MODES {
        let mut guis = [Gui::uci(1)?, Gui::uci(2)?];
        let mut number = 0;
        failures += mode(name, stops, &mut seed, |threads, fen, after| {
            let around = AROUND[number % AROUND.len()];
            let (told, time) = guis[threads].stopped(fen, go, around, after)?;
            if around.1.ends_with("quit") {
                guis[threads] = Gui::uci(threads + 1)?;
            }
            number += 1;
            Ok((fault(fen, &told)?, time))
        })?;
    }
    for (go, around) in XBOARD {
        let mut guis = [Gui::xboard(1)?, Gui::xboard(2)?];
        let mut number = 0;
        failures += mode(&format!("xboard {go}"), stops, &mut seed, |threads, fen, after| {
            let around = around[number % around.len()];
            let (told, time) = guis[threads].stopped_by_xboard(fen, go, around, after)?;
            if around.1.ends_with("quit") {
                guis[threads] = Gui::xboard(threads + 1)?;
            }
            number += 1;
            Ok((fault_by_xboard(fen, &told)?, time))
        })?;
    }
    for typed in TYPED {
        let mut prompts = [Gui::prompt(1)?, Gui::prompt(2)?];
        failures += mode(typed.0, stops, &mut seed, |threads, fen, after| {
            if prompts[threads].child.try_wait()?.is_some() {
                // The answer and the signal crossed.
                prompts[threads] = Gui::prompt(threads + 1)?;
            }
            let (told, time) = prompts[threads].stopped_at_prompt(fen, typed, after)?;
            Ok((fault_at_prompt(fen, &told)?, time))
        })?;
    }
    Ok(if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
