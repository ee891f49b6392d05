//! Glyphs: the moves that they annotate, and those without a move.

use super::*;

#[test]
fn a_sign_ahead_of_its_move_waits_for_it() {
    for (moves, written) in [
        ("$5 1. e4 e5 *", "1. e4 $5 e5 *"),
        ("1. e4 e5 2. $140 Nf3 *", "1. e4 e5 2. Nf3 $140 *"),
        ("1. e4 e5 ($142 1... c5 2. f4) *", "1. e4 e5 (1... c5 $142 2. f4) *"),
        ("1. e4 e5 2. {x} ! Nf3 *", "1. e4 e5 2. {x} Nf3 $1 *"),
        ("1. e4 e5 (1... c5) $6 2. Nf3 *", "1. e4 e5 $6 (1... c5) 2. Nf3 *"),
        ("1. e4 e5 2. $14 *", "1. e4 e5 $14 *"),
        ("1. e4! e5?? (D) 2. Nf3!± Nc6?∓ *", "1. e4 $1 e5 $4 $220 2. Nf3 $1 $16 Nc6 $2 $17 *"),
    ] {
        assert_eq!(rewritten(moves), written, "{moves}");
    }
}

#[test]
fn a_sign_that_is_not_known_or_at_no_move_is_told_of() {
    for (moves, doubt) in [
        ("1. e4!!! e5 *", "line 1, column 6: \"!!!\" is not a known sign, and is passed over"),
        (
            "1. e4 $70000 e5 *",
            "line 1, column 7: \"$70000\" is not a known sign, and is passed over",
        ),
        (
            "1. e4 e5 (=) *",
            "line 1, column 11: the sign $10 belongs to no move, and is passed over",
        ),
        ("$5 *", "line 1, column 1: the sign $5 belongs to no move, and is passed over"),
    ] {
        let reading = read(moves);
        let doubts: Vec<_> = reading.doubts.iter().map(ToString::to_string).collect();
        assert_eq!((doubts, reading.fault.is_none()), (vec![doubt.to_owned()], true), "{moves}");
    }
    let record = PgnReader::new("1. e4!!! e5 *".as_bytes()).record().unwrap().unwrap();
    assert_eq!(record.each_step(false, |_, _| true).doubts.len(), 1, "read quickly, too");
    assert_eq!(read_tree(&mut GameTree::default(), "e4!!!").doubts.len(), 1, "typed, too");
}

#[test]
fn a_check_behind_the_marks_takes_none_of_them() {
    let before = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4.";
    for (mate, nag) in
        [("Qxf7!#", 1), ("Qxf7!!#", 3), ("Qxf7#!", 1), ("Qxf7 !#", 1), ("Qxf7#!.", 1)]
    {
        assert_eq!(rewritten(&format!("{before} {mate} *")), format!("{before} Qxf7# ${nag} 1-0"));
    }
}

#[test]
fn a_novelty_on_the_last_rank_is_one() {
    let before = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4";
    for rook in ["Re1N", "♖e1N", "Re1 N", "Re1TN"] {
        assert_eq!(rewritten(&format!("{before} 5. {rook} *")), format!("{before} 5. Re1 $146 *"));
    }
}

#[test]
fn a_comment_alone_in_parentheses_is_about_the_move_before_them() {
    assert_eq!(
        rewritten("1. e4 e5 ({a remark on e5}) 2. Nf3 *"),
        "1. e4 e5 {a remark on e5} 2. Nf3 *"
    );
    let game = read("1. e4 e5 2. Nf3 ({Better is} 2. Kf3) *").game.to_string();
    assert!(game.ends_with("\n1. e4 e5 2. Nf3 {Better is} *\n"), "{game}");
}

#[test]
fn a_pawn_may_take_without_ranks() {
    let read = "1. e4 c5 2. Nf3 d6 3. d4 cd 4. Nd4 Nf6 *";
    assert_eq!(rewritten(read), "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 *");
    assert_eq!(first("1. e4 c5 cd 2. Nf3 *").1.len(), 1, "where no pawn can, it is no move");
}
