//! Folders for the program, and their files: one of every kind that it reads or writes.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use flate2::{Compression, read::GzEncoder};
use quarterply::store::{WrittenFiles, built_in_network};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use tempfile::TempDir;

use super::program::command;

/// Three games: one with everything that PGN has, one short, one that is damaged.
const GAMES: &str = "[Event \"Fuzz\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n\
    1. e4 {[%clk 0:05:00] a remark} e5 2. Nf3 Nc6 (2... d6 3. d4 $14 (3. Bc4)) 3. Bb5 a6 4. Bxc6 dxc6 $6 5. O-O f6 1-0\n\n\
    [White \"Carl\"]\n[Black \"Anna\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
    [White \"Dora\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Ke7 2. e5 Ke6 1/2-1/2\n\n";

const RECORDS: &str = "6k1/8/6K1/8/8/8/8/R7 w - - bm #1; id \"one\";\n\
    r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7+; id \"two\";\n\
    7k/8/8/8/8/8/R7/1R2K3 w - - dm 2; id \"three\";\n";

/// A problem with twins, and one of another kind.
const PROBLEMS: &str = "BeginProblem\nAuthor A\nPieces White Kf6 Ra2 Black Kh8\nStipulation #1\nOption SetPlay Try Variations\n\
    Twin Move a2 a3\nTwin Continued Shift a1 b1\nNext\nForsyth 7k/8/5K2/8/8/8/8/R7\nStip h#2 2\nOption Duplex\nEndProblem\n";

const OLIVE: &str = "---\nauthors:\n  - A\nalgebraic:\n  white: [Kf6, Ra1]\n  black: [Kh8]\nstipulation: \"#1\"\n\
    options:\n  - SetPlay\ntwins:\n  b: Move a1 a2\n  c: Continued Shift a1 a1\n";

const PUZZLES: &str =
    "PuzzleId,FEN,Moves,Rating\n1,7k/8/5K2/8/8/8/8/R6R b - - 0 1,h8g8 a1a8,1500\n";

/// Bytes of blanks in the packed games.
const BLANKS: usize = 16 << 20;

const LINES: &str = "fen\ne4\nNf9\nshow\nundo\n";

/// Lines that create the other files.
const MAKING: &str = "load g.pgn 1\nsave s.qps\nnew\n\
    5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1\nproof 2\nproof save proof.jsonl\nnew\n\
    set BookEdits book.txt\nbook add h4 2\nbook add a4 1\nbook save b.bin\nset BookEdits default\nquit\n";

/// Work with a checkpoint file: it is killed when the file exists.
const BROKEN_OFF: [(&str, &str); 1] = [("g.annotated.pgn.part", "annotate g.pgn 2k")];

/// What a session starts from: the program and a folder with one file of each kind.
pub(crate) struct World {
    pub binary: PathBuf,
    /// The folder that rooms are copied from.
    pub nursery: TempDir,
}

impl World {
    /// Makes the files with the program itself.
    pub(crate) fn make(binary: &Path) -> Result<World> {
        let binary = binary.canonicalize().context("there is no such program")?;
        let nursery = tempfile::tempdir()?;
        let folder = nursery.path();
        fs::write(folder.join("g.pgn"), GAMES)?;
        fs::write(folder.join("m.epd"), RECORDS)?;
        fs::write(folder.join("m.inp"), PROBLEMS)?;
        fs::write(folder.join("m.olv"), OLIVE)?;
        fs::write(folder.join("m.csv"), PUZZLES)?;
        fs::write(folder.join("lines.txt"), LINES)?;
        fs::write(folder.join("making.txt"), MAKING)?;
        let (files, network) = (WrittenFiles::default(), built_in_network());
        network.save(&files, &folder.join("t.qpn"))?;
        let script = fs::File::open(folder.join("making.txt"))?;
        let output = command(&binary, folder, ["-H", "1", "-t", "1"])
            .stdin(Stdio::from(script))
            .output()
            .context("the program cannot be started")?;
        fs::remove_file(folder.join("making.txt"))?;
        ensure!(
            output.status.success(),
            "the files to begin with cannot be made: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        fs::write(folder.join("lines-book.txt"), "e4 e5 Nf3 Nc6\nd4 d5 c4\n")?;
        fs::write(folder.join("history"), "e4\nshow\ngo d2\n\u{e9}\n")?;
        let kept = ["-c", "set MultiPV 2 --keep", "-c", "set pov mover --keep"];
        let status = command(&binary, folder, kept).output()?.status;
        ensure!(status.success(), "no settings are kept");
        fs::rename(folder.join("quarterply/settings.toml"), folder.join("settings.toml"))?;
        Ok(World { binary, nursery })
    }

    /// Makes files that are large, or exist only during some work; Syzygy's are copied from a folder.
    pub(crate) fn make_half_done(&self, syzygy: Option<&Path>) -> Result<()> {
        let folder = self.nursery.path();
        let blown_up = format!("{GAMES}{}\n\n{GAMES}", " ".repeat(BLANKS));
        let mut gzip = Vec::new();
        GzEncoder::new(blown_up.as_bytes(), Compression::fast()).read_to_end(&mut gzip)?;
        fs::write(folder.join("bomb.pgn.gz"), gzip)?;
        let zstd = compress_to_vec(blown_up.as_bytes(), CompressionLevel::Fastest);
        fs::write(folder.join("bomb.pgn.zst"), zstd)?;
        if let Some(tables) = syzygy {
            fs::create_dir(folder.join("syzygy"))?;
            copy_files(tables, &folder.join("syzygy"))?;
        }
        for (file, line) in BROKEN_OFF {
            let path = folder.join(file);
            let mut child = command(&self.binary, folder, ["-H", "1", "-t", "1", "-c", line])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()?;
            while child.try_wait()?.is_none() {
                if fs::metadata(&path).is_ok_and(|found| found.len() > 200) {
                    child.kill()?;
                }
                thread::sleep(Duration::from_millis(1));
            }
            ensure!(path.exists(), "`{line}` was done before it could be broken off");
        }
        Ok(())
    }

    /// Returns a new folder with a copy of each file, a folder, a FIFO and two devices.
    pub(crate) fn room(&self) -> Result<TempDir> {
        let room = tempfile::tempdir()?;
        copy_files(self.nursery.path(), room.path())?;
        fs::create_dir(room.path().join("dir"))?;
        node(room.path(), &["mkfifo", "fifo"])?;
        // Only root may make these; with links a careless command could replace the real ones.
        node(room.path(), &["mknod", "zero", "c", "1", "5"])?;
        node(room.path(), &["mknod", "null", "c", "1", "3"])?;
        Ok(room)
    }
}

/// Makes a special file, if this user may.
fn node(folder: &Path, words: &[&str]) -> Result<()> {
    let mut made = Command::new(words[0]);
    made.args(&words[1..]).current_dir(folder).stderr(Stdio::null()).status()?;
    Ok(())
}

/// Copies the plain files of a folder into another.
pub(crate) fn copy_files(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}
