//! Loading and saving games and positions.

use super::*;

#[test]
fn files_of_games_and_positions() {
    let folder = tempfile::tempdir().unwrap();
    let (epd, pgn) = (folder.path().join("two.epd"), folder.path().join("game.pgn"));
    fs::write(
        &epd,
        "8/8/8/4k3/8/8/4P3/4K3 w - - id \"one\";\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n",
    )
    .unwrap();
    let mut user = TestUser::new();
    let reply = user.done(&format!("load {} 2", epd.display()));
    assert_eq!(reply.of::<LoadedAnswer>().unwrap().records, 2);
    let reply = user.done("show");
    let board = reply.of::<BoardAnswer>().unwrap();
    assert_eq!(board.operations, [("bm".to_owned(), "e4".to_owned())]);
    assert!(user.refused(&format!("load {} 3", epd.display())).contains("has 2 records"));
    let text = folder.path().join("game.txt");
    fs::write(&text, "A game:\n\n[White \"Morphy\"]\n\n1. e4 e5 *\n").unwrap();
    user.try_to(&format!("games {}", text.display())).unwrap_err();
    assert_eq!(user.done("load 1").of::<LoadedAnswer>().unwrap().records, 1, "what was listed");
    fs::write(&text, "1. e4 e5 *\n").unwrap();
    user.done(&format!("load {}", text.display()));
    let missed = user.refused(&format!("load {} karpov", text.display()));
    assert!(missed.contains("of its 1 game none has \"karpov\" in a header"), "{missed}");
    user.done(&format!("new;; 1. e4 e5 2. Nf3;; pgn {}", pgn.display()));
    user.done(&format!("new;; load {}", pgn.display()));
    assert_eq!(user.session.timeline.game().ply(), 3);
    let reply = user.done("pgn");
    let PgnAnswer { text } = reply.of().unwrap();
    assert!(text.contains("1. e4 e5 2. Nf3"), "{text}");
}

#[test]
fn what_a_file_is_saved_as_follows_from_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let read = |name: &str| fs::read_to_string(path(name)).unwrap();
    let mut user = TestUser::new();
    user.done("e4 e5");
    for name in ["g.PGN", "g.fen", "g.epd", "g.qs"] {
        user.done(&format!("save {}", path(name).display()));
    }
    assert!(read("g.PGN").contains("1. e4 e5 *"), "{}", read("g.PGN"));
    assert_eq!(read("g.fen"), format!("{}\n", user.fen()));
    assert!(read("g.epd").ends_with(" w KQkq - fmvn 2;\n"), "{}", read("g.epd"));
    assert!(fs::read(path("g.qs")).unwrap().starts_with(b"QPLY"));
    for name in ["g.PGN", "g.fen", "g.epd"] {
        user.done(&format!("new;; load {}", path(name).display()));
        assert_eq!(user.session.position().fullmoves(), 2, "{name}");
    }
}

#[test]
fn clocks_are_saved_once_and_rights_are_dropped_with_a_note() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let record = "4k3/8/8/8/8/8/8/R3K3 w Q - hmvc 12; fmvn 40; id \"a\";\n";
    fs::write(path("a.epd"), record).unwrap();
    let mut user = TestUser::new();
    user.done(&format!("load {};; save {}", path("a.epd").display(), path("b.epd").display()));
    assert_eq!(fs::read_to_string(path("b.epd")).unwrap(), record);
    let stale = "r6k/8/8/8/8/8/8/R5K1 w KQkq -";
    assert_eq!(user.changed(&format!("{stale} bm Ra2;")).notes.len(), 4);
    fs::write(path("c.epd"), format!("{stale} bm Ra2;\n")).unwrap();
    fs::write(path("c.pgn"), format!("[FEN \"{stale} 0 1\"]\n\n1. Ra2 *\n")).unwrap();
    for name in ["c.epd", "c.pgn"] {
        let reply = user.done(&format!("load {}", path(name).display()));
        let notes = &reply.of::<LoadedAnswer>().unwrap().changed.notes;
        assert!(notes.len() == 4 && notes[0].contains("\"K\" is dropped"), "{notes:?}");
    }
}

