//! What holds for every dialect: commands in the background, positions that were refused, signals, output without a reader.
//!
//! Times appear only as guards against hanging.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::program::{self, Run, complaints, out};
use super::uci::Gui;

/// Nothing takes this long unless it hangs.
const GUARD: Duration = Duration::from_secs(120);

fn program(arguments: &[&str]) -> Child {
    program::program().args(arguments).stderr(Stdio::piped()).piped()
}

fn with_input(input: &str) -> Output {
    program::program().given(input)
}

fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
}

/// The status of a program that ends by itself.
fn ends(child: &mut Child) -> Option<i32> {
    let end = Instant::now() + GUARD;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        assert!(Instant::now() < end, "the program goes on");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_game_begun_during_an_analysis_ends_it() {
    for analysis in ["analyze", "go inf &"] {
        let output = with_input(&format!("{analysis}\nplay black d2\nresign\nhistory\npgn\n"));
        let text = out(&output);
        assert!(text.contains("the engine plays White"), "{text}{}", complaints(&output));
        assert!(text.contains("Black resigns: 1-0") && text.trim_end().ends_with("1-0"), "{text}");
        assert!(text.contains("1. "), "the engine has moved: {text}");
    }
}

#[test]
fn commands_are_done_while_a_search_runs_in_the_background() {
    let output = with_input("go d6 &\nfen\nperft 2\nwait\nassert depth == 6\nstatus\n");
    assert_eq!(output.status.code(), Some(0), "{}", complaints(&output));
    let text = out(&output);
    let at = |wanted: &str| text.lines().position(|line| line.starts_with(wanted));
    assert!(at("rnbqkbnr/").is_some() && at("nodes 400").is_some(), "{text}");
    assert!(at("best ").is_some_and(|best| best < at("nothing is under way").unwrap()), "{text}");
}

/// `status` and `stop` overtook the `wait` before them, in a pipe and not in a file.
#[test]
fn what_follows_a_wait_waits_in_a_pipe_as_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.txt");
    for lines in [
        "go nodes 50000 &\nwait\nstatus\n",
        "go nodes 50000 &\nwait\nstop\nstatus\n",
        "go nodes 50000 &\nwait\nlevel 5s\nhint\n",
        "go nodes 50000 &; wait; status; e4; status\n",
    ] {
        std::fs::write(&path, lines).unwrap();
        let from_file = program(&["-f", path.to_str().unwrap()]).wait_with_output().unwrap();
        // The last rows, without the times.
        let kept = |output: &Output| -> Vec<String> {
            let words = |line: &str| line.split(" time_ms ").next().unwrap_or_default().to_owned();
            out(output).lines().filter(|line| !line.starts_with("depth ")).map(words).collect()
        };
        let piped = kept(&with_input(lines));
        assert_eq!(piped, kept(&from_file), "{lines}");
        let nodes = piped.iter().find(|line| line.starts_with("best ")).unwrap();
        assert!(nodes.contains("nodes 5") || lines.contains("d4"), "{lines}: {nodes}");
    }
}

/// Several commands on a line and in an alias, and PGN's comments.
#[test]
fn commands_of_a_line_and_of_an_alias_are_done_in_order() {
    let output =
        with_input("alias nx next; fen\ne4 e5;goto start\nnx\nnx\n1. d4 ; fen\nfen; key\n");
    assert_eq!(output.status.code(), Some(0), "{}", complaints(&output));
    let text = out(&output);
    let boards: Vec<&str> = text.lines().filter(|line| line.contains('/')).collect();
    let wanted = ["/8/8/4P3/8/", "/8/4p3/4P3/8/", "/8/8/3P4/8/"];
    assert_eq!(boards.len(), wanted.len(), "{text}");
    assert!(boards.iter().zip(wanted).all(|(board, wanted)| board.contains(wanted)), "{text}");
    for chain in [
        "alias aa e4; aa\n",
        "alias aa e4; e5\nalias bb aa; d4\n",
        "alias bb aa; d4\nalias aa e4\n",
    ] {
        let refused = complaints(&with_input(chain));
        assert!(refused.contains("cannot contain another alias"), "{chain}: {refused}");
    }
}

#[test]
fn a_search_without_end_ends_with_the_script_and_says_what_it_has() {
    let output = with_input("go inf &\nassert legal == 20\n");
    assert_eq!(output.status.code(), Some(0), "{}", complaints(&output));
    assert!(out(&output).lines().any(|line| line.starts_with("best ")), "{}", out(&output));
}

