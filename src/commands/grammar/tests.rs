//! The prompt's grammar.

mod asked;

use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::chess::{Color, MoveError, san};
use crate::commands;
use crate::commands::search::go;
use crate::commands::tests::TestUser;
use crate::commands::tools::perft::PerftAnswer;
use crate::control::Limits;
use crate::engine::limit_words::{LIMIT_WORDS, LimitKind, LimitSet, Speaker};
use crate::shell::parse::setup::SetUp;
use crate::shell::parse::typed_moves::Play;
use crate::shell::tests::{arguments, jobs_of};

fn at_start(line: &str) -> Result<Request, ParseError> {
    parse(line, &Position::start())
}

/// Returns what a line does in a new session, or what it starts.
fn act(line: &str) -> String {
    let mut user = TestUser::new();
    let effect = user.session.execute(at_start(line).expect(line));
    format!("{effect:?} {}", jobs_of(&mut user.session))
}

/// Parses the moves of a line.
fn moves(line: &str, position: &Position) -> Play {
    assert!(parse(line, position).is_ok(), "{line}");
    typed_moves::read(line, 0, position).expect(line)
}

fn position_of(line: &str) -> SetUp {
    assert!(at_start(line).is_ok(), "{line}");
    fen_and_moves(line, 0).expect(line)
}

fn error(line: &str) -> String {
    at_start(line).unwrap_err().to_string()
}

fn limits(line: &str) -> Limits {
    arguments((line, 1), |reader| go::read(reader, None)).limits
}

#[test]
fn show_takes_a_word() {
    assert_ne!(act("show"), act("show --big"));
    assert!(act("show").contains("BoardAnswer") && act("show --big").contains("BoardAnswer"));
    assert!(at_start("show control").is_ok() && at_start("show bits").is_ok());
    assert!(at_start("show small").is_err() && at_start("show bits control").is_err());
}

#[test]
fn a_capture_with_spaces_is_a_move_though_its_file_names_a_command() {
    let before = moves("e4 d5", &Position::start());
    assert_eq!(moves("e x d5", before.line.game().position()).line.moves(), 1);
    assert!(at_start("e raw").is_ok());
}

#[test]
fn nothing_and_comments() {
    for line in ["", "   ", "\t", "# a comment", "  # go"] {
        let request = at_start(line).unwrap();
        assert_eq!(request.terms, free(AtOnce).silent(), "{line:?}");
        assert!(act(line).contains("Done"), "{line:?}");
    }
    assert_eq!(act("show # the board"), act("show"));
    let logged = position_of("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1 moves e2e4 Ke6");
    assert_eq!(logged.steps.len(), 2);
    let wrong = at_start("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1 moves e2e5").unwrap_err();
    assert_eq!(wrong.span, Some(38..42), "{wrong}");
    assert_eq!(act("show # the board"), act("show #"));
    for line in [
        "echo Game #1",
        "alias m3 proof #3",
        "comment [%eval #3] White mates",
        "tag Event Club # 3",
    ] {
        let mut user = TestUser::new();
        // A comment is shown when it is asked for.
        let shown = format!("{:?} {:?}", user.done(line), user.try_to("comment"));
        assert!(shown.contains(line.split_once('#').unwrap().1), "{shown}");
    }
    let saves = at_start("save game#1.pgn").unwrap();
    assert!(format!("{:?}", saves.files).contains("game#1.pgn"));
    assert!(error("save game #1.pgn").contains("#1.pgn"));
    let deep = |levels: usize| at_start(&("time ".repeat(levels) + "fen"));
    assert!(deep(16).is_ok());
    for line in ["time ".repeat(20_000) + "fen", "picture a.svg ".repeat(20_000) + "fen"] {
        assert!(error(&line).contains("more than 16 deep"), "{}", error(&line));
    }
    assert!(act("echo \"a # b\"").contains("a # b"));
}

