//! Movetext as tokens.

use super::*;
use crate::chess::game_tree::GameTree;
use crate::chess::pgn::read_tree;
use crate::chess::tests::game;
use crate::chess::{Position, Step, notation::san};

fn plays(text: &str) -> String {
    let game = game(Position::start(), text);
    let texts = game.steps().map(|(position, step)| match step {
        Step::Move(mv) => san(&position, mv),
        Step::Pass => notation::PASS.to_owned(),
    });
    texts.collect::<Vec<_>>().join(" ")
}

fn refuses(text: &str) -> (MovetextError, String) {
    let error = read_tree(&mut GameTree::default(), text).fault.expect(text);
    let at = text[error.span.clone()].to_owned();
    (error, at)
}

#[test]
fn everything_between_moves_is_passed_over() {
    for text in [
        "e4 e5 Nf3 Nc6",
        "e4 e5 Sf3 Sc6",
        "1. e4 e5 2. Nf3 Nc6",
        "1.e4 e5 2.Nf3 Nc6 *",
        "1 e4 e5 2 Nf3 Nc6",
        "1e4 e5 2Nf3 Nc6",
        "1. e4, e5 2. Nf3, Nc6",
        "1. e4 $1 1... e5!? $14 {the (open game} 2. Nf3 (2. f4 exf4 (2... d5 {a ) b} 3. exd5) 3. Nf3) 2...Nc6 1/2-1/2",
        "1. e4 e5 ; king's pawn (both\n2. Nf3 Nc6 1-0",
        "1. e4 ! 1… e5 ?! +/= 2. g1f3 ... b8c6\u{0}\r\n",
        "\u{FEFF}e2e4 e7e5 g1f3 b8c6",
        "e4. e5. Nf3\u{200B} Nc6.",
    ] {
        assert_eq!(plays(text), "e4 e5 Nf3 Nc6", "{text}");
    }
    assert_eq!(plays("e4 -- d4 null"), "e4 -- d4 --");
    for text in [
        "1. e4 e5 2. ♘ f3 ♞ c6 3. ♗ b5 ♞ f6",
        "1. e4 e5 2. ♘\u{FE0F}f3 ♞\u{FE0E} c6 3. ♗ b5! ♞ f6",
        "1. e4 e5 2. N f3 N c6 3. B b5 N f6",
        "1. e4 1. ... e5 2. N f3 2 ... N c6 3. Bb5 3. .. Nf6",
        "1. e4 N e5 $146 2. Nf3 N Nc6 3. Bb5 N Nf6",
    ] {
        assert_eq!(plays(text), "e4 e5 Nf3 Nc6 Bb5 Nf6", "{text}");
    }
    assert_eq!(plays("1. e4 e5 2. nf3 nf6 3. bc4 bc5 4. 00 00"), "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O");
    let text = "a4 b5 axb5 a6 bxa6 Nc6 a7 Nb8 1. axb8(Q) Nf6 {a queen}";
    assert_eq!(plays(text), "a4 b5 axb5 a6 bxa6 Nc6 a7 Nb8 axb8=Q Nf6");
}

#[test]
fn a_refusal_counts_the_moves_and_points_at_one() {
    let (error, at) = refuses("1. e4 e5 2. Bc4 Qh5");
    assert_eq!((error.index, error.moves, at.as_str()), (4, 4, "Qh5"));
    assert_eq!(
        error.to_string(),
        "move 4 of 4: no black queen can reach h5; queen moves here: Qe7 Qf6 Qg5 Qh4"
    );
    let (error, at) = refuses("hello");
    assert_eq!((at.as_str(), error.to_string().starts_with("\"hello\" is not")), ("hello", true));
    let fault = |text| {
        let (error, at) = refuses(text);
        (error.fault.to_string(), at)
    };
    for (text, told, at) in [
        ("e4 {e5", "the comment is not closed with \"}\"", "{"),
        ("e4 (d4 {)} e5", "the variation is not closed with \")\"", "("),
        ("e4 (d4) (c4", "the variation is not closed with \")\"", "("),
        ("e4 ) e5", "\")\" closes nothing", ")"),
        ("e4 1-0 e5", "a move follows the result", "e5"),
        ("e4 f5 Qh5 --", "Black is in check and cannot pass", "--"),
        ("e4 f5 Qh5 0000", "Black is in check and cannot pass", "0000"),
    ] {
        assert_eq!(fault(text), (told.to_owned(), at.to_owned()), "{text}");
    }
}

/// A word of numbers was gone through once for each of them.
#[test]
fn long_words_are_read_in_linear_time() {
    let count = |text: &str| tokens(text).count();
    for part in [
        "1.",
        "00",
        "001.",
        "1e",
        "8(Q)",
        "$1",
        "(",
        "...",
        "9999999999.",
        "{}",
        "!?",
        "[",
        "e4",
        "e4_",
        "Nf3!1-0",
        "1-0",
        "O-O",
        "0 - ",
        "<",
    ] {
        let text = part.repeat(300_000);
        assert!(count(&text) <= text.len() + 1, "{part}");
    }
    assert_eq!(count(&"1.".repeat(300_000)), 300_000);
}

