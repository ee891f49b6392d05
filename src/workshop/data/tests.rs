//! Which positions are taken from games, and which are skipped.

use clap::Parser;
use quarterply::chess::{GameResult, Position, parse_move};
use quarterply::control::{Limits, StopFlag};
use quarterply::engine::Options;
use quarterply::engine::evaluator::evaluator;
use quarterply::eval::Evaluator;
use quarterply::units::Score;

use super::builder::*;
use super::tree_sample::*;
use super::*;
use crate::positions::TrainingPosition;
use crate::records::{EndCause, GameRecord, RecordedPly};

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    data: Data,
}

/// Parses the options of a line.
fn options(line: &str) -> Data {
    let line = format!("data games.qpr --to positions.qpd {line}");
    Line::try_parse_from(line.split_whitespace()).unwrap().data
}

/// Builds a game from moves; a star marks one that was not searched, the number after a move is its score.
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

fn dataset(options: &Data, games: &[GameRecord]) -> (Vec<TrainingPosition>, DatasetCounts) {
    let folder = tempfile::tempdir().unwrap();
    let shuffle = || Shuffle::beside(&folder.path().join("to"), 100).unwrap();
    let mut dataset = DatasetBuilder {
        options: options.clone(),
        learned: shuffle(),
        held_out: shuffle(),
        counts: DatasetCounts::default(),
    };
    games.iter().for_each(|record| dataset.game(record).unwrap());
    let mut taken = Vec::new();
    let counts = dataset.deal(&mut |position| {
        taken.push(*position);
        Ok(())
    });
    (taken, counts.unwrap())
}

#[test]
fn quiet_positions_are_taken_and_nothing_else() {
    let record = game(
        GameResult::BlackWins,
        "f3 e5:40 g4:-90 Nc6:80 h4:-120 d6:95 h5:-2500 Be7:99 a3:-70 Bh4+:400 Rxh4:-300 Qxh4#:31999",
    );
    let options = options("--skip 2 --lambda 0");
    let (taken, counts) = dataset(&options, &[record]);
    // e5 is too early; Rxh4 answers a check; h5 is decided, and so is the mate.
    assert_eq!(counts.left_out, [1, 1, 0, 2]);
    let mut plies: Vec<u16> = taken.iter().map(|position| position.ply).collect();
    plies.sort_unstable();
    assert_eq!(plies, [2, 3, 4, 5, 7, 8, 9]);
    assert!(taken.iter().all(|position| position.halves() == Some(0)));
    let of_ply = |ply| taken.iter().find(|position| position.ply == ply).unwrap();
    // Scores are White's view: Black's 80 is -80.
    assert_eq!((of_ply(2).centipawns, of_ply(3).centipawns), (-90, -80));
    assert_eq!((counts.taken, counts.games), (7, 1));
}

#[test]
fn what_later_plies_say_counts_as_lambda_says() {
    let moves = "e4:0 e5:0 Nf3:0 Nc6:0 Bb5:0 a6:-300";
    let with = |lambda| {
        let options = options(&format!("--skip 0 --lambda {lambda}"));
        let mut taken = dataset(&options, &[game(GameResult::WhiteWins, moves)]).0;
        taken.sort_unstable_by_key(|position| position.ply);
        taken.iter().map(|position| position.centipawns).collect::<Vec<_>>()
    };
    assert_eq!(with(0), [0, 0, 0, 0, 0, 300]);
    let returns = with(70);
    assert!(returns[0] > 0 && returns.is_sorted() && returns[5] > 300, "{returns:?}");
}

#[test]
fn captures_are_no_quiet_moves_and_twins_come_once() {
    let moves = "e4:20 d5:10 exd5:30 Qxd5:0 Nc3:50";
    let record = game(GameResult::Draw, moves);
    let options = options("--skip 0 --lambda 0");
    // The first game is held out.
    let (taken, counts) = dataset(&options, &[record.clone(), record.clone(), record]);
    assert_eq!(counts.left_out[LeftOutCause::Noisy as usize], 6);
    assert_eq!((taken.len(), counts.held_out, counts.duplicates), (6, 3, 3));
}

