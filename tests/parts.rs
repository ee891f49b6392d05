//! One mate proved in parts by several processes: rounds of `proof split`, `solve - --certificates` and `proof join`, with answers
//! that are shuffled, doubled, cut, forged and untrue.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use quarterply::chess::SplitMix;
use serde_json::Value;

use super::program::{Run, complaints, out, program};

/// A mate in four, to be tampered with.
const FOUR: &str = "8/5p2/7p/4R3/7k/7P/2P1KP1P/8 w - -";

fn lines(folder: &Path, arguments: &[&str], input: &str) -> Vec<String> {
    let output = program().current_dir(folder).args(arguments).given(input);
    let told = complaints(&output);
    assert!(!told.contains("internal error"), "{told}");
    out(&output).lines().map(str::to_owned).collect()
}

/// The parts of the first round.
fn split(folder: &Path, moves: u64, fen: &str, parts: usize) -> Vec<String> {
    lines(folder, &[], &format!("{fen}\nproof split {moves} --parts {parts}\n"))
}

/// An answer to each part.
fn solve(folder: &Path, parts: &[String], nodes: &str) -> Vec<String> {
    let arguments = ["--json", "solve", "-", nodes, "16MiB", "--certificates"];
    let answers = lines(folder, &arguments, &parts.join("\n"));
    assert_eq!(answers.len(), parts.len());
    answers
}

/// What is said of each file of answers, by a session that knows nothing else.
fn join(folder: &Path, moves: u64, fen: &str, files: &[String], options: &str) -> Vec<Value> {
    let script =
        files.iter().map(|file| format!("clear\n{fen}\nproof join {moves} {file} {options}\n"));
    let said = lines(folder, &["--json"], &script.collect::<String>());
    let said = said.iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let said: Vec<Value> = said.filter(|line| line["type"] == "proof-joined").collect();
    assert_eq!(said.len(), files.len());
    said
}

fn parts_of(joined: &Value) -> Vec<String> {
    let parts = joined["parts"].as_array().unwrap();
    parts.iter().map(|part| part.as_str().unwrap().to_owned()).collect()
}

/// Records of a file of positions, evenly spaced: the moves of the mate, three or more, and the position.
fn posed(file: &str, count: usize) -> Vec<(u64, String)> {
    let path = format!("{}/positions/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    let read = |line: &str| {
        let moves = line.split_once(" dm ")?.1.split_once(';')?.0.parse().ok()?;
        Some((moves, line.split(" bm ").next()?.to_owned()))
    };
    let mut all: Vec<(u64, String)> = text.lines().filter_map(read).collect();
    all.retain(|(moves, _)| *moves >= 3);
    (0..count).map(|at| all[at * all.len() / count].clone()).collect()
}

/// Problems that are tried in parts, one in ten a long mate; `QUARTERPLY_PARTS=100` in the environment sets the number.
const TRIED: usize = 6;

/// The answers in any order, some of them twice, some forged, cut or denied beside the honest ones.
fn muddled(honest: &[String], random: &mut SplitMix) -> String {
    let mut lines = honest.to_vec();
    for line in honest {
        match random.below(6) {
            0 => lines.push(line.clone()),
            1 | 2 => {
                lines.push(tampered(line, &honest[random.below(honest.len())], random));
            }
            _ => {}
        }
    }
    shuffle(&mut lines, random);
    lines.join("\n")
}

