//! Boundaries between games, and the parts that belong to each.

use super::*;

/// A game without moves took the moves of the next one.
#[test]
fn a_header_that_comes_again_behind_a_gap_begins_a_game() {
    let told = |text: &str| -> Vec<(String, usize)> {
        let name = |game: &PgnGame| game.tag("Event").unwrap_or("?").to_owned();
        games(text)
            .into_iter()
            .map(|game| game.unwrap())
            .map(|game| (name(&game), game.tree.moves()))
            .collect()
    };
    for gap in ["\n", "\n\n", "{nobody came}\n", "\n{nobody\n came}\n\n", "\n; nobody came\n"] {
        for next in ["[Event \"E2\"]", "[event \"E2\"]", "[Event E2]"] {
            let text = format!(
                "[Event \"E1\"]\n[White \"A\"]\n{gap}{next}\n[White \"B\"]\n\n1. d4 d5 *\n"
            );
            assert_eq!(told(&text), [("E1".to_owned(), 0), ("E2".to_owned(), 2)], "{text}");
        }
    }
    // Without an empty line a repeated header is dropped; after one, a different header continues the game.
    assert_eq!(told("[Event \"E1\"]\n[Event \"E2\"]\n\n1. d4 d5 *"), [("E1".to_owned(), 2)]);
    assert_eq!(told("[Event \"E1\"]\n\n[White \"A\"]\n\n1. d4 d5 *"), [("E1".to_owned(), 2)]);
}

#[test]
fn a_comment_right_behind_the_result_is_about_the_game() {
    for comment in ["{Nepo overlooked mate}", "{Nepo overlooked\nmate}", "; Nepo overlooked mate"] {
        let file =
            format!("[Event \"E1\"]\n\n1. e4 e5 1-0\n{comment}\n\n[Event \"E2\"]\n\n1. d4 *\n");
        let found: Vec<_> = games(&file).into_iter().map(|game| game.unwrap()).collect();
        let comments = found.iter().map(|game| game.to_string().contains("Nepo overlooked mate"));
        assert_eq!(comments.collect::<Vec<_>>(), [true, false], "{file}");
        let record = PgnReader::new(file.as_bytes()).record().unwrap().unwrap();
        assert_eq!(record.read().game.result, GameResult::WhiteWins);
        let prompt = PgnReader::new(file.as_bytes()).promptly().record().unwrap().unwrap();
        assert!(!prompt.movetext.contains("Nepo"));
    }
    // Behind an empty line it is about the next one, and moves behind it are no part of it.
    let later = "1. e4 e5 1-0\n\n{the second}\n[Event \"E2\"]\n\n1. d4 *\n";
    assert!(games(later)[1].as_ref().unwrap().to_string().contains("{the second}"));
    assert_eq!(games("1. e4 1-0\n{a} 1. d4 d5 *\n").len(), 2);
}

#[test]
fn headers_in_small_letters_are_those_of_the_roster() {
    let text = "[white \"A\"] [fen \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[setup \"1\"] [eco \"C20\"]\n\n1. e4 *";
    let game = read(text).game;
    assert_eq!((game.tag("White"), game.tag("wHITE")), (Some("A"), Some("A")));
    let written = game.to_string();
    for header in ["[White \"A\"]", "[FEN \"4k3/", "[SetUp \"1\"]", "[eco \"C20\"]"] {
        assert_eq!(written.matches(header).count(), 1, "{written}");
    }
    assert_eq!(written.matches('[').count(), 10, "{written}");
    assert_eq!(read(&written).game.to_string(), written);
}

#[test]
fn a_result_that_is_none_is_told_of() {
    let result = |value: &str, end: &str| {
        let reading = read(&format!("[White \"A\"]\n [Result \"{value}\"]\n\n1. e4 {end}"));
        let doubts: Vec<_> = reading.doubts.iter().map(ToString::to_string).collect();
        (reading.game.result, doubts.join(" | "))
    };
    let read_as = "line 2, column 2: the result \"1-0 (forfeit)\" is read as 1-0";
    assert_eq!(result("1-0 (forfeit)", ""), (GameResult::WhiteWins, read_as.to_owned()));
    let (ended, doubts) = result("White", "0-1");
    assert_eq!(ended, GameResult::BlackWins);
    assert!(doubts.starts_with("line 2, column 2: \"White\" is not a result"), "{doubts}");
    for value in ["", "?", "*", "1/2", "½-½"] {
        assert_eq!(result(value, "").1, "", "{value}");
    }
}

