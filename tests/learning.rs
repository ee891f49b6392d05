//! Networks and learned weights at the prompt: loaded, refused, and learning from the games that are played there.

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::prelude::*;
use quarterply::store::WrittenFiles;
use quarterply::store::learned_weights::LearnedWeights;
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

/// Writes weights that are the tuned ones but for the first, which is so many centipawns larger.
fn weights(folder: &Path, more: f64) {
    let mut weights = LearnedWeights::tuned("quarterply 0.1.0".to_owned());
    weights.begin_lesson("games against itself".to_owned(), String::new());
    let values: Vec<[f64; 2]> =
        weights.values().iter().map(|value| value.map(|half| half + more)).collect();
    weights.learn(&values, 1, 60);
    weights.save(&WrittenFiles::default(), &folder.join("mine.qpw")).unwrap();
}

#[test]
fn a_network_evaluates_when_it_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/default.qpn");
    fs::copy(built_in, folder.path().join("gen1.qpn")).unwrap();
    let used = ["load gen1.qpn", "eval", "go depth 4", "set evaluation classical", "eval"];
    let answers = run(folder.path(), &used);
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
fn learned_weights_evaluate_when_they_are_loaded_and_not_otherwise() {
    const CLASSICAL: &str = "set evaluation classical";
    let folder = tempfile::tempdir().unwrap();
    weights(folder.path(), 20.0);
    let used = [CLASSICAL, "eval", "load mine.qpw", "eval", CLASSICAL, "eval"];
    let answers = run(folder.path(), &used);
    let evals = answers.iter().filter(|answer| answer["type"] == "eval");
    let scores: Vec<&Value> = evals.map(|answer| &answer["score"]).collect();
    assert!(scores[0] == scores[2] && scores[0] != scores[1], "{scores:?}");
}

#[test]
fn learning_needs_a_file_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("broken.qpw"), "QPLY and nothing that was learned").unwrap();
    for (line, why) in [
        ("set learn true", "no learned weights are loaded"),
        ("set evaluation learned", "Evaluation stays network"),
        ("load nothing.qpw", "nothing.qpw"),
        ("load broken.qpw", "broken.qpw"),
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
    weights(folder.path(), 0.0);
    let mate = ["f3", "e5", "g4", "play white d1", "wait", "wait"];
    let lines: Vec<&str> = ["load mine.qpw", "set learn true"].into_iter().chain(mate).collect();
    run(folder.path(), &lines);
    let answers = run(folder.path(), &["load mine.qpw"]);
    let lessons = &of_type(&answers, "weights")["lessons"];
    assert_eq!(lessons[1]["source"], "a game at the prompt", "{lessons}");
}
