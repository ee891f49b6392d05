//! A child process that reads and writes lines. It is killed and reaped on drop, and by [`end_all`] before the program exits.
//!
//! It has a process group of its own: Ctrl-C at the terminal does not reach it, and its own children are killed with it.

use std::env;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, Weak};
use std::thread;
use std::time::Instant;

use crate::control::lock::Unpoisoned;

/// Maximum bytes of a line; longer lines are skipped.
const LONGEST: u64 = 64 << 10;

/// Maximum number of unread lines; the child blocks beyond it.
const WAITING: usize = 256;

static CHILDREN: Mutex<Vec<Weak<ChildGuard>>> = Mutex::new(Vec::new());

#[derive(Debug)]
pub(super) struct Process {
    pub(super) guard: Arc<ChildGuard>,
    heard: Receiver<Heard>,
    wake: SyncSender<Heard>,
    input: Sender<String>,
}

/// The child, until it is reaped.
#[derive(Debug)]
pub(super) struct ChildGuard(Mutex<Option<Child>>);

#[derive(Debug)]
pub(super) enum Heard {
    Line(String),
    /// The stop flag was raised.
    Woken,
    TimeUp,
    Gone,
}

impl Process {
    pub(super) fn start(program: &Path, arguments: &[String]) -> io::Result<Process> {
        let mut command = Command::new(program);
        command.args(arguments).stderr(Stdio::null());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let streams = child.stdin.take().zip(child.stdout.take());
        let guard = Arc::new(ChildGuard(Mutex::new(Some(child))));
        let mut living = CHILDREN.lock().unpoisoned();
        living.retain(|other| other.strong_count() > 0);
        living.push(Arc::downgrade(&guard));
        drop(living);
        let (wake, heard) = mpsc::sync_channel(WAITING);
        let (input, typed) = mpsc::channel();
        let process = Process { guard, heard, wake: wake.clone(), input };
        let (stdin, stdout) = streams.ok_or(io::ErrorKind::BrokenPipe)?;
        let named = |name: &str| thread::Builder::new().name(name.to_owned());
        named("to second").spawn(move || write(stdin, &typed))?;
        named("of second").spawn(move || read(stdout, &wake))?;
        Ok(process)
    }

    /// Sends a line. Errors show as a missing answer.
    pub(super) fn send(&self, line: impl Into<String>) {
        // The writer thread ends with the child.
        let _ = self.input.send(line.into() + "\n");
    }

    /// Waits for a line until the deadline.
    pub(super) fn hear(&self, until: Instant) -> Heard {
        let Some(left) = until.checked_duration_since(Instant::now()) else { return Heard::TimeUp };
        self.heard.recv_timeout(left).unwrap_or_else(|error| match error {
            RecvTimeoutError::Timeout => Heard::TimeUp,
            RecvTimeoutError::Disconnected => Heard::Gone,
        })
    }

    /// Returns a function that interrupts [`Process::hear`].
    pub(super) fn waker(&self) -> impl FnOnce() + Send + use<> {
        let wake = self.wake.clone();
        // A full channel needs no interruption.
        move || drop(wake.try_send(Heard::Woken))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.guard.end();
    }
}

impl ChildGuard {
    /// Kills the process group and reaps the child.
    pub(super) fn end(&self) {
        let Some(mut child) = self.0.lock().unpoisoned().take() else { return };
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(child.id().cast_signed()) {
            // It may have exited already.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = child.kill();
        let _ = child.wait();
    }

    pub(super) fn is_alive(&self) -> bool {
        let mut child = self.0.lock().unpoisoned();
        let lives = child.as_mut().is_some_and(|child| matches!(child.try_wait(), Ok(None)));
        if !lives {
            // It was reaped: its process id may be reused.
            *child = None;
        }
        lives
    }
}

/// Folders of games in Debian, which the path of a service or of root lacks.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// Finds a program given by its name alone in the folders of PATH and in [`GAMES`]; a folder of its name is none. Systems that
/// add endings to names search themselves.
///
/// # Errors
/// Where it was sought.
pub(super) fn find(program: &Path) -> Result<PathBuf, String> {
    if program.is_dir() && program.components().nth(1).is_some() {
        return Err("it is a folder".to_owned());
    }
    if !cfg!(unix) || program.components().nth(1).is_some() || program.is_absolute() {
        return Ok(program.to_owned());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(GAMES.map(PathBuf::from));
    let mut sought: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let found = folder.join(program);
        if is_executable(&found) {
            return Ok(found);
        }
        if !sought.contains(&folder) {
            sought.push(folder);
        }
    }
    let sought: Vec<String> = sought.iter().map(|folder| folder.display().to_string()).collect();
    Err(format!("there is no such program in {}", sought.join(", ")))
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use rustix::fs::{Access, access};
    file.is_file() && access(file, Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file()
}

/// Kills all children that are still running.
pub fn end_all() {
    let living = std::mem::take(&mut *CHILDREN.lock().unpoisoned());
    living.iter().filter_map(Weak::upgrade).for_each(|guard| guard.end());
}

fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until the end of the stream.
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
    // The receiver may be gone.
    let _ = heard.send(Heard::Gone);
}
