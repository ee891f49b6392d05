//! Complete inputs of Popeye: all spellings in each language, and what is rejected.

use std::sync::Arc;
use std::time::Instant;

use super::super::run::{Posed, SuiteItem};
use super::*;
use crate::commands::tools::suite::view::SuiteEvent;
use crate::commands::tools::suite::{Attempt, LeftOut, SuiteRow};
use crate::control::StopFlag;
use crate::proof::stipulation::Intended;
use crate::prove::solvers::{ProblemTask, Solution, Solvers};

fn read(text: &str) -> SuiteFile {
    read_input(text.as_bytes()).expect(text)
}

/// Returns the name, the stipulation and the position of each problem.
fn problems(file: &SuiteFile) -> Vec<(String, String, String)> {
    let problem = |item: &SuiteItem| {
        let stipulation = item.goal.problem.unwrap().stipulation.to_string();
        (item.id.clone(), stipulation, item.position.to_fen())
    };
    file.items.iter().map(problem).collect()
}

fn refused(text: &str) -> String {
    let file = read(text);
    assert!(file.items.is_empty(), "{text}: {:?}", problems(&file));
    file.left_out.bad.join("; ")
}

const INPUT: &str = "\
    BeginProblem\n\
    Author Somebody\n\
    Stip h#2 Option SetPlay Intelligent MaxSol 5\n\
    Pieces White Kf1, Sb1 Pa2b2; Black Kd4 q e5\n\
    Twin Move f1 g1\n\
    Twin Cont Exchange g1 b1 Rem b2\n\
    Twin Add Black Rh8 Stip h#2.5\n\
    NextProblem\n\
    Forsyth 7k/8/8/8/8/8/R/R3K\n\
    Stipulation #2\n\
    Option Try Defence 3 Variation\n\
    Next\n\
    Forsyth 8/8/8/8/8/8/N7/K1k5\n\
    Stip #2\n\
    Next\n\
    Forsyth k7/8/K7/8/8/8/8/8\n\
    Stip ser-h#3\n\
    Condition Circe\n\
    EndProblem\n";

#[test]
fn problems_twins_and_options_are_read() {
    assert!(read_input(b"7k/8/8/8/8/8/R7/1R2K3 w - - bm #2;").is_none());
    let file = read(INPUT);
    let expected = [
        ("a) Somebody", "h#2", "8/8/8/4q3/3k4/8/PP6/1N3K2 b - - 0 1"),
        ("b) Somebody", "h#2", "8/8/8/4q3/3k4/8/PP6/1N4K1 b - - 0 1"),
        ("c) Somebody", "h#2", "8/8/8/4q3/3k4/8/P7/1K4N1 b - - 0 1"),
        ("d) Somebody", "h#2.5", "7r/8/8/4q3/3k4/8/PP6/1N3K2 w - - 0 1"),
        ("", "#2", "7k/8/8/8/8/8/R7/R3K3 w Q - 0 1"),
    ];
    let expected = expected.map(|(id, stip, fen)| (id.into(), stip.into(), fen.into()));
    assert_eq!(problems(&file), expected);
    let posed = |number: usize| file.items[number].goal.problem.unwrap();
    assert!(posed(0).set_play && posed(3).set_play && !posed(4).set_play);
    assert!(posed(4).variations && !posed(0).variations);
    assert_eq!((posed(0).refutations, posed(4).refutations), (None, Some(3)));
    assert_eq!(file.left_out.passed_over, ["line 3: option MaxSol"]);
    assert_eq!(
        file.left_out.bad,
        [
            "line 13 of Popeye's input: \"N\" is no orthodox piece",
            "line 18 of Popeye's input: the fairy condition Circe is not supported"
        ]
    );
}

