//! PGN input and output: round trips, reported faults, damaged files.

mod damage;
mod records;
mod signs;

use super::*;
use proptest::prelude::*;

use crate::chess::Position;
use crate::chess::game_tree::Annotation;
use crate::chess::tests::game;

const OPERA: &str = "\u{FEFF}% a file of one game\r\n[Event \"A Night at the \\\"Opera\\\"\"]\r\n[White \"Morphy\"] [Result \"1-0\"]\r\n\r\n\
    1. e4 e5 2. Nf3 d6 3. d4 {This is a weak\n[% move] already. } Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7\n\
    8. Nc3 (8. Qxb7 Qb4+) 8... c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8\n\
    13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n";

fn games(text: &str) -> Vec<Result<PgnGame, String>> {
    let reader = PgnReader::new(text.as_bytes());
    reader.map(|game| game.map_err(|error| error.to_string())).collect()
}

#[test]
fn a_game_is_read_and_written() {
    let [Ok(record)] = &games(OPERA)[..] else { panic!("one game") };
    assert_eq!((record.game().ply(), record.result), (33, GameResult::WhiteWins));
    assert!(record.game().position().is_checkmate());
    assert_eq!(record.tag("Event"), Some("A Night at the \"Opera\""));
    let written = record.to_string();
    assert!(written.starts_with(
        "[Event \"A Night at the \\\"Opera\\\"\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"
    ));
    assert!(written.lines().all(|line| line.len() <= 80), "{written}");
    assert!(written.ends_with("17. Rd8# 1-0\n") || written.ends_with("1-0\n"), "{written}");
    assert_eq!(games(&written), [Ok(record.clone())].map(|game| game.map(roster)));
}

/// The record as it comes back: with all headers of the roster.
fn roster(mut record: PgnGame) -> PgnGame {
    let kept = ROSTER.iter().filter(|(name, _)| !is_derived(name)).map(|&(name, unknown)| Tag {
        name: name.to_owned(),
        value: record.tag(name).unwrap_or(unknown).to_owned(),
    });
    record.tags = kept.collect();
    record
}

#[test]
fn a_file_holds_many_games_with_or_without_headers() {
    let file = "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n[Black \"C\"]\n1. d4\n\n[White \"D\"]\n\n*\n1. c4 1/2-1/2\n1. Nf3 d5\n0-1\n";
    let games: Vec<PgnGame> = games(file).into_iter().map(|game| game.expect("legal")).collect();
    let told: Vec<_> = games.iter().map(|g| (g.tag("White"), g.game().ply(), g.result)).collect();
    assert_eq!(
        told,
        [
            (Some("A"), 2, GameResult::Unknown),
            (Some("B"), 1, GameResult::Unknown),
            (Some("D"), 0, GameResult::Unknown),
            (None, 1, GameResult::Draw),
            (None, 2, GameResult::BlackWins),
        ]
    );
}

#[test]
fn other_starts_and_passes_survive() {
    let start = Position::chess960(0).expect("below 960");
    let record = PgnGame::new(&game(start, "f4 -- g3 b6"));
    let written = record.to_string();
    assert!(
        written.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/"),
        "{written}"
    );
    assert!(written.contains("\n1. f4 -- 2. g3 b6 *\n"), "{written}");
    assert_eq!(games(&written), [Ok(roster(record))]);
    let start = Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 3 40").expect("playable");
    let written = PgnGame::new(&game(start, "Kd7 O-O")).to_string();
    assert!(written.contains("\n40... Kd7 41. O-O *\n"));
}

