//! The tables against the rules of chess: known facts about endings, and a brute-force search.

use super::bit_sliced::BitSlicedDistances;
use super::*;
use crate::chess::Move;

fn probe(endgames: &Endgames, fen: &str) -> EndgameValue {
    let position = Position::from_fen(fen).unwrap();
    endgames.probe(&position, &StopFlag::new()).unwrap().unwrap()
}

/// The moves of the longest mate in rows with the winner to move.
fn longest_win(rows: &[BitSlicedDistances]) -> Option<u16> {
    let values = rows.iter().flat_map(|mates| Square::ALL.map(|square| mates.at(square)));
    let moves = |value| if let EndgameValue::Mates(moves) = value { Some(moves) } else { None };
    values.filter_map(moves).max()
}

/// The longest mate of a side in a slice, with that side to move.
fn longest(endgames: &Endgames, fen: &str, winner: Color) -> u16 {
    let board = Board::of(&Position::from_fen(fen).unwrap()).unwrap();
    let slice = endgames.slice(&SliceIndex::of(&board).material, &StopFlag::new()).unwrap();
    longest_win(&slice.sides[winner].mates).unwrap_or(0)
}

#[test]
fn the_longest_mates_are_those_of_the_books() {
    let endgames = Endgames::default();
    let of = |fen| longest(&endgames, fen, Color::White);
    assert_eq!(of("7k/8/8/8/8/8/8/KR6 w - - 0 1"), 16);
    assert_eq!(of("7k/8/8/8/8/8/8/KQ6 w - - 0 1"), 10);
    assert_eq!(of("7k/8/8/8/8/8/8/KBB5 w - - 0 1"), 19);
    assert_eq!(of("7k/8/8/8/8/8/8/KBN5 w - - 0 1"), 33);
    assert_eq!(of("6rk/8/8/8/8/8/8/KQ6 w - - 0 1"), 35);
    let pawns = Square::ALL.iter().filter(|square| (1..7).contains(&(square.index() / 8)));
    let pawn = pawns.map(|&square| {
        let mut board = Board::of(&Position::from_fen("7k/8/8/8/8/8/8/KR6 w").unwrap()).unwrap();
        board.pieces[0].0.piece = crate::chess::Piece::Pawn;
        board.pieces[0].1 = square;
        let material = SliceIndex::of(&board).material;
        let slice = endgames.slice(&material, &StopFlag::new()).unwrap();
        longest_win(&slice.sides[Color::White].mates).unwrap()
    });
    assert_eq!(pawn.max(), Some(28));
}

/// Returns whether the side to move can mate within `moves`, by brute force.
fn mates_within(position: &Position, moves: u16) -> bool {
    moves > 0
        && position
            .legal_moves()
            .iter()
            .any(|legal| is_mated_within(&position.play(legal.mv), moves - 1))
}

fn is_mated_within(position: &Position, moves: u16) -> bool {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.in_check();
    }
    moves > 0 && replies.iter().all(|legal| mates_within(&position.play(legal.mv), moves))
}

/// The value by a brute-force search to mate in two.
fn searched(position: &Position) -> EndgameValue {
    (0..=2)
        .find_map(|moves| {
            if is_mated_within(position, moves) {
                Some(EndgameValue::Mated(moves))
            } else {
                mates_within(position, moves).then_some(EndgameValue::Mates(moves))
            }
        })
        .unwrap_or(EndgameValue::Draw)
}

/// A known thing as far as that search sees.
fn near(known: EndgameValue) -> EndgameValue {
    match known {
        EndgameValue::Mates(moves) | EndgameValue::Mated(moves) if moves > 2 => EndgameValue::Draw,
        known => known,
    }
}

/// Positions with these men on squares that a simple generator picks, White or Black to move.
fn scattered(men: &str, count: usize) -> Vec<Position> {
    let mut state = men.bytes().fold(1u64, |state, byte| state * 131 + u64::from(byte));
    let mut next = |bound: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = [None; 64];
        for letter in men.chars() {
            // Kings near an edge: where the mates are.
            let square = loop {
                let square = next(64) as usize;
                if board[square].is_none() && (letter != 'k' || square < 16) {
                    break square;
                }
            };
            board[square] = Some(letter);
        }
        let ranks: Vec<String> = board
            .chunks(8)
            .map(|rank| rank.iter().map(|man| man.unwrap_or('1')).collect())
            .collect();
        let turn = if next(2) == 0 { 'w' } else { 'b' };
        found.extend(Position::from_fen(&format!("{} {turn} - - 0 1", ranks.join("/"))));
    }
    found
}

