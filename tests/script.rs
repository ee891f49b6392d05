//! Scripts through the real program: plain output, errors with file and line, and the exit status.
//!
//! Every search here ends by depth or nodes.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use super::program::{self, Run, bare, complaints, out};

/// The README's session, its bare `go` limited by depth.
const SESSION: &str = "\
1. e4 e5 2. Bc4 Nc6 3. Qh5
show
Nf3
Nf6
resolve
go d6
undo 4
eval
8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1
go depth 30
explain Kb1
extensions
set extension.check 0
go depth 10
";

fn program() -> Command {
    let mut command = program::program();
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM"] {
        command.env_remove(variable);
    }
    command
}

/// Runs the program with input.
fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    program().args(arguments).given(input)
}

#[track_caller]
fn assert_status(output: &Output, status: i32) {
    let (text, faults) = (out(output), complaints(output));
    assert_eq!(output.status.code(), Some(status), "stdout: {text}\nstderr: {faults}");
}

fn file(folder: &TempDir, name: &str, content: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    path
}

#[test]
fn the_session_in_a_pipe_is_plain_text_and_status_1() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "session.txt", SESSION);
    let output = program().arg("-f").arg(&path).output().unwrap();
    assert_status(&output, 1);
    let text = out(&output);
    assert!(!text.contains('\u{1b}'), "no escape byte in a pipe");
    assert!(text.contains("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"));
    assert!(text.contains("best h5f7 san Qxf7# mate 1"), "{text}");
    assert!(text.contains("best a1b1 san Kb1"), "{text}");
    assert!(text.contains("pawn-to-seventh"), "{text}");
    let faults = complaints(&output);
    assert_eq!(faults.lines().count(), 1, "{faults}");
    assert!(
        faults.starts_with(&format!("{}:3: error: no black knight can reach f3", path.display()))
    );
}

#[test]
fn the_same_lines_from_a_pipe_give_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "session.txt", SESSION);
    // Times differ from run to run, so they are left out of the comparison.
    let timeless = |text: String| -> Vec<String> {
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let kept = |line: &str| {
            let mut words = words(line);
            if let Some(at) = words.iter().position(|word| word == "time_ms") {
                words.remove(at + 1);
            }
            words.join(" ")
        };
        text.lines().map(kept).collect()
    };
    let from_file = program().arg("-f").arg(&path).output().unwrap();
    let piped = with_input(&[], SESSION.as_bytes());
    assert_status(&piped, 1);
    assert_eq!(timeless(out(&from_file)), timeless(out(&piped)));
    assert!(complaints(&piped).starts_with("stdin:3: error: "));
    let windows = with_input(&[], SESSION.replace('\n', "\r\n").as_bytes());
    assert_eq!(timeless(out(&piped)), timeless(out(&windows)));
}

#[test]
fn strict_scripts_end_at_the_first_error() {
    let output = with_input(&["--strict"], b"fen\nNf9\nkey\n");
    assert_status(&output, 3);
    assert_eq!(out(&output).lines().count(), 1);
    assert!(complaints(&output).starts_with("stdin:2: error: "));
    assert_status(&with_input(&[], b"set strict on\nNf9\necho never\n"), 3);
}

#[test]
fn statuses() {
    let status = |arguments: &[&str]| {
        program().args(arguments).stdin(Stdio::null()).output().unwrap().status.code().unwrap()
    };
    assert_eq!(status(&["-c", "perft 3 expect 8902"]), 0);
    assert_eq!(status(&["perft", "3", "expect", "8902"]), 0);
    assert_eq!(status(&["-c", "e4", "-c", "assert turn == black"]), 0);
    assert_eq!(status(&["-c", "assert turn == black"]), 4);
    assert_eq!(status(&["-c", "perft 3 expect 8903"]), 4);
    assert_eq!(status(&["-c", "assert turn == black", "-c", "nonsense"]), 1);
    assert_eq!(status(&["-f", "/no/such/script"]), 1);
    assert_eq!(status(&["--no-such-option"]), 2);
    assert_eq!(status(&["--color", "sometimes"]), 2);
    assert_eq!(status(&["-t", "0"]), 2);
    assert_eq!(status(&["--version"]), 0);
    assert_eq!(status(&[]), 0);
    assert_eq!(status(&["--help"]), 0);
}

