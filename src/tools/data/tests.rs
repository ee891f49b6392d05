//! What is taken from games, and what is left out.

use std::ops::ControlFlow;

use super::builder::*;
use super::statistics::*;
use crate::chess::{GameResult, Position, parse_move};
use crate::control::{Limits, StopFlag};
use crate::engine::Options;
use crate::engine::evaluator::evaluator;
use crate::eval::Evaluator;
use crate::store::WrittenFiles;
use crate::store::positions::{
    PositionFile, PositionsHeader, Shuffle, TrainingPosition, to_quick, write,
};
use crate::store::records::{EndCause, GameRecord, RecordedPly};
use crate::tools::relabel::{PIECE, RelabelPlan, RelabeledPiece, relabel};
use crate::units::Score;

/// A game of these moves; a star stands for one that was not searched, a number behind a move is its score.
fn game(result: GameResult, moves: &str) -> GameRecord {
    let mut position = Position::start();
    let plies = moves.split_whitespace().map(|text| {
        let (text, score) = text.split_once(':').unwrap_or((text, "*"));
        let mv = parse_move(&position, text).unwrap();
        position = position.play(mv);
        let score = score.parse().ok().map(Score::from_raw);
        RecordedPly { mv, score }
    });
    let plies = plies.collect();
    let start = Position::start();
    GameRecord { number: 0, start, plies, result, cause: EndCause::Resigned }
}

fn dataset(
    options: DatasetOptions,
    games: &[GameRecord],
) -> (Vec<TrainingPosition>, DatasetStatistics) {
    let folder = tempfile::tempdir().unwrap();
    let shuffle = || Shuffle::new(folder.path(), 100).unwrap();
    let mut dataset = DatasetBuilder::new(options, shuffle(), shuffle());
    games.iter().for_each(|record| dataset.game(record).unwrap());
    let mut taken = Vec::new();
    let statistics = dataset.deal(&mut |position| {
        taken.push(*position);
        Ok(())
    });
    (taken, statistics.unwrap())
}

#[test]
fn quiet_positions_are_taken_and_nothing_else() {
    let record = game(
        GameResult::BlackWins,
        "f3 e5:40 g4:-90 Nc6:80 h4:-120 d6:95 h5:-2500 Be7:99 a3:-70 Bh4+:400 Rxh4:-300 Qxh4#:31999",
    );
    let options = DatasetOptions { skip: 2, lambda: 0, ..DatasetOptions::default() };
    let (taken, statistics) = dataset(options, &[record]);
    let left: Vec<u64> =
        LeftOutCause::ALL.map(|cause| statistics.left_out[cause as usize]).to_vec();
    // e5 is too early; Rxh4 answers a check; h5 is decided, and so is the mate.
    assert_eq!(left, [1, 1, 0, 2]);
    let mut plies: Vec<u16> = taken.iter().map(TrainingPosition::ply).collect();
    plies.sort_unstable();
    assert_eq!(plies, [2, 3, 4, 5, 7, 8, 9]);
    assert!(taken.iter().all(|position| position.halves() == Some(0)));
    let of_ply = |ply| taken.iter().find(|position| position.ply() == ply).unwrap();
    // Scores are White's view: what Black thought of 80 is -80.
    assert_eq!((of_ply(2).centipawns(), of_ply(3).centipawns()), (-90, -80));
    assert_eq!((statistics.taken, statistics.results, statistics.games), (7, [0, 0, 7], [0, 0, 1]));
    assert_eq!(statistics.phases, [0, 0, 0, 7]);
    assert_eq!(statistics.scores.iter().sum::<u64>(), 7);
}

#[test]
fn what_later_plies_say_counts_as_lambda_says() {
    let moves = "e4:0 e5:0 Nf3:0 Nc6:0 Bb5:0 a6:-300";
    let with = |lambda| {
        let options = DatasetOptions { skip: 0, lambda, ..DatasetOptions::default() };
        let mut taken = dataset(options, &[game(GameResult::WhiteWins, moves)]).0;
        taken.sort_unstable_by_key(TrainingPosition::ply);
        taken.iter().map(TrainingPosition::centipawns).collect::<Vec<_>>()
    };
    assert_eq!(with(0), [0, 0, 0, 0, 0, 300]);
    let returns = with(70);
    assert!(returns[0] > 0 && returns.is_sorted() && returns[5] > 300, "{returns:?}");
}