#[test]
fn short_mates_are_those_that_a_plain_search_finds() {
    let endgames = Endgames::default();
    let stop = StopFlag::new();
    for men in ["KQk", "KRk", "KPk", "KBNk", "KBBk", "KQkr", "KRkb", "KPkp", "KPPk", "KRPk", "KPkn"]
    {
        for position in scattered(men, 60) {
            let known = endgames.probe(&position, &stop).unwrap().unwrap();
            assert_eq!(near(known), searched(&position), "{}", position.to_fen());
        }
    }
}

/// The value of a position, computed from those after each of its moves.
fn follows(endgames: &Endgames, position: &Position) -> EndgameValue {
    let known = |mv| endgames.probe(&position.play(mv), &StopFlag::new()).unwrap().unwrap();
    let values = position.legal_moves().into_iter().map(|legal| known(legal.mv).a_move_earlier());
    let over = if position.in_check() { EndgameValue::Mated(0) } else { EndgameValue::Draw };
    values.reduce(EndgameValue::better).unwrap_or(over)
}

#[test]
fn every_answer_follows_from_those_after_each_move() {
    let endgames = Endgames::default();
    let stop = StopFlag::new();
    for men in ["KRk", "KBNk", "KQkr", "KPkp", "KRPk", "KPkq"] {
        for position in scattered(men, 400) {
            let expected = follows(&endgames, &position);
            let known = endgames.probe(&position, &stop).unwrap().unwrap();
            assert_eq!(known, expected, "{}", position.to_fen());
        }
    }
}

#[test]
fn what_a_pawn_can_do() {
    let endgames = Endgames::default();
    // Only en passant wins, and only en passant saves.
    let fen = "8/8/8/8/k2pP3/8/8/K7 b - e3 0 1";
    assert!(matches!(probe(&endgames, fen), EndgameValue::Mates(_)));
    let after = Position::from_fen(fen).unwrap();
    let taken = after.play(Move::en_passant(Square::D4, Square::E3));
    let known = endgames.probe(&taken, &StopFlag::new()).unwrap().unwrap();
    assert_eq!(probe(&endgames, fen), known.a_move_earlier());
    // A queen would be stalemate.
    assert!(matches!(probe(&endgames, "8/k1P5/2K5/8/8/8/8/8 w - - 0 1"), EndgameValue::Mates(_)));
}

#[test]
fn what_is_not_covered() {
    let endgames = Endgames::default();
    let stop = StopFlag::new();
    for fen in ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1"] {
        let position = Position::from_fen(fen).unwrap();
        assert!(!endgames.covers(&position));
        assert_eq!(endgames.probe(&position, &stop), Ok(None));
    }
    assert_eq!(probe(&endgames, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), EndgameValue::Draw);
}

#[test]
fn a_raised_flag_ends_the_making() {
    let endgames = Endgames::default();
    let stop = StopFlag::new();
    stop.raise();
    let position = Position::from_fen("7k/8/8/8/8/8/8/KBN5 w - - 0 1").unwrap();
    assert_eq!(endgames.probe(&position, &stop), Err(Stopped));
    stop.lower();
    assert!(endgames.probe(&position, &stop).is_ok());
}

#[test]
fn what_is_made_answers_without_waiting() {
    let (endgames, stop) = (Endgames::default(), StopFlag::new());
    assert_eq!(endgames.made_so_far().look_up(&scattered("KkQ", 1)[0]), None);
    assert!(!endgames.has_three_men());
    endgames.make_three_men(&stop).unwrap();
    assert!(endgames.has_three_men());
    let made = endgames.made_so_far();
    for men in ["KkQ", "Kkr", "KkP", "Kkp"] {
        for position in scattered(men, 200) {
            let known = endgames.probe(&position, &stop).unwrap();
            assert_eq!(made.look_up(&position), known, "{}", position.to_fen());
            assert!(endgames.is_made(&position));
        }
    }
    // Later tables are not in the snapshot.
    let four = &scattered("KkRr", 1)[0];
    assert!(!endgames.is_made(four));
    endgames.probe(four, &stop).unwrap();
    assert!(endgames.is_made(four) && made.look_up(four).is_none());
}

#[test]
fn five_men_are_not_covered() {
    let (endgames, stop) = (Endgames::default(), StopFlag::new());
    let position = Position::from_fen("8/8/8/4k3/8/3R4/3P4/3K3r w - - 0 1").unwrap();
    assert!(!endgames.covers(&position) && !endgames.is_made(&position));
    assert_eq!(endgames.probe(&position, &stop), Ok(None));
    assert_eq!(endgames.made_so_far().look_up(&position), None);
    assert_eq!(endgames.bytes(), 0);
}
