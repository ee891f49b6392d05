//! Moves with obvious reasons.

use std::sync::{Arc, LazyLock};

use super::idea::Idea;
use super::motif::{mate_motif, motif};
use super::*;
use crate::chess::epd::EpdReader;
use crate::chess::notation::{line_san, san};
use crate::chess::{Game, Move, Position, mate_in_one, parse_move};
use crate::commands::search::judge::{JudgedMove, MoveEvidence};
use crate::control::StopFlag;
use crate::engine::Options;
use crate::fixtures::game;
use crate::oracle::Endgames;
use crate::oracle::tables::TableSet;
use crate::units::Score;

fn reasoner(nodes: u64) -> Reasoner {
    static ENDGAMES: LazyLock<Arc<Endgames>> = LazyLock::new(Arc::default);
    let tables = TableSet { own: Some(Arc::clone(&ENDGAMES)), syzygy: None };
    Reasoner::new(&Options::default(), nodes, &tables)
}

fn opinion(before: &Position, mv: Move, nodes: u64) -> Opinion {
    reasoner(nodes).opinion(before, mv, &StopFlag::new()).unwrap().unwrap()
}

fn said(opinion: &Opinion) -> Vec<String> {
    opinion.sentences.iter().map(|sentence| sentence.text(line_san)).collect()
}

/// Returns the sentences about a move.
fn of(fen: &str, san: &str, nodes: u64) -> Vec<String> {
    let before = Position::from_fen(fen).unwrap();
    said(&opinion(&before, parse_move(&before, san).unwrap(), nodes))
}