#[test]
fn commands_and_their_arguments() {
    let mut user = TestUser::new();
    user.done("1. e4 e5 2. Nf3 Nc6 3. Bb5");
    for (line, ply) in [("undo", 4), ("u 4", 0), ("goto 2b", 3), ("goto end", 5), ("goto start", 0)]
    {
        user.done(line);
        assert_eq!(user.session.timeline.game().ply(), ply, "{line}");
    }
    user.done("new 960 5");
    assert_eq!(Some(*user.session.position()), Position::chess960(5));
    for (text, number) in [("RKRBBQNN", None), ("rnbqkbnr", Some(518)), ("BBQNNRKR", Some(0))] {
        user.done(&format!("new 960 {text}"));
        let position = *user.session.position();
        assert!(position.to_fen()[..8].eq_ignore_ascii_case(text), "{text}");
        assert!(number.is_none_or(|number| Position::chess960(number) == Some(position)));
    }
    let refused = at_start("new 960 RRKBBQNN").unwrap_err().to_string();
    assert!(refused.contains("is no first rank of Chess960"), "{refused}");
    assert!(act("goto 12b").contains("there is no move 12"), "{}", act("goto 12b"));
    assert!(act("see d5").contains("has no capture on d5"), "{}", act("see d5"));
    assert!(act("help qs").contains("Command(resolve)"), "{}", act("help qs"));
    assert!(act("help proof tree").contains("Command(proof tree)"));
    assert!(act("help mate export").contains("Command(proof export)"));
    let counted = TestUser::new().done("perft 3 divide expect 8902");
    let PerftAnswer { depth, expected, divide, .. } = counted.of().unwrap();
    assert_eq!((*depth, expected.map(|count| count.0), divide.len()), (3, Some(8902), 20));
    assert!(at_start("perft --suite \"a b.epd\" --depth 4").is_ok());
}

#[test]
fn settings() {
    for (line, name, value) in [
        ("set extension.check 0", "extension.check", "0"),
        ("set Move Overhead 20", "Move Overhead", "20"),
        ("set go.default = 1M", "go.default", "1M"),
        ("set hash=64", "hash", "64"),
        ("setoption name Clear Hash", "Clear", "Hash"),
        ("setoption name Debug Log File value /tmp/a b", "Debug Log File", "/tmp/a b"),
    ] {
        let rest = line.split_once(' ').unwrap().1;
        let texts: Vec<&str> = rest.split(' ').collect();
        let set = set::name_and_value(rest, &texts);
        assert_eq!(set, (name.to_owned(), value.to_owned()), "{line}");
    }
    assert_eq!(act("hash 2"), act("set hash 2"));
    assert_eq!(act("isatty stderr no"), act("set terminal.errors no"));
    assert_eq!(act("isatty stdout no"), act("isatty no"));
    assert_eq!(act("isatty"), act("get terminal"));
}

#[test]
fn limits_of_a_search() {
    assert_eq!(limits("go"), Limits::default());
    assert_eq!(limits("go d20").depth, Some(20));
    assert_eq!(limits("go depth 20 nodes 100k").nodes, Some(100_000));
    assert_eq!(limits("go 250ms").movetime, Some(Duration::from_millis(250)));
    assert_eq!(limits("go movetime 250").movetime, Some(Duration::from_millis(250)));
    assert!(limits("go inf").infinite);
    let clock = limits("go wtime 1000 btime 2000 winc 10 movestogo 5");
    assert_eq!(clock.clock[Color::Black].map(|side| side.remaining), Some(Duration::from_secs(2)));
    let only = limits("go only Nf3 e2e4 d5 except c4");
    assert_eq!((only.search_moves.len(), only.excluded_moves.len(), only.depth), (2, 1, Some(5)));
    assert_eq!(arguments(("go d12 lines 3", 1), |reader| go::read(reader, None)).lines, Some(3));
    assert_eq!(act("top 3 d12"), act("go d12 lines 3"));
}

#[test]
fn wrong_arguments_are_named() {
    assert_eq!(error("go 10"), "10 what? 10s is seconds, d10 is depth, 10k is thousands of nodes");
    assert!(error("go fast").contains("\"fast\" is no limit"));
    assert_eq!(error("undo many"), "the number of steps must be a number, got \"many\"");
    assert_eq!(error("undo 0"), "the number of steps must be from 1 to 100000, got 0");
    assert_eq!(error("flip over"), "`flip` does not understand \"over\"; it takes no arguments");
    assert_eq!(
        error("perft"),
        "the depth is missing: perft DEPTH [divide] [expect N] | --suite FILE [--depth N]"
    );
    assert!(error("go only Ke9").contains("Ke9"));
    assert!(error("go only").contains("needs moves"));
    assert!(error("help analize").contains("did you mean `analyze`"));
    assert!(error("assert beauty > 3").contains("cannot be asserted"));
}

