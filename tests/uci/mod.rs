//! Dialogues with the real program through pipes, like those of a GUI.
//!
//! Times appear only as guards against hanging, and where something must not happen for a while.

mod clocks;
mod input;
mod life;
mod lines;
mod mates;
mod order;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ExitStatus};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::program::{Run, bare};

/// Nothing takes this long unless it hangs.
const GUARD: Duration = Duration::from_secs(120);

/// Waiting time for something that must not come.
const SILENCE: Duration = Duration::from_millis(200);

const MATED: &str = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
const STALEMATE: &str = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";
const ONE_REPLY: &str = "7k/8/8/8/8/8/1r6/K7 w - - 0 1";
const LADDER: &str = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";

/// The program, controlled like by a GUI.
pub(crate) struct Gui {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Gui {
    /// Starts the program without any input.
    pub(crate) fn start() -> Gui {
        Gui::start_with(&[])
    }

    fn start_with(arguments: &[&str]) -> Gui {
        let mut child = bare().args(arguments).piped();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Gui { input: child.stdin.take(), child, lines }
    }

    /// Starts it and completes the handshake.
    fn greeted() -> Gui {
        let mut gui = Gui::start();
        gui.say("uci");
        gui.until("uciok");
        gui
    }

    fn say_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn hear(&self) -> String {
        self.lines.recv_timeout(GUARD).expect("a line")
    }

    /// Lines up to and including the first that begins with this word.
    pub(crate) fn until(&self, word: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.hear();
            let last = line.split(' ').next() == Some(word);
            heard.push(line);
            if last {
                return heard;
            }
        }
    }

    /// Lines up to and including the first that equals `wanted`.
    pub(crate) fn until_line(&self, wanted: &str) -> Vec<String> {
        self.until_one(|line| line == wanted)
    }

    /// Lines up to and including the first with this prefix.
    pub(crate) fn until_prefix(&self, wanted: &str) -> Vec<String> {
        self.until_one(|line| line.starts_with(wanted))
    }

    fn until_one(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.hear());
            if heard.last().is_some_and(|line| is_wanted(line)) {
                return heard;
            }
        }
    }

    /// Sends both lines and returns all output up to `bestmove`.
    fn search(&mut self, position: &str, go: &str) -> Vec<String> {
        self.say(position);
        self.say(go);
        self.until("bestmove")
    }

    /// Asserts that no line begins with this word for a while.
    fn hears_no(&self, word: &str) {
        let end = Instant::now() + SILENCE;
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            assert!(!line.starts_with(word), "{line}");
        }
    }

    /// Synchronizes: all pending output comes before this returns.
    fn is_in_step(&mut self) {
        self.say("isready");
        assert_eq!(self.until("readyok"), ["readyok"]);
    }

    fn hang_up(&mut self) {
        self.input = None;
    }

    /// The rest of the output and the status.
    pub(crate) fn rest(mut self) -> (Vec<String>, ExitStatus) {
        self.hang_up();
        let mut rest = Vec::new();
        let end = Instant::now() + GUARD;
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            rest.push(line);
        }
        (rest, self.status())
    }

    pub(crate) fn status(&mut self) -> ExitStatus {
        let end = Instant::now() + GUARD;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < end, "the program goes on");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The word after `word` in a line.
fn field<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|found| *found == word)?;
    words.next()
}

fn number(line: &str, word: &str) -> Option<i64> {
    field(line, word)?.parse().ok()
}

fn best(lines: &[String]) -> &str {
    field(lines.last().unwrap(), "bestmove").unwrap()
}

/// The best move's last exact line.
fn last_exact(lines: &[String]) -> &str {
    lines.iter().rev().find(|line| line.contains(" pv ") && !line.contains("bound")).unwrap()
}
