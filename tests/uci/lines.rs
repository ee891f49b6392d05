//! Lines of a search, and their format.

use quarterply::chess::notation::parse_uci;
use quarterply::chess::{Position, parse_move};

use super::*;
use crate::program::{complaints, out, program};

#[test]
fn variations_come_in_blocks() {
    let mut gui = Gui::greeted();
    gui.say("setoption name MultiPV value 4");
    let heard = gui.search("position startpos", "go depth 6");
    let rows: Vec<&String> =
        heard.iter().filter(|line| line.contains(" pv ") && !line.contains("bound")).collect();
    assert_eq!(rows.len() % 4, 0);
    let mut depth = 0;
    for block in rows.chunks(4) {
        let depths: Vec<_> = block.iter().map(|line| number(line, "depth")).collect();
        assert!(
            depths.iter().all(|found| *found == depths[0] && *found >= Some(depth)),
            "{block:?}"
        );
        depth = depths[0].unwrap();
        let numbers: Vec<_> = block.iter().map(|line| number(line, "multipv")).collect();
        assert_eq!(numbers, [Some(1), Some(2), Some(3), Some(4)]);
        let mut firsts: Vec<_> = block.iter().map(|line| field(line, "pv")).collect();
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts.len(), 4, "{block:?}");
        let scores: Vec<_> = block.iter().filter_map(|line| number(line, "cp")).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{block:?}");
    }
    let heard = gui.search("position startpos", "go depth 3 searchmoves a2a3 h2h3");
    assert_eq!(number(last_exact(&heard), "multipv"), Some(2));
    assert!(["a2a3", "h2h3"].contains(&best(&heard)));
    let heard = gui.search(&format!("position fen {ONE_REPLY}"), "go depth 3");
    assert_eq!(number(last_exact(&heard), "multipv"), Some(1));
}

#[test]
fn the_line_being_searched_is_shown_where_it_is_asked_for() {
    let mut gui = Gui::greeted();
    let start = Position::start();
    let start = start.play(parse_move(&start, "e4").unwrap());
    for is_wanted in [true, false] {
        gui.say(&format!("setoption name UCI_ShowCurrLine value {is_wanted}"));
        gui.say("position startpos moves e2e4");
        gui.say("go infinite");
        // A heartbeat of a long search has counters and no line.
        let sign = |line: &str| line.contains(" nodes ") && !line.contains(" pv ");
        let heard = gui.until_one(sign);
        let shown = heard.iter().find_map(|line| line.strip_prefix("info currline 1 "));
        assert_eq!(shown.is_some(), is_wanted, "{heard:?}");
        let mut position = start;
        for word in shown.unwrap_or_default().split_whitespace() {
            position = position.play(parse_uci(&position, word).expect("a legal line"));
        }
        gui.say("stop");
        gui.until("bestmove");
    }
}

#[test]
fn numbers_are_whole_and_fields_in_order() {
    let mut gui = Gui::greeted();
    gui.say("setoption name UCI_ShowWDL value true");
    let heard = gui.search("position startpos moves e2e4 c7c5", "go depth 9");
    for line in heard.iter().filter(|line| line.contains(" pv ")) {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(words.iter().all(|word| !word.is_empty() && !word.contains('.')), "{line}");
        let place = |word: &str| words.iter().position(|found| *found == word);
        let order =
            ["depth", "seldepth", "multipv", "score", "wdl", "nodes", "time", "pv"].map(place);
        assert!(order.is_sorted() && order[0].is_some(), "{line}");
        let wdl = place("wdl").unwrap();
        let sum: i32 =
            words[wdl + 1..wdl + 4].iter().map(|word| word.parse::<i32>().unwrap()).sum();
        assert_eq!(sum, 1000, "{line}");
    }
    for go in [
        "go nodes 1",
        "go movetime 1",
        "go wtime 1 btime 1",
        "go wtime -5",
        "go depth 0",
        "go movetime",
    ] {
        let heard = gui.search("position startpos moves e2e4", go);
        assert!(last_exact(&heard).contains(" pv "), "{go}");
        assert_ne!(best(&heard), "(none)");
    }
}