#[test]
fn where_the_variant_says_chess960_castling_rights_count_as_they_are() {
    let of = |variant: &str| {
        let fen = "rkbnnbqr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let read = games(&format!("[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n\n1. e4 *\n"));
        let [Ok(game)] = &read[..] else { panic!("one game that is good") };
        let written = game.to_string();
        assert_eq!(games(&written)[0].as_ref().unwrap().to_string(), written);
        let start = game.game().start().to_fen();
        start.split(' ').nth(2).unwrap_or_default().to_owned()
    };
    assert_eq!(["Chess960", "fischerandom", "Standard"].map(of), ["KQha", "KQha", "KQ"]);
}

#[test]
fn headers_that_others_write_differently_are_kept() {
    // python-chess escapes nothing and names the variant of any game that it began as Chess960.
    let file = "[White \"Anna \"The\" L\"]\n[Black \"C:\\games\"] [Site \"a \\\"b\\\" \\\\\"]\n\
                [Variant \"Chess960\"]\n[SetUp \"1\"]\n\
                [FEN \"rbqnknbr/pppppppp/8/8/8/8/PPPPPPPP/RBQNKNBR w KQkq - 0 1\"]\n\n1. e4 *\n";
    let [Ok(game)] = &games(file)[..] else { panic!("one game that is good") };
    let told = ["White", "Black", "Site"].map(|name| game.tag(name));
    assert_eq!(told, [Some("Anna \"The\" L"), Some("C:\\games"), Some("a \"b\" \\")]);
    let written = game.to_string();
    assert!(written.contains("[Variant \"Chess960\"]"), "{written}");
    assert_eq!(games(&written).len(), 1);
    assert_eq!(games(&written)[0].as_ref().unwrap().to_string(), written);
}

#[test]
fn a_bad_game_is_told_and_reading_goes_on() {
    let file = "[White \"A\"]\n\n1. e4 e5\n% left out\n2. Ke3 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[FEN \"8/8 w\"]\n\n*\n[White \"oops]\n\n*\n[White \"E\"]\n\n1. e4 *";
    let games = games(file);
    let errors: Vec<&str> =
        games.iter().filter_map(|game| game.as_ref().err()).map(String::as_str).collect();
    assert_eq!(
        errors,
        [
            "line 5, column 4: move 3 of 3: no white king can reach e3; king moves here: Ke2",
            "line 7, column 1: the variant \"Atomic\" is not chess as it is played here",
            "line 11, column 1: the start position: FEN field 1 (placement) has 2 ranks, and needs 8, separated by \"/\"",
        ]
    );
    assert_eq!(
        games.last().and_then(|game| game.as_ref().ok()).and_then(|game| game.tag("White")),
        Some("E")
    );
}

/// Everything that a record can hold, as this program writes it.
const ANNOTATED: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n\n\
    {A game} 1. e4 $1 {best by test} {indeed} 1... {not} e5 (1... c5 2. Nf3 (2. c3\n$5 d5) 2... d6 {Open}) ({Or} 1... e6) 2. Nf3 (2. f4) 2... Nc6 ; with a } brace\n3. Bb5 1-0\n";

#[test]
fn all_that_a_record_holds_is_kept() {
    let [Ok(record)] = &games(ANNOTATED)[..] else { panic!("{:?}", games(ANNOTATED)) };
    assert_eq!((record.tree.moves(), record.game().ply()), (12, 5));
    assert_eq!(record.to_string(), ANNOTATED);
    let loose = "1. e4! {best\n by  test} {indeed} {not} ( 1... c5? ) 1-0 ; late";
    let [Ok(record)] = &games(loose)[..] else { panic!("{:?}", games(loose)) };
    let text = record.to_string();
    let moves = text.split("\n\n").nth(1);
    assert_eq!(
        moves,
        Some("1. e4 $1 {best by test} {indeed} {not} {late} 1-0\n"),
        "no such variation"
    );
}

fn read(text: &str) -> RecordReading {
    PgnReader::new(text.as_bytes()).record().unwrap().expect("a record").read()
}

