//! Playing from books: what is asked when, and what is refused.

use super::*;
use crate::chess::movetext;
use crate::engine::{Engine, OptionError};

fn engine(set: &[(&str, &str)]) -> Engine {
    let mut engine = Engine::new();
    for (name, value) in [("OwnBook", "true"), ("Hash", "1"), ("BookSeed", "7")].iter().chain(set) {
        engine.set_option(name, value).unwrap();
    }
    engine
}

fn job(moves: &str, limits: Limits) -> Job {
    let mut game = Game::default();
    movetext::play(&mut game, moves).unwrap();
    Job { game, limits, multi_pv: None, strength: None }
}

fn played(engine: &mut Engine, moves: &str) -> (String, EndReason) {
    let job = job(moves, Limits::depth(1));
    let position = *job.game.position();
    let Some(Event::Finished(finished)) = engine.start(job).join() else { panic!("no end") };
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
    let Some(Event::Warning(told)) = handle.events().iter().next() else { panic!("no word") };
    assert!(told.contains("is from the book") && told.ends_with("; Sicilian Defence"), "{told}");
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
    let Some(Event::Finished(finished)) = engine.start(job("", limits)).join() else { panic!() };
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
    file::save(second.to_str().unwrap(), &file::open(HOUSE).unwrap()).unwrap();
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
        assert!(matches!(error, OptionError::Book { .. }), "{error}");
        assert_eq!(engine.options().book_file(), HOUSE);
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
    assert!(options.own_book() && !options.without_book().own_book());
}