/// After a refused FEN, commands were answered for the previous position.
#[test]
fn what_follows_a_refused_position_is_not_answered_for_another() {
    let output = with_input("8/8/8/8/8/8/8/8 w - - 0 1\nfen\ngo d1\nnew\nfen\n");
    assert_eq!(output.status.code(), Some(1));
    let complaints = complaints(&output);
    assert_eq!(complaints.matches("there is no position").count(), 2, "{complaints}");
    assert_eq!(out(&output).matches("rnbqkbnr/").count(), 1, "{}", out(&output));
}

/// House review, 5.2: a game with its own start, files and settings need no position.
#[test]
fn what_needs_no_position_is_done_after_a_refused_one() {
    let game =
        "[White \"A\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n\n";
    for line in [
        "games /no/such.pgn",
        "annotate /no/such.pgn 1k",
        "set pov mover --keep",
        "load /no/such.pgn",
        game,
    ] {
        let output = with_input(&format!("fen rubbish/8 w - -\n{line}\necho there\n"));
        let complaints = complaints(&output);
        assert!(!complaints.contains("there is no position"), "{line}: {complaints}");
    }
    let output = with_input(&format!("fen rubbish/8 w - -\n{game}fen\n"));
    assert!(
        out(&output).lines().any(|line| line.starts_with("8/8/8/4k3/4P3/8/8/4K3 b")),
        "{}",
        out(&output)
    );
}

/// A comment over several lines was three errors.
#[test]
fn a_game_is_piped_in_any_wrapping() {
    let output = with_input(
        "1. e4 {a\nb} e5 (1... c5\n2. Nf3) 2. Nf3\nassert fen == rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n",
    );
    assert_eq!(output.status.code(), Some(0), "{}", complaints(&output));
    let output = with_input(
        "[White \"A\"]\n[Black \"B\"]\n\n1. d4 d5 {x\ny} 2. c4\n\nassert turn == black\npgn\n",
    );
    assert_eq!(output.status.code(), Some(0), "{}", complaints(&output));
    assert!(out(&output).contains("[White \"A\"]"), "{}", out(&output));
}

#[test]
fn a_header_without_a_game_is_told_how_to_be_set() {
    let output = with_input("[White \"Me\"]\ntag\n");
    assert!(out(&output).starts_with("note: headers are read with the moves"), "{}", out(&output));
}

/// While an endless search was waited for, no input was handled.
#[test]
fn who_waits_for_what_never_ends_still_hears_the_end() {
    for end in ["stop\nisready\nquit\n", "quit\n", ""] {
        let mut gui = Gui::start();
        gui.say(&format!("uci\ngo infinite\nwait\nposition startpos\n{end}"));
        let (heard, status) = gui.rest();
        assert!(status.success(), "{end:?}");
        let stopped = !end.starts_with("quit");
        let told = heard.iter().any(|line| line.starts_with("bestmove "));
        assert!(told || !stopped, "{end:?}: {heard:?}");
    }
}

#[test]
fn who_waits_for_what_ends_leaves_when_it_has() {
    let mut gui = Gui::start();
    gui.say("uci\ngo depth 6\nwait\nquit");
    let (heard, status) = gui.rest();
    assert!(status.success());
    assert!(heard.iter().any(|line| line.starts_with("info depth 6 ")), "{heard:?}");
    assert!(heard.last().unwrap().starts_with("bestmove "));
}

/// SIGTERM killed the program without a last line.
#[test]
fn a_terminated_search_says_what_it_has() {
    for (name, code) in [("TERM", 143), ("HUP", 129)] {
        let mut child = program(&["-c", "go inf"]);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        while !lines.next().unwrap().unwrap().starts_with("depth 4 ") {}
        signal(&child, name);
        let rest: Vec<String> = lines.map(Result::unwrap).collect();
        assert_eq!(ends(&mut child), Some(code));
        assert!(rest.iter().any(|line| line.starts_with("best ")), "{rest:?}");
    }
}

