//! Commands are executed in order, except immediate ones.

use std::thread;
use std::time::Duration;

use quarterply::chess::{Position, parse_move};

use super::*;

#[test]
fn commands_while_searching_are_done_in_order() {
    let mut gui = Gui::greeted();
    gui.say("go infinite\nisready");
    gui.until("readyok");
    gui.say("setoption name MultiPV value 3\nposition startpos moves e2e4\ngo depth 4\ngo depth 5\nisready");
    let first = gui.until("bestmove");
    assert!(first.iter().all(|line| !line.contains("multipv 2")));
    // The second is stopped by the third.
    let second = gui.until("bestmove");
    let third = gui.until("bestmove");
    let is_wanted =
        |line: &String| line.starts_with("info depth 5 ") && line.contains(" multipv 3 ");
    assert!(third.iter().any(is_wanted));
    for heard in [&second, &third] {
        let answer = best(heard);
        assert!(parse_move(&after("e2e4"), answer).is_ok(), "{answer}");
    }
}

/// Some GUIs send `uci` again while the engine searches.
#[test]
fn uci_during_a_search_is_answered_and_does_not_end_it() {
    let mut gui = Gui::greeted();
    gui.say("go infinite\nuci");
    let heard = gui.until("uciok");
    assert!(heard.iter().any(|line| line.starts_with("option name Hash")), "{heard:?}");
    assert!(heard.iter().all(|line| !line.starts_with("bestmove")), "{heard:?}");
    gui.say("isready");
    assert!(gui.until("readyok").iter().all(|line| !line.starts_with("bestmove")));
    gui.say("stop");
    assert!(parse_move(&Position::start(), best(&gui.until("bestmove"))).is_ok());
}

fn after(moves: &str) -> Position {
    moves.split(' ').fold(Position::start(), |position, text| {
        position.play(parse_move(&position, text).unwrap())
    })
}

#[test]
fn stops_that_come_at_once_are_not_lost() {
    let mut gui = Gui::greeted();
    for _ in 0..20 {
        gui.say("position startpos\ngo infinite\nstop\ngo infinite\nposition startpos moves d2d4\ngo infinite\nstop");
        for _ in 0..3 {
            let heard = gui.until("bestmove");
            assert!(
                heard.iter().any(|line| line.contains(" score ") && line.contains(" pv ")),
                "{heard:?}"
            );
        }
        gui.is_in_step();
    }
}

#[test]
fn random_stops_are_all_answered() {
    let mut gui = Gui::greeted();
    let mut pause = 1_u64;
    for _ in 0..40 {
        pause = pause * 1_103_515_245 % 30_011;
        gui.say("go infinite");
        thread::sleep(Duration::from_micros(pause));
        gui.say("stop");
        gui.until("bestmove");
    }
    gui.is_in_step();
}

/// An unknown word ended the running search.
#[test]
fn a_refusal_ends_no_search() {
    let mut gui = Gui::greeted();
    gui.say("go infinite");
    for line in ["xyzzy", "position fen 8/8 w"] {
        gui.say(&format!("{line}\nisready"));
        let heard = gui.until("readyok");
        assert!(heard.iter().any(|line| line.starts_with("info string")), "{heard:?}");
        assert!(heard.iter().all(|line| !line.starts_with("bestmove")), "{heard:?}");
    }
    gui.say("stop");
    gui.until("bestmove");
}

#[test]
fn wait_reads_on_when_the_search_is_done() {
    let mut gui = Gui::greeted();
    gui.say("go depth 6\nwait\nd\ngo infinite\nwait\nisready\nstop\nd");
    assert!(gui.until("bestmove").iter().any(|line| line.starts_with("info depth 6 ")));
    let heard = gui.until("readyok");
    assert!(heard[0].starts_with("info string 8 r n b q k b n r"), "{heard:?}");
    gui.until("bestmove");
    assert!(gui.hear().starts_with("info string 8 r n b q k b n r"));
}

#[test]
fn counting_can_be_stopped() {
    let mut gui = Gui::greeted();
    gui.say("position startpos\ngo perft 3");
    let heard = gui.until("Nodes");
    assert_eq!(heard.len(), 21);
    assert_eq!(heard[20], "Nodes searched: 8902");
    assert!(heard.contains(&"e2e4: 600".to_owned()));
    gui.say("go perft 30\nisready\nstop\nisready");
    assert_eq!(gui.until("readyok"), ["readyok"]);
    let heard = gui.until("readyok");
    assert!(
        heard.iter().all(|line| line.starts_with("info string ") || line == "readyok"),
        "{heard:?}"
    );
    gui.say("bench 60\nstop\nbench 1");
    let mut last = gui.hear();
    while last.starts_with("info string ") {
        last = gui.hear();
    }
    let words: Vec<&str> = last.split(' ').collect();
    assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{last}");
}
