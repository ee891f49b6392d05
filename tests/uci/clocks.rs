//! All limits, above all the clock of a game.

use super::*;

/// Black, in check, can only go to e7.
const ONE_MOVE: &str = "r1bqkb1r/pppp1Bpp/2n2n2/4p1N1/4P3/8/PPPP1PPP/RNBQK2R b KQkq - 0 5";

#[test]
fn whatever_limits_are_given_one_legal_move_is_answered() {
    let mut gui = Gui::greeted();
    for go in [
        "go wtime 200 btime 3600000",
        "go wtime 200 btime 200 winc 50 binc 50",
        "go wtime 100 btime 100 winc 60000 binc 60000",
        "go wtime 200 btime 200 movestogo 1",
        "go wtime 200 btime 200 movestogo 2",
        "go wtime 300 btime 300 winc 10 binc 10 movestogo 40",
        "go wtime 200",
        "go winc 100 binc 100",
        "go wtime 0 btime 0",
        "go wtime 1 btime 1 winc 1 binc 1",
        "go wtime -30 btime 5000",
        "go movetime 0",
        "go movetime 60 wtime 3600000 btime 3600000",
        "go movetime 3600000 wtime 200 btime 200",
        "go depth 3 wtime 3600000 btime 3600000",
        "go nodes 500 wtime 3600000 btime 3600000",
        "go mate 1 wtime 300 btime 300",
        "go searchmoves a2a4 wtime 200 btime 200",
    ] {
        let heard = gui.search("position startpos", go);
        let scored = heard.iter().any(|line| line.contains(" score "));
        assert!(scored || go.contains("mate"), "{go}: {heard:?}");
        let best = best(&heard);
        assert!(best.len() == 4 && (!go.contains("a2a4") || best == "a2a4"), "{go}: {best}");
        gui.is_in_step();
    }
}

#[test]
fn an_only_move_of_a_game_is_played_without_much_thought_and_with_a_score() {
    let mut gui = Gui::greeted();
    let heard =
        gui.search(&format!("position fen {ONE_MOVE}"), "go wtime 7200000 btime 7200000 winc 1000");
    assert_eq!(best(&heard), "e8e7");
    let last = last_exact(&heard);
    assert_eq!(number(last, "depth"), Some(8), "{last}");
    // Analysis of the same position is not shortened.
    let heard = gui.search(&format!("position fen {ONE_MOVE}"), "go depth 9");
    assert_eq!(number(last_exact(&heard), "depth"), Some(9));
}

#[test]
fn time_pondered_counts_towards_the_move() {
    let mut gui = Gui::greeted();
    gui.say(&format!("position fen {ONE_MOVE}"));
    gui.say("go ponder wtime 7200000 btime 7200000");
    // In a game it would have moved long ago.
    gui.until_one(|line| number(line, "depth").is_some_and(|depth| depth > 9));
    gui.say("ponderhit");
    assert_eq!(best(&gui.until("bestmove")), "e8e7");
    gui.is_in_step();
}