#[test]
fn mates_are_told_with_every_move() {
    let mut gui = Gui::greeted();
    for (fen, depth) in [
        (LADDER, 8),
        ("6k1/R7/8/8/8/8/8/1R2K3 b - - 0 1", 6),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 8),
        ("5r1k/6pp/7N/3Q4/8/8/5PPP/6K1 w - - 0 1", 8),
        ("8/8/8/8/2k5/8/1q6/K7 w - - 0 1", 9),
        ("8/8/8/3k4/8/8/2Q1K3/8 w - - 0 1", 14),
    ] {
        let root = Position::from_fen(fen).unwrap();
        let heard = gui.search(&format!("position fen {fen}"), &format!("go depth {depth}"));
        for line in heard.iter().filter(|line| line.contains(" score mate ")) {
            assert!(!line.contains("bound"), "{line}");
            let moves = number(line, "mate").unwrap();
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            let pv: Vec<&str> = line.split(" pv ").nth(1).unwrap().split(' ').collect();
            assert_eq!(pv.len() as i64, plies, "{line}");
            let end = pv
                .iter()
                .fold(root, |position, text| position.play(parse_move(&position, text).unwrap()));
            assert!(end.is_checkmate(), "{line}");
        }
    }
    let heard = gui.search(&format!("position fen {LADDER}"), "go mate 2");
    assert_eq!(number(last_exact(&heard), "mate"), Some(2));
}

