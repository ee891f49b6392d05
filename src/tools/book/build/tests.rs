//! Books made of games: what is counted, in how much memory, and what a stop, a crash or damage leaves.

use super::*;
use crate::chess::Game;
use crate::oracle::book::{Book, polyglot};

/// So many games of a few plies each, half of them won by White.
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

    fn request(&self, to: &str, memory: usize) -> BuildRequest {
        let games = vec![self.folder.path().join("games.pgn")];
        let to = self.folder.path().join(to);
        BuildRequest { games, to, least: 1, plies: 4, memory, afresh: false }
    }

    fn book(&self, name: &str) -> Book {
        polyglot::read(&fs::read(self.folder.path().join(name)).unwrap()).unwrap()
    }
}

fn run(request: &BuildRequest) -> BookBuilt {
    build(&WrittenFiles::default().forced(), request, &StopFlag::new(), &mut |_, _| {}).unwrap()
}

#[test]
fn moves_are_counted_and_weighed_by_results() {
    let wins = "[Result \"1-0\"]\n\n1. e4 1-0\n\n".repeat(6);
    let losses = "1. d4 1/2-1/2\n\n".to_owned() + &"1. d4 0-1\n\n".repeat(5);
    let text = format!("{wins}{losses}1. a3 *\n");
    let bench = Bench::new(&text);
    let built = run(&bench.request("all.bin", 1));
    assert_eq!((built.games, built.without_result, built.damaged), (13, 1, 0));
    assert_eq!((built.positions, built.moves), (1, 3));
    assert_eq!(built.bytes, text.len() as u64);
    let book = bench.book("all.bin");
    let moves = book.moves(&Game::default());
    let san = |nth: usize| crate::chess::san(&crate::chess::Position::start(), moves[nth].mv);
    assert_eq!(san(0), "e4");
    assert!(moves[0].weight > moves[1].weight, "{moves:?}");
    let twice = BuildRequest { least: 2, ..bench.request("twice.bin", 1) };
    assert_eq!(run(&twice).moves, 2);
    let never = BuildRequest { least: 9, ..bench.request("never.bin", 1) };
    let error = build(&WrittenFiles::default(), &never, &StopFlag::new(), &mut |_, _| {})
        .unwrap_err()
        .to_string();
    assert!(error.contains("no move was played in 9 games"), "{error}");
    assert!(!never.to.exists());
}

#[test]
fn runs_make_the_same_book_as_memory() {
    let bench = Bench::new(&games(400));
    let large = run(&bench.request("large.bin", 8));
    let tally = |nth: u64| {
        let (key, bits) = (nth * 7919 % 2_000, (nth % 2) as u16);
        MoveTally::one(key, bits, GameResult::WhiteWins, nth.is_multiple_of(3))
    };
    let tallies: Vec<MoveTally> = (0..4_000).map(tally).collect();
    let merged = |room: usize| {
        let mut collector = Collector::new(room * size_of::<MoveTally>());
        let mut paths = Vec::new();
        let mut write = |collector: &mut Collector| {
            let path = bench.folder.path().join(format!("{room}-{}", paths.len()));
            collector.write(&WrittenFiles::default(), &path).unwrap();
            paths.push(path);
        };
        for &tally in &tallies {
            if !collector.has_room_for(1) && collector.is_full() {
                write(&mut collector);
            }
            collector.add(tally);
        }
        write(&mut collector);
        let mut merge = Merge::open(&paths).unwrap();
        let all: Vec<MoveTally> = std::iter::from_fn(|| merge.next().unwrap()).collect();
        (paths.len(), all)
    };
    let (few, many) = (merged(10_000), merged(1024));
    assert!(few.0 == 1 && many.0 > 2, "{} {}", few.0, many.0);
    assert_eq!(few.1, many.1);
    assert!(few.1.is_sorted_by_key(|tally| (tally.key, tally.bits)));
    assert_eq!(few.1.iter().map(|tally| tally.results.games()).sum::<u64>(), 4_000);
    assert_eq!((large.games, large.runs), (400, 1));
}

#[test]
fn a_build_that_is_stopped_goes_on_from_there() {
    let bench = Bench::new(&games(1_000));
    let whole = run(&bench.request("whole.bin", 8));
    let request = bench.request("parts.bin", 8);
    let (mut parts, mut looks) = (0, 0);
    let built = loop {
        let stop = StopFlag::new();
        let built = build(&WrittenFiles::default(), &request, &stop, &mut |_, _| {
            looks += 1;
            if looks % 4 == 0 {
                stop.raise();
            }
        });
        let built = built.unwrap();
        parts += 1;
        if !built.stopped {
            break built;
        }
        assert!(!request.to.exists());
        // A run that the state does not know of is what a crash leaves.
        fs::write(book_build::run(&bench.folder.path().join("parts.bin.part"), built.runs), "half")
            .unwrap();
    };
    assert!(parts > 3, "{parts}");
    assert_eq!((built.games, built.moves), (whole.games, whole.moves));
    assert!(built.before > 0);
    let read = |name: &str| fs::read(bench.folder.path().join(name)).unwrap();
    assert_eq!(read("whole.bin"), read("parts.bin"));
    assert!(!bench.folder.path().join("parts.bin.part").exists());
}

#[test]
fn other_unfinished_books_are_left_alone() {
    let bench = Bench::new(&games(500));
    let request = bench.request("book.bin", 8);
    let stop = StopFlag::new();
    stop.raise();
    assert!(
        build(&WrittenFiles::default().forced(), &request, &stop, &mut |_, _| {}).unwrap().stopped
    );
    let other = BuildRequest { plies: 3, ..request.clone() };
    let error = build(&WrittenFiles::default(), &other, &StopFlag::new(), &mut |_, _| {})
        .unwrap_err()
        .to_string();
    assert!(error.contains("plies was 4, is 3") && error.contains("--force"), "{error}");
    assert_eq!(run(&BuildRequest { afresh: true, ..other }).before, 0);
    // A run that was cut short is no run.
    let stop = StopFlag::new();
    let mut looks = 0;
    let mut tell = |_, _| {
        looks += 1;
        if looks == 3 {
            stop.raise();
        }
    };
    assert!(build(&WrittenFiles::default().forced(), &request, &stop, &mut tell).unwrap().stopped);
    let run = book_build::run(&bench.folder.path().join("book.bin.part"), 0);
    let bytes = fs::read(&run).unwrap();
    fs::write(&run, &bytes[..bytes.len() - 22]).unwrap();
    let error =
        build(&WrittenFiles::default().forced(), &request, &StopFlag::new(), &mut |_, _| {})
            .unwrap_err()
            .to_string();
    assert!(error.contains("is damaged"), "{error}");
}

#[test]
fn damaged_games_are_named_and_left_out() {
    let text = format!("{}[Event \"x\"]\n\n1. e4 e5 2. Ke3 1-0\n\n{}", games(3), games(2));
    let bench = Bench::new(&text);
    let built = run(&bench.request("book.bin", 1));
    assert_eq!((built.games, built.damaged), (5, 1));
    let named = &built.named[0];
    assert!(named.contains("games.pgn, game 4, line 18, column 13: "), "{named}");
}
