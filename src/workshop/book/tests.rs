//! Books made from games: counting, damaged games.

use std::fs;

use quarterply::chess::{Game, Position, san};
use quarterply::oracle::book::Book;
use quarterply::store::written::NamedFiles;

use super::*;

/// `count` games of a few plies each, half of them won by White.
fn games(count: usize) -> String {
    let lines =
        ["1. e4 e5 2. Nf3 Nc6", "1. e4 c5 2. Nf3 d6", "1. d4 d5 2. c4 e6", "1. c4 e5 2. g3 Nf6"];
    let one = |nth: usize| {
        let result = if nth.is_multiple_of(2) { "1-0" } else { "0-1" };
        let line = lines[nth % 3 + usize::from(nth.is_multiple_of(7))];
        format!("[Event \"{nth}\"]\n[Result \"{result}\"]\n\n{line} {result}\n\n")
    };
    (0..count).map(one).collect()
}

struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new(text: &str) -> Bench {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("games.pgn"), text).unwrap();
        Bench { folder }
    }

    fn request(&self, to: &str, least: u64) -> BookBuild {
        let games = vec![self.folder.path().join("games.pgn")];
        let to = self.folder.path().join(to);
        BookBuild { games, to, least }
    }

    fn book(&self, name: &str) -> Book {
        polyglot::read(&fs::read(self.folder.path().join(name)).unwrap()).unwrap()
    }
}

#[test]
fn moves_are_counted_and_weighed_by_results() {
    let wins = "[Result \"1-0\"]\n\n1. e4 1-0\n\n".repeat(6);
    let losses = "1. d4 1/2-1/2\n\n".to_owned() + &"1. d4 0-1\n\n".repeat(5);
    let text = format!("{wins}{losses}1. a3 *\n");
    let bench = Bench::new(&text);
    bench.request("all.bin", 1).run(&Desk::new(NamedFiles::default())).unwrap();
    let book = bench.book("all.bin");
    let moves = book.moves(&Game::default());
    let san = |nth: usize| san(&Position::start(), moves[nth].mv);
    assert_eq!(san(0), "e4");
    assert!(moves[0].weight > moves[1].weight, "{moves:?}");
    assert_eq!(moves.len(), 3);
    bench.request("twice.bin", 2).run(&Desk::new(NamedFiles::default())).unwrap();
    assert_eq!(bench.book("twice.bin").moves(&Game::default()).len(), 2);
    let never = bench.request("never.bin", 9);
    let error = format!("{:#}", never.run(&Desk::new(NamedFiles::default())).unwrap_err());
    assert!(error.contains("no move was played in 9 games"), "{error}");
    assert!(!never.to.exists());
}

#[test]
fn damaged_games_are_left_out() {
    let text = format!("{}[Event \"x\"]\n\n1. a3 e5 2. Ke3 1-0\n\n{}", games(3), games(2));
    let bench = Bench::new(&text);
    bench.request("book.bin", 1).run(&Desk::new(NamedFiles::default())).unwrap();
    let book = bench.book("book.bin");
    assert_eq!(book.moves(&Game::default()).len(), 2, "a3 is none of them");
}