/// A sideline destroyed the loaded game, and saving lost the players' names.
#[test]
fn a_loaded_game_keeps_all_that_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("from.pgn"), folder.path().join("to.pgn"));
    let games = "[White \"Morphy\"]\n[Result \"1-0\"]\n\n1. e4 {best} e5 $6 2. Nf3 (2. f4) Nc6 1-0\n\n\
                 [White \"B\"]\n\n1. d4 d5 2. Ke3 *\n";
    fs::write(&from, games).unwrap();
    let mut user = TestUser::new();
    let reply = user.done(&format!("load {} 1", from.display()));
    let LoadedAnswer { title: Some(title), records, .. } = reply.of().unwrap() else { panic!() };
    assert_eq!((title.white.as_str(), title.plies, *records), ("Morphy", 4, 2));
    user.done("goto 2");
    assert!(user.changed("Bc4").notes[0].starts_with("this begins a variation"));
    user.done("nag !?;; comment the bishop's game;; goto 2;; Nf3;; goto end");
    assert_eq!(user.session.timeline.game().ply(), 4, "the old continuation is still there");
    user.done(&format!("tag Black Karl;; save {}", to.display()));
    let text = fs::read_to_string(&to).unwrap();
    let moves =
        "1. e4 {best} 1... e5 $6 2. Nf3 (2. f4) (2. Bc4 $5 {the bishop's game}) 2... Nc6 1-0";
    let text = text.replace('\n', " ");
    assert!(text.contains(moves), "{text}");
    assert!(text.contains("[White \"Morphy\"] [Black \"Karl\"] [Result \"1-0\"]"), "{text}");
    user.done("goto 2;; variation 3;; variation promote;; variation delete");
    assert!(user.refused("variation delete").contains("main line"));
    user.done("undo 1");
    let reply = user.done("variation");
    let list = reply.of::<VariationsAnswer>().unwrap();
    assert_eq!((list.lines.len(), list.chosen), (3, Some(1)), "undo brings it back");
    let reply = user.done(&format!("load {} 2", from.display()));
    let LoadedAnswer { changed, .. } = reply.of().unwrap();
    let [note] = &changed.notes[..] else { panic!("{:?}", changed.notes) };
    let fault = note.strip_prefix("read as far as it is good: ").unwrap();
    assert!(fault.starts_with("game 2, line 8, column 13: move 3 of 3: no white king"), "{fault}");
    assert_eq!(user.session.timeline.game().ply(), 2);
    let error = user.try_to(&format!("games {} position", from.display())).unwrap_err();
    let reply = error.reply().and_then(|reply| reply.of::<GamesAnswer>()).unwrap();
    assert_eq!((reply.list.found, reply.list.total), (1, 2));
    assert!(
        error.to_string().contains("1 game is damaged: game 2, line 8, column 13: "),
        "{error}"
    );
    assert_eq!(user.done("load 2").of::<LoadedAnswer>().unwrap().record, 2);
    let list = user.refused(&format!("load {}", from.display()));
    assert!(list.contains("damaged"), "several games are listed, none is taken: {list}");
}

/// Of a pasted game only the moves before the first `;` were played.
#[test]
fn a_pasted_game_is_taken_whole() {
    let mut user = TestUser::new();
    user.done("e4");
    user.done("[White \"A\"]\n\n1. d4 {a;; # b\nc} d5 ; (late\n2. c4 *");
    assert_eq!(user.session.timeline.game().ply(), 3);
    let tags = members(&user.done("tag white"));
    assert_eq!(tags["tags"], serde_json::json!([{ "name": "White", "value": "A" }]));
    user.done("undo 4");
    assert_eq!(user.session.timeline.game().ply(), 1, "the game before is still there");
}

