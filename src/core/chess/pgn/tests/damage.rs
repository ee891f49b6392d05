//! Damage costs itself, and never what follows it; what is legal PGN is not taken for damage.

use super::*;

/// White, Event and number of moves of the games in a text.
fn told(text: &str) -> Vec<String> {
    let mut reader = PgnReader::new(text.as_bytes());
    let mut told = Vec::new();
    while let Some(record) = reader.record().unwrap() {
        let (white, event) =
            (record.tag("White").unwrap_or("?"), record.tag("Event").unwrap_or("?"));
        told.push(format!("{white} {event} {}", record.read().game.tree.moves()));
    }
    told
}

fn doubts(text: &str) -> Vec<String> {
    read(text).doubts.iter().map(ToString::to_string).collect()
}

#[test]
fn results_and_numbers_may_be_glued_to_a_move() {
    for (text, plies, result) in [
        ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#1-0", 7, GameResult::WhiteWins),
        ("1. f3 e5 2. g4 Qh40-1", 4, GameResult::BlackWins),
        ("1.e4*", 1, GameResult::Unknown),
        ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O1/2-1/2", 8, GameResult::Draw),
        ("1.e4 e52.Nf3 Nc63.Bb5 a64.Ba4 Nf65.O-O *", 9, GameResult::Unknown),
        ("1.e4e52.Nf3Nc63.Bb5a6 1-0", 6, GameResult::WhiteWins),
        ("1. e4 (1. d4 d5*) e5 2. Nf3!1-0", 3, GameResult::WhiteWins),
    ] {
        let reading = read(text);
        let found = (reading.game.game().ply(), reading.game.result);
        assert_eq!(found, (plies, result), "{text}: {reading:?}");
        let record = PgnReader::new(text.as_bytes()).record().unwrap().unwrap();
        let quick = record.each_step(false, |_, _| true);
        assert_eq!((quick.plies, quick.result), (plies, result), "read quickly: {text}");
    }
    assert_eq!(told("1. e4 e51-0\n1. d4 *"), ["? ? 2", "? ? 1"]);
}

/// A blank line and a header within a comment split the game.
#[test]
fn a_comment_that_is_closed_holds_anything() {
    for inside in [
        "one\n\n[Event \"an older one\"]\n\ntwo",
        "[Event \"a\"]\n[White \"W\"]\n\n1. d4 d5 *\n\n",
        "one\n[Source \"paper\"] p. 5",
        "one {\n\n[Source \"paper\"]\n\ntold so",
    ] {
        let text = format!(
            "[Event \"E\"]\n\n1. e4 {{{inside}}} e5 2. Nf3 *\n\n[Event \"F\"]\n\n1. e4 {{x}} *\n"
        );
        assert_eq!(told(&text), ["? E 3", "? F 1"], "{inside}");
        assert!(doubts(&text).is_empty(), "{inside}");
    }
    // What is never closed ends with its line, or at the next game.
    let open = "1. e4 {oh\n1... e5\n\n[Event \"F\"]\n\n1. d4 {x} d5 *\n\n[Event \"G\"]\n\n1. c4 *";
    assert_eq!(told(open), ["? ? 2", "? F 2", "? G 1"]);
}

#[test]
fn a_header_of_two_words_is_no_other_header() {
    for (line, tag) in [
        ("[White Elo \"2000\"]", "WhiteElo=2000"),
        ("[Event Date \"2020.01.01\"]", "EventDate=2020.01.01"),
        ("[White Elo 2000]", "WhiteElo=2000"),
        ("[Round : \"3\"]", "Round=3"),
        ("[Round: 3]", "Round=3"),
        ("[Round = \"3\"]", "Round=3"),
        ("[Site \"Riga", "Site=Riga"),
        ("[Site \"Riga]", "Site=Riga"),
        ("[Annotator Karl May]", "Annotator=Karl May"),
        ("[Round <\"3\"]", "Round=3"),
    ] {
        let text = format!("{line}\n[Event \"E\"]\n[White \"W\"]\n\n1. e4 e5 *\n");
        let (plies, doubts, tags) = first(&text);
        assert_eq!((plies, doubts.len()), (2, 1), "{line}: {doubts:?}");
        assert_eq!(tags, [tag, "Event=E", "White=W"], "{line}");
    }
}

