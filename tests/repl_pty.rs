//! The prompt through a pseudo-terminal, as at a keyboard.

#![cfg(unix)]

use std::io::Write;
use std::process::Command;

use rexpect::process::Signal;
use rexpect::session::{PtySession, spawn_command};
use tempfile::TempDir;

/// Only ends a test that hangs.
const PATIENCE: Option<u64> = Some(30_000);

struct Repl {
    pty: PtySession,
    home: TempDir,
}

impl Repl {
    fn begin() -> Repl {
        Repl::with(&[], tempfile::tempdir().unwrap())
    }

    fn with(arguments: &[&str], home: TempDir) -> Repl {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarterply"));
        // The terminal is read byte by byte here, so only ASCII.
        command.args(["-H", "1", "-t", "1", "--ascii"]).args(arguments);
        command.env("TERM", "xterm-256color").env("NO_COLOR", "1").env("PAGER", "cat");
        command.env("XDG_STATE_HOME", home.path()).env("XDG_CONFIG_HOME", home.path());
        let mut pty = spawn_command(command, PATIENCE).unwrap();
        pty.exp_string("w 1. > ").unwrap();
        Repl { pty, home }
    }

    fn say(&mut self, line: &str) {
        self.pty.send_line(line).unwrap();
    }

    #[track_caller]
    fn expect(&mut self, text: &str) -> String {
        self.pty.exp_string(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[track_caller]
    fn leave(mut self) -> TempDir {
        self.pty.send_control('d').unwrap();
        self.pty.exp_eof().unwrap();
        self.home
    }
}

#[test]
fn a_position_is_pasted_and_played_on() {
    let mut repl = Repl::begin();
    repl.say("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    repl.expect("w 1. > ");
    repl.say("a1b1");
    repl.expect("b 1... > ");
    repl.say("show");
    repl.expect("8/k7/3p4/p2P1p2/P2P1P2/8/8/1K6 b - - 1 1");
    repl.expect("b 1... > ");
    repl.say("Kb9");
    repl.expect("error: ");
    repl.expect("b 1... > ");
    repl.say("undo 2");
    repl.expect("w 1. > ");
    repl.leave();
}

/// Ctrl-D lost an unsaved game.
#[test]
fn what_nobody_saved_is_kept_for_the_next_session() {
    let mut repl = Repl::begin();
    repl.say("e4");
    repl.expect("b 1... > ");
    repl.pty.send_control('d').unwrap();
    repl.expect("`restore` without a name goes on from here");
    repl.pty.exp_eof().unwrap();
    let mut repl = Repl::with(&[], repl.home);
    repl.say("restore");
    repl.expect("b 1... > ");
    // Nothing would be lost, so there is no message.
    repl.say("quit");
    assert!(!repl.pty.exp_eof().unwrap().contains("restore"));
    // Without history nothing is saved.
    let mut repl = Repl::with(&["--no-history"], tempfile::tempdir().unwrap());
    repl.say("d4");
    repl.expect("b 1... > ");
    repl.say("restore");
    repl.expect("no last session is kept");
    let home = repl.leave();
    assert!(!home.path().join("quarterply").join("last-session.qs").exists());
}

#[test]
fn a_session_that_ends_suddenly_is_kept() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP, Signal::SIGKILL] {
        let mut repl = Repl::begin();
        repl.say("e4");
        repl.expect("b 1... > ");
        repl.pty.process_mut().signal(signal).unwrap();
        repl.pty.exp_eof().unwrap();
        let mut repl = Repl::with(&[], repl.home);
        // A move before it changes nothing: `restore` loads the last session.
        repl.say("d4 d5");
        repl.expect("w 2. > ");
        repl.say("restore");
        repl.expect("b 1... > ");
        repl.leave();
    }
}

#[test]
fn ctrl_c_ends_a_search_and_not_the_session() {
    let mut repl = Repl::begin();
    for _ in 0..2 {
        repl.say("go inf");
        // It prints something, so the search is running.
        repl.expect("8/");
        repl.pty.send_control('c').unwrap();
        repl.expect("stopped");
        repl.expect("w 1. > ");
    }
    repl.say("e4");
    repl.expect("b 1... > ");
    repl.leave();
}

#[test]
fn a_bar_of_progress_is_gone_after_ctrl_c() {
    let mut repl = Repl::begin();
    repl.say("perft 9");
    repl.expect("leaves");
    repl.pty.send_control('c').unwrap();
    let drawn = repl.expect("stopped at");
    // If the line were padded, the terminal's echo would wrap, and the wrong line would be cleared.
    assert!(!drawn.contains("    "), "{drawn:?}");
    assert!(drawn.trim_end_matches("\u{1b}[2K").ends_with('\r'), "{drawn:?}");
    repl.expect("w 1. > ");
    repl.leave();
}

#[test]
fn ctrl_c_at_the_prompt_clears_the_line() {
    let mut repl = Repl::begin();
    repl.pty.send("nonsense").unwrap();
    repl.pty.flush().unwrap();
    repl.expect("nonsense");
    repl.pty.send_control('c').unwrap();
    repl.expect("w 1. > ");
    repl.say("echo still here");
    repl.expect("still here\r\n");
    repl.expect("w 1. > ");
    repl.leave();
}

#[test]
fn a_paste_of_several_lines_is_done_line_by_line() {
    let mut repl = Repl::begin();
    repl.pty.send("\u{1b}[200~e4 e5\nNf3\necho three lines\u{1b}[201~").unwrap();
    repl.pty.flush().unwrap();
    repl.expect("three lines");
    repl.say("");
    repl.expect("three lines\r\n");
    repl.expect("b 2... > ");
    repl.leave();
}

/// With colours the question was overwritten by the prompt.
#[test]
fn a_long_paste_is_asked_about() {
    let mut repl = Repl::begin();
    let lines = "echo one\n".repeat(25);
    repl.pty.send(&format!("\u{1b}[200~{lines}\u{1b}[201~\r")).unwrap();
    repl.pty.flush().unwrap();
    repl.expect("run these 25 lines? [y/N] ");
    repl.say("n");
    repl.expect("w 1. > ");
    repl.leave();
}

#[test]
fn lines_typed_ahead_are_not_lost() {
    let mut repl = Repl::begin();
    repl.pty.send("e4\re5\rNf3\recho all three\r").unwrap();
    repl.pty.flush().unwrap();
    repl.expect("all three\r\n");
    repl.expect("b 2... > ");
    repl.leave();
}

#[test]
fn tab_completes_commands_and_moves() {
    let mut repl = Repl::begin();
    repl.pty.send("reso\t").unwrap();
    repl.pty.flush().unwrap();
    repl.expect("resolve");
    repl.pty.send_control('c').unwrap();
    repl.expect("w 1. > ");
    repl.pty.send("Nf\t\r").unwrap();
    repl.pty.flush().unwrap();
    repl.expect("b 1... > ");
    repl.leave();
}

/// The completed name contained a backslash, which the parser does not accept.
#[test]
fn tab_completes_the_name_of_a_file_as_it_is_read() {
    let home = tempfile::tempdir().unwrap();
    let fen = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 b - - 0 1\n";
    std::fs::write(home.path().join("it's my ending.fen"), fen).unwrap();
    let mut repl = Repl::with(&[], home);
    let begun = format!("load {}/it\t\r", repl.home.path().display());
    repl.pty.send(&begun).unwrap();
    repl.pty.flush().unwrap();
    repl.expect("b 1... > ");
    repl.leave();
}

#[test]
fn what_was_typed_is_remembered() {
    let mut repl = Repl::begin();
    repl.say("echo remember me");
    repl.expect("remember me\r\n");
    repl.expect("w 1. > ");
    let home = repl.leave();
    let file = home.path().join("quarterply").join("history");
    let mode = std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    let mut repl = Repl::with(&[], home);
    repl.pty.send("\u{1b}[A\r").unwrap();
    repl.pty.flush().unwrap();
    repl.expect("remember me\r\n");
    repl.expect("w 1. > ");
    repl.leave();
}

#[test]
fn a_state_folder_that_cannot_be_written_does_no_harm() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("quarterply"), "a file where the folder should be").unwrap();
    let mut repl = Repl::with(&[], home);
    repl.say("e4");
    repl.expect("b 1... > ");
    repl.leave();
}

