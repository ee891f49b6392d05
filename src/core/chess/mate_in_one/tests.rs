//! Mate in one against making every move: games, composed boards, special moves.

use super::*;
use crate::chess::tests::{composed, random_game, sparse};
use crate::chess::{Setup, SplitMix};

/// Every mating move, by making every move.
fn naive(position: &Position) -> Vec<Move> {
    let mut found: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .map(|legal| legal.mv)
        .filter(|&mv| position.play(mv).is_checkmate())
        .collect();
    found.sort_unstable();
    found
}

/// Returns whether a legal move is checkmate, from the attacks at its destination.
fn mates(position: &Position, mv: Move) -> bool {
    if mv.is_castle() || mv.is_en_passant() {
        return position.play(mv).is_checkmate();
    }
    let arriving = mv.promoted().unwrap_or(position.moved(mv));
    let net = MatingNet::new(position, position.turn());
    After::new(position, net.us, mv.from(), mv.to(), arriving).is_checkmate(&net, mv)
}

/// Asserts that every mating move, minor promotions too, is among the checks that are tried.
fn each_is_tried(position: &Position, expected: &[Move]) {
    let mut net = MatingNet::new(position, position.turn());
    let mut candidates = MatingChecks::new();
    net.collect(&mut candidates);
    for &mv in expected.iter().filter(|mv| !mv.is_castle() && !mv.is_en_passant()) {
        let is_tried =
            |check: &MatingCheck| check.from == mv.from() && net.legal_targets(check).has(mv.to());
        assert!(candidates.iter().any(is_tried), "{mv:?} in {}", position.to_fen());
    }
}

fn agrees(position: &Position) -> bool {
    let expected = naive(position);
    each_is_tried(position, &expected);
    match mate_in_one(position) {
        Some(mv) => assert!(expected.contains(&mv), "{mv:?} in {}", position.to_fen()),
        None => assert!(expected.is_empty(), "{}", position.to_fen()),
    }
    let passed = position.pass().is_some_and(|passed| !naive(&passed).is_empty());
    assert_eq!(mate_threat(position), passed, "after a pass in {}", position.to_fen());
    for legal in position.legal_moves() {
        let claimed = mates(position, legal.mv);
        assert_eq!(claimed, expected.contains(&legal.mv), "{legal:?} in {}", position.to_fen());
    }
    !expected.is_empty()
}

#[test]
fn games_agree_with_making_every_move() {
    let mut random = SplitMix::new(1);
    let (mut seen, mut with_mate) = (0, 0);
    while seen < 100_000 {
        random_game(&mut random, |position| {
            seen += 1;
            with_mate += u32::from(agrees(position));
        });
    }
    assert!(with_mate > 500, "{with_mate} mates in {seen} positions test nothing");
}

#[test]
fn composed_boards_agree_with_making_every_move() {
    let mut random = SplitMix::new(2);
    let mut with_mate = 0;
    for _ in 0..100_000 {
        with_mate += u32::from(agrees(&composed(&mut random)));
    }
    assert!(with_mate > 5_000, "{with_mate} mates test nothing");
}

#[test]
fn special_moves_mate_too() {
    let cases = [
        ("5k2/3R4/4R2N/8/8/8/8/4K2R w K - 0 1", "e1h1"),
        ("3k4/1R6/2R2N2/8/8/8/8/R3K3 w Q - 0 1", "e1a1"),
        ("R7/2k5/4P3/3pP3/8/5QB1/8/1R5K w - d6 0 1", "e5d6"),
        ("6nq/5Ppk/7p/8/8/8/8/7K w - - 0 1", "f7f8n"),
    ];
    for (fen, expected) in cases {
        let position = Position::from_fen(fen).unwrap();
        assert!(agrees(&position), "{fen}");
        let mates = naive(&position).into_iter().map(|mv| format!("{mv:?}"));
        assert!(mates.collect::<Vec<_>>().contains(&expected.to_owned()), "{fen}");
    }
}

#[test]
fn a_double_step_that_can_be_taken_in_passing_is_no_mate() {
    let step = Move::normal(Square::G2, Square::G4);
    let knight = Position::from_fen("8/8/6pp/7k/5Q1n/7K/6P1/8 w - - 0 1").unwrap();
    assert!(mates(&knight, step));
    let pawn = Position::from_fen("8/8/6pp/7k/5Q1p/7K/6P1/8 w - - 0 1").unwrap();
    assert!(!mates(&pawn, step));
    agrees(&pawn);
}

/// As in problems: every move of its men is legal, and they alone limit the other king.
#[test]
fn a_side_without_a_king_moves_and_mates() {
    let mut random = SplitMix::new(8);
    let (mut seen, mut with_mate) = (0, 0);
    for number in 0..2_000 {
        let board = if number % 4 == 0 { composed(&mut random) } else { sparse(&mut random) };
        let us = board.turn();
        let placement = board.placement().without(board.king(us));
        let setup = Setup { castling: Some(String::new()), ..Setup::new(placement, us) };
        assert!(Position::try_from(&setup).is_err());
        // The king may have stood between.
        let Ok(position) = setup.problem() else { continue };
        let expected = naive(&position);
        assert_eq!(mate_in_one(&position).is_some(), !expected.is_empty(), "{position}");
        assert!(mate_in_one(&position).is_none_or(|mv| expected.contains(&mv)), "{position}");
        let legal: Vec<Move> = position.moves().collect();
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            for from in position.colored_pieces(us, piece) {
                let reach = attacks::attacks(piece, us, from, position.occupied());
                let targets = reach - position.color(us);
                for to in Square::ALL.into_iter().filter(|&to| to != from) {
                    let mv = Move::normal(from, to);
                    assert_eq!(legal.contains(&mv), targets.has(to), "{mv:?} in {position}");
                    assert_eq!(position.is_legal(mv), targets.has(to), "{mv:?} in {position}");
                }
            }
        }
        for mv in position.legal_moves() {
            let next = position.play(mv.mv);
            assert_eq!(mv.check.any(), next.in_check(), "{mv:?} in {position}");
            assert_eq!(mv.check, position.check_given(mv.mv), "{mv:?} in {position}");
            for reply in next.legal_moves() {
                let after = next.play(reply.mv);
                let king = after.king(!us);
                assert!(
                    after.attackers_to(king, after.occupied()) & after.color(us) == Bitboard::EMPTY
                );
                assert!(!reply.check.any() && !after.in_check() && after.pinned().is_empty());
            }
        }
        seen += 1;
        with_mate += usize::from(!expected.is_empty());
    }
    assert!(seen > 1_500 && with_mate > 30, "{with_mate} of {seen} test nothing");
}
