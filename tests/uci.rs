//! Dialogues with the real program through pipes, as a GUI would lead them.
//!
//! Times appear only as guards against hanging, and where something must not happen for a while.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use quarterply::chess::{Position, parse_move};

/// Nothing here takes so long unless something hangs.
const GUARD: Duration = Duration::from_secs(120);

/// How long is waited for what must not come.
const SILENCE: Duration = Duration::from_millis(200);

const MATED: &str = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
const STALEMATE: &str = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";
const ONE_REPLY: &str = "7k/8/8/8/8/8/1r6/K7 w - - 0 1";
const LADDER: &str = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";

/// The program with a GUI's hands on it.
struct Gui {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Gui {
    /// Starts the program; nothing has been said yet.
    fn start() -> Gui {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quarterply"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Gui { input: child.stdin.take(), child, lines }
    }

    /// Starts it and greets it.
    fn greeted() -> Gui {
        let mut gui = Gui::start();
        gui.say("uci");
        gui.until("uciok");
        gui
    }

    fn say_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    /// The next line.
    fn hear(&self) -> String {
        self.lines.recv_timeout(GUARD).expect("a line")
    }

    /// Lines up to and including the first that begins with this word.
    fn until(&self, word: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.hear();
            let last = line.split(' ').next() == Some(word);
            heard.push(line);
            if last {
                return heard;
            }
        }
    }

    /// Says this and returns all up to the `bestmove`.
    fn search(&mut self, position: &str, go: &str) -> Vec<String> {
        self.say(position);
        self.say(go);
        self.until("bestmove")
    }

    /// Nothing that begins with this word is heard for a while.
    fn hears_no(&self, word: &str) {
        let end = Instant::now() + SILENCE;
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            assert!(!line.starts_with(word), "{line}");
        }
    }

    /// Whatever is still to come is answered before this is.
    fn is_in_step(&mut self) {
        self.say("isready");
        assert_eq!(self.until("readyok"), ["readyok"]);
    }

    /// Ends the input.
    fn hang_up(&mut self) {
        self.input = None;
    }

    /// The rest of the output and the status.
    fn rest(mut self) -> (Vec<String>, ExitStatus) {
        self.hang_up();
        let mut rest = Vec::new();
        let end = Instant::now() + GUARD;
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            rest.push(line);
        }
        (rest, self.status())
    }

    fn status(&mut self) -> ExitStatus {
        let end = Instant::now() + GUARD;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < end, "the program goes on");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What stands behind a word of a line.
fn field<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|found| *found == word)?;
    words.next()
}

fn number(line: &str, word: &str) -> Option<i64> {
    field(line, word)?.parse().ok()
}

fn best(lines: &[String]) -> &str {
    field(lines.last().unwrap(), "bestmove").unwrap()
}

/// The best move's last exact line.
fn last_exact(lines: &[String]) -> &str {
    lines.iter().rev().find(|line| line.contains(" pv ") && !line.contains("bound")).unwrap()
}

#[test]
fn says_nothing_before_it_is_spoken_to_and_introduces_itself_whenever_asked() {
    let mut gui = Gui::start();
    gui.hears_no("");
    for _ in 0..2 {
        gui.say("uci");
        let heard = gui.until("uciok");
        assert!(
            heard[0].starts_with("id name ") && heard[1].starts_with("id author "),
            "{heard:?}"
        );
        for name in
            ["Hash", "Threads", "Ponder", "MultiPV", "Move Overhead", "UCI_Chess960", "SyzygyPath"]
        {
            let wanted = format!("option name {name} type ");
            assert!(heard.iter().any(|line| line.starts_with(&wanted)), "{name}");
        }
        assert!(
            heard.iter().all(|line| line.is_ascii() && line.trim() == line && !line.contains("  "))
        );
    }
    gui.say("quit");
    assert!(gui.status().success());
}

#[test]
fn a_bounded_search_outlives_its_input() {
    for go in ["go depth 7", "go nodes 5000", "go movetime 300", "go wtime 2000 btime 2000"] {
        let mut gui = Gui::greeted();
        gui.say(&format!("position startpos\n{go}"));
        let (heard, status) = gui.rest();
        assert!(heard.last().unwrap().starts_with("bestmove "), "{go}: {heard:?}");
        assert!(status.success());
        assert!(go != "go depth 7" || heard.iter().any(|line| line.starts_with("info depth 7 ")));
    }
}