#[test]
fn what_is_good_before_a_fault_is_kept() {
    let told = |text: &str| {
        let reading = read(text);
        let fault = reading.fault.map(|fault| fault.to_string()).unwrap_or_default();
        (reading.game.game().ply(), fault)
    };
    assert_eq!(
        told("1. e4 e5 {fine}\n2. Ke3 Nf6 *"),
        (
            2,
            "line 2, column 4: move 3 of 4: no white king can reach e3; king moves here: Ke2"
                .to_owned()
        )
    );
    let open = read("1. e4 e5 {never closed\n2. Nf3 *");
    assert_eq!((open.game.game().ply(), open.fault.is_none()), (3, true));
    assert!(open.doubts[0].to_string().contains("column 10: the comment is not closed"));
    let open = read("1. e4 (1. d4 e5");
    assert!(open.game.game().ply() == 1 && open.fault.is_none());
    assert!(open.doubts[0].to_string().contains("column 7: the variation is not closed"));
    let odd = read("[Result \"0-1\"]\n\n1. e4 (1. Ke2 e5) e5 (1... Nf9) ( ) 2. Nf3 (2. d4) 1-0");
    assert!(odd.fault.is_none());
    let doubts: Vec<String> = odd.doubts.iter().map(PgnError::to_string).collect();
    assert!(doubts[0].starts_with("line 3, column 11: no white king can reach e2"), "{doubts:?}");
    assert!(doubts[0].ends_with("; the variation is left out"), "{doubts:?}");
    assert!(doubts[1].starts_with("line 3, column 28: "), "{doubts:?}");
    assert!(doubts[2].starts_with("line 1, column 1: the headers say 0-1"), "{doubts:?}");
    assert_eq!((odd.game.tree.moves(), odd.game.result), (4, GameResult::WhiteWins));
}

/// The moves of a game as they are written again, which is read as the same game.
fn rewritten(moves: &str) -> String {
    let reading = read(moves);
    assert!(reading.fault.is_none() && reading.doubts.is_empty(), "{moves}: {reading:?}");
    let text = reading.game.to_string();
    assert_eq!(read(&text).game.tree, reading.game.tree, "{text}");
    text.split("\n\n").nth(1).unwrap_or_default().trim_end().replace('\n', " ")
}

/// A variation that began with the move of the game became the game.
#[test]
fn a_variation_never_continues_the_line_it_stands_beside() {
    for (moves, written) in [
        (
            "1. e4 e5 2. f4 (2. f4 Nc6 3. Nf3) 2... d5 3. exd5 1-0",
            "1. e4 e5 2. f4 d5 (2... Nc6 3. Nf3) 3. exd5 1-0",
        ),
        ("1. e4 (1. e4 e5 2. Nf3) 1... e5 2. f4 *", "1. e4 e5 2. f4 (2. Nf3) *"),
        ("1. e4 (1. e4 e5 2. Nf3) 1... e5 *", "1. e4 e5 (1... e5 2. Nf3) *"),
        ("1. e4 e5 (1... c5 2. Nf3) (1... c5 2. c3) *", "1. e4 e5 (1... c5 2. Nf3 (2. c3)) *"),
        ("1. e4 (1. d4 (1. e4 c5) 1... d5) 1... e5 *", "1. e4 (1. d4 d5) 1... e5 (1... c5) *"),
        ("1. e4 (1. d4 d5 (1... d5 2. c4) 2. Nf3) *", "1. e4 (1. d4 d5 2. Nf3 (2. c4)) *"),
        ("1. e4 e5 (1... e5) *", "1. e4 e5 *"),
        ("1. e4 $1 (1. e4 {best} c5) 1... e5 *", "1. e4 $1 {best} 1... e5 (1... c5) *"),
    ] {
        assert_eq!(rewritten(moves), written, "{moves}");
    }
    for moves in [
        "1. e4 e5 2. Qh5 (2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#) 1-0",
        "1. e4 e5 2. Qh5 (2. Qh5 Nc6 (2... d6) 3. Bc4) (2. Nf3) 1-0",
        "1. e4 (1. d4 d5 (1... d5 2. c4)) 1... e5 *",
    ] {
        assert_eq!(rewritten(moves), moves);
    }
    assert_eq!(read("1. e4 e5 2. Qh5 (2. Qh5 Nc6) 1-0").game.game().ply(), 3);
}

