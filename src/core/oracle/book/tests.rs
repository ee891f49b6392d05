//! Books: round trips, rejected files, choice of moves, names of openings.

use super::choice::{candidates, choose, weights_of};
use super::*;
use crate::chess::tests;

fn game(moves: &str) -> Game {
    tests::game(Position::start(), moves)
}

fn small() -> Book {
    let text = "C60 | Spanish Game | 1. e4 e5 2. Nf3 Nc6 3. Bb5\nC50 | Italian Game | 1. e4 e5 2. Nf3 Nc6 3. Bc4\n\
                B01 | Scandinavian Defence | 1. e4 d5 2. exd5\nC37 | Muzio | 1. e4 e5 2. f4?!";
    OpeningLines::read(text).expect("legal").book.clone()
}

fn played(book: &Book, moves: &str) -> Vec<(String, u16)> {
    let game = game(moves);
    let named = |found: BookMove| (crate::chess::san(game.position(), found.mv), found.weight);
    book.moves(&game).into_iter().map(named).collect()
}

#[test]
fn lines_make_a_book() {
    let book = small();
    assert_eq!(played(&book, ""), [("e4".to_owned(), 4)]);
    assert_eq!(played(&book, "e4"), [("e5".to_owned(), 3), ("d5".to_owned(), 1)]);
    assert_eq!(played(&book, "e4 e5"), [("Nf3".to_owned(), 2), ("f4".to_owned(), 0)]);
    assert_eq!(played(&book, "d4"), []);
    assert_eq!((book.entries().len(), book.positions(), book.reach()), (9, 6, Ok(9)));
}

#[test]
fn bytes_are_read_back() {
    let book = small();
    let bytes = polyglot::write(&book);
    assert_eq!(bytes.len(), 9 * polyglot::ENTRY);
    assert_eq!(polyglot::read(&bytes), Ok(book));
    // 1. e4 in the start position, weight 4, as any other program writes it.
    let first = [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c, 0, 4, 0, 0, 0, 0];
    assert!(bytes.chunks(16).any(|entry| entry == first));
}

#[test]
fn foreign_bytes_are_refused_with_a_reason() {
    let bytes = polyglot::write(&small());
    let error = |bytes: &[u8]| polyglot::read(bytes).expect_err("damaged").to_string();
    assert_eq!(error(&[]), "there is no move in it");
    assert!(error(&bytes[..143]).ends_with("143 bytes are 15 too many"));
    let mut swapped = bytes.clone();
    swapped.rotate_left(16);
    assert!(error(&swapped).contains("is out of order"), "{}", error(&swapped));
    let mut twice = bytes.clone();
    twice.extend_from_within(bytes.len() - 16..);
    assert!(error(&twice).starts_with("entry 10 has the same position and move"));
    let mut no_move = bytes.clone();
    no_move[8] |= 0x80;
    assert!(error(&no_move).ends_with("which is no move"), "{}", error(&no_move));
    let start = bytes.chunks(16).position(|entry| entry[0] == 0x46).expect("1. e4");
    let mut illegal = bytes.clone();
    illegal[16 * start + 9] = 0x24;
    let told = error(&illegal);
    assert!(told.contains("the move e2e5, which is not legal in rnbqkbnr/"), "{told}");
}

/// With any byte changed the book is rejected, or its moves are legal and only that entry has changed.
#[test]
fn a_thousand_damaged_books() {
    let rows = include_str!("../../book/openings.txt").lines();
    let rows: Vec<&str> = rows.filter(|row| !row.starts_with('#')).step_by(20).collect();
    let book = OpeningLines::read(&rows.join("\n")).expect("rows of ours").book.clone();
    let bytes = polyglot::write(&book);
    let mut refused = 0;
    for nth in 0..1000_usize {
        let mut damaged = bytes.clone();
        match nth % 4 {
            0 => damaged.truncate(nth * 7919 % bytes.len()),
            _ => {
                let at = nth * 7919 % bytes.len();
                damaged[at] ^= 1 << (nth % 8);
            }
        }
        match polyglot::read(&damaged) {
            Err(_) => refused += 1,
            Ok(read) if nth % 4 == 0 => {
                assert_eq!(read.entries(), &book.entries()[..damaged.len() / 16])
            }
            Ok(read) => {
                let pairs = read.entries().iter().zip(book.entries());
                assert_eq!(pairs.filter(|(a, b)| a != b).count(), 1);
                assert!(read.reach().is_ok());
            }
        }
    }
    assert!(refused > 300, "{refused}");
}

