//! Dialogues with the real program over xboard's protocol, and a game between two of them through a client.

use quarterply::chess::game::{Game, Status};
use quarterply::chess::{Position, parse_move, uci};

use super::uci::Gui;

/// The program after the handshake.
fn greeted() -> Gui {
    let mut gui = Gui::start();
    gui.say("xboard\nprotover 2");
    let features = gui.until_line("feature done=1");
    assert_eq!(features[0], "feature done=0");
    for feature in ["ping=1", "setboard=1", "usermove=1", "analyze=1", "exclude=1", "smp=1"] {
        assert!(features.iter().any(|line| line.contains(feature)), "{feature}: {features:?}");
    }
    gui.say("memory 1\ncores 1\nnew\nnopost");
    gui
}

fn in_step(gui: &mut Gui, number: u32) -> Vec<String> {
    gui.say(&format!("ping {number}"));
    gui.until_line(&format!("pong {number}"))
}

#[test]
fn moves_are_answered_with_moves() {
    let mut gui = greeted();
    gui.say("sd 3\nusermove e2e4");
    let heard = gui.until("move");
    assert_eq!(heard.len(), 1, "thinking is not told: {heard:?}");
    let answer = heard[0].strip_prefix("move ").unwrap();
    let after = Position::start().play(parse_move(&Position::start(), "e2e4").unwrap());
    assert!(parse_move(&after, answer).is_ok(), "{answer}");
    gui.say("force\nusermove a2a9\ne2e5\nnonsense");
    let heard = in_step(&mut gui, 7);
    assert!(heard[0].starts_with("Illegal move ("), "{heard:?}");
    assert!(heard[1].starts_with("Illegal move (") && heard[1].ends_with(": e2e5"), "{heard:?}");
    assert_eq!(heard[2], "Error (unknown command): nonsense");
}

#[test]
fn a_result_ends_the_game() {
    let mut gui = greeted();
    gui.say("draw");
    assert_eq!(in_step(&mut gui, 1), ["pong 1"], "no game, no answer");
    gui.say("new\nsd 2\nusermove e2e4");
    gui.until("move");
    gui.say("draw\nresult 1/2-1/2 {agreed}\nusermove a2a3\npgn");
    let heard = in_step(&mut gui, 2);
    assert!(heard.iter().all(|line| !line.starts_with("move")), "{heard:?}");
    assert!(heard.contains(&"# [Result \"1/2-1/2\"]".to_owned()), "{heard:?}");
    // `remove` takes two plies back, and the engine waits.
    gui.say("new\nsd 2\nusermove e2e4");
    gui.until("move");
    gui.say("remove\nusermove d2d4");
    gui.until("move");
    gui.say("fen");
    assert!(in_step(&mut gui, 3)[0].contains("3P4"), "1. d4 is on the board");
}

#[test]
fn a_ping_is_answered_behind_the_move() {
    let mut gui = greeted();
    gui.say("sd 6\nusermove d2d4\nping 1");
    let heard = gui.until_line("pong 1");
    assert!(heard[heard.len() - 2].starts_with("move "), "{heard:?}");
}

/// A word that only began like a ping, or a line of `edit`, was taken for one.
#[test]
fn each_ping_gets_its_own_number() {
    let mut gui = greeted();
    gui.say("ping\"\" \nping 1\nforce\nedit\nping 2\n.");
    let heard = in_step(&mut gui, 3);
    let pongs: Vec<&String> = heard.iter().filter(|line| line.starts_with("pong")).collect();
    assert_eq!(pongs, ["pong 1", "pong 3"]);
}

/// A line of `edit` that was checked while the engine thought was handled twice.
#[test]
fn lines_that_wait_are_done_once() {
    let mut gui = greeted();
    gui.say("st 3000\ngo\nping 1\nforce\nedit\n#\nKa1\nc\nKa3\nc\nPb4\n.\nfen");
    gui.say("?\nping 2");
    let heard = gui.until_line("pong 2");
    assert!(heard.contains(&"# 8/8/8/8/1P6/k7/8/K7 b - - 0 1".to_owned()), "{heard:?}");
}