#[test]
fn an_endless_search_ends_with_its_input() {
    for go in ["go infinite", "go", "go ponder wtime 1000 btime 1000"] {
        let mut gui = Gui::greeted();
        gui.say(go);
        gui.say("isready");
        gui.until("readyok");
        let (heard, status) = gui.rest();
        assert_eq!(heard.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{go}");
        assert!(status.success());
    }
}

#[test]
fn nobody_left_to_read_ends_everything_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quarterply"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    input.write_all(b"uci\ngo infinite\n").unwrap();
    let mut line = String::new();
    while !line.starts_with("info depth") {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0);
    }
    drop(output);
    drop(input);
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    assert!(ended.stderr.is_empty(), "{ended:?}");
}

#[test]
fn an_endless_search_gives_no_move_unasked() {
    for fen in [MATED, STALEMATE, ONE_REPLY, LADDER] {
        let mut gui = Gui::greeted();
        gui.say(&format!("position fen {fen}"));
        for go in ["go infinite depth 3", "go ponder depth 3"] {
            gui.say(go);
            gui.hears_no("bestmove");
            assert_rests(&gui.child);
            gui.say("stop");
            let heard = gui.until("bestmove");
            let has_move = fen != MATED && fen != STALEMATE;
            assert_eq!(best(&heard) != "(none)", has_move);
            gui.say("stop");
            gui.is_in_step();
        }
    }
}

/// The program takes no time of the processor: where that can be looked up.
fn assert_rests(child: &Child) {
    let ticks = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
        let after_name = stat.rsplit(')').next()?.to_owned();
        let fields: Vec<u64> =
            after_name.split_whitespace().skip(11).take(2).filter_map(|f| f.parse().ok()).collect();
        Some(fields.iter().sum::<u64>())
    };
    if let Some(before) = ticks() {
        thread::sleep(SILENCE);
        // A tick is ten milliseconds: a spinning thread would take twenty.
        assert!(ticks().is_some_and(|after| after <= before + 2), "it spins");
    }
}

#[test]
fn without_a_legal_move_the_reason_is_said() {
    let mut gui = Gui::greeted();
    let heard = gui.search(&format!("position fen {MATED}"), "go depth 5");
    assert_eq!(heard, ["info depth 0 score mate 0", "bestmove (none)"]);
    let heard = gui.search(&format!("position fen {STALEMATE}"), "go movetime 1000");
    assert_eq!(heard, ["info depth 0 score cp 0", "bestmove (none)"]);
}

#[test]
fn pondering_goes_on_until_the_hit_and_then_keeps_to_its_limits() {
    let mut gui = Gui::greeted();
    gui.say("go ponder movetime 50");
    gui.hears_no("bestmove");
    gui.say("ponderhit");
    gui.until("bestmove");
    gui.say("go ponder depth 2");
    gui.hears_no("bestmove");
    gui.say("ponderhit");
    gui.until("bestmove");
    gui.say("ponderhit");
    gui.say("go ponder wtime 60000 btime 60000");
    gui.say("stop");
    gui.until("bestmove");
    gui.is_in_step();
}

#[test]
fn idle_stops_and_hits_are_silent() {
    let mut gui = Gui::greeted();
    gui.say("stop\nponderhit\nstop");
    gui.is_in_step();
}

#[test]
fn commands_while_searching_are_done_in_order() {
    let mut gui = Gui::greeted();
    gui.say("go infinite\nisready");
    gui.until("readyok");
    gui.say("setoption name MultiPV value 3\nposition startpos moves e2e4\ngo depth 4\ngo depth 5\nisready");
    let first = gui.until("bestmove");
    assert!(first.iter().all(|line| !line.contains("multipv 2")));
    // The second is stopped by the third.
    let second = gui.until("bestmove");
    let third = gui.until("bestmove");
    let is_wanted =
        |line: &String| line.starts_with("info depth 5 ") && line.contains(" multipv 3 ");
    assert!(third.iter().any(is_wanted));
    for heard in [&second, &third] {
        let answer = best(heard);
        assert!(parse_move(&after("e2e4"), answer).is_ok(), "{answer}");
    }
}

fn after(moves: &str) -> Position {
    moves.split(' ').fold(Position::start(), |position, text| {
        position.play(parse_move(&position, text).unwrap())
    })
}