#[test]
fn chess960_is_understood_and_spoken() {
    let mut gui = Gui::greeted();
    let standard = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves";
    for castle in ["e1g1", "e1h1", "O-O"] {
        let heard = gui.search(&format!("{standard} {castle}"), "go depth 1");
        assert_ne!(best(&heard), "(none)", "{castle}");
    }
    let heard = gui
        .search("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "go depth 2 searchmoves e1g1");
    assert_eq!(best(&heard), "e1g1");
    gui.say("setoption name UCI_Chess960 value true");
    let heard = gui
        .search("position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "go depth 2 searchmoves e1h1");
    assert_eq!(best(&heard), "e1h1");
    gui.say("setoption name UCI_Chess960 value false");
    // King b1, rooks a1 and g1: Chess960 without an option.
    gui.say("position fen 1k6/8/8/8/8/8/8/RK4R1 w GA - 0 1");
    assert!(gui.hear().starts_with("info string these castling rights are of Chess960"));
    gui.say("go depth 2 searchmoves b1g1");
    assert_eq!(best(&gui.until("bestmove")), "b1g1");
}

#[test]
fn strength_is_limited_in_games_and_never_in_analysis() {
    let mut gui = Gui::start();
    gui.say("uci");
    let options = gui.until("uciok");
    for line in [
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 1500 min 800 max 2600",
        "option name Strength type spin default 100 min 1 max 100",
    ] {
        assert!(options.iter().any(|found| found == line), "{line}");
    }
    gui.say("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 800");
    let mut answers = Vec::new();
    for seed in [1, 2, 3, 4, 5, 6, 1] {
        gui.say(&format!("setoption name StrengthSeed value {seed}"));
        let heard = gui.search("position startpos moves e2e4 e7e5 g1f3", "go movetime 60000");
        let told: Vec<&String> = heard.iter().filter(|line| line.contains(" pv ")).collect();
        assert_eq!(told.len(), 1, "only what is played is told: {heard:?}");
        assert_eq!(field(told[0], "pv"), Some(best(&heard)));
        answers.push(best(&heard).to_owned());
    }
    assert_eq!(answers[0], answers[6]);
    assert!(answers.iter().any(|answer| *answer != answers[0]), "{answers:?}");
    gui.say("go ponder wtime 60000 btime 60000");
    gui.hears_no("bestmove");
    gui.say("ponderhit");
    gui.until("bestmove");
    gui.say("go infinite");
    // At 800 Elo it would be depth 2, reported at the end.
    gui.until_prefix("info depth 7 ");
    gui.say("stop");
    gui.until("bestmove");
}

/// What python-chess sends for `analyse`: the option, and a search that ends by itself.
#[test]
fn strength_is_not_limited_where_the_gui_says_that_it_analyses() {
    let mut gui = Gui::greeted();
    gui.say("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 900");
    for (analyses, go, depth) in [
        (true, "go depth 8", Some(8)),
        (true, "go depth 8", Some(8)),
        (false, "go depth 8", Some(2)),
        (true, "go depth 8", Some(8)),
        (false, "go nodes 20000", Some(2)),
    ] {
        gui.say(&format!("setoption name UCI_AnalyseMode value {analyses}"));
        let heard = gui.search("ucinewgame\nposition startpos", go);
        assert_eq!(number(last_exact(&heard), "depth"), depth, "{analyses} {go}: {heard:?}");
    }
    gui.say("setoption name UCI_AnalyseMode value true");
    let mut answer = || best(&gui.search("ucinewgame\nposition startpos", "go depth 8")).to_owned();
    assert_eq!(answer(), answer());
    let heard = gui.search("position startpos", "go nodes 20000");
    assert!(number(last_exact(&heard), "depth").is_some_and(|depth| depth > 2), "{heard:?}");
}

/// A stray space made a GUI miss a line.
#[test]
fn every_line_is_whole_and_clean() {
    let mut gui = Gui::start();
    gui.say("uci\nsetoption name MultiPV value 3\nposition startpos\ngo depth 6\nposition fen nonsense\ngo\nisready");
    let heard = gui.until("readyok");
    assert!(
        heard.len() > 40 && heard.iter().filter(|line| line.starts_with("bestmove")).count() == 2
    );
    for line in heard {
        assert!(!line.is_empty() && line.trim() == line && !line.contains("  "), "{line:?}");
        assert!(!line.contains(char::is_control), "{line:?}");
    }
}

/// The last line before `bestmove` has all nodes: clients that count exact nodes read them there.
#[test]
fn the_last_line_has_all_nodes() {
    let mut gui = Gui::greeted();
    for (go, nodes) in [("go nodes 20000", 20_000), ("go nodes 3000", 3_000), ("go depth 7", 0)] {
        let heard = gui.search("position startpos", go);
        let last =
            heard.iter().rev().find(|line| !line.contains(" string ") && line.contains(" nodes "));
        let last = last.unwrap();
        assert!(last.contains(" score ") && last.contains(" pv "), "{last}");
        let told = number(last, "nodes").unwrap();
        assert!(told > nodes * 9 / 10, "{go}: {last}");
        let most = heard.iter().filter_map(|line| number(line, "nodes")).max();
        assert_eq!(Some(told), most, "{go}");
    }
}

/// Commands outside the protocol are answered in plain lines, like `d`: people use them to see what the engine sees.
#[test]
fn what_people_type_is_answered_while_nothing_is_searched() {
    let mut gui = Gui::greeted();
    gui.say("4k3/8/4K3/8/8/8/8/R7 w - - 0 1");
    gui.say("fen");
    assert_eq!(gui.until_prefix("4k3").last().unwrap(), "4k3/8/4K3/8/8/8/8/R7 w - - 0 1");
    gui.say("proof 3");
    let told = gui.until_prefix("mate in 1");
    assert!(told.iter().all(|line| !line.starts_with("info string unknown")), "{told:?}");
    gui.say("Ra7 Kf8");
    gui.say("fen");
    gui.until_prefix("5k2/R7/4K3/8/8/8/8/8 w");
    gui.say("resolve");
    gui.say("history");
    assert!(gui.until_prefix("1.").last().unwrap().contains("Ra7"));
    gui.say("play white");
    gui.until_prefix("info string unknown command");
    gui.say("go infinite");
    gui.say("fen");
    gui.until_prefix("info string unknown command");
    gui.say("stop");
    gui.until("bestmove");
}

/// On a terminal, standard error shows what the prompt would show.
#[test]
fn what_people_see_is_drawn_on_standard_error_and_there_alone() {
    const LINES: &str =
        "position startpos moves e2e4 d7d5\nshow\neval\nresolve\nwait\ngo depth 8\nwait\nquit\n";
    let said = |before: &str| {
        let arguments = ["-t", "1", "--color", "never"];
        let output = program().args(arguments).given(format!("{before}uci\n{LINES}"));
        assert!(output.status.success());
        [out(&output), complaints(&output)]
    };
    // Two runs differ in times only, and a short one has no speed.
    let without_times = |text: &str| {
        let line = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            let is_time = |at: usize| matches!(words[at], "nps" | "time");
            let kept = (0..words.len()).filter(|&at| !is_time(at) && (at == 0 || !is_time(at - 1)));
            kept.map(|at| words[at]).collect::<Vec<&str>>().join(" ")
        };
        let lines = text.lines().filter(|line| !line.starts_with("terminal.errors"));
        lines.map(line).collect::<Vec<String>>()
    };
    let [plain, nothing] = said("");
    assert_eq!(nothing, "");
    assert!(plain.contains("bestmove e4d5") && !plain.contains("unknown"), "{plain}");
    for (before, is_drawn) in [
        ("isatty stderr true\n", true),
        ("terminal.errors yes\n", true),
        ("isatty stderr false\n", false),
        // Of standard output only.
        ("isatty true\nset terminal auto\n", false),
    ] {
        let [lines, drawn] = said(before);
        let lines = without_times(&lines);
        let greeting = lines.iter().position(|line| line.starts_with("id name")).unwrap();
        assert_eq!(lines[greeting..], without_times(&plain)[..], "{before}");
        if !is_drawn {
            assert_eq!(drawn, "", "{before}");
            continue;
        }
        for (what, times) in [
            // The board and its facts, the terms and the pieces, the tree.
            ("8  r  n  b  q  k  b  n  r  8", 1),
            (" king safety ", 1),
            ("without each piece", 1),
            ("White to move · values in White's view", 1),
            // The table of a search: its heading, a row for each depth, and the summary.
            ("  depth     time   nodes ", 1),
            ("\n best  exd5  e4d5", 1),
            ("2.exd5 Qxd5", 1),
        ] {
            let found = drawn.matches(what).count();
            assert!(found >= times, "{before}{what}: {drawn}");
        }
        assert!(!drawn.contains("bestmove") && !drawn.contains("info "), "{before}{drawn}");
        assert!(!drawn.contains('\u{1b}'), "no colour was wanted: {drawn}");
    }
}

/// It was not accepted during a search.
#[test]
fn a_quiescence_search_is_shown_beside_a_search() {
    let mut gui = Gui::greeted();
    gui.say("position startpos moves e2e4 d7d5");
    gui.say("go infinite");
    gui.say("resolve");
    let heard = gui.until_prefix(" = ");
    assert!(heard.iter().any(|line| line.contains("values in White's view")), "{heard:?}");
    assert!(!heard.iter().any(|line| line.contains("unknown command")), "{heard:?}");
    gui.say("resolve Bb5");
    gui.until_prefix(" = ");
    gui.say("resolve e5e5");
    gui.until_prefix("info string error");
    gui.say("stop");
    gui.until("bestmove");
    gui.is_in_step();
}

/// Nothing was written to such a terminal.
#[test]
#[cfg(unix)]
fn a_terminal_that_is_standard_error_alone_is_drawn_on() {
    let line = "stty rows 24 cols 80; \
                printf 'uci\\nposition startpos\\nshow\\neval\\nresolve\\nwait\\ngo depth 4\\nwait\\nquit\\n' | QP > said.txt";
    let (mut pty, home) = crate::repl_pty::in_shell(line, "xterm-256color");
    for seen in ["White to move", " king safety ", "values in White's view", "depth reached"] {
        pty.exp_string(seen).unwrap_or_else(|error| panic!("{seen}: {error}"));
    }
    let rest = pty.exp_eof().unwrap();
    assert!(!rest.contains("bestmove"), "{rest}");
    let said = std::fs::read_to_string(home.path().join("said.txt")).unwrap();
    assert!(said.contains("\nbestmove ") && !said.contains("king safety"), "{said}");
}
