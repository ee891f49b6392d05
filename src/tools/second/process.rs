//! A program that is talked to in lines. No wait for it is without an end, and whatever it does, it is killed and reaped: on
//! drop, and by [`end_all`] before the program itself ends.
//!
//! It stands in a process group of its own, so that Ctrl-C at the terminal does not reach it, and what it started ends with it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, Weak};
use std::thread;
use std::time::Instant;

use crate::control::lock::Unpoisoned;

/// Bytes of a line; a longer one is left out.
const LONGEST: u64 = 64 << 10;

/// Lines that wait to be read; with more, the program itself waits.
const WAITING: usize = 256;

static LIVING: Mutex<Vec<Weak<Keeper>>> = Mutex::new(Vec::new());

#[derive(Debug)]
pub(super) struct Process {
    pub(super) keeper: Arc<Keeper>,
    heard: Receiver<Heard>,
    wake: SyncSender<Heard>,
    input: Sender<String>,
}

/// The child, until it is reaped.
#[derive(Debug)]
pub(super) struct Keeper(Mutex<Option<Child>>);

#[derive(Debug)]
pub(super) enum Heard {
    Line(String),
    /// Somebody wants attention: the stop flag was raised.
    Woken,
    TimeUp,
    Gone,
}

impl Process {
    pub(super) fn start(program: &std::path::Path, arguments: &[String]) -> io::Result<Process> {
        let mut command = Command::new(program);
        command.args(arguments).stderr(Stdio::null());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let streams = child.stdin.take().zip(child.stdout.take());
        let keeper = Arc::new(Keeper(Mutex::new(Some(child))));
        let mut living = LIVING.lock().unpoisoned();
        living.retain(|other| other.strong_count() > 0);
        living.push(Arc::downgrade(&keeper));
        drop(living);
        let (wake, heard) = mpsc::sync_channel(WAITING);
        let (input, typed) = mpsc::channel();
        let process = Process { keeper, heard, wake: wake.clone(), input };
        let (stdin, stdout) = streams.ok_or(io::ErrorKind::BrokenPipe)?;
        let named = |name: &str| thread::Builder::new().name(name.to_owned());
        named("to second").spawn(move || write(stdin, &typed))?;
        named("of second").spawn(move || read(stdout, &wake))?;
        Ok(process)
    }

    /// Sends a line. Whether it is read shows in what is answered.
    pub(super) fn send(&self, line: impl Into<String>) {
        // The thread that writes ends with the program, and then no answer comes.
        let _ = self.input.send(line.into() + "\n");
    }

    /// Waits for a line, at most until then.
    pub(super) fn hear(&self, until: Instant) -> Heard {
        let Some(left) = until.checked_duration_since(Instant::now()) else { return Heard::TimeUp };
        self.heard.recv_timeout(left).unwrap_or_else(|error| match error {
            RecvTimeoutError::Timeout => Heard::TimeUp,
            RecvTimeoutError::Disconnected => Heard::Gone,
        })
    }

    /// Returns what wakes whoever waits for a line.
    pub(super) fn waker(&self) -> impl FnOnce() + Send + use<> {
        let wake = self.wake.clone();
        // If there is no room, it is awake: lines are waiting.
        move || drop(wake.try_send(Heard::Woken))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.keeper.end();
    }
}

impl Keeper {
    /// Kills it and what it has started, and reaps it.
    pub(super) fn end(&self) {
        let Some(mut child) = self.0.lock().unpoisoned().take() else { return };
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(child.id().cast_signed()) {
            // It may have ended by itself.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = child.kill();
        let _ = child.wait();
    }

    pub(super) fn is_alive(&self) -> bool {
        let mut child = self.0.lock().unpoisoned();
        let lives = child.as_mut().is_some_and(|child| matches!(child.try_wait(), Ok(None)));
        if !lives {
            // It was reaped, and its number may be another's by now.
            *child = None;
        }
        lives
    }
}

/// Ends all that were started and are still there. Before the program ends.
pub fn end_all() {
    let living = std::mem::take(&mut *LIVING.lock().unpoisoned());
    living.iter().filter_map(Weak::upgrade).for_each(|keeper| keeper.end());
}

fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until the end.
fn read(stdout: ChildStdout, heard: &SyncSender<Heard>) {
    let mut stdout = BufReader::new(stdout);
    let mut bytes = Vec::new();
    let mut is_rest = false;
    loop {
        bytes.clear();
        match (&mut stdout).take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let ends = bytes.ends_with(b"\n");
        let is_whole = !std::mem::replace(&mut is_rest, !ends) && ends;
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if is_whole && heard.send(Heard::Line(line)).is_err() {
            break;
        }
    }
    // Nobody waits for this if the receiver is gone.
    let _ = heard.send(Heard::Gone);
}