#[test]
fn problems_in_parts_are_solved_as_by_one_process() {
    let tried = std::env::var("QUARTERPLY_PARTS").map_or(TRIED, |count| count.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let (at, mut random) = (folder.path(), SplitMix::new(76));
    let long = tried / 10;
    for (moves, fen) in [posed("problems.epd", tried - long), posed("long.epd", long)].concat() {
        let is_long = moves > 12;
        let nodes = if is_long { "200k" } else { "20k" };
        let (mut answers, mut joined) = (Vec::new(), Value::Null);
        let mut parts = split(at, moves, &fen, 20);
        for _ in 0..40 {
            answers.extend(solve(at, &parts, nodes));
            fs::write(at.join("muddled.jsonl"), muddled(&answers, &mut random)).unwrap();
            joined = join(at, moves, &fen, &["muddled.jsonl".to_owned()], "--parts 20").remove(0);
            let mate = joined["mate"].as_u64();
            assert!(joined["status"] != "refuted", "{fen}: {joined}");
            assert!(joined["no_mate_in"].as_u64().unwrap() < mate.unwrap_or(moves), "{fen}");
            assert!(is_long || mate.is_none_or(|mate| mate >= moves), "{fen}: {joined}");
            parts = parts_of(&joined);
            if parts.is_empty() {
                break;
            }
        }
        let mate = joined["mate"].as_u64().unwrap_or(u64::MAX);
        println!("mate in {moves}, in {} parts in {mate}: {fen}", answers.len());
        assert!(joined["status"] == "proven" && mate <= moves, "{fen} in {moves}: {joined}");
        if is_long {
            continue;
        }
        // It is a proof like any other, and `--refute` makes it the shortest.
        fs::write(at.join("answers.jsonl"), answers.join("\n")).unwrap();
        let script = format!(
            "{fen}\nproof join {moves} answers.jsonl --refute\nproof verify\nproof tree\nproof save whole.jsonl --force\nproof export \
             whole.pgn --force\nclear\nproof load whole.jsonl\n"
        );
        let said = lines(at, &[], &script).join("\n");
        let words = format!("# mate in {moves}, proved; shortest, proved");
        assert!(said.contains(&words) && said.contains("ok: mate in "), "{fen}: {said}");
        assert!(said.contains("written: whole.jsonl"), "{said}");
    }
}

fn shuffle(lines: &mut [String], random: &mut SplitMix) {
    for at in (1..lines.len()).rev() {
        lines.swap(at, random.below(at + 1));
    }
}

/// One way to forge, cut or deny an answer; `other` is an honest one to another part.
fn tampered(line: &str, other: &str, random: &mut SplitMix) -> String {
    let (mut fields, other): (Value, Value) =
        (serde_json::from_str(line).unwrap(), serde_json::from_str(other).unwrap());
    let text = fields["certificate"].as_str().unwrap_or_default().to_owned();
    let undigested = |text: &str| match text.split_once(",\"digest\":\"") {
        Some((head, rest)) => format!("{head}{}", &rest[17..]),
        None => text.to_owned(),
    };
    match random.below(12) {
        0 => return line.chars().take(random.below(line.len())).collect(),
        1 => {
            let mut bytes = line.as_bytes().to_vec();
            let at = random.below(bytes.len());
            bytes[at] = random.below(94) as u8 + 32;
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        2 => fields["certificate"] = other["certificate"].clone(),
        3 => fields["fen"] = other["fen"].clone(),
        // It says that there is no mate.
        4 | 5 => {
            fields.as_object_mut().unwrap().remove("certificate");
            fields["no_mate_in"] = fields["dm"].clone();
        }
        6 => fields["no_mate_in"] = u16::MAX.into(),
        7 => {
            let moves = random.below(4) + 1;
            let shorter = undigested(&text).replace("\"mate\":3", &format!("\"mate\":{moves}"));
            fields["certificate"] = shorter.into();
        }
        8 => {
            let mut rows: Vec<&str> = text.lines().collect();
            if rows.len() > 1 {
                rows.remove(1 + random.below(rows.len() - 1));
            }
            let whole = undigested(&rows.join("\n"));
            let (head, counted) = whole.split_once("\"positions\":").unwrap_or((&whole, "0,0,"));
            let counted = counted.split_once(['}', ',']).map_or("", |(_, rest)| rest);
            fields["certificate"] =
                format!("{head}\"from\":0,{counted}").replace(",\n", "}\n").into();
        }
        9 => {
            fields["certificate"] =
                undigested(&text).replace("\"side\":\"w\"", "\"side\":\"b\"").into()
        }
        10 => {
            let claim = text.replace("\"mate\":1", "\"none_in\":1").replace("proof", "refutation");
            fields["certificate"] = claim.into();
        }
        _ => fields["nodes"] = u64::MAX.into(),
    }
    fields.to_string()
}

#[test]
fn forged_answers_make_no_wrong_claim_and_nothing_is_lost() {
    const KINDS: usize = 500;
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let parts = split(at, 4, FOUR, 1_000);
    let mut honest: HashMap<String, String> = HashMap::new();
    honest.extend(parts.iter().cloned().zip(solve(at, &parts, "100k")));
    let first: Vec<String> = parts.iter().map(|part| honest[part].clone()).collect();
    let certified: Vec<&String> =
        first.iter().filter(|line| line.contains("certificate")).collect();
    assert!(certified.len() > 10, "{}", certified.len());
    let mut random = SplitMix::new(76);
    let mut files: Vec<(String, String)> = Vec::new();
    for kind in 0..KINDS {
        let mut lines = first.clone();
        for _ in 0..=random.below(4) {
            let line = random.below(lines.len());
            let other = certified[random.below(certified.len())];
            lines[line] = match random.below(8) {
                0 => String::new(),
                1 => other.clone(),
                _ if serde_json::from_str::<Value>(&lines[line]).is_err() => String::new(),
                _ => tampered(&lines[line], other, &mut random),
            };
        }
        shuffle(&mut lines, &mut random);
        lines.extend_from_slice(&first[..random.below(3)]);
        files.push((format!("{kind}.jsonl"), lines.join("\n")));
    }
    for round in 0.. {
        assert!(round < 8, "{} kinds are not settled", files.len());
        for (name, text) in &files {
            fs::write(at.join(name), text).unwrap();
        }
        let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
        let joined = join(at, 4, FOUR, &names, "");
        for (file, joined) in names.iter().zip(&joined) {
            let (status, mate) = (joined["status"].as_str().unwrap(), joined["mate"].as_u64());
            assert!(status != "refuted" && mate.is_none_or(|mate| mate == 4), "{file}: {joined}");
            assert!(joined["no_mate_in"].as_u64().unwrap() < 4, "{file}: {joined}");
        }
        let mut asked: Vec<String> = joined.iter().flat_map(parts_of).collect();
        asked.sort();
        asked.dedup();
        asked.retain(|part| !honest.contains_key(part));
        let answers = solve(at, &asked, "100k");
        honest.extend(asked.into_iter().zip(answers));
        let mut left = Vec::new();
        for ((name, text), joined) in files.into_iter().zip(&joined) {
            let again = parts_of(joined).into_iter().map(|part| format!("\n{}", honest[&part]));
            if joined["status"] != "proven" {
                left.push((name, text + &again.collect::<String>()));
            }
        }
        files = left;
        if files.is_empty() {
            break;
        }
    }
}

#[test]
fn a_claim_is_believed_only_after_it_was_settled_here() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let parts = split(at, 4, FOUR, 1_000);
    // Every part is denied.
    let lies = solve(at, &parts, "10").into_iter().map(|line| {
        let mut line: Value = serde_json::from_str(&line).unwrap();
        line.as_object_mut().unwrap().remove("certificate");
        line["no_mate_in"] = line["dm"].clone();
        line.to_string()
    });
    fs::write(at.join("lies.jsonl"), lies.collect::<Vec<_>>().join("\n")).unwrap();
    let file = ["lies.jsonl".to_owned()];
    let told = join(at, 4, FOUR, &file, "").remove(0);
    assert_eq!((&told["status"], &told["shortest"]), (&"undecided".into(), &false.into()));
    assert!(told["unchecked"].as_u64().unwrap() > 0 && !parts_of(&told).is_empty(), "{told}");
    // Checked here, those that deny the mate are found to be lies.
    let told = join(at, 4, FOUR, &file, "--refute").remove(0);
    assert!(told["settled_here"].as_u64().unwrap() > 0, "{told}");
    assert_eq!((&told["status"], &told["shortest"]), (&"proven".into(), &true.into()));
    // In three moves there is none, and then that is proved.
    let told = join(at, 3, FOUR, &file, "--refute").remove(0);
    assert_eq!((&told["status"], &told["no_mate_in"]), (&"refuted".into(), &3.into()));
}

#[test]
fn what_was_joined_is_known_later_and_after_restore() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let parts = split(at, 4, FOUR, 1_000);
    fs::write(at.join("a.jsonl"), solve(at, &parts, "100k").join("\n")).unwrap();
    // A longer mate does not answer the question.
    let told = join(at, 3, FOUR, &["a.jsonl".to_owned()], "").remove(0);
    assert_eq!(told["mate"], 4);
    assert!(told["no_mate_in"] == 3 || !parts_of(&told).is_empty(), "{told}");
    // After the key and a reply.
    let part = "8/8/7p/4Rp2/7k/5K1P/2P2P1P/8 w - -";
    let script = format!("{FOUR}\nproof join 4 a.jsonl\n{part}\nproof 3 nodes 1\nsave joined.qs\n");
    let said = lines(at, &[], &script).join("\n");
    assert!(said.contains("mate in 3, proved"), "{said}");
    let script = format!(
        "restore joined.qs\n{part}\nproof 3 nodes 1\n{FOUR}\nproof 4 nodes 1\ngo nodes 1\nassert mate == 4\n"
    );
    let output = program().current_dir(at).given(&script);
    let said = out(&output);
    assert!(output.status.success(), "{said}{}", complaints(&output));
    assert!(said.contains("mate in 3, proved") && said.contains("mate in 4, proved"), "{said}");
}