/// A command that ends a search waited for ever if the engine began to ponder.
#[test]
fn an_option_in_the_middle_of_a_move_is_set_before_the_engine_ponders() {
    let mut gui = greeted();
    gui.say("hard\nst 3000\ngo\nmemory 2");
    gui.until("move");
    in_step(&mut gui, 1);
    gui.say("force\nget Hash");
    assert!(in_step(&mut gui, 2)[0].contains('2'));
}

#[test]
fn what_is_repeated_is_one_line_of_text() {
    let mut gui = greeted();
    gui.say("variant n\r-3mal\nusermove e2\re9");
    let heard = in_step(&mut gui, 1);
    assert_eq!(heard.len(), 3, "{heard:?}");
    assert!(heard.iter().all(|line| !line.contains('\r')), "{heard:?}");
}

#[test]
fn what_is_not_understood_ends_no_thinking() {
    let mut gui = greeted();
    gui.say("st 3000\ngo\nxyzzy");
    assert_eq!(gui.hear(), "Error (unknown command): xyzzy");
    gui.say("?");
    gui.until("move");
}

/// After a `ping` only `?` was handled.
#[test]
fn who_leaves_is_heard_behind_a_ping() {
    for (limit, end) in [("st 3000", "quit"), ("sd 99", "quit"), ("sd 99", "?\nping 2\nquit")] {
        let mut gui = greeted();
        gui.say(&format!("{limit}\ngo\nping 1\n{end}"));
        let moved = gui.until("move").len();
        assert_eq!(moved, 1, "{limit}");
        assert_eq!(gui.hear(), "pong 1", "{limit} {end}");
        assert!(gui.status().success(), "{limit} {end}");
    }
}

/// The analysis went on, and the engine did not move until the analysis was ended.
#[test]
fn a_game_ends_an_analysis() {
    let mut gui = greeted();
    gui.say("analyze\nsd 3\ngo");
    gui.until("move");
    gui.say("quit");
    assert!(gui.status().success());
}

#[test]
fn thinking_is_told_when_it_is_wanted() {
    let mut gui = greeted();
    gui.say("post\nsd 4\ngo");
    let heard = gui.until("move");
    let depths: Vec<u32> = heard[..heard.len() - 1]
        .iter()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (figures, pv) = line.split_once('\t').expect(line);
            assert!(!pv.is_empty());
            let figures: Vec<i64> = figures.split(' ').map(|text| text.parse().unwrap()).collect();
            assert_eq!(figures.len(), 4, "{line}");
            figures[0] as u32
        })
        .collect();
    assert_eq!(depths.last(), Some(&4), "{heard:?}");
}

#[test]
fn an_analysis_follows_the_moves_and_tells_where_it_is() {
    let mut gui = greeted();
    gui.say("post\nanalyze");
    gui.until_prefix("3 ");
    gui.say("usermove e2e4");
    gui.until_prefix("1 ");
    gui.until_prefix("3 ");
    gui.say("undo\nexclude all\ninclude a2a3");
    loop {
        let line = gui.hear();
        if line.split_once('\t').is_some_and(|(_, pv)| pv.starts_with("a2a3")) {
            break;
        }
    }
    gui.say(".");
    let heard = gui.until("stat01:");
    assert_eq!(heard.last().unwrap().split(' ').count(), 6);
    gui.say("hint\nexit");
    in_step(&mut gui, 3);
    gui.say("quit");
    assert!(gui.status().success());
}

#[test]
fn positions_are_set_up_in_every_way() {
    let mut gui = greeted();
    gui.say("force\nsetboard 8/8/8/8/8/8/8/8 w - - 0 1\nusermove e2e4");
    let heard = in_step(&mut gui, 1);
    assert!(heard[0].starts_with("tellusererror Illegal position: "), "{heard:?}");
    assert!(heard[1].starts_with("Illegal move"), "{heard:?}");
    // A mate in one; and the same, put on the board piece by piece.
    let ways =
        ["setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1", "new\nforce\nedit\n#\nKg6\nRa1\nc\nKh8\n."];
    for way in ways {
        gui.say(&format!("{way}\nsd 3\ngo"));
        let heard = gui.until("1-0");
        assert_eq!(heard, ["move a1a8", "1-0 {White mates}"], "{way}");
    }
}

