//! Damaged files of every kind, own and foreign, offered to the program; half of our own get a right checksum again.
//!
//! A refusal must change neither the file nor the board, and nothing may panic, hang or take memory without bounds.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use quarterply::store::codec::{CHECKSUM_START, HEADER, checksum_on};

use super::chance::Chance;
use super::keys;
use super::outcome::{Fault, MOST_MEMORY, Outcome, panicked, unexpected};
use super::program::{Program, Wait, command};
use super::world::{World, copy_files};

/// Files tried by one process.
pub(crate) const SESSION: usize = 100;

/// A way of wrapping that damage is put inside of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seal {
    /// None: the file is text, or of others.
    Open,
    /// A header with a checksum of all behind it.
    Whole,
}

pub(crate) struct FileKind {
    pub name: &'static str,
    /// The whole file that is damaged, in the nursery or in a folder of the user's.
    seed: &'static str,
    /// Where it is put.
    goal: &'static str,
    seal: Seal,
    /// Lines to type, one of them for each file.
    lines: &'static [&'static str],
    /// It is read when the program starts.
    starts: bool,
}

const fn kind(
    name: &'static str,
    seed: &'static str,
    goal: &'static str,
    seal: Seal,
    lines: &'static [&'static str],
) -> FileKind {
    FileKind { name, seed, goal, seal, lines, starts: false }
}

/// Lines that ask a table of Syzygy's, and the search that does.
const SYZYGY: &[&str] = &[
    "set OwnTables false ;; set SyzygyPath dir ;; 8/8/8/3k4/8/2K1P3/8/R7 w - - 0 1 ;; tb ;; go d2 ;; set SyzygyPath <empty>",
    "set OwnTables false ;; set SyzygyPath dir ;; 8/8/8/8/8/2K2k2/4P3/7R b - - 0 1 ;; moves ;; go d4 ;; tb ;; set SyzygyPath <empty>",
];

/// Commands that unpack a file which is a thousand times as long as it seems.
const PACKED: &[&str] = &["games f.pgn.gz", "load f.pgn.gz 2", "solve f.pgn.gz 1k"];

const PACKED_ZSTD: &[&str] = &["games f.pgn.zst", "load f.pgn.zst 2", "solve f.pgn.zst 1k"];

pub(crate) const KINDS: &[FileKind] = &[
    kind(
        "network",
        "t.qpn",
        "f.qpn",
        Seal::Whole,
        &[
            "network f.qpn",
            "load f.qpn ;; eval ;; go d3 ;; check ;; set EvalFile <empty>",
            "set EvalFile f.qpn ;; go d3 ;; set EvalFile <empty>",
        ],
    ),
    kind("session", "s.qps", "f.qps", Seal::Whole, &["restore f.qps", "load f.qps", "save f.qps"]),
    kind("Syzygy's WDL", "syzygy/KRPvK.rtbw", "dir/KRPvK.rtbw", Seal::Open, SYZYGY),
    kind("Syzygy's DTZ", "syzygy/KRPvK.rtbz", "dir/KRPvK.rtbz", Seal::Open, SYZYGY),
    kind(
        "proof",
        "proof.jsonl",
        "f.jsonl",
        Seal::Open,
        &["proof load f.jsonl ;; proof tree ;; proof verify", "proof load f.jsonl ;; proof play"],
    ),
    kind(
        "PGN",
        "g.pgn",
        "f.pgn",
        Seal::Open,
        &[
            "load f.pgn 1",
            "load f.pgn",
            "games f.pgn",
            "games f.pgn position",
            "annotate f.pgn nodes 5 --to o.pgn --html o.html --force",
            "load f.pgn 1 ;; pgn ;; history ;; tag",
        ],
    ),
    kind(
        "EPD",
        "m.epd",
        "f.epd",
        Seal::Open,
        &[
            "load f.epd 1",
            "load f.epd",
            "view f.epd",
            "solve f.epd 1k",
            "suite f.epd nodes 20",
            "perft --suite f.epd --depth 1",
        ],
    ),
    kind("Popeye's input", "m.inp", "f.inp", Seal::Open, &["solve f.inp 1k", "sound f.inp 1k"]),
    kind("Olive's problems", "m.olv", "f.olv", Seal::Open, &["solve f.olv 1k"]),
    kind(
        "puzzles",
        "m.csv",
        "f.csv",
        Seal::Open,
        &["sound f.csv 1k", "solve f.csv 1k", "drill f.csv"],
    ),
    kind("gzip", "bomb.pgn.gz", "f.pgn.gz", Seal::Open, PACKED),
    kind("zstd", "bomb.pgn.zst", "f.pgn.zst", Seal::Open, PACKED_ZSTD),
    kind(
        "Polyglot book",
        "b.bin",
        "f.bin",
        Seal::Open,
        &[
            "set BookFile f.bin ;; book 1 ;; set BookFile lines",
            "set BookFile f.bin ;; e4 ;; book 5 ;; undo ;; set BookFile lines",
            "set BookFile f.bin ;; book save o.bin --force ;; set BookFile lines",
            "set OwnBook true ;; set BookFile f.bin ;; go d1 ;; set BookFile lines ;; set OwnBook false",
        ],
    ),
    kind(
        "book as text",
        "lines-book.txt",
        "f.txt",
        Seal::Open,
        &["set BookFile f.txt ;; book 1 ;; set BookFile lines"],
    ),
    kind(
        "book edits",
        "book.txt",
        "f.edits",
        Seal::Open,
        &[
            "set BookEdits f.edits ;; book 1 ;; book add h4 2 ;; book reset h4 ;; set BookEdits <empty>",
        ],
    ),
    kind(
        "annotate's part",
        "g.annotated.pgn.part",
        "g.annotated.pgn.part",
        Seal::Open,
        &["annotate g.pgn 2k"],
    ),
    kind("sourced lines", "lines.txt", "f.txt", Seal::Open, &["source f.txt"]),
    FileKind {
        starts: true,
        ..kind(
            "settings",
            "settings.toml",
            "quarterply/settings.toml",
            Seal::Open,
            &["get", "set MultiPV 2 --keep"],
        )
    },
    FileKind { starts: true, ..kind("init", "lines.txt", "quarterply/init", Seal::Open, &["fen"]) },
    FileKind {
        starts: true,
        ..kind("history", "history", "quarterply/history", Seal::Open, &["history"])
    },
];

