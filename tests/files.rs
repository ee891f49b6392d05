//! The one rule for files: no command overwrites a file of another program.

use std::fs;
use std::process::{Child, Output, Stdio};

use quarterply::commands;
use tempfile::TempDir;

use super::program::{self, Run, bare, complaints, out};

/// Lines for every command that writes a file; `{}` is the file, and `IN` the folder of inputs.
const WRITERS: [(&str, &[&str]); 8] = [
    (
        "annotate",
        &[
            "annotate IN/g.pgn 1k --to {}",
            "annotate IN/g.pgn 1k --to IN/out.pgn --html {}",
            "annotate 1k --html {}",
        ],
    ),
    ("book", &["book save {}"]),
    ("log", &["log {}", "set Debug_Log_File {}"]),
    ("pgn", &["pgn {}"]),
    ("picture", &["picture {}.svg show"]),
    ("proof", &["proof save {}", "proof export {}.html", "proof export {}.pgn"]),
    ("save", &["save {}", "save {}.pgn", "save {}.epd"]),
    ("solve", &["solve IN/s.epd 1k --misses {}"]),
];

/// Files that none of the commands has written.
const FOREIGN: [(&str, &[u8]); 7] = [
    ("games", b"[White \"Morphy\"]\n\n1. e4 e5 1-0\n"),
    ("text", b"Dear diary,\n"),
    ("picture", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n"),
    ("table", b"profile,solved\nslow,3\n"),
    ("suite", b"7k/8/8/8/8/8/R7/1R2K3 w - - bm Ra7;\n"),
    ("log of another", b"12:00 >> uci\n"),
    ("book in the making", b"QPLY\x05\0\0\0\0\0\0\0\0\0\0\0"),
];

fn program(folder: &TempDir, commands: &[String]) -> Output {
    let commands = commands.iter().flat_map(|line| ["-c", line]);
    program::program().current_dir(folder.path()).args(commands).output().unwrap()
}

#[test]
fn no_command_writes_a_file_of_anybody_elses() {
    for spec in commands::COMMANDS.iter().filter(|spec| spec.writes()) {
        let is_known = WRITERS.iter().any(|(name, _)| *name == spec.name);
        assert!(is_known, "{} writes a file: a line of it is missing here", spec.name);
    }
    for (kind, foreign) in FOREIGN {
        let folder = tempfile::tempdir().unwrap();
        let name_in = |name: &str| folder.path().join(name);
        fs::write(name_in("s.epd"), "7k/8/8/8/8/8/R7/1R2K3 w - - bm Ra7;\n").unwrap();
        fs::write(name_in("g.pgn"), "1. e4 e5 1-0\n").unwrap();
        let mut lines = vec!["7k/8/8/8/8/8/R7/1R2K3 w - -".to_owned(), "proof 2".to_owned()];
        let mut files = Vec::new();
        for (line, file) in writers("foreign") {
            // Games are appended to files of games, and a suite is not one.
            if line.starts_with("pgn") && kind == "games" {
                continue;
            }
            fs::write(name_in(&file), foreign).unwrap();
            lines.push(line.clone());
            files.push((line, file));
        }
        let output = program(&folder, &lines);
        let told = complaints(&output);
        for (line, file) in &files {
            let now = fs::read(name_in(file)).unwrap();
            assert!(now == foreign, "{line} over {kind}:\n{told}");
            let complaint = told.lines().find(|told| told.contains(file.as_str()));
            let complaint = complaint.unwrap_or_else(|| panic!("{line} over {kind}:\n{told}"));
            assert!(complaint.contains("--force"), "{line} over {kind}: {complaint}");
        }
        let made = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(made, files.len() + 2, "{kind}: a refused command left something behind");
    }
}

/// Returns every line of [`WRITERS`] with the file that it writes: `begin` and a number.
fn writers(begin: &str) -> Vec<(String, String)> {
    let lines = WRITERS.iter().flat_map(|(_, lines)| *lines).enumerate();
    let named = lines.map(|(number, line)| {
        let name = format!("{begin}{number}");
        let line = line
            .replace("{}", &name)
            .replace("IN/", "")
            .replace("Debug_Log_File", "\"Debug Log File\"");
        let ending = line.find(&name).map_or("", |at| &line[at + name.len()..]);
        let ending = ending.split(' ').next().unwrap_or_default();
        let file = format!("{name}{ending}");
        (line, file)
    });
    named.collect()
}

#[test]
fn a_folder_that_is_not_there_is_told_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("s.epd"), "7k/8/8/8/8/8/R7/1R2K3 w - - bm Ra7;\n").unwrap();
    fs::write(folder.path().join("g.pgn"), "1. e4 e5 1-0\n").unwrap();
    let writers = writers("no/such/file");
    let mut lines = vec!["7k/8/8/8/8/8/R7/1R2K3 w - -".to_owned(), "proof 2".to_owned()];
    lines.extend(writers.iter().map(|(line, _)| line.clone()));
    let output = program(&folder, &lines);
    let told = complaints(&output);
    for (line, file) in &writers {
        assert!(told.lines().any(|told| told.contains(file.as_str())), "{line}:\n{told}");
    }
    let said = out(&output);
    assert!(!said.contains("no/such"), "something else is told on standard output:\n{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "a refused command left something");
}