/// The same problem in three languages.
#[test]
fn three_languages_say_the_same() {
    let english = "\u{feff}BeginProblem\r\nAuthor M\u{fc}ller\r\nRemark Kings are not named\r\n\
        Pieces White Kd1 Qg4 Re8 Bb1 Se7 Pb6d4 Black Kd6 Bc1\r\nStipulation s#2\r\n\
        Option SetPlay Variations NoThreat\r\nTwin Remove b6\r\nNextProblem\r\n\
        Forsyth 7k/8/8/8/8/8/R/R3K\r\nStipulation #2\r\nEndProblem\r\n";
    let german = "Anfang\nAutor M\u{fc}ller\nBemerkung Ein Stein\nSteine Wei\u{df} Kd1 Dg4 Te8 Lb1 Se7 Bb6d4 \
        Schwarz Kd6 Lc1\nForderung S#2\nOption Satzspiel Varianten OhneDrohung\nZwilling entferne b6\n\
        N\u{e4}chstesProblem\nForsyth 7k/8/8/8/8/8/T/T3K\nForderung #2\nEnde\n";
    let french = "D\u{e9}butProbl\u{e8}me\nAuteur M\u{fc}ller\nRemarque rien\nPi\u{e8}ces Blanc Rd1 Dg4 Te8 Fb1 Ce7 Pb6d4 \
        Noir Rd6 Fc1\n\u{c9}nonc\u{e9} s#2.0\nOption Apparent Variantes SansMenace\nJumeau ote b6\n\
        ProchainProbl\u{e8}me\nForsyth 7r/8/8/8/8/8/T/T3R\nEnonce #2\nFinProbleme\n";
    let expected = problems(&read(english));
    assert_eq!(expected.len(), 3);
    assert_eq!(expected[0].0, "a) M\u{fc}ller");
    assert_eq!(problems(&read(german)), expected);
    assert_eq!(problems(&read(french)), expected);
    // Old files are Latin-1.
    let latin: Vec<u8> = german.chars().map(|letter| letter as u8).collect();
    assert_eq!(problems(&read_input(&latin).unwrap()), expected);
}

#[test]
fn options_that_change_the_question_are_understood_or_refused() {
    let board =
        "BeginProblem\nPieces White Ke1 Rh1 Pa5 Black Kg8 Pb5 Rb8\nStipulation STIP\nOption ";
    let with = |stipulation: &str, option: &str| {
        read(&format!("{}{option}\nEndProblem\n", board.replace("STIP", stipulation)))
    };
    let fens = |stipulation: &str, option: &str| -> Vec<(String, String)> {
        let file = with(stipulation, option);
        assert!(file.left_out.bad.is_empty(), "{option}: {:?}", file.left_out.bad);
        problems(&file).into_iter().map(|(_, stip, fen)| (stip, fen)).collect()
    };
    let plain = |turn: &str, rights: &str, passed: &str| {
        format!("1r4k1/8/8/Pp6/8/8/8/4K2R {turn} {rights} {passed} 0 1")
    };
    let (two, help) = ("#2".to_owned(), "h#2".to_owned());
    let short = "h#1.5".to_owned();
    for option in
        ["NoBoard", "Intelligent 3 NoThreat", "MaxSolutions 5 MaxTime 10", "Beep 2 Variation"]
    {
        assert_eq!(fens("#2", option), [(two.clone(), plain("w", "K", "-"))], "{option}");
    }
    assert_eq!(fens("#2", "NoCastling h1"), [(two.clone(), plain("w", "-", "-"))]);
    assert_eq!(fens("#2", "EnPassant b6"), [(two.clone(), plain("w", "K", "b6"))]);
    assert_eq!(fens("#2", "EnPassant b7b6b5"), [(two.clone(), plain("w", "K", "b6"))]);
    assert_eq!(fens("#2", "WhiteToPlay"), [(two.clone(), plain("w", "K", "-"))]);
    // Popeye omits Black's first move.
    assert_eq!(fens("h#2", "WhiteToPlay"), [(short, plain("w", "K", "-"))]);
    assert_eq!(fens("#2", "HalfDuplex"), [(two.clone(), plain("b", "K", "-"))]);
    let both = [(two.clone(), plain("w", "K", "b6")), (two, plain("b", "K", "-"))];
    assert_eq!(fens("#2", "Duplex EnPassant b6"), both);
    let both = [(help.clone(), plain("b", "K", "-")), (help, plain("w", "K", "-"))];
    assert_eq!(fens("h#2", "Duplex"), both);
    let names = with("#2", "Duplex");
    let names: Vec<&str> = names.items.iter().map(|item| item.id.as_str()).collect();
    assert_eq!(names, ["White begins", "Black begins"]);
    for option in [
        "PostKeyPlay",
        "Quodlibet",
        "NullMoves",
        "Threat 1",
        "NonTrivial 0 1",
        "StartMoveNumber 3",
        "CastlingMutuallyExclusive a1h8",
        "MaxFlightsquares 2",
    ] {
        let word = option.split(' ').next().unwrap();
        let why = with("#2", option).left_out.bad;
        assert_eq!(why, [format!("line 4 of Popeye's input: the option {word} is not supported")]);
    }
    let why = |option: &str| with("#2", option).left_out.bad.join("; ");
    assert_eq!(why("Sorcery"), "line 4 of Popeye's input: the option Sorcery is not known");
    assert!(why("No").contains("the option No is not known"));
    assert!(why("NoCastling").contains("has no squares"), "{}", why("NoCastling"));
    assert!(why("EnPassant c6").contains("no pawn can just have moved"), "{}", why("EnPassant c6"));
    assert!(why("Duplex HalfDuplex").contains("exclude each other"));
}

