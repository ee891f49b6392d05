//! Validates lines of JSON against the schema of `help schema`: samples, and real output of the program.

use std::collections::BTreeSet;
use std::fs;

use quarterply::commands::{COMMANDS, SUBCOMMANDS};
use quarterply::front::json::Json;
use quarterply::shell::session::{JobId, News};
use serde_json::Value;

use super::{events, mates, samples};
use crate::examples::in_json;
use crate::json_schema::LineSchema;
use crate::program::{Run, bare, out};

/// Checks lines of JSON, each by the row of its type.
fn check_lines(text: &str) {
    let schema = LineSchema::new();
    let faults: Vec<String> = text.lines().flat_map(|line| schema.faults(line)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn help_prints_the_schema() {
    // A program built before the schema was blessed contains the old one.
    if crate::blesses() {
        return;
    }
    let said = |arguments: &[&str]| {
        let mut program = bare();
        let output = program.args(arguments).args(["--no-config", "-c", "help schema"]).output();
        out(&output.unwrap())
    };
    let text = said(&[]);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/schema.json");
    assert_eq!(text, fs::read_to_string(path).unwrap());
    // Its members keep their order on a line of JSON.
    let schema: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(said(&["--json"]), format!(r#"{{"v":1,"type":"help","schema":{schema}}}"#) + "\n");
}

/// The types of lines, each once.
fn types(text: &str) -> BTreeSet<String> {
    let value = |line| serde_json::from_str::<Value>(line).unwrap();
    text.lines().map(|line| value(line)["type"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_type_of_line_is_held_to_the_schema() {
    let said = made_up() + &said_by_the_program();
    check_lines(&said);
    let schema = LineSchema::new();
    let kinds = schema.root["$defs"].as_object().unwrap().keys();
    let seen = types(&said);
    let missing: Vec<&str> = kinds
        .filter_map(|name| name.strip_prefix("line:"))
        .filter(|kind| !seen.contains(*kind))
        .collect();
    assert!(missing.is_empty(), "in the schema, and in no line that was looked at: {missing:?}");
}

fn made_up() -> String {
    let mut out = Vec::new();
    let mut json = Json::default();
    for (_, reply) in samples::replies() {
        json.reply(&mut out, &reply).unwrap();
    }
    let (root, events) = events::search();
    json.news(&mut out, JobId(1), &super::begins(root)).unwrap();
    for event in &events {
        json.news(&mut out, JobId(1), &News::Search(event.clone())).unwrap();
    }
    for news in mates::news(&root) {
        json.news(&mut out, JobId(1), &news).unwrap();
    }
    String::from_utf8(out).unwrap()
}

/// Lines of a real session: of answers that no example shows whole, and of what many commands say. The examples of every
/// row that has another answer follow.
fn said_by_the_program() -> String {
    const SCRIPT: &str = "e4 e5 Nf3\nshow\nhistory\nannotate nodes 200 --proof 1k\nundo\nundo\neval\ngo d5\nexplain\nextensions\nbench 1\necho hi\nhelp\nhelp go\nhelp limits\nhelp mates\nhelp schema\n\
        6k1/8/6K1/8/8/8/8/R7 w - - 0 1\nproof 1\nproof all 1\nproof verify\ntries 2\n\
        5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1\nproof #2 set tries\nproof s#1 set\nproof h=1.5 set 20k\n\
        r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 3 3\ngo 20k\nQxf7\nshow\ngo d3\nNf9\nxyzzy\n\
        set hash zzz\n8/8/8/8/8/8/8/8 w - - 0 1\nnew\ngo d6\nhint\ntt\nshow bits\nmoves --order\nbook on\nnew\ngo d2\n\
        book off\ne4 (d4 d5) e5\nundo\nvariation\nlevel 5+3\nplay black d2\ndraw\nresign\npgn games.pgn\nload games.pgn\n\
        5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1\nproof 2\ngo mate 1\nnew\nplay black d2\nwait\nforce\nsave one.epd\npicture board.svg\n\
        solve mate.epd 1k --sound\nsolve problems.inp 20k\nsound mate.epd 1k\nsound e5 1k\nwhy e5 1k\n\
        compare 200 --profiles plain\nnew\nf3\ne5\ng4\nplay white d1\nwait\nview mate.epd\nview\nnetwork\n\
        second /bin/sh engine.sh\nnew\nask d1\ngo d1\nask d1\ncompare 200 --profiles plain --second\nsecond off\nsecond\n\
        drill mate.epd\nhint\nRa2\ngive up\n";
    const ENGINE: &str = "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;;\n\
        go*) echo 'info depth 1 score cp 9 nodes 9 pv e2e4 e7e5'; echo 'bestmove e2e4';; esac; done\n";
    /// Games for `annotate -`: one, one with a broken variation, one that is none, and a remark.
    const GAMES: &str =
        "[White \"A\"] [Result \"*\"] 1. e4 e5 2. Qh5 Ke7 *\n1. d4 (1. Kd2) d5\ne5\n# end\n";
    /// Records for `solve -` and `label -`: one to solve, one that asks for nothing, and a remark.
    const RECORDS: &str = "6k1/8/6K1/8/8/8/8/R7 w - - bm #1;\n6k1/8/6K1/8/8/8/8/R7 w - - stip \"h#1.5\";\n6k1/8/6K1/8/8/8/8/R7 w - -\n# end\n";
    /// Problems with set play and tries, of battle and of help.
    const PROBLEMS: &str = "BeginProblem\nForsyth 5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3\nStipulation #2\nOption SetPlay Try\nNext\n\
        Forsyth 6k1/8/6K1/8/8/8/8/R7\nStipulation h#1\nOption SetPlay\nEndProblem\n";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mate.epd"), RECORDS).unwrap();
    fs::write(folder.path().join("problems.inp"), PROBLEMS).unwrap();
    fs::write(folder.path().join("engine.sh"), ENGINE).unwrap();
    let said = |arguments: &[&str], input: &str| {
        let output = bare()
            .current_dir(folder.path())
            .env("XDG_CONFIG_HOME", folder.path().join("config"))
            .args(["--json", "--no-history", "-t", "1", "-H", "1"])
            .args(arguments)
            .given(input);
        out(&output)
    };
    let mut all = said(&[], SCRIPT)
        + &said(&["solve", "-", "1k"], RECORDS)
        + &said(&["solve", "-", "1k", "--certificates"], RECORDS)
        + &said(&["label", "-", "1k"], RECORDS)
        + &said(&["annotate", "-", "200", "--proof", "1k"], GAMES);
    let mut seen = types(&all);
    for spec in COMMANDS.iter().chain(SUBCOMMANDS) {
        if spec.answers.iter().any(|answer| !seen.contains(answer.kind)) {
            let said = in_json(spec);
            seen.extend(types(&said));
            all.push_str(&said);
        }
    }
    all
}

#[test]
fn a_line_that_breaks_the_schema_is_found() {
    let schema = LineSchema::new();
    let faults = |text: &str| schema.faults(text).len();
    let key = "0123456789abcdef";
    assert_eq!(faults(&format!(r#"{{"v":1,"type":"key","key":"{key}","pawn_key":"{key}"}}"#)), 0);
    assert_eq!(faults(&format!(r#"{{"v":1,"type":"key","key":"{key}"}}"#)), 1);
    assert_eq!(faults(&format!(r#"{{"v":2,"type":"key","key":"{key}","pawn_key":"xyz"}}"#)), 2);
}
