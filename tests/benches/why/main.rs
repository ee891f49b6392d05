//! Measures the share of the sentences of `why` that are true: `cargo bench --bench why -- FILE.epd [NODES]`.
//!
//! Each record has a move (`sm`) and its theme (`c0`). `why` is run with `NODES` (200,000 by default); each of its sentences is
//! then judged by a new engine with ten times the nodes (`judge.rs`), independently of how it was found.
//! `cargo bench --bench why -- mine GAMES.pgn [EACH]` writes such a file (`miner.rs`), and
//! `cargo bench --bench why -- thrown [MOVES]` asks about 100 moves that throw away a mate of `positions/problems.epd` or a win
//! of `positions/endgames.epd`, and counts those where this is the first sentence.

mod judge;
mod miner;

use quarterply::chess::notation::{line_san, san};
use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use judge::SentenceJudge;
use quarterply::chess::epd::{Epd, EpdReader};
use quarterply::chess::{Move, parse_move};
use quarterply::commands::search::why::ReasonFinder;
use quarterply::control::StopFlag;
use quarterply::engine::Options;
use quarterply::oracle::tables::TableSet;

/// Nodes of each question of `why`, and its margin, by default.
const NODES: u64 = 200_000;
const MARGIN: f64 = 0.15;

/// The judge's nodes, as a multiple of those of `why`.
const TIMES: u64 = 10;

/// A sentence about a record, and what is wrong with it.
struct Judged {
    theme: String,
    reason: &'static str,
    text: String,
    fault: Option<String>,
}

fn move_of(epd: &Epd) -> Option<Move> {
    parse_move(&epd.position, &epd.text("sm")?).ok()
}

/// Runs `why` on one record and judges every sentence.
fn judged(epd: &Epd, nodes: u64) -> Vec<Judged> {
    let options = Options::default();
    let tables = TableSet { own: None, syzygy: None };
    let mv = move_of(epd).expect("a legal move in sm");
    let mut finder = ReasonFinder::new(&options, (nodes, MARGIN), &tables);
    let found = finder.reasons(&epd.position, mv, &StopFlag::new()).expect("memory");
    let found = found.expect("nothing stops it");
    let mut judge = SentenceJudge::new(epd.position, mv, nodes * TIMES);
    let theme = epd.text("c0").unwrap_or_default();
    let theme = theme.split(';').next().unwrap_or_default().to_owned();
    let sentences = found.reasons.iter().map(|reason| Judged {
        theme: theme.clone(),
        reason: reason.name(),
        text: format!("{} {}", epd.text("sm").unwrap_or_default(), reason.sentence(line_san)),
        fault: judge.fault(reason),
    });
    sentences.collect()
}

fn measure(path: &str, nodes: u64, out: &mut (impl Write + Send)) -> io::Result<()> {
    let reader = EpdReader::new(BufReader::new(File::open(path)?));
    let records: Vec<Epd> =
        reader.map(|record| Ok(record?.map_err(io::Error::other)?.1)).collect::<io::Result<_>>()?;
    let (next, all, out) = (AtomicUsize::new(0), Mutex::new(Vec::new()), Mutex::new(out));
    let work = || {
        while let Some(epd) = records.get(next.fetch_add(1, Ordering::Relaxed)) {
            let sentences = judged(epd, nodes);
            let mut out = out.lock().expect("no panic");
            for Judged { text, fault, .. } in &sentences {
                let Some(fault) = fault else { continue };
                let _ = writeln!(out, "{}\n  {text}\n  not so: {fault}", epd.position.to_fen());
            }
            all.lock().expect("no panic").push((epd.id().unwrap_or_default(), sentences));
        }
    };
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(work))));
    let all = all.into_inner().expect("no panic");
    let out = out.into_inner().expect("no panic");
    let silent = all.iter().filter(|(_, sentences)| sentences.is_empty()).count();
    let (mut by_reason, mut named) = (BTreeMap::new(), BTreeMap::new());
    for (_, sentences) in &all {
        for Judged { reason, fault, .. } in sentences {
            let (said, held) = by_reason.entry(*reason).or_insert((0, 0));
            (*said, *held) = (*said + 1, *held + usize::from(fault.is_none()));
        }
        let Some(theme) = sentences.first().map(|first| &first.theme) else { continue };
        let (asked, found) = named.entry(theme.as_str()).or_insert((0, 0));
        let is_named = sentences.iter().any(|judged| judged.reason == theme);
        (*asked, *found) = (*asked + 1, *found + usize::from(is_named));
    }
    writeln!(out, "{} positions, {silent} of them without a sentence", all.len())?;
    for (theme, (asked, found)) in named {
        writeln!(out, "theme {theme:<10} named in {found} of {asked}")?;
    }
    let (mut said, mut held) = (0, 0);
    for (reason, (of, true_ones)) in by_reason {
        writeln!(out, "{reason:<10} {true_ones} of {of}")?;
        (said, held) = (said + of, held + true_ones);
    }
    let percent = 100.0 * f64::from(held as u32) / f64::from(said.max(1) as u32);
    writeln!(out, "{held} of {said} sentences are true, {percent:.1} %")
}