#[test]
fn stops_that_come_at_once_are_not_lost() {
    let mut gui = Gui::greeted();
    for _ in 0..20 {
        gui.say("position startpos\ngo infinite\nstop\ngo infinite\nposition startpos moves d2d4\ngo infinite\nstop");
        for _ in 0..3 {
            let heard = gui.until("bestmove");
            assert!(
                heard.iter().any(|line| line.contains(" score ") && line.contains(" pv ")),
                "{heard:?}"
            );
        }
        gui.is_in_step();
    }
}

#[test]
fn random_stops_are_all_answered() {
    let mut gui = Gui::greeted();
    let mut pause = 1_u64;
    for _ in 0..40 {
        pause = pause * 1_103_515_245 % 30_011;
        gui.say("go infinite");
        thread::sleep(Duration::from_micros(pause));
        gui.say("stop");
        gui.until("bestmove");
    }
    gui.is_in_step();
}

#[test]
fn wait_reads_on_when_the_search_is_done() {
    let mut gui = Gui::greeted();
    gui.say("go depth 6\nwait\nd\ngo infinite\nwait\nisready\nstop\nd");
    assert!(gui.until("bestmove").iter().any(|line| line.starts_with("info depth 6 ")));
    let heard = gui.until("readyok");
    assert!(heard[0].starts_with("info string 8 r n b q k b n r"), "{heard:?}");
    gui.until("bestmove");
    assert!(gui.hear().starts_with("info string 8 r n b q k b n r"));
}

#[test]
fn a_refused_position_is_explained_and_the_next_one_is_fine() {
    let mut gui = Gui::greeted();
    for bad in [
        "position",
        "position fen",
        "position fen startpos",
        "position nonsense",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K2K w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position fen rnbqkbnr/ppppPppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 extra words here",
        "position fen 4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "position fen QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/8/k6K w - - 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e1e3",
        "position startpos moves e2e4 \u{1F642}",
    ] {
        gui.say(bad);
        let refusal = gui.hear();
        assert!(
            refusal.starts_with("info string error: ") && refusal.contains("column "),
            "{bad}: {refusal}"
        );
        gui.say("go depth 3");
        let heard = gui.until("bestmove");
        assert!(
            heard.len() == 2 && heard[0].starts_with("info string error: "),
            "{bad}: {heard:?}"
        );
        assert_eq!(best(&heard), "(none)");
        assert_ne!(best(&gui.search("position startpos moves e2e4", "go depth 2")), "(none)");
    }
}