#[test]
fn with_force_and_in_the_same_session_files_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.fen");
    fs::write(&file, "Dear diary,\n").unwrap();
    let lines = ["save mine.fen --force", "e4", "save mine.fen"].map(str::to_owned);
    let output = program(&folder, &lines);
    assert!(output.status.success(), "{}", complaints(&output));
    assert!(fs::read_to_string(&file).unwrap().contains(" b KQkq"));
}

/// Four programs change one file at the same time: its name, and the lines of each.
const CHANGERS: [(&str, [&[&str]; 4]); 3] = [
    (
        "all.pgn",
        [
            &["e4", "pgn all.pgn"],
            &["d4", "pgn all.pgn"],
            &["c4", "pgn all.pgn"],
            &["Nf3", "pgn all.pgn"],
        ],
    ),
    (
        "quarterply/settings.toml",
        [
            &["set theme light --keep"],
            &["set pov white --keep"],
            &["set Hash 2 --keep"],
            &["set null.base 222 --keep"],
        ],
    ),
    (
        "book.txt",
        [
            &["set BookEdits book.txt", "book add h4 2"],
            &["set BookEdits book.txt", "book add a4 2"],
            &["set BookEdits book.txt", "book add Na3 2"],
            &["set BookEdits book.txt", "book add Nh3 2"],
        ],
    ),
];

#[test]
fn programs_that_change_one_file_at_once_lose_nothing() {
    let lines_of = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    for (name, programs) in CHANGERS {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name);
        let begin = |lines: &[&str]| {
            let mut command = bare();
            command.args(["--no-history", "-H", "1"]).current_dir(folder.path());
            command.env("XDG_CONFIG_HOME", folder.path());
            command.args(lines.iter().flat_map(|line| ["-c", line]));
            command.stderr(Stdio::piped()).piped()
        };
        let finish = |child: Child| {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{name}: {}", complaints(&output));
        };
        // In sequence: the expected contents, whatever their order.
        programs.iter().for_each(|lines| finish(begin(lines)));
        let expected = lines_of(&fs::read_to_string(&file).unwrap());
        for run in 0..20 {
            fs::remove_file(&file).unwrap();
            let children = programs.map(begin);
            children.into_iter().for_each(finish);
            let found = lines_of(&fs::read_to_string(&file).unwrap());
            assert_eq!(found, expected, "{name}, run {run}");
        }
    }
}

/// Lines that would write a file twice, or over what they read: each is refused with `--force`, too.
const SHARERS: [&str; 9] = [
    "annotate g.pgn 1k --to new.pgn --html new.pgn",
    "annotate g.pgn 1k --to new.pgn --html=./new.pgn",
    "annotate g.pgn 1k --to new.pgn --html new.pgn.part",
    "picture new.svg annotate 1k --html new.svg",
    "annotate g.pgn 1k --to g.pgn",
    "annotate g.pgn 1k --html g.pgn",
    "annotate g.pgn 1k --to hard.pgn",
    "annotate g.pgn 1k --html soft.pgn",
    "solve s.epd 1k --misses s.epd",
];

