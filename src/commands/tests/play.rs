//! Games against the engine, which plays at depth two: clocks, ends, and moves taken back.

use super::*;
use crate::chess::{Color, GameResult, Step, parse_move};
use crate::commands::play::opponent::{DrawAnswer, OpponentUse};
use crate::commands::protocol::exclude;
use crate::shell::level::PlayEnd;
use crate::shell::session::job::Purpose;

/// Lets the engine move if it is its turn; returns the end of the game, if it has ended.
fn engine(user: &mut TestUser) -> Option<PlayEnd> {
    let (job, _) = user.session.follow()?;
    let mut end = None;
    while user.session.jobs.is_running(job) {
        let (of, message) = user.events.recv().unwrap();
        for heard in user.session.receive(of, message) {
            if let News::PlayEnded(ended) = heard {
                end = Some(ended);
            }
        }
    }
    end
}

/// Plays these moves of the user, each with the engine's answer.
fn play(user: &mut TestUser, moves: &[&str]) {
    for text in moves {
        user.done(text);
        engine(user);
    }
}

/// The seconds on the clocks.
fn clocks(user: &mut TestUser, line: &str) -> [Option<u64>; 2] {
    let reply = user.done(line);
    let OpponentAnswer { white_ms, black_ms, .. } = reply.of().unwrap();
    [white_ms, black_ms].map(|left| left.map(|left| left.0.as_millis().div_ceil(1_000) as u64))
}

fn result(user: &TestUser) -> GameResult {
    user.session.timeline.now.record.result()
}

fn notes(user: &mut TestUser, line: &str) -> Vec<String> {
    let reply = user.done(line);
    let changed = reply.of::<Changed>().unwrap();
    changed.notes.clone()
}

#[test]
fn every_level_that_is_given_sets_both_clocks() {
    let mut user = TestUser::new();
    user.done("play white 0.5+0;; force;; new");
    assert_eq!(clocks(&mut user, "play white 1+0"), [Some(60); 2]);
    user.done("force;; level 5+3");
    assert_eq!(clocks(&mut user, "play white 10+0"), [Some(600); 2]);
    assert_eq!(clocks(&mut user, "level 3+2"), [Some(180); 2]);
    user.done("new");
    assert_eq!(clocks(&mut user, "level"), [Some(180); 2]);
}

#[test]
fn a_draw_is_agreed_to_when_the_opening_is_over_and_the_score_was_even() {
    let mut user = TestUser::new();
    assert!(user.refused("draw").contains("no game is being played"));
    user.done("play white d2");
    play(&mut user, &["e4"]);
    user.session.opponent.scores = vec![0; 9];
    let draw = user.done("draw");
    assert!(!draw.of::<DrawAnswer>().unwrap().accepted, "in the opening");
    // Neither side can make progress.
    user.done("force;; 4k3/8/3p1p2/p1pPpPp1/P1P1P1P1/8/8/4K3 w - - 0 40;; play white d2");
    for (scores, agrees) in [([0, 0, 0, 0, 60], false), ([90, 0, 0, 0, 0], false), ([0; 5], true)] {
        user.session.opponent.scores = scores.to_vec();
        let reply = user.done("draw");
        assert_eq!(reply.of() == Some(&PlayEnd::Agreed), agrees, "{scores:?}");
    }
    assert_eq!(result(&user), GameResult::Draw);
    let reply = user.done("pgn");
    let game = &reply.of::<PgnAnswer>().unwrap().text;
    assert!(
        game.contains("[Result \"1/2-1/2\"]") && game.trim_end().ends_with("1/2-1/2"),
        "{game}"
    );
    // From here on moves are made without the engine, which is reported once.
    assert!(notes(&mut user, "Kd2")[0].starts_with("the game has ended 1/2-1/2"));
    assert!(engine(&mut user).is_none() && user.session.timeline.game().ply() == 1);
    assert_eq!(notes(&mut user, "Kd7"), [""; 0]);
    assert!(user.refused("draw").contains("no game is being played"));
}