#[test]
fn captures_are_no_quiet_moves_and_twins_come_once() {
    let moves = "e4:20 d5:10 exd5:30 Qxd5:0 Nc3:50";
    let record = game(GameResult::Draw, moves);
    let options = DatasetOptions { skip: 0, lambda: 0, ..DatasetOptions::default() };
    // The first game is held out.
    let (taken, statistics) = dataset(options, &[record.clone(), record.clone(), record]);
    assert_eq!(statistics.left_out[LeftOutCause::Noisy as usize], 6);
    assert_eq!((taken.len(), statistics.held_out, statistics.duplicates), (6, 3, 3));
}

#[test]
fn what_is_held_out_comes_last_and_is_of_games_of_its_own() {
    let first = game(GameResult::WhiteWins, "e4:20 e5:10 Nf3:30 Nc6:0 Bb5:50");
    let other = game(GameResult::BlackWins, "d4:20 d5:10 Nf3:30 Nf6:0 Bf4:50 c5:5");
    let mut games = vec![other; 22];
    // The first of every twenty.
    games[0] = first.clone();
    games[20] = first;
    let options = DatasetOptions { skip: 0, lambda: 0, ..DatasetOptions::default() };
    let (taken, statistics) = dataset(options, &games);
    // The start of the games is in both: what is learned from does not know what is held out.
    assert_eq!((statistics.taken, statistics.held_out), (11, 5));
    let halves = |position: &TrainingPosition| position.halves().unwrap();
    assert!(taken[..6].iter().all(|position| halves(position) == 0));
    assert!(taken[6..].iter().all(|position| halves(position) == 2));
}

#[test]
fn the_seed_alone_says_what_comes_when() {
    let record = game(GameResult::WhiteWins, "e4:20 e5:10 Nf3:30 Nc6:0 Bb5:50 a6:1 Ba4:3 Nf6:2");
    let order = |seed| {
        let options = DatasetOptions { skip: 0, seed, lambda: 0, ..DatasetOptions::default() };
        dataset(options, std::slice::from_ref(&record)).0
    };
    assert_eq!(order(1), order(1));
    assert_ne!(order(1), order(2));
}

#[test]
fn lines_of_expositors_form_are_read_and_a_wrong_one_is_named() {
    let record = game(GameResult::WhiteWins, "e4:20 e5:10 Nf3:30");
    let options = DatasetOptions { skip: 0, lambda: 0, ..DatasetOptions::default() };
    let taken = dataset(options, &[record]).0;
    let lines: Vec<String> = taken.iter().filter_map(to_quick).collect();
    let read: Result<Vec<_>, _> = quick_lines(lines.join("\n").as_bytes()).collect();
    let scores = |positions: &[TrainingPosition]| {
        positions.iter().map(TrainingPosition::centipawns).collect::<Vec<_>>()
    };
    assert_eq!(scores(&read.unwrap()), scores(&taken));
    let wrong = format!("{}\n\n{}x\n", lines[0], lines[1]);
    let error = quick_lines(wrong.as_bytes()).find_map(Result::err).unwrap();
    assert_eq!(error.to_string(), "line 3: 41 characters where 40 were expected");
}

/// A file of positions of a game.
fn position_file(folder: &std::path::Path) -> PositionFile {
    let moves =
        "e4:20 e5:10 Nf3:30 Nc6:0 Bb5:50 a6:1 Ba4:3 Nf6:2 O-O:1 Be7:4 Re1:5 b5:6 Bb3:7 d6:8 c3:9";
    let options = DatasetOptions { skip: 0, lambda: 0, ..DatasetOptions::default() };
    let taken = dataset(options, &[game(GameResult::WhiteWins, moves)]).0;
    let path = folder.join("a.qpd");
    let header = PositionsHeader::new("test".to_owned(), Vec::new(), String::new());
    write(&WrittenFiles::default(), &path, &header, |put| {
        (0..20).try_for_each(|_| taken.iter().try_for_each(&mut *put)).map(|()| 0)
    })
    .unwrap();
    PositionFile::open(&path).unwrap()
}