/// An invalid byte ended the session, and all unsaved work was lost.
#[test]
fn a_byte_that_is_no_text_does_not_end_the_session() {
    let mut repl = Repl::begin();
    repl.say("e4");
    repl.expect("b 1... > ");
    // A byte alone, which no text can hold.
    let mut keyboard = repl.pty.process().get_file_handle().unwrap();
    keyboard.write_all(b"\xff").unwrap();
    repl.expect("invalid UTF-8");
    repl.expect("b 1... > ");
    repl.say("e5");
    repl.expect("w 2. > ");
    repl.leave();
}

#[test]
fn an_analysis_runs_while_one_types_and_follows_the_board() {
    let mut repl = Repl::begin();
    repl.say("analyze");
    // Rows appear by themselves, above the line.
    repl.expect("1.");
    repl.say("e4");
    repl.expect("b 1... [");
    repl.say("show");
    repl.expect("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq");
    repl.say("stop");
    repl.expect("best");
    repl.say("undo");
    repl.expect("w 1. > ");
    repl.leave();
}

/// The prompt was not updated until the next line was typed.
#[test]
fn the_prompt_tells_how_far_an_analysis_is_while_nobody_types() {
    let mut repl = Repl::begin();
    repl.say("analyze");
    repl.expect("w 1. [d");
    let first = repl.expect("] > ");
    // Rows printed above redraw it unchanged.
    loop {
        repl.expect("w 1. [d");
        if repl.expect("] > ") != first {
            break;
        }
    }
    repl.say("stop");
    repl.expect("best");
    repl.leave();
}