#[test]
fn what_clients_send_in_strange_places_is_survived() {
    let mut gui = greeted();
    // A client passes the turn by a move that is never played, and sends times in every format.
    gui.say("force\nb2b3\nsetboard r7/8/8/8/8/6k1/8/7K b - - 0 1");
    gui.say("random\nwhite\nname Somebody\nrating 1 2\ncomputer");
    gui.say("level 0 1:00 0.1\nst 0.5\nst 1\nnps 5000\nsd 3\ngo");
    let heard = gui.until("0-1");
    assert_eq!(heard, ["move a8a1", "0-1 {Black mates}"]);
    assert_eq!(in_step(&mut gui, 2), ["pong 2"]);
}

#[test]
fn chess960_is_castled_as_the_protocol_writes_it() {
    let mut gui = greeted();
    gui.say(
        "variant fischerandom\nforce\nsetboard 4k3/8/8/8/8/8/8/1R3KR1 w BG - 0 1\nusermove O-O",
    );
    let heard = in_step(&mut gui, 1);
    assert_eq!(heard.last().map(String::as_str), Some("pong 1"));
    assert!(!heard.iter().any(|line| line.starts_with("Illegal")), "{heard:?}");
}

/// Two programs play each other through a client that knows the rules.
#[test]
fn two_programs_play_a_game_through_a_client() {
    const PLIES: usize = 60;
    let mut players = [greeted(), greeted()];
    for player in &mut players {
        player.say("level 0 1 0.1\nsd 4\nforce");
    }
    let mut game = Game::default();
    let mut last: Option<String> = None;
    while game.ply() < PLIES && !matches!(game.status(), Status::Over(_)) {
        let turn = game.ply() % 2;
        let player = &mut players[turn];
        player.say("time 6000\notim 6000");
        match (&last, game.ply()) {
            (None, _) => player.say("go"),
            (Some(mv), 1) => player.say(&format!("usermove {mv}\ngo")),
            (Some(mv), _) => player.say(&format!("usermove {mv}")),
        }
        let heard = player.until("move");
        let answer = heard.last().unwrap().strip_prefix("move ").unwrap();
        let mv = parse_move(game.position(), answer)
            .unwrap_or_else(|error| panic!("{answer} in {}: {error}", game.position()));
        assert_eq!(uci(mv, false), answer);
        game.play(mv).unwrap();
        last = Some(answer.to_owned());
    }
    for mut player in players {
        player.say("result * {enough}");
        in_step(&mut player, 9);
        player.say("quit");
        assert!(player.status().success());
    }
    assert!(game.ply() >= 2);
}

#[test]
fn strength_can_be_limited() {
    let mut gui = Gui::start();
    gui.say("xboard\nprotover 2");
    let features = gui.until_line("feature done=1");
    for option in ["UCI_LimitStrength -check 0", "UCI_Elo -spin 1500 800 2600"] {
        let line = format!("feature option=\"{option}\"");
        assert!(features.contains(&line), "{line}: {features:?}");
    }
    gui.say("new\npost\noption UCI_LimitStrength=1\noption UCI_Elo=800\nusermove e2e4");
    let heard = gui.until("move");
    let told: Vec<&String> = heard.iter().filter(|line| line.contains('\t')).collect();
    assert_eq!(told.len(), 1, "only what is played is told: {heard:?}");
    let played = heard[heard.len() - 1].strip_prefix("move ").unwrap();
    assert!(told[0].split('\t').nth(1).unwrap().starts_with(played), "{heard:?}");
}

#[test]
fn commands_of_people_are_answered_in_remarks() {
    let mut gui = greeted();
    gui.say(
        "list\nscore\ndisplay\nclist\ngetvalue Hash\nplay white\nsource x\nmirror\npass\nnonsense",
    );
    let heard = in_step(&mut gui, 3);
    let (remarks, refused): (Vec<&String>, Vec<&String>) =
        heard[..heard.len() - 1].iter().partition(|line| line.starts_with('#'));
    assert!(remarks.iter().any(|line| line.contains("Nf3")), "{heard:?}");
    assert!(remarks.iter().any(|line| line.contains("White to move")), "{heard:?}");
    assert!(remarks.iter().any(|line| line.contains("Hash")), "{heard:?}");
    assert!(refused.iter().all(|line| line.starts_with("Error (unknown command)")), "{refused:?}");
    assert_eq!(refused.len(), 5, "what changes the game goes by xboard's own words: {refused:?}");
}

