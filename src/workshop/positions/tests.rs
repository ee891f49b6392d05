//! Round trips of positions in our format and Expositor's, and refusal of damaged ones.

use proptest::prelude::*;

use super::quick::QUICK;
use super::*;
use quarterply::chess::Position;
use quarterply::control::StopFlag;
use quarterply::store::WrittenFiles;
use quarterply::units::{Score, WhiteScore};

fn taken(fen: &str, centipawns: i32, result: GameResult) -> TrainingPosition {
    let position = Position::from_fen(fen).unwrap();
    let score = WhiteScore::from_score(Score::cp(centipawns));
    TrainingPosition::new(&position, score, result, 17).unwrap()
}

fn examples() -> Vec<TrainingPosition> {
    vec![
        taken("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 25, GameResult::Draw),
        taken("r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq - 3 30", -9_999, GameResult::BlackWins),
        taken("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 11 40", 0, GameResult::WhiteWins),
        // Two queens too many.
        taken("QQQ4k/8/8/8/8/8/8/6K1 b - - 0 60", 2_500, GameResult::WhiteWins),
    ]
}

#[test]
fn bytes_hold_everything() {
    for position in examples() {
        let bytes = position.to_bytes();
        assert_eq!(TrainingPosition::from_bytes(&bytes), Some(position));
        let board = position.to_position().unwrap();
        let score = WhiteScore::from_score(Score::cp(i32::from(position.centipawns)));
        let result = [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins]
            [usize::from(position.halves().unwrap())];
        assert_eq!(TrainingPosition::new(&board, score, result, 17), Some(position));
        let unplayed = TrainingPosition::unplayed(&board, score).unwrap();
        assert_eq!(TrainingPosition::from_bytes(&unplayed.to_bytes()), Some(unplayed));
        assert_eq!((unplayed.halves(), unplayed.key()), (None, position.key()));
    }
    let known = "r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq - 3 1";
    assert_eq!(examples()[1].to_position().unwrap().to_fen(), known);
}

#[test]
fn what_has_no_result_teaches_nothing() {
    let score = WhiteScore::from_score(Score::DRAW);
    assert_eq!(TrainingPosition::new(&Position::start(), score, GameResult::Unknown, 0), None);
}

#[test]
fn forty_characters_hold_all_but_clocks() {
    for position in examples() {
        let text = to_quick(&position).unwrap();
        assert_eq!(text.len(), QUICK);
        let read = from_quick(&text).unwrap();
        assert_eq!(read, TrainingPosition { halfmoves: 0, ply: 0, ..position }, "{text}");
    }
    // Sixteen bits of 25, lowest first, then 2 for a draw; all rights, White to move; e1, d1, a1 h1, ...
    let text = to_quick(&examples()[0]).unwrap();
    assert_eq!(&text[..3], "P0W");
    assert_eq!(&text[3..4], "F");
    assert_eq!(&text[4..10], "430725");
    assert_eq!(&text[36..], "::::");
}

#[test]
fn three_men_too_many_do_not_fit() {
    let crowded = taken("QQQQ3k/8/8/8/8/8/8/6K1 b - - 0 60", 0, GameResult::WhiteWins);
    assert_eq!(to_quick(&crowded), None);
}

#[test]
fn what_is_wrong_with_forty_characters_is_said() {
    let text = to_quick(&examples()[2]).unwrap();
    let fault = |text: &str| from_quick(text).unwrap_err().to_string();
    assert!(fault(&text[1..]).starts_with("39 characters"));
    assert!(fault(&text.replacen(&text[..1], "!", 1)).starts_with("character 1, "));
    let without_king = format!("{}:{}", &text[..4], &text[5..]);
    assert_eq!(fault(&without_king), "its men are no position");
    let without_result = format!("{}0{}", &text[..2], &text[3..]);
    assert_eq!(from_quick(&without_result).unwrap().halves(), None);
}

fn written(folder: &std::path::Path) -> std::path::PathBuf {
    let path = folder.join("a.qpd");
    let sources = vec!["games.qpr".to_owned()];
    let header = PositionsHeader::new("test".to_owned(), sources, "all".to_owned());
    let put_all = |put: &mut dyn FnMut(&TrainingPosition) -> std::io::Result<()>| {
        examples().iter().try_for_each(put).map(|()| 1)
    };
    let found = write(&WrittenFiles::default(), &path, &header, put_all).unwrap();
    assert_eq!((found.count(), found.held_out(), found.learned()), (4, 1, 3));
    path
}

#[test]
fn a_file_is_read_from_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = PositionFile::open(&written(folder.path())).unwrap();
    assert_eq!((file.header.count(), file.header.sources.len()), (4, 1));
    assert_eq!(file.header.held_out(), 1);
    assert_eq!(file.read(0, 99).unwrap(), examples());
    assert_eq!(file.read(2, 1).unwrap(), examples()[2..3]);
    assert_eq!(file.read(9, 1).unwrap(), []);
    file.check(&StopFlag::new()).unwrap();
}

#[test]
fn every_wrong_byte_and_every_missing_one_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path());
    let bytes = std::fs::read(&path).unwrap();
    let harmed = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        PositionFile::open(&path).and_then(|mut file| file.check(&StopFlag::new()))
    };
    assert!(harmed(&bytes).is_ok());
    for at in 0..bytes.len() {
        assert!(harmed(&bytes[..at]).is_err(), "cut at {at}");
        let mut wrong = bytes.clone();
        wrong[at] ^= 1 << (at % 8);
        assert!(harmed(&wrong).is_err(), "byte {at}");
    }
    let longer = harmed(&[&bytes[..], b"x"].concat()).unwrap_err().to_string();
    assert!(longer.contains("behind its end"), "{longer}");
}

proptest! {
    #[test]
    fn any_bytes_at_all_are_answered(bytes in any::<[u8; RECORD]>(), text in ".{0,44}") {
        if let Some(position) = TrainingPosition::from_bytes(&bytes) {
            prop_assert_eq!(position.to_bytes(), bytes);
        }
        let _ = from_quick(&text);
    }

    #[test]
    fn any_forty_digits_are_answered(digits in proptest::collection::vec(0..65_usize, QUICK)) {
        let all = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz&$:";
        let text: String = digits.iter().map(|&digit| char::from(all[digit])).collect();
        if let Ok(position) = from_quick(&text) {
            let again = to_quick(&position).and_then(|text| from_quick(&text).ok());
            prop_assert_eq!(again, Some(position));
        }
    }
}
