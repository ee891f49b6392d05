//! Records that were written, truncated, damaged and resumed.

use std::fs;

use proptest::prelude::*;

use super::*;
use quarterply::chess::Color;
use quarterply::store::codec;
use quarterply::store::{MadeOf, WrittenFiles};

/// A game derived from its number, with some moves without a score.
fn record(number: u32) -> GameRecord {
    let fens = ["", "8/5k2/8/8/3P4/8/5K2/8 b - - 7 40", ""];
    let start = match fens[number as usize % fens.len()] {
        "" => Position::start(),
        fen => Position::from_fen(fen).unwrap(),
    };
    let (mut position, mut plies) = (start, Vec::new());
    for ply in 0..number as usize % 7 * 5 {
        let moves = position.legal_moves();
        let Some(legal) = moves.get(ply * 7 % moves.len().max(1)) else { break };
        let score = (ply > 3).then(|| Score::cp(ply as i32 * 31 - 300));
        plies.push(RecordedPly { mv: legal.mv, score });
        position = position.play(legal.mv);
    }
    let results = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins];
    let result = results[number as usize % 3];
    let cause = EndCause::ALL[number as usize % EndCause::ALL.len()];
    GameRecord { number, start, plies, result, cause }
}

fn made_of(nodes: u32) -> MadeOf {
    MadeOf::work("selfplay").and("nodes", nodes)
}

fn header() -> RecordHeader {
    RecordHeader { written_by: "quarterply 0.1.0".into(), settings: made_of(5).to_string() }
}

/// A file of `games` games, and the offsets of the games and of the end.
fn file_of(games: u32) -> (Vec<u8>, Vec<usize>) {
    let mut bytes = codec::seal(FileKind::Records, VERSION, &header()).unwrap();
    let mut places = vec![bytes.len()];
    for number in 0..games {
        bytes.extend(record(number).sealed().unwrap());
        places.push(bytes.len());
    }
    (bytes, places)
}

/// The games before the first error, and its offset and message.
fn read(bytes: &[u8]) -> (Vec<GameRecord>, Option<(u64, anyhow::Error)>) {
    let mut games = Vec::new();
    let mut records = match Records::new(bytes) {
        Ok(records) => records,
        Err(error) => return (games, Some((0, error))),
    };
    while let Some(record) = records.next() {
        match record {
            Ok(record) => games.push(record),
            Err(error) => return (games, Some((records.offset, error))),
        }
    }
    (games, None)
}

#[test]
fn what_is_written_is_read() {
    let (bytes, places) = file_of(23);
    let (games, error) = read(&bytes);
    assert!(error.is_none(), "{error:?}");
    assert_eq!(games, (0..23).map(record).collect::<Vec<_>>());
    let (empty, long) = (places[1] - places[0], places[7] - places[6]);
    assert!((4 * 30..=6 * 30).contains(&(long - empty)), "four to six bytes a ply: {long}");
    let searched: Vec<_> = games[6].searched().collect();
    assert_eq!((searched.len(), searched[0].2), (26, Score::cp(4 * 31 - 300)));
    assert_eq!(searched[0].0.turn(), Color::White);
    assert!(searched.iter().all(|(position, mv, _)| position.is_legal(*mv)));
}

#[test]
fn every_cut_is_found_with_its_place() {
    let (bytes, places) = file_of(8);
    for cut in 0..bytes.len() {
        let (games, error) = read(&bytes[..cut]);
        let whole = places.iter().rposition(|&place| place <= cut);
        match (whole, error) {
            (Some(whole), None) => {
                assert_eq!(places[whole], cut, "accepted though it was cut");
                assert_eq!(games.len(), whole);
            }
            (Some(whole), Some((offset, error))) => {
                assert!(error.is::<CutShort>(), "{cut}: {error:#}");
                assert_eq!((offset, games.len()), (places[whole] as u64, whole));
            }
            (None, error) => assert!(error.is_some() && games.is_empty(), "{cut}"),
        }
    }
}

#[test]
fn games_that_are_missing_doubled_or_out_of_order_are_found() {
    let (bytes, places) = file_of(6);
    let block = |number: usize| &bytes[places[number]..places[number + 1]];
    let head = &bytes[..places[0]];
    for (order, expected) in [([0, 1, 3], 2), ([0, 0, 1], 1), ([0, 2, 1], 1)] {
        let blocks = order.map(block).concat();
        let (games, error) = read(&[head, &blocks].concat());
        let (offset, error) = error.unwrap();
        assert_eq!((offset, games.len()), (places[expected] as u64, expected));
        assert!(format!("{error:#}").contains(" was expected"), "{error:#}");
    }
}