/// It returned to the game before the position.
#[test]
fn nothing_is_taken_back_behind_a_position() {
    let mut gui = greeted();
    const FEN: &str = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1";
    gui.say(&format!("force\nusermove e2e4\nsetboard {FEN}\nundo\nremove\nfen"));
    let heard = in_step(&mut gui, 1);
    assert!(heard[0].starts_with("Error (") && heard[0].ends_with("): undo"), "{heard:?}");
    assert_eq!(heard[2], format!("# {FEN}"));
    gui.say("usermove e2e4\nundo\nfen");
    assert_eq!(in_step(&mut gui, 2)[0], format!("# {FEN}"));
}

/// The protocol's text: every line begins with a blank, and an empty one ends the list.
#[test]
fn moves_of_the_book_are_told_as_the_protocol_says() {
    let mut gui = greeted();
    gui.say("bk");
    let heard = in_step(&mut gui, 3);
    let (end, moves) = heard[..heard.len() - 1].split_last().unwrap();
    assert!(end.is_empty() && moves.iter().any(|line| line.starts_with(" e4 ")), "{heard:?}");
    assert!(moves.iter().all(|line| line.starts_with(' ') && line.ends_with('%')), "{heard:?}");
    gui.say("setboard 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\nbk");
    let heard = in_step(&mut gui, 4);
    assert_eq!(heard[..heard.len() - 1], [" no book move", ""]);
}

/// A client that waits for an answer to `go` hung after the end of the game.
#[test]
fn a_go_in_a_finished_game_is_answered_with_the_result() {
    for (fen, result) in [
        ("8/8/8/8/8/1k6/1q6/K7 w - - 0 1", "0-1 {Black mates}"),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "1-0 {White mates}"),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "1/2-1/2 {Stalemate}"),
        ("8/8/8/4k3/8/8/8/4K3 w - - 0 1", "1/2-1/2 {Insufficient material}"),
    ] {
        for go in ["go", "playother"] {
            let mut gui = greeted();
            gui.say(&format!("force\nsetboard {fen}\n{go}"));
            assert_eq!(in_step(&mut gui, 1), [result, "pong 1"], "{fen} {go}");
            gui.say("level 40 5 0\ntime 1000");
            assert_eq!(in_step(&mut gui, 2), ["pong 2"], "once");
        }
    }
}

/// Clients use only the first word of a name, and Scid takes any fifth number of a line for a part of its moves.
#[test]
fn names_of_options_and_lines_of_thinking_are_as_every_client_reads_them() {
    let mut gui = Gui::start();
    gui.say("xboard\nprotover 2");
    let features = gui.until_line("feature done=1");
    let options = features.iter().filter_map(|line| line.strip_prefix("feature option=\""));
    for option in options {
        let name = option.split(" -").next().unwrap();
        assert!(!name.contains(' '), "{option}");
    }
    gui.say("memory 1\ncores 1\noption Move-Overhead=123\noption Move Overhead=124\noption Extension-king-attack=2");
    gui.say("get Move Overhead\nget Extension king-attack");
    let heard = in_step(&mut gui, 1);
    assert!(heard[0].contains("124") && heard.iter().any(|line| line.contains("  2")), "{heard:?}");
    gui.say("option Move-Overhead=99\nget Move Overhead");
    assert!(in_step(&mut gui, 2)[0].contains("99"));
    gui.say("post\nsd 4\ngo");
    let told = gui.until("move");
    let thinking: Vec<&String> = told.iter().filter(|line| line.contains('\t')).collect();
    assert!(!thinking.is_empty(), "{told:?}");
    for line in thinking {
        let (numbers, moves) = line.split_once('\t').unwrap();
        assert_eq!(numbers.split(' ').count(), 4, "{line}");
        assert!(moves.len() >= 4, "{line}");
    }
}