#[test]
fn what_is_not_understood_is_named_with_its_line() {
    let why = refused("BeginProblem\nStipulatoin #2\nPieces White Kg6 Ra1 Black Kg8\nEndProblem\n");
    assert_eq!(why, "line 2 of Popeye's input: \"Stipulatoin\" is no word of Popeye's");
    let why = refused("Anfang\nSteine Weiss Kg6 Qa1 Schwarz Kg8\nForderung #2\nEnde\n");
    assert_eq!(why, "line 2 of Popeye's input: \"Qa1\" is no orthodox piece with its squares");
    let why = refused("Anfang\nSteine Weiss Kg6 Ta1\nForderung #2\nEnde\n");
    assert!(why.contains("Black has no king") && !why.contains("FEN"), "{why}");
    let why = refused("BeginProblem\nPieces White Kg6 Ra1 Black Kg8\nEndProblem\n");
    assert!(why.contains("there is no stipulation"), "{why}");
    let why =
        refused("BeginProblem\nPieces White Kg6 Ra1 Black Kg8 Neutral Sb1\nStip #2\nEndProblem\n");
    assert!(why.contains("Neutral men are not supported"), "{why}");
}

#[test]
fn twins_change_the_diagram_in_every_way() {
    let twin = |change: &str| {
        let file = read(&format!(
            "BeginProblem\nPieces White Kb1 Sc3 Black Kd8\nStipulation h#2 2.1.1.1\nTwin {change}\nEndProblem\n"
        ));
        assert!(file.left_out.bad.is_empty(), "{change}: {:?}", file.left_out.bad);
        let posed = file.items[1].goal.problem.unwrap();
        (problems(&file).remove(1).2, posed.stipulation.to_string(), posed.intended)
    };
    for (change, placement) in [
        ("PolishType", "3K4/8/8/8/8/2n5/8/1k6"),
        ("Rotate 180", "6K1/8/5N2/8/8/8/8/4k3"),
        ("Mirror a1<-->h1", "4k3/8/8/8/8/5N2/8/6K1"),
        ("Shift b1 c1", "4k3/8/8/8/8/3N4/8/2K5"),
        ("Substitute S B", "3k4/8/8/8/8/2B5/8/1K6"),
        ("Move b1 a1 Remove c3", "3k4/8/8/8/8/8/8/K7"),
    ] {
        let (fen, stipulation, intended) = twin(change);
        assert_eq!(fen, format!("{placement} b - - 0 1"), "{change}");
        assert_eq!((stipulation.as_str(), intended), ("h#2", Some(Intended(2))));
    }
    let (_, stipulation, intended) = twin("Stipulation h=2 Move b1 a1");
    assert_eq!((stipulation.as_str(), intended), ("h=2", None));
}

