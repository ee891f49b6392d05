//! Keys in a terminal: letters, control keys, escape sequences, pastes, resizes, interrupts; through a pseudo-terminal.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rexpect::process::{PtyProcess, Signal, WaitStatus};
use rustix::termios::{Winsize, tcsetwinsize};

use super::chance::Chance;
use super::grammar::Grammar;
use super::hostile;
use super::outcome::{Fault, MOST_MEMORY, Outcome, panicked};
use super::program::{command, find, memory_of};
use super::session::{Dialect, Step};
use super::world::World;

/// Nothing takes longer unless it hangs.
const PATIENCE: Duration = Duration::from_secs(40);

/// Time before the program is interrupted again.
const AGAIN: Duration = Duration::from_millis(500);

const KEYS: &[&str] = &[
    "\u{1}",
    "\u{2}",
    "\u{5}",
    "\u{6}",
    "\u{7}",
    "\u{8}",
    "\t",
    "\t\t",
    "\u{b}",
    "\u{c}",
    "\u{e}",
    "\u{10}",
    "\u{12}",
    "\u{14}",
    "\u{15}",
    "\u{16}",
    "\u{17}",
    "\u{18}\u{15}",
    "\u{19}",
    "\u{1f}",
    "\u{7f}",
    "\u{1b}",
    "\u{1b}b",
    "\u{1b}f",
    "\u{1b}d",
    "\u{1b}\u{7f}",
    "\u{1b}<",
    "\u{1b}>",
    "\u{1b}t",
    "\u{1b}u",
    "\u{1b}l",
    "\u{1b}c",
    "\u{1b}.",
    "\u{1b}y",
    "\u{1b}5",
    "\u{1b}[A",
    "\u{1b}[B",
    "\u{1b}[C",
    "\u{1b}[D",
    "\u{1b}[H",
    "\u{1b}[F",
    "\u{1b}[3~",
    "\u{1b}[5~",
    "\u{1b}[6~",
    "\u{1b}OP",
    "\u{1b}[1;5C",
    "\u{1b}[1;5D",
    "\u{1b}[200~e4 e5\nNf3\u{1b}[201~",
    "\u{1b}[200~[White \"A\"]\n\n1. e4 {x\ny} e5 *\n\u{1b}[201~",
    "\u{1b}[200~\u{1b}[201~",
    "\u{1b}[200~",
    "\u{1b}[201~",
    "\u{1b}[999;999R",
    "\u{1b}[?62c",
    "\u{1b}[<0;10;10M",
    "\u{1b}]11;rgb:0/0/0\u{7}",
    "\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\",
    "\u{1b}[",
    "\u{1b}O",
    "\u{1b}]",
    "\u{1b}[1;",
    "\u{1b}[99999999999999999999A",
    "é",
    "👨\u{200d}👩",
    "e\u{301}",
    "a",
    "e4",
    " ",
    "/x\r",
    "\u{3}",
    "\u{3}",
];

/// Marks in a step that are not typed: the window changes, the program is suspended and woken.
const RESIZE: &[u8] = b"<resize ";
const SUSPEND: &[u8] = b"<suspend>";

pub(crate) struct Keys;

