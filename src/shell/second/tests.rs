//! Engines that are shell scripts: a good one, and those that hang, die, flood and lie.

#![cfg(unix)]

use std::fs;
use std::thread;

use tempfile::TempDir;

use super::*;
use crate::chess::notation::parse_move;
use crate::units::{Bound, Score};

/// What every script does; `go` and `stop` are the script's own.
const HANDSHAKE: &str = "uci) echo 'id name Good 1'; echo 'option name Hash type spin default 16'\n\
    echo 'option name Clear Hash type button'; echo 'option name Hash File type string'; echo uciok;;\n\
    isready) echo readyok;;\n";

struct Script {
    folder: TempDir,
    second: Result<Second, SecondError>,
}

impl Script {
    /// Starts a script with these branches.
    fn start(branches: &str) -> Script {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            "cd '{}'\nwhile read -r line; do case \"$line\" in\n{branches}\nesac; done\n",
            folder.path().display()
        );
        let path = folder.path().join("engine.sh");
        fs::write(&path, script).unwrap();
        let arguments = [path.display().to_string()];
        let second = Second::start(Path::new("/bin/sh"), &arguments, &StopFlag::new());
        Script { folder, second }
    }

    /// Starts one that shakes hands and then has this answer to `go`.
    fn answering(go: &str) -> Script {
        Script::start(&format!("{HANDSHAKE}go*) {go};;"))
    }

    fn second(&self) -> &Second {
        self.second.as_ref().unwrap()
    }

    fn ask(&self) -> Result<EngineAnswer, SecondError> {
        let game = Game::new(Position::start());
        self.second().ask(&game, (false, false), &Limits::depth(3), &StopFlag::new())
    }

    #[track_caller]
    fn refuses(&self) -> String {
        self.ask().unwrap_err().to_string()
    }

    /// Asks, and raises the flag as soon as the script has made the file `asked`.
    fn stopped(&self) -> Result<EngineAnswer, SecondError> {
        let (stop, asked) = (StopFlag::new(), self.folder.path().join("asked"));
        let raise = || {
            while !asked.exists() {
                thread::yield_now();
            }
            stop.raise();
        };
        thread::scope(|scope| {
            scope.spawn(raise);
            let game = Game::new(Position::start());
            self.second().ask(&game, (false, false), &Limits::default(), &stop)
        })
    }
}

fn lost(why: &str) -> String {
    format!("{why}; the engine was ended, and `second PROGRAM` starts it again")
}

fn mv(text: &str) -> Move {
    parse_move(&Position::start(), text).unwrap()
}

const GOOD: &str = "echo 'info depth 8 seldepth 9 multipv 1 score cp 31 nodes 700 pv e2e4 e7e5'\n\
    echo 'info depth 8 multipv 2 score cp 5 pv d2d4'; echo 'bestmove e2e4 ponder e7e5'";

#[test]
fn a_good_engine_is_asked_as_often_as_one_likes() {
    let script = Script::answering(GOOD);
    let second = script.second();
    assert_eq!((second.name.as_str(), second.state()), ("Good 1", "idle"));
    assert_eq!(second.options, ["Hash", "Clear Hash", "Hash File"]);
    for _ in 0..2 {
        let advice = script.ask().unwrap();
        assert_eq!((advice.best.mv, advice.depth, advice.nodes), (mv("e4"), 8, Count(700)));
        let line = advice.line.unwrap();
        assert_eq!((line.score, line.pv.len()), ((Score::cp(31), Bound::Exact), 2));
        assert!(advice.notes.is_empty());
    }
    second.end();
    assert_eq!(second.state(), "ended");
    assert_eq!(script.refuses(), lost("Good 1 has ended"));
}

#[test]
fn only_options_that_it_has_are_set() {
    let script = Script::start(&format!("{HANDSHAKE}setoption*) echo \"$line\" >> asked;;"));
    let set = |text: &str| script.second().set(text, &StopFlag::new());
    assert_eq!(set("hash 32").unwrap(), "Hash");
    assert_eq!(set("Clear Hash").unwrap(), "Clear Hash");
    assert_eq!(set("Hash File a b").unwrap(), "Hash File");
    let told = fs::read_to_string(script.folder.path().join("asked")).unwrap();
    let lines = "setoption name Hash value 32\nsetoption name Clear Hash\nsetoption name Hash File value a b\n";
    assert_eq!(told, lines);
    let near = "Good 1 has no option \"Hashh\"; did you mean `Hash`?; `second` lists all";
    assert_eq!(set("Hashh 32").unwrap_err().to_string(), near);
    assert!(set("Hashes 32").is_err() && set("").is_err() && set("Häsh").is_err());
}

#[test]
fn chess960_needs_an_engine_that_knows_it() {
    let script = Script::answering(GOOD);
    let position = Position::from_fen("nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1");
    let asked = script.second().ask(
        &Game::new(position.unwrap()),
        (true, false),
        &Limits::depth(1),
        &StopFlag::new(),
    );
    assert!(matches!(asked, Err(SecondError::Refused(_))), "{asked:?}");
    assert!(script.ask().is_ok(), "it is still there");
}

