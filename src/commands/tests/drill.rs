//! Drills at the prompt: moves are answers, and changes of the board end the drill.

use super::*;
use serde_json::Value;

const MATES: &str = "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#; dm 1; c0 \"secret\";\n\
                     7k/8/8/8/8/8/R7/1R2K3 w - - bm Ra7; dm 2;\n";

/// Returns a session with a drill of a file; the schedule is in the folder, too.
fn drilling(folder: &tempfile::TempDir) -> TestUser {
    let path = folder.path().join("mates.epd");
    fs::write(&path, MATES).unwrap();
    let mut user = TestUser::new();
    user.session.drill.path = Some(folder.path().join("drill.jsonl"));
    let problem = members(&user.done(&format!("drill {}", path.display())));
    assert_eq!((&problem["mate"], &problem["left"]), (&Value::from(1), &Value::from(1)));
    user
}

fn kind(reply: &Reply) -> &'static str {
    reply.line().map_or("", |(kind, _)| kind)
}

#[test]
fn a_drill_is_answered_by_typing_moves() {
    let folder = tempfile::tempdir().unwrap();
    let mut user = drilling(&folder);
    assert!(!format!("{:?}", user.done("show").line()).contains("secret"));
    assert_eq!(members(&user.done("hint"))["square"], Value::Null);
    assert_eq!(members(&user.done("hint"))["square"], "e8");
    let before = user.fen();
    let wrong = members(&user.done("e1e7"));
    assert_eq!((&wrong["verdict"], wrong["done"].as_bool()), (&"wrong".into(), Some(false)));
    assert_eq!(user.fen(), before, "the move is not made");
    let right = members(&user.done("1. Re8"));
    assert_eq!((&right["verdict"], &right["next"]["mate"]), (&"right".into(), &Value::from(2)));
    let first = members(&user.done("Ra7"));
    assert_eq!((&first["line"][1], &first["next"]["mate"]), (&"Kg8".into(), &Value::from(1)));
    assert!(members(&user.done("Rb8#"))["next"].is_object(), "the missed one again");
    let given_up = user.done("give up");
    assert_eq!(
        (kind(&given_up), &members(&given_up)["line"][0]),
        ("drill-judgement", &"Re8#".into())
    );
    assert_eq!(members(&user.done("drill status"))["missed"], 1);
    assert!(members(&user.done("drill next"))["ended"].is_object());
    assert!(user.refused("give up").contains("`drill FILE` begins one"));
    // Another session resumes with the problems that are due.
    let mut other = TestUser::new();
    assert!(other.refused("drill").contains("not saved"));
    other.session.drill.path = Some(folder.path().join("drill.jsonl"));
    assert_eq!(members(&other.done("drill"))["left"], 0);
    assert_eq!(members(&other.done("Re8#"))["ended"]["solved"], 1);
    assert!(other.refused("drill").contains("no problem is due today"));
}

#[test]
fn whatever_else_changes_the_board_ends_the_drill_with_a_note() {
    for line in ["new", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "Re2 h6", "pass", "mirror"] {
        let folder = tempfile::tempdir().unwrap();
        let mut user = drilling(&folder);
        let reply = user.done(line);
        let notes = &reply.of::<Changed>().expect(line).notes;
        assert!(
            notes.iter().any(|note| note.starts_with("the drill has ended")),
            "{line}: {notes:?}"
        );
        assert!(user.refused("drill next").contains("no drill"), "{line}");
    }
    let folder = tempfile::tempdir().unwrap();
    let mut user = drilling(&folder);
    assert_eq!(kind(&user.done("drill stop")), "text");
    assert!(user.refused("drill stop").contains("no drill"));
    user.done("Re2");
    assert_eq!(user.session.timeline.game().ply(), 1, "a move is a move again");
}

