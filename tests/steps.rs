//! A step of a session costs time for its own change only, independent of the history.
//!
//! Compares the processor time of a number of steps with that of four times as many. If each step looked at all earlier ones, it
//! would be sixteen times as much.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::thread;

use super::program::{Run, program};

/// Resources of a process that has executed these lines: clock ticks and KiB of memory.
fn used_for(lines: Vec<String>) -> (u64, u64) {
    const END: &str = "that was all";
    let is_xboard = lines.first().is_some_and(|line| line == "xboard");
    let mut child = program().args(["--no-init", "-t", "1"]).piped();
    let mut input = child.stdin.take().unwrap();
    let writer = thread::spawn(move || {
        let end = if is_xboard { "ping 7".to_owned() } else { format!("echo {END}") };
        let lines = lines.iter().chain([&end]).fold(String::new(), |text, line| text + line + "\n");
        input.write_all(lines.as_bytes()).unwrap();
        input
    });
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(output.any(|line| [END, "pong 7"].contains(&line.unwrap().as_str())));
    let about = |file: &str| fs::read_to_string(format!("/proc/{}/{file}", child.id())).unwrap();
    let (stat, status) = (about("stat"), about("status"));
    // After the name, which may contain anything: user and system time are fields 12 and 13.
    let fields = stat.rsplit(')').next().unwrap().split_whitespace().skip(11).take(2);
    let ticks = fields.map(|field| field.parse::<u64>().unwrap()).sum();
    let own = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    let memory = own.trim().trim_end_matches(" kB").parse().unwrap();
    drop(writer.join().unwrap());
    assert!(child.wait().unwrap().success());
    (ticks, memory)
}

const TO_AND_FRO: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];

/// `count` steps of a kind, and the lines before them.
fn steps(kind: &str, count: usize) -> Vec<String> {
    let mv = |number: usize| TO_AND_FRO[number % 4];
    let before: &[&str] = if kind == "usermove" { &["xboard", "protover 2", "force"] } else { &[] };
    let before = before.iter().map(|&line| line.to_owned());
    let steps = (0..count).map(|number| match kind {
        "usermove" => format!("usermove {}", ["g1f3", "g8f6", "f3g1", "f6g8"][number % 4]),
        "move" => mv(number).to_owned(),
        "undo" if number >= count / 2 => "undo".to_owned(),
        "undo" => mv(number).to_owned(),
        "alias" => format!("alias q{number} fen"),
        "tag" => format!("tag A{number} x"),
        "comment" if number % 2 == 1 => format!("comment {number}"),
        "comment" => mv(number / 2).to_owned(),
        kind => kind.to_owned(),
    });
    before.chain(steps).collect()
}

#[test]
fn a_step_costs_no_more_for_those_before_it() {
    for (kind, count) in [
        ("move", 5_000),
        ("pass", 5_000),
        ("usermove", 5_000),
        ("undo", 5_000),
        ("alias", 5_000),
        ("comment", 5_000),
        ("tag", 1_000),
    ] {
        let (few, _) = used_for(steps(kind, count));
        let (many, _) = used_for(steps(kind, 4 * count));
        // A tick is 10 ms: fewer than five are too imprecise.
        assert!(many <= 8 * few.max(5), "{kind}: {few} ticks, and {many} for four times as many");
    }
}

/// Each header was stored with all others: 400 MB.
#[test]
fn what_can_be_taken_back_takes_the_memory_of_what_it_changed() {
    for kind in ["tag", "comment"] {
        let (_, taken) = used_for(steps(kind, 4_000));
        assert!(taken <= 16 << 10, "4,000 times {kind} took {taken} KiB");
    }
}