impl Dialect for Keys {
    fn name(&self) -> &'static str {
        "keys"
    }

    fn steps(&self, chance: &mut Chance, keys: usize) -> Vec<Step> {
        let mut grammar = Grammar::new(true);
        let mut steps = Vec::new();
        let mut count = 0;
        while count < keys {
            let mut text = match chance.below(100) {
                0..36 => chance.pick(KEYS).as_bytes().to_vec(),
                36..56 => grammar.line(chance),
                56..62 => hostile::noise(chance).into_iter().take(30).collect(),
                62..94 => b"\r".to_vec(),
                94..97 => format!(
                    "<resize {} {}",
                    chance.pick(&[1, 2, 5, 24, 100]),
                    chance.pick(&[1, 2, 3, 10, 80, 300])
                )
                .into_bytes(),
                97 => SUSPEND.to_vec(),
                _ => grammar.line(chance).into_iter().chain(*b"\r").collect(),
            };
            // Ctrl-D, Ctrl-Z, Ctrl-\, and what stops the terminal itself: the first ends a session rightly.
            text.retain(|byte| !matches!(byte, 4 | 0x1a | 0x1c | 0x11 | 0x13));
            text.truncate(200);
            let typed = text.iter().map(u8::to_ascii_lowercase).collect::<Vec<_>>();
            if find(&typed, b"quit").is_some() || find(&typed, b"fifo").is_some() {
                continue;
            }
            count += if text.starts_with(b"<") { 1 } else { text.len() };
            steps.push(Step { text, ..Step::default() });
        }
        steps
    }

    fn run(&self, world: &World, room: &Path, steps: &[Step]) -> Result<Outcome> {
        let mut outcome = Outcome::default();
        let mut terminal = Terminal::start(world, room)?;
        let mut there = terminal.reaches("@@begin", &mut outcome)?;
        for (number, step) in steps.iter().enumerate() {
            if !there {
                break;
            }
            outcome.trials += step.text.len();
            if let Some(size) = step.text.strip_prefix(RESIZE) {
                terminal.resize(size)?;
            } else if step.text == SUSPEND {
                terminal.process.signal(Signal::SIGTSTP)?;
                terminal.process.signal(Signal::SIGCONT)?;
            } else {
                terminal.press(&step.text);
            }
            if number % 40 == 39 || number + 1 == steps.len() {
                there = terminal.reaches(&format!("@@keys-{number}-"), &mut outcome)?;
            }
        }
        outcome.memory = memory_of(terminal.pid);
        if outcome.memory > MOST_MEMORY {
            outcome.blame(Some(Fault::new("memory", format!("{} MiB", outcome.memory >> 10))));
        }
        outcome.blame(panicked(&terminal.told));
        let tail =
            String::from_utf8_lossy(&terminal.told[terminal.told.len().saturating_sub(400)..])
                .into_owned();
        match terminal.process.status() {
            Some(WaitStatus::StillAlive) if there => {
                outcome.blame(terminal.leaves(&[0, 1, 4, 130]));
            }
            Some(WaitStatus::StillAlive) => outcome.blame(Some(Fault::new("hangs", tail))),
            // Two interrupts at an empty prompt may leave.
            Some(WaitStatus::Exited(_, 130)) => {}
            status => {
                outcome.blame(Some(Fault::new(format!("leaves by itself, {status:?}"), tail)))
            }
        }
        // A program that has ended ignores it.
        let _ = terminal.process.signal(Signal::SIGKILL);
        Ok(outcome)
    }
}

/// Opens a prompt, and walks through the lines of earlier sessions.
pub(crate) fn looks_back(
    world: &World,
    room: &Path,
    outcome: &mut Outcome,
) -> Result<Option<Fault>> {
    let mut terminal = Terminal::start(world, room)?;
    let mut there = terminal.reaches("@@begin", outcome)?;
    if there {
        terminal.press(b"\x1b[A\x1b[A\x1b[A\x1b[A\x1b[B\x12e\x12\x12\x07");
        there = terminal.reaches("@@end", outcome)?;
    }
    if let Some(fault) = panicked(&terminal.told) {
        return Ok(Some(fault));
    }
    if !there {
        return Ok(Some(Fault::new(
            "hangs, or leaves by itself",
            format!("{:?}", terminal.process.status()),
        )));
    }
    Ok(terminal.leaves(&[0, 1, 4, 130]))
}

/// The program in a terminal.
struct Terminal {
    process: PtyProcess,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    told: Vec<u8>,
    pid: u32,
    room: PathBuf,
}