#[test]
fn what_searches_the_problem_before_it_is_asked_ends_unheard() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mates.epd");
    fs::write(&path, MATES).unwrap();
    let drill = format!("drill {}", path.display());
    let mut user = TestUser::new();
    user.done("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1");
    let Effect::Running { job, .. } = user.begin("go inf &").unwrap() else { panic!() };
    user.done(&drill);
    assert!(
        !user.session.jobs.is_running(job)
            && user.session.jobs.glimpse(user.session.position()).is_none()
    );
    let mut user = TestUser::new();
    user.done("analyze");
    user.session.follow().expect("the board is to be followed");
    assert!(members(&user.done(&drill))["notes"].to_string().contains("`analyze` is off"));
    assert!(user.session.follow().is_none() && user.session.jobs.following().is_none());
    for line in ["go d1", "analyze", "top 2 d1", "assert best == Re8"] {
        assert!(user.refused(line).contains("--anyway"), "{line}");
    }
    user.done("analyze off;; assert turn == white;; go d1 --anyway");
}

/// Two problems were enough to corrupt it.
#[test]
fn the_game_before_a_drill_is_kept_and_its_end_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut user = drilling(&folder);
    let last = folder.path().join("last-session.qs");
    user.session.files.autosave = Some(last.clone());
    user.done("new;; play white d1;; e4");
    user.session.autosave().unwrap();
    let drill = format!("drill {} --all", folder.path().join("mates.epd").display());
    let problem = members(&user.done(&drill));
    assert!(problem["notes"][0].as_str().unwrap().starts_with("this ends the game"), "{problem}");
    for answer in ["Re8", "Ra7", "Rb8#"] {
        user.done(answer);
        user.session.autosave().unwrap();
    }
    assert!(!user.session.keep_unsaved_game().unwrap());
    // A game started from a problem is a game.
    user.done("undo;; play white d1");
    assert!(user.session.keep_unsaved_game().unwrap());
    let earlier = folder.path().join("earlier-session.qs");
    user.done(&format!("restore {}", earlier.display()));
    assert_eq!(user.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

#[test]
fn new_problems_of_the_last_file_come_where_none_is_due() {
    let folder = tempfile::tempdir().unwrap();
    let mut user = drilling(&folder);
    user.done("Re8;; drill stop");
    let problem = members(&user.done("drill"));
    assert_eq!((&problem["mate"], &problem["left"]), (&Value::from(2), &Value::from(0)));
    user.done("Ra7;; Rb8");
    assert!(user.refused("drill").contains("no problem is due today, the next one in "));
}

/// The next problem was on the board before the solved one could be looked at.
#[test]
fn at_a_prompt_a_done_problem_rests_until_the_next_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mates.epd"), MATES).unwrap();
    let mut user = TestUser::new();
    user.session.settings.at_prompt = true;
    let drill = format!("drill {}", folder.path().join("mates.epd").display());
    user.done(&drill);
    assert_eq!((user.session.mode(), user.session.on_enter()), ("drill", None));
    user.done("Re7;; undo");
    assert_eq!(user.session.mode(), "drill", "a try is taken back");
    let right = members(&user.done("Re8"));
    assert_eq!((&right["done"], &right["next"]), (&Value::from(true), &Value::Null));
    // Its line is on the board: it may be walked and searched.
    user.done("undo;; go d1;; redo");
    assert_eq!((user.session.mode(), user.session.on_enter()), ("drill", Some("drill next")));
    user.done("undo");
    assert_eq!((user.session.mode(), user.session.on_enter()), ("drill", Some("drill next")));
    assert_eq!(members(&user.done("next"))["next"]["mate"], 2);
    assert!(user.refused("go d1").contains("--anyway"));
    assert_eq!(members(&user.done("answer"))["verdict"], "given up");
    // Another game ends the drill; Enter does not go back to it.
    let changed = members(&user.done("new"));
    assert!(changed["notes"].to_string().contains("the drill has ended: 0 solved, 2 missed"));
    assert_eq!((user.session.mode(), user.session.on_enter()), ("", None));
}
