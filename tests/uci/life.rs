//! Start, end and idling of the program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::thread;

use super::*;

#[test]
fn says_nothing_before_it_is_spoken_to_and_introduces_itself_whenever_asked() {
    let mut gui = Gui::start();
    gui.hears_no("");
    for _ in 0..2 {
        gui.say("uci");
        let heard = gui.until("uciok");
        assert!(
            heard[0].starts_with("id name ") && heard[1].starts_with("id author "),
            "{heard:?}"
        );
        for name in
            ["Hash", "Threads", "Ponder", "MultiPV", "Move Overhead", "UCI_Chess960", "SyzygyPath"]
        {
            let wanted = format!("option name {name} type ");
            assert!(heard.iter().any(|line| line.starts_with(&wanted)), "{name}");
        }
        assert!(
            heard.iter().all(|line| line.is_ascii() && line.trim() == line && !line.contains("  "))
        );
    }
    gui.say("quit");
    assert!(gui.status().success());
}

#[test]
fn chosen_on_the_command_line_it_waits_to_be_spoken_to_all_the_same() {
    let mut gui = Gui::start_with(&["--uci"]);
    gui.hears_no("");
    gui.say("isready");
    assert_eq!(gui.hear(), "readyok");
    gui.say("uci");
    assert!(gui.until("uciok")[0].starts_with("id name "));
}

#[test]
fn a_bounded_search_outlives_its_input() {
    for go in ["go depth 7", "go nodes 5000", "go movetime 300", "go wtime 2000 btime 2000"] {
        let mut gui = Gui::greeted();
        gui.say(&format!("position startpos\n{go}"));
        let (heard, status) = gui.rest();
        assert!(heard.last().unwrap().starts_with("bestmove "), "{go}: {heard:?}");
        assert!(status.success());
        assert!(go != "go depth 7" || heard.iter().any(|line| line.starts_with("info depth 7 ")));
    }
}

#[test]
fn an_endless_search_ends_with_its_input() {
    for go in ["go infinite", "go", "go ponder wtime 1000 btime 1000"] {
        let mut gui = Gui::greeted();
        gui.say(go);
        gui.say("isready");
        gui.until("readyok");
        let (heard, status) = gui.rest();
        assert_eq!(heard.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{go}");
        assert!(status.success());
    }
}

#[test]
fn a_search_owes_its_move_also_to_who_leaves() {
    for end in ["stop\nquit", "quit"] {
        let mut gui = Gui::greeted();
        gui.say(&format!("go infinite\n{end}"));
        let (heard, status) = gui.rest();
        assert!(heard.last().is_some_and(|line| line.starts_with("bestmove ")), "{end}: {heard:?}");
        assert!(status.success());
    }
}

/// A search begun by `go ponder` still counted as endless after the hit.
#[test]
fn after_a_ponderhit_everything_is_answered() {
    for lines in [
        "go ponder movetime 100\nponderhit\nwait\nd\nquit",
        "go ponder depth 5\nponderhit\nwait\nd\nquit",
        "go ponder depth 5\nwait\nponderhit\nd\nquit",
        "go infinite\nwait\nd\nquit",
        "go infinite\nwait\nd\nstop\nquit",
    ] {
        let mut gui = Gui::greeted();
        gui.say(&format!("position startpos\n{lines}"));
        let (heard, status) = gui.rest();
        let best = heard.iter().position(|line| line.starts_with("bestmove "));
        let board = heard.iter().position(|line| line.starts_with("info string fen "));
        assert!(best.is_some() && board.is_some(), "{lines}: {heard:?}");
        assert!(best < board, "{lines}: {heard:?}");
        assert!(status.success());
    }
}

#[test]
fn nobody_left_to_read_ends_everything_quietly() {
    let mut child = bare().stderr(Stdio::piped()).piped();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    input.write_all(b"uci\ngo infinite\n").unwrap();
    let mut line = String::new();
    while !line.starts_with("info depth") {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0);
    }
    drop(output);
    drop(input);
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    assert!(ended.stderr.is_empty(), "{ended:?}");
}

#[test]
fn an_endless_search_gives_no_move_unasked() {
    for fen in [MATED, STALEMATE, ONE_REPLY, LADDER] {
        let mut gui = Gui::greeted();
        gui.say(&format!("position fen {fen}"));
        for go in ["go infinite depth 3", "go ponder depth 3"] {
            gui.say(go);
            gui.hears_no("bestmove");
            assert_rests(&gui.child);
            gui.say("stop");
            let heard = gui.until("bestmove");
            let has_move = fen != MATED && fen != STALEMATE;
            assert_eq!(best(&heard) != "(none)", has_move);
            gui.say("stop");
            gui.is_in_step();
        }
    }
}

/// Asserts that the program uses no processor time, if that can be measured.
fn assert_rests(child: &Child) {
    let ticks = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
        let after_name = stat.rsplit(')').next()?.to_owned();
        let fields: Vec<u64> =
            after_name.split_whitespace().skip(11).take(2).filter_map(|f| f.parse().ok()).collect();
        Some(fields.iter().sum::<u64>())
    };
    // A tick is ten milliseconds: a spinning thread uses some in every interval, one that finishes under load only in the first.
    let is_quiet = || {
        let before = ticks();
        thread::sleep(SILENCE);
        ticks() <= before.map(|before| before + 2)
    };
    assert!((0..20).any(|_| is_quiet()), "it spins");
}

#[test]
fn without_a_legal_move_the_reason_is_said() {
    let mut gui = Gui::greeted();
    let heard = gui.search(&format!("position fen {MATED}"), "go depth 5");
    assert_eq!(heard, ["info depth 0 score mate 0", "bestmove (none)"]);
    let heard = gui.search(&format!("position fen {STALEMATE}"), "go movetime 1000");
    assert_eq!(heard, ["info depth 0 score cp 0", "bestmove (none)"]);
}

#[test]
fn pondering_goes_on_until_the_hit_and_then_keeps_to_its_limits() {
    let mut gui = Gui::greeted();
    gui.say("go ponder movetime 50");
    gui.hears_no("bestmove");
    gui.say("ponderhit");
    gui.until("bestmove");
    gui.say("go ponder depth 2");
    gui.hears_no("bestmove");
    gui.say("ponderhit");
    gui.until("bestmove");
    gui.say("ponderhit");
    gui.say("go ponder wtime 60000 btime 60000");
    gui.say("stop");
    gui.until("bestmove");
    gui.is_in_step();
}

#[test]
fn idle_stops_and_hits_are_silent() {
    let mut gui = Gui::greeted();
    gui.say("stop\nponderhit\nstop");
    gui.is_in_step();
}