#[test]
fn a_certified_refutation_is_known_after_restore() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mut answers = solve(at, &split(at, 4, FOUR, 1_000), "100k");
    answers.retain(|line| line.contains("\"no_mate_in\":3"));
    assert!(answers.len() > 50, "{}", answers.len());
    fs::write(at.join("a.jsonl"), answers.join("\n")).unwrap();
    let open = "proof split 4 --parts 1000";
    let joined = lines(at, &[], &format!("{FOUR}\nproof join 4 a.jsonl\nsave joined.qs\n{open}\n"));
    let restored = lines(at, &[], &format!("restore joined.qs\n{open}\n"));
    let parts = |said: &[String]| -> Vec<String> {
        let after = said.iter().rev().take_while(|line| line.contains("; dm 3;"));
        after.cloned().collect()
    };
    let known = parts(&restored);
    assert!(!known.is_empty() && known.len() < 10, "{known:?}");
    assert_eq!(parts(&joined), known);
}

/// A king in a cage, driven about by a queen: a mate in 43 of positions/long.epd, by 1.Qxh6+.
const CAGE: &str = "8/8/k6p/7Q/8/8/3p1ppp/3Kbrrb w - -";

fn nodes_of(answer: &str) -> u64 {
    serde_json::from_str::<Value>(answer).unwrap()["nodes"].as_u64().unwrap()
}