#[test]
fn marks_and_glyphs_are_tokens_of_their_own() {
    let found: Vec<Token<'_>> =
        tokens("e4!? $14 e5 +- (d5 {a }) e.p. $99999").map(|(token, _)| token).collect();
    let expected = [
        Token::Move("e4"),
        Token::Nag(5),
        Token::Nag(14),
        Token::Move("e5"),
        Token::Nag(18),
        Token::Open,
        Token::Move("d5"),
        Token::Comment("a "),
        Token::Close,
        Token::Remark("e.p."),
        Token::UnknownSign("$99999"),
    ];
    assert_eq!(found, expected);
}

/// Of several signs in one word all but the last were lost, and those in parentheses.
#[test]
fn each_sign_is_a_token() {
    use Token::{Move, Nag, Remark, UnknownSign};
    for (text, expected) in [
        ("Nf3!±", &[Move("Nf3"), Nag(1), Nag(16)][..]),
        ("Nc6?∓", &[Move("Nc6"), Nag(2), Nag(17)]),
        ("Bb5!?N", &[Move("Bb5"), Nag(5), Nag(146)]),
        ("a6??-+", &[Move("a6"), Nag(4), Nag(19)]),
        ("Nf3+!", &[Move("Nf3+"), Nag(1)]),
        ("Nf3!+", &[Move("Nf3"), Nag(1), Remark("+")]),
        ("Nf3!-+", &[Move("Nf3"), Nag(1), Nag(19)]),
        ("Re1N", &[Move("Re1"), Nag(146)]),
        ("Bb8!N", &[Move("Bb8"), Nag(1), Nag(146)]),
        ("bxa8N", &[Move("bxa8N")]),
        ("B8N", &[Move("B8N")]),
        ("Nf3+-+", &[Move("Nf3+"), Nag(19)]),
        ("Nf3+=!", &[Move("Nf3"), Nag(14), Nag(1)]),
        ("e8=N!±", &[Move("e8=N"), Nag(1), Nag(16)]),
        ("Qd1 +!", &[Move("Qd1"), Remark("+"), Nag(1)]),
        ("e4!!!", &[Move("e4"), UnknownSign("!!!")]),
        ("e4!!± D", &[Move("e4"), Nag(3), Nag(16), Nag(220)]),
        ("e5(D)", &[Move("e5"), Nag(220)]),
        ("e5 (!) (+-)", &[Move("e5"), Nag(1), Nag(18)]),
        ("e5 (N)", &[Move("e5"), Nag(146)]),
        ("e5 (=)", &[Move("e5"), Token::Open, Nag(10), Token::Close]),
    ] {
        let found: Vec<Token<'_>> = tokens(text).map(|(token, _)| token).collect();
        assert_eq!(found, expected, "{text}");
    }
}