#[test]
fn a_draw_that_can_be_claimed_is_agreed_to() {
    let mut user = TestUser::new();
    user.done("play white d2");
    user.session.opponent.side = None;
    user.done("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    user.session.opponent.side = Some(Color::Black);
    assert_eq!(user.done("draw").of(), Some(&PlayEnd::Agreed));
}

#[test]
fn a_side_that_resigns_has_lost() {
    let mut user = TestUser::new();
    assert!(user.refused("resign").contains("no game is being played"));
    user.done("play white d2");
    play(&mut user, &["e4"]);
    let reply = user.done("resign");
    let end = reply.of::<PlayEnd>().unwrap();
    assert_eq!(*end, PlayEnd::Resigned(Color::White));
    assert_eq!((result(&user), user.session.follow().is_none()), (GameResult::BlackWins, true));
    // With resignation enabled the engine resigns when its scores were low and did not rise.
    for (resigns, scores, end) in [
        (false, [-1_200; 3], None),
        (true, [-1_200, -900, -1_200], None),
        (true, [-1_200; 3], Some(PlayEnd::Resigned(Color::Black))),
    ] {
        user.done(&format!(
            "set Resign {resigns};; 4k3/8/8/8/8/8/QR6/4K3 w - - 0 30;; play white d2"
        ));
        user.done("Kd2");
        user.session.opponent.scores = scores.to_vec();
        assert_eq!(engine(&mut user), end, "{scores:?}");
        assert_eq!(user.session.opponent.plays(), end.is_none());
        assert_eq!(user.session.timeline.game().ply(), if end.is_none() { 2 } else { 1 });
        user.done("force");
    }
}

#[test]
fn who_runs_out_of_time_has_lost_unless_the_other_cannot_mate() {
    for (start, result) in [
        ("4k3/4p3/8/8/8/8/PP6/4K3 w - - 0 1", GameResult::BlackWins),
        ("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", GameResult::Draw),
    ] {
        let mut user = TestUser::new();
        user.done(start);
        user.done("play white 0.001+0");
        let (timer, fallen) = user.events.recv().unwrap();
        // A late move ends the game as well as the timer does.
        let reply = user.done("a4");
        let end = reply.of::<PlayEnd>().unwrap();
        assert_eq!((end.result(), self::result(&user)), (result, result));
        assert_eq!(user.session.timeline.game().ply(), 0, "the move is not made");
        assert!(user.session.receive(timer, fallen).is_empty(), "it is said once");
        // The next game starts with full clocks.
        assert_eq!(clocks(&mut user, "play white 1+0")[0], Some(60));
        assert_eq!(self::result(&user), GameResult::Unknown);
    }
    let mut user = TestUser::new();
    user.done("play white 0.001+0");
    let (timer, fallen) = user.events.recv().unwrap();
    let heard = user.session.receive(timer, fallen);
    assert!(matches!(heard[..], [News::PlayEnded(PlayEnd::FlagFell { .. })]));
}

#[test]
fn a_mate_ends_the_game_with_its_result() {
    let mut user = TestUser::new();
    user.done("6k1/8/6K1/8/8/8/8/R7 w - - 0 1;; play white d2;; Ra8");
    assert!(engine(&mut user).is_none() && !user.session.opponent.plays());
    assert_eq!(user.session.timeline.now.record.result, GameResult::WhiteWins);
    assert!(user.refused("play white").contains("checkmate"));
}

#[test]
fn taking_back_takes_the_engines_answer_too_and_waits() {
    let mut user = TestUser::new();
    user.done("play white d2");
    play(&mut user, &["e4", "d4", "a3"]);
    user.done("undo");
    assert_eq!(user.session.timeline.game().ply(), 4);
    assert!(user.session.follow().is_none(), "the user is to move");
    user.done("h3;; undo");
    assert_eq!(user.session.timeline.game().ply(), 4, "the engine had not answered yet");
    user.done("undo 2");
    assert_eq!(user.session.timeline.game().ply(), 0);
    assert!(user.refused("undo").contains("nothing to take back"));
    // The new move belongs to the game; the undone one does not.
    play(&mut user, &["c4"]);
    let line = parse_move(user.session.timeline.game().start(), "c4").unwrap();
    let tree = &user.session.timeline.now.record.tree;
    let [first] = tree.children(crate::chess::game_tree::NodeId::ROOT) else { panic!() };
    assert_eq!(tree.step_of(*first), Some(Step::Move(line)));
    assert_eq!(user.session.timeline.game().ply(), 2);
}

#[test]
fn another_position_ends_the_game_and_a_new_one_goes_on() {
    let mut user = TestUser::new();
    for line in ["8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "mirror", "[White \"A\"]\n\n1. d4 d5 *"] {
        user.done("new;; play white d2");
        play(&mut user, &["e4"]);
        assert!(notes(&mut user, line)[0].starts_with("this ends the game"), "{line}");
        assert!(!user.session.opponent.plays() && user.session.follow().is_none());
    }
    user.done("new;; play black d2");
    engine(&mut user);
    user.done("new");
    assert!(user.session.opponent.plays(), "`new` is a new game");
    engine(&mut user);
    assert_eq!(user.session.timeline.game().ply(), 1);
}

#[test]
fn a_game_begun_in_the_middle_of_another_is_one_of_its_own() {
    let mut user = TestUser::new();
    user.done("[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0");
    user.done("goto 2w;; play white d2");
    assert_eq!((result(&user), user.session.timeline.game().ply()), (GameResult::Unknown, 2));
    play(&mut user, &["d4"]);
    assert_eq!(user.session.timeline.game().ply(), 4);
    user.done("force;; undo 3");
    assert_eq!(result(&user), GameResult::WhiteWins, "the other game is kept");
}

#[test]
fn forward_is_along_the_main_line() {
    let mut user = TestUser::new();
    user.done("1. e4 e5 2. Nf3 Nc6 3. Bb5;; goto 2w;; Nc3;; undo;; goto end");
    assert_eq!(user.session.timeline.game().ply(), 5);
    user.done("goto 2w;; redo 2");
    assert_eq!(user.session.timeline.game().ply(), 4);
    // Within a variation, `goto end` goes to its end.
    user.done("goto 2w;; Nc3 Nc6 Bc4;; goto 2b;; goto end");
    assert_eq!(user.session.timeline.game().ply(), 5);
    assert!(user.refused("goto ply 6").contains('5'));
    // `redo` plays the undone move again.
    user.done("goto 2w;; Nc3;; undo;; redo");
    assert_eq!(user.session.timeline.game().ply(), 3);
}

/// A game after 1.e4 and the engine's answer, in which the engine ponders.
fn pondered_on() -> TestUser {
    let mut user = TestUser::new();
    user.done("ponder on;; play white d4");
    play(&mut user, &["e4"]);
    user.session.follow();
    assert!(ponders(&user), "there is a move to expect");
    user
}

fn ponders(user: &TestUser) -> bool {
    user.session.jobs.search_for(Purpose::Ponder).is_some()
}

#[test]
fn thinking_on_the_users_time_ends_with_its_game_and_when_it_is_not_wanted() {
    let mut user = pondered_on();
    user.done("now");
    assert!(user.session.jobs.all().all(|job| !job.stopped), "it is not the engine's turn");
    user.session.follow();
    assert!(ponders(&user), "nothing has changed");
    user.done("ponder off");
    assert!(!ponders(&user));
    let mut user = pondered_on();
    // As in a game kept by a GUI.
    user.session.opponent.referee = false;
    user.done("undo 2");
    user.session.follow();
    assert!(!ponders(&user), "the line was taken back");
}

#[test]
fn an_analysis_ends_where_there_is_nothing_to_analyse() {
    let mut user = TestUser::new();
    user.done("f3 e5 g4;; analyze");
    assert!(user.session.follow().is_some());
    user.done("Qh4#");
    assert!(user.session.follow().is_none() && user.session.jobs.following().is_none());
    user.done("undo");
    assert!(user.session.follow().is_some());
    user.session.timeline.refused = true;
    assert!(user.session.follow().is_none() && user.session.jobs.following().is_none());
}

#[test]
fn a_move_that_is_left_out_is_so_until_the_position_changes() {
    let mut user = TestUser::new();
    let mv = parse_move(user.session.position(), "e4").unwrap();
    exclude(&mut user.session, (true, Some(mv))).unwrap();
    user.done("show");
    assert_eq!(user.session.analysis.excluded_at(user.session.position().key()), [mv]);
    user.done("d4;; undo");
    assert!(user.session.analysis.excluded_at(user.session.position().key()).is_empty());
}

#[test]
fn a_new_game_of_a_program_is_standard_chess_and_ends_no_analysis() {
    let mut user = TestUser::new();
    for analyzes in [false, true] {
        user.done("set UCI_Chess960 true;; e4");
        user.session.analysis.follows = analyzes;
        OpponentUse::NewGame.act(&mut user.session).unwrap();
        assert_eq!(
            (user.session.timeline.game().ply(), user.session.analysis.follows),
            (0, analyzes)
        );
        assert_eq!(user.session.opponent.side, (!analyzes).then_some(Color::Black));
        assert!(!user.session.is_chess960());
    }
}

#[test]
fn a_game_against_the_engine_is_not_left_by_looking_at_it() {
    let mut user = TestUser::new();
    user.done("e4 c5;; undo;; play white d2");
    engine(&mut user);
    play(&mut user, &["d4"]);
    for line in ["goto start", "variation 1", "variation delete", "pass", "pv play"] {
        assert!(user.refused(line).contains("`force` breaks it off"), "{line}");
    }
    let fen = user.fen();
    user.done("undo;; redo");
    assert_eq!(user.fen(), fen, "what was taken back comes again");
    user.done("force;; goto start");
    // `redo` does not restore moves undone before the game.
    user.done("new;; undo;; goto end;; play white d2");
    assert!(user.try_to("redo").is_err());
}

#[test]
fn the_time_for_the_next_moves_comes_with_the_last_for_either_side() {
    let mut user = TestUser::new();
    user.done("play black 2/1 d1");
    engine(&mut user);
    play(&mut user, &["a6"]);
    assert_eq!(clocks(&mut user, "level").map(|left| left > Some(60)), [true, false]);
    user.done("h6");
    assert_eq!(clocks(&mut user, "level").map(|left| left > Some(60)), [true, true]);
}

#[test]
fn a_level_takes_the_place_of_the_one_before() {
    let mut user = TestUser::new();
    user.done("level d8;; level 5s;; level 5+3;; level 20k");
    let level = user.session.opponent.level;
    assert_eq!((level.depth, level.movetime, level.nodes), (None, None, Some(20_000)));
    user.done("set Skill Level 3;; play white d1 elo full");
    assert_eq!(user.session.opponent.play_strength(user.session.engine.options()), None);
    user.done("play black d1");
    assert_eq!(
        user.session.opponent.play_strength(user.session.engine.options()),
        None,
        "the same game"
    );
    user.done("force;; play white d1");
    assert!(
        user.session.opponent.play_strength(user.session.engine.options()).is_some(),
        "another is as the settings say"
    );
}

const MATE_IN_2: &str = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";

#[track_caller]
fn finds_the_mate(user: &mut TestUser) {
    let mate = parse_move(user.session.position(), "Qg6").unwrap();
    let reply = user.done("hint");
    assert_eq!(reply.of::<HintAnswer>().unwrap().mv.mv, mate);
}

#[test]
fn a_hint_needs_no_search_and_no_game() {
    let mut user = TestUser::new();
    user.done(&format!("fen {MATE_IN_2}"));
    finds_the_mate(&mut user);
}

/// The level of one game weakened `go` and `hint` for the rest of the session.
#[test]
fn a_limited_game_ends_with_its_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("game.pgn"), "1. e4 e5 *\n").unwrap();
    let (load, save) = (format!("load {} 1", path("game.pgn")), path("evening.qs"));
    let restore = format!("save {save};; restore {save}");
    const CLOSED: &str = "4k3/8/3p1p2/p1pPpPp1/P1P1P1P1/8/8/4K3 w - - 0 40";
    for (start, end) in [
        ("6k1/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra8"),
        ("new", "resign"),
        (CLOSED, "draw"),
        ("4k3/4p3/8/8/8/8/PP6/4K3 w - - 0 1", "a4"),
        ("new", "new"),
        ("new", &load),
        ("new", "force"),
        ("new", &restore),
    ] {
        let mut user = TestUser::new();
        user.done(start);
        let flag = end == "a4";
        let level = if flag { "0.001+0" } else { "20k" };
        let reply = user.done(&format!("play white {level} elo 800"));
        assert_eq!(reply.of::<OpponentAnswer>().unwrap().elo, Some(800));
        if start == "new" {
            user.done("e4");
            let (_, news) = user.session.follow().expect("it is the engine's turn");
            assert!(matches!(news, News::SearchBegins(begun) if begun.plays));
            let thinking = user.session.jobs.thinking().unwrap();
            assert!(thinking.limited);
            let (job, _) = user.session.jobs.search_for(Purpose::Play).unwrap();
            while user.session.jobs.is_running(job) {
                let (of, message) = user.events.recv().unwrap();
                user.session.receive(of, message);
            }
            assert_eq!(user.session.timeline.game().ply(), 2, "{end}: the engine has moved");
            assert!(user.session.analysis.last.is_none(), "a weak player's search is no analysis");
        }
        if flag {
            user.events.recv().unwrap();
        }
        user.session.opponent.scores = vec![0; 5];
        user.done(end);
        assert_eq!(
            user.session.opponent.plays(),
            end == "new",
            "{end}: only `new` begins another game"
        );
        user.done(MATE_IN_2);
        assert_eq!(
            user.session.opponent.play_strength(user.session.engine.options()),
            None,
            "{end}"
        );
        user.done("go 20k;; assert best == Qg6;; assert mate == 2");
        finds_the_mate(&mut user);
        let reply = user.done("play white d1");
        assert_eq!(
            reply.of::<OpponentAnswer>().unwrap().elo,
            None,
            "{end}: the next is not limited"
        );
    }
}

