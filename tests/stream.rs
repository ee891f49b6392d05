//! Records on standard input through the real program: one answer per line, in order, whatever the lines contain.

use std::io::Write;
use std::process::Output;

use serde_json::Value;

use super::program::{Run, complaints, out, program};

fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    program().args(arguments).given(input)
}

fn objects(output: &Output) -> Vec<Value> {
    out(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
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

const GAMES: &str = "\
    [White \"A\"] [Black \"B\"] [Result \"1-0\"] 1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\
    e4 e5 Kf3\n\
    \n\
    [FEN \"7k/8/8/8/8/8/R7/1R2K3 w - - 0 1\"] 1. Kd1 {too slow} Kg7 *\n\
    # a comment\n\
    [White \"A\"] [Black B] 1. e4\n\
    1. d4 (1. Kd2) d5\n\
    1. e4 ; and no end to it\n\
    [FEN \"bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w KQkq - 0 1\"] 1. O-O *";

#[test]
fn games_are_annotated_line_by_line() {
    let output = with_input(&["--json", "annotate", "-", "500", "--proof", "2k"], GAMES.as_bytes());
    let answers = objects(&output);
    assert_all_answered(&answers, 9);
    let types: Vec<&str> = answers.iter().map(|answer| answer["type"].as_str().unwrap()).collect();
    let game = "annotated-game";
    let expected = [game, "error", "skipped", game, "skipped", game, game, "error", game];
    assert_eq!(types, expected);
    for (at, place) in [(1, "column 7: move 3 of 3"), (7, "column 7: ")] {
        let message = answers[at]["message"].as_str().unwrap();
        assert!(message.starts_with(&format!("line {}, {place}", at + 1)), "{message}");
    }
    let scholar = &answers[0];
    assert_eq!((&scholar["game"]["white"], &scholar["number"]), (&"A".into(), &1.into()));
    assert_eq!(scholar["moves"].as_array().unwrap().len(), 7);
    assert_eq!(scholar["moves"][5]["allowed_mate"]["moves"], 1);
    assert!(scholar["pgn"].as_str().unwrap().contains("[%eval"), "{scholar}");
    assert_eq!(answers[3]["moves"][0]["missed_mate"]["moves"], 2);
    let annotated = answers[3]["pgn"].as_str().unwrap().replace('\n', " ");
    assert!(annotated.contains("{too slow}"), "{annotated}");
    let doubts = |at: usize| answers[at]["doubts"].as_array().unwrap().len();
    assert_eq!([0, 3, 6, 8].map(doubts), [0, 0, 1, 0]);
    assert_eq!(answers[8]["moves"][0]["move"], "f1g1");
    assert_eq!(output.status.code(), Some(1), "bad lines are told by the status");
    assert!(output.stderr.is_empty());
}

#[test]
fn a_game_does_not_depend_on_the_lines_around_it() {
    let games: Vec<&str> = GAMES.lines().collect();
    let annotated = |lines: &[&str]| {
        let input = lines.join("\n");
        let output = with_input(&["--json", "annotate", "-", "500"], input.as_bytes());
        assert_eq!(output.status.code(), Some(0));
        let mut answers = objects(&output);
        for answer in &mut answers {
            (answer["line"], answer["number"]) = (Value::Null, Value::Null);
        }
        answers
    };
    let (forth, back) =
        (annotated(&[games[0], games[3]]), annotated(&[games[3], games[4], games[0]]));
    assert_eq!([&forth[0], &forth[1]], [&back[2], &back[0]]);
}

#[test]
fn a_game_is_a_plain_line_too() {
    let output = with_input(&["annotate", "-", "500", "--side", "black"], GAMES.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 9, "{text}");
    assert_eq!(lines[0][..2], ["1", "annotated"]);
    assert!(lines[0][5].ends_with("3…Nf6??"), "{text}");
    assert_eq!(lines[2], ["3", "skipped"]);
    assert_eq!((lines[3].len(), lines[6].len()), (6, 7), "{text}");
    assert!(lines[6][6].starts_with("line 7, column 11: "), "{text}");
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
    assert!(String::from_utf8(output.stderr).unwrap().contains("\"5s\" is no limit here"));
    let output = with_input(&["annotate", "-", "d12"], b"");
    assert!(String::from_utf8(output.stderr).unwrap().contains("\"d12\" is no limit"));
    let output = with_input(&["annotate", "-", "--to", "out.pgn"], b"");
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("--to is for files, not for standard input")
    );
    let output = with_input(&["label", "file.epd"], b"");
    assert!(String::from_utf8(output.stderr).unwrap().contains("label - < file.epd"));
}

#[test]
fn a_whole_pgn_is_answered_game_by_game() {
    let game = "[Event \"One\"]\n[White \"A\"]\n\n1. e4 e5 {a comment that\nis [%clk 0:00:\n17] wrapped} 2. Qh5\nNc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n";
    let bad = "[Event \"Two\"]\n\n1. e4 Ke7\n2. d4 *\n\n";
    let unended = "[Event \"Three\"]\n\n1. f3 e5\n2. g4 Qh4#\n";
    let pgn = format!("{game}{bad}{unended}");
    let output = with_input(&["--json", "annotate", "-", "200", "--proof", "0"], pgn.as_bytes());
    let answers = objects(&output);
    let told: Vec<(u64, &str)> = answers
        .iter()
        .map(|answer| (answer["line"].as_u64().unwrap(), answer["type"].as_str().unwrap()))
        .collect();
    let all = [(1, "annotated-game"), (9, "error"), (14, "annotated-game")];
    assert_eq!(told, all, "{answers:?}");
    assert!(answers[1]["message"].as_str().unwrap().contains("line 11"), "{}", answers[1]);
    assert_eq!(answers[0]["moves"].as_array().unwrap().len(), 7);
    // Lines with a game each, before a game over several lines.
    let mixed = format!("[White \"A\"] 1. e4 e5 *\n1. d4 d5\n\n{game}");
    let output = with_input(&["annotate", "-", "200", "--proof", "0"], mixed.as_bytes());
    let rows = String::from_utf8(output.stdout).unwrap();
    let begins: Vec<&str> = rows.lines().map(|row| row.split_once('\t').unwrap().0).collect();
    assert_eq!(begins, ["1", "2", "3", "4"], "{rows}");
    assert!(!rows.contains("error"), "{rows}");
}

fn packed(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn packed_lines_are_answered_like_plain_ones() {
    for command in [["label", "-", "1k"], ["solve", "-", "1k"], ["annotate", "-", "1k"]] {
        let input = if command[0] == "annotate" { "1. e4 e5 *\n1. d4 d5 *\n" } else { RECORDS };
        let answered = |input: &[u8]| {
            let output = with_input(&[&["--json"], &command[..]].concat(), input);
            let mut answers = objects(&output);
            for answer in &mut answers {
                answer.as_object_mut().unwrap().remove("time_ms");
            }
            (answers, output.status)
        };
        assert_eq!(answered(&packed(input)), answered(input.as_bytes()), "{command:?}");
    }
    let zip = with_input(&["label", "-", "1k"], b"PK\x03\x04\x14\0");
    assert!(complaints(&zip).contains("packed as zip") && zip.status.code() == Some(1));
}

#[test]
fn what_is_cut_off_is_said() {
    let whole = packed(&RECORDS.repeat(200));
    let cut = with_input(&["--json", "label", "-", "1"], &whole[..whole.len() / 2]);
    assert!(complaints(&cut).contains("standard input: ") && cut.status.code() == Some(1));
    assert!(!objects(&cut).is_empty(), "what was read is answered");
}