#[test]
fn a_header_given_twice_is_told_of() {
    let (_, doubts, tags) = first("[White \"A\"]\n[White \"C\"]\n\n1. e4 *");
    assert_eq!(tags, ["White=A"]);
    assert_eq!(doubts, ["line 2, column 1: White is given twice: \"A\" is kept, not \"C\""]);
    // One in the form of the standard is better than one without.
    let (_, doubts, tags) = first("[Site 3\"]\n[Site \"Riga\"]\n\n1. e4 *");
    assert_eq!((tags, doubts.len()), (vec!["Site=Riga".to_owned()], 2));
    // One that says nothing gives way, and nothing is lost.
    for text in [
        "[White \"?\"]\n[White \"C\"]",
        "[White \"C\"]\n[White \"\"]",
        "[White \"C\"]\n[White \"C\"]",
    ] {
        let (_, doubts, tags) = first(&format!("{text}\n\n1. e4 *"));
        assert_eq!((tags, doubts), (vec!["White=C".to_owned()], vec![]), "{text}");
    }
}

#[test]
fn a_known_result_is_not_given_up() {
    let result = |header: &str, end: &str| {
        let text = format!("[Result \"{header}\"]\n\n1. e4 {end}\n");
        let written = read(&text).game.to_string();
        assert_eq!(read(&written).game.to_string(), written);
        let header = written.lines().find(|line| line.starts_with("[Result")).unwrap();
        (read(&text).game.result.to_string(), header.to_owned(), doubts(&text).len())
    };
    let told = |result: &str, header: &str, doubts| {
        (result.to_owned(), format!("[Result \"{header}\"]"), doubts)
    };
    assert_eq!(result("1-0", "*"), told("1-0", "1-0", 1));
    assert_eq!(result("*", "1-0"), told("1-0", "1-0", 1));
    assert_eq!(result("0-1", "1-0"), told("1-0", "1-0", 1));
    for draw in ["0.5-0.5", "0,5-0,5", "0.5 - 0.5", "Draw", "1/2 - 1/2"] {
        assert_eq!(result(draw, ""), told("1/2-1/2", "1/2-1/2", 0), "{draw}");
        assert_eq!(result("*", draw).0, if draw == "Draw" { "*" } else { "1/2-1/2" }, "{draw}");
    }
    assert_eq!(result("1- 0", ""), told("1-0", "1-0", 0));
    for (forfeit, ended) in [("0-0", "*"), ("+:-", "1-0"), ("-:+", "0-1"), ("-:-", "*")] {
        assert_eq!(
            result(forfeit, "*"),
            told(ended, forfeit, usize::from(ended != "*")),
            "{forfeit}"
        );
    }
}

#[test]
fn a_result_ends_a_game_wherever_it_is() {
    assert_eq!(told("1. e4 e5 1-0 1. d4 d5 0-1 1. c4 *"), ["? ? 2", "? ? 2", "? ? 1"]);
    assert_eq!(told("e4 e5 1-0 d4 d5 0-1"), ["? ? 2", "? ? 2"]);
    assert_eq!(told("1. e4 {x} 1-0 {y} 1. d4 *"), ["? ? 1", "? ? 1"]);
    // A word that is no move begins no game.
    assert_eq!(told("1. e4 e5 * none } 2. Nf3 *"), ["? ? 3"]);
    assert_eq!(told("1. e4 e5 1-0 won 1. d4 *"), ["? ? 2", "? ? 1"]);
    // Moves that go on with the game show that the result has strayed.
    for text in
        ["1. e4 e5 * 2. Nf3 Nc6 1-0", "1. e4 1-0 e5 2. Nf3 Nc6 1-0", "1. e4 e5 *\n2. Nf3 Nc6 1-0"]
    {
        assert_eq!(told(text), ["? ? 4"], "{text}");
        assert_eq!(
            (doubts(text).len(), read(text).game.result),
            (1, GameResult::WhiteWins),
            "{text}"
        );
    }
}

