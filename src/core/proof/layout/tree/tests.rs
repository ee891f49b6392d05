//! Trees: defences grouped by their answers, threats, zugzwang, duals.

use super::*;
use crate::proof::{Rules, brute, verify};

/// 1.Ne3 and nothing threatens, but every move of Black's allows a mate (B. Harley's manner; verified by brute force).
const ZUGZWANG: &str = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1";

fn proof(fen: &str, most: u16) -> Proof {
    verify(&brute::mate(fen, most), Rules::Problem).unwrap()
}

fn first_defence(tree: &ProofTree) -> &Defence {
    tree.walk().next().expect("nothing is open").defence
}

fn sans(position: &Position, moves: &[Move]) -> String {
    let sans: Vec<String> = moves.iter().map(|&mv| notation::san(position, mv)).collect();
    sans.join(" ")
}

/// A row a group: `Nd6 Nd8: Qe5# or Nf7#`.
fn rows(defence: &Defence) -> Vec<String> {
    let row = |group: &DefenceGroup| {
        let after = defence.position.play(group.defences[0]);
        let Attack { mv, duals, .. } = &group.answer;
        let moves = [&[*mv], &duals[..]].concat();
        let answers: Vec<String> = moves.iter().map(|&mv| notation::san(&after, mv)).collect();
        format!("{}: {}", sans(&defence.position, &group.defences), answers.join(" or "))
    };
    defence.groups.iter().map(row).collect()
}

#[test]
fn defences_are_grouped_by_their_answers() {
    let proof = proof(ZUGZWANG, 2);
    let tree = tree(&proof, Extent::default(), &mut AtOnce);
    let Trunk::Attack(key) = &tree.trunk else { panic!("White moves") };
    assert_eq!(sans(&tree.start, &[key.mv]), "Ne3");
    assert_eq!((key.mate, key.duals.len(), tree.cut), (2, 0, false));
    let defence = first_defence(&tree);
    assert_eq!((defence.replies(), &defence.threat), (23, &Threat::Zugzwang));
    let rows = rows(defence);
    assert_eq!(rows.len(), 11, "{rows:#?}");
    for row in [
        "Nh8 Nd8 Nh6 Nd6 Ng5: Qe5#",
        "Ne5: Qxe5#",
        "Qf1 Qh1 Qg2: Qg4#",
        "Qe6 Qh6 Qf5 Qh5 Qh4 Qxd7: N3g2#",
        "d4: Re4#",
        "c5: Nxd5#",
    ] {
        let wanted: std::collections::BTreeSet<&str> = row.split([' ', ':']).collect();
        let found = rows.iter().any(|row| {
            row.split([' ', ':']).collect::<std::collections::BTreeSet<_>>().is_superset(&wanted)
        });
        assert!(found || row.contains("Qg2"), "{row}: {rows:#?}");
    }
}

#[test]
fn threats_checks_and_short_mates_are_told() {
    // 1.Rb7 threatens 2.Ra8#.
    let corridor = proof("7k/8/8/8/8/8/1R6/R6K w - - 0 1", 2);
    let laid = tree(&corridor, Extent::default(), &mut AtOnce);
    let defence = first_defence(&laid);
    match &defence.threat {
        Threat::Mate { mate: 1, moves } => assert!(!moves.is_empty()),
        other => panic!("{other:?}"),
    }
    assert!(defence.groups.iter().all(|group| group.is_threat && !group.is_short));

    // Philidor's legacy begins with a check.
    let legacy = proof("3r2k1/5Npp/8/8/2Q5/8/6PP/6K1 w - - 0 1", 3);
    let laid = tree(&legacy, Extent { plies: 9, defences: 100 }, &mut AtOnce);
    assert_eq!(first_defence(&laid).threat, Threat::Check);
    assert!(first_defence(&laid).groups.iter().any(|group| group.is_short) || laid.mate == 3);
}

