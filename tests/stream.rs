//! Records on standard input through the real program: a line in, an answer out, in order, whatever stands in the line.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quarterply"))
        .args(["--no-history", "--no-config", "-H", "1"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn objects(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The numbers of the lines that were answered, which must be all, in order.
fn assert_all_answered(objects: &[Value], lines: usize) {
    let numbers: Vec<usize> =
        objects.iter().map(|object| object["line"].as_u64().unwrap() as usize).collect();
    assert_eq!(numbers, (1..=lines).collect::<Vec<usize>>());
}

const RECORDS: &str = "\
    r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id \"scholar\";\n\
    # a comment\n\
    7k/8/8/8/8/8/R7/1R2K3 w - - bm #2; id \"ladder\";\n\
    no record at all\n\
    \n\
    7k/8/8/8/8/8/R7/1R2K3 w - - dm 1;\n\
    7k/8/8/8/8/8/R7/1R2K3 w - - id \"nothing to solve\";\n\
    R5k1/5ppp/8/8/8/8/8/6K1 b - - bm Kh8;\n\
    8/8/8/8/8/8/8/K6k w - - bm Ka2";

#[test]
fn each_line_has_one_answer_in_its_place_and_bad_ones_are_named() {
    let output = with_input(&["--json", "solve", "-", "5k"], RECORDS.as_bytes());
    let answers = objects(&output);
    assert_all_answered(&answers, 9);
    let types: Vec<&str> = answers.iter().map(|answer| answer["type"].as_str().unwrap()).collect();
    let expected =
        ["solve", "skipped", "solve", "error", "skipped", "solve", "error", "error", "solve"];
    assert_eq!(types, expected);
    let ok: Vec<&Value> = [0, 2, 5].map(|at| &answers[at]["ok"]).into();
    assert_eq!(ok, [true, true, false]);
    for at in [3, 6, 7] {
        let message = answers[at]["message"].as_str().unwrap();
        assert!(message.starts_with(&format!("line {}", at + 1)), "{message}");
    }
    assert_eq!(output.status.code(), Some(1), "bad lines are told by the status");
    assert!(output.stderr.is_empty());
}

#[test]
fn what_is_merely_missed_is_no_failure_of_the_stream() {
    let missed = b"7k/8/8/8/8/8/R7/1R2K3 w - - dm 1;\n";
    let output = with_input(&["--json", "solve", "-", "1k"], missed);
    assert_eq!((objects(&output)[0]["ok"].as_bool(), output.status.code()), (Some(false), Some(0)));
}

#[test]
fn labels_do_not_depend_on_the_lines_around_them() {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ];
    let labels = |lines: &[&str]| {
        let output = with_input(&["--json", "label", "-", "2k"], lines.join("\n").as_bytes());
        assert_eq!(output.status.code(), Some(0));
        let mut answers = objects(&output);
        assert_all_answered(&answers, lines.len());
        answers.iter_mut().for_each(|answer| answer["line"] = Value::Null);
        answers
    };
    let (forth, back) = (labels(&fens), labels(&[fens[2], fens[1], fens[0]]));
    assert_eq!(forth, back.into_iter().rev().collect::<Vec<Value>>());
    assert!(forth.iter().all(|label| label["nodes"].as_u64().unwrap() <= 2_000));
    let alone = labels(&fens[1..2]);
    assert_eq!(alone[0], forth[1]);
}

#[test]
fn a_thousand_damaged_lines_are_a_thousand_answers() {
    let good =
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id \"x\";";
    let mut random = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = |most: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % most as u64) as usize
    };
    let mut input = Vec::new();
    for _ in 0..1_000 {
        let mut line = good.as_bytes().to_vec();
        for _ in 0..=next(4) {
            let at = next(line.len().max(1));
            match next(3) {
                _ if line.is_empty() => {}
                0 => line[at] = next(256) as u8,
                1 => drop(line.remove(at)),
                _ => line.truncate(at.max(1)),
            }
        }
        line.retain(|&byte| byte != b'\n');
        input.extend_from_slice(&line);
        input.push(b'\n');
    }
    let output = with_input(&["--json", "solve", "-", "50"], &input);
    assert_all_answered(&objects(&output), 1_000);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_line_without_end_is_answered_and_memory_is_bounded() {
    let mut input = vec![b'k'; 3 << 20];
    input.extend_from_slice(b"\n8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1\n");
    let output = with_input(&["--json", "label", "-", "1k"], &input);
    let answers = objects(&output);
    assert_all_answered(&answers, 2);
    assert_eq!((&answers[0]["type"], &answers[1]["type"]), (&"error".into(), &"label".into()));
}

#[test]
fn commands_and_records_do_not_come_from_one_place() {
    let output = with_input(&[], b"label - 1k\n8/8/8/8/8/8/8/K6k w - -\n");
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.contains("standard input gives commands here"), "{complaint}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_stream_is_bounded_by_nodes_alone() {
    let output = with_input(&["label", "-", "5s"], b"");
    assert!(String::from_utf8(output.stderr).unwrap().contains("not by time"));
    let output = with_input(&["label", "file.epd"], b"");
    assert!(String::from_utf8(output.stderr).unwrap().contains("label - < file.epd"));
}