/// Games without headers and results became one game.
#[test]
fn a_first_move_behind_an_empty_line_begins_a_game() {
    let plies = |text: &str| {
        games(text)
            .iter()
            .map(|game| game.as_ref().map_or(0, |game| game.tree.moves()))
            .collect::<Vec<_>>()
    };
    assert_eq!(plies("1. e4 e5\n\n1. d4 d5 2. c4\n\n1.c4"), [2, 3, 1]);
    assert_eq!(plies("1. e4 e5\n1. d4 d5"), [4], "without an empty line there is no other game");
    assert_eq!(plies("1. e4\n\n1... e5\n\n2. Nf3"), [3]);
    assert_eq!(plies("1. e4 (1. c4\n\n1. d4) 1... e5"), [3], "in a variation");
    assert_eq!(plies("1. e4 {or\n\n1. d4} 1... e5"), [2], "in a comment");
}

/// White, Event and number of moves of the games in a text.
fn told(text: &str) -> Vec<String> {
    let tell = |game: Result<PgnGame, String>| {
        let game = game.unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let name = |name| game.tag(name).unwrap_or("?").to_owned();
        format!("{} {} {}", name("White"), name("Event"), game.tree.moves())
    };
    games(text).into_iter().map(tell).collect()
}

/// A year, a rating, a result or a dash made a line of prose moves.
#[test]
fn prose_with_figures_is_prose() {
    for prose in [
        "London 1851",
        "1851, in London",
        "1. Carlsen 2864",
        "Carlsen 2864 - Anand 2775",
        "Morphy - Anderssen, Paris 1858, 1-0",
        "see page 5\n--\nJohn",
    ] {
        assert_eq!(told(&format!("[White \"X\"]\n\n{prose}\n1. e4 e5 *\n")), ["X ? 2"], "{prose}");
        assert_eq!(
            told(&format!("{prose}\n\n[White \"X\"]\n\n1. e4 e5 *\n")),
            ["X ? 2"],
            "{prose}"
        );
    }
    for moves in [
        "e4 e5 *",
        "1. zz e4 e5 *",
        "1.\n-- e5 *",
        "1. {a pass}\n-- e5 *",
        "1. 5254 5755 *",
        "5254 5755 *",
    ] {
        assert_eq!(told(&format!("[White \"X\"]\n\n{moves}\n")), ["X ? 2"], "{moves}");
    }
    assert!(read("[White \"X\"]\n\n1. Nf9 *").fault.is_some(), "a misspelt move is none of prose");
    assert_eq!(told("A - B, 1-0[Event \"E\"]\n\n1. e4 *"), ["? E 1"]);
}

#[test]
fn a_line_in_brackets_within_the_moves_costs_itself() {
    for line in ["[Diagram 1]", "[White threatens f4]", "[2. f4 exf4]"] {
        let text = format!("1. e4 e5\n{line}\n2. Nf3 Nc6 *");
        assert_eq!(told(&text), ["? ? 4"], "{line}");
        assert_eq!(first(&text).1.len(), 1, "{line}");
    }
    assert_eq!(told("1. e4 e5\n[White \"B\"]\n1. d4 *"), ["? ? 2", "B ? 1"]);
    assert_eq!(told("1. e4 e5\n\n[White B]\n1. d4 *"), ["? ? 2", "B ? 1"]);
}