/// Asks about a non-best move of each record, and reports those where the missed mate or win is not the first sentence.
fn thrown(most: usize, out: &mut impl Write) -> io::Result<()> {
    let (mut asked, mut said) = (0, 0);
    let of = |name: &str| format!("{}/positions/{name}.epd", env!("CARGO_MANIFEST_DIR"));
    for (path, words, most) in
        [(of("problems"), "unique key", most - most / 3), (of("endgames"), ", win", most / 3)]
    {
        let reader = EpdReader::new(BufReader::new(File::open(path)?));
        let records = reader.map(|record| Ok(record?.map_err(io::Error::other)?.1));
        let records: Vec<Epd> = records.collect::<io::Result<_>>()?;
        let fits = |epd: &&Epd| epd.text("c0").is_some_and(|text| text.contains(words));
        let records: Vec<&Epd> = records.iter().filter(fits).collect();
        for epd in records.iter().step_by((records.len() / most.max(1)).max(1)).take(most) {
            let best = epd.moves("bm").map_err(io::Error::other)?;
            let mut others = epd.position.moves().filter(|mv| !best.contains(mv));
            // The moves of an ending's record are not all that win.
            let loses_win = |mv: &Move| {
                words == "unique key"
                    || !SentenceJudge::new(epd.position, *mv, NODES * TIMES).still_wins()
            };
            let Some(mv) = others.find(loses_win) else { continue };
            let tables = TableSet { own: None, syzygy: None };
            let mut finder = ReasonFinder::new(&Options::default(), (NODES, MARGIN), &tables);
            let found = finder.reasons(&epd.position, mv, &StopFlag::new()).expect("memory");
            let found = found.expect("nothing stops it");
            let first = found.reasons.first().map(|reason| reason.sentence(line_san));
            let first = first.unwrap_or_default();
            let is_said = ["misses mate", "allows mate", "gives away the win", "mates in"];
            let is_said = is_said.iter().any(|begin| first.starts_with(begin));
            (asked, said) = (asked + 1, said + usize::from(is_said));
            if !is_said {
                writeln!(out, "{} {}: {first}", epd.position.to_fen(), san(&epd.position, mv))?;
            }
        }
    }
    writeln!(out, "said first of {said} of {asked} moves")
}

fn main() -> io::Result<()> {
    let mut out = io::stdout();
    // Cargo adds `--bench`.
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["mine", path] => miner::mine(path, 40, &mut out),
        ["mine", path, each] => {
            miner::mine(path, each.parse().map_err(io::Error::other)?, &mut out)
        }
        ["thrown"] => thrown(100, &mut out),
        ["thrown", most] => thrown(most.parse().map_err(io::Error::other)?, &mut out),
        [path] => measure(path, NODES, &mut out),
        [path, nodes] => measure(path, nodes.parse().map_err(io::Error::other)?, &mut out),
        _ => writeln!(
            out,
            "cargo bench --bench why -- FILE.epd [NODES] | mine GAMES.pgn [EACH] | thrown [MOVES]"
        ),
    }
}