#[test]
fn a_search_in_the_background_can_be_watched_and_left() {
    let mut repl = Repl::begin();
    repl.say("go inf &");
    repl.expect("w 1. [");
    repl.say("watch");
    // The table's header, which background rows do not have.
    repl.expect("per s");
    repl.pty.send_control('c').unwrap();
    repl.expect("w 1. [");
    repl.say("stop");
    repl.expect("stopped");
    repl.say("");
    repl.expect("w 1. > ");
    repl.leave();
}

/// Lines pasted after a command were executed after Ctrl-C.
#[test]
fn ctrl_c_drops_the_rest_of_a_paste() {
    let mut repl = Repl::begin();
    repl.pty.send("\u{1b}[200~go inf\necho not this\u{1b}[201~\r").unwrap();
    repl.pty.flush().unwrap();
    repl.expect("8/");
    repl.pty.send_control('c').unwrap();
    repl.expect("stopped");
    let before = repl.expect("w 1. > ");
    assert!(!before.contains("not this"), "{before:?}");
    repl.say("echo but this");
    repl.expect("but this\r\n");
    repl.leave();
}

#[test]
fn a_game_is_played_at_the_prompt() {
    let mut repl = Repl::begin();
    repl.say("play white d2");
    repl.expect("w 1. game > ");
    repl.say("e4");
    // The answer comes by itself, and then it is White's turn.
    repl.expect("1...");
    repl.say("");
    repl.expect("w 2. game > ");
    repl.say("undo");
    repl.expect("2 moves taken back, from 1.e4 on   the game goes on");
    repl.say("force");
    repl.expect("no game is being played");
    repl.leave();
}

/// The terminal keeps an unread Ctrl-D, and passes it to the next prompt as another key.
#[test]
fn an_end_that_is_typed_during_a_search_counts() {
    let mut repl = Repl::begin();
    repl.say("go depth 9");
    repl.expect("per s");
    repl.leave();
}

/// After SIGTERM the shell echoed no input.
#[test]
fn a_terminal_is_left_as_it_was_by_a_signal() {
    let home = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_quarterply");
    let begin = format!("sh -c 'echo pid $$ end; exec \"$0\" -H 1 -t 1 --ascii' '{program}'");
    for signal in ["TERM", "HUP"] {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("stty -a; {begin}; echo modes; stty -a; echo over")]);
        command.env("TERM", "xterm-256color").env("NO_COLOR", "1");
        command.env("XDG_STATE_HOME", home.path()).env("XDG_CONFIG_HOME", home.path());
        let mut pty = spawn_command(command, PATIENCE).unwrap();
        let before = pty.exp_string("pid ").unwrap();
        let pid = pty.exp_string(" end").unwrap();
        pty.exp_string("w 1. > ").unwrap();
        let killed = Command::new("kill").args(["-s", signal, pid.trim()]).status().unwrap();
        assert!(killed.success());
        pty.exp_string("modes").unwrap();
        let after = pty.exp_string("over").unwrap();
        assert!(before.contains("icanon"), "{before}");
        assert_eq!(after.trim(), before.trim(), "{signal}");
    }
}