/// A result or a number that was glued to a move took the move and the rest of the game with it.
#[test]
fn a_move_ends_where_a_move_can_end() {
    use Token::{Bracketed, Move, Nag, Number, Result};
    const WON: Token<'_> = Result(GameResult::WhiteWins);
    const DRAWN: Token<'_> = Result(GameResult::Draw);
    for (text, expected) in [
        ("Qxf7#1-0", &[Move("Qxf7#"), WON][..]),
        ("Ke71-0", &[Move("Ke7"), WON]),
        ("e2e41-0", &[Move("e2e4"), WON]),
        ("Nf61/2-1/2", &[Move("Nf6"), DRAWN]),
        ("Rd1½-½", &[Move("Rd1"), DRAWN]),
        ("e8=Q1-0", &[Move("e8=Q"), WON]),
        ("e8Q+1-0", &[Move("e8Q+"), WON]),
        ("axb8(N)1-0", &[Move("axb8(N)"), WON]),
        ("O-O1-0", &[Move("O-O"), WON]),
        ("O-O-O1-0", &[Move("O-O-O"), WON]),
        ("0-0-01-0", &[Move("0-0-0"), WON]),
        ("0-01-0", &[Move("0-0"), WON]),
        ("O-O-O*", &[Move("O-O-O"), Result(GameResult::Unknown)]),
        ("1.e4*", &[Number(1, false), Move("e4"), Result(GameResult::Unknown)]),
        ("Nf3!1-0", &[Move("Nf3"), Nag(1), WON]),
        ("Nf3!?±1-0", &[Move("Nf3"), Nag(5), Nag(16), WON]),
        ("Re1N1-0", &[Move("Re1"), Nag(146), WON]),
        ("Nc63.Bb5", &[Move("Nc6"), Number(3, false), Move("Bb5")]),
        ("Nf65.O-O", &[Move("Nf6"), Number(5, false), Move("O-O")]),
        ("O-O5.Re1", &[Move("O-O"), Number(5, false), Move("Re1")]),
        ("Bxf413.Nxf4", &[Move("Bxf4"), Number(13, false), Move("Nxf4")]),
        ("exd5+12...Kd8", &[Move("exd5+"), Number(12, true), Move("Kd8")]),
        ("Nc63Bb5", &[Move("Nc6"), Number(3, false), Move("Bb5")]),
        (
            "1.e4e52.Nf3Nc6",
            &[Number(1, false), Move("e4e5"), Number(2, false), Move("Nf3"), Move("Nc6")],
        ),
        ("exd5exd5Nf6", &[Move("exd5"), Move("exd5"), Move("Nf6")]),
        ("O-OO-O-O", &[Move("O-O"), Move("O-O-O")]),
        ("e8QNf3", &[Move("e8Q"), Move("Nf3")]),
        ("1-01.d4", &[WON, Number(1, false), Move("d4")]),
        ("\"Nf3\"", &[Move("\""), Move("Nf3"), Move("\"")]),
        ("1*2.Bc2", &[Move("1*"), Number(2, false), Move("Bc2")]),
        ("3<br>8.Bc3", &[Move("3<br>"), Number(8, false), Move("Bc3")]),
        ("[{a} e4", &[Move("["), Token::Comment("a"), Move("e4")]),
        ("Qxf7mate", &[Move("Qxf7"), Move("mate")]),
        ("e4[%clk 0:01]e5", &[Move("e4"), Bracketed("[%clk 0:01]"), Move("e5")]),
        ("O - O 0 - 0 - 0", &[Move("O - O"), Move("0 - 0 - 0")]),
        ("e4 0.5-0.5", &[Move("e4"), DRAWN]),
        ("e4 0,5-0,5", &[Move("e4"), DRAWN]),
        ("e4 1- 0", &[Move("e4"), WON]),
    ] {
        let found: Vec<Token<'_>> = tokens(text).map(|(token, _)| token).collect();
        assert_eq!(found, expected, "{text}");
    }
    // One move, whatever is in it.
    for text in [
        "e4e5", "Bb5a6", "R1d1", "Nb1d2", "e7e8q", "exd6ep", "Nb1-d2+", "B8N", "57581", "Nf99",
        "O-O-O+",
    ] {
        let found: Vec<Token<'_>> = tokens(text).map(|(token, _)| token).collect();
        assert_eq!(found, [Move(text)], "{text}");
    }
}

#[test]
fn results_and_numbers_are_told() {
    let played = read_tree(&mut GameTree::default(), "1. e4 e5 2. Nf3 0-1");
    assert_eq!(played.result, Some(GameResult::BlackWins));
    assert_eq!(played.doubts, []);
    let later = *game(Position::start(), "e4 e5 Nf3").position();
    let played = read_tree(&mut GameTree::new(later), "7... Nc6 3. Bb5");
    let told = "the text says move 7, the board is at move 2";
    assert_eq!(played.doubts, [MovetextError::new(0..4, told.to_owned())]);
    assert!(begins_game("1. e4") && begins_game(" 1.Nf3 d5"));
    assert!(!begins_game("1... e5") && !begins_game("e4") && !begins_game("2. e4"));
}

#[test]
fn the_form_of_movetext_is_known_without_a_position() {
    for text in ["e4", "1. Nf6", "0-0", "O-O-O", "Qxf7#", "e8(Q)", "--", "3... a2a1q *", "♘f3"] {
        assert!(is_movetext(text), "{text}");
    }
    for text in ["", "show", "go depth 3", "1-0", "e4 e5 x", "{e4}", "eval", "{e4"] {
        assert!(!is_movetext(text), "{text}");
    }
}

/// `!!!.` once was read forever.
#[test]
fn every_token_takes_something_of_any_text() {
    const PARTS: [&str; 13] = ["!", "?", "‼", "+", "#", "†", ".", "=", "N", "e4", "1", ")", "-"];
    let mut texts = vec![String::new()];
    for _ in 0..4 {
        let longer = texts.iter().flat_map(|text| PARTS.map(|part| format!("{text}{part}")));
        texts = longer.collect();
        for text in &texts {
            let mut at = 0;
            for (_, span) in tokens(text) {
                assert!(span.start >= at && span.end > span.start, "{text}: {span:?}");
                at = span.end;
            }
        }
    }
    let found: Vec<Token<'_>> = tokens("e4!!!. e5").map(|(token, _)| token).collect();
    assert_eq!(found, [Token::Move("e4"), Token::UnknownSign("!!!"), Token::Move("e5")]);
}
