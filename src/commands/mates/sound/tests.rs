//! Puzzles with known faults, and files of them.

use super::*;
use crate::chess::{Color, Position, notation};
use crate::commands::options::tests::read_options;
use crate::commands::search::judge::MoveEvidence;
use crate::commands::tools::suite;
use crate::control::StopFlag;
use crate::engine::Options;
use crate::ink::{Answer, Settings};
use crate::prove::solvers::KnownMates;

/// A mate in two with one key.
const TWO: &str = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1";

/// White mates in two: 1.Ra7 and 2.Rb8, or 1.Rb7 and 2.Ra8.
const LADDER: &str = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";

/// Only 1.Kf6 keeps the pawn going to the seventh with gain of time.
const PAWN: &str = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";

fn examined(puzzle: &Puzzle) -> Certificate {
    let wanted = ExamineOptions { nodes: 20_000, margin: 0.2 };
    let tables = TableSet { own: None, syzygy: None };
    let mut examiner = Examiner::new(&Options::default(), wanted, &tables, &KnownMates::default());
    let stop = StopFlag::new();
    let first = examiner.examine(puzzle, &stop).unwrap().unwrap();
    let again = examiner.examine(puzzle, &stop).unwrap().unwrap();
    assert_eq!(first, again, "nothing is remembered");
    first
}

fn of_record(record: &str) -> Certificate {
    let items = suite::read_file(record.as_bytes()).unwrap().items;
    examined(&Puzzle::of_item(&items[0]))
}

fn of_moves(fen: &str, moves: &[&str]) -> Certificate {
    examined(&Puzzle::of_moves(Position::from_fen(fen).unwrap(), moves).unwrap())
}

fn line(position: &Position, moves: &[crate::chess::Move]) -> String {
    notation::line_san(position, moves)
}

#[test]
fn a_mate_with_one_key_is_sound_at_every_move() {
    let found = of_moves(TWO, &[]);
    assert_eq!((found.soundness, found.mate, found.none_in), (Soundness::Sound, Some(2), 1));
    assert_eq!(found.moves.len(), 2);
    assert!(found.moves[0].rivals.is_empty() && found.by == Some("proof"));
    let last = found.moves[1].worth.as_ref().unwrap();
    assert_eq!(last.evidence, MoveEvidence::Mate(1));
}

#[test]
fn a_second_key_is_a_dual_with_its_line() {
    let found = of_record("7k/8/8/8/8/8/R7/1R2K3 w - - dm 2; bm Ra7;");
    assert_eq!(found.soundness, Soundness::Dual);
    let rivals: Vec<String> =
        found.moves[0].rivals.iter().map(|rival| line(&found.root, &rival.line)).collect();
    assert_eq!(rivals.len(), 1);
    assert!(rivals[0].starts_with("1.Rb7 Kg8 2.Ra8#"), "{rivals:?}");
    // Both are named as solutions.
    let both = of_record("7k/8/8/8/8/8/R7/1R2K3 w - - dm 2; bm Ra7 Rb7;");
    assert_eq!(both.soundness, Soundness::Sound);
}

#[test]
fn a_wrong_length_is_refuted_by_a_line() {
    let longer = of_record("7k/8/8/8/8/8/R7/1R2K3 w - - dm 3;");
    assert_eq!((longer.soundness, longer.mate), (Soundness::Wrong, Some(2)));
    assert_eq!(longer.refutation.moves.len(), 3);
    let shorter = of_record("7k/8/8/8/8/8/R7/1R2K3 w - - dm 1; bm Ra8+;");
    assert_eq!(shorter.soundness, Soundness::Wrong);
    assert!(line(&shorter.root, &shorter.refutation.moves).starts_with("1.Ra8+ K"));
    let mated = of_record("7k/R7/8/8/8/8/8/1R2K3 b - - bm #-2;");
    assert_eq!((mated.soundness, mated.mate), (Soundness::Wrong, Some(1)));
    let right = of_record("7k/R7/8/8/8/8/8/1R2K3 b - - bm #-1;");
    assert_eq!(right.soundness, Soundness::Sound, "{right:?}");
}

/// A prover that looks for any mate finds one in nine first.
const NINE: &str = "8/5N2/6r1/7k/1P5N/5P2/KP1Q4/8 w - -";

#[test]
fn the_claimed_length_is_asked_about_first() {
    let found = of_record(&format!("{NINE} bm #2;"));
    assert_eq!((found.mate, found.none_in, found.soundness), (Some(2), 1, Soundness::Sound));
}

