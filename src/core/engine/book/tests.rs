//! Playing from books: when they are probed, and which ones are rejected.

use super::*;
use crate::chess::Position;
use crate::chess::tests::game;
use crate::control::StopFlag;
use crate::engine::Engine;
use crate::oracle::book::{BookChange, HOUSE};

fn engine(set: &[(&str, &str)]) -> Engine {
    let mut engine = Engine::new();
    for (name, value) in [("OwnBook", "true"), ("Hash", "1"), ("BookSeed", "7")].iter().chain(set) {
        engine.set_option(name, value).unwrap();
    }
    engine
}

fn job(moves: &str, limits: Limits) -> Job {
    Job::new(game(Position::start(), moves), limits)
}

fn played(engine: &mut Engine, moves: &str) -> (String, EndReason) {
    let job = job(moves, Limits::depth(1));
    let position = *job.game.position();
    let finished = engine.start(job).join().unwrap();
    (san(&position, finished.best.unwrap()), finished.reason)
}

#[test]
fn a_known_position_is_answered_at_once_and_by_the_seed() {
    let mut engine = engine(&[("BookVariety", "100")]);
    let first = played(&mut engine, "");
    assert_eq!(first.1, EndReason::Book);
    assert_eq!(played(&mut engine, ""), first);
    let others: Vec<String> = (1..40)
        .map(|seed| {
            engine.set_option("BookSeed", &seed.to_string()).unwrap();
            played(&mut engine, "").0
        })
        .collect();
    assert!(others.contains(&"e4".to_owned()) && others.contains(&"d4".to_owned()), "{others:?}");
    // Marked as doubtful: known, never played.
    assert!(!others.contains(&"g4".to_owned()));
    engine.set_option("BookVariety", "0").unwrap();
    assert_eq!(played(&mut engine, "").0, "e4");
    let handle = engine.start(job("1. e4 c5", Limits::depth(1)));
    let Some(Event::Note(told)) = handle.events().iter().next() else { panic!("no word") };
    assert!(told.contains("is from the book") && told.ends_with("; Sicilian Defense"), "{told}");
}

#[test]
fn analysis_is_left_to_the_search() {
    let mut engine = engine(&[]);
    engine.set_option("MultiPV", "2").unwrap();
    assert_eq!(played(&mut engine, "").1, EndReason::Depth);
    engine.set_option("MultiPV", "1").unwrap();
    assert_eq!(played(&mut engine, "").1, EndReason::Book);
    let only = job("", Limits::default()).game.position().legal_moves()[0].mv;
    let limits = Limits { search_moves: vec![only], ..Limits::depth(1) };
    let finished = engine.start(job("", limits)).join().unwrap();
    assert_eq!(finished.reason, EndReason::Depth);
    engine.set_option("OwnBook", "false").unwrap();
    assert_eq!(played(&mut engine, "").1, EndReason::Depth);
}

#[test]
fn three_misses_end_the_book_until_the_next_game() {
    let mut engine = engine(&[]);
    assert_eq!(played(&mut engine, "").1, EndReason::Book);
    for moves in ["a4 a5", "a4 a5 h4 h5", "a4 a5 h4 h5 Ra3 Ra6"] {
        assert_eq!(played(&mut engine, moves).1, EndReason::Depth, "{moves}");
    }
    // The book knows this position, but has been closed.
    let back = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    assert_eq!(played(&mut engine, back).1, EndReason::Depth);
    engine.new_game();
    assert_eq!(played(&mut engine, back).1, EndReason::Book);
}

#[test]
fn books_are_asked_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first.txt"), folder.path().join("second.bin"));
    std::fs::write(&first, "A00 | Van Geet Opening | 1. Nc3 d5").unwrap();
    std::fs::write(&second, crate::oracle::book::polyglot::write(&file::open(HOUSE).unwrap()))
        .unwrap();
    let list = format!("{}; {}", first.display(), second.display());
    let mut engine = engine(&[("BookFile", &list)]);
    assert_eq!(played(&mut engine, ""), ("Nc3".to_owned(), EndReason::Book));
    assert_eq!(played(&mut engine, "e4").1, EndReason::Book);
}

#[test]
fn what_is_no_book_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let mut engine = engine(&[]);
    let mut refused = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let error = engine.set_option("BookFile", path.to_str().unwrap()).unwrap_err();
        assert_eq!(engine.options().book_file, HOUSE);
        error.to_string()
    };
    assert!(refused("short.bin", &[1; 15]).contains("entries of 16 bytes"));
    assert!(refused("empty.bin", &[]).contains("there is no move in it"));
    assert!(refused("lines.txt", b"e4 e5").contains("line 1: a row is: code | name | moves"));
    assert!(refused("latin.txt", b"A00 | R\xe9ti").contains("byte 8 is not UTF-8"));
    let error = engine.set_option("BookFile", "no/such.bin").unwrap_err().to_string();
    assert!(error.contains("there is no such file") && error.ends_with("stays lines"), "{error}");
    assert!(
        engine.set_option("BookFile", "").unwrap_err().to_string().contains("no book is named")
    );
    assert_eq!(played(&mut engine, "").1, EndReason::Book);
}

