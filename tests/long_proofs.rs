//! Proofs of maximum length, and circular certificates: every command accepts them or reports an error. Nothing recurses once per
//! move.

use std::fs;
use std::path::Path;
use std::thread;

use quarterply::chess::{Color, Position, notation};
use quarterply::commands::mates::mate_forms::TreeForm;
use quarterply::commands::mates::proof::export::{ProofFormat, export};
use quarterply::commands::mates::solution::tree as tree_page;
use quarterply::commands::{COMMANDS, SUBCOMMANDS};
use quarterply::files::proof::{Shortness, read, write};
use quarterply::files::{SavedMate, SavedSession};
use quarterply::ink::Settings;
use quarterply::proof::layout::tree::{AtOnce, Extent, tree};
use quarterply::proof::layout::{Exhibit, walk};
use quarterply::proof::{Proof, Rules, Strategy, StrategyStep, verify};
use quarterply::shell::proof_answers::Aside;
use quarterply::store::made_of::fingerprint;

use super::program::{Run, complaints, out, program};

/// Black's king goes between a8 and b8, its only squares. Each of White's men has a path of squares, one step after the other: three
/// rooks and the king, which only wait, the rook on the seventh rank, and the rook on the c-file, which mates at last.
const PATHS: [(&str, char); 6] = [
    ("d2d3d4d5d6e6e5e4e3e2", 'R'),
    ("f2f3f4f5f6g6g5g4g3g2", 'R'),
    ("h2h3h4h5h6", 'R'),
    ("d1e1f1g1h1", 'K'),
    ("h7g7f7e7d7", 'R'),
    ("c1c2c3c4c5c6", 'R'),
];

fn square(man: usize, place: usize) -> &'static str {
    &PATHS[man].0[2 * place..2 * place + 2]
}

fn beginning(king: &str) -> Position {
    let mut board = vec![vec!['1'; 8]; 8];
    let men = PATHS.iter().map(|(path, man)| (&path[..2], *man));
    for (square, man) in men.chain([(king, 'k')]) {
        let [file, rank] = [square.as_bytes()[0] - b'a', b'8' - square.as_bytes()[1]];
        board[usize::from(rank)][usize::from(file)] = man;
    }
    let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
    Position::from_fen(&format!("{} w - - 0 1", rows.join("/"))).unwrap()
}

/// A mate in `moves` by the strategy: White's pieces count in Gray code, so that no position repeats.
pub(super) fn long_mate(moves: u16) -> Proof {
    let mut position = beginning(if moves % 2 == 1 { "a8" } else { "b8" });
    let mut strategy = Strategy::new(position, Color::White);
    let (mut places, mut forward) = ([0; 6], [true; 6]);
    for mate in (1..=moves).rev() {
        let man = (0..6).find(|&man| {
            let last = PATHS[man].0.len() / 2 - 1;
            let can_go = if forward[man] { places[man] < last } else { places[man] > 0 };
            forward[man] ^= !can_go;
            can_go
        });
        let text = if mate == 1 {
            format!("{}c8", square(5, places[5]))
        } else {
            let man = man.expect("the men have counted to their end");
            let from = places[man];
            places[man] = if forward[man] { from + 1 } else { from - 1 };
            format!("{}{}", square(man, from), square(man, places[man]))
        };
        let mv = notation::parse_uci(&position, &text).unwrap();
        strategy.insert(&position, StrategyStep { mv, mate });
        position = position.play(mv);
        let replies = position.legal_moves();
        assert_eq!(replies.len(), usize::from(mate > 1), "{}", position.to_fen());
        if let Some(reply) = replies.first() {
            position = position.play(reply.mv);
        }
    }
    assert_eq!(usize::from(moves), strategy.positions(), "a position came twice");
    verify(&strategy, Rules::Problem).unwrap()
}

pub(super) fn text(proof: &Proof) -> String {
    let mut text = Vec::new();
    write(&mut text, proof, &Shortness::Unknown, false).unwrap();
    String::from_utf8(text).unwrap()
}

/// Half of what Rust gives a thread.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(1 << 20).spawn(work).unwrap().join().unwrap();
}

