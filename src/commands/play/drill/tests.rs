//! Answers to problems with known solutions, and drills of several problems.

use jiff::Timestamp;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::judge::{DrillJudge, Question};
use super::problems::DrillProblems;
use super::schedule::{DrillCounts, DrillDesk};
use super::*;
use crate::chess::notation::line_san;
use crate::chess::{Color, Piece, Square, parse_move};
use crate::commands::mates::puzzle::Puzzle;
use crate::commands::tools::suite::read_file;
use crate::control::StopFlag;
use crate::engine::Options;
use crate::oracle::tables::TableSet;

/// White mates in two: 1.Ra7 and 2.Rb8, or 1.Rb7 and 2.Ra8.
const LADDER: &str = "7k/8/8/8/8/8/R7/1R2K3 w - - bm Ra7; dm 2; id \"ladder\";";

fn puzzle(record: &str) -> Puzzle {
    let file = read_file(record.as_bytes()).unwrap();
    assert!(file.left_out.bad.is_empty(), "{:?}", file.left_out.bad);
    Puzzle::of_item(&file.items[0])
}

fn judge(nodes: u64) -> DrillJudge {
    let mut judge =
        DrillJudge::new(&Options::default(), nodes, &TableSet { own: None, syzygy: None });
    judge.begin(&StopFlag::new());
    judge
}

fn marked(record: &str, answer: &str) -> DrillMark {
    let question = Question::of(&puzzle(record));
    let mv = parse_move(&question.position, answer).unwrap();
    judge(20_000).mark(&question, mv).unwrap()
}

fn verdict(record: &str, answer: &str) -> DrillVerdict {
    marked(record, answer).verdict
}

#[test]
fn a_mate_is_right_if_it_is_as_soon_and_slower_if_it_is_later() {
    let right = marked(LADDER, "Ra7");
    let question = right.next.unwrap();
    assert_eq!((right.verdict, question.mate), (DrillVerdict::Right, Some(1)));
    assert_eq!(line_san(&puzzle(LADDER).item.position, &right.line), "1.Ra7 Kg8");
    assert_eq!(verdict(LADDER, "Rb7"), DrillVerdict::Right, "the dual");
    let slower = marked(LADDER, "Kd2");
    let mate = slower.worth.unwrap().line.len().div_ceil(2);
    assert!(slower.verdict == DrillVerdict::Slower && mate > 2, "{mate}");
    let mated = marked("k7/8/1K6/8/8/8/8/7R w - - bm Rh8#; dm 1;", "Kc6");
    assert_eq!(mated.verdict, DrillVerdict::Slower);
}

#[test]
fn a_wrong_move_is_refuted_by_a_reply_and_stalemate_by_none() {
    let record = "3q2k1/5ppp/8/8/8/8/5PPP/3QR1K1 w - - bm Qxd8#; dm 1;";
    let wrong = marked(record, "Re8");
    assert_eq!((wrong.verdict, wrong.line.len()), (DrillVerdict::Wrong, 2));
    let stalemate = marked("k7/8/1K6/8/8/8/8/2Q5 w - - bm Qc8#; dm 1;", "Qc7");
    assert_eq!((stalemate.verdict, stalemate.line.len()), (DrillVerdict::Wrong, 1));
}

#[test]
fn any_last_move_that_mates_is_right() {
    let two = "6k1/5ppp/8/8/8/8/8/K2QR3 w - - bm Re8#; dm 1;";
    assert_eq!(verdict(two, "Qd8#"), DrillVerdict::Right);
}

/// The rook takes the queen.
const QUEEN: &str = "q5k1/5pp1/7p/8/8/8/5PPP/R4RK1 w - -";