#[test]
fn a_length_that_is_not_decided_is_not_denied() {
    let root = Position::from_fen(&format!("{NINE} 0 1")).unwrap();
    let told = |mate, none_in| {
        let mut certificate = Certificate::new(root, Color::White, Some(2));
        (certificate.mate, certificate.none_in) = (Some(mate), none_in);
        certificate.conclude(0);
        let item = &suite::read_file(format!("{NINE} bm #2;").as_bytes()).unwrap().items[0];
        let page = CertifiedPuzzle::new(item, certificate).page(&Settings::default());
        page.lines()[0].text().trim().to_owned()
    };
    assert_eq!(told(9, 0), "open  mate in 9 found, in 2 undecided, none in 0");
    assert_eq!(told(9, 1), "open  mate in 9 found, in 2 undecided, none in 1");
    assert_eq!(told(9, 2), "wrong  mate in 9, not in 2, none in 2");
    assert_eq!(told(9, 8), "wrong  mate in 9, not in 2, the shortest");
}

#[test]
fn a_first_move_that_does_not_mate_is_refuted_by_a_reply() {
    let found = of_record("7k/8/8/8/8/8/R7/1R2K3 w - - dm 2; bm Kd2;");
    assert_eq!((found.soundness, found.mate), (Soundness::Wrong, Some(2)));
    let first = &found.moves[0];
    assert_eq!((first.soundness, first.refutation.moves.len()), (Soundness::Wrong, 2));
}

#[test]
fn a_line_that_ends_in_mate_claims_it() {
    assert_eq!(of_moves(LADDER, &["Ra7", "Kg8"]).claimed, None);
    let found = of_moves(LADDER, &["Ra7", "Kg8", "Rb8#"]);
    assert_eq!((found.claimed, found.soundness), (Some(2), Soundness::Dual));
}

#[test]
fn a_best_move_that_mates_claims_it() {
    let corridor = of_record("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;");
    assert_eq!((corridor.claimed, corridor.soundness), (Some(1), Soundness::Sound));
    assert_eq!((corridor.by, corridor.moves.len()), (Some("proof"), 1));
    let other = of_record("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd7;");
    assert_eq!(other.claimed, None);
}

#[test]
fn the_last_move_may_be_any_that_mates() {
    // After 1.Kg6 Kg8 both 2.Ra8# and 2.Rb8# mate.
    let found = of_moves("7k/8/5K2/8/8/8/8/RR6 w - - 0 1", &["Kg6", "Kg8", "Ra8#"]);
    let last = found.moves.last().unwrap();
    assert_eq!((last.soundness, last.rivals.len()), (Soundness::Sound, 1));
}

#[test]
fn few_men_are_judged_by_tables() {
    let found = of_moves(PAWN, &["Kd6"]);
    assert_eq!((found.soundness, found.by), (Soundness::Dual, Some("table")));
    let only = of_record("8/8/8/4k3/8/8/4P3/4K3 w - - bm Kf2;");
    let table = only.moves[0].worth.as_ref().unwrap().evidence;
    assert!(matches!(table, MoveEvidence::Table(_)));
}

#[test]
fn a_move_to_avoid_is_sound_if_it_is_bad() {
    let italian = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -";
    let of = |record: &str| {
        let found = of_record(record);
        assert!(found.moves[0].avoided, "{record}");
        let avoided = notation::san(&found.root, found.moves[0].played.mv);
        (found.soundness, avoided, found.moves[0].rivals.len())
    };
    assert_eq!(of(&format!("{italian} am f6;")), (Soundness::Sound, "f6".into(), 0));
    assert_eq!(of(&format!("{italian} am Ke7 f6;")).0, Soundness::Sound);
    assert_eq!(of(&format!("{italian} am Nf6;")), (Soundness::Wrong, "Nf6".into(), 1));
    // By tables: the win and the draw.
    let lost = of("4k3/8/4K3/4P3/8/8/8/8 w - - am Kd5;");
    assert_eq!((lost.0, lost.1.as_str()), (Soundness::Sound, "Kd5"));
    assert_eq!(of("4k3/8/4K3/4P3/8/8/8/8 w - - am Kf6;").0, Soundness::Wrong);
}

#[test]
fn a_dual_by_search_is_confirmed() {
    let lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - bm Kb1;";
    assert_ne!(of_record(lasker).soundness, Soundness::Dual);
}

