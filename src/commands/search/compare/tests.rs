//! Every profile returns a legal line, and finds the shortest mate.

use super::*;
use crate::units::Score;

fn options() -> Options {
    let mut options = Options::default();
    options.set("Hash", "1").unwrap();
    options
}

#[test]
fn a_comparison_has_a_legal_line_of_each_profile() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/1P6/8/8/8/8/8/4K2r w - - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let (names, stop) = (profiles("all").unwrap().0, StopFlag::new());
        let mut done = 0;
        let mut tell = |now| done = now;
        let opinions =
            compare((&position, false), &names, (&options(), 3_000), &stop, &mut tell).unwrap();
        assert_eq!((opinions.len(), done), (names.len(), names.len()));
        for opinion in opinions {
            let line = opinion.line.unwrap();
            assert!(!line.pv.is_empty() && opinion.nodes.0 <= 3_000, "{}", opinion.profile);
            line.pv.iter().fold(position, |position, &mv| {
                assert!(position.is_legal(mv), "{}: {fen}", opinion.profile);
                position.play(mv)
            });
        }
    }
}

/// Whatever a profile prunes, it must see a mate in one.
#[test]
fn every_profile_mates_in_one() {
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
    let position = Position::from_fen(fen).unwrap();
    let how = (&options(), 2_000);
    let opinions = compare(
        (&position, false),
        &profiles("all").unwrap().0,
        how,
        &StopFlag::new(),
        &mut |_| {},
    )
    .unwrap();
    for opinion in opinions {
        assert_eq!(opinion.line.unwrap().score.0, Score::mates_at(1), "{}", opinion.profile);
    }
}