#[test]
fn assertions() {
    let mut user = TestUser::new();
    user.done("go d2 only e4");
    user.done("assert best in Nf3, e4");
    let refused = user.refused("assert best in Nf3, d4");
    assert!(refused.starts_with("best in Nf3 d4 does not hold: best is e4"), "{refused}");
}

#[test]
fn moves_are_read_together() {
    let play = moves("1. e4 e5 2. Bc4 Nc6 3. Qh5", &Position::start());
    assert_eq!((play.line.moves(), play.new_game, &play.notes[..]), (5, false, &[][..]));
    let Err(refused) = at_start("e4 e5 Nf5") else { panic!() };
    assert_eq!(refused.span, Some(6..9));
    let text = refused.to_string();
    assert!(
        text.starts_with("move 3 of 3: no white knight can reach f5; knight moves here: "),
        "{text}"
    );
    assert!(text.ends_with("nothing was played"), "{text}");
    let Err(refused) = at_start("Nf5") else { panic!() };
    assert!(!refused.to_string().contains("nothing was played"));
}

#[test]
fn numbers_of_moves() {
    let later = Position::start()
        .play(crate::chess::notation::parse_move(&Position::start(), "e4").unwrap());
    let play = moves("1. d4 d5", &later);
    assert!(play.new_game);
    assert!(play.notes[0].contains("this is a new game"));
    let play = moves("5... e5", &later);
    assert!(!play.new_game);
    assert_eq!(play.notes, ["the text says move 5, the board is at move 1"]);
}

#[test]
fn positions_stand_alone() {
    for line in [
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7_w_-_-_0_1",
        "fen 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w",
        "position fen 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1 moves Kb1 a7b7",
        "pos 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -",
    ] {
        assert_eq!(at_start(line).expect(line).terms, sets(Concurrent), "{line}");
        let told = act(line);
        assert!(told.contains("Changed") || told.contains("cannot"), "{line}: {told}");
    }
    let wrong = at_start("  8/8/8/8/8/8/8/K6k w - - x").unwrap_err();
    assert_eq!(wrong.span, Some(26..27));
    assert!(wrong.to_string().contains("half-move clock"), "{wrong}");
    let wrong = at_start("position startpos moves e4 e6 Ke8").unwrap_err();
    assert_eq!(wrong.span, Some(30..33));
}

/// A suggestion by letters: five letters, one of them wrong, and the line can be typed then.
#[test]
fn unknown_words_get_a_suggestion_or_none() {
    assert_eq!(
        error("resovle"),
        "\"resovle\" is neither a command nor a move here; did you mean `resolve`?"
    );
    for (said, meant) in [
        ("qui", "quit"),
        ("anlyze off", "analyze off"),
        ("pieses figures", "pieces figures"),
        ("my.pgn", "load my.pgn"),
    ] {
        assert!(error(said).ends_with(&format!("did you mean `{meant}`?")), "{}", error(said));
    }
    for none in ["shwo", "xyzzy", "ok", "e9", "anlyze of", "héllo wörld", "moev"] {
        assert!(error(none).ends_with("; `help` lists what can be typed"), "{}", error(none));
    }
    for (said, meant) in [
        ("q", "quit"),
        ("version", "info"),
        ("analyse", "analyze"),
        ("next", "redo"),
        ("takeback", "undo"),
        ("theme dark", "set theme dark"),
        ("MultiPV 3", "set MultiPV 3"),
        ("skill level 5", "set skill level 5"),
        ("go perft 2", "perft 2 divide"),
        ("ucinewgame", "new"),
        ("/help", "help"),
        ("quit()", "quit"),
        ("help theme", "get theme"),
        ("profile", "get profile"),
        ("help hotkeys", "help keys"),
        ("help scripts", "help scripting"),
        ("help epd", "help notation"),
        ("help colours", "help output"),
        ("help elo", "help play"),
        ("help clocks", "help level"),
    ] {
        assert_eq!(act(said), act(meant), "{said}");
    }
}

/// An open comment was reported as an unknown first word.
#[test]
fn what_is_left_open_is_told_as_such() {
    assert!(error("1. e4 e5 2. Nf3 Nc6 {open").contains("comment is not closed"));
    assert!(error("e4 (d4").contains("variation is not closed"));
}