#[test]
fn headers_that_strayed_into_the_moves_split_no_game() {
    for (text, games) in [
        ("[Event \"E\"]\n\n1. e4 e5\n[White \"W\"]\n2. Nf3 Nc6 *", vec!["W E 4"]),
        ("[Event \"E\"]\n1. e4 e5\n[White \"W\"]\n\n2. Nf3 Nc6 *", vec!["W E 4"]),
        ("1. e4 [White \"W\"] e5 2. Nf3 *", vec!["W ? 3"]),
        ("1. e4 e5\n[White \"W\"]\n1. d4 *", vec!["? ? 2", "W ? 1"]),
        ("1. e4 e5 [White \"W\"]\n\n1. d4 *", vec!["? ? 2", "W ? 1"]),
        ("1. e4 e5\n\n[White \"W\"]\n[Event \"E\"]\n\nd4 *", vec!["? ? 2", "W E 1"]),
    ] {
        assert_eq!(told(text), games, "{text}");
    }
    let wrapped = "[Event \"a long\nname\"]\n[White \"W\"]\n\n1. e4 *";
    assert_eq!((told(wrapped), doubts(wrapped).len()), (vec!["W a long 1".to_owned()], 2));
}

#[test]
fn a_variation_that_is_not_closed_ends_where_the_game_goes_on() {
    for (text, moves) in [
        ("1. e4 e5 (1... c5 2. Nf3 d6 2. Nf3 Nc6 3. Bb5 *", 8),
        ("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2. Nf3 Nc6 *", 8),
        ("1. e4 (1. d4 d5 1... e5 2. Nf3 *", 5),
        ("1. e4 ((1. d4 d5) 1... e5 2. Nf3 *", 5),
        ("( 1. e4 e5 *", 2),
    ] {
        let reading = read(text);
        assert!(reading.fault.is_none() && reading.doubts.len() == 1, "{text}: {reading:?}");
        assert_eq!(reading.game.tree.moves(), moves, "{text}: {}", reading.game);
    }
}

#[test]
fn slips_in_moves_cost_themselves() {
    for (text, plies) in [
        ("1. e4 e4 e5 2. Nf3 *", 3),
        ("1. e4 e5 2. Nf3 2. Nf3 Nc6 *", 4),
        ("1. e4 e5 2. \"Nf3\" |Nc6| *", 4),
        ("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7mate 1-0", 7),
        ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O - O 0 - 0 *", 8),
        ("1. e2 - e4 e7 - e5 2. d4 e x d4 *", 4),
        ("1. e4 e5 2. Nf3[%clk 0:01] Nc6 *", 4),
        ("1. e4 e5 2. Nf37 Nc6 3. a34 *", 5),
        ("1. e4 e5 2<br>2.Nf3 Nc6 *", 4),
    ] {
        let reading = read(text);
        assert!(reading.fault.is_none() && !reading.doubts.is_empty(), "{text}: {reading:?}");
        assert_eq!(reading.game.game().ply(), plies, "{text}");
    }
    // Typed, two squares are a move; in a record they are two.
    let typed = |text: &str| {
        let mut tree = GameTree::default();
        let reading = read_tree(&mut tree, text);
        (tree.moves(), reading.fault.is_none())
    };
    for (text, plies) in
        [("e2 e4", 1), ("g1 - f3", 1), ("e2 e4 e7 e5 g1 f3", 3), ("e4 e5 Nf3 Nf6 Bc4 Bc5 0 - 0", 7)]
    {
        assert_eq!(typed(text), (plies, true), "{text}");
    }
    assert_eq!(typed("e4e5"), (0, false), "nothing is guessed at the prompt");
    assert_eq!(typed("e44"), (0, false));
    assert!(read("1. e2 e4 *").fault.is_some());
}

#[test]
fn headers_outlive_a_first_move_that_cannot_be_read() {
    let lost = |text: &str| read(text).lost().map(ToString::to_string);
    assert_eq!(lost("[White \"W\"]\n\n1. Kf3 *"), None);
    assert!(lost("1. Kf3 *").is_some_and(|fault| fault.contains("no white king can reach f3")));
    // Without a position no move is guessed at, but the headers are kept.
    let no_board = "[White \"W\"]\n[FEN \"8/8 w\"]\n\n1. e4 *";
    let reading = read(no_board);
    let fault = reading.fault.as_ref().unwrap().to_string();
    assert!(fault.starts_with("line 2, column 1: the start position: "), "{fault}");
    assert_eq!((reading.game.tree.moves(), reading.game.tag("White")), (0, Some("W")));
    assert_eq!(lost(no_board), None);
    assert!(lost("[FEN \"8/8 w\"]\n\n1. e4 *").is_some());
    let atomic = lost("[White \"W\"]\n[Variant \"Atomic\"]\n\n1. e4 *").unwrap();
    assert!(atomic.contains("not chess as it is played here"), "{atomic}");
}
