//! While a drill asks a problem no output reveals its solution, whatever is typed, except with `--anyway`.

use std::fs;
use std::path::Path;

use quarterply::commands::{COMMANDS, CommandSpec, SUBCOMMANDS, Spoiler};

use super::program::{Run, bare, complaints, out};

/// Three pieces, so that endgame tables know the solution, too.
const RECORD: &str = "8/8/8/8/8/1K6/6R1/1k6 w - - bm Rg1#; dm 1;\n";
const KEY: [&str; 2] = ["Rg1", "g2g1"];
const ASK: &str = "drill mates.epd --all";
const REFUSED: &str = "this would tell what the drill asks";

/// Files that the examples of commands use.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let game = "[White \"Anna\"]\n[Black \"Berta\"]\n[Result \"*\"]\n\n1. e4 c5 2. Nf3 *\n\n";
    for (name, text) in [
        ("mates.epd", RECORD),
        ("games.pgn", game),
        ("club.pgn", game),
        ("commands.txt", "go d2\ntop 2 d2\nproof 1\n"),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// The output and the errors.
fn typed(folder: &Path, arguments: &[&str], lines: &[String]) -> (String, String) {
    let output = bare()
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env("XDG_STATE_HOME", folder.join("state"))
        .args(["--no-history", "-t", "1", "-H", "1"])
        .args(arguments)
        .given(lines.join("\n") + "\n");
    (out(&output), complaints(&output))
}

/// The same lines, with the problem asked again before each.
fn asked(folder: &Path, arguments: &[&str], lines: &[String]) -> (String, String) {
    let script: Vec<String> =
        lines.iter().flat_map(|line| [ASK.to_owned(), line.clone()]).collect();
    typed(folder, arguments, &script)
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|&line| line.to_owned()).collect()
}

fn reveals(said: &str) -> bool {
    KEY.iter().any(|key| said.contains(key))
}

/// All examples of a row, its names alone, and a substitute if none of these can run here.
fn lines_of(spec: &CommandSpec) -> Vec<String> {
    let more = match spec.name {
        // It takes long, and more memory than a test should use.
        "bench" => return owned(&["bench 1"]),
        "auto" => return owned(&["auto"]),
        "proof line" => "proof line Rg1",
        "see" => "see g1",
        _ => "",
    };
    let examples = spec.examples.iter().map(|(line, ..)| *line);
    let names = [spec.name].into_iter().chain(spec.aliases.iter().copied());
    owned(&examples.chain(names).chain([more]).collect::<Vec<_>>())
}

#[test]
fn no_command_tells_what_a_drill_asks() {
    // `give up` reveals it on purpose, and lists of moves are below.
    let rows = COMMANDS.iter().chain(SUBCOMMANDS);
    for spec in rows.filter(|spec| !["give", "moves"].contains(&spec.name)) {
        for arguments in [&[] as &[&str], &["--json"]] {
            let folder = folder();
            let (out, faults) = asked(folder.path(), arguments, &lines_of(spec));
            assert!(out.contains("mate"), "{}: nothing was asked: {out}\n{faults}", spec.name);
            assert!(!reveals(&out) && !reveals(&faults), "{}: {out}\n{faults}", spec.name);
            let is_refused = faults.contains(REFUSED) || spec.spoiler == Spoiler::Safe;
            assert!(is_refused, "{}: {faults}", spec.name);
        }
    }
    let folder = folder();
    let (out, _) = asked(folder.path(), &[], &owned(&["give up"]));
    assert!(reveals(&out), "{out}");
}