/// All commands use the same words for limits.
#[test]
fn limits_are_said_alike_everywhere() {
    for (short, long) in
        [("proof 2 5s", "proof 2 movetime 5s"), ("play white d5 1k", "play white depth 5 nodes 1k")]
    {
        assert_eq!(act(short), act(long), "{short}");
        assert!(at_start(short).is_ok(), "{short}: {:?}", at_start(short));
    }
    for line in ["solve a.epd 5s", "suite a.epd d5"] {
        assert!(at_start(line).is_ok(), "{line}");
    }
    assert!(error("solve a.epd ------jobs 2").contains("unexpected argument"));
}

/// Every word of a limit at every command with limits: accepted if it is in the command's set, else rejected by name.
#[test]
fn every_word_of_a_limit_is_typed_at_every_door() {
    let doors = [
        ("go", LimitSet::SEARCH),
        ("threat", LimitSet::SEARCH),
        ("top 3", LimitSet::SEARCH),
        ("level", LimitSet::MOVE),
        ("play white", LimitSet::MOVE),
        ("proof", LimitSet::PROOF),
        ("proof set", LimitSet::PROOF),
        ("proof resume", LimitSet::PROOF),
        ("tries", LimitSet::PROOF),
        ("suite a.epd", LimitSet::POSITION),
        ("annotate a.pgn", LimitSet::POSITION),
        ("solve a.epd", LimitSet::PROBLEM),
        ("solve -", LimitSet::LINE),
        ("label -", LimitSet::LINE),
        ("annotate -", LimitSet::LINE),
        ("compare", LimitSet::BARE_NODES),
    ];
    for (door, set) in doors {
        for (word, kind, speaker) in LIMIT_WORDS {
            // `go` and `top` have lists of moves and numbers of lines, which are no limits.
            if matches!(kind, LimitKind::Only | LimitKind::Except | LimitKind::Lines)
                || kind == LimitKind::Perft && door == "go"
            {
                continue;
            }
            let example = kind.example();
            let line = match example.rsplit(' ').next() {
                Some(value) if example != word && kind != LimitKind::Infinite => {
                    format!("{door} {word} {}", value.trim_start_matches('d'))
                }
                _ => format!("{door} {word}"),
            };
            let read = at_start(&line);
            let first = door.split(' ').next().unwrap();
            if set.0.contains(&kind) && speaker != Speaker::Gui {
                assert!(read.is_ok(), "{line}: {read:?}");
                if super::super::find(first).is_none_or(|spec| spec.options().is_empty()) {
                    assert_eq!(act(&line), act(&format!("{door} {example}")), "{line}");
                }
                let twice = format!("{line} {example}");
                assert!(error(&twice).contains("given twice"), "{}", error(&twice));
            } else {
                let told = read.expect_err(&line).to_string();
                assert!(told.contains(word), "{line}: {told}");
            }
        }
    }
}

#[test]
fn commands_are_understood_in_capitals_and_with_a_colon() {
    for (line, meant) in [
        ("HELP", "help"),
        ("Show", "show"),
        ("GO d5", "go d5"),
        (":q", "quit"),
        (":help go", "help go"),
        ("Bye", "quit"),
    ] {
        assert_eq!(act(line), act(meant), "{line}");
    }
    // Words that can be moves are moves.
    assert!(act("NF3").contains("Changed"), "{}", act("NF3"));
    assert!(error("XYZZY").contains("`help` lists"));
}

#[test]
fn a_mate_to_find_is_no_comment() {
    let record = "7k/8/8/8/8/8/R7/1R2K3 w - - bm #2; id \"x\"; # told";
    let set_up = position_of(without_comment(record).trim());
    let text = |opcode: &str, operand: &str| (opcode.to_owned(), operand.to_owned());
    assert_eq!(set_up.operations, [text("bm", "#2"), text("id", "\"x\"")]);
    assert_eq!(act("go d5 # 2"), act("go d5"));
    assert!(error("4k3/8/8/8/8/8/4P3 w - - 0 1").contains("has 7 ranks, and needs 8"));
}

#[test]
fn a_small_b_is_told_how_it_was_taken() {
    let told = |fen: &str, line: &str| {
        let position = Position::from_fen(fen).unwrap();
        moves(line, &position).notes
    };
    let both = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1";
    let expected = "bxc3 was taken for the pawn's move bxc3; the bishop's is Bxc3";
    assert_eq!(told(both, "bxc3"), [expected]);
    assert_eq!(told(both, "Bxc3"), [""; 0]);
    let bishop = "4k3/8/8/8/8/8/4B3/4K3 w - - 0 1";
    assert_eq!(told(bishop, "bc4"), ["bc4 was taken for the bishop's move Bc4"]);
    assert_eq!(told("4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1", "bc3"), [""; 0]);
}

