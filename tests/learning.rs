//! From nothing to a network, in small: games of self-play, positions of them, a network learned, and loaded.

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::prelude::*;
use serde_json::Value;

/// Runs the program on lines, in a folder; says what it answers as objects.
fn run(folder: &Path, lines: &[&str]) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarterply"));
    command.args(["--no-history", "--no-config", "--json"]).current_dir(folder);
    for line in lines {
        command.args(["-c", line]);
    }
    let output = command.assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of_type<'a>(answers: &'a [Value], kind: &str) -> &'a Value {
    answers.iter().rfind(|answer| answer["type"] == kind).unwrap()
}

const PLAY: &str = "selfplay 60 soft 100 --openings random:8-9:300 --seed 3 --to games.qpr";
const DATA: &str = "data games.qpr --to gen1.qpd";
const TRAIN: &str = "train gen1.qpd --width 32 --epochs 8 --batch 256 --rate 4000 --seed 5";

#[test]
fn a_network_is_made_from_nothing_and_the_same_seed_gives_the_same_bytes() {
    let [first, second] = [0, 1].map(|_| tempfile::tempdir().unwrap());
    let (first, second) = (first.path(), second.path());
    let answers = run(first, &[PLAY, DATA, TRAIN]);
    let data = of_type(&answers, "data");
    assert!(data["positions"].as_u64().unwrap() > 1_500, "{data}");
    let train = of_type(&answers, "train");
    // Of what it has not seen sixty games teach nothing, of what it has, nearly all.
    let errors: Vec<f64> =
        train["errors"].as_array().unwrap().iter().map(|pair| pair[0].as_f64().unwrap()).collect();
    assert_eq!(errors.len(), 8);
    assert!(errors[7] < 0.5 * errors[0], "the error falls: {errors:?}");
    let epochs = answers.iter().filter(|answer| answer["type"] == "epoch").count();
    assert_eq!(epochs, 8);
    assert!(fs::read_to_string(first.join("gen1.svg")).unwrap().contains("<polyline"));
    assert!(!first.join("gen1.qpn.part").exists());

    // Everything once more, on two threads.
    run(second, &["set threads 2", PLAY, DATA, TRAIN]);
    for name in ["gen1.qpd", "gen1.qpn"] {
        let bytes = [first, second].map(|folder| fs::read(folder.join(name)).unwrap());
        assert!(bytes[0] == bytes[1], "{name} is the same");
    }

    let used = ["load gen1.qpn", "eval", "go depth 4", "set evaluation classical", "eval"];
    let answers = run(first, &used);
    assert_eq!(of_type(&answers, "network")["in_use"], true);
    let evals: Vec<&Value> = answers.iter().filter(|answer| answer["type"] == "eval").collect();
    assert_eq!(evals[0]["network"]["head"], 4);
    assert_eq!(evals[0]["network"]["classical"], evals[1]["score"]);
    assert_eq!(evals[1]["network"], Value::Null);
}

#[test]
fn a_file_that_is_no_network_leaves_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("foreign.nnue"), b"NNUE of somebody else's").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarterply"));
    command.args(["--no-history", "--no-config"]).current_dir(folder.path());
    command.args(["-c", "load foreign.nnue", "-c", "get evaluation"]);
    let output = command.assert().failure().get_output().clone();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("QPLY") && errors.contains("EvalFile stays empty"), "{errors}");
}

#[test]
fn positions_searched_anew_can_be_learned_from_and_nothing_is_replaced_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let play = "selfplay 30 soft 60 --openings random:8-9:300 --seed 3 --to games.qpr";
    let tree = "relabel gen1.qpd --to trees.qpd soft 40 --tree 2";
    let anew = "relabel gen1.qpd --to anew.qpd soft 40";
    // What the classical evaluation says by itself, on its own scale.
    let own =
        ["set evaluation classical", "relabel gen1.qpd --to own.qpd nodes 40 --tree 8 --static"];
    let join = "data anew.qpd trees.qpd --to all.qpd";
    let path = |name: &str| folder.path().join(name);
    // Another name keeps what the journal held at its end.
    fs::write(path("anew.qpd.journal"), "").unwrap();
    fs::hard_link(path("anew.qpd.journal"), path("kept")).unwrap();
    let answers = run(folder.path(), &[play, DATA, tree, anew, join]);
    // Killed behind its last byte, the work is ended by the next run.
    let written = fs::read(path("anew.qpd")).unwrap();
    fs::copy(path("kept"), path("anew.qpd.journal")).unwrap();
    run(folder.path(), &[anew]);
    assert!(written == fs::read(path("anew.qpd")).unwrap());
    assert!(!path("anew.qpd.journal").exists());
    let made: Vec<&Value> = answers.iter().filter(|answer| answer["type"] == "relabel").collect();
    let before = of_type(&answers[..answers.len() - 1], "data")["positions"].as_u64().unwrap();
    assert!(made.iter().all(|made| made["stopped"] == false && made["of"] == before));
    let [trees, anew] = [0, 1].map(|at| made[at]["positions"].as_u64().unwrap());
    assert!(trees > before / 2 && made[0]["unplayed"] == trees, "{}", made[0]);
    assert!(anew > before * 9 / 10 && made[1]["unplayed"] == 0, "{}", made[1]);
    let learn = "train own.qpd --width 32 --epochs 1 --to own.qpn";
    let answers_of_own = run(folder.path(), &[own[0], own[1], learn]);
    let own = of_type(&answers_of_own, "relabel");
    assert!(own["positions"].as_u64().unwrap() > 4 * before, "{own}");
    let learned = of_type(&answers_of_own, "train");
    assert!(learned["classical_error"].as_f64().unwrap() < 1e-5, "{learned}");
    let all = of_type(&answers, "data");
    assert_eq!(all["unplayed"].as_u64().unwrap() + all["duplicates"].as_u64().unwrap(), trees);
    assert!(!folder.path().join("trees.qpd.journal").exists());

    fs::write(folder.path().join("mine.txt"), "something else").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarterply"));
    command.args(["--no-history", "--no-config"]).current_dir(folder.path());
    let output = command.args(["-c", "relabel gen1.qpd --to mine.txt"]).assert().failure();
    let errors = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(
        errors.contains("this command did not write it: name another file, or add --force"),
        "{errors}"
    );
}