#[test]
fn doubtful_positions_are_taken_with_a_warning_or_without_a_word() {
    let mut gui = Gui::greeted();
    gui.say("position fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1");
    assert!(gui.hear().starts_with("info string warning: "));
    while !gui.search("", "go depth 1").iter().any(|line| line.contains(" pv ")) {}
    // An en-passant square without a capture is what GUIs send after every double step.
    gui.say("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    gui.is_in_step();
    gui.say("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
    gui.is_in_step();
}

#[test]
fn options_tell_the_truth() {
    let mut gui = Gui::greeted();
    for (wrong, said) in [
        ("setoption name Hash value 0", "Hash must lie between 1 and 1048576"),
        ("setoption name Hash value lots", "Hash takes a whole number"),
        ("setoption name Threads value 99999", "it stays 1"),
        ("setoption name OwnBook value true", "there is no option `OwnBook`"),
        ("setoption name Profile value turbo", "one of quarterply, slow, plain"),
        ("setoption", "there is no option"),
    ] {
        gui.say(wrong);
        let heard = gui.hear();
        assert!(
            heard.starts_with("info string warning: ") && heard.contains(said),
            "{wrong}: {heard}"
        );
        gui.is_in_step();
    }
    for fine in [
        "setoption name hash value 1",
        "setoption name Clear Hash",
        "setoption name MOVE OVERHEAD value 30",
        "setoption name SyzygyPath value",
        "setoption name UCI_AnalyseMode value true",
        "setoption name Threads value 2",
        "setoption name UCI_EngineAbout value something else",
    ] {
        gui.say(fine);
        gui.is_in_step();
    }
    gui.search("position startpos", "go depth 5");
}

#[test]
fn more_memory_than_there_is_keeps_the_old_table() {
    let mut gui = Gui::greeted();
    gui.say("setoption name Hash value 2\nisready\nsetoption name Hash value 1048576\nisready");
    gui.until("readyok");
    let heard = gui.until("readyok");
    // A machine that has a tebibyte to give is not refused.
    if heard.len() > 1 {
        assert!(
            heard[0].contains("no memory for a table of 1048576 MiB; Hash stays 2"),
            "{heard:?}"
        );
    }
    assert_ne!(best(&gui.search("position startpos", "go depth 4")), "(none)");
    gui.is_in_step();
}

#[test]
fn variations_come_in_blocks() {
    let mut gui = Gui::greeted();
    gui.say("setoption name MultiPV value 4");
    let heard = gui.search("position startpos", "go depth 6");
    let rows: Vec<&String> =
        heard.iter().filter(|line| line.contains(" pv ") && !line.contains("bound")).collect();
    assert_eq!(rows.len() % 4, 0);
    let mut depth = 0;
    for block in rows.chunks(4) {
        let depths: Vec<_> = block.iter().map(|line| number(line, "depth")).collect();
        assert!(
            depths.iter().all(|found| *found == depths[0] && *found >= Some(depth)),
            "{block:?}"
        );
        depth = depths[0].unwrap();
        let numbers: Vec<_> = block.iter().map(|line| number(line, "multipv")).collect();
        assert_eq!(numbers, [Some(1), Some(2), Some(3), Some(4)]);
        let mut firsts: Vec<_> = block.iter().map(|line| field(line, "pv")).collect();
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts.len(), 4, "{block:?}");
        let scores: Vec<_> = block.iter().filter_map(|line| number(line, "cp")).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{block:?}");
    }
    let heard = gui.search("position startpos", "go depth 3 searchmoves a2a3 h2h3");
    assert_eq!(number(last_exact(&heard), "multipv"), Some(2));
    assert!(["a2a3", "h2h3"].contains(&best(&heard)));
    let heard = gui.search(&format!("position fen {ONE_REPLY}"), "go depth 3");
    assert_eq!(number(last_exact(&heard), "multipv"), Some(1));
}

#[test]
fn numbers_are_whole_and_fields_in_order() {
    let mut gui = Gui::greeted();
    gui.say("setoption name UCI_ShowWDL value true");
    let heard = gui.search("position startpos moves e2e4 c7c5", "go depth 9");
    for line in heard.iter().filter(|line| line.contains(" pv ")) {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(words.iter().all(|word| !word.is_empty() && !word.contains('.')), "{line}");
        let place = |word: &str| words.iter().position(|found| *found == word);
        let order =
            ["depth", "seldepth", "multipv", "score", "wdl", "nodes", "time", "pv"].map(place);
        assert!(order.is_sorted() && order[0].is_some(), "{line}");
        let wdl = place("wdl").unwrap();
        let sum: i32 =
            words[wdl + 1..wdl + 4].iter().map(|word| word.parse::<i32>().unwrap()).sum();
        assert_eq!(sum, 1000, "{line}");
    }
    for go in [
        "go nodes 1",
        "go movetime 1",
        "go wtime 1 btime 1",
        "go wtime -5",
        "go depth 0",
        "go movetime",
    ] {
        let heard = gui.search("position startpos moves e2e4", go);
        assert!(last_exact(&heard).contains(" pv "), "{go}");
        assert_ne!(best(&heard), "(none)");
    }
}

#[test]
fn mates_are_told_with_every_move() {
    let mut gui = Gui::greeted();
    for (fen, depth) in [
        (LADDER, 8),
        ("6k1/R7/8/8/8/8/8/1R2K3 b - - 0 1", 6),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 8),
        ("5r1k/6pp/7N/3Q4/8/8/5PPP/6K1 w - - 0 1", 8),
        ("8/8/8/8/2k5/8/1q6/K7 w - - 0 1", 9),
        ("8/8/8/3k4/8/8/2Q1K3/8 w - - 0 1", 14),
    ] {
        let root = Position::from_fen(fen).unwrap();
        let heard = gui.search(&format!("position fen {fen}"), &format!("go depth {depth}"));
        for line in heard.iter().filter(|line| line.contains(" score mate ")) {
            assert!(!line.contains("bound"), "{line}");
            let moves = number(line, "mate").unwrap();
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            let pv: Vec<&str> = line.split(" pv ").nth(1).unwrap().split(' ').collect();
            assert_eq!(pv.len() as i64, plies, "{line}");
            let end = pv
                .iter()
                .fold(root, |position, text| position.play(parse_move(&position, text).unwrap()));
            assert!(end.is_checkmate(), "{line}");
        }
    }
    let heard = gui.search(&format!("position fen {LADDER}"), "go mate 2");
    assert_eq!(number(last_exact(&heard), "mate"), Some(2));
}

