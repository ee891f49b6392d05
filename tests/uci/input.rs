//! Positions, options and bytes of every kind.

use super::*;

#[test]
fn a_refused_position_is_explained_and_the_next_one_is_fine() {
    let mut gui = Gui::greeted();
    for bad in [
        "position",
        "position fen",
        "position fen startpos",
        "position nonsense",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K2K w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position fen rnbqkbnr/ppppPppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 extra words here",
        "position fen 4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "position fen QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/8/k6K w - - 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e1e3",
        "position startpos moves e2e4 \u{1F642}",
    ] {
        gui.say(bad);
        let refusal = gui.hear();
        assert!(
            refusal.starts_with("info string error: ") && refusal.contains("column "),
            "{bad}: {refusal}"
        );
        gui.say("go depth 3");
        let heard = gui.until("bestmove");
        assert!(
            heard.len() == 2 && heard[0].starts_with("info string error: "),
            "{bad}: {heard:?}"
        );
        assert_eq!(best(&heard), "0000");
        assert_ne!(best(&gui.search("position startpos moves e2e4", "go depth 2")), "0000");
    }
}

#[test]
fn after_a_position_that_is_too_long_no_move_of_the_old_board_is_answered() {
    let mut gui = Gui::greeted();
    gui.say("position startpos moves e2e4");
    let shuffle = " g1f3 g8f6 f3g1 f6g8".repeat(20_000);
    gui.say(&format!("position startpos moves{shuffle}"));
    assert!(gui.hear().starts_with("info string warning: line too long"));
    gui.say("go depth 3");
    let heard = gui.until("bestmove");
    assert!(heard[0].starts_with("info string error: there is no position"), "{heard:?}");
    assert_eq!(best(&heard), "0000");
    assert_ne!(best(&gui.search("position startpos moves e2e4", "go depth 2")), "0000");
}

#[test]
fn doubtful_positions_are_taken_with_a_warning_or_without_a_word() {
    let mut gui = Gui::greeted();
    gui.say("position fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1");
    assert!(gui.hear().starts_with("info string warning: "));
    while !gui.search("", "go depth 1").iter().any(|line| line.contains(" pv ")) {}
    // An en-passant square without a capture is what GUIs send after every double step.
    gui.say("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    gui.is_in_step();
    gui.say("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
    gui.is_in_step();
}

#[test]
fn options_tell_the_truth() {
    let mut gui = Gui::greeted();
    for lines in ["500", "257", "99999999999999999999"] {
        gui.say(&format!("setoption name multipv value {lines}"));
        let said = format!("MultiPV is at most 256, not {lines}; it is 256 now");
        assert_eq!(gui.hear(), format!("info string error: {said}"));
    }
    for (wrong, said) in [
        ("setoption name Hash value 0", "Hash must lie between 1 and 1048576"),
        ("setoption name Hash value lots", "Hash takes a whole number"),
        ("setoption name Threads value 99999", "it stays 1"),
        ("setoption name SyzygyPath value /no/such/folder", "SyzygyPath stays empty"),
        ("setoption name SyzygyProbeLimit value 9", "must lie between 0 and 7"),
        ("setoption name Contempt value 10", "there is no option `Contempt`"),
        ("setoption name Profile value turbo", "one of quarterply, slow, expositor"),
        ("setoption", "there is no option"),
    ] {
        gui.say(wrong);
        let heard = gui.hear();
        assert!(
            heard.starts_with("info string warning: ") && heard.contains(said),
            "{wrong}: {heard}"
        );
        gui.is_in_step();
    }
    for fine in [
        "setoption name hash value 1",
        "setoption name Clear Hash",
        "setoption name MOVE OVERHEAD value 30",
        "setoption name SyzygyPath value",
        "setoption name UCI_AnalyseMode value true",
        "setoption name Threads value 2",
        "setoption name UCI_EngineAbout value something else",
    ] {
        gui.say(fine);
        gui.is_in_step();
    }
    gui.search("position startpos", "go depth 5");
}

#[test]
fn more_memory_than_there_is_keeps_the_old_table() {
    let mut gui = Gui::greeted();
    gui.say("setoption name Hash value 2\nisready\nsetoption name Hash value 1048576\nisready");
    gui.until("readyok");
    let heard = gui.until("readyok");
    // A machine with a tebibyte of memory grants it.
    if heard.len() > 1 {
        assert!(
            heard[0].contains("no memory for a table of 1048576 MiB; Hash stays 2"),
            "{heard:?}"
        );
    }
    assert_ne!(best(&gui.search("position startpos", "go depth 4")), "(none)");
    gui.is_in_step();
}

#[test]
fn a_dialogue_can_be_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a log.txt");
    let mut gui = Gui::greeted();
    gui.say(&format!("setoption name Debug Log File value {}", path.display()));
    gui.is_in_step();
    gui.say("setoption name Debug Log File value");
    gui.is_in_step();
    let log = std::fs::read_to_string(&path).unwrap();
    let rows: Vec<&str> =
        log.lines().filter_map(|line| line.split_once(' ')).map(|(_, rest)| rest).collect();
    assert_eq!(rows, [">> isready", "<< readyok", ">> setoption name Debug Log File value"]);
    gui.say(&format!(
        "setoption name Debug Log File value {}/no/such/place",
        folder.path().display()
    ));
    assert!(gui.hear().starts_with("info string error: "));
    gui.is_in_step();
}

#[test]
fn bytes_of_any_kind_do_no_harm() {
    let mut gui = Gui::start();
    gui.say_bytes(b"\xEF\xBB\xBFuci\r\n");
    gui.until("uciok");
    gui.say_bytes(b"isready\r\n\r\n\n   \t\nisready\0\n\tisready\t\n");
    for _ in 0..3 {
        assert_eq!(gui.hear(), "readyok");
    }
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut bytes = Vec::new();
    for _ in 0..200_000 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.push(state as u8);
    }
    bytes.extend(vec![b'x'; 1 << 20]);
    bytes.extend(b"\nposition startpos moves");
    bytes.extend(b" e2e4".repeat(200_000));
    bytes.extend(b"\nsetoption name ");
    bytes.extend([0xFF, 0xC3, 0x28, 0]);
    bytes.extend(b" value \x1B[31m\ngo depth \xF0\x28\x8C\xBC\nstop\n");
    gui.say_bytes(&bytes);
    gui.say("position startpos\ngo depth 3\nisready");
    let heard = gui.until("readyok");
    assert!(heard.iter().all(|line| !line.contains(['\u{1B}', '\0', '\t'])));
    // The last line may lack a line end.
    gui.say_bytes(b"go depth 2");
    let (heard, status) = gui.rest();
    assert!(heard.last().unwrap().starts_with("bestmove ") && status.success());
}
