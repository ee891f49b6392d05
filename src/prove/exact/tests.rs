//! The exhaustive solver beside plain brute force, on small boards and crowded ones; stopping; the longest question.

use super::*;
use crate::chess::tests::{composed, sparse};
use crate::chess::{Move, SplitMix};
use crate::proof::{Rules, verify};

fn exact() -> Exact {
    Exact::new(4).unwrap()
}

/// Plainly right: every move, every reply.
fn naive_mate(position: &Position, most: u16) -> Option<u16> {
    (1..=most).find(|&length| {
        position.legal_moves().iter().any(|legal| naive_mated(&position.play(legal.mv), length - 1))
    })
}

fn naive_mated(position: &Position, left: u16) -> bool {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.in_check();
    }
    left > 0 && replies.iter().all(|legal| naive_mate(&position.play(legal.mv), left).is_some())
}

fn naive_keys(position: &Position, most: u16) -> Vec<(Move, u16)> {
    let mut keys = Vec::new();
    for legal in position.legal_moves() {
        let next = position.play(legal.mv);
        if let Some(length) = (1..=most).find(|&length| naive_mated(&next, length - 1)) {
            keys.push((legal.mv, length));
        }
    }
    keys.sort_by_key(|&(mv, _)| mv);
    keys
}

fn agrees(exact: &mut Exact, position: &Position, most: u16) -> Option<u16> {
    let stop = StopFlag::new();
    let expected = naive_mate(position, most);
    let fen = position.to_fen();
    assert_eq!(exact.mate_in(position, most, &stop), Ok(expected), "{fen}");
    let mut keys: Vec<(Move, u16)> =
        exact.keys(position, most, &stop).unwrap().iter().map(|key| (key.mv, key.mate)).collect();
    keys.sort_by_key(|&(mv, _)| mv);
    assert_eq!(keys, naive_keys(position, most), "{fen}");
    let expected_mated = (0..most).find(|&length| naive_mated(position, length));
    assert_eq!(exact.mated_in(position, most - 1, &stop), Ok(expected_mated), "{fen}");
    let strategy = exact.strategy(position, position.turn(), most, &stop).unwrap();
    let proof = strategy.map(|strategy| verify(&strategy, Rules::Problem).unwrap());
    assert_eq!(proof.map(|proof| proof.mate()), expected, "{fen}");
    expected
}

#[test]
fn small_boards_agree_with_brute_force() {
    let mut random = SplitMix::new(3);
    let mut exact = exact();
    let mut found = [0; 4];
    for number in 0..2_000 {
        // Three moves of brute force only now and then: they cost a thousand times what two do.
        let most = if number % 50 == 0 { 3 } else { 2 };
        let length = agrees(&mut exact, &sparse(&mut random), most);
        found[usize::from(length.unwrap_or(0))] += 1;
    }
    assert!(found[2] > 50 && found[3] > 0, "too few mates to test anything: {found:?}");
}

#[test]
fn crowded_boards_agree_with_brute_force() {
    let mut random = SplitMix::new(7);
    let mut exact = exact();
    let mut found = [0; 3];
    for _ in 0..150 {
        let length = agrees(&mut exact, &composed(&mut random), 2);
        found[usize::from(length.unwrap_or(0))] += 1;
    }
    assert!(found[0] > 20 && found[2] > 5, "too few mates to test anything: {found:?}");
}

#[test]
fn a_table_that_learnt_from_the_other_side_tells_no_lies() {
    let mut random = SplitMix::new(4);
    let mut exact = exact();
    for _ in 0..200 {
        let position = sparse(&mut random);
        agrees(&mut exact, &position, 2);
        if let Some(passed) = position.pass() {
            agrees(&mut exact, &passed, 2);
        }
    }
}