#[test]
fn the_first_ctrl_c_ends_the_command_and_the_script_goes_on() {
    let mut child = program(&["-c", "go inf", "-c", "echo still here"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    while !lines.next().unwrap().unwrap().starts_with("depth 4 ") {}
    signal(&child, "INT");
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(ends(&mut child), Some(0));
    assert_eq!(rest.last().map(String::as_str), Some("still here"), "{rest:?}");
}

#[test]
fn a_ctrl_c_that_cuts_short_is_told_by_the_status() {
    let mut child = program(&["-c", "echo begun", "-c", "perft 12 expect 5", "-c", "echo on"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "begun");
    thread::sleep(Duration::from_millis(50));
    signal(&child, "INT");
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(ends(&mut child), Some(130), "{rest:?}");
}

#[test]
fn what_never_ends_and_is_waited_for_ends_with_its_input() {
    for input in [
        "go inf\n",
        "go inf\nfen\n",
        "go d2\ngo inf\nstop\nfen\n",
        "go inf &\nwait\n",
        "go inf &\nwait\nfen\n",
        "go inf &\nwatch\n",
    ] {
        let output = with_input(input);
        assert_eq!(output.status.code(), Some(0), "{input:?}: {}", complaints(&output));
        let text = out(&output);
        assert!(text.lines().any(|line| line.starts_with("best ")), "{input:?}: {text}");
        assert_eq!(input.contains("fen"), text.contains("rnbqkbnr/"), "{input:?}: {text}");
    }
}

/// `stop` was handled only in a pipe.
#[test]
fn what_never_ends_ends_at_a_later_line_of_a_script() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script");
    for lines in ["go inf\nstop\nfen", "go inf\nfen\nquit", "go inf &\nwait\nfen"] {
        std::fs::write(&script, lines).unwrap();
        let words = lines.lines().flat_map(|line| ["-c", line]).collect::<Vec<&str>>();
        for arguments in [&["-f", script.to_str().unwrap()][..], &words] {
            let mut child = program(arguments);
            let mut text = String::new();
            child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
            assert_eq!(ends(&mut child), Some(0), "{lines:?}: {text}");
            let at = |begun: &str| text.lines().position(|line| line.starts_with(begun));
            assert!(at("best ").unwrap() < at("rnbqkbnr/").unwrap(), "{lines:?}: {text}");
        }
    }
}

/// `quarterply "perft 9" | head -1` ran on for hours.
#[test]
fn what_nobody_reads_is_not_worked_on() {
    for command in ["perft 12", "proof inf", "go inf"] {
        let mut child = program(&["-c", command]);
        drop(child.stdout.take());
        let status = ends(&mut child);
        assert!(matches!(status, Some(141 | 0)), "{command}: {status:?}");
    }
}

/// A pipe without data could not be interrupted.
#[test]
fn a_file_that_never_speaks_can_be_left() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("silent.pgn");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let load = format!("load {}", pipe.display());
    let mut child = program(&["-c", "echo begun", "-c", &load, "-c", "echo left"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "begun");
    thread::sleep(Duration::from_millis(50));
    signal(&child, "INT");
    assert_eq!(lines.next().unwrap().unwrap(), "left");
    assert_eq!(ends(&mut child), Some(1));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("stopped"), "{said}");
}

/// Sends input to a program that keeps reading, and returns it and its output lines.
fn spoken_to(input: &str) -> (Child, impl Iterator<Item = String>) {
    let mut child = program(&[]);
    let mut input_end = child.stdin.take().unwrap();
    input_end.write_all(input.as_bytes()).unwrap();
    // Its input stays open.
    child.stdin = Some(input_end);
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    (child, lines)
}

/// After `play` no input was handled until the engine had moved.
#[test]
fn what_is_urgent_is_heard_whatever_stands_before_it() {
    for input in [
        "go inf\nfen\nstop\nquit\n",
        "go inf\nfen\nquit\n",
        "proof inf\nstop\nfen\nquit\n",
        "analyze\nwait\nfen\nstop\nquit\n",
        "go inf &\nwatch\nfen\nquit\n",
        "play black 1h\nnow\nfen\nquit\n",
        "play black 1h\nfen\nnow\nquit\n",
        "play black 1h\nfen\nquit\n",
        "play black 40/90\nmoves\nfen\nbye\n",
        "play black 1h\nfen\nstop;; quit\n",
    ] {
        let (mut child, lines) = spoken_to(input);
        let heard: Vec<String> = lines.collect();
        assert_eq!(ends(&mut child), Some(0), "{input:?}");
        // All lines in between have been handled.
        let fen = heard.iter().find(|line| line.contains("/pppppppp/")).expect(input);
        assert_eq!(fen.contains("RNBQKBNR w"), !input.contains("play"), "{input:?}: {heard:?}");
    }
    let output = with_input("play black 1h\n");
    assert_eq!(output.status.code(), Some(0), "the end of the input");
    assert!(out(&output).contains("1."), "the engine has moved: {}", out(&output));
}

#[test]
fn what_ends_by_itself_is_not_cut_short_by_the_end_of_a_script() {
    for input in ["go d6\nassert depth == 6\nquit\n", "go d6 &\nwait\nassert depth == 6\nquit\n"] {
        let output = with_input(input);
        assert_eq!(output.status.code(), Some(0), "{input:?}: {}", complaints(&output));
    }
    let output = with_input("play white d5\ne4\nfen\nquit\n");
    assert!(out(&output).contains(" w KQkq"), "the engine has answered: {}", out(&output));
}

/// The engine did not move until the analysis was stopped by hand.
#[test]
fn a_game_ends_an_analysis_and_says_so() {
    for (begins, told) in [("analyze", "the analysis is stopped"), ("go inf &", "best ")] {
        let output = with_input(&format!("{begins}\nplay black d3\nassert turn == black\n"));
        assert_eq!(output.status.code(), Some(0), "{begins}: {}", complaints(&output));
        assert!(out(&output).contains(told), "{begins}: {}", out(&output));
    }
}

/// A text in a file of records was searched for in games, and pawns could not be compared.
#[test]
fn small_words_that_people_type_are_understood() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puz.epd");
    std::fs::write(&path, "4k3/8/8/8/8/8/8/4KQ2 b - - id \"one\";\n").unwrap();
    let loaded = program(&["load", path.to_str().unwrap(), "two"]).wait_with_output().unwrap();
    assert!(complaints(&loaded).contains("a record has a number"), "{}", complaints(&loaded));
    let lines = "go d3\nassert score > -0.5\nassert score < 1.5\nassert score < 150\nassert turn == w\ne4 e5\n0000\nassert turn == b\n\
        new\n1. e4 e5\nundo\nd5 Nc3\ngoto end\nassert fen == rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n";
    let output = with_input(lines);
    assert_eq!(output.status.code(), Some(0), "{}", complaints(&output));
    let refused = |line: &str| complaints(&with_input(line));
    for (line, why) in [
        ("set Threads 2 --keeep\n", "it has --keep"),
        ("nag ??!\n", "`nag delete`"),
        ("suite\n", "as in `suite "),
        ("go nodes 3m\n", "3k, 3M and 3G"),
        ("profile quarterly\n", "did you mean `quarterply`?"),
        ("set theme lihgt\n", "did you mean `light`?"),
        ("go d2\nassert score > much\n", "score "),
        ("solve - 1s\n", "times and depths are for files"),
    ] {
        assert!(refused(line).contains(why), "{line}: {}", refused(line));
    }
    let said = |line: &str| out(&with_input(line));
    assert!(said("moves e5\n").contains("(no piece there)"), "{}", said("moves e5\n"));
    assert!(
        said("e4\ncomment good\nundo\n").contains("taken back: {good}"),
        "{}",
        said("e4\ncomment good\nundo\n")
    );
    for word in ["position", "play"] {
        let help = said(&format!("help {word}\n"));
        let others = if word == "play" { "resign" } else { "mirror" };
        assert!(help.contains(others), "the group too: {help}");
    }
}