#[test]
fn without_a_mate_a_move_of_equal_worth_is_right_and_a_worse_one_is_not() {
    let two = "6k1/5pp1/7p/3q4/8/2N1N3/5PPP/6K1 w - - bm Ncxd5;";
    assert_eq!(verdict(two, "Ncxd5"), DrillVerdict::Right);
    assert_eq!(verdict(two, "Nexd5"), DrillVerdict::Right, "as good, and not the solution's");
    assert_eq!(verdict(two, "h3"), DrillVerdict::Wrong);
    let wrong = marked(&format!("{QUEEN} bm Rxa8+;"), "Rab1");
    assert_eq!(wrong.verdict, DrillVerdict::Wrong);
    assert!(wrong.worth.is_some_and(|worth| worth.line.len() > 1), "with the reply");
}

#[test]
fn a_solution_goes_on_to_its_end() {
    let record = format!("{QUEEN} bm Rxa8+; pv Rxa8+ Kh7 Rd1;");
    let first = marked(&record, "Rxa8+");
    let question = first.next.unwrap();
    assert_eq!(question.line.len(), 1);
    let mv = parse_move(&question.position, "Rd1").unwrap();
    let last = judge(20_000).mark(&question, mv).unwrap();
    assert_eq!((last.verdict, last.next), (DrillVerdict::Right, None));
}

#[test]
fn a_mistake_to_avoid_is_wrong_and_only_what_is_as_good_as_the_best_is_right() {
    let record = format!("{QUEEN} am Rab1;");
    assert_eq!(verdict(&record, "Rab1"), DrillVerdict::Wrong);
    assert_eq!(verdict(&record, "g3"), DrillVerdict::Wrong);
    assert_eq!(verdict(&record, "Rxa8+"), DrillVerdict::Right);
}

#[test]
fn a_sample_of_the_problems_of_the_house_is_judged_right() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/problems.epd");
    let problems = DrillProblems::read(&path, None).unwrap().problems;
    let mut judge = judge(super::judge::DRILL_NODES);
    for puzzle in problems.iter().step_by(30) {
        judge.begin(&StopFlag::new());
        let mut question = Question::of(puzzle);
        let mut moves = 0;
        loop {
            let mark = judge.mark(&question, question.line[0]).unwrap();
            assert_eq!(mark.verdict, DrillVerdict::Right, "{}", puzzle.item.id);
            moves += 1;
            match mark.next {
                Some(next) => question = next,
                None => break,
            }
        }
        assert_eq!(Some(moves), puzzle.item.goal.mate, "{}: to the mate", puzzle.item.id);
        let wrong = question.position.moves();
        for mv in wrong.filter(|mv| !question.position.play(*mv).is_checkmate()).take(2) {
            assert_ne!(judge.mark(&question, mv).unwrap().verdict, DrillVerdict::Right);
        }
    }
}

struct Bench {
    folder: tempfile::TempDir,
    judge: DrillJudge,
    drilling: Drilling,
}

impl Bench {
    fn new(records: &[&str]) -> Bench {
        let problems = records.iter().map(|record| Arc::new(puzzle(record))).collect();
        let mut judge = judge(20_000);
        let drilling = Drilling::begin(problems, false, &mut judge).unwrap().unwrap();
        Bench { folder: tempfile::tempdir().unwrap(), judge, drilling }
    }

    fn desk(&self) -> DrillDesk {
        DrillDesk {
            path: Some(self.folder.path().join("drill.jsonl")),
            now: Timestamp::UNIX_EPOCH,
            file: None,
        }
    }

    fn answer(&mut self, text: &str) -> DrillOutcome {
        let mv = parse_move(&self.drilling.question.position, text).unwrap();
        let desk = self.desk();
        self.drilling.answer(&mut self.judge, mv, &desk).unwrap()
    }

    fn counts(&self) -> DrillCounts {
        DrillSchedule::read(&self.desk()).unwrap().counts()
    }
}

const ONE: &str = "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#; dm 1; id \"one\";";