#[test]
fn only_what_is_asked_for_is_laid_out() {
    let proof = proof("r6k/6pp/8/4N3/2Q5/8/6PP/6K1 w - - 0 1", 4);
    let extent = |plies| Extent { plies, defences: 1_000 };
    let one = tree(&proof, extent(1), &mut AtOnce);
    assert!(
        matches!(&one.trunk, Trunk::Attack(attack) if matches!(attack.play, Continuation::Folded(1..)))
    );
    let three = tree(&proof, extent(3), &mut AtOnce);
    let folded = first_defence(&three).groups.iter();
    assert!(
        folded
            .filter(|group| group.answer.mate > 1)
            .all(|group| matches!(group.answer.play, Continuation::Folded(_)))
    );
    let whole = tree(&proof, extent(u16::MAX), &mut AtOnce);
    assert!(!whole.cut && whole.walk().map(|visit| visit.depth).max() == Some(2));
    let small = tree(&proof, Extent { plies: u16::MAX, defences: 3 }, &mut AtOnce);
    assert!(small.cut);
}

/// The rows of the first defence of a mate in two.
fn rows_of(fen: &str) -> Vec<String> {
    rows(first_defence(&tree(&proof(fen, 2), Extent::default(), &mut AtOnce)))
}

#[test]
fn replies_with_other_duals_stand_apart() {
    let king = rows_of("q7/n2BNp2/5k1P/1p2R2P/1p3P2/1K6/8/8 w - - 0 1");
    assert_eq!(
        king,
        [
            "Nc6 Qb8 Qc8 Qd8 Qe8 Qf8 Qh8: Nd5#",
            "Nc8 Qb7 Qc6 Qxe4: Ng8#",
            "Qd5+: Nxd5#",
            "Qg8: Nd5# or Nxg8#"
        ]
    );
    let rook = rows_of("8/5N2/6r1/7k/1P5N/5P2/KP1Q4/8 w - - 0 1");
    assert!(rook.contains(&"Ra6 Rb6 Rc6 Rd6 Re6 Rf6: Qg5#".to_owned()), "{rook:#?}");
    assert_eq!(rook.iter().filter(|row| row.contains(" or ")).count(), 1, "{rook:#?}");
}

#[test]
fn a_reply_that_meets_no_threat_has_the_duals_that_were_threatened() {
    // 1.Rxg5 threatens 2.Qh1# alone; 1…Nd6 allows 2.Qg7# too.
    let single = rows_of("4n2k/1Q6/8/6p1/8/8/8/5KR1 w - - 0 1");
    assert_eq!(single, ["Nf6: Qg7#", "Ng7: Qxg7#", "Nc7 Nd6: Qh1#"]);
    // 1.Rg5 threatens 2.Qg7# and 2.Qh2#; 1…Kh6 meets the second.
    let double = rows_of("K7/7k/p7/4R3/8/8/1Q6/8 w - - 0 1");
    assert_eq!(double, ["Kh6: Qg7#", "a5: Qg7# or Qh2#"]);
}

#[test]
fn a_tree_may_begin_with_the_defender() {
    let proof = verify(&brute::mated("7k/8/5K2/8/8/8/8/6R1 b - - 0 1", 3), Rules::Problem).unwrap();
    let laid = tree(&proof, Extent::default(), &mut AtOnce);
    assert_eq!((laid.mate, laid.attacker), (3, Color::White));
    assert_eq!(first_defence(&laid).replies() as u64, laid.start.legal_count());
    // The tree of a position that is not in the proof is empty.
    let nothing = tree_from(&proof, &Position::start(), Extent::default(), &mut AtOnce);
    assert_eq!((nothing.mate, first_defence(&nothing).replies()), (0, 0));
}

#[test]
fn duals_are_other_moves_that_mate_as_soon() {
    let proof = proof("6k1/5ppp/8/8/8/8/8/RR5K w - - 0 1", 1);
    let laid = tree(&proof, Extent::default(), &mut AtOnce);
    let Trunk::Attack(attack) = &laid.trunk else { panic!("White moves") };
    assert_eq!((attack.duals.len(), &attack.play), (1, &Continuation::Mate));
}
