//! Tests of reading and writing moves.

use super::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

/// The SAN of the move that a text is read as.
fn reads(fen: &str, text: &str) -> String {
    let position = position(fen);
    match parse_move(&position, text) {
        Ok(mv) => san(&position, mv),
        Err(error) => panic!("{fen}: {text}: {error}"),
    }
}

fn refuses(fen: &str, text: &str) -> String {
    parse_move(&position(fen), text).expect_err(text).to_string()
}

#[test]
fn san_disambiguates_as_little_as_will_do() {
    let knights = "4k3/8/8/8/8/2N5/8/2N1K1N1 w - - 0 1";
    assert_eq!(reads(knights, "c3e2"), "N3e2");
    assert_eq!(reads(knights, "g1e2"), "Nge2");
    assert_eq!(reads(knights, "c1e2"), "Nc1e2");
    // A pinned knight is no rival.
    assert_eq!(reads("4r1k1/8/8/8/8/2N5/4N3/4K3 w - - 0 1", "c3d5"), "Nd5");
    let queens = "8/k7/8/8/4Q2Q/8/8/1K5Q w - - 0 1";
    assert_eq!(reads(queens, "h4e1"), "Qh4e1");
    assert_eq!(reads(queens, "e4e1"), "Qee1");
    assert_eq!(reads(queens, "h1e1"), "Q1e1");
}

