//! The program under test: in its own folder, connected by pipes, watched for hangs and memory.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// An answer that takes longer is a hang, if the program worked for [`WORK`].
const PATIENCE: Duration = Duration::from_secs(30);

/// A program that sleeps for this long, and does not answer, never will.
const ASLEEP: Duration = Duration::from_secs(10);

/// Processor time after which an unanswered program hangs.
const WORK: Duration = Duration::from_secs(10);

/// A later answer is a hang, whatever else the machine does.
const LATEST: Duration = Duration::from_secs(120);

/// Processor time that a line may take before it is interrupted, as a user would with Ctrl-C.
const TIRED: Duration = Duration::from_millis(700);

/// A line without processor time or answer for this long is interrupted, too.
const BORED: Duration = Duration::from_secs(3);

/// Polling interval of a silent program.
const TICK: Duration = Duration::from_millis(50);

/// What ended a wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wait {
    /// The text came.
    Answered,
    /// The program left.
    Left,
    /// It did neither.
    Hung,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stream {
    Out,
    Err,
}

pub(crate) struct Program {
    child: Child,
    input: Option<Sender<Vec<u8>>>,
    heard: Receiver<(Stream, Vec<u8>)>,
    /// Everything from standard output.
    pub out: Vec<u8>,
    /// Everything from standard error.
    pub err: Vec<u8>,
    /// Bytes of the output before this place have been waited for.
    seen: usize,
    /// The longest wait for an answer.
    pub slowest: Duration,
    /// The number of interrupts sent.
    pub interrupts: usize,
    /// Whether a line that takes long is interrupted.
    pub interrupting: bool,
}

/// Returns the command that starts the program in a folder, which is its home too.
pub(crate) fn command(
    binary: &Path,
    folder: &Path,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Command {
    let mut command = Command::new(binary);
    command.args(arguments).current_dir(folder).env_clear().env("PATH", "/usr/bin:/bin");
    for home in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
        command.env(home, folder);
    }
    command
}

