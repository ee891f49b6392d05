//! Commands about the session, through the real program: `time`, `alias`, `picture`, `log`, the init file, long answers and their
//! pager, and related options.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::program::{Run, complaints, out, program};

/// The output, the errors and the status for lines on standard input, in a folder.
fn answers(folder: &Path, arguments: &[&str], lines: &str) -> (String, String, i32) {
    let output = program().current_dir(folder).args(arguments).given(lines);
    (out(&output), complaints(&output), output.status.code().unwrap())
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The nodes of each search in JSON.
fn nodes(said: &str) -> Vec<u64> {
    let lines = said.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    lines
        .filter(|line| line["type"] == "best")
        .map(|line| line["nodes"].as_u64().unwrap())
        .collect()
}

#[test]
fn the_two_searches_that_readme_compares_begin_alike_and_find_what_it_says() {
    let readme = include_str!("../README.md");
    let session = readme.split("## A first session").nth(1).unwrap().split("```").nth(1).unwrap();
    let typed = session.lines().filter_map(|line| Some(line.split_once("> ")?.1));
    let typed: Vec<&str> = typed.map(|line| line.split("  ").next().unwrap()).collect();
    let folder = folder();
    let arguments = ["--json", "-t", "1"];
    let (said, _, _) = answers(folder.path(), &arguments, &typed.join("\n"));
    let said = nodes(&said);
    let [.., first, second] = said[..] else { panic!("{said:?}") };
    let problem = typed.iter().find(|line| line.starts_with("4Q3/p4pk1")).unwrap();
    // The figures on the page, and that the mate is not found a ply earlier.
    for (set, depth, found, mates) in [
        ("echo", 2, Some(first), true),
        ("echo", 1, None, false),
        ("set extension.check 0", 9, Some(second), true),
        ("set extension.check 0", 8, None, false),
    ] {
        let lines = format!("{problem}\n{set}\ngo depth {depth}\n");
        let (cold, _, _) = answers(folder.path(), &arguments, &lines);
        assert_eq!(cold.contains("\"mate\":4"), mates, "{set}: {depth}");
        if let Some(found) = found {
            assert_eq!(nodes(&cold), [found], "{set}: as in a process of its own");
        }
    }
    assert_eq!((first, second), (1388, 12840));
}

/// Nodes after which a search in JSON has found a move that it keeps to its end.
fn nodes_until(said: &str, san: &str) -> Option<u64> {
    let lines = said.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let iterations = lines.filter(|line| line["type"] == "info" && line["pv_san"].is_array());
    iterations.fold(None, |found, line| {
        let nodes = found.or(line["nodes"].as_u64());
        nodes.filter(|_| line["pv_san"][0] == san)
    })
}

#[test]
fn the_typed_rule_of_readme_finds_the_sacrifice_sooner() {
    let readme = include_str!("../README.md");
    let paragraph = readme.split("`extend sac ").nth(1).unwrap();
    let (rule, text) = paragraph.split_once('`').unwrap();
    let fen = text.split('`').nth(1).unwrap();
    let folder = folder();
    let found = [format!("extend sac {rule}"), "echo".to_owned()].map(|first| {
        let lines = format!("set Hash 16\n{first}\n{fen}\ngo nodes 600000\n");
        let (said, _, _) = answers(folder.path(), &["--json", "-t", "1"], &lines);
        nodes_until(&said, "Nxf7").unwrap()
    });
    assert_eq!(found, [63088, 244686]);
    for found in found {
        assert!(text.contains(&format!("{found} nodes")), "{found}");
    }
}

#[test]
fn a_word_stands_for_a_command() {
    let folder = folder();
    let lines = "alias m1 proof 1\n6k1/8/6K1/8/8/8/8/R7 w - - 0 1\nm1\nalias x assert legal\nx == 19\nalias\nalias --forget m1\nm1\n\
                 alias show moves\nalias Nf3 moves\nx == 3\nalias 1. fen\nalias [Event show\n";
    let (out, error, status) = answers(folder.path(), &[], lines);
    assert_eq!(status, 1, "{out}{error}");
    assert!(out.contains("mate in 1") && out.contains("holds"), "{out}");
    assert!(out.contains("m1  proof 1") && out.contains("x   assert legal"), "{out}");
    assert!(error.contains(":8: error: \"m1\" is neither"), "{error}");
    assert!(error.contains(":9: error: `show` cannot be an alias"), "{error}");
    assert!(error.contains(":12: error: `1.` cannot be an alias"), "{error}");
    assert!(error.contains(":13: error: `[event` cannot be an alias"), "{error}");
    assert!(error.contains(":10: error: `nf3` cannot be an alias"), "{error}");
    assert!(error.contains(":11: error: "), "{error}");
    assert_eq!(error.lines().count(), 6, "{error}");
}

#[test]
fn time_is_told_behind_the_answer() {
    let folder = folder();
    let (out, error, status) = answers(
        folder.path(),
        &[],
        "time perft 2\ntime fen\ntime time key\ntime nonsense\ntime quit\n",
    );
    assert_eq!(status, 1);
    let lines: Vec<&str> = out.lines().collect();
    let took: Vec<usize> =
        (0..lines.len()).filter(|&at| lines[at].starts_with("took 0.")).collect();
    assert_eq!(took.len(), 3, "{out}");
    assert_eq!((lines[0], took[0]), ("nodes 400", 1));
    assert!(error.contains(":4: error: \"nonsense\" is neither"), "{error}");
    assert!(error.contains(":5: error: `time` does not understand \"quit\""), "{error}");
}

#[test]
fn answers_are_drawn() {
    let folder = folder();
    let lines = "picture board.svg\npicture eval.svg light eval\npicture go.svg go d4\npicture board.svg moves\npicture move.svg e4\n\
                 picture board.png\n";
    let (out, error, status) = answers(folder.path(), &[], lines);
    assert_eq!(status, 1);
    assert!(error.contains("must end in .svg"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert_eq!(out.lines().filter(|line| line.starts_with("drawn ")).count(), 5, "{out}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(read("board.svg").starts_with("<svg ") && read("board.svg").contains("20 legal moves"));
    assert!(read("eval.svg").contains("#fdfcfa"), "light");
    assert!(read("go.svg").contains("nps") || read("go.svg").contains("depth"), "a table");
    assert!(read("move.svg").contains("Black to move"), "the board after the move");
    let (out, error, _) = answers(folder.path(), &[], "picture board.svg e4\nfen\n");
    assert!(error.contains("exists already"), "another session's: {error}");
    assert!(out.contains(" w KQkq "), "the move was not made: {out}");
    let (out, ..) = answers(folder.path(), &[], "picture board.svg --force\n");
    assert!(out.starts_with("drawn "), "{out}");
}

#[test]
fn the_dialogue_is_recorded_under_the_first_free_number() {
    let folder = folder();
    for number in ["001", "002"] {
        let (out, error, status) = answers(
            folder.path(),
            &["--log", "run_%.log"],
            "log\necho hello\nkey\nxyzzy\nlog off\nlog\n",
        );
        assert_eq!(status, 1, "{error}");
        assert!(out.contains(&format!("recorded in run_{number}.log")), "{out}");
        assert!(out.ends_with("the dialogue is not recorded\n"), "{out}");
        let log = fs::read_to_string(folder.path().join(format!("run_{number}.log"))).unwrap();
        for part in [" >> echo hello\n", " << hello\n", " >> xyzzy\n", " << error: \"xyzzy\" is"] {
            assert!(log.contains(part), "{part}: {log}");
        }
        assert!(log.contains(" << position 97be496ba935a4ae\n"), "a line is whole: {log}");
        assert!(log.lines().all(|line| line.as_bytes()[0].is_ascii_digit()), "{log}");
    }
    let lines = "setoption name Debug Log File value gui_%.log\nisready\nquit\n";
    let (out, ..) = answers(folder.path(), &["--uci"], lines);
    assert_eq!(out, "readyok\n");
    let log = fs::read_to_string(folder.path().join("gui_001.log")).unwrap();
    assert!(log.contains(" >> isready\n") && log.contains(" << readyok\n"), "{log}");
    let (_, error, status) = answers(folder.path(), &["--log", "no/such/folder.log"], "fen\n");
    assert!(error.contains("cannot write") && status == 0, "told, and gone on: {error}");
}

#[test]
fn protocols_begin_by_an_option() {
    let folder = folder();
    let (out, ..) = answers(folder.path(), &["--xboard"], "protover 2\nping 7\nquit\n");
    assert!(out.contains("feature done=1\n") && out.ends_with("pong 7\n"), "{out}");
    let (_, error, status) = answers(folder.path(), &["--xboard", "--uci"], "");
    assert!(status == 2 && error.contains("cannot be used with"), "{error}");
}

#[test]
fn the_end_of_input_may_end_what_runs() {
    let folder = folder();
    let lines = "position startpos\ngo nodes 30000\n";
    let (finished, ..) = answers(folder.path(), &["--uci"], lines);
    let nodes = |out: &str| -> u64 {
        let last = out.lines().rfind(|line| line.contains(" nodes ")).unwrap().to_owned();
        let mut words = last.split(' ').skip_while(|&word| word != "nodes");
        words.nth(1).unwrap().parse().unwrap()
    };
    assert!(nodes(&finished) >= 10_000, "{finished}");
    let lines = "position startpos\ngo nodes 1000000000000\n";
    let (quit, ..) = answers(folder.path(), &["--uci", "--on-eof", "quit"], lines);
    assert!(quit.lines().last().unwrap().starts_with("bestmove "), "{quit}");
    let (quit, ..) = answers(folder.path(), &["--on-eof", "quit"], "go infinite\n");
    assert!(quit.contains("best "), "{quit}");
}

#[test]
fn a_file_of_positions_is_viewed_one_by_one() {
    let folder = folder();
    let two = "8/8/8/4k3/8/8/4P3/4K3 w - - id \"one\";\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";
    fs::write(folder.path().join("two.epd"), two).unwrap();
    fs::write(folder.path().join("book.bin"), [0; 32]).unwrap();
    let lines = "view\nview two.epd\nview\nview\nload book.bin\n";
    let (out, error, status) = answers(folder.path(), &[], lines);
    assert_eq!(status, 1, "{out}");
    for part in ["record 1 of 2", "id          one", "record 2 of 2", "bm          e4"] {
        assert!(out.contains(part), "{part}: {out}");
    }
    for part in [":1: error: no file is being viewed", "has 2 records", "this is not text"] {
        assert!(error.contains(part), "{part}: {error}");
    }
}

/// A user who resigned as Black won as "Quarterply".
#[test]
fn the_names_of_a_game_follow_the_sides() {
    let folder = folder();
    let lines = "play white d1\ne4\nforce\nplay black d1\nresign\npgn\n";
    let (out, error, _) = answers(folder.path(), &[], lines);
    for tag in ["[White \"Quarterply\"]", "[Black \"Player\"]", "[Result \"1-0\"]"] {
        assert!(out.contains(tag), "{tag}: {out}{error}");
    }
    let lines = "tag Black Anne\nplay white d1\nforce\nplay black d1\nforce\npgn\n";
    let (out, error, _) = answers(folder.path(), &[], lines);
    assert!(out.contains("[Black \"Anne\"]"), "what the user wrote stays: {out}{error}");
}

/// The two time zones are 26 hours apart.
#[test]
#[cfg(unix)]
fn the_date_of_a_game_is_that_of_the_time_zone() {
    let [first, last] = ["AAA-14", "BBB12"].map(|zone| {
        let output = program().env("TZ", zone).given("play white d1\npgn\n");
        let out = out(&output);
        out.lines().find(|line| line.starts_with("[Date \"")).map(str::to_owned).expect(&out)
    });
    assert!(first > last, "{first} {last}");
}

#[test]
fn the_clock_of_the_side_to_move_runs_in_what_is_shown() {
    let folder = folder();
    let (out, error, _) =
        answers(folder.path(), &["--json"], "play white 5\nperft 5\nlevel\nstatus\n");
    let lines = out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let shown: Vec<_> = lines.filter(|line| !line["white_ms"].is_null()).collect();
    let [_, level, status] = &shown[..] else { panic!("{out}{error}") };
    for answer in [level, status] {
        assert!(answer["white_ms"].as_f64() < Some(300_000.0), "{answer}");
        assert_eq!(answer["black_ms"].as_f64(), Some(300_000.0), "{answer}");
    }
}

#[test]
fn machines_are_looked_into() {
    let folder = folder();
    let lines = "go d5\ntt\ncheck\nshow control\nshow bits\nmoves --order\nnew 324 152\nassert fen == rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
                 new 324 0\nshow\nauto\nisatty\n";
    let (out, error, status) = answers(folder.path(), &[], lines);
    assert_eq!((status, error.as_str()), (0, ""), "{out}");
    for part in [
        "here ",
        " agree",
        "White's attackers",
        "X X X X X X X X",
        "generated",
        "holds",
        "Threads",
        "terminal",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(!out.contains("differ"), "{out}");
}

#[cfg(unix)]
mod at_a_terminal {
    use std::process;

    use rexpect::session::{PtySession, spawn_command};

    use super::*;

    /// A terminal of ten rows, and a folder of configuration.
    fn begin(arguments: &str, pager: &str, init: Option<&str>) -> (PtySession, TempDir) {
        let home = folder();
        if let Some(init) = init {
            let folder = home.path().join("quarterply");
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("init"), init).unwrap();
        }
        let mut command = process::Command::new("sh");
        let program = env!("CARGO_BIN_EXE_quarterply");
        let line = format!("stty rows 10 cols 90; exec '{program}' -H 1 -t 1 --ascii {arguments}");
        command.args(["-c", &line]).env("TERM", "xterm-256color").env("NO_COLOR", "1");
        command.env("XDG_STATE_HOME", home.path()).env("XDG_CONFIG_HOME", home.path());
        command.env("PAGER", pager);
        let mut pty = spawn_command(command, Some(30_000)).unwrap();
        pty.exp_string("w 1. > ").unwrap();
        (pty, home)
    }

    #[test]
    fn a_long_answer_is_shown_by_a_pager() {
        let (mut pty, _home) = begin("", "sed s/^/paged:/", None);
        pty.send_line("help all").unwrap();
        let shown = pty.exp_string("help scripting").unwrap();
        assert!(shown.lines().filter(|line| line.starts_with("paged:")).count() > 30, "{shown}");
        pty.exp_string("w 1. > ").unwrap();
        pty.send_line("set pager off").unwrap();
        pty.exp_string("w 1. > ").unwrap();
        pty.send_line("help all").unwrap();
        let shown = pty.exp_string("help scripting").unwrap();
        assert!(!shown.contains("paged:") && shown.lines().count() > 40, "{shown}");
        pty.exp_string("w 1. > ").unwrap();
        pty.send_control('d').unwrap();
        pty.exp_eof().unwrap();
    }

    #[test]
    fn ctrl_c_is_the_pagers_while_it_runs() {
        let (mut pty, _home) = begin("", "echo reading; exec sleep 100", None);
        for _ in 0..2 {
            pty.send_line("help all").unwrap();
            pty.exp_string("reading").unwrap();
            pty.send_control('c').unwrap();
            pty.exp_string("w 1. > ").unwrap();
        }
        pty.send_control('d').unwrap();
        pty.exp_eof().unwrap();
    }

    /// Waiting for a pager blocked the main loop: a SIGTERM ended the program without its last output.
    #[test]
    fn a_search_is_heard_to_its_end_while_a_long_answer_is_read() {
        let (mut pty, _home) = begin("", "echo reading; exec sleep 100", None);
        pty.send_line("go inf &").unwrap();
        pty.exp_string("w 1. [d").unwrap();
        pty.send_line("help all").unwrap();
        pty.exp_string("reading").unwrap();
        // It is sent SIGTERM.
        let status = format!("{:?}", pty.process_mut().exit().unwrap());
        assert!(status.ends_with("143)"), "{status}");
        pty.exp_string("stopped").unwrap();
        pty.exp_eof().unwrap();
    }

    #[test]
    fn the_init_file_is_done_before_the_prompt() {
        let init = "# mine\nalias lm assert legal == 20\nset pager off\n";
        let (mut pty, _home) = begin("", "cat", Some(init));
        pty.send_line("lm").unwrap();
        pty.exp_string("holds").unwrap();
        pty.exp_string("w 1. > ").unwrap();
        pty.send_control('d').unwrap();
        pty.exp_eof().unwrap();
        let (mut pty, _home) = begin("--no-init", "cat", Some(init));
        pty.send_line("lm").unwrap();
        pty.exp_string("error: \"lm\" is neither").unwrap();
        pty.exp_string("w 1. > ").unwrap();
        pty.send_control('d').unwrap();
        pty.exp_eof().unwrap();
    }
}