#[test]
fn wrong_input_is_told_and_survived() {
    // Lines that use the position come before the first refused one.
    let wrong = [
        ("pgn /no/such/folder/game.pgn", "/no/such/folder"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "has no king"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1", "got \"X\""),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "FEN field 1"),
        ("position fen startpos", "FEN field 1"),
        ("position startpos moves e2e5", "e5"),
        ("Ke2", "king"),
        ("e4 e5 Qh6", "move 3 of 3"),
        ("go fast", "no limit"),
        ("go d999", "from 1 to"),
        ("go only", "needs moves"),
        ("set nosuch 3", "there is no setting"),
        ("set hash -5", "Hash"),
        ("hash 99999999999", "between 1 and 1048576"),
        ("undo x", "must be a number"),
        ("perft ninety", "must be a number"),
        ("load /no/such/file.epd", "/no/such/file.epd"),
        ("restore /no/such/file", "/no/such/file"),
        ("source /no/such/file", "/no/such/file"),
        ("suite /no/such/file", "/no/such/file"),
        ("solve /no/such/file", "/no/such/file"),
        ("solve x.epd 1s 2s", "given twice"),
        ("frobnicate", "neither a command nor a move"),
        ("resovle", "did you mean `resolve`"),
    ];
    let mut script = String::new();
    for (line, _) in wrong {
        script.push_str(line);
        script.push('\n');
    }
    script.push_str("new\nfen\n");
    let output = with_input(&[], script.as_bytes());
    assert_status(&output, 1);
    let faults = complaints(&output);
    let faults: Vec<&str> = faults.lines().collect();
    assert_eq!(faults.len(), wrong.len(), "{faults:#?}");
    for (number, ((line, expected), fault)) in wrong.iter().zip(&faults).enumerate() {
        assert!(fault.starts_with(&format!("stdin:{}: error: ", number + 1)), "{fault}");
        assert!(fault.contains(expected), "{line}: {fault}");
    }
    assert_eq!(out(&output), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
}

#[test]
fn the_weight_of_an_extension_at_one_kind_of_node_is_a_setting() {
    let lines = b"set extension.check 4/3/2\nset extension.check.cut 1\nget extension.check\nset extension.check.none 1\n";
    let output = with_input(&[], lines);
    assert!(out(&output).contains("4/1/2"), "{}", out(&output));
    assert!(
        out(&output).contains("quarters of a ply, 0 to 8, or three of them"),
        "{}",
        out(&output)
    );
    assert_status(&output, 1);
    assert!(complaints(&output).contains("extension.check.none"), "{}", complaints(&output));
}

#[test]
fn bytes_that_are_no_text_are_survived() {
    let mut seed = 0x9E37_79B9_u32;
    let mut random = Vec::new();
    for _ in 0..20_000 {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        random.push((seed >> 24) as u8);
    }
    // A random line might leave the program. An empty line ends an open game.
    random.extend_from_slice(b"\n\nnew\nfen\n");
    let output = with_input(&[], &random);
    assert_status(&output, 1);
    assert!(out(&output).ends_with(" w KQkq - 0 1\n"));

    let mut long = vec![b'e'; 1 << 20];
    long.extend_from_slice(b"\nfen\n");
    let output = with_input(&[], &long);
    assert_status(&output, 1);
    assert!(
        complaints(&output).starts_with("stdin:1: error: line too long (1048577 bytes), skipped")
    );
    assert_eq!(out(&output).lines().count(), 1);

    let output = with_input(&[], b"fen\0\n\0\0\nsh\0ow\nfen");
    assert_status(&output, 1);
    assert_eq!(out(&output).lines().count(), 2);
    assert!(complaints(&output).starts_with("stdin:3: error: "));
}