fn relabeled(tree: usize, is_static: bool, jobs: usize) -> Vec<RelabeledPiece> {
    let folder = tempfile::tempdir().unwrap();
    let mut options = Options::default();
    options.set("Hash", "1").unwrap();
    let limits = Limits { soft_nodes: Some(40), ..Limits::default() };
    let plan = RelabelPlan { options, limits, tree, is_static, most: 1_500, seed: 3, jobs };
    let mut pieces = Vec::new();
    relabel(&plan, position_file(folder.path()), 0, &StopFlag::new(), &mut |piece| {
        pieces.push(piece);
        ControlFlow::Continue(())
    })
    .unwrap();
    pieces
}

#[test]
fn positions_searched_anew_keep_their_boards_and_results() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = position_file(folder.path());
    let count = file.header().count() as usize;
    let before = file.read(0, count).unwrap();
    let pieces = relabeled(0, false, 1);
    assert_eq!(pieces.len(), count.div_ceil(PIECE));
    let after: Vec<TrainingPosition> =
        pieces.into_iter().flat_map(|piece| piece.positions).collect();
    assert_eq!(after.len(), before.len());
    let pairs = || before.iter().zip(&after);
    assert!(pairs().all(|(a, b)| (a.key(), a.halves(), a.ply()) == (b.key(), b.halves(), b.ply())));
    assert!(pairs().any(|(a, b)| a.centipawns() != b.centipawns()));
}

#[test]
fn what_a_search_evaluates_is_taken_whatever_the_threads() {
    let pieces = relabeled(2, false, 1);
    assert_eq!(pieces, relabeled(2, false, 2));
    let taken: Vec<TrainingPosition> =
        pieces.iter().flat_map(|piece| piece.positions.clone()).collect();
    let left_out: u64 = pieces.iter().flat_map(|piece| piece.left_out).sum();
    assert_eq!(taken.len() as u64 + left_out, 2 * 300);
    assert!(taken.len() > 200, "{} of 600", taken.len());
    let mut keys: Vec<u64> = taken.iter().map(TrainingPosition::key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert!(keys.len() > 150, "few trees have the same leaves: {}", keys.len());
    for position in &taken {
        assert!(!position.to_position().unwrap().in_check(), "{}", position.to_fen());
        assert_eq!(position.halves(), None);
        assert!(position.centipawns().abs() < 1_500);
    }
    // A piece was lost on some of them: that is what they are for.
    assert!(taken.iter().any(|position| position.centipawns().abs() > 250));
}

#[test]
fn a_piece_of_work_is_a_line_of_a_journal() {
    for piece in relabeled(2, false, 2) {
        let line = piece.to_line();
        assert_eq!(RelabeledPiece::from_line(&line).as_ref(), Some(&piece));
        assert_eq!(RelabeledPiece::from_line(&line[..line.len() - 1]), None);
        assert_eq!(RelabeledPiece::from_line(&line.replacen(' ', "x", 1)), None);
    }
    let nothing = RelabeledPiece::default();
    assert_eq!(RelabeledPiece::from_line(&nothing.to_line()), Some(nothing));
}

#[test]
fn static_scores_are_those_of_the_evaluation() {
    let pieces = relabeled(6, true, 1);
    assert_eq!(pieces, relabeled(6, true, 2));
    let mut evaluator = evaluator(&Options::default());
    let mut count = 0;
    for taken in pieces.iter().flat_map(|piece| &piece.positions) {
        let board = taken.to_position().unwrap();
        let score = evaluator.evaluate(&board, 0).for_white(board.turn()).score();
        assert_eq!(i32::from(taken.centipawns()), score.raw(), "{}", taken.to_fen());
        count += 1;
    }
    // Trees later in a piece find in the table what earlier ones evaluated.
    assert!(count > 100, "{count}");
}