/// What is done to the bytes.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    Flip { at: usize, bit: u8 },
    Set { at: usize, byte: u8 },
    Cut { at: usize },
    Remove { at: usize, count: usize },
    Insert { at: usize, bytes: Vec<u8> },
    Copy { from: usize, count: usize, to: usize },
}

impl Edit {
    fn any(chance: &mut Chance, length: usize) -> Edit {
        let at = if chance.percent(40) {
            chance.below(length.min(160) + 1)
        } else {
            chance.below(length + 1)
        };
        match chance.below(8) {
            0 => Edit::Flip { at, bit: chance.below(8) as u8 },
            1 => {
                let any = chance.byte();
                Edit::Set { at, byte: chance.pick(&[0, 255, 127, 128, 251, 252, 253, any]) }
            }
            2 => Edit::Cut { at },
            3 => Edit::Remove { at, count: chance.pick(&[1, 2, 8, 100]) },
            4 => Edit::Insert {
                at,
                bytes: (0..chance.pick(&[1, 4, 40])).map(|_| chance.byte()).collect(),
            },
            5 => Edit::Copy {
                from: chance.below(length + 1),
                count: chance.pick(&[1, 10, 200, 5000]),
                to: at,
            },
            6 => {
                let words: [&[u8]; 10] = [
                    b"\xfd\xff\xff\xff\xff\xff\xff\xff\xff",
                    b"\xfc\xff\xff\xff\x7f",
                    b"99999999999999999999",
                    b"-1",
                    b"\0\0\0\0\0\0\0\0",
                    "\u{202e}\u{1b}[31m\u{9b}".as_bytes(),
                    b"\n",
                    b"(((((((((((((((((((",
                    b"\"",
                    b"NaN",
                ];
                Edit::Insert { at, bytes: chance.pick(&words).to_vec() }
            }
            _ => Edit::Set { at, byte: chance.byte() },
        }
    }

    fn apply(&self, bytes: &mut Vec<u8>) {
        let length = bytes.len();
        match *self {
            Edit::Flip { at, bit } if at < length => bytes[at] ^= 1 << bit,
            Edit::Set { at, byte } if at < length => bytes[at] = byte,
            Edit::Cut { at } => bytes.truncate(at),
            Edit::Remove { at, count } if at < length => {
                bytes.drain(at..(at + count).min(length));
            }
            Edit::Insert { at, bytes: ref new } => {
                let at = at.min(length);
                bytes.splice(at..at, new.iter().copied());
            }
            Edit::Copy { from, count, to } => {
                let copied = bytes
                    [from.min(length)..(from + count).min(length).max(from.min(length))]
                    .to_vec();
                let to = to.min(length);
                bytes.splice(to..to, copied);
            }
            _ => {}
        }
    }
}

