//! The check of strategies: every flaw is found, randomly changed proofs are rejected.

use super::*;
use crate::chess::parse_move;
use crate::proof::brute;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// A strategy of steps that are spelled out: FEN, move, promise.
fn spelled(root: &str, attacker: Color, steps: &[(&str, &str, u16)]) -> Strategy {
    let mut strategy = Strategy::new(position(root), attacker);
    for &(fen, mv, mate) in steps {
        let position = position(fen);
        strategy.insert(&position, StrategyStep { mv: parse_move(&position, mv).unwrap(), mate });
    }
    strategy
}

fn flaw(strategy: &Strategy) -> String {
    verify(strategy, Rules::Problem).map(|proof| proof.mate()).unwrap_err().to_string()
}

/// The steps of a strategy that its walk visits, but for one position, for another root and side.
fn changed(
    strategy: &Strategy,
    root: Position,
    attacker: Color,
    without: Option<PositionId>,
) -> Strategy {
    let mut changed = Strategy::new(root, attacker).with_aim(strategy.aim());
    strategy.walk(|position, step| {
        if Some(PositionId::of(position)) != without {
            changed.insert(position, step);
        }
        true
    });
    changed
}

const MISSING: &str = "nothing is said about ";

fn missing(fen: &str) -> String {
    format!("{MISSING}{fen}, which can be reached")
}

fn is_draw(checked: Result<u16, Flaw>) -> bool {
    checked.is_err_and(|flaw| flaw.to_string().contains(" fifty moves pass "))
}

const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
const CORRIDOR: &str = "7k/8/8/8/8/8/1R6/R6K w - - 0 1";

#[test]
fn a_mate_in_one_and_in_two() {
    let proof = verify(&brute::mate(BACK_RANK, 1), Rules::Game).unwrap();
    assert_eq!((proof.mate(), proof.positions(), proof.mates()), (1, 1, 1));
    assert_eq!(proof.line().len(), 1);

    let proof = verify(&brute::mate(CORRIDOR, 2), Rules::Game).unwrap();
    assert_eq!((proof.mate(), proof.line().len()), (2, 3));
    let mut position = *proof.root();
    for (ply, &mv) in proof.line().iter().enumerate() {
        assert!(position.is_legal(mv));
        assert_eq!(proof.distance(&position), Some([2, 1, 1][ply]));
        assert_eq!(proof.line_from(&position), proof.line()[ply..]);
        position = position.play(mv);
    }
    assert!(position.is_checkmate());
    assert_eq!(proof.distance(&position), Some(0));
    assert_eq!(proof.line_from(&position), []);
    assert_eq!(proof.distance(&Position::start()), None);
    assert_eq!(proof.line_from(&Position::start()), []);
}

#[test]
fn the_defender_may_be_to_move() {
    let proof = verify(&brute::mated("7k/8/5K2/8/8/8/8/6R1 b - - 0 1", 3), Rules::Problem).unwrap();
    assert_eq!((proof.attacker(), proof.mate()), (Color::White, 3));
    assert_eq!(proof.line().len(), 6);
    assert_eq!(proof.distance(proof.root()), Some(3));
    // The same steps do not prove the other side's mate.
    let mate = brute::mate(CORRIDOR, 2);
    let strange = changed(&mate, position(CORRIDOR), Color::Black, None);
    assert!(flaw(&strange).starts_with(MISSING));
}

#[test]
fn nothing_can_be_proved_where_the_game_is_over() {
    for fen in ["7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"] {
        for attacker in Color::ALL {
            let strategy = Strategy::new(position(fen), attacker);
            let mated = position(fen).is_checkmate();
            assert_eq!(flaw(&strategy), "there is no move at the root", "mated: {mated}");
        }
    }
}

#[test]
fn every_reachable_position_needs_a_step() {
    let empty = Strategy::new(position(BACK_RANK), Color::White);
    assert_eq!(flaw(&empty), missing(BACK_RANK));
    let whole = brute::mate(CORRIDOR, 2);
    let mut ids = Vec::new();
    whole.walk(|position, _| {
        ids.push(PositionId::of(position));
        true
    });
    assert!(ids.len() > 1);
    for id in ids {
        let steps = changed(&whole, *whole.root(), Color::White, Some(id));
        assert!(flaw(&steps).starts_with(MISSING));
    }
}