#[test]
fn moves_are_added_weighed_and_removed() {
    let mut book = small();
    let start = game("");
    let d4 = crate::chess::parse_move(start.position(), "d4").expect("legal");
    book.set_weight(&start, d4, 7);
    assert_eq!(played(&book, ""), [("d4".to_owned(), 7), ("e4".to_owned(), 4)]);
    book.set_weight(&start, d4, 1);
    assert_eq!(played(&book, "")[1], ("d4".to_owned(), 1));
    assert!(polyglot::read(&polyglot::write(&book)).is_ok());
    assert!(book.remove(&start, d4) && !book.remove(&start, d4));
    assert_eq!(book, small());
    let twice = Book::gather([small().entries(), small().entries()].concat()).expect("a book");
    assert_eq!(played(&twice, "e4"), [("e5".to_owned(), 6), ("d5".to_owned(), 2)]);
}

#[test]
fn rare_and_losing_moves_are_left_out() {
    let all = 100;
    let moves = |given: &[(u16, u32, u32)]| -> Vec<BookMove> {
        let legal = Position::start().legal_moves();
        let of =
            |(found, &(weight, wins, losses)): (&crate::chess::LegalMove, &(u16, u32, u32))| {
                let results = Results { wins, draws: 0, losses };
                BookMove { weight, results, ..BookMove::new(found.mv) }
            };
        legal.iter().zip(given).map(of).collect()
    };
    let weights = |given: &[(u16, u32, u32)], variety| -> Vec<u16> {
        candidates(&moves(given), variety).iter().map(|found| found.weight).collect()
    };
    assert_eq!(weights(&[(95, 0, 0), (5, 0, 0), (0, 0, 0)], all), [95, 5]);
    assert_eq!(weights(&[(96, 0, 0), (4, 0, 0)], all), [96]);
    // By games where they are known: the second was played in 4 of 100.
    assert_eq!(weights(&[(50, 48, 48), (50, 4, 0)], all), [50]);
    // Counted from ten: 30 to 45 is not yet two to three, 30 to 46 is less.
    assert_eq!(weights(&[(50, 20, 35), (49, 20, 36)], all), [50]);
    assert_eq!(weights(&[(60, 0, 0), (15, 0, 0), (14, 0, 0)], 75), [60, 15]);
    assert_eq!(weights(&[(60, 0, 0), (59, 0, 0)], 0), [60]);
    let two = moves(&[(2, 0, 0), (1, 0, 0)]);
    let drawn: Vec<u16> =
        (0..6).filter_map(|chance| choose(&two, all, chance)).map(|found| found.weight).collect();
    assert_eq!(drawn, [2, 2, 1, 2, 2, 1]);
    assert_eq!(choose(&[], all, 1), None);
    assert_eq!(choose(&moves(&[(0, 0, 0)]), all, 1), None);
}

#[test]
fn lessons_shift_the_choice() {
    let all = 100;
    let legal = Position::start().legal_moves();
    let moves = |losses: u32| -> Vec<BookMove> {
        let of = |index: usize, learned| BookMove {
            weight: 40,
            learned,
            ..BookMove::new(legal[index].mv)
        };
        vec![of(0, Results { wins: 0, draws: 0, losses }), of(1, Results::default())]
    };
    let weights =
        |losses| -> Vec<u64> { moves(losses).iter().map(choice::learned_weight).collect() };
    assert_eq!(weights(0), [40, 40]);
    // 4000 to the power of −1 ∕ 21, and of −5 ∕ 25.
    assert_eq!((weights(1), weights(5)), (vec![27, 40], vec![8, 40]));
    assert_eq!(candidates(&moves(5), all).len(), 2);
    assert_eq!(candidates(&moves(6), all).len(), 1, "ten to sixteen is less than two to three");
}

#[test]
fn results_make_weights() {
    let results = |wins, losses| Results { wins, draws: 10, losses };
    let weights = weights_of(&[results(10, 10), results(20, 0), results(0, 20)]);
    // 30 games each; to the power of 0, of 20 ∕ 40 and of −20 ∕ 40, with 900 the square of 30.
    assert_eq!(weights, [30, 900, 1]);
    let many = weights_of(&[results(60_000, 0), results(30_000, 0)]);
    assert_eq!(many[0], u16::MAX);
    assert!((32_000..33_000).contains(&many[1]), "{many:?}");
}

#[test]
fn wrong_rows_are_told_by_line() {
    let fault = |text: &str| OpeningLines::read(text).expect_err("wrong");
    assert_eq!(fault("# a remark\n\nA00 | Name").line, 3);
    assert!(fault("F00 | Name | 1. e4").fault.starts_with("\"F00\" is no code"));
    for row in ["A00 | Name | / 1. e4", "A00 | Name |"] {
        assert!(fault(row).fault.contains("at most one \"/\""), "{row}");
    }
    assert!(fault("A00 | Name | 1. e5").to_string().starts_with("line 1: "));
    for row in ["B00 | Name | 2 e5", "B00 | Name | e4 1 e5"] {
        let fault = fault(&format!("B00 | One | e4\n{row}"));
        assert!(fault.fault.contains("moves of the row before: it has 1"), "{fault}");
    }
}
