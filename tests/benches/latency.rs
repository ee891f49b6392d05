//! Measures start and stop times: `cargo bench --bench latency`.
//!
//! Start: from spawning the process to `uciok`, the whole process, twenty times. Stop: from writing `stop` to reading
//! `bestmove`, after a hundred searches of random length, on a machine at rest and with every other core spinning.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const STARTS: usize = 20;
const STOPS: usize = 100;
const POSITION: &str =
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start() -> io::Result<Program> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quarterply"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Program { child, input, output: BufReader::new(output) })
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.input.write_all(format!("{line}\n").as_bytes())?;
        self.input.flush()
    }

    fn until(&mut self, word: &str) -> io::Result<()> {
        let mut line = String::new();
        while !line.starts_with(word) {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(())
    }

    fn quit(mut self) -> io::Result<()> {
        self.say("quit")?;
        self.child.wait().map(drop)
    }
}

fn start() -> io::Result<Duration> {
    let begun = Instant::now();
    let mut program = Program::start()?;
    program.say("uci")?;
    program.until("uciok")?;
    let elapsed = begun.elapsed();
    program.quit()?;
    Ok(elapsed)
}

fn stops(threads: usize) -> io::Result<Vec<Duration>> {
    let mut program = Program::start()?;
    program.say("uci")?;
    program.until("uciok")?;
    program.say(&format!("setoption name Threads value {threads}"))?;
    let mut taken = Vec::with_capacity(STOPS);
    // Any fixed sequence will do for pauses between 0 and 100 ms.
    let mut pause = 12_345_u64;
    for _ in 0..STOPS {
        pause = pause * 48_271 % 2_147_483_647;
        program.say("ucinewgame")?;
        program.say(POSITION)?;
        program.say("isready")?;
        program.until("readyok")?;
        program.say("go infinite")?;
        thread::sleep(Duration::from_micros(pause % 100_000));
        let begun = Instant::now();
        program.say("stop")?;
        program.until("bestmove")?;
        taken.push(begun.elapsed());
    }
    program.quit()?;
    Ok(taken)
}

/// The percentile of sorted durations.
fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted[(sorted.len() * percent).div_ceil(100).clamp(1, sorted.len()) - 1]
}

fn show(out: &mut impl Write, what: &str, mut taken: Vec<Duration>) -> io::Result<()> {
    taken.sort();
    let milliseconds = |percent| percentile(&taken, percent).as_secs_f64() * 1e3;
    let (count, half, most, all) =
        (taken.len(), milliseconds(50), milliseconds(99), milliseconds(100));
    writeln!(
        out,
        "{what:40} {count:4} times   median {half:6.2} ms   99th {most:6.2} ms   worst {all:6.2} ms"
    )
}

/// Runs `work` while all other cores are spinning.
fn beside_spinning<T>(work: impl FnOnce() -> T) -> T {
    let done = Arc::new(AtomicBool::new(false));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    for _ in 1..cores.max(2) {
        let done = done.clone();
        thread::spawn(move || {
            while !done.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        });
    }
    let result = work();
    done.store(true, Ordering::Relaxed);
    result
}

fn main() -> io::Result<()> {
    let mut out = io::stdout();
    let starts: io::Result<Vec<Duration>> = (0..STARTS).map(|_| start()).collect();
    show(&mut out, "from the start to uciok", starts?)?;
    show(&mut out, "stop to bestmove, one thread", stops(1)?)?;
    show(&mut out, "stop to bestmove, two threads", stops(2)?)?;
    show(&mut out, "one thread, the other cores busy", beside_spinning(|| stops(1))?)?;
    show(&mut out, "two threads, the other cores busy", beside_spinning(|| stops(2))?)
}