#[test]
fn scripts_call_scripts() {
    let folder = tempfile::tempdir().unwrap();
    file(&folder, "inner.txt", "# two moves\ne4 e5\nNf9\n");
    let outer =
        file(&folder, "outer.txt", "source inner.txt\nfen # and a comment ;; echo done #1\n");
    let output = program().arg("-f").arg(&outer).output().unwrap();
    assert_status(&output, 1);
    assert!(complaints(&output).contains("inner.txt:3: error: "));
    assert_eq!(out(&output).lines().last(), Some("done #1"));
    let circle = file(&folder, "circle.txt", "source circle.txt\n");
    let output = program().arg("-f").arg(&circle).output().unwrap();
    assert_status(&output, 1);
    assert!(complaints(&output).contains("deep"));
}

#[test]
fn a_table_beyond_memory_leaves_the_old_one() {
    let output = with_input(&[], b"hash 2\ngo d3\nhash 1000000G\nhash 900G\nget hash\ngo d3\n");
    assert_status(&output, 1);
    assert_eq!(complaints(&output).lines().count(), 2, "{}", complaints(&output));
    assert_eq!(out(&output).matches("\nbest ").count(), 2, "{}", out(&output));
}

#[test]
fn colour_and_ascii_are_as_asked() {
    let board = |arguments: &[&str]| {
        let output =
            program().args(arguments).args(["-c", "show;; eval;; resolve;; go d4"]).output();
        out(&output.unwrap())
    };
    assert!(board(&["--color", "always"]).contains("\u{1b}["));
    assert!(!board(&["--color", "never"]).contains('\u{1b}'));
    assert!(board(&["--ascii"]).is_ascii());
}

#[test]
fn json_is_an_object_a_line() {
    let output = with_input(
        &["--json"],
        b"e4\nshow\nmoves\neval\nresolve\ngo d4\nexplain\nNf9\nget\nhelp\n",
    );
    assert_status(&output, 1);
    let text = out(&output);
    assert!(text.lines().count() >= 9, "{text}");
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(value["type"].is_string() && value["v"] == 1, "{line}");
    }
    assert!(text.contains("\"type\":\"best\"") && text.contains("\"type\":\"error\""), "{text}");
}

#[test]
fn echo_shows_what_is_done() {
    let output = program().args(["--echo", "-c", "e4", "-c", "fen"]).output().unwrap();
    let text = out(&output);
    assert!(text.starts_with("> e4\n"), "{text}");
    assert!(text.contains("> fen\nrnbqkbnr/pppppppp/8/8/4P3"), "{text}");
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let script = "moves\n".repeat(5_000);
    let mut child = program().stderr(Stdio::piped()).piped();
    drop(child.stdout.take());
    let mut pipe = child.stdin.take().unwrap();
    // The program may end before it has read everything.
    let _ = pipe.write_all(script.as_bytes());
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141));
    assert_eq!(complaints(&output), "");
}