/// `save` and `pgn` overwrote collections.
#[test]
fn files_of_others_are_not_replaced_unless_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let (pgn, session) = (folder.path().join("g.pgn"), folder.path().join("evening"));
    let games = "[White \"Morphy\"]\n\n1. e4 e5 *\n\n[White \"Anderssen\"]\n\n1. f4 *\n";
    fs::write(&pgn, games).unwrap();
    let mut user = TestUser::new();
    user.done("d4");
    let save = format!("save {}", pgn.display());
    let refusal = user.refused(&save);
    assert!(refusal.contains("--force") && refusal.contains("`pgn "), "{refusal}");
    assert_eq!(fs::read_to_string(&pgn).unwrap(), games);
    let reply = user.done(&format!("pgn {}", pgn.display()));
    let reply = reply.of::<SavedAnswer>().unwrap();
    assert!(matches!(reply.content, SavedContent::Added { games: 3 }));
    let text = fs::read_to_string(&pgn).unwrap();
    assert!(text.starts_with(games) && text.contains("\n1. d4 *\n"), "{text}");
    let reply = user.done(&format!("pgn {}", pgn.display()));
    let reply = reply.of::<SavedAnswer>().unwrap();
    assert!(matches!(reply.content, SavedContent::AlreadyLast { games: 3 }));
    user.done(&format!("{save} --force"));
    user.done(&format!("d5;; {save}"));
    assert!(fs::read_to_string(&pgn).unwrap().contains("\n1. d4 d5 *\n"), "ours since then");
    fs::write(&session, "a diary").unwrap();
    let refusal = user.refused(&format!("save {}", session.display()));
    assert!(refusal.contains("evening exists already"), "{refusal}");
    fs::remove_file(&session).unwrap();
    user.done(&format!("save {}", session.display()));
    let mut other = TestUser::new();
    let refusal = other.refused(&format!("save {}", session.display()));
    assert!(refusal.contains("evening exists already"), "another session's: {refusal}");
    other.done(&format!("restore {0};; Nf3;; save {0}", session.display()));
    let session_as_game = folder.path().join("evening.pgn");
    fs::copy(&session, &session_as_game).unwrap();
    user.refused(&format!("save {}", session_as_game.display()));
    user.refused(&format!("pgn {}", session_as_game.display()));
}

#[test]
fn a_game_begun_within_another_is_not_saved_over_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.pgn");
    let mut user = TestUser::new();
    user.done(&format!("e4 e5 Nf3 Nc6 Bb5 a6;; save {}", path.display()));
    user.done("goto 2;; play white d1;; d4;; force");
    assert!(user.refused(&format!("save {}", path.display())).contains("another game"));
}

#[test]
fn a_damaged_game_is_told_by_view_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.pgn");
    fs::write(&path, "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n").unwrap();
    let page = TestUser::new().done(&format!("view {}", path.display()));
    let page = page.page(&crate::ink::Settings::default());
    assert!(page.lines().iter().any(|line| line.text().contains("as far as it is good")));
}

#[test]
fn a_filter_is_given_once_and_a_name_of_two_words_in_quotes() {
    let mut user = TestUser::new();
    let twice = user.refused("games g.pgn player Anna player Carl");
    assert_eq!(twice, "\"player\" is given twice");
    let hint = user.refused("games g.pgn player Paul Morphy");
    assert!(hint.contains("stand in quotes: \"Paul Morphy\""), "{hint}");
    assert!(user.refused("games g.pgn result 1-0 Morphy").contains("does not understand"));
}

#[test]
fn a_name_with_spaces_needs_no_quotation_marks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my own games.pgn");
    fs::write(&path, "[White \"Morphy\"]\n\n1. e4 e5 *\n\n[White \"Tal\"]\n\n1. d4 *\n").unwrap();
    let (mut user, path) = (TestUser::new(), path.display().to_string());
    for (line, plies) in [
        (format!("load {path} 2"), 1),
        (format!("load {path} morphy"), 2),
        (format!("load \"{path}\" 2"), 1),
    ] {
        user.done(&line);
        user.done("goto end");
        assert_eq!(user.session.timeline.game().ply(), plies, "{line}");
    }
    user.done(&format!("games {path}"));
    user.done(&format!(
        "annotate {path} 1k --proof 0 --to {}",
        folder.path().join("out.pgn").display()
    ));
    // The input is not replaced by the output.
    let same = user.refused(&format!("annotate {path} 1k --proof 0 --to \"{path}\" --force"));
    assert!(same.contains("my own games.pgn"), "{same}");
    assert!(fs::read_to_string(&path).unwrap().starts_with("[White \"Morphy\"]"));
    // Where no such file exists, the first word is the name.
    let missing = user.refused(&format!("load {} 2", path.replace("own", "other")));
    assert!(missing.contains("/my: "), "{missing}");
}