#[test]
fn each_variation_that_is_broken_is_told_of() {
    let text = "1. e4 e5 (1... Nf6 2. d5) (1... Qh3 2. d4) (1... c5 2. Ke3 d6 (2... d5)) 2. Nf3 *";
    let (moves, doubts, _) = first(text);
    let told = doubts.iter().map(|doubt| {
        let place = doubt.split(": ").next().unwrap_or_default();
        (place, doubt.rsplit("; ").next().unwrap_or_default())
    });
    let kept = "the variation is kept up to there";
    let expected = [
        ("line 1, column 23", kept),
        ("line 1, column 33", "the variation is left out"),
        ("line 1, column 56", kept),
    ];
    assert_eq!((moves, told.collect::<Vec<_>>()), (5, expected.to_vec()));
    // The prompt plays the moves and reports the same faults.
    assert_eq!(read_tree(&mut GameTree::default(), text).doubts.len(), 3);
}

#[test]
fn a_comment_left_open_does_not_take_the_next_game() {
    let file = "[White \"A\"]\n\n1. e4 {oh\n\n[White \"B\"]\n\n1. d4 {[White \"no\"]\n[White \"no\"]} d5 *\n";
    let games = games(file);
    assert_eq!(games.len(), 2, "{games:?}");
    assert_eq!(games[0].as_ref().map(|game| game.game().ply()), Ok(1));
    assert_eq!(
        games[1].as_ref().map(|game| (game.tag("White"), game.game().ply())),
        Ok((Some("B"), 2))
    );
}

/// A reader that stops early still reports that two results are given.
#[test]
fn results_that_differ_are_told_to_whoever_stops_early() {
    let text = "[Result \"0-1\"]\n\n1. e4 e5 1-0\n";
    let record = PgnReader::new(text.as_bytes()).record().unwrap().unwrap();
    let reading = record.each_step(false, |_, _| false);
    assert!(matches!(reading.doubts[..], [PgnError { fault: PgnFault::Results { .. }, .. }]));
    assert_eq!((reading.plies, reading.result), (1, GameResult::WhiteWins));
}

#[test]
fn letters_of_old_files_are_read() {
    let bytes = b"[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n} *\n";
    let game = PgnReader::new(&bytes[..]).next().unwrap().unwrap();
    assert_eq!(game.tag("White"), Some("Müller"));
    assert!(game.to_string().contains("{schön}"));
}

