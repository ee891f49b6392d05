//! Moves with obvious reasons.

use std::sync::LazyLock;

use super::*;
use crate::chess::epd::EpdReader;
use crate::chess::notation::{line_san, san};
use crate::chess::{Move, Position, mate_in_one};
use crate::commands::options::tests::read_options;
use crate::commands::search::judge::reason::Reason;
use crate::commands::search::judge::{JudgedMove, MoveEvidence};
use crate::control::StopFlag;
use crate::engine::Options;
use crate::fixtures::game;
use crate::ink::{Answer, Line, Page, Settings};
use crate::oracle::Endgames;
use crate::oracle::tables::TableSet;
use crate::units::Score;

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
        assert!(legal.is_some(), "{}: a line that can be played", reason.sentence(line_san));
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
    // The queen is already attacked, and stays.
    let fen = "3rk2r/pp3ppp/8/8/8/8/PP1Q1PPP/6K1 w k - 0 1";
    let found = reasons(fen, "h3");
    let hangs = found.iter().find(|reason| reason.name() == "hangs").expect("the queen");
    assert!(hangs.sentence(line_san).starts_with("leaves the queen on d2 hanging"), "{found:?}");
}

#[test]
fn a_mate_that_would_follow_a_pass_is_threatened() {
    let found = reasons("r5k1/p4ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "Rd1");
    assert!(found.iter().all(|reason| reason.name() != "threatens"), "the rook guards: {found:?}");
    let found = reasons("6k1/1r3ppp/p7/8/8/8/5PPP/3R2K1 b - - 0 1", "Rb2");
    let allows = found.iter().find(|reason| reason.name() == "allows");
    assert!(
        allows.unwrap().sentence(line_san).starts_with("allows mate in 1: 2.Rd8#"),
        "{found:?}"
    );
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
    let read = |line: &str| read_options(line, OPTIONS, super::read);
    let sorted = |line: &str| {
        let Why { mv, limits, .. } = read(line).unwrap();
        (mv, limits.limits.nodes)
    };
    let knight = Some("Nf3".to_owned());
    assert_eq!(sorted("Nf3 5k --margin 10"), (knight.clone(), Some(5_000)));
    assert_eq!(sorted("12. Nf3 5k"), (knight, Some(5_000)));
    assert_eq!(sorted("5k"), (None, Some(5_000)));
    assert_eq!(sorted(""), (None, None));
    let error = |line: &str| read(line).unwrap_err();
    assert!(error("Nf3 e5").contains("\"e5\" is no limit here"), "{}", error("Nf3 e5"));
    assert!(error("Nf3 --margin 0").contains("from 0.1 to 50"));
}

/// Returns the records of a file whose comment contains `comment`, each with its best moves.
fn records(file: &str, comment: &str, most: usize) -> Vec<(Position, Vec<Move>)> {
    let file = format!("{}/positions/{file}", env!("CARGO_MANIFEST_DIR"));
    let reader = EpdReader::new(std::io::BufReader::new(std::fs::File::open(file).unwrap()));
    let records = reader.map(|record| record.unwrap().unwrap().1);
    let named = records.filter(|epd| epd.text("c0").is_some_and(|text| text.contains(comment)));
    named.map(|epd| (epd.position, epd.moves("bm").unwrap())).take(most).collect()
}

fn found(before: &Position, mv: Move) -> MoveReasons {
    static ENDGAMES: LazyLock<Arc<Endgames>> = LazyLock::new(Arc::default);
    let tables = TableSet { own: Some(Arc::clone(&ENDGAMES)), syzygy: None };
    let mut finder = ReasonFinder::new(&Options::default(), (20_000, 0.5), &tables);
    finder.reasons(before, mv, &StopFlag::new()).unwrap().unwrap()
}

#[test]
fn a_mate_or_a_win_thrown_away_is_said_first() {
    let mut asked = 0;
    let mut first = |before: &Position, mv: Move, said: &[&str]| {
        let found = found(before, mv);
        asked += 1;
        let first = found.reasons.first().map(|reason| reason.sentence(line_san));
        let first = first.unwrap_or_default();
        // Another move that mates later may be reported by the search without a proof.
        let is_said = said.iter().any(|said| first.starts_with(said))
            || first.is_empty() && found.worth.evidence.mates();
        let names: Vec<_> = found.reasons.iter().map(Reason::name).collect();
        assert!(is_said, "{} {}: {first:?} {names:?}", before.to_fen(), san(before, mv));
        assert!(!names.contains(&"gives-up"), "{}: a term beside a mate", before.to_fen());
    };
    // A key that is not played; other moves that mate too are reported as mating.
    for (before, keys) in records("problems.epd", "unique key", 180).into_iter().step_by(6) {
        let other = before.moves().into_iter().find(|mv| !keys.contains(mv)).unwrap();
        first(&before, other, &["misses mate in ", "mates"]);
    }
    // Moves that allow a mate in one.
    for (before, keys) in records("problems.epd", "check; shortest mate", 40) {
        let Some(passed) = before.pass().filter(|_| before.play(keys[0]).is_checkmate()) else {
            continue;
        };
        let mates = |mv: &Move| mate_in_one(&passed.play(*mv)).is_some();
        let (allow, others): (Vec<Move>, Vec<Move>) = passed.moves().partition(mates);
        if let (Some(&mv), false) = (allow.first(), others.is_empty()) {
            first(&passed, mv, &["allows mate in 1", "misses mate in "]);
        }
    }
    for (before, wins) in records("endgames.epd", "win", 20) {
        let other = before.moves().into_iter().find(|mv| !wins.contains(mv)).unwrap();
        let said = ["gives away the win, 50 % of a point", "misses mate in ", "allows mate in "];
        first(&before, other, &said);
    }
    assert!(asked >= 40, "{asked}");
}

#[test]
fn what_the_session_saw_is_not_contradicted() {
    let before = Position::from_fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1").unwrap();
    let mv = |san| parse_move(&before, san).unwrap();
    let tables = TableSet { own: None, syzygy: None };
    let said = |seen: Vec<JudgedMove>, nodes| {
        let mut finder = ReasonFinder::new(&Options::default(), (nodes, 0.15), &tables);
        finder.seen = seen;
        let found = finder.reasons(&before, mv("Kb2"), &StopFlag::new()).unwrap().unwrap();
        found.reasons.first().map(|reason| reason.sentence(line_san)).unwrap_or_default()
    };
    let evidence = MoveEvidence::Search(Score::cp(882));
    let seen = vec![JudgedMove { before, evidence, line: vec![mv("Kb1")] }];
    assert_eq!(said(Vec::new(), 2_000), "");
    assert!(said(seen, 100_000).starts_with("gives away the win"));
}

/// Returns the first sentence about a move in a game with these moves.
fn first_in_game(fen: &str, moves: &str, san: &str) -> String {
    let game = game(Position::from_fen(fen).unwrap(), moves);
    let tables = TableSet { own: None, syzygy: None };
    let mut finder = ReasonFinder::new(&Options::default(), (20_000, 0.15), &tables);
    let before = *game.position();
    finder.judge.game = Some(game);
    let mv = parse_move(&before, san).unwrap();
    let found = finder.reasons(&before, mv, &StopFlag::new()).unwrap().unwrap();
    let sentences = found.reasons.iter().map(|reason| reason.sentence(line_san));
    sentences.collect::<Vec<_>>().join("; ")
}

#[test]
fn a_win_is_given_away_by_repetition_and_by_fifty_moves() {
    const QUEEN_UP: &str = "6k1/5ppp/1p6/p1p5/P1P5/1P6/3Q1PPP/6K1 b - - 0 1";
    let thrice = "g6 Qd1 Kg7 Qd2 Kg8 Qd1 Kg7 Qd2 Kg8 Qd1 Kg7";
    assert!(first_in_game(QUEEN_UP, thrice, "Qd2").starts_with("gives away the win"));
    assert_eq!(first_in_game(QUEEN_UP, "g6 Qd1 Kg7", "Qd2"), "", "for the second time");

    let clock = |plies| format!("7k/8/5K2/p7/P7/8/4R3/8 w - - {plies} 90");
    let late = first_in_game(&clock(97), "", "Re1");
    assert!(late.starts_with("misses mate in 2"), "{late}");
    let early = first_in_game(&clock(90), "", "Re1");
    assert!(early.contains("mates in 3") && !early.contains("gives away"), "{early}");
}

#[test]
fn what_mates_gives_nothing_away() {
    for (fen, san) in [
        ("1b3Nrk/1n4p1/4p3/4p3/4Q1pr/3p2Kp/6n1/8 w - - 0 1", "Ng6+"),
        ("4nN2/8/5pN1/K4kn1/3R2b1/4P3/8/5r2 w - - 0 1", "Nh4+"),
    ] {
        let found = reasons(fen, san);
        let names: Vec<_> = found.iter().map(Reason::name).collect();
        assert!(!(names.contains(&"mates") && names.contains(&"worse")), "{fen}: {names:?}");
    }
}

#[test]
fn a_capture_that_can_be_taken_back_threatens_nothing() {
    for (fen, san) in [
        ("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4", "Bxc6"),
        ("rnbqkb1r/ppp1pppp/5n2/3p4/3P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 0 1", "Nxd5"),
        ("r2qk2r/ppp2ppp/2n2n2/3pp1B1/1b1PP1b1/2N2N2/PPP2PPP/R2QKB1R w KQkq - 0 1", "Bxf6"),
    ] {
        let found = reasons(fen, san);
        assert!(found.iter().all(|reason| reason.name() != "threatens"), "{san}: {found:?}");
    }
}

fn plain(page: Page) -> String {
    page.lines().iter().map(Line::text).collect::<Vec<_>>().join("\n")
}

#[test]
fn lines_are_written_in_one_way_and_silence_names_its_size() {
    let before = Position::from_fen("3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1").unwrap();
    let missed = found(&before, parse_move(&before, "h6").unwrap());
    let page = plain(missed.page(&Settings::default()));
    assert!(page.contains("1…h6 misses mate in 1: 1…Rd1# (proof)"), "{page}");
    assert!(!page.contains("..."), "{page}");
    let quiet = |margin| {
        let quiet = MoveReasons { reasons: Vec::new(), margin, ..missed.clone() };
        plain(quiet.page(&Settings::default()))
    };
    let silence = "nothing about 1…h6 is worth 15 % of a point or more; try --margin 5";
    assert!(quiet(0.15).contains(silence), "{}", quiet(0.15));
    assert!(quiet(0.01).contains("1 % of a point or more; try more nodes"), "{}", quiet(0.01));
}