#[test]
fn one_that_does_not_begin_is_told_why() {
    let none = Second::start(Path::new("/no/such/engine"), &[], &StopFlag::new());
    let said = none.unwrap_err().to_string();
    assert!(
        said.starts_with("`/no/such/engine` cannot be started: there is no such file"),
        "{said}"
    );
    let none = Second::start(Path::new("no such engine"), &[], &StopFlag::new());
    let said = none.unwrap_err().to_string();
    assert!(
        said.contains("there is no such program in /")
            && said.ends_with("/usr/games, /usr/local/games"),
        "{said}"
    );
    let error = |branches: &str| Script::start(branches).second.unwrap_err().to_string();
    let gone = lost("/bin/sh ended without an answer to `uci`");
    assert_eq!(error("uci) exit 1;;"), gone);
    let silent = lost("/bin/sh did not answer `uci` within five seconds");
    assert_eq!(error("uci) sleep 1000;;"), silent);
    let flood = lost("/bin/sh sent 10000 lines without an answer to `uci`");
    assert_eq!(error("uci) while :; do echo 'option name A type check'; done;;"), flood);
    let endless = "uci) while :; do printf 'option name A type check'; done;;";
    assert_eq!(error(endless), silent);
}

#[test]
fn one_that_dies_when_it_is_asked_has_ended() {
    let script = Script::answering("echo 'info depth 1 score cp 1 pv e2e4'; exit");
    let gone = lost("Good 1 ended without an answer to `go`");
    assert_eq!(script.refuses(), gone);
    assert_eq!(script.second().state(), "ended");
    assert!(matches!(script.ask(), Err(SecondError::Lost(_))));
}

#[test]
fn a_stop_ends_the_question() {
    let go = "echo 'info depth 4 score mate 3 pv d2d4'; touch asked";
    let script = Script::start(&format!("{HANDSHAKE}go) {go};;\nstop) echo 'bestmove d2d4';;"));
    let advice = script.stopped().unwrap();
    assert_eq!(advice.best.mv, mv("d4"));
    assert_eq!(advice.line.unwrap().score, (Score::mates_at(5), Bound::Exact));
    assert_eq!(script.second().state(), "idle");
}

#[test]
fn one_that_does_not_stop_is_ended() {
    let flood = "touch asked; while :; do echo 'info depth 1 score cp 1 pv e2e4'; done";
    for go in ["touch asked; sleep 1000", flood, "touch asked; while :; do printf x; done"] {
        let script = Script::answering(go);
        let error = script.stopped().unwrap_err();
        assert_eq!(error.to_string(), lost("Good 1 did not answer `stop` within a second"));
        assert_eq!(script.second().state(), "ended", "{go}");
    }
}

#[test]
fn nothing_of_an_illegal_move_is_used() {
    for (answer, word) in [
        ("bestmove e2e5", "e2e5"),
        ("bestmove e7e5", "e7e5"),
        ("bestmove (none)", "(none)"),
        ("bestmove 0000", "0000"),
        ("bestmove", "no move"),
    ] {
        let script = Script::answering(&format!("echo '{answer}'"));
        let said = format!("Good 1 answered {word}, which is not a legal move here");
        assert_eq!(script.refuses(), said);
        assert_eq!(script.second().state(), "idle", "it can be asked again");
    }
}

#[test]
fn a_line_that_is_wrong_is_told_and_left_out() {
    let notes = |info: &str| {
        let script = Script::answering(&format!("echo 'info {info}'; echo 'bestmove e2e4'"));
        let advice = script.ask().unwrap();
        assert_eq!(advice.best.mv, mv("e4"), "{info}");
        (advice.line.map_or(0, |line| line.pv.len()), advice.notes)
    };
    let breaks = "the line of Good 1 breaks off: e2e4 is not a legal move there".to_owned();
    assert_eq!(notes("score cp 1 pv e2e4 e7e5 e2e4"), (2, vec![breaks]));
    let other = "the line of Good 1 begins with another move, and is left out".to_owned();
    assert_eq!(notes("score cp 1 pv d2d4 d7d5"), (1, vec![other]));
    let no_score = "Good 1 gave no score".to_owned();
    assert_eq!(notes("score cp many pv e2e4 e7e5"), (0, vec![no_score]));
}

#[test]
fn an_answer_to_an_earlier_question_does_not_count() {
    let late = HANDSHAKE.replace("isready)", "isready) echo 'bestmove a2a3';");
    let script = Script::start(&format!("{late}go*) echo 'bestmove e2e4';;"));
    assert_eq!(script.ask().unwrap().best.mv, mv("e4"));
}

#[test]
fn a_game_is_sent_with_its_moves_unless_one_is_a_pass() {
    let mut game = Game::new(Position::start());
    game.play(mv("e4")).unwrap();
    let start = Position::start().to_fen();
    assert_eq!(position_line(&game, false), format!("position fen {start} moves e2e4"));
    game.pass().unwrap();
    let fen = game.position().to_fen();
    assert_eq!(position_line(&game, false), format!("position fen {fen}"));
    let limits = Limits { nodes: Some(7), ..Limits::movetime(Duration::from_millis(20)) };
    assert_eq!(go_line(&limits), "go nodes 7 movetime 20");
}