/// Reliability review, 2: from about 450 moves on, trees and exports ended the program.
#[test]
fn a_proof_of_any_length_is_laid_out_and_written() {
    on_a_small_stack(|| {
        for moves in [1, 2, 700, 7_000, 40_000] {
            let proof = long_mate(moves);
            assert_eq!((proof.mate(), proof.line().len()), (moves, 2 * usize::from(moves) - 1));
            let again = read(text(&proof).as_bytes()).unwrap().check(Rules::Problem).unwrap();
            assert_eq!(again.line(), proof.line());
            // All of it, beyond the limits of commands.
            let whole = Extent { plies: u16::MAX, defences: usize::MAX };
            let laid = tree(&proof, whole, &mut AtOnce);
            let deepest = laid.walk().map(|visit| visit.depth + 2).max().unwrap_or(1);
            assert_eq!(deepest, usize::from(moves.min(1 << 15)));
            assert_eq!(laid.clone(), laid);
            // Parsers of JSON with the usual limit can read it.
            let line = serde_json::to_string(&TreeForm::of(&laid, false)).unwrap();
            let value: serde_json::Value = serde_json::from_str(&line).unwrap();
            assert_eq!(value["cut"], moves > 31);
            drop(laid);
            let page = tree(&proof, Extent { plies: 999, ..whole }, &mut AtOnce);
            let page = tree_page(&page, &Settings::default());
            assert!(page.lines().len() >= usize::from(moves.min(500)) - 1);
            let from = proof.root().play(proof.line()[0]);
            let rest = walk(&proof, &from, usize::MAX);
            assert_eq!(rest.map_or(0, |rest| rest.len()) + 1, proof.line().len());
            let exhibit = Exhibit::new(proof, 0, false, &mut AtOnce);
            for (name, format) in ProofFormat::ALL {
                let written = export(format, &exhibit, &Aside::default());
                assert!(written.ends_with(b"\n"), "{name} of {moves} moves");
            }
        }
    });
}

/// Lines of each command with a proof: the last one, a known one, or one in a file.
const LINES: [(&str, &[&str]); 26] = [
    ("proof resume", &["proof resume 1k"]),
    ("proof set", &["proof set 2 1k"]),
    ("proof show", &["proof show"]),
    ("proof tree", &["proof tree", "proof tree ply 1000", "proof tree all"]),
    ("proof line", &["proof line", "proof line Ka8"]),
    ("proof play", &["proof play", "proof play 1000"]),
    ("proof verify", &["proof verify"]),
    ("proof save", &["proof save saved.jsonl --force", "proof save saved.html --force"]),
    ("proof load", &["proof load saved.jsonl"]),
    ("proof export", &["proof export out.jsonl --force"]),
    ("proof split", &["proof split --parts 3"]),
    ("proof join", &["proof join long.jsonl", "proof join 9 long.jsonl --parts 3 --refute"]),
    (
        "proof",
        &["proof 3 1k", "proof 1k", "proof shortest 1k", "proof all 2 1k", "proof resume 1k"],
    ),
    ("analyze", &["analyze\nanalyze off"]),
    ("annotate", &["annotate 1k"]),
    ("drill", &["drill status"]),
    ("go", &["go 1k", "go mate 3 nodes 1k"]),
    ("picture", &["picture tree.svg light proof tree all"]),
    ("restore", &["restore all.qs\nwait\nproof tree all"]),
    ("save", &["save again.qs"]),
    ("solve", &["solve long.epd 1k --proofs proofs --force"]),
    ("sound", &["sound 1k"]),
    ("time", &["time proof tree all"]),
    ("tries", &["tries 2 1k"]),
    ("top", &["top 3 1k"]),
    ("why", &["why 1k"]),
];

/// Runs each after loading a proof of the position on the board.
fn script(fen: &str, after: &str) -> String {
    let exports = ProofFormat::ALL.map(|(ending, _)| format!("proof export out.{ending} --force"));
    let save_first = ["save all.qs", "proof save saved.jsonl"].map(str::to_owned);
    let lines = LINES.iter().flat_map(|(_, lines)| lines.iter().map(|line| (*line).to_owned()));
    let lines = save_first.into_iter().chain(lines).chain(exports);
    lines.map(|line| format!("proof load long.jsonl\n{after}{fen}\n{line}\n{after}")).collect()
}

fn run(folder: &Path, arguments: &[&str], input: &str) -> std::process::Output {
    program().current_dir(folder).args(["-t", "1"]).args(arguments).given(input)
}

