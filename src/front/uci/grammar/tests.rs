//! The grammar of UCI: lines of GUIs, of people, and invalid ones.

use proptest::prelude::*;

use super::*;
use crate::control::Limits;
use crate::engine::limit_words::LIMIT_WORDS;
use crate::search::params::MAX_DEPTH;
use crate::shell::{Effect, Session};
use crate::units::MAX_PLY;

/// Parses a line in the start position.
fn parse(line: &str) -> (Result<Request, CommandError>, Aside) {
    let mut aside = Aside::default();
    (super::parse(line, &Position::start(), &mut aside), aside)
}

/// What a line does in a new session that gives no reason for a note.
fn done(line: &str) -> (Effect, Session) {
    let mut session = Session::default();
    match parse(line) {
        (Ok(request), aside) if aside.notes.is_empty() => {
            (session.execute(request).expect(line), session)
        }
        other => panic!("{line}: {other:?}"),
    }
}

fn limits(line: &str) -> Limits {
    let (read, aside) = parse(line);
    assert!(read.is_ok() && aside.notes.is_empty(), "{line}: {aside:?}");
    super::limits(line, &Position::start()).expect(line)
}

fn fen(line: &str) -> String {
    done(line).1.position().to_fen()
}

#[test]
fn rights_of_kings_on_files_of_their_own_count_where_chess960_is_set() {
    const LINE: &str =
        "position fen r1k4r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R b KQkq - 0 1 moves c8h8";
    let read = |chess960| {
        let mut aside = Aside { chess960, ..Aside::default() };
        super::parse(LINE, &Position::start(), &mut aside)
    };
    let mut session = Session::default();
    session.execute(read(true).unwrap()).unwrap();
    let castled = session.position().to_fen();
    assert_eq!(castled, "r4rk1/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQ - 1 2");
    assert!(read(false).is_err(), "left over");
}

#[test]
fn unknown_words_are_skipped() {
    assert!(parse("joho debug on").1.debug && !parse("debug off").1.debug);
    let answer = |line: &str| format!("{:?}", done(line).0);
    assert!(answer("  \t isready  ").contains("ReadyAnswer"));
    assert!(answer("# go infinite").contains("Done") && answer("").contains("Done"));
    let unknown = parse("hello there").0;
    assert!(matches!(unknown, Err(CommandError::UnknownWord(text)) if text == "hello there"));
}

#[test]
fn go_takes_its_words_in_any_order() {
    let one = limits("go wtime 1000 btime 2000 winc 10 binc 20 movestogo 5");
    assert_eq!(one, limits("go movestogo 5 binc 20 btime 2000 junk wtime 1000 winc 10"));
    assert_eq!(one.clock[Color::Black].map(|side| side.increment), Some(Duration::from_millis(20)));
    assert!(one.is_bounded() && !one.infinite);
    assert_eq!(
        limits("go depth 7 nodes 12"),
        Limits { depth: Some(7), nodes: Some(12), ..Limits::default() }
    );
}

#[test]
fn numbers_that_make_no_sense_are_taken_as_the_nearest_that_do() {
    assert_eq!(limits("go depth -3"), Limits::depth(1));
    assert_eq!(limits("go depth"), Limits::depth(1));
    assert_eq!(limits("go depth nodes 5"), Limits { depth: Some(1), ..Limits::nodes(5) });
    assert_eq!(limits("go depth 99999999999999999999").depth, Some(MAX_DEPTH));
    assert_eq!(limits("go movetime 1.5"), Limits::movetime(Duration::from_millis(1)));
    assert_eq!(limits("go movestogo 0 wtime -50").moves_to_go, None);
    assert_eq!(limits("go wtime -50").clock[Color::White], Some(SideClock::default()));
    assert_eq!(limits("go mate").mate, Some(MAX_PLY as u32 / 2));
}

#[test]
fn without_a_limit_a_search_is_endless() {
    assert!(limits("go").infinite);
    assert!(limits("go searchmoves e2e4").infinite);
    assert!(!limits("go ponder wtime 1 btime 1").infinite);
}

#[test]
fn moves_to_search_end_at_the_next_word_of_go() {
    let (read, Aside { notes, .. }) = parse("go searchmoves e2e4 Nf3 0000 e2e4 depth 3");
    assert!(read.is_ok());
    let limits = super::limits("go searchmoves e2e4 Nf3 0000 e2e4 depth 3", &Position::start());
    let moves = ["e2e4", "g1f3"].map(|text| parse_move(&Position::start(), text).unwrap());
    assert_eq!(limits.unwrap(), Limits { search_moves: moves.to_vec(), ..Limits::depth(3) });
    assert_eq!(notes, ["not legal here, so not searched: 0000"]);
}

#[test]
fn one_clock_is_enough() {
    let limits = limits("go btime 2000 binc 20");
    assert_eq!(limits.clock[Color::White], limits.clock[Color::Black]);
}