/// README and the pages that it links to.
const PAGES: &str = concat!(
    include_str!("../../../README.md"),
    include_str!("../../shell/README.md"),
    include_str!("../../core/search/README.md"),
    include_str!("../../core/search/policy/README.md"),
    include_str!("../../core/oracle/README.md"),
    include_str!("../tools/README.md"),
);

/// Returns the lines that readers should type: lines after a prompt, and blocks whose lines all begin with a command.
fn typed_in_the_pages() -> Vec<&'static str> {
    fn is_command(line: &str) -> bool {
        let word = line.split(' ').next();
        word.is_some_and(|word| commands::names().any(|name| name == word))
    }
    let blocks = PAGES.split("\n```").skip(1).step_by(2);
    let mut typed = Vec::new();
    for block in blocks {
        let all_commands = block.lines().skip(1).all(is_command);
        for line in block.lines().skip(1) {
            let command = match line.split_once("> ") {
                Some((prompt, command)) if prompt.len() < 30 => command,
                _ if all_commands => line,
                _ => continue,
            };
            // An explanation follows after two spaces.
            typed.push(command.split_once("  ").map_or(command, |(command, _)| command));
        }
    }
    typed.retain(|line| is_command(line));
    typed
}

/// Returns the error of a documented line, unless it is a move of another position.
fn refused(line: &str) -> Option<String> {
    let error = at_start(line).err()?;
    let is_excused =
        matches!(&error.fault, Fault::Move(error) if !matches!(error, MoveError::NotAMove(_)));
    (!is_excused).then(|| format!("{line}: {error}"))
}