#[test]
fn san_marks_captures_promotions_checks_and_mates() {
    assert_eq!(reads("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q"), "exd8=Q+");
    assert_eq!(reads("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3"), "exd3");
    assert_eq!(reads("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8#");
    assert_eq!(reads("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O+");
}

#[test]
fn a_move_can_be_written_in_many_ways() {
    for text in
        ["Nf3", "nf3", "Ng1f3", "Ng1-f3", "g1f3", "g1-f3", "♘f3", "♞f3!?", " Nf3+ ", "G1F3", "NF3"]
    {
        assert_eq!(reads(START, text), "Nf3", "{text}");
    }
    for text in ["Sf3", "sf3", "Sg1-f3"] {
        assert_eq!(reads(START, text), "Nf3", "{text}");
    }
    for text in ["00", "0-0", "OO"] {
        assert_eq!(reads("4k3/8/8/8/8/8/8/4K2R w K - 0 1", text), "O-O", "{text}");
    }
    let files = "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1";
    for text in ["de", "dxe", "d:e+"] {
        assert_eq!(reads(files, text), "dxe5", "{text}");
    }
    assert!(refuses(files, "ab").contains("is not a move"));
    let twice = "4k3/8/8/4p3/3P4/4p3/3P4/4K3 w - - 0 1";
    assert!(refuses(twice, "de").contains("dxe3"), "{}", refuses(twice, "de"));
    let promotion = "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1";
    assert!(refuses(promotion, "ed").contains("exd8=Q or exd8=N"), "{}", refuses(promotion, "ed"));
    assert_eq!(reads(promotion, "exd8S"), "exd8=N");
    for text in ["e4", "e2e4", "e2-e4", "E2E4", "E4", "Pe4", "e4!!", "♙e4"] {
        assert_eq!(reads(START, text), "e4", "{text}");
    }
    let promotion = "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1";
    for text in
        ["exd8=Q", "exd8Q", "ed8q", "exd8(Q)", "e7xd8/Q", "e:d8=Q+", "e×d8=Q", "E7D8Q", "e7d8q"]
    {
        assert_eq!(reads(promotion, text), "exd8=Q+", "{text}");
    }
    let passing = "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1";
    for text in ["exd3", "exd3e.p.", "exd3 e.p.", "exd3ep", "ed3", "e4d3"] {
        assert_eq!(reads(passing, text), "exd3", "{text}");
    }
}

#[test]
fn castling_can_be_written_in_many_ways() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in [
        "O-O",
        "0-0",
        "o-o",
        "\u{41E}-\u{41E}",
        "O-O.",
        "O–O",
        "0-0!",
        "OO",
        "e1g1",
        "e1h1",
        "Ke1g1",
        "E1G1",
    ] {
        assert_eq!(reads(fen, text), "O-O", "{text}");
    }
    for text in ["O-O-O", "0-0-0", "o-o-o+", "e1c1", "e1a1"] {
        assert_eq!(reads(fen, text), "O-O-O", "{text}");
    }
    let mv = parse_uci(&position(fen), "e1g1").expect("castling");
    assert_eq!((uci(mv, false).as_str(), uci(mv, true).as_str()), ("e1g1", "e1h1"));
    // In Chess960 a step of the king beside its rook is a step of the king.
    let fen = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
    assert_eq!(reads(fen, "f1g1"), "Kg1");
    assert_eq!(reads(fen, "f1h1"), "O-O");
}

#[test]
fn a_small_letter_is_a_piece_only_if_nothing_else_can_be_meant() {
    let both = "4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 1";
    assert_eq!(reads(both, "bxc4"), "bxc4");
    assert_eq!(reads(both, "bc4"), "bxc4");
    assert_eq!(reads(both, "Bxc4"), "Bxc4");
    assert_eq!(reads("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "bc4"), "Bc4");
    // A misprint of an old collection.
    let kaufman = "rnbq1rk1/pppp1ppp/4pn2/8/1bPP4/P1N5/1PQ1PPPP/R1B1KBNR b KQ - 1 5";
    assert_eq!(reads(kaufman, "Bcx3"), "Bxc3+");
}

#[test]
fn letters_of_other_languages_are_read_where_english_has_no_such_move() {
    let all = "3r3k/4P1pp/8/8/2B5/2N5/8/3QRK2 w - - 0 1";
    for (texts, mv) in [
        ("Lf7 Ff7 Af7 Gf7 \u{421}f7", "Bf7"),
        ("Cb5 Jb5 \u{41A}b5", "Nb5"),
        ("Dxd8 D:d8! Hxd8 \u{424}xd8 \u{424}\u{445}d8", "Qxd8#"),
        ("Te4 We4 \u{41B}e4 \u{41B}\u{435}4", "Re4"),
        ("\u{41A}\u{440}g1", "Kg1"),
        ("exd8D exd8=D exd8(D) exd8\u{424}+", "exd8=Q#"),
    ] {
        for text in texts.split(' ') {
            assert_eq!(reads(all, text), mv, "{text}");
        }
    }
    // `R` is the rook, however the French call their king; `S` the knight of problemists.
    assert!(refuses(all, "Rf2").starts_with("no white rook can reach f2"));
    assert!(refuses(all, "Dh8").starts_with("no white queen can reach h8"));
    // A queen in Polish, a knight in Hungarian.
    assert!(refuses("7k/8/8/8/8/2N5/4Q3/4K3 w - - 0 1", "Hb5").contains("is not a move"));
    assert!(is_move_shaped("Lb5+") && !is_move_shaped("lb5") && !is_move_shaped("Zb5"));
}

#[test]
fn a_refusal_says_why_and_what_would_be_right() {
    let says = |fen: &str, text: &str, message: &str| assert_eq!(refuses(fen, text), message);
    says(START, "Nf5", "no white knight can reach f5; knight moves here: Na3 Nc3 Nf3 Nh3");
    says(START, "Qh5", "no white queen can reach h5; no queen has a legal move");
    says(START, "e4e5", "there is no piece on e4");
    // Taking in passing would bare the king.
    let passing = refuses("8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - - 0 1", "fxe3");
    assert!(
        passing
            .starts_with("the pawn on f4 cannot go to e3: it would leave the black king in check"),
        "{passing}"
    );
    says(START, "e7e5", "the pawn on e7 is Black's, and it is White's move");
    says(START, "Ng1e5", "no white knight on g1 can reach e5; knight moves here: Na3 Nc3 Nf3 Nh3");
    says(START, "O-O", "White cannot castle kingside: the piece on f1 stands in the way");
    says(
        START,
        "e8=Q",
        "no white pawn can reach e8; pawn moves here: a3 a4 b3 b4 c3 c4 d3 d4 e3 e4 f3 f4 g3 g4 h3 h4",
    );
    says(
        START,
        "Nf3=Q",
        "\"Nf3=Q\" is no promotion: only a pawn that reaches the last rank becomes another piece",
    );
    says("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Ne2", "\"Ne2\" is ambiguous: Nge2 or Nce2");
    says(
        "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1",
        "e8",
        "\"e8\" does not say what the pawn becomes: e8=Q or e8=N or e8=R or e8=B",
    );
    says(
        "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
        "Nd4",
        "the knight on e2 cannot go to d4: it would leave the white king in check; no knight has a legal move",
    );
    says(
        "4r1k1/8/8/8/8/8/7N/4K3 w - - 0 1",
        "Nf3",
        "White is in check, and the knight from h2 to f3 does not answer that; no knight has a legal move",
    );
    says(
        "3r2k1/8/8/8/8/8/8/4K3 w - - 0 1",
        "Kd1",
        "the white king cannot go to d1, which is attacked; king moves here: Ke2 Kf1 Kf2",
    );
    for text in
        ["", "x", "hello", "e9", "Nf3f", "e4e", "--", "O-O-O-O", "e2xx-e4", "\u{0}", "e8=K", "♘♘f3"]
    {
        assert!(
            matches!(parse_move(&position(START), text), Err(MoveError::NotAMove(_))),
            "{text}"
        );
    }
}

#[test]
fn castling_is_refused_for_the_right_reason() {
    let refused = |fen: &str, text: &str, wing: &str, fault: &str| {
        assert_eq!(refuses(fen, text), format!("White cannot castle {wing}: {fault}"));
    };
    let kingside = |fen: &str, fault: &str| refused(fen, "O-O", "kingside", fault);
    kingside("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "the right is gone, king or rook has moved");
    kingside("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "the king would cross f1, which is attacked");
    kingside("4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "the king is in check");
    kingside("4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "the piece on g1 stands in the way");
    let unshielded = "the king would be in check when the rook has left";
    refused("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "O-O-O", "queenside", unshielded);
    let crossed = "the king would cross f1, which is attacked";
    refused("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "kingside", crossed);
}

#[test]
fn nothing_is_legal_when_the_game_is_over() {
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(refuses(mated, "e4"), "the game is over: White is checkmated");
    assert_eq!(refuses("k7/8/1QK5/8/8/8/8/8 b - - 0 1", "O-O"), "the game is over: stalemate");
    let error = parse_uci(&position(mated), "e2e4").unwrap_err().to_string();
    assert_eq!(error, "the game is over: White is checkmated");
}

#[test]
fn coordinates_are_strict_in_uci() {
    let start = position(START);
    for text in ["", "e2", "e2e4q5", "Nf3", "e2-e4", "E2E4", "e2e4x", "é2e4"] {
        assert!(matches!(parse_uci(&start, text), Err(MoveError::NotAMove(_))), "{text}");
    }
    let promotion = position("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    assert!(parse_uci(&promotion, "e7e8n").is_ok_and(|mv| mv.promoted() == Some(Piece::Knight)));
    let missing = parse_uci(&promotion, "e7e8").unwrap_err().to_string();
    assert!(missing.starts_with("\"e7e8\" does not say what the pawn becomes"), "{missing}");
}