#[test]
fn an_illegal_move_is_found_though_the_checksum_fits() {
    let mut wrong = record(5);
    wrong.plies[3].mv = wrong.plies[0].mv;
    wrong.number = 0;
    let head = codec::seal(FileKind::Records, VERSION, &header()).unwrap();
    let (_, error) = read(&[head, wrong.sealed().unwrap()].concat());
    let error = format!("{:#}", error.unwrap().1);
    assert!(error.contains("its move 3, counted from 0, is illegal"), "{error}");
}

#[test]
fn a_file_is_gone_on_with_and_left_alone_where_it_is_not_ours() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.qpr");
    let begin = |nodes: u32| {
        let (mut games, files, of) = (Vec::new(), WrittenFiles::default(), made_of(nodes));
        let each = |record| games.push(record);
        RecordWriter::begin(&files, &path, &of, each).map(|file| (file, games))
    };
    let (mut writer, games) = begin(5).unwrap();
    assert!(games.is_empty());
    for number in 0..3 {
        writer.add(&record(number)).unwrap();
    }
    let locked = begin(5).unwrap_err();
    assert!(locked.to_string().contains("is being written by another program"), "{locked}");
    drop(writer);
    // Truncated like after a crash in the middle of a game.
    let (bytes, places) = file_of(5);
    fs::write(&path, &bytes[..places[3] + 17]).unwrap();
    let (mut writer, games) = begin(5).unwrap();
    assert_eq!(games, (0..3).map(record).collect::<Vec<_>>());
    for number in 3..5 {
        writer.add(&record(number)).unwrap();
    }
    writer.sync().unwrap();
    drop(writer);
    assert!(fs::read(&path).unwrap() == bytes, "as if it had never been broken off");
    let error = begin(6).unwrap_err().to_string();
    assert!(error.contains("nodes was 5, is 6"), "{error}");
    let mut damaged = bytes.clone();
    damaged[places[2] + 20] ^= 1;
    fs::write(&path, &damaged).unwrap();
    let error = format!("{:#}", begin(5).unwrap_err());
    assert!(error.contains(&format!("at byte {}, after 2 whole games", places[2])), "{error}");
    assert!(fs::read(&path).unwrap() == damaged, "untouched");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// A wrong byte, removed bytes, and inserted bytes.
    #[test]
    fn no_corruption_is_accepted(
        at in any::<prop::sample::Index>(),
        kind in 0..3,
        flip in 1..=255_u8,
        count in 1..40_usize,
    ) {
        let (bytes, places) = file_of(7);
        let at = at.index(bytes.len());
        let mut wrong = bytes.clone();
        match kind {
            0 => wrong[at] ^= flip,
            1 => drop(wrong.drain(at..(at + count).min(bytes.len()))),
            _ => drop(wrong.splice(at..at, std::iter::repeat_n(flip, count))),
        }
        // The change may equal what follows it: the damage begins where the files differ.
        let same = bytes.iter().zip(&wrong).take_while(|(before, after)| before == after).count();
        let (games, error) = read(&wrong);
        // Only written games are read, and the reported offset is not after the damage.
        let originals: Vec<_> = (0..games.len() as u32).map(record).collect();
        prop_assert_eq!(&games, &originals);
        match error {
            Some((offset, _)) => prop_assert!(offset <= same as u64),
            // Missing games at the end look like a stopped run.
            None => prop_assert!(places.contains(&wrong.len()) && bytes.starts_with(&wrong)),
        }
    }

    #[test]
    fn any_bytes_at_all_are_answered(block in prop::collection::vec(any::<u8>(), 0..200)) {
        let head = codec::seal(FileKind::Records, VERSION, &header()).unwrap();
        let (games, error) = read(&[&head, &block[..]].concat());
        prop_assert!(games.is_empty() && (error.is_some() || block.is_empty()));
        // The same with a matching checksum.
        let sealed = codec::seal(FileKind::Records, VERSION, &block).unwrap();
        let _ = read(&[head, sealed].concat());
    }
}