#[test]
fn every_command_that_takes_a_proof_takes_one_of_7000_moves() {
    let of_proofs = |text: &str| text.contains("proof") || text.contains("proved");
    let takes = COMMANDS.iter().filter(|spec| of_proofs(spec.summary) || of_proofs(spec.details));
    for spec in takes.chain(SUBCOMMANDS) {
        let is_known = LINES.iter().any(|(name, _)| *name == spec.name);
        assert!(is_known, "{} takes a proof: a line of it is missing here", spec.name);
    }
    let (proof, folder) = (long_mate(7_000), tempfile::tempdir().unwrap());
    let (at, fen) = (folder.path(), proof.root().to_fen());
    fs::write(at.join("long.jsonl"), text(&proof)).unwrap();
    let board = fen.split(' ').take(4).collect::<Vec<&str>>().join(" ");
    fs::write(at.join("long.epd"), format!("{board} dm 7000;\n")).unwrap();
    let plain = run(at, &[], &script(&fen, ""));
    let told = complaints(&plain);
    // `sound` finds that another move mates as soon.
    let duals = told.lines().all(|line| line.ends_with("the puzzle is dual"));
    assert!(plain.status.code() == Some(4) && duals, "{:?}: {told}", plain.status);
    let said = out(&plain);
    // Folded lines are mentioned, with the command that shows them.
    let folded = said.lines().filter(|line| line.starts_with(" folded: `proof line`")).count();
    assert!(folded >= 2, "{folded}");
    // The solvers recurse once per move, up to 250: they refuse the length of a longer proof.
    let asked = run(at, &[], &format!("proof load long.jsonl\n{fen}\ntries\nproof set\n"));
    let told = complaints(&asked);
    assert_eq!((asked.status.code(), told.matches("in how many moves?").count()), (Some(1), 2));
    for name in ["tree.svg", "all.qs", "again.qs", "saved.jsonl"] {
        fs::remove_file(at.join(name)).unwrap();
    }
    let json = run(at, &["--json"], &script(&fen, ""));
    assert_eq!(json.status.code(), Some(4), "{}", complaints(&json));
    for line in out(&json).lines() {
        let head: String = line.chars().take(80).collect();
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{head}");
    }
    let gui = format!("uci\n{}isready\nquit\n", script(&fen, "wait\n"));
    let gui = run(at, &[], &gui);
    let said = out(&gui);
    assert!(gui.status.code() == Some(4) && said.contains("\nreadyok"), "{:?}", gui.status);
}

/// A mate in one whose certificate is of a longer mate: the king walks along its rank, and the replies come back to where they were.
fn forged(mate: u16) -> String {
    const ROOT: &str = "7k/R7/8/8/8/8/8/1R5K w - -";
    let kings = ["7k/R7/8/8/8/8/8/1R4K1", "6k1/R7/8/8/8/8/8/1R3K2", "7k/R7/8/8/8/8/8/1R2K3"];
    let more = ["6k1/R7/8/8/8/8/8/1R1K4", "7k/R7/8/8/8/8/8/1RK5", "6k1/R7/8/8/8/8/8/1R5K"];
    let kings = [&kings[..], &more].concat();
    let none_in = mate.saturating_sub(1).max(1);
    let mut rows = format!("{{\"fen\":\"{ROOT}\",\"move\":\"b1b8\",\"mate\":1}}\n");
    for king in &kings {
        let reply = if king.starts_with('7') { "h8g8" } else { "g8h8" };
        rows +=
            &format!("{{\"fen\":\"{king} b - -\",\"reply\":\"{reply}\",\"none_in\":{none_in}}}\n");
    }
    let digest = fingerprint(rows.as_bytes());
    format!(
        "{{\"v\":2,\"type\":\"proof\",\"fen\":\"{ROOT} 0 1\",\"mate\":{mate},\"side\":\"w\",\"minimal\":true,\
         \"positions\":1,\"refutations\":{},\"digest\":\"{digest:016x}\"}}\n{rows}",
        kings.len()
    )
}

/// Reliability review, 1: seven lines ended the program, as a file, in a session, and in a GUI.
#[test]
fn a_certificate_of_another_mate_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    assert!(run(at, &[], "save bare.qs\n").status.success());
    let bare = SavedSession::load(&at.join("bare.qs")).unwrap();
    for mate in [1, 2, 3, 500, 1_000, 7_000, u16::MAX] {
        let proof = forged(mate);
        fs::write(at.join("forged.jsonl"), &proof).unwrap();
        let mates = vec![SavedMate { of_games: false, proof: proof.clone() }];
        let session = SavedSession { mates, ..bare.clone() };
        fs::write(at.join("forged.qs"), session.encode().unwrap()).unwrap();
        let lines = "proof load forged.jsonl\n";
        let loaded = run(at, &[], lines);
        let told = complaints(&loaded);
        if mate == 1 {
            assert!(loaded.status.success(), "the digest is right: {told}");
        } else {
            let why = format!("line 1 says mate in {mate}, but what follows is a mate in 1");
            assert!(loaded.status.code() == Some(1) && told.contains(&why), "{told}");
        }
        let restored = run(at, &[], "restore forged.qs\nproof show\nproof tree\n");
        let told = complaints(&restored);
        assert_eq!(restored.status.code(), Some(i32::from(mate > 1)), "{told}");
        let said = out(&restored);
        let is_left_out = (said + &told).contains("a proved mate is left out: line 1 says");
        assert_eq!(is_left_out, mate > 1);
        let gui =
            run(at, &[], &format!("uci\n{lines}wait\nrestore forged.qs\nwait\nisready\nquit\n"));
        let said = out(&gui);
        assert!(gui.status.success() && said.contains("\nreadyok"), "{:?}", gui.status);
    }
}