#[test]
fn what_goes_on_from_a_refused_twin_is_refused() {
    let read = |second: &str| {
        let text = "BeginProblem\nPieces White Kf6 Ra2 Black Kh8\nStipulation #2 2\n\
            Twin Condition Circe\nTwin SECOND\nEndProblem\n";
        read(&text.replace("SECOND", second))
    };
    let names = |file: &SuiteFile| -> Vec<String> {
        problems(file).into_iter().map(|(name, ..)| name).collect()
    };
    let continued = read("Continued Move a2 a3");
    assert_eq!(names(&continued), ["a)"]);
    let why = "line 4 of Popeye's input: the fairy condition Circe is not supported";
    assert_eq!(continued.left_out.bad, [why, why]);
    let anew = read("Move a2 a3");
    assert_eq!((names(&anew), anew.left_out.bad.len()), (vec!["a)".into(), "c)".into()], 1));
}

#[test]
fn pieces_and_forsyth_add_up() {
    let fens = |board: &str| -> Vec<String> {
        let file = read(&format!("BeginProblem\n{board}\nStipulation #2\nEndProblem\n"));
        problems(&file).into_iter().map(|(.., fen)| fen).collect()
    };
    let expected = ["7k/8/5K2/8/8/8/R7/8 w - - 0 1"];
    assert_eq!(fens("Forsyth 7k/8/5K2/8/8/8/R7/8"), expected);
    assert_eq!(fens("Forsyth 7k/8/8/8/8/8/R7/8\nPieces White Kf6"), expected);
    assert_eq!(fens("Pieces White Kf6\nForsyth 7k/8/8/8/8/8/R7/8"), expected);
    // The next problem begins with an empty board.
    let two = fens("Pieces White Ra1\nStipulation #2\nNextProblem\nForsyth 7k/8/5K2/8/8/8/R7/8");
    assert_eq!(two, expected);
}

#[test]
fn twins_beyond_the_alphabet_are_numbered() {
    let twins = "Twin Continued Shift a1 a1\n".repeat(27);
    let file = read(&format!(
        "BeginProblem\nForsyth 7k/8/5K2/8/8/8/R7/8\nStipulation #2\n{twins}EndProblem\n"
    ));
    let names: Vec<&str> = file.items.iter().map(|item| item.id.as_str()).collect();
    assert_eq!((names[0], &names[24..]), ("a)", &["y)", "z)", "z1)", "z2)"][..]));
}

/// With a comma, as in German decimals, another stipulation would be solved.
#[test]
fn a_number_joined_by_a_comma_is_refused() {
    let with = |stipulation: &str| {
        format!("Anfang\nSteine Weiss Kg6 Ta1 Schwarz Kg8\nForderung {stipulation}\nEnde\n")
    };
    for stipulation in ["h#2,5", "h#2;5", "h#2 2,1"] {
        let why = refused(&with(stipulation));
        assert!(why.contains("line 3 of Popeye's input: a number is joined to "), "{why}");
    }
    assert_eq!(problems(&read(&with("h#2, 5")))[0].1, "h#2");
}

#[test]
fn what_stands_before_continued_is_not_lost_unseen() {
    let with = |twin: &str| {
        format!(
            "BeginProblem\nPieces White Kf6 Ra2 Black Kh8\nStipulation #2\nTwin Move a2 a3\nTwin {twin}\nEndProblem\n"
        )
    };
    assert_eq!(read(&with("Continued Move f6 f5")).items.len(), 3);
    let file = read(&with("Move f6 f5 Continued"));
    let why = "line 5 of Popeye's input: Continued has to stand before the changes of a twin";
    assert_eq!((file.items.len(), &file.left_out.bad[..]), (2, &[why.to_owned()][..]));
}