#[test]
#[cfg(unix)]
fn no_file_is_two_of_one_command() {
    let suite = "7k/8/8/8/8/8/R7/1R2K3 w - - bm Ra7;\n";
    for line in SHARERS {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        fs::write(file("g.pgn"), "1. e4 e5 1-0\n").unwrap();
        fs::write(file("s.epd"), suite).unwrap();
        fs::hard_link(file("g.pgn"), file("hard.pgn")).unwrap();
        std::os::unix::fs::symlink("g.pgn", file("soft.pgn")).unwrap();
        let output = program(&folder, &["e4".to_owned(), format!("{line} --force")]);
        let told = complaints(&output);
        assert!(told.contains("this command reads or writes that file as"), "{line}: {told}");
        assert_eq!(fs::read_to_string(file("g.pgn")).unwrap(), "1. e4 e5 1-0\n", "{line}");
        assert_eq!(fs::read_to_string(file("s.epd")).unwrap(), suite, "{line}");
        assert!(!file("new.pgn").exists() && !file("new.pgn.part").exists(), "{line}");
    }
    // Resumed misses are updated.
    let folder = tempfile::tempdir().unwrap();
    ["s.epd", "m.epd"].iter().for_each(|name| fs::write(folder.path().join(name), suite).unwrap());
    let lines = ["solve s.epd 1k --misses m.epd --from m.epd --force".to_owned()];
    let told = complaints(&program(&folder, &lines));
    assert!(!told.contains("reads or writes"), "{told}");
}

#[test]
fn save_replaces_no_other_game_of_the_session() {
    let folder = tempfile::tempdir().unwrap();
    let lines = |text: &str| text.split(" ; ").map(str::to_owned).collect::<Vec<String>>();
    for (line, is_refused) in [
        ("e4 ; save NAME ; new ; d4 ; save NAME", true),
        ("e4 ; save NAME ; new ; d4 ; save ./NAME", true),
        ("e4 ; save NAME ; new ; d4 ; save NAME --force", false),
        ("e4 ; save NAME ; e5 ; save NAME ; undo ; c5 ; save NAME", false),
        ("e4 ; save NAME ; new ; undo ; e5 ; save NAME", false),
        ("e4 ; save NAME ; new ; d4 ; save NAME --force ; save NAME", false),
    ] {
        for name in ["a.pgn", "a.qs"] {
            let path = folder.path().join(name);
            let _ = fs::remove_file(&path);
            let output = program(&folder, &lines(&line.replace("NAME", name)));
            let told = complaints(&output);
            assert_eq!(told.contains("holds another game"), is_refused, "{line}: {told}");
            assert!(!is_refused || told.contains("--force` replaces it"), "{told}");
            let is_kept = String::from_utf8_lossy(&fs::read(&path).unwrap()).contains("1. e4");
            assert_eq!(is_kept, is_refused || !line.contains("--force"), "{line}");
        }
    }
    let _ = fs::remove_file(folder.path().join("a.pgn"));
    let added = lines("e4 ; pgn a.pgn ; new ; d4 ; pgn a.pgn ; save a.pgn");
    let told = complaints(&program(&folder, &added));
    assert!(told.contains("`pgn a.pgn` adds the game"), "{told}");
}

/// Error for a file that is the log.
const RECORDED: &str = "the dialogue is being recorded in it";

/// Every command that reads a file; `{}` is the file.
const READERS: [&str; 14] = [
    "source {}",
    "load {}",
    "view {}",
    "games {}",
    "solve {} 1k",
    "suite {} 1k",
    "sound {}",
    "drill {}",
    "annotate {} 1k",
    "perft --suite {}",
    "restore {}",
    "proof load {}",
    "proof join {}",
    "set BookFile {}",
];

/// Lines that log to a file, run a command about it, and end.
fn recorded(folder: &TempDir, before: &[&str], file: &str, line: &str) -> Output {
    let mut lines: Vec<String> = before.iter().map(|&line| line.to_owned()).collect();
    lines.extend([format!("log {file}"), "fen".to_owned(), line.to_owned(), "echo end".to_owned()]);
    program(folder, &lines)
}

