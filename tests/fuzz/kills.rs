//! Long work, killed at random moments and begun again until it is done: the result is that of an unbroken run, byte for
//! byte, and a further run leaves no temporary files behind. And long work that gets the signals of a terminal and of a system
//! that shuts down: it ends soon, in words, and leaves nothing half done.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::chance::Chance;
use super::outcome::{Fault, Outcome, panicked, unexpected};
use super::program::{command, memory_of, signal};
use super::world::World;

/// A run that takes longer than this, or ten times as long as an unbroken one, hangs.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) struct Work {
    pub name: &'static str,
    commands: &'static [&'static str],
    /// How often the commands are repeated.
    times: usize,
    /// After every kill this file is one of those, or not there.
    whole: Option<(&'static str, [&'static str; 2])>,
}

const SAVING: &[&str] =
    &["restore a.qps", "save k.qps --force", "restore b.qps", "save k.qps --force"];

/// Repeated changes: edits of a book and learning write in the same way.
const LEARNING: &[&str] = &[
    "set BookEdits k.edits",
    "book weight e4 2",
    "book weight d4 1",
    "book weight c4 3",
    "book weight Nf3 5",
    "book weight e4 9",
    "book weight g3 1",
    "book weight d4 4",
    "book weight b3 2",
    "book weight c4 7",
    "book weight e4 1",
    "book weight Nf3 2",
    "book weight d4 8",
    "book weight g3 6",
    "book weight b3 3",
    "book weight c4 1",
    "book weight e4 5",
    "book weight Nf3 9",
];

/// All work that is killed.
pub(crate) const WORKS: &[Work] = &[
    Work { name: "save", commands: SAVING, times: 5, whole: Some(("k.qps", ["a.qps", "b.qps"])) },
    Work { name: "annotate", commands: &["annotate g.pgn 5k --to k.pgn"], times: 1, whole: None },
    Work { name: "book learn", commands: LEARNING, times: 1, whole: None },
];

/// Work that only a signal ends, or that takes long enough for one.
const ENDLESS: &[&str] = &[
    "go d99",
    "top 3 d99",
    "proof shortest",
    "proof all 9",
    "tries 9",
    "perft 9",
    "bench 30",
    "compare 9M",
    "book 9M",
    "perft --suite counts.epd",
    "solve wide.epd 9M",
    "sound wide.epd 9M",
    "suite wide.epd 9M",
    "annotate g.pgn 9M --to k.pgn --html k.html --force",
    "annotate 9M",
    "games long.pgn",
    "why",
];

/// Signals that end the program, or that Ctrl-Z sends; and the status with which it may leave, besides that of its work.
const SIGNALS: [(&str, i32); 4] = [("INT", 130), ("TERM", 143), ("HUP", 129), ("STOP", 130)];

/// A program that goes on for longer after a signal hangs.
const FAREWELL: Duration = Duration::from_secs(20);

/// Sends signals to work, at random moments.
pub(crate) fn interrupt(world: &World, chance: &mut Chance, signals: usize) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    while outcome.trials < signals && outcome.fault.is_none() {
        let room = world.room()?;
        let room = room.path();
        fs::write(room.join("counts.epd"), format!("{START} ;D9 1\n"))?;
        fs::write(room.join("wide.epd"), format!("{START} bm e4;\n").repeat(9))?;
        fs::write(room.join("long.pgn"), "1. e4 e5 2. Nf3 *\n\n".repeat(200_000))?;
        let before = contents(room)?;
        let (line, (name, status)) = (chance.pick(ENDLESS), chance.pick(&SIGNALS));
        let errors = fs::File::create(room.join("stderr"))?;
        let mut child =
            command(&world.binary, room, ["-H", "1", "-t", "1", "-c", "e4", "-c", line])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::from(errors))
                .spawn()?;
        thread::sleep(Duration::from_millis(chance.below(400) as u64));
        signal(child.id(), name);
        if name == "STOP" {
            thread::sleep(Duration::from_millis(chance.below(400) as u64));
            signal(child.id(), "CONT");
            signal(child.id(), "INT");
        }
        let begun = Instant::now();
        while child.try_wait()?.is_none() && begun.elapsed() < FAREWELL {
            thread::sleep(Duration::from_millis(2));
        }
        child.kill()?;
        let ended = child.wait()?;
        outcome.trials += 1;
        outcome.slowest = outcome.slowest.max(begun.elapsed());
        let said = fs::read(room.join("stderr"))?;
        let fault = panicked(&said).or_else(|| unexpected(Some(ended), &[0, 1, 4, status], &said));
        // It may not be ready for signals yet.
        let early = ["signal 1", "signal 2", "signal 15"];
        outcome.blame(fault.filter(|fault| !early.contains(&&*fault.class)));
        let left = contents(room)?.into_keys().find(|file| file.contains(".quarterply-"));
        outcome.blame(left.map(|file| Fault::new("a temporary file is left", file)));
        outcome.blame(differs(&before, &contents(room)?, false));
        if let Some(fault) = &mut outcome.fault {
            fault.detail = format!("{name} during `{line}`\n{}", fault.detail);
        }
    }
    Ok(outcome)
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// What a folder holds: the bytes of each file, times left out.
type Contents = BTreeMap<String, Vec<u8>>;

impl Work {
    fn begin(&self, world: &World, room: &Path) -> Result<Child> {
        let mut arguments = vec!["-H".to_owned(), "1".to_owned(), "-t".to_owned(), "1".to_owned()];
        for line in self.commands.repeat(self.times) {
            arguments.extend(["-c".to_owned(), line.to_owned()]);
        }
        let err = fs::File::create(room.join("stderr"))?;
        command(&world.binary, room, arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::from(err))
            .spawn()
            .context("the program cannot be started")
    }