#[test]
fn moves_must_be_legal() {
    let mut strategy = brute::mate(BACK_RANK, 1);
    for mv in [
        Move::normal(crate::chess::Square::A1, crate::chess::Square::B3),
        Move::normal(crate::chess::Square::G8, crate::chess::Square::F8),
        Move::normal(crate::chess::Square::E4, crate::chess::Square::E5),
        Move::castle(crate::chess::Square::H1, crate::chess::Square::A1),
    ] {
        strategy.insert(&position(BACK_RANK), StrategyStep { mv, mate: 1 });
        assert_eq!(flaw(&strategy), format!("the move for {BACK_RANK} is not legal there"));
    }
}

#[test]
fn promises_must_fall_and_count_the_mating_move() {
    let root = position(CORRIDOR);
    let whole = brute::mate(CORRIDOR, 2);
    let first = whole.step(&root).unwrap();
    for (mate, accepted) in [(0, false), (1, false), (2, true), (3, true), (u16::MAX, true)] {
        let mut changed = whole.clone();
        changed.insert(&root, StrategyStep { mate, ..first });
        match verify(&changed, Rules::Problem) {
            // A promise that is too long is corrected.
            Ok(proof) => assert!(accepted && proof.mate() == 2, "{mate}"),
            Err(_) if mate == 0 => {}
            Err(flaw) => {
                let rises =
                    "is said to be mate in 1, but after a reply there are still 1 moves to go";
                assert!(flaw.to_string().ends_with(rises), "{flaw}");
            }
        }
    }
    let mut zero = brute::mate(BACK_RANK, 1);
    let mv = zero.step(&position(BACK_RANK)).unwrap().mv;
    zero.insert(&position(BACK_RANK), StrategyStep { mv, mate: 0 });
    assert!(flaw(&zero).contains(" is said to be mate in 0, "));
}

#[test]
fn going_round_in_a_circle_is_no_proof() {
    // The rook goes to and fro, and so does the king: what rises somewhere is found wherever the circle is entered.
    let here = "8/8/8/8/8/k7/8/1R5K w - - 0 1";
    let mut strategy = Strategy::new(position(here), Color::White);
    let mut waiting = vec![position(here)];
    while let Some(at) = waiting.pop() {
        if strategy.step(&at).is_some() {
            continue;
        }
        let mv = at.legal_moves().iter().map(|legal| legal.mv).min().unwrap();
        strategy.insert(&at, StrategyStep { mv, mate: 9 });
        let next = at.play(mv);
        waiting.extend(next.legal_moves().iter().map(|reply| next.play(reply.mv)));
    }
    assert!(flaw(&strategy).contains("after a reply there are still "));
}

#[test]
fn stalemate_is_not_mate() {
    // 1.Qg6 takes the king's last square without check.
    let fen = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1";
    let strategy = spelled(fen, Color::White, &[(fen, "Qg6", 1)]);
    assert_eq!(flaw(&strategy), format!("the move for {fen} is stalemate"));
    let strategy = spelled(fen, Color::White, &[(fen, "Qg7", 1)]);
    assert_eq!(verify(&strategy, Rules::Problem).unwrap().mate(), 1);
    // A new queen would stalemate where a new rook mates in two.
    let fen = "8/5P1k/5K2/8/8/8/8/8 w - - 0 1";
    let strategy = spelled(fen, Color::White, &[(fen, "f8=Q", 2)]);
    assert_eq!(flaw(&strategy), format!("the move for {fen} is stalemate"));
    let proof = verify(&brute::mate(fen, 2), Rules::Problem).unwrap();
    assert_eq!(proof.line()[0].promoted(), Some(crate::chess::Piece::Rook));
}

#[test]
fn special_moves_mate_and_are_told_apart() {
    let cases = [
        ("8/8/8/8/8/8/7R/2k1K2R w K - 0 1", "O-O", "8/8/8/8/8/8/7R/2k1K2R w - - 0 1"),
        ("7R/8/1p6/6pP/1B6/5K1k/8/8 w - g6 0 1", "hxg6", "7R/8/1p6/6pP/1B6/5K1k/8/8 w - - 0 1"),
        ("6bn/5P1k/5K2/6P1/8/8/8/8 w - - 0 1", "f8=N", "6bn/5P1k/5K2/6P1/8/8/8/8 b - - 0 1"),
    ];
    for (fen, mv, other) in cases {
        let strategy = spelled(fen, Color::White, &[(fen, mv, 1)]);
        let proof = verify(&strategy, Rules::Problem).unwrap();
        assert_eq!(proof.mate(), 1, "{fen}");
        // A position without the right, or with the other side to move, is another position.
        let elsewhere = changed(&strategy, position(other), Color::White, None);
        assert!(flaw(&elsewhere).starts_with(MISSING), "{other}");
    }
}