#[test]
fn uci_as_the_first_line_is_a_gui() {
    let output = with_input(&[], b"uci\nisready\nposition startpos\ngo depth 3\n");
    assert_status(&output, 0);
    let text = out(&output);
    assert!(text.starts_with("id name "), "{text}");
    assert!(text.contains("\nuciok\nreadyok\n"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("bestmove "), "{text}");
    let output = with_input(&["--uci"], b"isready\nquit\n");
    assert_status(&output, 0);
    assert!(out(&output).contains("readyok"));
}

#[test]
fn a_log_has_the_answer_to_the_first_line() {
    let folder = tempfile::tempdir().unwrap();
    for (number, options, input) in
        [(1, &[][..], "uci\nisready\nquit\n"), (2, &["--uci"], "isready\nquit\n")]
    {
        let path = folder.path().join(format!("{number}.log"));
        let log = ["--log", path.to_str().unwrap()];
        assert_status(&with_input(&[&log, options].concat(), input.as_bytes()), 0);
        let kept = fs::read_to_string(&path).unwrap();
        let has = |line: &str| kept.lines().any(|kept| kept.ends_with(line));
        assert!(has(">> isready") && has("<< readyok"), "{kept}");
        assert!(number == 2 || has(">> uci") && has("<< uciok"), "{kept}");
    }
    let nowhere = folder.path().join("nowhere").join("x.log");
    let output = program().args(["--log", nowhere.to_str().unwrap(), "fen"]).output().unwrap();
    assert_status(&output, 2);
}

#[test]
fn files_of_somebody_else_are_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let suite = file(&folder, "one.epd", "7k/8/8/8/8/8/R7/1R2K3 w - - bm Ra7;\n");
    let mine = file(&folder, "mine.txt", "years of work\n");
    let (suite, mine) = (suite.to_str().unwrap(), mine.to_str().unwrap());
    for command in
        [format!("annotate 1k --html {mine}"), format!("solve {suite} 1k --misses {mine}")]
    {
        let output = program().args(["-c", &command]).output().unwrap();
        assert_status(&output, 1);
        assert!(complaints(&output).contains("name another file"), "{}", complaints(&output));
        assert_eq!(fs::read_to_string(mine).unwrap(), "years of work\n");
    }
    let page = folder.path().join("page.html");
    for _ in 0..2 {
        let again = format!("annotate 1k --html {}", page.display());
        assert_status(&program().args(["-c", "1. e4 e5", "-c", &again]).output().unwrap(), 0);
    }
}

#[test]
fn a_missing_script_is_named() {
    let output = program().args(["-f", "no-such-script.txt"]).output().unwrap();
    assert_status(&output, 1);
    assert!(complaints(&output).contains("no-such-script.txt"), "{}", complaints(&output));
}

#[test]
fn uci_later_goes_on_with_the_same_game() {
    let output = with_input(&[], b"e4 e5\nuci\ngo depth 2\n");
    assert_status(&output, 0);
    let text = out(&output);
    assert!(text.contains("uciok") && text.contains("\nbestmove "), "{text}");
}

#[test]
fn a_mate_is_proved_checked_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let script = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w\nproof all 2\nproof 1\nproof 2\nproof verify\n\
        proof line Qf3\nproof save two.jsonl\nnew\nproof load two.jsonl\nproof load none.jsonl\n";
    let script = script.replace("two.jsonl", folder.path().join("two.jsonl").to_str().unwrap());
    let output = with_input(&[], script.as_bytes());
    assert_status(&output, 1);
    assert_eq!(complaints(&output).lines().count(), 1, "{}", complaints(&output));
    let text = out(&output);
    for line in [
        "mate in 2, proved; shortest, proved",
        "keys  1  #2  1.Ne3",
        "no mate in 1, proved",
        "1.Ne3 Qf3 2.Nd3#",
    ] {
        assert!(text.lines().any(|found| found.trim() == line), "{line}: {text}");
    }
    assert!(text.contains("ok: mate in 2; 24 positions with the attacker to move"), "{text}");
}

#[test]
fn a_proof_is_an_object_a_line_too() {
    let output =
        with_input(&["--json"], b"5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w\nproof 2\ntries 2\n");
    assert_status(&output, 0);
    let text = out(&output);
    let proof = text.lines().find(|line| line.contains("\"type\":\"proof\"")).unwrap();
    for field in
        ["\"status\":\"proven\"", "\"mate\":2", "\"shortest\":true", "\"line_san\":[\"Ne3\""]
    {
        assert!(proof.contains(field), "{field}: {proof}");
    }
    assert!(text.contains("\"type\":\"tries\""), "{text}");
}