#[test]
fn chess960_is_understood_and_spoken() {
    let mut gui = Gui::greeted();
    let standard = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves";
    for castle in ["e1g1", "e1h1", "O-O"] {
        let heard = gui.search(&format!("{standard} {castle}"), "go depth 1");
        assert_ne!(best(&heard), "(none)", "{castle}");
    }
    let heard = gui
        .search("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "go depth 2 searchmoves e1g1");
    assert_eq!(best(&heard), "e1g1");
    gui.say("setoption name UCI_Chess960 value true");
    let heard = gui
        .search("position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "go depth 2 searchmoves e1h1");
    assert_eq!(best(&heard), "e1h1");
    gui.say("setoption name UCI_Chess960 value false");
    // King b1, rooks a1 and g1: nobody has to be told that this is Chess960.
    gui.say("position fen 1k6/8/8/8/8/8/8/RK4R1 w GA - 0 1");
    assert!(gui.hear().starts_with("info string these castling rights are of Chess960"));
    gui.say("go depth 2 searchmoves b1g1");
    assert_eq!(best(&gui.until("bestmove")), "b1g1");
}

#[test]
fn counting_can_be_stopped() {
    let mut gui = Gui::greeted();
    gui.say("position startpos\ngo perft 3");
    let heard = gui.until("Nodes");
    assert_eq!(heard.len(), 21);
    assert_eq!(heard[20], "Nodes searched: 8902");
    assert!(heard.contains(&"e2e4: 600".to_owned()));
    gui.say("go perft 30\nisready\nstop\nisready");
    assert_eq!(gui.until("readyok"), ["readyok"]);
    let heard = gui.until("readyok");
    assert!(
        heard.iter().all(|line| line.starts_with("info string ") || line == "readyok"),
        "{heard:?}"
    );
    gui.say("bench 60\nstop\nbench 1");
    let mut last = gui.hear();
    while last.starts_with("info string ") {
        last = gui.hear();
    }
    let words: Vec<&str> = last.split(' ').collect();
    assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{last}");
}

#[test]
fn a_dialogue_can_be_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a log.txt");
    let mut gui = Gui::greeted();
    gui.say(&format!("setoption name Debug Log File value {}", path.display()));
    gui.is_in_step();
    gui.say("setoption name Debug Log File value");
    gui.is_in_step();
    let log = std::fs::read_to_string(&path).unwrap();
    let rows: Vec<&str> =
        log.lines().filter_map(|line| line.split_once(' ')).map(|(_, rest)| rest).collect();
    assert_eq!(rows, [">> isready", "<< readyok", ">> setoption name Debug Log File value"]);
    gui.say(&format!(
        "setoption name Debug Log File value {}/no/such/place",
        folder.path().display()
    ));
    assert!(gui.hear().starts_with("info string error: "));
    gui.is_in_step();
}

#[test]
fn bytes_of_any_kind_do_no_harm() {
    let mut gui = Gui::start();
    gui.say_bytes(b"\xEF\xBB\xBFuci\r\n");
    gui.until("uciok");
    gui.say_bytes(b"isready\r\n\r\n\n   \t\nisready\0\n\tisready\t\n");
    for _ in 0..3 {
        assert_eq!(gui.hear(), "readyok");
    }
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut bytes = Vec::new();
    for _ in 0..200_000 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.push(state as u8);
    }
    bytes.extend(vec![b'x'; 1 << 20]);
    bytes.extend(b"\nposition startpos moves");
    bytes.extend(b" e2e4".repeat(200_000));
    bytes.extend(b"\nsetoption name ");
    bytes.extend([0xFF, 0xC3, 0x28, 0]);
    bytes.extend(b" value \x1B[31m\ngo depth \xF0\x28\x8C\xBC\nstop\n");
    gui.say_bytes(&bytes);
    gui.say("position startpos\ngo depth 3\nisready");
    let heard = gui.until("readyok");
    assert!(heard.iter().all(|line| !line.contains(['\u{1B}', '\0', '\t'])));
    // The last word need not end with a line.
    gui.say_bytes(b"go depth 2");
    let (heard, status) = gui.rest();
    assert!(heard.last().unwrap().starts_with("bestmove ") && status.success());
}
