//! Parsers with arbitrary input: they may refuse it, but never panic, and spans are inside the text.

use proptest::prelude::*;
use quarterply::chess::epd::{Epd, EpdReader};
use quarterply::chess::game_tree::GameTree;
use quarterply::chess::movetext;
use quarterply::chess::notation::{parse_move, parse_uci};
use quarterply::chess::pgn::{PgnReader, read_tree};
use quarterply::chess::{Position, Setup};

/// Text that is nearly a FEN.
fn nearly_fen() -> impl Strategy<Value = String> {
    "[1-8PNBRQKpnbrqk]{1,9}(/[1-9PNBRQKpnbrqk]{0,9}){6,8}[ _][wb-][ _][KQkqA-Ha-h-]{0,6}( [a-h-][1-8]?)?( -?[0-9]{1,6}){0,3}"
}

/// Text that is nearly a move.
fn nearly_move() -> impl Strategy<Value = String> {
    "[KQRBNPkqrbnp♘♛0Oo]?[a-hA-H]?[1-8]?[x:×–-]?[a-hA-H0Oo]?[1-9-]?[=(/]?[QRBNqkK0]?[)]?[+#!? ]{0,3}(e\\.?p\\.?)?"
}

fn nearly_header() -> impl Strategy<Value = String> {
    "\\[?(Event|FEN|Variant|Result|SetUp|)? ?\"?(Chess960|1-0|4k3/8/8/8/8/8/8/4K3 w|\\\\\"|\\PC{0,6})\"?\\]?\n?"
}

fn nearly_movetext() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        nearly_move(),
        "[0-9]{0,3}\\.{0,4}",
        "[{}();$*%]",
        Just(" ".to_owned()),
        Just("\n".to_owned()),
        "1-0|0-1|1/2-1/2|--|null|\\$[0-9]{0,4}",
        ".{0,4}",
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn fen_holds(text: &str) {
    match Setup::parse(text) {
        Err(error) => assert!(text.get(error.span.clone()).is_some(), "{error:?}"),
        Ok(setup) => {
            let _ = setup.warnings();
            if let Ok(position) = Position::try_from(&setup) {
                assert_eq!(Position::from_fen(&position.to_fen()), Ok(position), "{text}");
                assert_eq!(position.mirrored().mirrored(), position, "{text}");
                let _ = position.legal_moves();
            }
        }
    }
}

fn move_holds(text: &str) {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "2b4k/1P3P2/8/K2pP2r/8/8/1p1p1p2/2B5 w - d6 0 1",
    ] {
        let position = Position::from_fen(fen).expect(fen);
        for read in [parse_move(&position, text), parse_uci(&position, text)] {
            match read {
                Ok(mv) => assert!(position.is_legal(mv), "{text}"),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

fn movetext_holds(text: &str) {
    let reading = read_tree(&mut GameTree::default(), text);
    for error in reading.fault.iter().chain(&reading.doubts) {
        assert!(text.get(error.span.clone()).is_some_and(|at| !at.is_empty()), "{error:?}");
    }
    let _ = movetext::is_movetext(text);
}

fn pgn_holds(bytes: &[u8]) {
    for record in PgnReader::new(bytes) {
        let lines = bytes.split(|&byte| byte == b'\n').count();
        match record {
            Err(error) => assert!(error.line <= lines, "{error}"),
            Ok(record) => {
                let again = PgnReader::new(record.to_string().as_bytes()).next();
                let again = again.and_then(Result::ok).map(|again| (again.tree, again.result));
                assert_eq!(again, Some((record.tree.clone(), record.result())));
            }
        }
    }
}

fn epd_holds(text: &str) {
    match Epd::parse(text) {
        Err(error) => assert!(text.get(error.span).is_some(), "{text}"),
        Ok(epd) => {
            let (_, _, _) = (epd.moves("bm"), epd.mate_in(), epd.perft_counts());
            let again = Epd::parse(&epd.to_string());
            assert_eq!(again.map(|again| again.position), Ok(epd.position), "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}|.{0,40}") {
        fen_holds(&text);
        move_holds(&text);
        movetext_holds(&text);
        epd_holds(&text);
    }

    #[test]
    fn any_bytes_are_read_as_files(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = EpdReader::new(bytes.as_slice()).count();
        pgn_holds(&bytes);
    }

    #[test]
    fn nearly_pgns_are_read_or_refused(
        pieces in prop::collection::vec((nearly_header(), nearly_movetext()), 0..4),
    ) {
        let texts = pieces.into_iter().map(|(header, moves)| format!("{header}\n\n{moves}\n"));
        pgn_holds(texts.collect::<String>().as_bytes());
    }

    #[test]
    fn nearly_fens_are_read_or_refused(text in nearly_fen()) {
        fen_holds(&text);
    }

    #[test]
    fn nearly_moves_are_read_or_refused(text in nearly_move()) {
        move_holds(&text);
    }

    #[test]
    fn nearly_movetexts_are_read_or_refused(text in nearly_movetext()) {
        movetext_holds(&text);
    }

    #[test]
    fn nearly_epds_are_read_or_refused(
        fen in prop_oneof![Just("4k3/8/8/8/8/8/8/4K2R w K -".to_owned()), nearly_fen()],
        rest in "( ?;? ?(bm|am|id|dm|c0|hmvc|D1|[a-zA-Z]{1,4}) (\"?[#A-Za-z0-9+]{0,5}\"? ?){0,3};?){0,4}",
    ) {
        epd_holds(&format!("{fen} {rest}"));
    }
}

#[test]
fn nesting_and_length_do_not_matter() {
    let deep = format!("e4 {}", "(".repeat(200_000));
    movetext_holds(&deep);
    let deep = format!("e4 {}{} e5", "(".repeat(200_000), ")".repeat(200_000));
    movetext_holds(&deep);
    for text in
        ["x".repeat(1 << 20), "1".repeat(1 << 20), "♘".repeat(1 << 18), "\0".repeat(1 << 20)]
    {
        fen_holds(&text);
        move_holds(&text);
        movetext_holds(&text);
        epd_holds(&text);
    }
}