/// Whether a text sets a colour or a weight; moving the cursor is the line editor's business.
fn is_styled(text: &str) -> bool {
    text.split("\u{1b}[").skip(1).any(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';');
        end.is_some_and(|end| rest[end..].starts_with('m'))
    })
}

#[test]
fn no_color_means_none_anywhere() {
    let mut repl = Repl::begin();
    repl.say("show;; eval;; extensions;; Nf9");
    let answers = repl.expect("error: ");
    assert!(answers.contains("pawn-to-seventh"));
    assert!(!is_styled(&answers), "{answers:?}");
    repl.leave();
}

#[test]
fn uci_typed_at_the_prompt_switches() {
    let mut repl = Repl::begin();
    repl.say("uci");
    repl.expect("uciok");
    repl.say("quit");
    repl.pty.exp_eof().unwrap();
}

#[test]
fn a_proof_is_shown_alive_stopped_and_gone_on_with() {
    // Rewriting a row needs a terminal with colour, which NO_COLOR forbids.
    let mut repl = Repl::begin();
    repl.say("set color 16");
    repl.expect("16");
    repl.say("proof 40 inf");
    // The live row.
    repl.expect("up to 40 moves");
    repl.expect("pn ");
    repl.expect("table ");
    repl.pty.send_control('c').unwrap();
    repl.expect("undecided");
    repl.expect("proof resume");
    repl.say("proof resume 1k");
    repl.expect("undecided");
    repl.say("proof line");
    repl.expect("no mate is proved");
    repl.leave();
}

/// Runs a shell line on a terminal, in a folder with a game and a position; `QP` stands for the program.
pub(crate) fn in_shell(line: &str, term: &str) -> (PtySession, TempDir) {
    let home = tempfile::tempdir().unwrap();
    let game = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 *\n";
    std::fs::write(home.path().join("one game.pgn"), game).unwrap();
    std::fs::write(home.path().join("end.epd"), "4k3/8/8/8/8/8/8/4KQ2 b - - id \"one\";\n")
        .unwrap();
    let program = format!("{} -H 1 -t 1 --ascii", env!("CARGO_BIN_EXE_quarterply"));
    let mut command = Command::new("sh");
    command.arg("-c").arg(line.replace("QP", &program)).current_dir(home.path());
    command.env("TERM", term).env("NO_COLOR", "1").env("PAGER", "cat");
    command.env("XDG_STATE_HOME", home.path()).env("XDG_CONFIG_HOME", home.path());
    (spawn_command(command, PATIENCE).unwrap(), home)
}

/// After a pipe or a named file the prompt opens, a game at its beginning.
#[test]
fn what_was_piped_in_or_named_is_gone_on_with_at_the_prompt() {
    let end = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b";
    for (line, board) in [
        ("cat 'one game.pgn' | QP -i", end),
        ("QP 'one game.pgn'", end),
        ("QP load 'one game.pgn' -i", end),
        ("cat 'one game.pgn' | QP load - -i", end),
        ("QP end.epd", "4k3/8/8/8/8/8/8/4KQ2 b"),
        ("echo end.epd; cat end.epd | QP -i", "4k3/8/8/8/8/8/8/4KQ2 b"),
    ] {
        let (mut pty, _home) = in_shell(line, "xterm-256color");
        if board == end {
            pty.exp_string("w 1. > ").unwrap_or_else(|error| panic!("{line}: {error}"));
            // Enter walks.
            for prompt in ["b 1... > ", "w 2. > "] {
                pty.send_line("").unwrap();
                pty.exp_string(prompt).unwrap_or_else(|error| panic!("{line}: {error}"));
            }
            pty.send_line("").unwrap();
        }
        pty.exp_string("... > ").unwrap_or_else(|error| panic!("{line}: {error}"));
        pty.send_line("fen").unwrap();
        pty.exp_string(board).unwrap_or_else(|error| panic!("{line}: {error}"));
        pty.exp_string("... > ").unwrap();
        // The end of the pipe is not the end of what is typed.
        pty.send_line("go nodes 2000").unwrap();
        pty.exp_string("... > ").unwrap();
        pty.send_control('d').unwrap();
        pty.exp_eof().unwrap();
    }
    // Commands are executed, and the program ends.
    let (mut pty, _home) = in_shell(
        "QP 'one game.pgn' 1 -c fen -q; echo done; QP no.pgn; echo there",
        "xterm-256color",
    );
    pty.exp_string("4P3/5N2").unwrap();
    pty.exp_string("done").unwrap();
    pty.exp_string("no.pgn").unwrap();
    pty.exp_string("there").unwrap();
}