#[test]
fn each_kind_of_reason_is_found() {
    for (fen, mv, wanted) in [
        ("3r2k1/5ppp/8/1p6/8/8/5PPP/1R4K1 w - - 0 1", "Rxb5", "allows mate in 1"),
        ("r3k3/pp3ppp/8/8/8/8/PP1Q1PPP/R3K3 w - - 0 1", "Qd7+", "loses the queen on d7: 1...Kxd7"),
        ("3rk2r/pp3ppp/8/8/8/8/PP1Q1PPP/6K1 w k - 0 1", "h3", "loses the queen on d2"),
        ("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "Ra7", "mates in 2"),
        ("k7/8/1K6/8/8/8/8/1R6 b - - 0 1", "Kb8", "is mated in"),
        ("3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "h6", "misses mate in 1: 1...Rd1#"),
        (
            "r3k2r/ppp2ppp/2n5/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1",
            "Nxc7+",
            "a fork of the king and the rook",
        ),
        ("4r1k1/5ppp/8/8/1b6/8/3R1PPP/3R2K1 b - - 0 1", "Bxd2", "wins a rook"),
        ("r4rk1/pppq1p1p/6pQ/6N1/8/8/5PPP/4R1K1 b - - 0 1", "f6", "prevents mate in 1: 2.Qxh7#"),
        ("1r4k1/p4ppp/3b4/4N3/8/6P1/P4P1P/R5K1 w - - 0 1", "f4", "defends the knight on e5"),
        ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "Kd2", "draws"),
        ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", "a8=Q", "mates in"),
    ] {
        let found = of(fen, mv, 40_000);
        assert!(found.iter().any(|text| text.contains(wanted)), "{fen} {mv}: {found:?}");
        assert!(found.len() <= 3, "{found:?}");
    }
}

/// A sentence of mate has nothing behind it, and a drawn table position has no threats.
#[test]
fn what_is_certain_stands_alone() {
    for (fen, mv) in [
        ("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "h3"),
        ("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "Rb8#"),
        ("3r2k1/5ppp/8/1p6/8/8/5PPP/1R4K1 w - - 0 1", "Rxb5"),
        ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "Kd2"),
    ] {
        let found = of(fen, mv, 20_000);
        assert_eq!(found.len(), 1, "{fen} {mv}: {found:?}");
    }
}

/// Sentences that were false: the move loses nothing, what it gives comes back, or another is as good.
#[test]
fn what_is_not_so_is_not_said() {
    for (fen, mv, not) in [
        ("r1b4k/pp2qBpp/1bp5/8/1P3P2/PQ6/5nPP/R1B2RK1 b - - 0 22", "Nd3+", "gives"),
        ("6k1/4rp1p/b1Pp2p1/2n5/n1B1P3/1pP1B2P/3N1PP1/5RK1 b - - 0 35", "Bxc4", "only"),
        ("4rq1k/1r4b1/p2p1pRp/2pP1P2/1pP1Pp2/5P2/PP5Q/1K1B3R w - - 0 29", "Qxh6+", "the queen on"),
        ("6k1/p3r1pp/2p1p3/2PpP3/3Pp2Q/P3P3/5PRP/3K1q2 w - - 0 30", "Kc2", "threatens"),
        ("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4", "Bxc6", "threatens"),
        ("rnbqkb1r/ppp1pppp/5n2/3p4/3P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 0 1", "Nxd5", "threatens"),
        ("r5k1/p4ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "Rd1", "threatens"),
        // Another piece takes it, or it is not what the exchange wins.
        ("2r1r1k1/pbpR1p1p/1p3bp1/1N2p3/2P1P3/1P3N2/P4PPP/3R2K1 b - - 3 19", "Bc6", "defends"),
        ("2r1r1k1/1pBn1pbp/2q3b1/p4p2/P1pP1Q1N/2P4P/BP3P2/2KRR3 w - - 3 22", "d5", "defends"),
    ] {
        let found = of(fen, mv, 80_000);
        assert!(
            !found.is_empty() && found.iter().all(|text| !text.contains(not)),
            "{fen} {mv}: {found:?}"
        );
    }
}

/// Where a motif is found.
#[derive(Clone, Copy)]
enum Of {
    Line,
    Mate,
    Gain,
    Search,
}

/// Returns what is found in a line, or said of its first move.
fn found(of: Of, (fen, moves): (&str, &str)) -> String {
    let start = Position::from_fen(fen).unwrap();
    let line: Vec<Move> = game(start, moves).played().iter().filter_map(|step| step.mv()).collect();
    match of {
        Of::Line => motif(&start, &line).unwrap_or_default(),
        Of::Mate => mate_motif(&start, &line).unwrap_or_default().to_owned(),
        Of::Gain => Idea::wins(&start, [&line, &line], Score::cp(500))
            .map_or(String::new(), |idea| idea.third()),
        Of::Search => said(&opinion(&start, line[0], 20_000)).join("; "),
    }
}

/// Each motif where it is, and where one condition fails.
#[test]
fn motifs_are_what_their_names_say() {
    for (words, of, there, not) in [
        (
            "a fork of the king and the rook",
            Of::Line,
            ("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+ Kd7 Nxa8"),
            ("r4k2/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7 Kf7 Nxa8"),
        ),
        (
            "a skewer of the king and the queen",
            Of::Line,
            ("8/8/8/q2k4/8/8/8/5K1R w - - 0 1", "Rh5+ Kc4 Rxa5"),
            ("6k1/8/8/q2n4/8/8/8/5K1R w - - 0 1", "Rh5 Nf4 Rxa5"),
        ),
        (
            "a discovered attack on the queen",
            Of::Line,
            ("3q2k1/8/8/8/8/3B4/8/3R2K1 w - - 0 1", "Bh7+ Kxh7 Rxd8"),
            ("3q2k1/8/8/8/8/4B3/8/3R2K1 w - - 0 1", "Bh6 Kh7 Rxd8"),
        ),
        (
            "a discovered check",
            Of::Line,
            ("4k3/8/8/8/q3N3/8/8/4R1K1 w - - 0 1", "Nc3+ Kf8 Nxa4"),
            ("5k2/8/8/8/q3N3/8/8/4R1K1 w - - 0 1", "Nc3 Kg7 Nxa4"),
        ),
        (
            "a pin of the knight",
            Of::Line,
            ("4k3/8/8/4n3/8/8/8/R5K1 w - - 0 1", "Re1 Kd8 Rxe5"),
            ("3k4/8/8/4n3/8/8/8/R5K1 w - - 0 1", "Re1 Kc8 Rxe5"),
        ),
        (
            "the pin of the pawn that guards the knight",
            Of::Line,
            ("6k1/p4p2/6n1/8/8/6Q1/2B5/6K1 w - - 0 1", "Bb3 a6 Qxg6+"),
            ("6k1/p4p1p/6n1/8/8/6Q1/2B5/6K1 w - - 0 1", "Bb3 a6 Qxg6+"),
        ),
        (
            "the overloaded rook",
            Of::Line,
            ("b3r1k1/8/8/4n3/8/6B1/8/R5K1 w - - 0 1", "Bxe5 Rxe5 Rxa8+"),
            ("b3r1k1/8/1n6/4n3/8/6B1/8/R5K1 w - - 0 1", "Bxe5 Rxe5 Rxa8+"),
        ),
        (
            "drawing the rook away from the bishop",
            Of::Line,
            ("b3r1k1/8/8/8/8/8/8/R3R1K1 w - - 0 1", "Re5 Rxe5 Rxa8+"),
            ("b3r1k1/8/8/8/8/8/8/R3R1K1 w - - 0 1", "Re5 Rd8 Rxa8"),
        ),
        (
            "trapping the knight on h5",
            Of::Line,
            ("k7/p7/7B/4P2n/8/8/6PP/6K1 w - - 0 1", "g4 a6 gxh5"),
            ("k7/p7/8/4P2n/8/8/6PP/6K1 w - - 0 1", "g4 a6 gxh5"),
        ),
        (
            "on the back rank",
            Of::Mate,
            ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#"),
            ("6k1/5p2/7K/8/8/8/8/R7 w - - 0 1", "Ra8#"),
        ),
        (
            "by smothering the king",
            Of::Mate,
            ("6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "Nf7#"),
            ("6rk/p5p1/8/6N1/8/3B4/8/6K1 w - - 0 1", "Nf7#"),
        ),
        (
            "promotes the a-pawn",
            Of::Gain,
            ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=Q Kg7 Qd5 Kf6"),
            ("1r6/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=Q Rxa8+ Kb1 Kg6"),
        ),
        (
            "draws by perpetual check",
            Of::Search,
            ("6k1/6p1/5p2/8/8/8/1q3rPP/4Q2K w - - 0 1", "Qe8+"),
            ("6k1/6p1/8/8/8/8/1q3rPP/4Q2K w - - 0 1", "Qe8+"),
        ),
        (
            "draws because 1...Kxg8 is stalemate",
            Of::Search,
            ("7k/6p1/7p/8/2Q5/8/1r3q2/7K w - - 0 1", "Qg8+"),
            ("7k/6p1/7p/8/2Q5/P7/1r3q2/7K w - - 0 1", "Qg8+"),
        ),
        (
            "puts Black in zugzwang",
            Of::Search,
            ("8/8/1p6/1Pp1k3/2P5/8/5K2/8 w - - 0 1", "Ke3"),
            ("8/7p/1p6/1Pp1k3/2P5/8/5K2/8 w - - 0 1", "Ke3"),
        ),
        (
            "promotes to a knight because a queen is worse",
            Of::Search,
            ("8/2k1P1q1/8/8/8/8/PP6/1K6 w - - 0 1", "e8=N+"),
            ("8/2k1P2q/8/8/8/8/PP6/K7 w - - 0 1", "e8=N+"),
        ),
    ] {
        let (here, elsewhere) = (found(of, there), found(of, not));
        assert!(here.contains(words), "{there:?}: {here}");
        assert!(!elsewhere.contains(words), "{not:?}: {elsewhere}");
    }
}

#[test]
fn the_best_move_of_a_known_game_has_a_reason() {
    let fen = "r1bqkb1r/ppp2ppp/2n5/3np1N1/2B5/8/PPPP1PPP/RNBQK2R w KQkq - 0 6";
    let found = of(fen, "Nxf7", 100_000);
    assert!(!found[0].contains("behind") && !found[0].contains("away"), "{found:?}");
    assert!(found.iter().any(|text| text.starts_with("gives a knight")), "{found:?}");
    let quiet = of(fen, "h3", 40_000);
    assert!(quiet[0].starts_with("gives away") && quiet[0].contains("better is 6."), "{quiet:?}");
}

#[test]
fn a_position_has_a_standing_a_threat_and_a_best_move() {
    let fen = "r1bqk1nr/pppp1ppp/2n5/2b1p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";
    let position = Position::from_fen(fen).unwrap();
    let report = crate::eval::ClassicalEvaluator::new().report(&position);
    let found = reasoner(20_000).position(&position, &report, &StopFlag::new()).unwrap().unwrap();
    let said = said(&found);
    assert_eq!(found.sentences[0].kind, "standing", "{said:?}");
    assert!(
        said.iter().any(|text| text.starts_with("White threatens mate in 1: 5.Qxf7#")),
        "{said:?}"
    );
    assert!(said.iter().any(|text| text.starts_with("prevents mate in 1")), "{said:?}");
}

/// Returns the records of a file whose comment contains `comment`, each with its best moves.
fn records(file: &str, comment: &str, most: usize) -> Vec<(Position, Vec<Move>)> {
    let file = format!("{}/positions/{file}", env!("CARGO_MANIFEST_DIR"));
    let reader = EpdReader::new(std::io::BufReader::new(std::fs::File::open(file).unwrap()));
    let records = reader.map(|record| record.unwrap().unwrap().1);
    let named = records.filter(|epd| epd.text("c0").is_some_and(|text| text.contains(comment)));
    named.map(|epd| (epd.position, epd.moves("bm").unwrap())).take(most).collect()
}

#[test]
fn a_mate_or_a_win_thrown_away_is_said_first() {
    let mut asked = 0;
    let mut first = |before: &Position, mv: Move, wanted: &[&str]| {
        let found = opinion(before, mv, 20_000);
        asked += 1;
        let texts = said(&found);
        let is_said = wanted.iter().any(|wanted| texts[0].starts_with(wanted));
        assert!(is_said, "{} {}: {texts:?}", before.to_fen(), san(before, mv));
    };
    // A key that is not played; other moves that mate too are reported as mating.
    for (before, keys) in records("problems.epd", "unique key", 180).into_iter().step_by(6) {
        let other = before.moves().into_iter().find(|mv| !keys.contains(mv)).unwrap();
        first(&before, other, &["misses mate in ", "allows mate in ", "mates"]);
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
        first(&before, other, &["gives away the win"]);
    }
    assert!(asked >= 40, "{asked}");
}

#[test]
fn what_the_session_saw_is_not_contradicted() {
    let before = Position::from_fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1").unwrap();
    let mv = |san| parse_move(&before, san).unwrap();
    let first = |seen: Vec<JudgedMove>, nodes| {
        let mut reasoner = reasoner(nodes);
        reasoner.seen = seen;
        let found = reasoner.opinion(&before, mv("Kb2"), &StopFlag::new()).unwrap().unwrap();
        said(&found).remove(0)
    };
    let evidence = MoveEvidence::Search(Score::cp(882));
    let seen = vec![JudgedMove { before, evidence, line: vec![mv("Kb1")] }];
    assert!(!first(Vec::new(), 2_000).contains("gives away"));
    assert!(first(seen, 100_000).starts_with("gives away the win"));
}

/// Returns the sentences about a move in a game with these moves.
fn in_game(game: Game, san: &str) -> String {
    let mut reasoner = reasoner(20_000);
    let before = *game.position();
    reasoner.judge.game = Some(game);
    let mv = parse_move(&before, san).unwrap();
    said(&reasoner.opinion(&before, mv, &StopFlag::new()).unwrap().unwrap()).join("; ")
}

#[test]
fn a_win_is_given_away_by_repetition_and_by_fifty_moves() {
    let queen_up = Position::from_fen("6k1/5ppp/1p6/p1p5/P1P5/1P6/3Q1PPP/6K1 b - - 0 1").unwrap();
    let thrice = "g6 Qd1 Kg7 Qd2 Kg8 Qd1 Kg7 Qd2 Kg8 Qd1 Kg7";
    assert!(in_game(game(queen_up, thrice), "Qd2").starts_with("gives away the win"));
    let second = in_game(game(queen_up, "g6 Qd1 Kg7"), "Qd2");
    assert!(!second.contains("gives away"), "for the second time: {second}");

    let clock = |plies| format!("7k/8/5K2/p7/P7/8/4R3/8 w - - {plies} 90");
    let at = |plies| game(Position::from_fen(&clock(plies)).unwrap(), "");
    let late = in_game(at(97), "Re1");
    assert!(late.starts_with("misses mate in 2"), "{late}");
    let early = in_game(at(90), "Re1");
    assert!(early.contains("mates in 3") && !early.contains("gives away"), "{early}");
}

/// A capture that takes back wins nothing, though the position has a piece less before it.
#[test]
fn a_recapture_is_called_so() {
    let game = game(Position::start(), "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6");
    assert!(in_game(game, "dxc6").contains("takes back the bishop"));
}

#[test]
fn what_mates_gives_nothing_away() {
    for (fen, san) in [
        ("1b3Nrk/1n4p1/4p3/4p3/4Q1pr/3p2Kp/6n1/8 w - - 0 1", "Ng6+"),
        ("4nN2/8/5pN1/K4kn1/3R2b1/4P3/8/5r2 w - - 0 1", "Nh4+"),
    ] {
        let found = of(fen, san, 20_000).join("; ");
        assert!(!found.contains("gives away"), "{fen}: {found}");
    }
}

/// "6.Nxf7 is as good as 6.d4" and "6.d4 is ahead of 6.Nxf7 by 0.4" are never said together.
#[test]
fn two_moves_compare_the_same_way_round() {
    let mut both = 0;
    for (fen, san) in [
        ("r1bqkb1r/ppp2ppp/2n5/3np1N1/2B5/8/PPPP1PPP/RNBQK2R w KQkq - 0 6", "Nxf7"),
        ("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 5", "d3"),
        ("8/1p3pkp/1r1pq1p1/3R4/1P3R2/4PQP1/5PKP/2r5 w - - 14 31", "Rfd4"),
        ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "Kb1"),
    ] {
        let (before, stop) = (Position::from_fen(fen).unwrap(), StopFlag::new());
        let values = |mv| {
            let mut reasoner = reasoner(5_000);
            reasoner.begin(&stop);
            let pair = reasoner.pair(&before, mv).unwrap().unwrap();
            [pair.ours, pair.other.unwrap()]
        };
        let [ours, other] = values(parse_move(&before, san).unwrap());
        let [there, back] = values(other[0].line[0]);
        if back[0].line[0] == ours[0].line[0] {
            assert_eq!([there, back], [other, ours], "{fen}: another value if asked about");
            both += 1;
        }
    }
    assert!(both > 0, "no pair of moves was compared both ways");
}

/// A move that can be taken back by repeating the position is worth what its side had before.
#[test]
fn a_repetition_of_the_position_before_a_move_is_no_draw() {
    let found = of("r1b4k/pp2qBpp/1bp5/8/1P3P2/PQ6/5nPP/R1B2RK1 b - - 0 22", "Nd3+", 200_000);
    assert!(found.iter().all(|text| !text.contains("gives away")), "{found:?}");
}
