//! `go mate N`: a mate in at most N moves is sent as soon as it is proved; the search that follows may find longer ones.

use quarterply::chess::{Position, parse_move};

use super::*;

/// White mates in two, with one key.
const TWO: &str = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1";

/// Whatever Black plays, White mates with its second move.
const MATED: &str = "k7/8/1K6/8/8/8/8/1Q6 b - - 0 1";

/// The last line with a mate score: the score, and whether its variation has that length and ends in mate.
#[track_caller]
fn announced(fen: &str, lines: &[String]) -> Option<i64> {
    let line = lines.iter().rev().find(|line| line.contains(" score mate "))?;
    let moves = number(line, "mate").unwrap();
    let pv = line.split(" pv ").nth(1).unwrap();
    let mut position = Position::from_fen(fen).unwrap();
    for word in pv.split(' ') {
        position = position.play(parse_move(&position, word).unwrap());
    }
    let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
    assert_eq!(pv.split(' ').count() as i64, plies, "{line}");
    assert!(position.is_checkmate(), "{line}");
    assert!(number(line, "nodes").is_some() && number(line, "time").is_some(), "{line}");
    assert_eq!(best(lines), pv.split(' ').next().unwrap());
    Some(moves)
}

#[test]
fn a_mate_within_so_many_moves_is_announced_for_either_side() {
    let mut gui = Gui::greeted();
    let position = |fen: &str| format!("position fen {fen}");
    for (fen, go, mate) in [
        (TWO, "go mate 2", 2),
        (TWO, "go mate 5", 2),
        (LADDER, "go mate 2 nodes 100000", 2),
        (LADDER, "go mate 9 movetime 60000", 2),
        (MATED, "go mate 2", -2),
        (MATED, "go mate 4", -2),
    ] {
        let heard = gui.search(&position(fen), go);
        assert_eq!(announced(fen, &heard), Some(mate), "{go}: {heard:?}");
    }
}

#[test]
fn where_there_is_none_it_is_said_and_a_move_is_played() {
    let mut gui = Gui::greeted();
    let heard = gui.search(&format!("position fen {TWO}"), "go mate 1");
    assert_eq!(
        announced(TWO, &heard),
        Some(2),
        "longer than it was asked for, and a mate: {heard:?}"
    );
    assert!(heard.iter().all(|line| !line.contains("9999")), "{heard:?}");
    assert!(heard.iter().any(|line| line == "info string no mate in 1 for White, proved"));
    assert!(heard.iter().any(|line| line == "info string no mate in 1 for Black, proved"));
    assert_eq!(best(&heard).len(), 4);
    let heard = gui.search("position startpos", "go mate 2");
    assert!(heard.iter().any(|line| line.contains("no mate in 2 for White, proved")), "{heard:?}");
    assert!(heard.iter().any(|line| line.contains(" score cp ")));
}

#[test]
fn only_the_moves_that_are_allowed_count() {
    let mut gui = Gui::greeted();
    let position = format!("position fen {TWO}");
    let heard = gui.search(&position, "go mate 2 searchmoves g7g4 c2e3");
    assert_eq!(announced(TWO, &heard), Some(2));
    let heard = gui.search(&position, "go mate 2 searchmoves g7g4 h7g6");
    assert!(announced(TWO, &heard).is_none_or(|longer| longer > 2), "{heard:?}");
    assert!(["g7g4", "h7g6"].contains(&best(&heard)));
}

#[test]
fn it_is_stopped_at_once_and_held_while_it_is_infinite() {
    let mut gui = Gui::greeted();
    gui.say("position startpos");
    gui.say("go mate 30");
    gui.is_in_step();
    gui.say("stop");
    let heard = gui.until("bestmove");
    assert!(heard.iter().all(|line| !line.contains(" score mate ")));
    gui.say(&format!("position fen {TWO}"));
    gui.say("go mate 2 infinite");
    gui.hears_no("bestmove");
    gui.say("stop");
    assert_eq!(best(&gui.until("bestmove")), "c2e3");
}