#[test]
fn a_cage_is_solved_in_parts_and_what_is_known_helps() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mut parts = split(at, 43, CAGE, 1_000);
    parts.retain(|part| part.contains(".Qxh6+ "));
    let answers = solve(at, &parts, "200k");
    assert!(answers.len() > 1 && answers.iter().all(|line| line.contains("certificate")));
    // The mate after one reply leads to positions after another. What does not hold is left out.
    let lie = answers[1].replace("\\\"mate\\\":2", "\\\"mate\\\":1");
    for (known, helps) in [(&answers[0], true), (&lie, false)] {
        fs::write(at.join("known.jsonl"), known).unwrap();
        let arguments =
            ["--json", "solve", "-", "200k", "16MiB", "--certificates", "--known", "known.jsonl"];
        let with = lines(at, &arguments, &parts[1]).remove(0);
        assert!(with.contains("certificate"), "{with}");
        assert_eq!(nodes_of(&with) * 10 < nodes_of(&answers[1]), helps, "{with}");
    }
}

#[test]
fn a_part_is_asked_again_with_more_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mut parts = split(at, 43, CAGE, 8);
    let answers = solve(at, &parts, "100");
    let is_open = |answer: &String| answer.contains("\"proof_number\"");
    let mut open = answers.iter().map(is_open);
    parts.retain(|_| open.next() == Some(true));
    assert!(!parts.is_empty(), "{answers:?}");
    fs::write(at.join("open.jsonl"), answers.join("\n")).unwrap();
    let asked = |nodes: &str| {
        let file = ["open.jsonl".to_owned()];
        let options = format!("--parts 1000 --nodes {nodes}");
        parts_of(&join(at, 43, CAGE, &file, &options)[0])
    };
    let (again, divided) = (asked("10000"), asked("100"));
    assert!(parts.iter().all(|part| again.contains(part) && !divided.contains(part)));
    assert!(divided.len() > again.len());
}

#[test]
fn a_large_certificate_goes_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let fen = "8/8/8/3k4/8/8/8/R3K3 w - -";
    let part = format!("{fen} dm 20;");
    let bare = lines(at, &["--json", "solve", "-", "100k", "--certificates"], &part).remove(0);
    let bare: Value = serde_json::from_str(&bare).unwrap();
    assert!(bare["certificate"].is_null() && bare["certificate_bytes"].as_u64() > Some(64 << 10));
    let arguments = ["--json", "solve", "-", "100k", "--certificates", "--proofs", "large"];
    for _ in 0..2 {
        let line = lines(at, &arguments, &part).remove(0);
        let named: Value = serde_json::from_str(&line).unwrap();
        assert!(at.join(named["certificate_path"].as_str().unwrap()).exists(), "{named}");
        fs::write(at.join("a.jsonl"), line).unwrap();
    }
    let script = format!("{fen}\nproof join 20 a.jsonl\nproof join 20 a.jsonl large\n");
    let said = lines(at, &[], &script).join("\n");
    assert!(said.contains("undecided") && said.contains("# mate in 1"), "{said}");
}