/// A dumb terminal, such as a shell within an editor: there was no prompt.
#[test]
fn a_dumb_terminal_has_a_prompt() {
    let (mut pty, _home) = in_shell("QP", "dumb");
    pty.exp_string("type help").unwrap();
    pty.exp_string("w 1. > ").unwrap();
    pty.send_line("e4").unwrap();
    pty.exp_string("b 1... > ").unwrap();
    pty.send_line("quit").unwrap();
    pty.exp_eof().unwrap();
}

/// It saved nothing, read no settings, and ended at a Ctrl-C without a running command.
#[test]
fn a_dumb_terminal_is_a_persons_too() {
    let line = "mkdir quarterply; echo 'echo at your service' > quarterply/init; QP";
    let (mut pty, home) = in_shell(line, "dumb");
    pty.exp_string("at your service").unwrap();
    pty.exp_string("w 1. > ").unwrap();
    pty.send_line("set theme light --keep").unwrap();
    pty.exp_string("kept in ").unwrap();
    pty.exp_string("w 1. > ").unwrap();
    pty.send_line("e4").unwrap();
    pty.exp_string("b 1... > ").unwrap();
    pty.send_control('c').unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    pty.send_line("e5").unwrap();
    pty.exp_string("w 2. > ").unwrap();
    pty.send_line("quit").unwrap();
    pty.exp_string("`restore` without a name goes on from here").unwrap();
    pty.exp_eof().unwrap();
    assert!(home.path().join("quarterply").join("last-session.qs").exists());
}

/// The cursor moves up over the block and the line typed below it; both are cleared, and the block is drawn again.
#[test]
fn a_board_is_kept_in_sight_and_drawn_again_in_its_place() {
    let line = "unset NO_COLOR; stty rows 24 cols 80; QP --color always";
    let (mut pty, _home) = in_shell(line, "xterm-256color");
    let letters = "a  b  c  d  e  f  g  h";
    pty.exp_string(" 1. ").unwrap();
    let mut say = |line: &str, answers: &[&str]| {
        pty.send_line(line).unwrap();
        for answer in answers {
            pty.exp_string(answer).unwrap_or_else(|why| panic!("{line}: {answer}: {why}"));
        }
    };
    say("", &[" 1. "]);
    // Eight ranks and two rows of letters, and two rows of lines.
    say("e4", &["\u{1b}[12A\u{1b}[J", letters, "King's Pawn Game", " 1... "]);
    say("e5", &["\u{1b}[12A\u{1b}[J", letters, " 2. "]);
    // A complaint and its line go with the board.
    say("e5", &["error: "]);
    say("undo", &["A\u{1b}[J", letters, "taken back: "]);
    say("", &["\u{1b}[13A\u{1b}[J", letters, "the game ends here", " 2. "]);
    // What stays is printed below; the next board too.
    say("fen", &["w KQkq"]);
    say("Nf3", &[letters, letters, " 2... "]);
    say("undo 3", &["A\u{1b}[J", "moves taken back, from "]);
    say("set MultiPV 3", &["3"]);
    say("analyze", &["depth ", " nodes", "\u{1b}[10A\u{1b}[J", "depth "]);
    say("e4", &[" 1... ", "depth ", "\u{1b}[10A\u{1b}[J"]);
    say("fen", &["b KQkq", "depth ", "\u{1b}[10A\u{1b}[J"]);
    say("stop", &["best "]);
    pty.send_control('d').unwrap();
    pty.exp_eof().unwrap();
}

