//! Numbers out of range in every place that takes one: refused with the range, or clamped under protocols; and long lines with
//! many brackets.

use std::time::Duration;

use crate::chess::{Color, Position};
use crate::commands;
use crate::commands::grammar::{parse, split};
use crate::commands::play::opponent::OpponentUse;
use crate::commands::play::{level, play};
use crate::commands::search::go;
use crate::control::{Clock, Limits};
use crate::engine::options::{OPTIONS, Options};
use crate::front::uci::grammar as uci;
use crate::front::xboard::grammar as xboard;
use crate::shell::level::Level;
use crate::shell::parse::Reader;
use crate::shell::parse::tokens::Words;

const ABSURD: [&str; 14] = [
    "0",
    "-1",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1000000000000000000000000000000",
    "99999999999999999999999999999999999999999999",
    "1e308",
    "NaN",
    "inf",
    "0.0000000001",
];

/// Replaces each number of a line, one at a time.
fn with_number(line: &str, number: &str) -> Vec<String> {
    let is_digit = |at: usize| line.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let begins = (0..line.len()).filter(|&at| is_digit(at) && (at == 0 || !is_digit(at - 1)));
    let replaced = |at: usize| {
        let end = (at..).find(|&end| !is_digit(end)).unwrap_or(line.len());
        format!("{}{number}{}", &line[..at], &line[end..])
    };
    begins.map(replaced).collect()
}

/// Starts a search with these limits: nothing overflows.
fn clocks(limits: &Limits) {
    for side in Color::ALL {
        let mut clock = Clock::start(limits, side, Duration::from_millis(5_000));
        clock.is_enough(1_000);
        let _ = (clock.left(), clock.until_hard());
        clock.ponderhit();
        let _ = (clock.left(), clock.is_over());
    }
}

/// What a number may come to, wherever it was said: a level of a billion minutes ended the session.
fn within_bounds(line: &str) {
    let (mut words, board) = (Words::new(line), Position::start());
    let name = words.next().map_or("", |word| word.text);
    let mut reader = Reader::new(words, &board, ("", ""));
    // The number of lines.
    let lines = if name == "top" { reader.take() } else { None };
    if (name == "go" || lines.is_some())
        && let Ok(go) = go::read(&mut reader, None)
    {
        clocks(&go.limits);
    }
    let level = match name {
        "level" => level::read_level(&mut reader).ok().flatten(),
        "play" => match play::read(&mut reader) {
            Ok(OpponentUse::Play { level, .. }) => level,
            _ => None,
        },
        _ => None,
    };
    if let Some(Level { control, movetime, nodes, .. }) = level {
        let times = control.map(|control| control.base.max(control.increment));
        let longest = times.into_iter().chain(movetime).max().unwrap_or_default();
        assert!(longest <= crate::control::quantity::LONGEST, "{line}");
        assert!(nodes.unwrap_or(1) <= crate::control::quantity::MOST_NODES, "{line}");
    }
}

#[test]
fn every_number_of_every_command_is_bounded() {
    let more = [
        "go 5s 100k mate 3",
        "go depth 5 nodes 5 movetime 5 wtime 5 btime 5 winc 5 binc 5 movestogo 5",
        "go time 5h",
        "play white 40/5+3",
        "play black 5 3",
        "level 0:20+1",
        "level 5s d5 5k",
        "level nodes 5 depth 5 movetime 5",
        "compare 5k",
        "solve a.epd 5s 5k 5MiB --jobs 5",
        "annotate a.pgn 5k --game 5 --margin 5 --proof 5 --jobs 5",
        "book add e4 5",
        "proof 5 5s 5k 5MiB checks 5 replies 5",
        "proof tree ply 5",
        "tries 5 refutations 5 5k",
        "games a.pgn moves 5..5 from 5",
        "load 5",
        "undo 5",
        "goto ply 5",
        "goto 5b",
        "variation 5",
        "pv play 5",
        "resolve fold 5 lines 5",
        "assert score == 5",
        "set Hash 5",
        "threads 5",
        "new 960 5",
    ];
    let rows =
        commands::COMMANDS.iter().flat_map(|row| row.examples.iter().map(|(line, ..)| *line));
    let mut refused = 0;
    for line in rows.chain(more) {
        for number in ABSURD {
            for line in with_number(line, number) {
                match parse(&line, &Position::start()) {
                    Ok(_) => within_bounds(&line),
                    Err(error) => refused += usize::from(!error.to_string().is_empty()),
                }
            }
        }
    }
    assert!(refused > 500, "{refused}");
    let says = |line: &str| parse(line, &Position::start()).unwrap_err().to_string();
    assert!(says("play white 40/99999999999+99999999999").contains("at most 100 days"));
    assert!(says("go 99999999999h").contains("at most 100 days"));
    assert!(says("go nodes -1").contains("must be from 1 to 1000000000000000"));
    assert!(says("go d99999999999").contains("must be from 1 to"));
}

#[test]
fn what_a_program_says_is_clamped() {
    let board = Position::start();
    for number in ABSURD {
        for word in [
            "wtime",
            "btime",
            "winc",
            "binc",
            "movetime",
            "depth",
            "nodes",
            "mate",
            "movestogo",
            "perft",
        ] {
            let line = format!("go wtime {number} winc {number} {word} {number}");
            assert!(uci::parse(&line, &board, &mut uci::Aside::default()).is_ok(), "{line}");
            uci::limits(&line, &board).iter().for_each(clocks);
        }
        for word in ["perft", "bench", "setoption name Hash value", "position startpos moves"] {
            let _ = uci::parse(&format!("{word} {number}"), &board, &mut uci::Aside::default());
        }
        for word in ["st", "sd", "time", "otim", "nps", "memory", "cores", "ping", "protover"] {
            let _ = xboard::parse(&format!("{word} {number}"), &board, false);
        }
        for line in ["level 40 5 3", "level 40 5:30 3"] {
            for line in with_number(line, number) {
                let _ = xboard::parse(&line, &board, false);
            }
        }
        for spec in OPTIONS.iter() {
            let _ = Options::default().set(&spec.name, number);
        }
    }
}

/// Reliability review, 6: at each brace the rest of the line was searched. A megabyte of them would take minutes.
#[test]
fn lines_of_brackets_are_read_once() {
    const MANY: usize = 4 << 20;
    for begin in ["fen ", "set Hash ", "goto ", "echo ", "e4 "] {
        for bracket in ["{", "(", "{(", "[", "\"", ";", "{\"", "1.", "#"] {
            let line = begin.to_owned() + &bracket.repeat(MANY / bracket.len());
            assert!(!split(&line).is_empty());
            let _ = parse(&line, &Position::start());
        }
    }
}