/// Headers after an empty line belong to the next game as soon as any of them is repeated.
#[test]
fn any_header_that_comes_again_parts_the_headers_at_the_gap() {
    let moves =
        "[White \"A\"]\n[Black \"B\"]\n\n[Event E]\n[White \"C\"]\n[Black \"D\"]\n\n1. e4 *";
    assert_eq!(told(moves), ["A ? 0", "C E 1"]);
    let records = PgnReader::new(moves.as_bytes());
    assert_eq!(records.map(|game| game.unwrap().tags.len()).collect::<Vec<_>>(), [2, 3]);
    let mut reader = PgnReader::new(moves.as_bytes());
    assert!(reader.pass_over().unwrap());
    let second = reader.record().unwrap().unwrap();
    assert_eq!((second.line(), second.read().doubts.len()), (4, 1), "its doubts go with it");
    let later = "[Event \"E\"]\n\n[White \"A\"]\n\n[Black \"B\"]\n[White \"C\"]\n\n1. d4 *";
    assert_eq!(told(later), ["A E 0", "C ? 1"]);
}

#[test]
fn a_header_behind_a_result_is_seen_beside_comments() {
    let second = "[Event \"b\"]\n[White \"W\"]\n\n1. d4 *";
    for first in ["1. e4 {x} e5 1-0", "1. e4 {[%clk 0:01]} e5 1-0", "1. e4 {x\ny} e5 1 - 0"] {
        assert_eq!(told(&format!("{first}{second}")), ["? ? 2", "W b 1"], "{first}");
        assert_eq!(told(&format!("{first}{}", second.replace('\n', " "))), ["? ? 2", "W b 1"]);
    }
    assert_eq!(told("1. e4 {1-0[Event \"b\"]} e5 *"), ["? ? 2"]);
}

#[test]
fn results_may_have_spaces() {
    for (text, result) in [
        ("1 - 0", GameResult::WhiteWins),
        ("0 - 1 {he resigned}", GameResult::BlackWins),
        ("1/2 - 1/2", GameResult::Draw),
    ] {
        let file = format!("1. e4 e5 {text}\n\n1. d4 *\n");
        let record = PgnReader::new(file.as_bytes()).record().unwrap().unwrap();
        let reading = record.read();
        assert_eq!(reading.game.result, result, "{text}");
        assert!(reading.fault.is_none() && reading.doubts.is_empty(), "{text}: {reading:?}");
        assert_eq!(record.each_step(false, |_, _| true).result, result, "{text}");
    }
    assert_eq!(told("1. e4 e5 1 - 0\n1. d4 *\n"), ["? ? 2", "? ? 1"]);
}

/// Each of these texts took quadratic time.
#[test]
fn what_is_odd_is_read_in_linear_time() {
    const MANY: usize = 60_000;
    let doubts = |text: &str| read(text).doubts;
    let prose = doubts(&format!("1. e4\n{}", "word ".repeat(MANY)));
    assert_eq!(prose.len(), MANY);
    assert!(prose[MANY - 1].to_string().starts_with(&format!("line 2, column {}: ", 5 * MANY - 4)));
    assert_eq!(doubts(&format!("1. e4{}", "\n{".repeat(MANY))).len(), MANY);
    assert_eq!(doubts(&"[a \"x]".repeat(MANY)).len(), MANY);
    let comments = format!("1. e4 {}", "{}".repeat(MANY));
    let record = PgnReader::new(comments.as_bytes()).record().unwrap().unwrap();
    assert_eq!(record.each_step(false, |_, _| true).result, GameResult::Unknown);
    let headers: String = (0..MANY).map(|number| format!("[H{number} \"x\"]\n\n")).collect();
    assert_eq!(read(&headers).game.tags.len(), MANY);
    let comments: String = (0..MANY).map(|number| format!("(1. e4 {{{number}}})")).collect();
    let game = read(&format!("1. e4 {{x}} {comments} *")).game;
    let said = game.tree.annotation(game.tree.current()).unwrap();
    assert_eq!(said.after.len(), MANY + 1);
    let mut game = PgnGame::default();
    let after = vec!["[% ".repeat(MANY)];
    game.tree.annotate(game.tree.current(), Annotation { after, ..Annotation::default() });
    assert!(game.to_string().len() > 3 * MANY);
}