fn solved(item: &SuiteItem) -> Solution {
    let Posed { stipulation, intended, set_play, refutations, .. } = item.goal.problem.unwrap();
    let (root, nodes) = (item.position, None);
    let problem = ProblemTask { root, stipulation, intended, set_play, refutations, nodes };
    Solvers::new(1, 1, Arc::default()).solve(&problem, &StopFlag::new()).unwrap()
}

/// The numbers of solutions, short ones included, and of tries, as Popeye 4.104 counts them.
#[test]
fn counts_are_those_of_popeye() {
    let guarded = "White Kh1 Qd1 Pg2h2 Black Ke8 Rb8 Qe7";
    for (stipulation, men, solutions, tries) in [
        ("h#2", "White Qa1 Rb1 Black Kh8", 10, None),
        ("#2", "White Kc2 Pg7 Black Ka1", 1, Some(3)),
        ("r#1", guarded, 7, Some(0)),
        ("r#2", guarded, 14, Some(4)),
        ("r#1", "White Ka1 Rd1e1 Pg2h2 Black Kh8 Rb8 Qe7 Pg7h7", 16, None),
        ("ser-#2", "White Sc8 Pc5 Bh3 Black Ka6 Pa5a7b7", 1, None),
    ] {
        let option = if tries.is_some() { "Try" } else { "NoWK" };
        let text = format!("BeginProblem\nStip {stipulation}\nOption {option}\nPieces {men}\n");
        let file = read(&text);
        let solution = solved(file.items.first().unwrap_or_else(|| panic!("{:?}", file.left_out)));
        let found = (solution.solutions() + solution.short_and_full().0.len(), solution.tries);
        assert_eq!((found.0, found.1.map(|tries| tries.len())), (solutions, tries), "{text}");
    }
}

#[test]
fn a_king_may_be_missing_where_the_stipulation_needs_none() {
    let with = |stipulation: &str, men: &str| {
        let text = format!("BeginProblem\nStipulation {stipulation}\nPieces {men}\nEndProblem\n");
        let file = read(&text);
        file.left_out.bad.first().map(|why| why.rsplit(": ").next().unwrap().to_owned())
    };
    let (no_white, no_black) = ("White Qa1 Rb1 Black Kh7", "White Kh7 Black Qa1 Rb1");
    for stipulation in ["#2", "=2", "h#2", "h=2.5", "ser-#3", "ser-h#3"] {
        assert_eq!(with(stipulation, no_white), None, "{stipulation}");
        let why = with(stipulation, no_black).unwrap();
        assert!(why.starts_with("Black has no king, and in "), "{why}");
    }
    for stipulation in ["s#2", "r#2", "semi-r#2", "hs#2"] {
        let why = with(stipulation, no_white).unwrap();
        assert!(why.ends_with("both sides need one"), "{why}");
    }
    let why = with("h#2", "White Qa1 Black Rb1").unwrap();
    assert!(why.contains("White has no king; Black has no king"), "{why}");
}