/// Commands were executed before files, whatever the order.
#[test]
fn commands_and_files_are_done_in_the_order_given() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("two");
    fs::write(&file, "echo two\n").unwrap();
    let output = program()
        .args(["-c", "echo one", "-f", file.to_str().unwrap(), "-c", "echo three"])
        .output()
        .unwrap();
    assert_eq!(out(&output), "one\ntwo\nthree\n");
}

#[test]
fn several_commands_in_quotes_are_done_one_after_the_other() {
    let output = program().args(["echo one", "position startpos", "fen", "quit"]).output().unwrap();
    let text = out(&output);
    assert!(text.starts_with("one\n") && text.ends_with(" w KQkq - 0 1\n"), "{text}");
}

#[test]
fn shells_and_man_hear_of_every_command() {
    for words in
        [&["man"][..], &["completions", "bash"], &["completions", "zsh"], &["completions", "fish"]]
    {
        let output = program().args(words).output().unwrap();
        assert!(output.status.success(), "{words:?}");
        let text = out(&output);
        for spec in quarterply::commands::COMMANDS.iter() {
            assert!(text.contains(spec.name), "{words:?} without {}", spec.name);
        }
        assert!(text.contains("no-history") || text.contains("no\\-history"), "{words:?}");
    }
    let output = program().args(["completions", "csh"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("bash"));
}

/// A kept setting applies the next time, a damaged line is reported, and a pipe, which may be a GUI, gets no message.
#[test]
fn kept_settings_are_there_the_next_time() {
    let home = TempDir::new().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = bare();
        command.args(["--no-history", "-H", "1"]).args(arguments);
        command.env("XDG_CONFIG_HOME", home.path()).stdin(Stdio::null()).output().unwrap()
    };
    let kept = out(&run(&["-c", "set pov mover --keep", "-c", "set move overhead = 40 --keep"]));
    assert!(kept.contains("kept in "), "{kept}");
    let file = home.path().join("quarterply/settings.toml");
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text, "pov = \"mover\"\n\"Move Overhead\" = 40\n");
    assert!(out(&run(&["get", "pov"])).contains("mover"));
    assert!(out(&run(&["--no-config", "get", "pov"])).contains("white"));
    assert!(
        out(&run(&["--pov", "white", "get", "pov"])).contains("white"),
        "the command line wins"
    );
    fs::write(&file, format!("# ours\n{text}nonsense\nhash = \"lots\"\n")).unwrap();
    let output = run(&["get", "pov"]);
    let told = complaints(&output);
    assert!(told.contains("line 4: ") && told.contains("line 5: "), "{told}");
    assert!(out(&output).contains("mover"));
    let refused = run(&["-c", "set pov white --keep", "-c", "get pov"]);
    assert!(complaints(&refused).contains("line 4 is damaged"));
    assert!(out(&refused).contains("pov  mover"), "a refusal changes nothing");
    // An obsolete value affects its line only.
    fs::write(&file, format!("spoken = \"nato\"\n{text}")).unwrap();
    let output = run(&["-c", "get pov", "-c", "get spoken"]);
    let told = "line 1: spoken takes off, san, words, not \"nato\"; it stays off; skipped";
    assert!(complaints(&output).contains(told), "{}", complaints(&output));
    assert!(out(&output).contains("pov  mover") && out(&output).contains("spoken  off"));
    fs::write(&file, format!("# ours\n{text}")).unwrap();
    run(&["set", "--forget", "move", "overhead"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "# ours\npov = \"mover\"\n");
}

/// The end of a sourced file was taken for the end of the input.
#[test]
fn input_goes_on_behind_a_file_that_it_sourced() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("lines.txt");
    fs::write(&path, "echo sourced\n").unwrap();
    let input = format!("source {}\necho behind it\n", path.display());
    let output = with_input(&[], input.as_bytes());
    assert_eq!(out(&output), "sourced\nbehind it\n");
    assert_eq!(output.status.code(), Some(0));
}