#[test]
fn examples_of_the_help_are_understood() {
    let topics = commands::topics::TOPICS.iter().flat_map(|topic| topic.examples);
    let rows = commands::COMMANDS.iter().flat_map(|spec| spec.examples);
    let lines = rows.map(|(line, ..)| line).chain(topics.map(|(line, _)| line));
    let refused: Vec<String> = lines.filter_map(|line| refused(line)).collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

#[test]
fn what_the_pages_say_to_type_is_understood() {
    let typed = typed_in_the_pages();
    for begin in ["go depth", "watch", "annotate"] {
        assert!(typed.iter().any(|line| line.starts_with(begin)), "{begin}: {typed:#?}");
    }
    let refused: Vec<String> = typed.into_iter().filter_map(refused).collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

/// A `;` splits commands unless it is inside something that contains it.
#[test]
fn semicolons_part_commands_and_nothing_else() {
    let texts = |line| split(line).into_iter().map(|(_, text)| text.trim()).collect::<Vec<_>>();
    for (line, parts) in [
        ("e4 e5;show", &["e4 e5", "show"][..]),
        ("new;; e4 ;;show", &["new", "e4", "show"]),
        ("new; e4 ;show;", &["new", "e4", "show", ""]),
        ("go d5 ; pv # and; that", &["go d5", "pv # and; that"]),
        ("# e4; e5", &["# e4; e5"]),
        ("fen # and; this ;; key", &["fen # and; this", "key"]),
        ("save \"a;b\"; fen", &["save \"a;b\"", "fen"]),
        ("e4 {a;b} e5; fen", &["e4 {a;b} e5", "fen"]),
        // Text arguments keep `;`; `;;` ends them.
        ("echo a; b # c", &["echo a; b # c"]),
        ("echo a; b;; fen", &["echo a; b", "fen"]),
        ("comment so; so", &["comment so; so"]),
        ("tag Event A; B", &["tag Event A; B"]),
        ("alias nx next; show", &["alias nx next; show"]),
        ("e4; echo a; b", &["e4", "echo a; b"]),
        // PGN comments.
        ("1. e4 e5 ; king's pawn", &["1. e4 e5 ; king's pawn"]),
        ("1.e4 ; open; good", &["1.e4 ; open; good"]),
        ("12... Nf6; good", &["12... Nf6; good"]),
        ("Nf6 4. d3 ; quiet", &["Nf6 4. d3 ; quiet"]),
        ("games a.pgn moves 20..40; fen", &["games a.pgn moves 20..40", "fen"]),
        ("new; 1. e4 ; open;; fen", &["new", "1. e4 ; open", "fen"]),
        ("; a comment", &["; a comment"]),
        ("{first} 1. e4 ; open", &["{first} 1. e4 ; open"]),
        ("[White \"A;B\"] ; x", &["[White \"A;B\"] ; x"]),
        // Records, and invalid FENs.
        (
            "4k3/8/8/8/8/8/8/4KQ2 w - - bm Qf5; id \"a;b\";",
            &["4k3/8/8/8/8/8/8/4KQ2 w - - bm Qf5; id \"a;b\";"],
        ),
        (
            "fen 4k3/8/8/8/8/8/8/4KQ2 w - - bm Qf5; id \"a\";",
            &["fen 4k3/8/8/8/8/8/8/4KQ2 w - - bm Qf5; id \"a\";"],
        ),
        (
            "4k3/8/8/8/8/8/8/4KQ2 w - - c0 \"x\"; c1 \"y\";",
            &["4k3/8/8/8/8/8/8/4KQ2 w - - c0 \"x\"; c1 \"y\";"],
        ),
        ("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1; go d5", &["4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", "go d5"]),
        ("8/8/8/4k3/8/8/8/K7 w - - ; bm Kb1", &["8/8/8/4k3/8/8/8/K7 w - - ; bm Kb1"]),
        ("8/8/8/4k3/8/8/8/K7 w - - 0 1 ;D1 3", &["8/8/8/4k3/8/8/8/K7 w - - 0 1 ;D1 3"]),
        (
            "setboard 4k3/8/8/8/8/8/8/4KQ2 w - - bm Qf5; id 1;",
            &["setboard 4k3/8/8/8/8/8/8/4KQ2 w - - bm Qf5; id 1;"],
        ),
        ("fen; go d5", &["fen", "go d5"]),
        ("fen 4k3/8/8/8/8/8/8/4KQ2 w; go d5", &["fen 4k3/8/8/8/8/8/8/4KQ2 w", "go d5"]),
        ("position startpos moves e2e4; fen", &["position startpos moves e2e4", "fen"]),
        (
            "4k3/8/8/8/8/8/8/4KQ2 w - - bm Qf5;; go d5",
            &["4k3/8/8/8/8/8/8/4KQ2 w - - bm Qf5", "go d5"],
        ),
    ] {
        assert_eq!(texts(line), parts, "{line}");
    }
    assert_eq!(split("new;; go")[1].0, 5);
    let epd = position_of("4k3/8/8/8/8/8/8/4KQ2 w - - bm Qf5; id \"a;b\";");
    assert_eq!(epd.operations.len(), 2);
}

proptest! {
    #[test]
    fn any_text_is_a_command_or_an_error(line in ".{0,200}") {
        for (_, part) in split(&line) {
            if let Err(error) = at_start(part) {
                prop_assert!(!error.to_string().is_empty());
                if let Some(span) = error.span {
                    prop_assert!(part.get(span).is_some());
                }
            }
        }
    }

    #[test]
    fn any_arguments_are_understood_or_refused(which in 0..commands::COMMANDS.len(), rest in "[ -~]{0,60}") {
        let line = format!("{} {rest}", commands::COMMANDS[which].name);
        if let Err(error) = at_start(&line) {
            prop_assert!(error.to_string().len() < 500);
        }
    }

    #[test]
    fn every_legal_move_is_read_as_itself(choice in 0usize..20) {
        let start = Position::start();
        let mv = start.legal_moves()[choice].mv;
        let play = moves(&san(&start, mv), &start);
        prop_assert_eq!(play.line.game().played(), [crate::chess::game::Step::Move(mv)]);
    }
}

#[test]
fn a_command_behind_a_fen_that_cannot_be_read_refuses_the_whole_line() {
    const FEN: &str = "5K2/3PRn1B/2p3q1/3p1k2/7Q/8/2N5/4N3 w - - 6 4";
    for (behind, commands) in
        [("go d5", 2), ("moves d7", 2), ("moves d8=Q", 1), ("moves c8i7k", 1), ("go dpeth 5", 1)]
    {
        for line in [format!("{FEN} {behind}"), format!("fen {FEN} {behind}")] {
            let parts = split(&line);
            assert_eq!(parts.len(), commands, "{line}");
            let is_read = parse(parts[0].1, &Position::start()).is_ok();
            assert_eq!(is_read, commands == 2 || behind == "moves d8=Q", "{line}");
        }
    }
}