#[test]
fn no_board_is_kept_in_a_low_window_or_where_it_is_off() {
    for (rows, typed, answer) in [(19, "fen", "KQkq"), (24, "display off", "was auto")] {
        let line = format!("unset NO_COLOR; stty rows {rows} cols 80; QP --color always");
        let (mut pty, _home) = in_shell(&line, "xterm-256color");
        pty.exp_string(" 1. ").unwrap();
        pty.send_line(typed).unwrap();
        pty.exp_string(answer).unwrap();
        pty.send_line("d4 d5").unwrap();
        let said = pty.exp_string(" 2. ").unwrap();
        assert!(!said.contains("a  b  c"), "{rows}: {said}");
        pty.send_control('d').unwrap();
        pty.exp_eof().unwrap();
    }
}

#[test]
fn a_drill_waits_for_enter_and_the_prompt_tells_it() {
    let record =
        "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#; dm 1;\n7k/8/8/8/8/8/R7/1R2K3 w - - bm Ra7; dm 2;\n";
    let line = format!("printf '{}' > two.epd; QP", record.replace('\n', "\\n"));
    let (mut pty, _home) = in_shell(&line, "xterm-256color");
    let mut say = |line: &str, answers: &[&str]| {
        pty.send_line(line).unwrap();
        for answer in answers {
            pty.exp_string(answer).unwrap_or_else(|why| panic!("{line}: {answer}: {why}"));
        }
    };
    say("drill two.epd", &["mate in 1", "`drill stop` leaves the drill", "w 1. drill > "]);
    say("Re7", &["wrong", "w 1. drill > "]);
    say("undo", &["the try is taken back", "w 1. drill > "]);
    say("Re8", &["right", "solved", "b 1... drill > ", "Enter: the next problem"]);
    // The problem that was done can be looked at.
    say("undo", &["taken back: 1.Re8#", "w 1. drill > "]);
    say("", &["problem 2", "mate in 2"]);
    say("solution", &["given up", "1.Ra7", "drill > ", "Enter: the next problem"]);
    say("", &["problem 3", "mate in 1"]);
    say("skip", &["problem 4", "mate in 2"]);
    say("drill stop", &["2 missed", "w 1. > "]);
    say("play white d1", &["`undo` takes one back", "w 1. game > "]);
    say("force", &["w 1. > "]);
    pty.send_control('d').unwrap();
    pty.exp_eof().unwrap();
}

#[test]
fn an_empty_line_goes_on_with_a_game_that_lies_ahead() {
    let mut repl = Repl::begin();
    repl.say("e4 e5");
    repl.expect("w 2. > ");
    repl.say("goto start");
    repl.expect("next: 1.e4");
    repl.say("");
    repl.expect("1.e4   next: 1...e5");
    repl.say("");
    repl.expect("1...e5   the game ends here");
    repl.expect("w 2. > ");
    // At the end of the game an empty line does nothing.
    repl.say("");
    repl.expect("w 2. > ");
    repl.leave();
}

#[test]
fn waiting_for_a_pipe_ends_with_ctrl_c() {
    let (mut pty, _home) = in_shell("mkfifo pipe; QP", "xterm-256color");
    pty.exp_string("w 1. > ").unwrap();
    pty.send_line("source pipe").unwrap();
    // The line is accepted, and its command begins.
    pty.exp_string("\u{1b}[?2004l").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    pty.send_control('c').unwrap();
    pty.exp_string("nothing has written into this pipe").unwrap();
    pty.exp_string("w 1. > ").unwrap();
    pty.send_control('d').unwrap();
    pty.exp_eof().unwrap();
}

/// The writer of a silent pipe blocked the program for ever.
#[test]
fn waiting_for_the_next_line_of_a_pipe_ends_with_ctrl_c() {
    let line = "mkfifo pipe; (echo e4; sleep 20) > pipe 2> /dev/null & QP";
    let (mut pty, _home) = in_shell(line, "xterm-256color");
    pty.exp_string("w 1. > ").unwrap();
    pty.send_line("source pipe").unwrap();
    pty.exp_string("\u{1b}[?2004l").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    pty.send_control('c').unwrap();
    pty.exp_string("stopped before the end of this pipe").unwrap();
    pty.exp_string("b 1... > ").unwrap();
    pty.send_control('d').unwrap();
    pty.exp_eof().unwrap();
}