/// A tree grown by chance: numbers choose among legal moves, going back, and what is written.
fn grown(seeds: &[(u16, String)]) -> GameTree {
    let mut tree = GameTree::default();
    for (seed, text) in seeds {
        let position = *tree.game().position();
        let moves = position.legal_moves();
        match seed % 8 {
            0 => {
                tree.undo(usize::from(seed / 8) % 5 + 1);
            }
            1 => {
                let word: Vec<&str> = text.split_whitespace().collect();
                let word = word.join(" ");
                let own = |yes: bool| {
                    if yes && !word.is_empty() { vec![word.clone()] } else { Vec::new() }
                };
                let nags = if seed & 32 > 0 { vec![seed >> 6] } else { Vec::new() };
                let annotation =
                    Annotation { before: own(seed & 8 > 0), nags, after: own(seed & 16 > 0) };
                // Before the first move there is nothing but the game to write about.
                let annotation = match tree.step_of(tree.current()) {
                    None => Annotation { before: Vec::new(), nags: Vec::new(), ..annotation },
                    Some(_) => annotation,
                };
                tree.annotate(tree.current(), annotation);
            }
            2 if !position.in_check() => {
                tree.step(crate::chess::Step::Pass).expect("not in check");
            }
            _ if moves.is_empty() => {
                tree.undo(3);
            }
            _ => {
                let mv = moves[usize::from(seed / 8) % moves.len()].mv;
                tree.step(crate::chess::Step::Move(mv)).expect("legal");
            }
        }
    }
    tree
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    /// A20 of the customs of PGN: what was written is read as the same game, and written alike again.
    #[test]
    fn every_tree_comes_back(
        seeds in proptest::collection::vec((any::<u16>(), "[a-z%\\[\\]{}();$\"0-9. ]{0,60}|\\PC{0,20}"), 0..120),
        white in "\\PC{0,20}",
    ) {
        // Control characters are not written as they are.
        let plain = |text: &str| crate::chess::foreign::readable(text).into_owned();
        let seeds: Vec<_> = seeds.iter().map(|(at, text)| (*at, plain(text))).collect();
        let tree = grown(&seeds);
        let tags = vec![Tag { name: "White".to_owned(), value: plain(&white) }];
        let record = PgnGame { tags, tree, result: GameResult::Draw };
        let text = record.to_string();
        let reading = PgnReader::new(text.as_bytes()).record().unwrap().expect("a record").read();
        prop_assert!(reading.fault.is_none() && reading.doubts.is_empty(), "{:?}\n{text}", reading);
        prop_assert_eq!(&reading.game.tree, &record.tree, "{}", text);
        prop_assert_eq!(reading.game.tag("White"), record.tag("White"));
        prop_assert_eq!(reading.game.to_string(), text);
    }
}

/// A thousand ways to damage a file of three games: nothing crashes, every record is reported, and what is read can be
/// written and read again.
#[test]
fn damaged_files_are_told_of() {
    let file =
        format!("{OPERA}\n{ANNOTATED}\n[White \"C\"]\n\n1. d4 d5 2. c4 {{a}} (2. Nf3) 1/2-1/2\n");
    let bytes = file.as_bytes();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let junk: [&[u8]; 12] =
        [b"{", b"}", b"(", b")", b";", b"\n\n", b"[", b"\xff", b"\0", b"Ke9", b"$", b"1-0"];
    let (mut faults, mut games) = (0, 0);
    for _ in 0..1_000 {
        let mut bytes = bytes.to_vec();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            let end = (at + random(12)).min(bytes.len());
            bytes.splice(at..end, junk[random(junk.len())].iter().copied());
        }
        let mut reader = PgnReader::new(&bytes[..]);
        while let Some(record) = reader.record().expect("in memory") {
            games += 1;
            let reading = record.read();
            faults += usize::from(reading.fault.is_some());
            let text = reading.game.to_string();
            let again = PgnReader::new(text.as_bytes()).next().expect("a game");
            let again = again.unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(again.tree, reading.game.tree, "{text}");
        }
    }
    assert!(faults > 200 && games > 2_500, "{faults} of {games}");
}

/// The line ends of all that came before were counted for each line.
#[test]
fn many_short_lines_are_read_in_linear_time() {
    let text = format!("1.\n{}e4 *", "\n%\n;\n".repeat(100_000));
    let [Ok(game)] = &games(&text)[..] else { panic!("one game") };
    assert_eq!(game.game().ply(), 1);
    let nested = format!("1. e4 {} e5 *", "(1. d4 ".repeat(5_000) + &")".repeat(5_000));
    assert_eq!(read(&nested).game.game().ply(), 2);
}

/// Plies of the first game, its doubts, and its headers.
fn first(text: &str) -> (usize, Vec<String>, Vec<String>) {
    let record = PgnReader::new(text.as_bytes()).record().unwrap().expect(text);
    let reading = record.read();
    assert!(reading.fault.is_none(), "{text}: {:?}", reading.fault);
    let doubts = reading.doubts.iter().map(ToString::to_string).collect();
    let tags = reading.game.tags.iter().map(|tag| format!("{}={}", tag.name, tag.value)).collect();
    (reading.game.tree.moves(), doubts, tags)
}