#[test]
fn a_hint_in_a_limited_game_is_the_full_programs() {
    let mut user = TestUser::new();
    user.done(MATE_IN_2);
    user.done("play white 20k elo 800");
    finds_the_mate(&mut user);
    for (name, value) in [("UCI_LimitStrength", "false"), ("UCI_Elo", "1500")] {
        assert_eq!(user.setting(name).value, value, "a word of one game sets nothing");
    }
    // With limits in the settings, too.
    user.done("force;; set UCI_LimitStrength true;; play white 20k");
    assert!(user.session.opponent.play_strength(user.session.engine.options()).is_some());
    finds_the_mate(&mut user);
}

#[test]
fn where_nothing_is_left_to_play_it_is_said() {
    let mut user = TestUser::new();
    user.done("8/8/8/4k3/8/8/8/4K3 w - - 0 1");
    assert!(user.refused("play white").contains("is over (draw: insufficient material); `new`"));
    user.done("new;; f3 e5 g4 Qh4");
    let said = members(&user.done("analyze"));
    assert!(said.to_string().contains("no legal move here: checkmate"), "{said}");
}

#[test]
fn a_hint_is_given_while_the_engine_ponders() {
    let mut user = TestUser::new();
    user.done("ponder on;; play white d6");
    play(&mut user, &["e4"]);
    let (job, _) = user.session.follow().expect("it ponders");
    // The pondered position has a result.
    while user.session.jobs.searches().all(|(_, search)| search.last.is_none()) {
        let (of, message) = user.events.recv().unwrap();
        user.session.receive(of, message);
    }
    assert!(user.done("hint").of::<HintAnswer>().is_some());
    user.session.jobs.abandon(job);
}

/// `play white 0:03 d4` began a game to depth 4.
#[test]
fn a_move_behind_a_clock_is_no_depth() {
    let mut user = TestUser::new();
    assert!(user.refused("play white 0:03 d4").contains("a move and a depth"));
    for line in ["play white 5+3 d6", "play white 5+3 depth 4", "play white d4"] {
        user.done(line);
        assert_eq!(
            user.session.opponent.level.depth,
            line[line.len() - 1..].parse().ok(),
            "{line}"
        );
        user.done("force;; new");
    }
}