    /// Makes the folder that each series begins with.
    fn room(&self, world: &World) -> Result<tempfile::TempDir> {
        let room = world.room()?;
        for special in ["fifo", "zero", "null"] {
            let _ = fs::remove_file(room.path().join(special));
        }
        fs::copy(room.path().join("s.qps"), room.path().join("a.qps"))?;
        let long: String = "Nf3 Nf6 Ng1 Ng8 ".repeat(400);
        fs::write(room.path().join("long.txt"), format!("new\n{long}\nsave b.qps\n"))?;
        let status =
            command(&world.binary, room.path(), ["-H", "1", "-f", "long.txt"]).output()?.status;
        anyhow::ensure!(status.success(), "a long game cannot be saved");
        Ok(room)
    }

    /// Runs to the end; the fault if it fails. Once the result is there, doing it again may be refused.
    fn finish(
        &self,
        world: &World,
        room: &Path,
        allowed: &[i32],
        outcome: &mut Outcome,
    ) -> Result<Option<Fault>> {
        let mut child = self.begin(world, room)?;
        let begun = Instant::now();
        loop {
            outcome.memory = outcome.memory.max(memory_of(child.id()));
            if let Some(status) = child.try_wait()? {
                outcome.slowest = outcome.slowest.max(begun.elapsed());
                let err = fs::read(room.join("stderr"))?;
                return Ok(panicked(&err).or_else(|| unexpected(Some(status), allowed, &err)));
            }
            if begun.elapsed() > PATIENCE {
                child.kill()?;
                child.wait()?;
                return Ok(Some(Fault::new("hangs", self.name)));
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Kills it this many times.
    pub(crate) fn kill(&self, world: &World, chance: &mut Chance, kills: usize) -> Result<Outcome> {
        let mut outcome = Outcome::default();
        let reference = self.room(world)?;
        let begun = Instant::now();
        let broken = self.finish(world, reference.path(), &[0, 4], &mut outcome)?;
        outcome.blame(broken);
        let mut whole = begun.elapsed();
        let once = contents(reference.path())?;
        let broken = self.finish(world, reference.path(), &[0, 1, 4], &mut outcome)?;
        outcome.blame(broken);
        let twice = contents(reference.path())?;
        while outcome.trials < kills && outcome.fault.is_none() {
            let room = self.room(world)?;
            let room = room.path();
            let mut killed = Vec::new();
            let mut done = false;
            // Work without checkpoints is not killed for ever.
            while outcome.trials < kills && killed.len() < 12 && !done {
                let mut child = self.begin(world, room)?;
                let begun = Instant::now();
                let moment = whole.mul_f64(chance.below(1000) as f64 / 1000.0);
                while !done && begun.elapsed() < moment {
                    thread::sleep(Duration::from_millis(1));
                    done = child.try_wait()?.is_some();
                }
                if done {
                    // The machine was busier when this was measured.
                    whole = begun.elapsed();
                    break;
                }
                child.kill()?;
                child.wait()?;
                killed.push(moment.as_millis());
                outcome.trials += 1;
                outcome.blame(panicked(&fs::read(room.join("stderr"))?));
                outcome.blame(self.torn(room)?);
                // Killed after its last byte: a repeated run of some work does more.
                done = differs(&once, &contents(room)?, false).is_none();
            }
            let mut fault =
                if done { None } else { self.finish(world, room, &[0, 4], &mut outcome)? };
            fault = fault.or(differs(&once, &contents(room)?, false));
            if fault.is_none() {
                fault = self.finish(world, room, &[0, 1, 4], &mut outcome)?;
                fault = fault.or(differs(&twice, &contents(room)?, true));
            }
            outcome.blame(fault.map(|fault| {
                Fault::new(
                    fault.class,
                    format!(
                        "killed after {killed:?} ms of {} ms\n{}",
                        whole.as_millis(),
                        fault.detail
                    ),
                )
            }));
        }
        Ok(outcome)
    }

    /// Returns the fault if a file is neither of those that it may be.
    fn torn(&self, room: &Path) -> Result<Option<Fault>> {
        let Some((file, wholes)) = self.whole else { return Ok(None) };
        let Ok(found) = fs::read(room.join(file)) else { return Ok(None) };
        for whole in wholes {
            if fs::read(room.join(whole))? == found {
                return Ok(None);
            }
        }
        Ok(Some(Fault::new("a file half written", format!("{file}: {} bytes", found.len()))))
    }
}

/// Returns what is wrong with a folder, compared with one where nothing was killed; with `names`, which files there are, too.
fn differs(wanted: &Contents, found: &Contents, names: bool) -> Option<Fault> {
    for (name, bytes) in wanted {
        match found.get(name) {
            None => return Some(Fault::new("a file is missing", name)),
            Some(found) if found != bytes => {
                let at = found.iter().zip(bytes).take_while(|(a, b)| a == b).count();
                let detail = format!(
                    "{name}: {} bytes, not {}; the first difference at {at}",
                    found.len(),
                    bytes.len()
                );
                return Some(Fault::new("a result differs from an unbroken run", detail));
            }
            Some(_) => {}
        }
    }
    let left = found.keys().find(|name| names && !wanted.contains_key(*name))?;
    Some(Fault::new("a temporary file is left", left))
}

/// Reads a folder and the one in it.
fn contents(folder: &Path) -> Result<Contents> {
    let mut all = Contents::new();
    for folder in [folder.to_owned(), folder.join("dir")] {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if !entry.file_type()?.is_file() || name == "stderr" {
                continue;
            }
            all.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(all)
}