#[test]
fn signs_are_glyphs_alone_or_glued() {
    for (sign, nag) in [
        ("=", 10),
        ("+=", 14),
        ("=+", 15),
        ("+-", 18),
        ("=∞", 44),
        ("⩲", 14),
        ("N", 146),
        ("→", 40),
        ("⇆", 132),
        ("∞", 13),
    ] {
        for text in
            [format!("1. e4 e5 2. Nf3 {sign} Nc6 *"), format!("1. e4 e5 2. Nf3{sign} Nc6 *")]
        {
            let record = PgnReader::new(text.as_bytes()).record().unwrap().unwrap().read();
            assert!(record.fault.is_none() && record.doubts.is_empty(), "{text}: {record:?}");
            let tree = &record.game.tree;
            let marked = tree.walk().filter_map(|visit| match visit {
                crate::chess::game_tree::TreeVisit::Move { node, .. } => tree.annotation(node),
                _ => None,
            });
            let nags: Vec<u16> = marked.flat_map(|words| words.nags.clone()).collect();
            assert_eq!((tree.moves(), nags), (4, vec![nag]), "{text}");
        }
    }
}

#[test]
fn a_word_that_is_no_move_costs_itself() {
    for word in ["zz", "mate", "<>", "TN!", "⟨⟩", "Diagram", "!!!!?"] {
        let (plies, doubts, _) = first(&format!("1. e4 e5 2. Nf3 {word} Nc6 3. Bb5 *"));
        assert_eq!(plies, 5, "{word}");
        assert!(
            doubts.len() <= 1 && doubts.iter().all(|doubt| doubt.contains("line 1, column 17")),
            "{word}: {doubts:?}"
        );
    }
    // Typed at the prompt, it is an error.
    assert!(read_tree(&mut GameTree::default(), "e4 zz e5").fault.is_some());
}

#[test]
fn moves_in_figures_are_read() {
    assert_eq!(first("1. 5254 5755 2. 7163 2836 1/2-1/2").0, 4);
    assert_eq!(first("1. e4 0000 2. d4 *").0, 3);
    let promotes = "[SetUp \"1\"] [FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. 17184 *";
    let record = PgnReader::new(promotes.as_bytes()).record().unwrap().unwrap().read();
    assert!(record.game.game().position().to_fen().starts_with("N3k3"));
    // A number is a number.
    assert_eq!(first("1 e4 e5 2 Nf3 Nc6 *").0, 4);
}

#[test]
fn a_percent_in_a_comment_is_text() {
    let text = "1. e4 {White scores about 54\n% in master games} e5 2. Nf3 *";
    assert_eq!(first(text).0, 3);
    let record = PgnReader::new(text.as_bytes()).record().unwrap().unwrap().read();
    assert!(record.game.to_string().contains("54 % in master games"), "{}", record.game);
    assert_eq!(first("1. e4\n% a line of its own\ne5 *").0, 2);
}

#[test]
fn a_bad_header_costs_itself() {
    for (line, tag) in [
        ("[White \u{201c}x\u{201d}]", Some("White=x")),
        ("[White 'x']", Some("White=x")),
        ("[White Muller]", Some("White=Muller")),
        ("[White-Elo \"2000\"]", Some("WhiteElo=2000")),
        ("[Event \"Open \\\"]", Some("Event=Open")),
        ("[]", None),
        ("[\"x\"]", None),
        ("[White", None),
        ("[Event h6", None),
        ("[Date ??.??.??\"]", None),
    ] {
        let text = format!("[Site \"here\"]\n{line}\n[Black \"B\"]\n\n1. e4 e5 *\n");
        let (plies, doubts, tags) = first(&text);
        assert_eq!((plies, doubts.len()), (2, 1), "{text}: {doubts:?}");
        assert!(doubts[0].starts_with("line 2, column 1"), "{doubts:?}");
        let wanted: Vec<&str> = ["Site=here"].into_iter().chain(tag).chain(["Black=B"]).collect();
        assert_eq!(tags, wanted, "{text}");
        assert_eq!(games(&text).len(), 1);
    }
    assert_eq!(
        first("[White \"x\"] ; a remark\n[Black \"B\"]\n\n1. e4 *").2,
        ["White=x", "Black=B"]
    );
    assert_eq!(first("[White \"x\"] 1. e4 e5 *").0, 2);
    assert_eq!(first("[FEN \"\"]\n\n1. e4 e5 *").0, 2);
}