#[test]
fn tries_set_play_and_threats_agree_with_brute_force() {
    let mut random = SplitMix::new(5);
    let mut exact = exact();
    let stop = StopFlag::new();
    let (mut tries, mut set_mates) = (0, 0);
    for _ in 0..400 {
        let position = sparse(&mut random);
        let found = exact.tries(&position, 2, 1, &stop).unwrap();
        for legal in position.legal_moves() {
            let next = position.play(legal.mv);
            let replies = next.legal_moves();
            let saves = |reply: Move| naive_mate(&next.play(reply), 1).is_none();
            let saving: Vec<Move> =
                replies.iter().map(|reply| reply.mv).filter(|&reply| saves(reply)).collect();
            let expected = saving.len() == 1 && replies.len() > 1;
            let told = found.iter().find(|found| found.mv == legal.mv);
            assert_eq!(told.is_some(), expected, "{:?} in {}", legal.mv, position.to_fen());
            tries += usize::from(expected);
            assert!(told.is_none_or(|told| told.refutations == saving));
        }
        let lines = exact.set_play(&position, 2, &stop).unwrap();
        let passed = position.pass();
        assert_eq!(lines.is_some(), passed.is_some());
        for line in lines.iter().flatten() {
            let after = passed.unwrap().play(line.reply);
            let mut answers: Vec<_> = line.answers.iter().map(|key| (key.mv, key.mate)).collect();
            answers.sort_by_key(|&(mv, _)| mv);
            assert_eq!(answers, naive_keys(&after, 1));
            set_mates += answers.len();
        }
    }
    assert!(tries > 20 && set_mates > 50, "{tries} tries and {set_mates} set mates test nothing");
}

#[test]
fn mate_and_stalemate_are_told_apart() {
    let (mut exact, stop) = (exact(), StopFlag::new());
    let mut mated = |fen| exact.mated_in(&Position::from_fen(fen).unwrap(), 3, &stop);
    assert_eq!(mated("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"), Ok(Some(0)));
    assert_eq!(mated("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"), Ok(None));
    assert_eq!(mated("k7/8/1K6/8/8/8/8/7R b - - 0 1"), Ok(Some(1)));
    assert_eq!(mated("1k6/8/1K6/8/8/8/8/8 b - - 0 1"), Ok(None));
}

#[test]
fn it_stops_when_told_and_goes_on_when_asked_again() {
    let (mut exact, stop) = (exact(), StopFlag::new());
    let long = Position::from_fen("8/8/8/8/2Np4/3N4/k1K5/8 w - - 0 1").unwrap();
    stop.raise();
    assert_eq!(exact.mate_in(&long, 6, &stop), Err(Stopped));
    stop.lower();
    assert_eq!(exact.mate_in(&long, 4, &stop), Ok(Some(4)));
    assert_eq!(exact.mate_in(&long, 3, &stop), Ok(None));
}

#[test]
fn a_question_may_be_limited_and_the_next_is_not() {
    let (mut exact, stop) = (exact(), StopFlag::new());
    let deep =
        Position::from_fen("2rB2k1/3q1pp1/7p/4p3/3r1n2/Q4P2/1R3P1P/1R4K1 b - - 0 1").unwrap();
    let before = exact.nodes();
    assert!(exact.limit_next(Some(5_000)).tries(&deep, 6, 2, &stop).is_err());
    assert!((5_000..=6_024).contains(&(exact.nodes() - before)), "{} nodes", exact.nodes());
    assert!(exact.tries(&deep, 2, 2, &stop).is_ok());
}

#[test]
fn the_longest_question_fits_on_the_stack() {
    // Two kings walk to and fro behind their pawns; nothing else can move.
    let walled = "k7/p1p1p1p1/P1P1P1P1/8/8/p1p1p1p1/P1P1P1P1/K7 w - - 0 1";
    let (mut exact, stop) = (exact(), StopFlag::new());
    let position = Position::from_fen(walled).unwrap();
    assert_eq!(exact.mate_in(&position, LONGEST, &stop), Ok(None));
    assert_eq!(exact.mated_in(&position, u16::MAX, &stop), Ok(None));
    assert!(exact.nodes() < 200_000, "{} nodes", exact.nodes());
}
