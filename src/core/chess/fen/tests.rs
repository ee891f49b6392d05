//! Tests of reading and writing FEN.

use super::*;
use crate::chess::parse_move;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn fen(text: &str) -> String {
    Position::from_fen(text).expect(text).to_fen()
}

fn fault(text: &str) -> (String, String) {
    let error = Setup::parse(text).expect_err(text);
    (error.to_string(), text[error.span].to_owned())
}

#[test]
fn what_is_canonical_comes_back_unchanged() {
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        KIWIPETE,
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
        "8/8/8/k7/3pP3/8/8/4K3 b - e3 12 34",
        "4k2r/8/8/8/8/8/8/RR2K3 w Bk - 0 1",
    ] {
        assert_eq!(fen(text), text);
    }
    assert_eq!(Position::start().to_fen(), fen(&Position::start().to_fen()));
}

#[test]
fn fields_may_be_missing_or_joined_by_underscores() {
    let board = KIWIPETE.split(' ').next().expect("a board");
    assert_eq!(fen(&format!("{board} w")), KIWIPETE);
    assert_eq!(fen(&format!("  {board}\tw KQkq ")), KIWIPETE);
    assert_eq!(fen(&KIWIPETE.replace(' ', "_")), KIWIPETE);
    assert_eq!(fen(&format!("{board} w KQkq - 0 0")), KIWIPETE);
    assert!(fen(&format!("{board} w KQkq -7 12")).ends_with(" - 7 12"));
    // Unknown clocks, and no en-passant field.
    assert_eq!(fen(&format!("{board} w KQkq - - -")), KIWIPETE);
    assert_eq!(fen(&format!("{board} w KQkq 0 1")), KIWIPETE);
    assert!(fen(&format!("{board} w KQkq 7 12")).ends_with(" - 7 12"));
}

#[test]
fn castling_is_read_by_side_and_by_file() {
    let board = "r3k2r/8/8/8/8/8/8/RR2K2R";
    assert_eq!(fen(&format!("{board} w HAha -")), format!("{board} w KQkq - 0 1"));
    assert_eq!(fen(&format!("{board} w Bkq -")), format!("{board} w Bkq - 0 1"));
    let position = Position::from_fen(&format!("{board} w KBk -")).expect("playable");
    assert!(position.is_chess960());
    let setup = Setup::parse("4k2r/8/8/8/8/8/8/R3K3 w KQkq -").expect("a FEN");
    assert_eq!(setup.warnings().len(), 2);
    assert_eq!(fen("4k2r/8/8/8/8/8/8/R3K3 w KQkq -"), "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1");
    // No castling field: the rights that standard chess allows.
    assert_eq!(fen("4k2r/8/8/8/8/8/8/1R3KR1 w"), "4k2r/8/8/8/8/8/8/1R3KR1 w k - 0 1");
}

#[test]
fn an_en_passant_square_without_a_legal_capture_is_dropped() {
    for text in [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
        "8/8/8/8/k2pP2R/8/8/4K3 b - e3",
        "8/8/8/8/3pP3/8/8/4K2k b - e4",
        "8/8/8/8/3p4/8/8/4K2k b - e3",
    ] {
        assert!(fen(text).contains(" - 0 1"), "{text}");
    }
}