#[test]
fn weights_learn_from_games_and_a_lesson_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.qpw");
    let game = "[Result \"0-1\"]\n\n1. f4 e5 2. fxe5 d6 3. exd6 Bxd6 4. Nc3 Nc6 5. e4 Qh4+ 6. Ke2 Nd4+ 7. Kd3 Bg4 \
                8. Nf3 Bxf3 9. gxf3 O-O-O 10. Kc4 Nf6 0-1\n\n1. e4 e5 *\n";
    fs::write(folder.path().join("club.pgn"), game).unwrap();
    let first = run(folder.path(), &["learn 9 nodes 80 --to mine.qpw --seed 3"]);
    let learned = of_type(&first, "weights");
    assert_eq!((&learned["learned"]["games"], &learned["in_use"]), (&9.into(), &false.into()));
    assert!(learned["learned"]["positions"].as_u64().unwrap() > 200, "{learned}");
    assert!(learned["moved"].as_array().unwrap().len() == 8, "{learned}");
    let after_one = fs::read(&path).unwrap();
    // The same line elsewhere learns the same, on two threads too.
    let twin = tempfile::tempdir().unwrap();
    run(twin.path(), &["learn 9 nodes 80 --to mine.qpw --seed 3 --jobs 2"]);
    assert!(after_one == fs::read(twin.path().join("mine.qpw")).unwrap());

    let answers =
        run(folder.path(), &["learn club.pgn nodes 200 --to mine.qpw", "learn undo mine.qpw"]);
    let both: Vec<&Value> = answers.iter().filter(|answer| answer["type"] == "weights").collect();
    assert_eq!(both[0]["learned"]["passed_over"], 1, "the game without a result");
    assert_eq!(both[0]["lessons"][1]["source"], "club.pgn");
    assert_eq!(both[1]["undone"]["games"], 1);
    assert_eq!(both[1]["lessons"].as_array().unwrap().len(), 1);
    assert!(after_one == fs::read(&path).unwrap(), "as if it had not been");

    // They evaluate when they are loaded, and not otherwise.
    const CLASSICAL: &str = "set evaluation classical";
    let used = [CLASSICAL, "bench 1", "load mine.qpw", "bench 1", CLASSICAL, "bench 1"];
    let nodes: Vec<Value> = run(folder.path(), &used)
        .into_iter()
        .filter(|answer| answer["type"] == "bench")
        .map(|answer| answer["nodes"].clone())
        .collect();
    assert_eq!(nodes[0], nodes[2]);
    assert_eq!(nodes.len(), 3);
}

#[test]
fn learning_needs_a_file_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("broken.qpw"), "QPLY and nothing that was learned").unwrap();
    for (line, why) in [
        ("learn 2 nodes 20", "which weights?"),
        ("set learn true", "no learned weights are loaded"),
        ("set evaluation learned", "Evaluation stays network"),
        ("learn undo nothing.qpw", "nothing.qpw"),
        ("learn 2 nodes 20 --to broken.qpw", "broken.qpw"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarterply"));
        command.args(["--no-history", "--no-config", "-c", line]).current_dir(folder.path());
        let output = command.assert().failure().get_output().clone();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(why), "{line}: {errors}");
    }
}

#[test]
fn a_game_at_the_prompt_is_learned_from() {
    let folder = tempfile::tempdir().unwrap();
    let mate = ["f3", "e5", "g4", "play white d1", "wait", "wait"];
    let lines: Vec<&str> = ["learn 1 nodes 20 --to mine.qpw", "load mine.qpw", "set learn true"]
        .into_iter()
        .chain(mate)
        .collect();
    run(folder.path(), &lines);
    let answers = run(folder.path(), &["learn show mine.qpw"]);
    let lessons = &of_type(&answers, "weights")["lessons"];
    assert_eq!(lessons[1]["source"], "a game at the prompt", "{lessons}");
}
