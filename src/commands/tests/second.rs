//! A second engine at the prompt: a shell script with constant output.

use tempfile::TempDir;

use super::*;
use crate::ink::Settings;

/// Starts a script that plays e4 and scores half a pawn for White.
fn with_second(user: &mut TestUser) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine.sh");
    let script = "while read -r line; do case \"$line\" in\n\
        uci) echo 'id name Script'; echo uciok;;\nisready) echo readyok;;\n\
        go*) echo 'info depth 3 score cp 950 nodes 9 pv e2e4 e7e5'; echo 'bestmove e2e4';;\nesac; done\n";
    fs::write(&path, script).unwrap();
    user.done(&format!("second /bin/sh {}", path.display()));
    folder
}

fn shown(reply: &Reply) -> Vec<String> {
    let page = reply.page(&Settings::default());
    page.lines().iter().map(|line| line.text().trim().to_owned()).collect()
}

#[test]
fn there_is_none_until_one_is_started_and_none_after_it_is_ended() {
    let mut user = TestUser::new();
    let none = "there is no second engine; `second PROGRAM` starts one";
    for line in ["ask d1", "second off", "second set Hash 1", "compare 50 --second"] {
        assert_eq!(user.refused(line), none, "{line}");
    }
    assert_eq!(shown(&user.done("second")), [none]);
    let _folder = with_second(&mut user);
    assert_eq!(members(&user.done("second"))["state"], "idle");
    assert!(user.refused("second set Hash 1").starts_with("Script has no option \"Hash\""));
    assert_eq!(members(&user.done("second off"))["state"], "ended");
    assert_eq!(user.refused("ask d1"), none);
}

#[test]
fn its_line_stands_under_ours() {
    let mut user = TestUser::new();
    let _folder = with_second(&mut user);
    let alone = user.done("ask d1");
    assert_eq!(
        shown(&alone).last().unwrap(),
        "this position has not been searched here; type `go`"
    );
    let json = members(&alone);
    assert_eq!(
        (&json["ours"], &json["same_move"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
    assert_eq!(json["theirs"]["pv_san"], serde_json::json!(["e4", "e5"]));

    let other = user.done("go d2 only a3;; ask d1");
    let lines = shown(&other);
    assert!(lines[1].starts_with("Quarterply") && lines[1].contains("1.a3"), "{lines:?}");
    assert!(lines[2].starts_with("Script  ") && lines[2].contains(" +9.50 "), "{lines:?}");
    assert!(lines[2].ends_with("1.e4 e5") && lines[3].starts_with("another move"), "{lines:?}");
}

#[test]
fn scores_that_tell_another_story_are_told() {
    let mut user = TestUser::new();
    let _folder = with_second(&mut user);
    let same = members(&user.done("go d2 only e4;; ask d1"));
    assert_eq!((&same["same_move"], &same["same_score"]), (&true.into(), &false.into()));
    user.done("e4");
    assert_eq!(user.refused("ask d1"), "Script answered e2e4, which is not a legal move here");
    user.done("undo");
    assert_eq!(members(&user.done("ask d1"))["same_move"], true);
}

#[test]
fn it_is_compared_with_the_profiles() {
    let mut user = TestUser::new();
    let _folder = with_second(&mut user);
    let reply = user.done("compare 50 --profiles plain --second");
    let json = members(&reply);
    assert_eq!(
        (json["profiles"].as_array().unwrap().len(), &json["second"]["profile"]),
        (1, &"Script".into())
    );
    assert!(shown(&reply).last().unwrap().starts_with("Script"));
    let without = members(&user.done("compare 50 --profiles plain"));
    assert!(without.get("second").is_none());
}

/// An engine that sees no difference withdraws every accusation; one that sees all of it none.
#[test]
fn what_a_judge_does_not_share_is_not_said() {
    let mut user = TestUser::new();
    let folder = tempfile::tempdir().unwrap();
    let mut annotated = |score: &str| {
        // The number of words in `position fen … moves …` selects the legal move.
        let script = format!(
            "while read -r line; do case \"$line\" in\nuci) echo 'id name Judge'; echo uciok;;\n\
             isready) echo readyok;;\nposition*) set -- $line; n=$#;;\n\
             go*) case $n in 8) m=e2e4;; 10) m=e7e5;; 11|13) m=g1f3;; 12) m=b8c6;; 14) m=e8f7;; *) m=b1c3;; esac\n\
             echo \"info depth 3 score cp {score} nodes 9 pv $m\"; echo \"bestmove $m\";;\nesac; done\n"
        );
        let path = folder.path().join("judge.sh");
        fs::write(&path, script).unwrap();
        user.done(&format!("second /bin/sh {}", path.display()));
        user.done("new;; e4 e5 Qh5 Nc6 Qxf7+ Kxf7;; annotate nodes 500 --proof 0 --judge second");
        user.done("pgn").of::<PgnAnswer>().unwrap().text.clone()
    };
    let (shared, not_shared) = (annotated("900"), annotated("0"));
    assert!(shared.contains("Qxf7+ $4"), "{shared}");
    assert!(!not_shared.contains(" $"), "{not_shared}");
}