#[test]
fn what_is_held_out_comes_last_and_is_of_games_of_its_own() {
    let first = game(GameResult::WhiteWins, "e4:20 e5:10 Nf3:30 Nc6:0 Bb5:50");
    let other = game(GameResult::BlackWins, "d4:20 d5:10 Nf3:30 Nf6:0 Bf4:50 c5:5");
    let mut games = vec![other; 22];
    // The first of every twenty.
    games[0] = first.clone();
    games[20] = first;
    let options = options("--skip 0 --lambda 0");
    let (taken, counts) = dataset(&options, &games);
    // The start of the games is in both sets, which do not affect each other.
    assert_eq!((counts.taken, counts.held_out), (11, 5));
    let halves = |position: &TrainingPosition| position.halves().unwrap();
    assert!(taken[..6].iter().all(|position| halves(position) == 0));
    assert!(taken[6..].iter().all(|position| halves(position) == 2));
}

#[test]
fn the_seed_alone_says_what_comes_when() {
    let record = game(GameResult::WhiteWins, "e4:20 e5:10 Nf3:30 Nc6:0 Bb5:50 a6:1 Ba4:3 Nf6:2");
    let order = |seed| {
        let options = options(&format!("--skip 0 --lambda 0 --seed {seed}"));
        dataset(&options, std::slice::from_ref(&record)).0
    };
    assert_eq!(order(1), order(1));
    assert_ne!(order(1), order(2));
}

#[test]
fn lines_of_expositors_form_are_read_and_a_wrong_one_is_named() {
    let record = game(GameResult::WhiteWins, "e4:20 e5:10 Nf3:30");
    let options = options("--skip 0 --lambda 0");
    let taken = dataset(&options, &[record]).0;
    let lines: Vec<String> = taken.iter().filter_map(to_quick).collect();
    let read: Result<Vec<_>, _> = quick_lines(lines.join("\n").as_bytes()).collect();
    let scores = |positions: &[TrainingPosition]| {
        positions.iter().map(|position| position.centipawns).collect::<Vec<_>>()
    };
    assert_eq!(scores(&read.unwrap()), scores(&taken));
    let wrong = format!("{}\n\n{}x\n", lines[0], lines[1]);
    let error = quick_lines(wrong.as_bytes()).find_map(Result::err).unwrap();
    assert_eq!(format!("{error:#}"), "line 3: 41 characters where 40 were expected");
}

#[test]
fn positions_of_a_tree_are_what_its_search_evaluates() {
    let moves =
        "e4:20 e5:10 Nf3:30 Nc6:0 Bb5:50 a6:1 Ba4:3 Nf6:2 O-O:1 Be7:4 Re1:5 b5:6 Bb3:7 d6:8 c3:9";
    let record = game(GameResult::WhiteWins, moves);
    let roots = dataset(&options("--skip 0 --lambda 0"), &[record]).0.repeat(20);
    assert!(roots.len() > PIECE, "pieces enough for two threads");
    let mut options = Options::default();
    options.set("Hash", "1").unwrap();
    let trees = |seed, jobs| {
        let limits = Limits { soft_nodes: Some(40), ..Limits::default() };
        let options = options.clone();
        let sampling = TreeSampling { options, limits, most: 3, seed, jobs };
        sampling.sample(0, &roots, &StopFlag::new()).unwrap()
    };
    let first = trees(1, 1);
    assert!(first == trees(1, 2), "the same with two threads");
    assert!(first != trees(2, 1), "others with another seed");
    assert_eq!(first.len(), roots.len());
    let mut evaluator = evaluator(&options);
    for (root, tree) in roots.iter().zip(&first) {
        assert_eq!(tree.len(), 3);
        for position in tree {
            let board = position.to_position().unwrap();
            let score = evaluator.evaluate(&board, 0).score.for_white(board.turn());
            assert_eq!(
                (position.centipawns, position.halves()),
                (score.score().raw() as i16, None)
            );
        }
        assert!(tree.iter().any(|position| position.key() != root.key()));
    }
}
