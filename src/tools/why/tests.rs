//! Moves with obvious reasons.

use super::*;
use crate::chess::Position;
use crate::control::StopFlag;
use crate::engine::Options;
use crate::oracle::tables::TableSet;
use crate::tools::judge::MoveEvidence;
use crate::tools::judge::reason::Reason;
use crate::tools::tool::read_line;

fn reasons(fen: &str, san: &str) -> Vec<Reason> {
    let before = Position::from_fen(fen).unwrap();
    let tables = TableSet { own: None, syzygy: None };
    let mut finder = ReasonFinder::new(&Options::default(), (20_000, 0.15), &tables);
    let mv = parse_move(&before, san).unwrap();
    let found = finder.reasons(&before, mv, &StopFlag::new()).unwrap().unwrap();
    for reason in &found.reasons {
        let (from, line, _) = reason.shown();
        let legal = line
            .iter()
            .try_fold(from, |position, &mv| position.is_legal(mv).then(|| position.play(mv)));
        assert!(legal.is_some(), "{}: a line that can be played", reason.sentence());
    }
    found.reasons
}

#[test]
fn a_move_that_lets_a_mate_in_allows_it_with_a_proof() {
    let found = reasons("3r2k1/5ppp/8/1p6/8/8/5PPP/1R4K1 w - - 0 1", "Rxb5");
    let Some(Reason::Allows(mate)) = found.iter().find(|reason| reason.name() == "allows") else {
        panic!("{found:?}")
    };
    assert_eq!((mate.evidence, mate.line.len()), (MoveEvidence::Mate(1), 1));
    assert!(found.iter().any(|reason| reason.name() == "worse"));
    assert!(found.iter().all(|reason| reason.name() != "threatens"), "{found:?}");
}

#[test]
fn a_piece_that_can_be_taken_hangs() {
    let fen = "r3k3/pp3ppp/8/8/8/8/PP1Q1PPP/R3K3 w - - 0 1";
    let found = reasons(fen, "Qd7+");
    let Some(Reason::Hangs(hanging)) = found.iter().find(|reason| reason.name() == "hangs") else {
        panic!("{found:?}")
    };
    assert_eq!((hanging.square.to_string(), hanging.centipawns), ("d7".to_owned(), 950));
    assert!(!hanging.hung_before);
    // The queen is attacked already, and stays where it is.
    let fen = "3rk2r/pp3ppp/8/8/8/8/PP1Q1PPP/6K1 w k - 0 1";
    let found = reasons(fen, "h3");
    let hangs = found.iter().find(|reason| reason.name() == "hangs").expect("the queen");
    assert!(hangs.sentence().starts_with("leaves the queen on d2 hanging"), "{found:?}");
}

#[test]
fn a_mate_that_would_follow_a_pass_is_threatened() {
    let found = reasons("r5k1/p4ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "Rd1");
    assert!(found.iter().all(|reason| reason.name() != "threatens"), "the rook guards: {found:?}");
    let found = reasons("6k1/1r3ppp/p7/8/8/8/5PPP/3R2K1 b - - 0 1", "Rb2");
    let allows = found.iter().find(|reason| reason.name() == "allows");
    assert!(allows.unwrap().sentence().starts_with("allows mate in 1: 2.Rd8#"), "{found:?}");
}

#[test]
fn a_mate_that_could_be_given_at_once_is_not_threatened() {
    let found = reasons("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "h3");
    assert!(found.iter().all(|reason| reason.name() != "threatens"), "{found:?}");
}

#[test]
fn the_only_legal_move_and_a_move_that_mates_are_called_so() {
    let found = reasons("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "Ra7");
    assert!(matches!(&found[0], Reason::Mates(shown) if shown.evidence == MoveEvidence::Mate(2)));
    let found = reasons("k7/8/1K6/8/8/8/8/1R6 b - - 0 1", "Kb8");
    assert!(matches!(found[0], Reason::OnlyLegal(_)));
}

#[test]
fn the_move_comes_first_and_nodes_behind_it() {
    assert!(read_line::<Why>("Nf3 5k --margin 10").is_ok());
    let error = |line: &str| read_line::<Why>(line).unwrap_err().message;
    assert!(error("").contains("missing: "), "{}", error(""));
    assert!(error("Nf3 e5").contains("\"e5\" is no limit here"), "{}", error("Nf3 e5"));
    assert!(error("Nf3 --margin 0").contains("from 0.1 to 50"));
}