#[test]
fn remarks_around_headers_begin_no_game() {
    let game = "[Event \"a\"]\n; a remark\n[White \"W\"]\n\n1. e4 e5 *\n";
    assert_eq!(games(game).len(), 1);
    assert_eq!(first(game).2, ["Event=a", "White=W"]);
    let two = ";; <Alpha - Beta (R3.1)>\n[White \"A\"]\n\n1. e4 *\n\n{the second\ngame}\n[White \"B\"]\n\n1. d4 *\n";
    let names: Vec<_> =
        games(two).into_iter().map(|game| game.unwrap().tag("White").map(str::to_owned)).collect();
    assert_eq!(names, [Some("A".to_owned()), Some("B".to_owned())]);
    assert!(games("; nothing but a remark\n").is_empty());
    let glued = "[Event \"a\"]\n\n1. e4 e5 1-0[Event \"b\"]\n[White \"W\"]\n\n1. d4 *[Event \"c\"]\n\n1. c4 *\n";
    let found: Vec<_> = games(glued).into_iter().map(|game| game.unwrap()).collect();
    let plies: Vec<usize> = found.iter().map(|game| game.tree.moves()).collect();
    assert_eq!((plies, found[1].tag("White")), (vec![2, 1, 1], Some("W")));
}

#[test]
fn prose_around_headers_costs_itself() {
    let text = "Downloaded from the net\n--------\n[White \"A\"]\n\n1. e4 e5 1-0\n\nThe next one:\n[White \"B\"]\n\
                From a book\n[Black \"C\"]\n\n1. d4 d5 *\n";
    assert_eq!(games(text).len(), 2);
    let (plies, doubts, tags) = first(text);
    assert_eq!((plies, tags), (2, vec!["White=A".to_owned()]));
    let passed_over = "column 1: neither a header nor moves, and passed over";
    assert_eq!(doubts, [1, 2].map(|line| format!("line {line}, {passed_over}")));
    let second = games(text).pop().unwrap().unwrap();
    assert_eq!((second.tag("Black"), second.tree.moves()), (Some("C"), 2));
    assert!(games("nothing to be seen here\n").is_empty());
    // A number ahead of its move is no prose.
    assert_eq!(first("[White \"A\"]\n\n1.\ne4 e5 *\n"), (2, vec![], vec!["White=A".to_owned()]));
}

#[test]
fn a_slip_of_the_pen_costs_no_move_behind_it() {
    for slip in [")", "}", "]", "<x>", "\u{1b}[2J", "\0", "RR", "{open\n", "2s", "zz (foo) ]"] {
        let text = format!(
            "1. e4 e5 {slip} 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 *\n\n[White \"B\"]\n\n1. d4 *\n"
        );
        let (plies, doubts, _) = first(&text);
        assert_eq!((plies, games(&text).len()), (7, 2), "{slip:?}: {doubts:?}");
        assert!(
            matches!(slip, "\0" | "RR") || doubts[0].starts_with("line 1, column 1"),
            "{slip:?}: {doubts:?}"
        );
        if slip != "\0" && slip != "RR" {
            let mut tree = GameTree::new(Position::start());
            assert!(
                read_tree(&mut tree, &format!("1. e4 e5 {slip} 2. Nf3")).fault.is_some(),
                "{slip:?}"
            );
        }
    }
    // A move that is written wrong ends the game, since all behind it would be of another position.
    assert_eq!(read("1. e4 e5 2. Nf9 Nc6 *").game.game().ply(), 2);
}