#[test]
fn no_way_round_leads_to_the_solution() {
    let ways = owned(&[
        "go d2 &",
        "GO d2",
        ":go d2",
        "analyse",
        "time go d2",
        "time time proof 1",
        "picture a.svg go d2",
        "go d2;; show",
        "perft 1",
        "look",
    ]);
    for arguments in [&[] as &[&str], &["--json"]] {
        let folder = folder();
        let lines: Vec<String> = [owned(&["alias look go d2"]), ways.clone()].concat();
        let (out, faults) = asked(folder.path(), arguments, &lines);
        assert!(!reveals(&out) && !reveals(&faults), "{out}\n{faults}");
        assert_eq!(faults.matches(REFUSED).count(), ways.len(), "{faults}");
        let (out, faults) = asked(folder.path(), arguments, &owned(&["source commands.txt"]));
        assert!(!reveals(&out) && faults.matches(REFUSED).count() == 3, "{out}\n{faults}");
    }
}

#[test]
fn with_anyway_behind_it_a_command_tells_all_the_same() {
    // Tables would answer before any search.
    let mut lines = owned(&["set OwnTables false", ASK]);
    let telling = [
        "go d2",
        "pv",
        "tt",
        "explain",
        "assert best == Rg1",
        "top 3 d2",
        "time go d2",
        "resolve",
        "why",
        "proof 1",
        "proof tree",
        "proof show",
        "proof line Rg1",
        "perft 1 divide",
        "moves --order",
        "sound 1k",
        "compare 1k",
        "set OwnTables true;; tb",
        "play black d2",
    ];
    for line in telling {
        lines.extend([
            line.to_owned(),
            format!("echo @@{}", line.replace(";;", ",")),
            format!("{line} --anyway"),
        ]);
        lines.push("echo @@".to_owned());
    }
    let folder = folder();
    let (out, faults) = typed(folder.path(), &[], &lines);
    let parts: Vec<&str> = out.split("@@").collect();
    let (before, after): (Vec<_>, Vec<_>) =
        parts.chunks(2).map(|pair| (pair[0], pair.get(1))).unzip();
    assert_eq!(after.iter().flatten().count(), telling.len(), "{out}\n{faults}");
    for (line, (before, after)) in telling.iter().zip(before.iter().zip(after)) {
        assert!(!reveals(before), "{line}: {before}");
        // The first line is the command itself.
        let said = after.and_then(|after| after.split_once('\n')).map_or("", |(_, said)| said);
        assert!(reveals(said), "{line}: {said}\n{faults}");
    }
    assert_eq!(faults.matches(REFUSED).count(), telling.len(), "{faults}");
}

#[test]
fn lists_of_moves_show_no_check_and_no_mate_while_a_drill_asks() {
    let lists = owned(&[
        "moves",
        "moves g2",
        "moves uci",
        "list",
        "Ra5",
        "g2a5",
        "go only Ra5",
        "see Ra5",
        "explain Ra5",
    ]);
    for arguments in [&[] as &[&str], &["--json"]] {
        let folder = folder();
        for list in &lists {
            let (out, faults) = asked(folder.path(), arguments, std::slice::from_ref(list));
            assert!(reveals(&out) || reveals(&faults), "{list}: {out}\n{faults}");
            for sign in ["Rg1#", "Rb2+", "checks"] {
                assert!(!out.contains(sign) && !faults.contains(sign), "{list}: {out}\n{faults}");
            }
        }
        let (out, _) = asked(folder.path(), arguments, &owned(&["moves --anyway"]));
        assert!(out.contains("Rg1#") && out.contains("checks"), "{out}");
        // Without a drill they work as usual.
        let lines = [RECORD.replace(" bm Rg1#; dm 1;\n", " 0 1"), "moves".to_owned()];
        let (out, _) = typed(folder.path(), arguments, &lines);
        assert!(out.contains("Rg1#") && out.contains("checks"), "{out}");
    }
}

/// A program that speaks UCI gets its answers; the drill then ends.
#[test]
fn a_protocol_ends_the_drill() {
    let folder = folder();
    let (out, _) = asked(folder.path(), &[], &owned(&["uci\ngo depth 2"]));
    assert!(out.contains("bestmove g2g1"), "{out}");
}
