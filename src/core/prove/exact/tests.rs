//! The exhaustive solver against brute force, on small and crowded boards; stopping; the longest question.

use super::*;
use crate::chess::tests::{composed, sparse};
use crate::chess::{Move, SplitMix};
use crate::proof::stipulation::{Finish, Genre};
use crate::proof::{Aim, Rules, Stipulation, verify};

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
            let expected = saving.len() == 1;
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

/// Reference solver for every stipulation: exhaustive and without a table.
fn naive_reached(position: &Position, left: u16, asked: Stipulation) -> bool {
    let moves = position.legal_moves();
    let target_moves = left.is_multiple_of(2);
    let over = moves.is_empty() && position.in_check() == (asked.finish == Finish::Checkmate);
    if target_moves && over && (left == 0 || asked.genre != Genre::Help) {
        return true;
    }
    if left == 0 || moves.is_empty() {
        return false;
    }
    let ends = |mv| naive_reached(&position.play(mv), 0, asked);
    let can_end = moves.iter().any(|legal| ends(legal.mv));
    match asked.genre {
        // Who can mate has to: the defender, which is the aim, or the attacker, which is not.
        Genre::Reflex if can_end => return !target_moves,
        Genre::SemiReflex if can_end && !target_moves => return true,
        _ => {}
    }
    let mut reached =
        moves.iter().map(|legal| naive_reached(&position.play(legal.mv), left - 1, asked));
    match asked.genre {
        Genre::Direct if target_moves => reached.all(|reached| reached),
        Genre::Own | Genre::Reflex | Genre::SemiReflex if !target_moves => {
            reached.all(|reached| reached)
        }
        _ => reached.any(|reached| reached),
    }
}

fn naive_lines(position: &Position, left: u16, asked: Stipulation) -> Vec<Vec<Move>> {
    if left == 0 {
        return Vec::from_iter(naive_reached(position, 0, asked).then(Vec::new));
    }
    if (asked.genre, left) == (Genre::HelpOwn, 1) {
        let ends = |mv: &Move| naive_reached(&position.play(*mv), 0, asked);
        let all = position.moves().all(|mv| ends(&mv));
        return position.moves().filter(|_| all).min().map(|mv| vec![mv]).into_iter().collect();
    }
    let mut lines = Vec::new();
    for legal in position.legal_moves() {
        let mut next = position.play(legal.mv);
        let goes_on = match asked.genre {
            Genre::Series => left > 1,
            Genre::SeriesHelp => left > 2,
            _ => false,
        };
        if goes_on {
            let Some(passed) = next.pass() else { continue };
            next = passed;
        }
        for line in naive_lines(&next, left - 1, asked) {
            lines.push([vec![legal.mv], line].concat());
        }
    }
    lines
}

/// Compares help play of exactly this length; returns the number of solutions.
fn helps(exact: &mut Exact, position: &Position, asked: Stipulation) -> usize {
    let mut lines = Vec::new();
    exact.aim_at(asked.aim());
    let lengths = [asked.plies].into_iter();
    exact.help_lines(position, lengths, usize::MAX, &StopFlag::new(), &mut lines).unwrap();
    let mut expected = naive_lines(position, asked.plies, asked);
    lines.sort();
    expected.sort();
    assert_eq!(lines, expected, "{asked} in {}", position.to_fen());
    lines.len()
}

/// Compares keys, tries, set play and proof of a battle; returns the number of keys.
fn forces(exact: &mut Exact, position: &Position, asked: Stipulation) -> usize {
    let (stop, aim, moves) = (StopFlag::new(), asked.aim(), asked.moves());
    let shorter = asked.plies - 1;
    // In a reflexmate it has to, and has no other key.
    let can_mate = |mv: Move| naive_reached(&position.play(mv), 0, asked);
    let must_mate = asked.genre == Genre::Reflex && position.moves().any(can_mate);
    let expected: Vec<Move> = position
        .moves()
        .filter(|_| !must_mate)
        .filter(|&mv| naive_reached(&position.play(mv), shorter, asked))
        .collect();
    let about = format!("{asked} in {}", position.to_fen());
    exact.aim_at(aim);
    let keys = exact.keys(position, moves, &stop).unwrap();
    let mut found: Vec<Move> = keys.iter().map(|key| key.mv).collect();
    found.sort();
    let mut sorted = expected;
    sorted.sort();
    assert_eq!(found, sorted, "{about}");
    for tried in exact.tries(position, moves, 2, &stop).unwrap() {
        let next = position.play(tried.mv);
        let saves = |mv: &Move| !naive_reached(&next.play(*mv), shorter - 1, asked);
        let replies = next.legal_moves();
        let saving: Vec<Move> = replies.iter().map(|legal| legal.mv).filter(saves).collect();
        assert_eq!(tried.refutations, saving, "{about}");
    }
    for line in exact.set_play(position, moves, &stop).unwrap().into_iter().flatten() {
        let after = position.pass().unwrap().play(line.reply);
        let set = line.ends || !line.answers.is_empty();
        assert_eq!(set, moves > 1 && naive_reached(&after, asked.plies - 2, asked) || line.ends);
        assert_eq!(line.ends, aim.is_lost(&after), "{about}");
    }
    let strategy = exact.strategy(position, position.turn(), moves, &stop).unwrap();
    let proof = strategy.map(|strategy| verify(&strategy, Rules::Problem).unwrap());
    assert_eq!(proof.as_ref().map(|proof| proof.mate()), keys.first().map(|key| key.mate));
    if let Some(proof) = proof {
        let end = proof.line().iter().fold(*position, |position, &mv| position.play(mv));
        assert!(aim.finish.is_reached(&end), "{about}");
        assert_eq!(proof.distance(position), Some(proof.mate()), "{about}");
    }
    found.len()
}