#[test]
fn what_says_nothing_about_the_problem_costs_nothing() {
    let board = "7k/8/5K2/8/8/8/R7/8";
    let expected = [(String::new(), "#2".to_owned(), format!("{board} w - - 0 1"))];
    for (text, notes) in [
        ("BeginProblem\nForsyth BOARD w - - 0 1\nStipulation #2\nEndProblem\n", 1),
        ("BeginProblem\nForsyth BOARD b KQkq e3 0 1 Stipulation #2\nEndProblem\n", 1),
        ("BeginProblem\nForsyth BOARD b\nStipulation #2 vv\nOption NoBoard\nEndProblem\n", 2),
        ("BeginProblem:\nForsyth: BOARD\nStipulation: #2\nEndProblem\n", 0),
        ("BeginProblem\nForsyth BOARD (2+1)\nStipulation #2*vv C+ sound\nEndProblem\n", 3),
        ("From a book:\n\n  BeginProblem\nForsyth BOARD\nStip #2\nEndProblem\nThe end, next.\n", 0),
        ("beg\nForsyth BOARD\nStip #2 Option NoBoard\nEndProblem and so on\nStip h#3\n", 0),
    ] {
        let file = read(&text.replace("BOARD", board));
        assert_eq!(problems(&file), expected, "{text}");
        let LeftOut { bad, passed_over, .. } = file.left_out;
        assert_eq!((bad.len(), passed_over.len()), (0, notes), "{text}: {bad:?} {passed_over:?}");
    }
    // A word that is almost another would be lost with all that it asks.
    let why = refused("BeginProblem\nForsyth 7k/8/5K2/8/8/8/R7/8\nStipulation #2 Condtion Circe\n");
    assert!(why.contains("\"Condtion\" is no word of Popeye's"), "{why}");
    let epd = "7k/8/5K2/8/8/8/R7/8 w - - bm #2; id \"Begin anew\";\nBegin\n";
    assert!(read_input(epd.as_bytes()).is_none());
}

#[test]
fn problems_of_olive_and_yacpdb_are_read() {
    let text = "---\n\
        authors:\n- \"Somebody\"\n- Another\nsource: A book\n\
        algebraic:\n  white: [Kf1, Sb1, Pa2, Pb2]\n  black:\n  - Kd4\n  - Qe5\n\
        stipulation: \"h#2\"\nintended-solutions: 2.1.1.1\noptions:\n- SetPlay\n- Duplex\n\
        twins:\n  b: \"Move f1 g1\"\n  c: 'Continued Remove b2'\n\
        solution: |\n  1.Ke3 Kg1\n  ---\nkeywords: [Twins]\n\
        ---\nalgebraic: {white: [Kf6, Ra2], black: [Kh8]}\nstipulation: \"#2\"\ntwins: {a: Move a2 a3, b: Move a2 a4}\n\
        ---\nalgebraic: {white: [Kf6, Ra2], black: [Kh8]\nstipulation: \"#2\"\n\
        ---\nalgebraic: {white: [Kf6, Gra2], black: [Kh8]}\nstipulation: \"#2\"\n";
    let file = read(text);
    let named: Vec<(String, String, String)> = problems(&file);
    assert_eq!(named.len(), 8, "{named:?}");
    let fen = "8/8/8/4q3/3k4/8/PP6/1N3K2 b - - 0 1".to_owned();
    assert_eq!(named[0], ("a) Somebody, Another, Black begins".to_owned(), "h#2".to_owned(), fen));
    assert_eq!(named[4].2, "8/8/8/4q3/3k4/8/P7/1N4K1 b - - 0 1");
    assert_eq!(named[6].2, "7k/8/5K2/8/8/R7/8/8 w - - 0 1");
    let posed = file.items[0].goal.problem.unwrap();
    assert_eq!((posed.intended, posed.set_play), (Some(Intended(2)), true));
    let bad = &file.left_out.bad;
    assert!(bad.len() == 2 && bad[0].contains("not YAML: ") && bad[1].contains("Gra2"), "{bad:?}");
    let deep = format!("algebraic: {}{}\n", "[".repeat(9_000), "]".repeat(9_000));
    assert!(read(&deep).items.is_empty());
}

/// JSON has the mating moves of set play, as the page does.
#[test]
fn set_play_that_ends_with_the_reply_says_so() {
    let item = read(
        "BeginProblem\nPieces White Kh1 Pg2h2 Black Ke8 Rb8\nStipulation s#2\nOption SetPlay\nEndProblem\n",
    )
    .items
    .remove(0);
    let solution = solved(&item);
    let row = SuiteRow::new(&item, Attempt::Problem(Box::new(solution)), 0, Instant::now());
    let event = SuiteEvent { item, row, counts: None, certificate: None };
    let json = serde_json::to_string(&event).unwrap();
    assert!(json.contains(r#"{"reply":"Rb1#","answers":[],"ends":true}"#), "{json}");
}
