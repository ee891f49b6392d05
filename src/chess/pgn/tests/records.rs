//! Where a game ends and the next one begins, and what belongs to which.

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
    // Without a gap it costs itself, and behind one another name goes on.
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
        assert_eq!(record.result(), GameResult::WhiteWins);
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
