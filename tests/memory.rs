//! Memory of a fresh process: it grows with use, independent of the table size.
//!
//! Counted in bytes and nodes. Otherwise the kernel would zero memory during the search, on its clock.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Command;

use super::program::{Run, bare, out};

/// White mates in three.
const THREE: &str = "1N3B2/5p2/2R2p2/1p1kpp2/1P2rp2/2P1pB2/2P1P1K1/8 w - - 0 1";

/// Returns the KiB of anonymous memory of a process that has executed these lines and waits for more.
fn taken_by(lines: &[&str]) -> u64 {
    const END: &str = "that was all";
    let mut child = bare().args(["--no-init", "-t", "1", "-H", "256"]).piped();
    let mut input = child.stdin.take().unwrap();
    for line in lines {
        writeln!(input, "{line}").unwrap();
    }
    writeln!(input, "echo {END}").unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    assert!(output.lines().any(|line| line.unwrap() == END));
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let own = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    drop(input);
    assert!(child.wait().unwrap().success());
    own.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
fn short_work_takes_little_memory_and_none_ahead() {
    for (lines, most) in [
        (&["fen"][..], 4),
        // Before a search has used much of its table, almost none of it is zeroed.
        (&["go nodes 100"], 8),
        (&["go d8"], 16),
        (&["threat d5"], 8),
        (&["top 2 d6"], 12),
        (&["go mate 2 nodes 1000"], 12),
        // Proofs do not need the search's table.
        (&[THREE, "proof 2"], 8),
        (&[THREE, "proof 3"], 12),
        (&[THREE, "proof 4"], 16),
    ] {
        let taken = taken_by(lines);
        assert!(
            taken <= most << 10,
            "{lines:?} took {taken} KiB, and should take {most} MiB at most"
        );
    }
}

/// Runs the program with limited address space, and returns its output.
fn limited(kibibytes: u32, arguments: &str, input: &str) -> String {
    let program = env!("CARGO_BIN_EXE_quarterply");
    let line = format!(
        "ulimit -v {kibibytes} && exec {program} --no-config --no-history {arguments} 2>&1"
    );
    let output = Command::new("sh").args(["-c", &line]).given(input);
    let told = out(&output);
    // The refusal is an error of a script; nothing crashes.
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{kibibytes}: {:?}: {told}",
        output.status
    );
    told
}

#[test]
fn threads_beyond_memory_are_refused() {
    for kibibytes in [400_000, 700_000, 1_000_000] {
        let told = limited(kibibytes, "-H 1", "threads 256\nget threads\ngo d5\n");
        assert!(told.contains("no memory for 256 threads; Threads stays 1"), "{told}");
        assert!(told.contains("depth 5"), "{told}");
        let uci = "uci\nsetoption name Hash value 1\nsetoption name Threads value 256\nposition startpos\ngo depth 5\n";
        let told = limited(kibibytes, "", uci);
        assert!(told.contains("no memory for 256 threads; Threads stays 1"), "{told}");
        assert!(told.contains("bestmove"), "{told}");
    }
}