#[test]
fn an_error_names_its_field_and_points_at_it() {
    let board = "4k3/8/8/8/8/8/8/4K3";
    let says = |text: &str, message: &str, at: &str| {
        assert_eq!(fault(text), (message.to_owned(), at.to_owned()));
    };
    says("", "FEN field 1 (placement) is missing", "");
    says(board, "FEN field 2 (side to move) is missing", "");
    says(
        "4k3/8/8/8/8/8/4K3 w",
        "FEN field 1 (placement) has 7 ranks, and needs 8, separated by \"/\"",
        "4k3/8/8/8/8/8/4K3",
    );
    says(
        "4k3/8/44p/8/8/8/8/4K3 w",
        "FEN field 1 (placement) has 9 squares on rank 6, and needs 8",
        "44p",
    );
    says(
        "4k3/8/8/3x4/8/8/8/4K3 w",
        "FEN field 1 (placement) must be of pieces PNBRQK pnbrqk and digits 1–8, got \"x\"",
        "x",
    );
    says(
        &format!("{board} weiss"),
        "FEN field 2 (side to move) must be w or b, got \"weiss\"",
        "weiss",
    );
    says(
        &format!("{board} w KZ"),
        "FEN field 3 (castling) must be - or letters of KQkq, or of rook files A–H a–h, got \"Z\"",
        "Z",
    );
    says(
        &format!("{board} w - e9"),
        "FEN field 4 (en passant) must be - or a square such as e3, got \"e9\"",
        "e9",
    );
    says(
        &format!("{board} w - - x 1"),
        "FEN field 5 (half-move clock) must be a number, got \"x\"",
        "x",
    );
    says(
        &format!("{board} w - - 0 123456789"),
        "FEN field 6 (full-move number) must be a number up to 65535, got \"123456789\"",
        "123456789",
    );
    says(
        &format!("{board} w - - 0 1 bm e4"),
        "FEN field 6 (full-move number) is the last, but \"bm e4\" follows it",
        "bm e4",
    );
}

/// Of a game of a hundred thousand moves.
#[test]
fn clocks_stop_at_what_can_be_read_again() {
    let mut position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R b - - 65534 65534").unwrap();
    for text in ["Kd8", "Kd1", "Ke8", "Ke1"] {
        position = position.play(parse_move(&position, text).unwrap());
        let written = position.to_fen();
        assert_eq!(fen(&written), written, "after {text}");
    }
    assert_eq!((position.halfmoves(), position.fullmoves()), (u16::MAX, u16::MAX));
    assert_eq!(position.pass().map(|passed| passed.halfmoves()), Some(u16::MAX));
}

#[test]
fn problemists_write_knights_as_s() {
    let by_s = Position::from_fen("rsbqkbsr/8/8/8/8/8/8/RSBQKBSR w KQkq - 0 1");
    assert_eq!(by_s, Position::from_fen("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1"));
    // Beside a nightrider.
    let error = Position::from_fen("4k3/8/8/8/8/8/8/S1N1K3 w - - 0 1").unwrap_err();
    assert_eq!(error.span(), Some(16..17));
}

#[test]
fn fens_are_read_as_texts_have_them() {
    const BOARD: &str = "4k3/8/8/8/8/8/4P3/4K3";
    for text in [
        "{} w – – 0 1",
        "{} w — — 0 1",
        "{} w − −",
        "{} w – –0 1",
        "{} White - - 0 1",
        "{} WHITE - -",
        "{} white to move",
        "{} w to play - - 0 1",
        "{} (w)",
        "{} w - - 0 1.",
        "{} w - - 0 1,",
        "**{} w - - 0 1**",
        "'{} w - - 0 1',",
        "“{} w”",
        "{}/ w - - 0 1",
        "{} w - - 161+0 0 1",
        "{} w - - 3+3 0 1",
        "{} w - - 0 1 +0+0",
    ] {
        assert_eq!(fen(&text.replace("{}", BOARD)), format!("{BOARD} w - - 0 1"), "{text}");
    }
    assert_eq!(fen(&format!("{BOARD} b to move")), format!("{BOARD} b - - 0 1"));
    assert_eq!(fen("4k3 / 8/8 /8/ 8/8 / 4P3 / 4K3 b"), format!("{BOARD} b - - 0 1"));
    let (why, at) = fault("4k3 / 8/8 /8/ 8/x / 4P3 / 4K3 b");
    assert_eq!((why.contains("got \"x\""), at.as_str()), (true, "x"));
    for text in ["{} w - - 0 1 e4", "{} w - - x", "{} white-ish", "{} w -+ -"] {
        assert!(Setup::parse(&text.replace("{}", BOARD)).is_err(), "{text}");
    }
}