#[test]
fn what_is_recorded_is_not_read_meanwhile() {
    for line in READERS {
        // Under any of its names.
        for name in ["y.txt", "./y.txt", "soft.txt", "hard.txt"] {
            let folder = tempfile::tempdir().unwrap();
            let file = |name: &str| folder.path().join(name);
            fs::write(file("y.txt"), "").unwrap();
            if name == "hard.txt" {
                fs::hard_link(file("y.txt"), file(name)).unwrap();
            }
            #[cfg(unix)]
            if name == "soft.txt" {
                std::os::unix::fs::symlink("y.txt", file(name)).unwrap();
            }
            if !file(name).exists() || cfg!(not(unix)) && name == "hard.txt" {
                continue;
            }
            let line = line.replace("{}", name);
            let output = recorded(&folder, &[], "y.txt", &line);
            let told = complaints(&output);
            assert!(told.contains(RECORDED), "{line}: {told}");
            let log = fs::read_to_string(file("y.txt")).unwrap();
            assert!(log.contains(&format!(">> {line}\n")) && log.len() < 10_000, "{line}: {log}");
            assert!(log.contains("<< end\n"), "{line}: the record went on: {log}");
        }
    }
    // After the log has ended it is an ordinary file.
    let folder = tempfile::tempdir().unwrap();
    let lines = ["log y.txt", "fen", "log off", "source y.txt"].map(str::to_owned);
    let told = complaints(&program(&folder, &lines));
    assert!(!told.contains(RECORDED) && told.contains("y.txt:1"), "{told}");
}

#[test]
fn what_is_recorded_is_not_written_by_a_command() {
    let before = ["7k/8/8/8/8/8/R7/1R2K3 w - -", "proof 2"];
    for (line, file) in writers("record") {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(&file);
        fs::write(folder.path().join("s.epd"), "7k/8/8/8/8/8/R7/1R2K3 w - - bm Ra7;\n").unwrap();
        fs::write(folder.path().join("g.pgn"), "1. e4 e5 1-0\n").unwrap();
        let records = line.starts_with("log ") || line.starts_with("set ");
        // After the file of a picture comes a command.
        let forced = if line.starts_with("picture ") {
            line.replacen(&file, &format!("{file} --force"), 1)
        } else {
            format!("{line} --force")
        };
        let line = if records { line } else { forced };
        let output = recorded(&folder, &before, &file, &line);
        let told = complaints(&output);
        // The same log again is continued.
        assert_eq!(told.contains(RECORDED), !records, "{line}: {told}");
        let log = fs::read_to_string(&path).unwrap();
        for said in [">> fen\n", &format!(">> {line}\n"), "<< end\n"] {
            assert_eq!(log.matches(said).count(), 1, "{line}: {log}");
        }
    }
}

/// A script that was its own log had no end, nor had a log that was the script.
#[test]
fn what_gives_commands_is_not_recorded_in() {
    let run = |arguments: &[&str], folder: &TempDir, input: Stdio| {
        let mut command = program::program();
        let output =
            command.args(arguments).current_dir(folder.path()).stdin(input).output().unwrap();
        (complaints(&output), fs::read_to_string(folder.path().join("s.txt")).unwrap())
    };
    const OWN: &str = "log s.txt --force\nfen\nlog ./s.txt --force\nfen\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.txt");
    for arguments in [&["-f", "s.txt"][..], &["-c", "source s.txt"]] {
        fs::write(&path, OWN).unwrap();
        let (told, text) = run(arguments, &folder, Stdio::null());
        assert_eq!(told.matches("commands are read from it").count(), 2, "{arguments:?}: {told}");
        assert_eq!(text, OWN, "{arguments:?}");
    }
    // The reverse: it becomes the log before it is read.
    let old = "0 >> fen\n";
    fs::write(&path, old).unwrap();
    let (told, text) = run(&["--log", "s.txt", "-f", "s.txt"], &folder, Stdio::null());
    assert!(told.contains(RECORDED) && text.len() < 10_000, "{told}{text}");
    #[cfg(unix)]
    for arguments in [&["--log", "s.txt"][..], &[]] {
        fs::write(&path, format!("{old}log s.txt\nfen\n")).unwrap();
        let before = fs::read_to_string(&path).unwrap();
        let (told, text) = run(arguments, &folder, fs::File::open(&path).unwrap().into());
        assert!(told.contains("commands are read from it"), "{arguments:?}: {told}");
        assert_eq!(text, before, "{arguments:?}");
    }
}
