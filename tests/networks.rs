//! Networks at the prompt: loaded, and refused.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::program::{complaints, out, program};

/// Runs the program on lines in a folder; returns its answers as objects.
fn run(folder: &Path, lines: &[&str]) -> Vec<Value> {
    let lines = lines.iter().flat_map(|line| ["-c", line]);
    let output = program().arg("--json").current_dir(folder).args(lines).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of_type<'a>(answers: &'a [Value], kind: &str) -> &'a Value {
    answers.iter().rfind(|answer| answer["type"] == kind).unwrap()
}

#[test]
fn a_network_evaluates_when_it_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/core/store/default.qpn");
    fs::copy(built_in, folder.path().join("gen1.qpn")).unwrap();
    let used = ["load gen1.qpn", "eval", "go depth 4", "set evaluation classical", "eval"];
    let answers = run(folder.path(), &used);
    assert_eq!(of_type(&answers, "network")["in_use"], true);
    let evals: Vec<&Value> = answers.iter().filter(|answer| answer["type"] == "eval").collect();
    assert_eq!(evals[0]["network"]["head"], 8);
    assert_eq!(evals[0]["network"]["classical"], evals[1]["score"]);
    assert_eq!(evals[1]["network"], Value::Null);
}

#[test]
fn a_file_that_is_no_network_leaves_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("foreign.nnue"), b"NNUE of somebody else's").unwrap();
    let lines = ["-c", "load foreign.nnue", "-c", "get evaluation"];
    let output = program().current_dir(folder.path()).args(lines).output().unwrap();
    assert!(!output.status.success(), "{output:?}");
    let errors = complaints(&output);
    assert!(errors.contains("QPLY") && errors.contains("EvalFile stays empty"), "{errors}");
}