/// Selfmates and self-stalemates, which hardly ever occur in random positions.
const FORCING: [&str; 8] = [
    "8/8/8/1R1q4/8/k7/3R4/K7 w - - 0 1",
    "8/8/8/8/8/6pk/8/3Q2BK w - - 0 1",
    "8/8/8/k7/8/1R2q3/8/KR6 w - - 0 1",
    "8/8/8/8/5q2/7k/6R1/6RK w - - 0 1",
    "8/8/8/3Q4/8/k7/2p5/K7 w - - 0 1",
    "8/8/8/1Q6/8/k7/p7/K7 w - - 0 1",
    "8/8/8/4Q3/8/7k/6p1/6K1 w - - 0 1",
    "8/8/8/6Q1/8/7k/5p2/7K w - - 0 1",
];

#[test]
fn every_stipulation_agrees_with_trying_everything() {
    // The longer a question, the fewer positions: each half move costs ten times what the last did.
    for (text, positions, most) in [
        ("h#1", 300, 20),
        ("h#1.5", 100, 20),
        ("h#2", 40, 20),
        ("h=1", 2_000, 5),
        ("h=1.5", 200, 5),
        ("h=2", 40, 1),
        ("=1", 300, 20),
        ("=2", 100, 10),
        ("s#1", 300, 4),
        ("s#2", 30, 4),
        ("s=1", 300, 4),
        ("s=2", 20, 4),
        ("#2", 100, 10),
        ("r#1", 300, 10),
        ("r#2", 30, 4),
        ("semi-r#1", 300, 10),
        ("semi-r#2", 30, 4),
        ("r=1", 300, 4),
        ("hs#1", 300, 4),
        ("hs#1.5", 60, 4),
        ("hs#2", 15, 4),
        ("ser-#2", 100, 20),
        ("ser-#3", 20, 20),
        ("ser-=2", 100, 4),
        ("ser-h#2", 100, 20),
        ("ser-h#3", 20, 20),
    ] {
        let asked: Stipulation = text.parse().unwrap();
        let (mut random, mut exact, mut found) = (SplitMix::new(11), exact(), 0);
        let compare = if asked.genre.is_battle() { forces } else { helps };
        for fen in FORCING.iter().filter(|_| asked.aim().is_own()) {
            found += compare(&mut exact, &Position::from_fen(fen).unwrap(), asked);
        }
        for number in 0..positions {
            let position = if number % 4 == 0 && asked.plies < 4 {
                composed(&mut random)
            } else {
                sparse(&mut random)
            };
            found += compare(&mut exact, &position, asked);
        }
        assert!(found >= most, "{text}: {found} solutions test nothing");
    }
}

#[test]
fn aims_are_told_apart_and_stops_keep_what_was_found() {
    let position = Position::from_fen("8/8/8/8/8/5k2/4q3/7K b - - 0 1").unwrap();
    let (mut exact, stop) = (exact(), StopFlag::new());
    assert_eq!(exact.mate_in(&position, 2, &stop), Ok(Some(1)));
    let stalemate = Aim { finish: Finish::Stalemate, genre: Genre::Direct };
    let expected = (1..=2).find(|&moves| {
        naive_reached(&position, 2 * moves - 1, format!("={moves}").parse().unwrap())
    });
    assert_eq!(exact.aim_at(stalemate).mate_in(&position, 2, &stop), Ok(expected));
    assert_eq!(exact.aim_at(Aim::MATE).mate_in(&position, 2, &stop), Ok(Some(1)));
    let mut lines = Vec::new();
    let all = exact.help_lines(&position, [1, 3].into_iter(), 3, &stop, &mut lines);
    assert!(all == Err(Stopped) && lines.len() >= 3, "{lines:?}");
}
