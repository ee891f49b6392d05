//! Grades of problems of known difficulty.

use super::*;
use crate::control::StopFlag;
use crate::engine::Options;
use crate::oracle::tables::TableSet;
use crate::tools::puzzle::Puzzle;
use crate::tools::suite::read_file;

const TWO: &str = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - dm 2;";
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#; dm 1;";

fn parts(record: &str) -> GradeParts {
    let items = read_file(record.as_bytes()).unwrap().items;
    let tables = TableSet { own: None, syzygy: None };
    let mut grader = Grader::new(&Options::default(), 5_000, &tables).unwrap();
    let puzzle = Puzzle::of_item(&items[0]);
    let first = grader.grade(&puzzle, &StopFlag::new()).unwrap().unwrap();
    assert_eq!(grader.grade(&puzzle, &StopFlag::new()).unwrap(), Some(first.clone()));
    first
}

#[test]
fn a_mate_in_one_is_easier_than_a_quiet_mate_in_two() {
    let (easy, hard) = (parts(BACK_RANK), parts(TWO));
    assert_eq!((easy.moves, easy.quiet, easy.seen), (1, 0, Some(1)));
    assert_eq!((hard.moves, hard.quiet), (2, 1));
    assert!(easy.grade() < hard.grade(), "{easy:?} {hard:?}");
}

#[test]
fn each_part_raises_the_grade_and_none_leads_beyond_a_hundred() {
    let least = GradeParts {
        moves: 1,
        quiet: 0,
        seen: Some(1),
        seen_plainly: Some(1),
        extensions: Vec::new(),
        tempted: Vec::new(),
    };
    assert_eq!(least.grade(), 0);
    for harder in [
        GradeParts { moves: 2, ..least.clone() },
        GradeParts { quiet: 1, ..least.clone() },
        GradeParts { seen: None, ..least.clone() },
        GradeParts { seen_plainly: Some(4), ..least.clone() },
        GradeParts { extensions: vec!["check"], ..least.clone() },
        GradeParts { tempted: vec!["diablo"], ..least.clone() },
    ] {
        assert!(harder.grade() > 0, "{harder:?}");
    }
    let most = GradeParts {
        moves: 9,
        quiet: 9,
        seen: None,
        seen_plainly: None,
        extensions: vec!["check"; 9],
        tempted: vec!["diablo", "rdchess"],
    };
    assert!(most.grade() <= 100 && most.grade() >= 90, "{}", most.grade());
}