#[test]
fn a_command_in_a_comment_stays_in_one_line() {
    for command in ["[%eval 0.31]", "[%clk 0:01:00]", "[%emt 0:00:02]", "[%csl Ga1, Rb2]"] {
        for filler in 0..60 {
            let comment = format!("{} {command} {command} then", "x".repeat(filler));
            let text = format!("[White \"A\"]\n\n1. e4 {{{comment}}} e5 2. Nf3 {{{command}}} *\n");
            let written = PgnReader::new(text.as_bytes()).next().unwrap().unwrap().to_string();
            assert_eq!(written.matches(command).count(), 3, "{written}");
        }
    }
    let open = "[White \"A\"]\n\n1. e4 {a [%eval 0.31 without an end, which wraps like any other text does here} *\n";
    let written = PgnReader::new(open.as_bytes()).next().unwrap().unwrap().to_string();
    assert!(written.lines().all(|line| line.len() <= 80), "{written}");
}

/// A record keeps to one language: `Re2` is the king's move in French, the rook's in English.
#[test]
fn a_record_is_read_with_the_letters_of_its_language() {
    for (moves, english, language) in [
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 Lc5 4. Dxe7", "Nf3 Nc6 Bb5 Bc5", "German"),
        ("1. e4 e5 2. Cf3 Cc6 3. Fb5 Fc5 4. Re2", "Nf3 Nc6 Bb5 Bc5 Ke2", "French"),
        (
            "1. e4 e5 2. Cf3 Cc6 3. Ac4 Ac5 4. Re2 (4. Td1) Df6",
            "Nf3 Nc6 Bc4 Bc5 Ke2 Qf6",
            "Spanish",
        ),
        ("1. e4 e5 2. Cf3 Cc6 3. Bb5 Bc5 4. Re2", "Nf3 Nc6 Bb5 Bc5 Ke2", "Portuguese"),
        ("1. e4 e5 2. Pf3 Pc6 3. Lb5 {Td1 is text} Lc5", "Nf3 Nc6 Bb5 Bc5", "Dutch"),
        ("1. e4 e5 2. Jf3 Jc6 3. Sb5!? Sc5", "Nf3 Nc6 Bb5 Bc5", "Czech"),
        ("1. e4 e5 2. Кf3 Кc6 3. Сb5 Сc5 4. Крe2", "Nf3 Nc6 Bb5 Bc5 Ke2", "Russian"),
    ] {
        let reading = read(moves);
        let game = reading.game.game();
        let written = reading.game.to_string();
        let plain: String = written.split('\n').filter(|line| !line.starts_with('[')).collect();
        for mv in english.split(' ') {
            assert!(plain.contains(mv), "{moves}: {plain}");
        }
        assert!(game.ply() == 2 + english.split(' ').count(), "{moves}: {plain}");
        let doubts = reading.doubts.iter().map(ToString::to_string).collect::<String>();
        assert!(doubts.contains(&format!("read with {language}")), "{moves}: {doubts}");
    }
    assert!(read("1. e4 e5 2. Sf3 Sc6 *").doubts.is_empty(), "S is the knight of problemists");
    let typed = "e4 e5 \u{41A}f3 \u{41A}c6 \u{421}h8";
    let fault = read_tree(&mut GameTree::default(), typed).fault.unwrap();
    assert_eq!(&typed[fault.span], "\u{421}h8");
    // Two languages in one record are a fault.
    assert_eq!(read("1. e4 e5 2. Cf3 Nc6 *").game.game().ply(), 2);
}