#[test]
fn what_is_interrupted_before_it_knows_anything_has_status_130() {
    let mut child = program(&["-c", "fen", "-c", "why e4 900M"]);
    let mut output = child.stdout.take().unwrap();
    let mut first = [0];
    output.read_exact(&mut first).unwrap();
    signal(&child, "INT");
    assert_eq!(ends(&mut child), Some(130));
}

/// Lines of a script need no message, so the first Ctrl-C waited for the last of them.
#[test]
fn one_interrupt_ends_a_script_of_any_length() {
    const LINES: usize = 400_000;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.txt");
    std::fs::write(&path, "fen\n".repeat(LINES)).unwrap();
    let path = path.to_str().unwrap();
    for (arguments, input) in
        [(&["-f", path][..], String::new()), (&[], format!("source {path}\nfen\n"))]
    {
        let mut child = program(arguments);
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut String::new()).unwrap();
        // It cannot have ended: its output was not read.
        signal(&child, "INT");
        let lines = output.lines().count();
        assert_eq!(ends(&mut child), Some(130), "{arguments:?}");
        assert!(lines < LINES / 2, "{arguments:?}: {lines} lines more");
    }
}

#[test]
fn moves_are_listed_in_words_where_they_are_spoken() {
    let output = out(&with_input(
        "spoken words\nmoves e2\n4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\nmoves e1\nmoves e1 uci\n",
    ));
    for part in ["pawn e3, pawn e4", "castles king side", "e1d1"] {
        assert!(output.contains(part), "{part} in {output}");
    }
}