#[test]
fn what_is_solved_is_thought_about() {
    let mut options = Options::default();
    options.set("OwnBook", "true").unwrap();
    assert!(options.own_book && !options.without_lookup().own_book);
}

#[test]
fn changes_are_kept_beside_the_books() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changes.txt");
    let mut engine = engine(&[("BookEdits", path.to_str().unwrap()), ("BookVariety", "0")]);
    let (start, game) = (Position::start(), Game::default());
    let mv = |text: &str| crate::chess::parse_move(&start, text).unwrap();
    let change = |engine: &mut Engine, text: &str, change| {
        let mut notebook = engine.own_book().unwrap().notebook();
        notebook.update(|edits| edits.change(&start, mv(text), Some(change))).unwrap();
    };
    change(&mut engine, "a4", BookChange::Weight(60_000));
    assert_eq!(played(&mut engine, "").0, "a4");
    change(&mut engine, "a4", BookChange::Removed);
    assert_eq!(played(&mut engine, "").0, "e4");
    // Another session finds what this one wrote, and a book of both.
    change(&mut engine, "b3", BookChange::Weight(60_000));
    let mut other = Engine::new();
    other.set_option("BookEdits", path.to_str().unwrap()).unwrap();
    let book = other.own_book().unwrap().merged().unwrap();
    assert_eq!(san(&start, book.moves(&game)[0].mv), "b3");
    std::fs::write(&path, "nonsense").unwrap();
    let error = Engine::new().set_option("BookEdits", path.to_str().unwrap()).unwrap_err();
    assert!(error.to_string().contains("line 1: a row is"), "{error}");
    let mut homeless = Engine::new();
    let mut notebook = homeless.own_book().unwrap().notebook();
    let error = notebook.update(|edits| edits.forget()).unwrap_err();
    assert!(matches!(error, BookFileError::NoNotebook), "{error}");
}

#[test]
fn games_teach_the_book_only_if_that_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("learned.txt");
    let set = [("BookEdits", path.to_str().unwrap()), ("BookVariety", "0"), ("Persist", "false")];
    let mut engine = engine(&set);
    for (learns, rows) in [("false", 0), ("true", 1)] {
        engine.set_option("BookLearn", learns).unwrap();
        engine.new_game();
        assert_eq!(played(&mut engine, "").0, "e4");
        // A search in between forgets no book move.
        let searched = Job { multi_pv: Some(2), ..job("e4", Limits::depth(1)) };
        assert_eq!(engine.start(searched).join().unwrap().reason, EndReason::Depth);
        engine.game_ended(GameResult::BlackWins).unwrap();
        engine.game_ended(GameResult::BlackWins).unwrap();
        let edits = engine.own_book().unwrap().notebook().edits().clone();
        let known = edits.of(&Position::start());
        assert_eq!(known.len(), rows);
        assert!(known.iter().all(|edited| edited.learned.losses == 1), "{known:?}");
    }
    let forgotten = engine.own_book().unwrap().notebook().update(|edits| edits.forget()).unwrap();
    assert_eq!(forgotten, 1);
}

/// 1. e4 from the book, answered by the loss of a queen: the first search behind the book finds itself winning.
#[test]
fn the_score_behind_the_book_teaches_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("learned.txt");
    let book = folder.path().join("short.txt");
    std::fs::write(&book, "C20 | King's Pawn Game | 1. e4").unwrap();
    let files = (path.to_str().unwrap(), book.to_str().unwrap());
    let set = [("BookEdits", files.0), ("BookFile", files.1), ("BookLearn", "true")];
    let mut engine = engine(&set);
    assert_eq!(played(&mut engine, "").0, "e4");
    let deep = Job { limits: Limits::depth(8), ..job("e4 e5 h4 Qxh4", Limits::default()) };
    for _ in 0..2 {
        assert!(engine.start(deep.clone()).join().is_ok());
    }
    let edits = engine.own_book().unwrap().notebook().edits().clone();
    let known = edits.of(&Position::start());
    assert_eq!(known.len(), 1, "{known:?}");
    assert_eq!((known[0].learned.wins, known[0].learned.games()), (1, 1), "{known:?}");
}

#[test]
fn pages_say_how_likely_a_move_is_played() {
    let mut engine = engine(&[]);
    let own = engine.own_book().unwrap();
    let mut page = own.page(&Game::default(), 100);
    assert_eq!(page.source.as_deref(), Some(HOUSE));
    let sum: u32 = page.moves.iter().map(|row| row.permille).sum();
    assert!((990..=1000).contains(&sum), "{sum}");
    let doubtful = page.moves.iter().find(|row| row.found.weight == 0).expect("1. g4");
    assert_eq!(doubtful.permille, 0);
    page.moves.truncate(2);
    let (stop, mut told) = (StopFlag::new(), Vec::new());
    page.score(&Game::default(), (engine.options(), 500), &stop, &mut |done| told.push(done));
    assert_eq!(told, [1, 2]);
    assert!(page.moves.iter().all(|row| row.score.is_some_and(|score| score.raw().abs() < 150)));
}