#[test]
fn what_a_search_says_is_called_so() {
    let fork = "4k3/8/8/3q4/8/2N5/8/4K2Q w - - 0 1";
    let found = of_moves(fork, &["Nxd5"]);
    assert_eq!(found.moves.len(), 1);
    let wrong = of_moves(fork, &["Kf2"]);
    assert_eq!(wrong.soundness, Soundness::Wrong);
    let rival = &wrong.moves[0].rivals[0];
    let san = notation::san(&wrong.root, rival.line[0]);
    assert!(["Nxd5", "Qxd5"].contains(&san.as_str()), "{san}");
}

#[test]
fn words_are_files_moves_and_nodes() {
    let read = |text: &str| read_options(text, OPTIONS, super::read);
    let words = read("mates.epd 5k 64MiB --margin 35").unwrap();
    assert_eq!(
        (words.file, words.limits.limits.nodes, words.limits.memory),
        (Some("mates.epd".into()), Some(5_000), Some(64))
    );
    let words = read("1.Nf3 d5 nodes 5k").unwrap();
    assert_eq!(
        (words.moves, words.limits.limits.nodes),
        (vec!["1.Nf3".to_owned(), "d5".to_owned()], Some(5_000))
    );
    let error = |text: &str| read(text).unwrap_err();
    assert_eq!(read("@mates 5k").unwrap().file, Some("@mates".into()));
    assert!(error("a.epd e4").contains("one word too many"), "{}", error("a.epd e4"));
    assert!(error("--margin 80").contains("from 0.1 to 50"));
    assert!(error("1k 2k").contains("given twice"));
}

#[test]
fn rows_of_lichess_begin_with_the_opponents_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.csv");
    let rows = "PuzzleId,FEN,Moves,Rating\n\
        00001,6k1/8/8/8/8/8/R7/1R2K3 b - - 0 1,g8h8 a2a7 h8g8 b1b8,1500,mate\n\
        00002,6k1/8/8/8/8/8/R7/1R2K3 b - - 0 1,g8h8,1500\n\
        00003,6k1/8 b - - 0 1,g8h8 a2a7,1500\n\
        00004,6k1/8/8/8/8/8/R7/1R2K3 b - - 0 1,g8h8 a2a9,1500\n\
        00005\n";
    std::fs::write(&path, rows).unwrap();
    let (puzzles, left_out) = puzzle::read(&path).unwrap();
    assert_eq!((puzzles.len(), puzzles[0].item.id.as_str()), (1, "00001"));
    assert_eq!((puzzles[0].item.goal.mate, puzzles[0].solution.len()), (Some(2), 3));
    let starts = [
        "line 3, column 40: Moves: at least two",
        "line 4, column 7: FEN: ",
        "line 5, column 45: Moves: ",
        "line 6, column 1: FEN field 1",
    ];
    for (bad, start) in left_out.bad.iter().zip(starts) {
        assert!(bad.starts_with(start), "{bad}");
    }
    assert_eq!(left_out.bad.len(), 4);
    let suite = crate::commands::tools::suite::read_with_problems(&path).unwrap();
    assert_eq!(
        (suite.items.len(), suite.items[0].goal.best.len()),
        (1, 1),
        "solve reads them, too"
    );
    std::fs::write(&path, "PuzzleId,FEN,Moves\n").unwrap();
    assert!(puzzle::read(&path).unwrap_err().to_string().contains("no record has bm"));
}

#[test]
fn where_a_mate_is_claimed_every_first_move_that_is_named_is_examined() {
    let avoided = of_record("5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - dm 2; am Ne3;");
    assert_eq!(avoided.soundness, Soundness::Wrong);
    assert!(avoided.moves.iter().any(|found| found.avoided && found.worth.is_some()));
    let good = of_record("5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - dm 2; am Kg8;");
    assert_eq!(good.soundness, Soundness::Sound);
    let found = of_record("7k/8/8/8/8/8/R7/1R2K3 w - - dm 2; bm Ra7 Rb7 Kd2;");
    assert_eq!(found.soundness, Soundness::Wrong);
    let wrong = found.moves.iter().find(|found| found.soundness == Soundness::Wrong).unwrap();
    assert_eq!(notation::san(&found.root, wrong.played.mv), "Kd2");
    assert!(!wrong.refutation.moves.is_empty());
}

#[test]
fn a_line_that_ends_before_the_solver_moves_is_gone_on_with() {
    let found = of_record("7k/R7/8/8/8/8/8/1R2K3 b - - dm -1; bm Kg8;");
    assert_eq!((found.soundness, found.mate), (Soundness::Sound, Some(1)));
    assert_eq!(found.moves.len(), 1);
}