/// One damaged file and the line that has it read.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    /// What is done to the file.
    pub edits: Vec<Edit>,
    sealed: bool,
    line: &'static str,
}

impl Trial {
    /// Returns the trial with other edits.
    pub(crate) fn with(&self, edits: &[Edit]) -> Trial {
        Trial { edits: edits.to_vec(), ..self.clone() }
    }
}

impl FileKind {
    pub(crate) fn trial(&self, chance: &mut Chance, length: usize) -> Trial {
        let count = chance.pick(&[1, 1, 2, 4, 16]);
        let edits = (0..count).map(|_| Edit::any(chance, length)).collect();
        let sealed = self.seal != Seal::Open && chance.percent(50);
        Trial { edits, sealed, line: self.lines[chance.below(self.lines.len())] }
    }

    /// Returns whether the file's lines are carried out.
    fn is_script(&self) -> bool {
        matches!(self.name, "sourced lines" | "init")
    }

    /// Reads the whole file. Fails if one of the lines is refused before it has read anything.
    pub(crate) fn seed(&self, world: &World) -> Result<Vec<u8>> {
        let path = world.nursery.path().join(self.seed);
        let seed = fs::read(&path).with_context(|| format!("{} is missing", path.display()))?;
        let room = world.room()?;
        for line in self.lines {
            let mut asked = command(&world.binary, room.path(), ["--json", "-H", "1"]);
            for part in line.split(";;") {
                asked.args(["-c", part.trim()]);
            }
            let told = asked.output()?.stdout;
            let misread = String::from_utf8_lossy(&told).contains("\"code\":\"bad-argument\"");
            ensure!(!misread, "{}: `{line}` is not understood", self.name);
        }
        Ok(seed)
    }

    /// Returns the bytes of a trial.
    pub(crate) fn bytes(&self, seed: &[u8], trial: &Trial) -> Vec<u8> {
        if !trial.sealed {
            let mut bytes = seed.to_vec();
            trial.edits.iter().for_each(|edit| edit.apply(&mut bytes));
            return bytes;
        }
        let length = u64::from_le_bytes(seed[8..16].try_into().unwrap_or_default()) as usize;
        let (payload, behind) = seed[HEADER..].split_at(length.min(seed.len() - HEADER));
        let mut payload = payload.to_vec();
        trial.edits.iter().for_each(|edit| edit.apply(&mut payload));
        let mut bytes = seed[..8].to_vec();
        bytes.extend((payload.len() as u64).to_le_bytes());
        let sum = checksum_on(checksum_on(CHECKSUM_START, &bytes[4..]), &payload);
        bytes.extend(sum.to_le_bytes());
        bytes.extend(payload);
        bytes.extend(behind);
        bytes
    }