#[test]
fn the_first_answer_decides_and_what_is_missed_comes_again_at_the_end() {
    let mut bench = Bench::new(&[ONE, LADDER]);
    let first = bench.answer("Re7");
    assert_eq!((first.mark.verdict, first.done), (DrillVerdict::Wrong, false));
    // The schedule survives a kill between two answers: a new program finds the problem missed.
    assert_eq!(bench.counts(), DrillCounts { due: 1, learned: 0, missed: 1 });
    let second = bench.answer("Re8#");
    assert!(second.done && !second.ended);
    assert_eq!(bench.counts().missed, 1, "solved at the second try");
    assert_eq!((&*bench.drilling.puzzle.item.id, bench.drilling.left()), ("ladder", 1));
    let right = bench.answer("Ra7");
    assert_eq!((right.done, right.mark.line.len()), (false, 2));
    assert!(bench.answer("Rb8").done);
    assert_eq!(bench.counts(), DrillCounts { due: 1, learned: 1, missed: 1 });
    assert_eq!(&*bench.drilling.puzzle.item.id, "one", "again");
    assert!(bench.answer("Re8#").ended);
    assert_eq!(bench.counts(), DrillCounts { due: 0, learned: 2, missed: 0 });
    assert_eq!(bench.drilling.tally, DrillTally { solved: 2, missed: 1, ..DrillTally::default() });
}

#[test]
fn a_slower_mate_counts_neither_way() {
    let mut bench = Bench::new(&[LADDER]);
    assert_eq!(bench.answer("Kd2").mark.verdict, DrillVerdict::Slower);
    assert_eq!(bench.counts(), DrillCounts { due: 0, learned: 0, missed: 0 });
    bench.answer("Ra7");
    bench.answer("Rb8");
    assert_eq!(bench.drilling.tally.solved, 1);
}

#[test]
fn hints_name_the_piece_and_then_the_square_and_giving_up_shows_the_line() {
    let mut bench = Bench::new(&[LADDER, ONE]);
    assert_eq!(bench.drilling.hint(), Some((Piece::Rook, None)));
    assert_eq!(bench.drilling.hint(), Some((Piece::Rook, Some(Square::A7))));
    bench.answer("Ra7");
    assert_eq!(bench.drilling.hint(), Some((Piece::Rook, None)), "of the next move");
    bench.answer("Rb8");
    assert_eq!((bench.drilling.tally.hinted, bench.counts().learned), (1, 1));
    let desk = bench.desk();
    let given_up = bench.drilling.leave(&mut bench.judge, &desk, DrillVerdict::GivenUp).unwrap();
    assert_eq!((given_up.mark.line.len(), given_up.done, given_up.ended), (1, true, false));
    assert_eq!((bench.counts().missed, &*bench.drilling.puzzle.item.id), (1, "one"));
    let skipped = bench.drilling.leave(&mut bench.judge, &desk, DrillVerdict::Skipped).unwrap();
    assert!(skipped.ended && bench.counts().missed == 1);
}

#[test]
fn the_whole_solution_is_shown_where_only_the_key_or_the_length_is_given() {
    for record in [LADDER, "7k/8/8/8/8/8/R7/1R2K3 w - - dm 2;"] {
        let mut bench = Bench::new(&[record]);
        assert!(bench.drilling.hint().is_some());
        let desk = bench.desk();
        let moves =
            bench.drilling.leave(&mut bench.judge, &desk, DrillVerdict::GivenUp).unwrap().mark.line;
        let end = moves.iter().fold(puzzle(record).item.position, |at, &mv| at.play(mv));
        assert!(moves.len() == 3 && end.is_checkmate(), "{record}");
    }
}

#[test]
fn files_are_read_for_a_side() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.epd");
    fs::write(
        &path,
        format!("{ONE}\n8/8/8/8/8/5k2/7r/5K2 b - - bm Rh1#;\n8/8/8/8/8/5k2/7r/5K2 w - - dm -1;\n"),
    )
    .unwrap();
    let read = |side| DrillProblems::read(&path, side).unwrap();
    assert_eq!((read(None).problems.len(), read(None).notes.len()), (2, 1));
    let black = read(Some(Color::Black)).problems;
    assert!(black.len() == 1 && black[0].item.position.turn() == Color::Black);
    fs::write(&path, ONE).unwrap();
    let error = DrillProblems::read(&path, Some(Color::Black)).unwrap_err();
    assert!(error.to_string().contains("no problem for Black"), "{error}");
}