/// A clock at zero differs from a missing one.
#[test]
fn an_increment_without_a_time_is_the_time() {
    let white = |line: &str| limits(line).clock[Color::White].map(|side| side.remaining);
    assert_eq!(white("go winc 100 binc 100"), Some(Duration::from_millis(100)));
    for left in ["0", "-30"] {
        assert_eq!(white(&format!("go wtime {left} winc 6000")), Some(Duration::ZERO));
    }
}

#[test]
fn options_have_words_in_name_and_value() {
    let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let command = |line: &str| {
        let words = words_of(line);
        let SetOption { name, value } = set_option(&words[1..]);
        (name, value)
    };
    assert_eq!(command("setoption name Move   Overhead value 30"), option("Move Overhead", "30"));
    assert_eq!(
        command("setoption name Debug Log File value a b.txt"),
        option("Debug Log File", "a b.txt")
    );
    assert_eq!(command("setoption name Clear Hash"), option("Clear Hash", ""));
    assert_eq!(command("setoption name SyzygyPath value"), option("SyzygyPath", ""));
    assert_eq!(command("setoption Hash value 3"), option("Hash", "3"));
    assert_eq!(command("setoption"), option("", ""));
}

#[test]
fn positions_are_set_up_and_played_from() {
    assert_eq!(fen("position startpos"), Position::start().to_fen());
    assert_eq!(fen("position startpos moves"), Position::start().to_fen());
    let game = "position startpos moves e2e4 e7e5 Nf3";
    assert!(fen(game).starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq"));
    assert_eq!(fen("position fen 8/8/8/4k3/8/4K3/8/8 w"), "8/8/8/4k3/8/4K3/8/8 w - - 0 1");
    assert_eq!(
        fen("position fen 8/8/8/4k3/8/4K3/8/8 b - - 3 9 moves e5d5"),
        "8/8/8/3k4/8/4K3/8/8 w - - 4 10"
    );
    assert!(fen("position startpos moves 0000").contains(" b KQkq"));
}

#[test]
fn errors_say_where() {
    let error = |line: &str| parse(line).0.unwrap_err().to_string();
    assert!(
        error("position fen startpos").contains("field 1, column 14"),
        "{}",
        error("position fen startpos")
    );
    assert!(error("position fen 8/8/8/4k3/8/4K3/8/8 x - - 0 1").contains("field 2, column 34"));
    assert!(error("position fen 8/8/8/8/8/4K3/8/8 w - - 0 1").contains("has no king"));
    assert!(error("position nowhere").contains("column 10"));
    let illegal = error("position startpos moves e2e4 e2e4");
    assert!(
        illegal.starts_with("move 2 of the list") && illegal.ends_with("(column 30)"),
        "{illegal}"
    );
}

/// Words of UCI lines, in and out of place.
fn nearly_line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        prop::sample::select(&LIMIT_WORDS[..]).prop_map(|(word, ..)| word.to_owned()),
        prop::sample::select(&EXTRAS[..]).prop_map(str::to_owned),
        "uci|isready|ucinewgame|setoption|position|go|stop|ponderhit|debug|register|startpos|fen|moves|name|value|on|off",
        "-?[0-9]{1,22}",
        "[a-h][1-8][a-h][1-8]q?|0000|O-O|Nf3",
        "[1-8PNBRQKpnbrqk]{1,8}(/[1-8PNBRQKpnbrqk]{1,8}){6,8} [wb-] [KQkq-]{1,4} [a-h-][36]? [0-9]{1,3} [0-9]{1,3}",
        "\\PC{0,8}",
    ];
    prop::collection::vec(word, 0..16).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn any_text_is_a_command_or_refused_with_a_place(text in ".*") {
        holds(&text);
    }

    #[test]
    fn any_mixture_of_words_is_a_command_or_refused_with_a_place(text in nearly_line()) {
        holds(&text);
        holds(&format!("position {text}"));
        holds(&format!("position startpos moves {text}"));
        holds(&format!("go {text}"));
    }
}

fn holds(line: &str) {
    match parse(line).0 {
        Err(CommandError::UnknownWord(_)) => {}
        // The grammar of people shows the place below the line.
        Err(_) if line.trim_start().starts_with("resolve") => {}
        Err(error) => {
            let text = error.to_string();
            let column = text.rsplit_once("column ").and_then(|(_, end)| end.strip_suffix(')'));
            let column: usize = column.and_then(|number| number.parse().ok()).unwrap();
            assert!(column >= 1 && column <= line.chars().count() + 1, "{line:?}: {error}");
        }
        Ok(_) if let Some(limits) = super::limits(line, &Position::start()) => {
            assert!(limits.is_bounded() || limits.infinite || limits.ponder, "{line:?}");
            assert!(
                limits.depth.is_none_or(|depth| depth >= 1)
                    && limits.nodes.is_none_or(|nodes| nodes >= 1)
            );
        }
        Ok(_) => {}
    }
}