impl Program {
    /// Starts the program with pipes.
    pub(crate) fn start(mut command: Command) -> Result<Program> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .context("the program cannot be started")?;
        let (teller, heard) = mpsc::channel();
        let out = child.stdout.take().context("no standard output")?;
        let err = child.stderr.take().context("no standard error")?;
        let mut pipe = child.stdin.take().context("no standard input")?;
        read_all(out, Stream::Out, teller.clone());
        read_all(err, Stream::Err, teller);
        let (input, to_write) = mpsc::channel::<Vec<u8>>();
        thread::spawn(move || {
            // A program that has ended reads nothing.
            while let Ok(bytes) = to_write.recv() {
                if pipe.write_all(&bytes).and_then(|()| pipe.flush()).is_err() {
                    return;
                }
            }
        });
        Ok(Program {
            child,
            input: Some(input),
            heard,
            out: Vec::new(),
            err: Vec::new(),
            seen: 0,
            slowest: Duration::ZERO,
            interrupts: 0,
            interrupting: true,
        })
    }

    pub(crate) fn say(&mut self, bytes: Vec<u8>) {
        if let Some(input) = &self.input {
            // A program that has ended is noticed by its missing answer.
            let _ = input.send(bytes);
        }
    }

    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// Takes what the program says, for at most this long; returns false once both streams have ended.
    fn listen(&mut self, time: Duration) -> bool {
        let mut first = self.heard.recv_timeout(time);
        loop {
            match first {
                Ok((Stream::Out, bytes)) => self.out.extend(bytes),
                Ok((Stream::Err, bytes)) => self.err.extend(bytes),
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
            first = self.heard.recv_timeout(Duration::ZERO);
        }
    }

    /// Waits a while until the complaints hold this text: they come through a pipe of their own.
    pub(crate) fn wait_for_complaint(&mut self, text: &[u8], from: usize) {
        let begun = Instant::now();
        while find(&self.err[from..], text).is_none() && begun.elapsed() < BORED {
            if !self.listen(TICK) {
                return;
            }
        }
    }

    /// Waits until the output holds this text, behind everything that was waited for before.
    pub(crate) fn wait_for(&mut self, text: &[u8]) -> Wait {
        let mut from = self.seen;
        self.wait(|out| {
            let found = find(&out[from..], text).map(|at| from + at + text.len());
            from = out.len().saturating_sub(text.len()).max(from);
            found
        })
    }

    /// Waits until `is_there` returns a place in the output: the end of what was waited for.
    pub(crate) fn wait(&mut self, mut is_there: impl FnMut(&[u8]) -> Option<usize>) -> Wait {
        let begun = Instant::now();
        let (mut last, mut worked) = (begun, self.work());
        let first_work = worked;
        let (mut last_work, mut awake) = (worked, begun);
        loop {
            if let Some(end) = is_there(&self.out) {
                self.seen = end;
                self.slowest = self.slowest.max(begun.elapsed());
                return Wait::Answered;
            }
            let before = self.out.len();
            if !self.listen(TICK) {
                let found = is_there(&self.out);
                self.seen = found.unwrap_or(self.seen);
                return if found.is_some() { Wait::Answered } else { Wait::Left };
            }
            if self.out.len() > before && begun.elapsed() < BORED {
                continue;
            }
            let work = self.work();
            // On a busy machine it may wait for the processor for long.
            if work > last_work || is_runnable(self.child.id()) {
                (last_work, awake) = (work, Instant::now());
            }
            if begun.elapsed() > LATEST
                || begun.elapsed() > PATIENCE && work - first_work > WORK
                || awake.elapsed() > ASLEEP
            {
                return Wait::Hung;
            }
            if self.interrupting && (work.saturating_sub(worked) > TIRED || last.elapsed() > BORED)
            {
                self.interrupt();
                (last, worked) = (Instant::now(), work);
            }
        }
    }

    /// Waits for the program to leave.
    pub(crate) fn status(&mut self) -> Result<Option<ExitStatus>> {
        let (begun, first_work) = (Instant::now(), self.work());
        while self.listen(TICK) {
            let work = self.work() - first_work;
            if begun.elapsed() > LATEST || begun.elapsed() > PATIENCE && work > WORK {
                return Ok(None);
            }
        }
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(Some(status));
            }
            if begun.elapsed() > LATEST {
                return Ok(None);
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Interrupts the program, as Ctrl-C does.
    fn interrupt(&mut self) {
        signal(self.child.id(), "INT");
        self.interrupts += 1;
    }

    /// Kills the program as a crash would.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Returns the processor time used so far.
    pub(crate) fn work(&self) -> Duration {
        work_of(self.child.id())
    }

    /// Returns the largest memory used so far, in KiB; nothing if the program has left.
    pub(crate) fn memory(&self) -> u64 {
        memory_of(self.child.id())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Sends a signal by the program `kill`, which a program that has ended ignores.
pub(crate) fn signal(pid: u32, name: &str) {
    let sent = Command::new("kill")
        .args(["-s", name, &pid.to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    drop(sent);
}

/// Returns the processor time of a process, from /proc.
pub(crate) fn work_of(pid: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let behind = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: u64 = behind
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|word| word.parse::<u64>().ok())
        .sum();
    Duration::from_millis(ticks * 10)
}

/// Returns whether a thread of a process runs, or would if there were a processor for it.
fn is_runnable(pid: u32) -> bool {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task"));
    tasks.into_iter().flatten().flatten().any(|task| {
        let stat = std::fs::read_to_string(task.path().join("stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with(['R', 'D']))
    })
}

/// Returns the largest memory that a process has used, in KiB.
pub(crate) fn memory_of(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn read_all(mut from: impl Read + Send + 'static, stream: Stream, to: Sender<(Stream, Vec<u8>)>) {
    thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(count @ 1..) = from.read(&mut buffer) {
            if to.send((stream, buffer[..count].to_vec())).is_err() {
                return;
            }
        }
    });
}

/// Returns where a text begins.
pub(crate) fn find(bytes: &[u8], text: &[u8]) -> Option<usize> {
    bytes.windows(text.len()).position(|window| window == text)
}