/// `save` reported plies up to the board as moves.
#[test]
fn a_saved_game_counts_its_moves_wherever_the_board_is() {
    let folder = TempDir::new().unwrap();
    let game = file(&folder, "g.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n");
    let (load, save) = (format!("load {}", game.display()), folder.path().join("h.pgn"));
    let save = format!("save {}", save.display());
    let output = program().args(["-c", &load, "-c", "goto 2w", "-c", &save]).output().unwrap();
    assert!(out(&output).contains("the game, 4 moves"), "{}", out(&output));
}

/// `clear` cleared learned values without a message.
#[test]
fn clear_says_what_it_forgets() {
    let output = program().args(["-c", "clear"]).output().unwrap();
    assert_eq!(out(&output), "hash table and histories cleared (for the screen: Ctrl-L)\n");
}

/// Reliability, the second review, 7: the start blocked on a silent pipe.
#[test]
#[cfg(unix)]
fn a_pipe_in_place_of_settings_is_refused() {
    let folder = TempDir::new().unwrap();
    let settings = folder.path().join("quarterply").join("settings.toml");
    fs::create_dir(folder.path().join("quarterply")).unwrap();
    assert!(Command::new("mkfifo").arg(&settings).status().unwrap().success());
    let output = bare()
        .args(["--no-history", "-H", "1", "-c", "fen"])
        .env("XDG_CONFIG_HOME", folder.path())
        .output()
        .unwrap();
    assert!(out(&output).starts_with("rnbqkbnr/"));
    assert!(complaints(&output).contains("it is a pipe; name a plain file"));
}

/// `-` is standard input for `load`, `games` and `view`, unless commands come from there; its copy can be read again.
#[test]
fn games_come_from_standard_input() {
    let games = b"[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n";
    let one = with_input(&["load", "-", "2"], games);
    assert_status(&one, 0);
    assert!(out(&one).contains("record 2 of 2"), "{}", out(&one));
    let listed = with_input(&["-c", "games -", "-c", "load 1", "-c", "fen"], games);
    assert_status(&listed, 0);
    assert!(out(&listed).contains("/4P3/"), "{}", out(&listed));
    let epd = b"4k3/8/8/8/8/8/8/4KQ2 b - - id \"one\";\n4k3/8/8/8/8/8/8/4KQ2 w - - id \"two\";\n";
    let viewed = with_input(&["-c", "view -", "-c", "view 2", "-c", "assert turn == w"], epd);
    assert_status(&viewed, 0);
    assert!(out(&viewed).contains("record 2 of 2"), "{}", out(&viewed));
    let old = with_input(&["-c", "games -", "-c", "load 1"], b"[White \"M\xfcller\"]\n\n1. e4 *\n");
    assert_status(&old, 0);
    let told = out(&old);
    assert!(told.contains("Müller") && told.contains("loaded - · record 1 of 1"), "{told}");
    let piped = with_input(&[], b"load -\nfen\n");
    assert_status(&piped, 1);
    assert!(
        complaints(&piped).contains("standard input gives commands here"),
        "{}",
        complaints(&piped)
    );
}

#[test]
fn what_is_echoed_steers_no_terminal() {
    let hostile = "echo \u{1b}]0;PWN\u{7}\n# \u{1b}]52;c;eHh4\u{7}\u{202e}\ne4\n";
    let output = with_input(&["--echo"], hostile.as_bytes());
    let text = out(&output);
    assert!(text.contains("> e4"), "{text}");
    assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{text:?}");
}

#[test]
fn a_script_that_is_not_there_is_reported_in_words() {
    let output = with_input(&[], b"source none\n");
    let told = complaints(&output);
    assert!(told.contains("none: cannot be read: there is no such file"), "{told}");
    assert!(!told.contains("os error"), "{told}");
}