impl Terminal {
    fn start(world: &World, room: &Path) -> Result<Terminal> {
        // rexpect keeps the number of the process to itself, so a shell writes it down and becomes the program.
        let mut command =
            command(Path::new("/bin/sh"), room, ["-c", "echo $$ > pid; exec \"$@\"", "sh"]);
        command.arg(&world.binary).args(["-H", "1", "-t", "1", "--theme", "dark"]);
        command.env("TERM", "xterm-256color").env("PAGER", "cat");
        let mut process = PtyProcess::new(command).context("no terminal")?;
        process.set_kill_timeout(Some(0));
        let keyboard = process.get_file_handle()?;
        let mut from = process.get_file_handle()?;
        let (teller, screen) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(count @ 1..) = from.read(&mut buffer) {
                if teller.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let mut terminal =
            Terminal { process, keyboard, screen, told: Vec::new(), pid: 0, room: room.to_owned() };
        terminal.resize(b"24 80")?;
        terminal.press(b"set go.default 2ms\rset proof.default 5ms\r");
        // Before the prompt an interrupt is the shell's, or ends a program that has hardly begun.
        let begun = Instant::now();
        while find(&terminal.told, b"[?2004h").is_none() && begun.elapsed() < PATIENCE {
            if let Ok(bytes) = terminal.screen.recv_timeout(AGAIN) {
                terminal.told.extend(bytes);
            }
        }
        Ok(terminal)
    }

    fn resize(&mut self, size: &[u8]) -> Result<()> {
        let text = String::from_utf8_lossy(size).into_owned();
        let mut sides = text.split(' ').filter_map(|side| side.parse().ok());
        let (rows, columns) = (sides.next().unwrap_or(24), sides.next().unwrap_or(80));
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.keyboard, size)?;
        Ok(())
    }

    /// Types keys, and takes what is drawn meanwhile.
    fn press(&mut self, keys: &[u8]) {
        // A program that has left is noticed where its answer is missing.
        let _ = self.keyboard.write_all(keys).and_then(|()| self.keyboard.flush());
        while let Ok(bytes) = self.screen.try_recv() {
            self.told.extend(bytes);
        }
    }

    /// Ends a paste and a search through the history, and interrupts. Keys typed before the interrupt are dropped, so this waits
    /// for the next prompt, but not long: there may be none.
    fn interrupt(&mut self) {
        let from = self.told.len();
        self.press(b"\x1b[201~\x07\x03");
        let begun = Instant::now();
        while find(&self.told[from..], b"[?2004h").is_none() && begun.elapsed() < AGAIN {
            if let Ok(bytes) = self.screen.recv_timeout(Duration::from_millis(5)) {
                self.told.extend(bytes);
            }
        }
    }

    /// Clears the line and asks for an echo until it comes; false if the program left or hangs.
    fn reaches(&mut self, mark: &str, outcome: &mut Outcome) -> Result<bool> {
        let begun = Instant::now();
        let mut asked = begun;
        self.resize(b"24 80")?;
        let mut from = self.told.len();
        let ask = format!("\u{15}echo {mark}$\r");
        self.interrupt();
        self.press(ask.as_bytes());
        loop {
            match self.screen.recv_timeout(Duration::from_millis(50)) {
                Ok(bytes) => self.told.extend(bytes),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(false),
            }
            if let Some(at) = find(&self.told[from..], format!("\n{mark}$").as_bytes()) {
                self.told.drain(..from + at);
                outcome.slowest = outcome.slowest.max(begun.elapsed());
                if self.pid == 0 {
                    self.pid = fs::read_to_string(self.room.join("pid"))?.trim().parse()?;
                }
                return Ok(true);
            }
            from = from.max(self.told.len().saturating_sub(mark.len() + 8));
            if begun.elapsed() > PATIENCE {
                return Ok(false);
            }
            if asked.elapsed() > AGAIN {
                outcome.interrupted += 1;
                self.interrupt();
                self.press(ask.as_bytes());
                asked = Instant::now();
            }
        }
    }

    /// Quits. As in `reaches`, keys typed before an interrupt are dropped, so it types until it works.
    fn leaves(&mut self, allowed: &[i32]) -> Option<Fault> {
        let begun = Instant::now();
        let mut asked: Option<Instant> = None;
        loop {
            if asked.is_none_or(|asked| asked.elapsed() > AGAIN) {
                self.interrupt();
                self.press(b"\x15quit\r");
                asked = Some(Instant::now());
            }
            match self.process.status() {
                Some(WaitStatus::StillAlive) if begun.elapsed() < PATIENCE => {
                    while let Ok(bytes) = self.screen.try_recv() {
                        self.told.extend(bytes);
                    }
                    thread::sleep(Duration::from_millis(2));
                }
                Some(WaitStatus::StillAlive) => return Some(Fault::new("does not leave", "")),
                Some(WaitStatus::Exited(_, code)) if allowed.contains(&code) => return None,
                status => return Some(Fault::new("a wrong status", format!("{status:?}"))),
            }
        }
    }
}