/// The first move, and a step for every reply after which there is a mate in one.
fn answering(fen: &str, first: &str) -> Strategy {
    let root = position(fen);
    let mv = parse_move(&root, first).unwrap();
    let mut strategy = Strategy::new(root, root.turn());
    strategy.insert(&root, StrategyStep { mv, mate: 2 });
    let next = root.play(mv);
    for reply in next.legal_moves() {
        let after = next.play(reply.mv);
        if let Some(found) = brute::strategy(&after, root.turn(), 1) {
            strategy.insert(&after, found.step(&after).unwrap());
        }
    }
    strategy
}

#[test]
fn a_defender_who_castles_or_takes_en_passant_is_not_forgotten() {
    // 1.Ke6 mates in two, unless the king may castle.
    let fen = "r3k3/6R1/3B4/5K2/8/8/8/8 w - - 0 1";
    assert_eq!(verify(&answering(fen, "Ke6"), Rules::Problem).unwrap().mate(), 2);
    let castled = "2kr4/6R1/3BK3/8/8/8/8/8 w - - 2 2";
    let right = fen.replace("w -", "w q");
    assert_eq!(flaw(&answering(&right, "Ke6")), missing(castled));

    // 1.a4 would be mate, were it not for the pawn that takes it in passing.
    let fen = "8/5K2/6R1/k7/1pP5/1R6/PN6/8 w - - 0 1";
    let taken = "8/5K2/6R1/k7/2P5/pR6/1N6/8 w - - 0 2";
    let strategy = spelled(fen, Color::White, &[(fen, "a4", 1)]);
    assert_eq!(flaw(&strategy), missing(taken));
}

#[test]
fn the_clock_of_the_root_counts_on_in_games() {
    let mate_in_two = |clock: u16| {
        let fen = CORRIDOR.replace("- 0 1", &format!("- {clock} 90"));
        let strategy = brute::mate(&fen, 2);
        assert!(verify(&strategy, Rules::Problem).is_ok());
        verify(&strategy, Rules::Game).map(|proof| proof.mate())
    };
    // Plies: the attacker's 98th, the defender's 99th, and the hundredth mates.
    assert_eq!(mate_in_two(97), Ok(2));
    // The defender's would be the hundredth: it may be announced, and the game is drawn.
    assert!(is_draw(mate_in_two(98)) && is_draw(mate_in_two(99)));
    // A mating move ends the game at any half-move clock.
    for clock in [99, 100, 149, 9_999] {
        let fen = BACK_RANK.replace("- 0 1", &format!("- {clock} 90"));
        assert_eq!(verify(&brute::mate(&fen, 1), Rules::Game).map(|proof| proof.mate()), Ok(1));
    }
}

#[test]
fn a_defender_who_is_to_move_may_claim_at_once() {
    let mated = |clock: u16| {
        let fen = format!("8/8/8/8/8/k1K5/8/4Q3 b - - {clock} 90");
        verify(&brute::mated(&fen, 2), Rules::Game).map(|proof| proof.mate())
    };
    assert_eq!(mated(0), mated(96));
    assert!(mated(96).is_ok());
    for clock in [99, 100, 101] {
        assert!(is_draw(mated(clock)), "{clock}");
    }
}

#[test]
fn a_pawn_move_sets_the_clock_back_on_every_way() {
    // 1.g7 resets the clock: 1.g7+ Kg8 2.Rh8#-like patterns hold at any clock.
    let fen = |clock: u16| format!("6k1/6P1/5K1p/8/8/8/8/7R w - - {clock} 90");
    let at =
        |clock: u16| verify(&brute::mate(&fen(clock), 3), Rules::Game).map(|proof| proof.mate());
    assert_eq!(at(0), Ok(3));
    // Of two ways to one position the slower clock counts, so that from some clock on there is no proof left.
    let last = (90..100).filter(|&clock| at(clock).is_ok()).count();
    assert!((1..10).contains(&last), "{last}");
}

#[test]
fn a_walk_is_never_longer_than_what_is_promised() {
    // Thousands of positions, reached by many ways each.
    let strategy = brute::mate("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", 9);
    let proof = verify(&strategy, Rules::Problem).unwrap();
    assert_eq!(proof.positions(), strategy.positions());
    assert!(proof.positions() > 500, "{}", proof.positions());
    assert_eq!(verify(proof.strategy(), Rules::Game).unwrap().mate(), proof.mate());
    assert!(proof.mate() <= 9);
}