    /// Tries files in one process, or, if they are read at the start, in one each; returns the figures, and how many trials
    /// were done.
    pub(crate) fn run(
        &self,
        world: &World,
        seed: &[u8],
        trials: &[Trial],
    ) -> Result<(Outcome, usize)> {
        let room = world.room()?;
        let goal = room.path().join(self.goal);
        if let Some(folder) = goal.parent() {
            fs::create_dir_all(folder)?;
        }
        if self.seed.starts_with("syzygy/") {
            copy_files(&world.nursery.path().join("syzygy"), &room.path().join("dir"))?;
        }
        if self.starts {
            return self.start(world, room.path(), &goal, seed, trials);
        }
        let mut outcome = Outcome::default();
        let mut program =
            Program::start(command(&world.binary, room.path(), ["-H", "1", "-t", "1"]))?;
        program.say(b"set go.default 2ms\nset proof.default 5ms\n1. d4 d5 2. c4 e6\n".to_vec());
        let mut done = 0;
        for (number, trial) in trials.iter().enumerate() {
            done += 1;
            let bytes = self.bytes(seed, trial);
            if self.is_script() && !bytes.split(|&byte| byte == b'\n').all(super::hostile::is_safe)
            {
                continue;
            }
            forget(room.path())?;
            fs::write(&goal, &bytes)?;
            let (err, out) = (program.err.len(), program.out.len());
            let mark = format!("@@file-{number}-");
            // The last line is refused, so that everything refused before is known.
            let lines = format!(
                "fen\necho {mark}a\n{}\n\n\necho {mark}b\nfen\n{mark}d\necho {mark}c\n",
                trial.line
            );
            program.say(lines.into_bytes());
            let ended = program.wait_for(format!("{mark}c").as_bytes());
            if ended == Wait::Answered {
                program.wait_for_complaint(format!("{mark}d").as_bytes(), err);
            }
            outcome.trials += 1;
            outcome.measure_within(&program, MOST_MEMORY);
            let told = program.err[err..].to_vec();
            outcome.blame(panicked(&program.err));
            match ended {
                Wait::Hung => {
                    outcome.blame(Some(Fault::new("hangs", trial.line)));
                }
                Wait::Left => {
                    let status = program.status()?;
                    outcome.blame(panicked(&program.err));
                    let allowed: &[i32] = if program.interrupts > 0 { &[130] } else { &[] };
                    outcome.blame(unexpected(status, allowed, &program.err).map(|fault| {
                        Fault::new(
                            format!("leaves by itself, {}", fault.class),
                            format!("{}\n{}", trial.line, fault.detail),
                        )
                    }));
                    break;
                }
                Wait::Answered => {}
            }
            let told = String::from_utf8_lossy(&told);
            let told: Vec<&str> = told.lines().filter(|line| !line.contains(&mark)).collect();
            let told = told.join("\n");
            if told.contains("error:") {
                outcome.refused += 1;
                if !trial.line.contains(";;") && !self.is_script() {
                    let said = String::from_utf8_lossy(&program.out[out..]).into_owned();
                    outcome.blame(changed(&said, &mark, trial.line, &told));
                    // A file that the program adds to may grow by what it could use.
                    if fs::read(&goal).unwrap_or_default() != bytes {
                        outcome.blame(Some(Fault::new(
                            "a refused file is changed",
                            format!("{}\n{told}", trial.line),
                        )));
                    }
                }
            }
            if outcome.fault.is_some() {
                break;
            }
        }
        Ok((outcome, done))
    }

    /// Starts the program once for each file.
    fn start(
        &self,
        world: &World,
        room: &Path,
        goal: &Path,
        seed: &[u8],
        trials: &[Trial],
    ) -> Result<(Outcome, usize)> {
        let mut outcome = Outcome::default();
        let mut done = 0;
        for trial in trials {
            done += 1;
            let bytes = self.bytes(seed, trial);
            if self.is_script() && !bytes.split(|&byte| byte == b'\n').all(super::hostile::is_safe)
            {
                continue;
            }
            forget(room)?;
            fs::write(goal, &bytes)?;
            outcome.trials += 1;
            if self.name == "history" {
                let fault = keys::looks_back(world, room, &mut outcome)?;
                outcome.blame(fault);
            } else {
                let mut program =
                    Program::start(command(&world.binary, room, ["-c", trial.line, "-c", "fen"]))?;
                let ended = program.wait_for(b"/PPPPPPPP/RNBQKBNR w");
                outcome.measure(&program);
                let status = if ended == Wait::Hung { None } else { program.status()? };
                outcome.refused += usize::from(!program.err.is_empty());
                outcome.blame(panicked(&program.err));
                outcome.blame(unexpected(status, &[0, 1, 4], &program.err));
            }
            if outcome.fault.is_some() {
                break;
            }
        }
        Ok((outcome, done))
    }
}

/// Returns the fault if the position behind a refused line differs from the one before.
fn changed(said: &str, mark: &str, line: &str, told: &str) -> Option<Fault> {
    let (before, rest) = said.split_once(&format!("{mark}a"))?;
    let (_, behind) = rest.split_once(&format!("{mark}b"))?;
    let before = before.trim().lines().last()?;
    let after = behind.trim().lines().next()?;
    // Without a position there is no FEN: this is reported, and is no change.
    if before == after || !before.contains('/') || !after.contains('/') {
        return None;
    }
    Some(Fault::new(
        "a refused file changes the position",
        format!("{line}\n{before}\n{after}\n{told}"),
    ))
}

/// Removes what earlier trials made.
fn forget(room: &Path) -> Result<()> {
    for entry in fs::read_dir(room)? {
        let path: PathBuf = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_file()
            && (name.starts_with("o.")
                || name.starts_with("f.")
                || name.starts_with("h.")
                || name.starts_with("r.")
                || name.starts_with("g.annotated"))
        {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}
