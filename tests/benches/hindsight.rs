//! Compares how many moves earlier `annotate`, which works backwards from the end of a game, sees a win than a search of each
//! position alone: `cargo bench --bench hindsight -- FILE.epd [NODES] [GAMES]`.
//!
//! The games are the longest combinations of the file: lines of its mates with at least ten pieces, proved here, whose win the
//! search of the first position does not see. A win is seen at the first move of the winner from which on every score is at least
//! +5.

use std::cmp::Reverse;
use std::env;
use std::fs::File;
use std::io::{self, BufReader, Write};

use quarterply::chess::epd::EpdReader;
use quarterply::chess::pgn::PgnGame;
use quarterply::chess::{Game, line_san};
use quarterply::commands::tools::annotate::{
    AnnotateOptions, AnnotatedGame, Annotator, GameFinding, Question,
};
use quarterply::control::{Limits, StopFlag};
use quarterply::engine::{Engine, Options};
use quarterply::proof::Proof;
use quarterply::prove::ProofTask;
use quarterply::prove::solvers::KnownMates;
use quarterply::units::Score;

/// Nodes of each search, and games, by default.
const NODES: u64 = 2_000;
const GAMES: usize = 10;

/// Nodes of the proof of each line.
const PROOF: u64 = 5_000_000;

/// Minimum number of pieces; with fewer it is an ending, where the score does not show whether the win is seen.
const MEN: u32 = 10;

const WON: Score = Score::cp(500);

/// Returns the mates of a suite, the longest first, proved.
fn combinations(path: &str) -> io::Result<impl Iterator<Item = Proof>> {
    let mut records = Vec::new();
    for record in EpdReader::new(BufReader::new(File::open(path)?)) {
        let (_, epd) = record?.map_err(io::Error::other)?;
        let is_combination = epd.position.occupied().len() >= MEN;
        let mate = epd.mate_in().ok().flatten().filter(|&mate| mate > 0 && is_combination);
        records.extend(mate.map(|mate| (mate, epd.position)));
    }
    records.sort_by_key(|(mate, _)| Reverse(*mate));
    let mut engine = Engine::with(Options::default());
    Ok(records.into_iter().filter_map(move |(mate, root)| {
        let task = ProofTask { nodes: Some(PROOF), ..ProofTask::new(root).within(mate as u16) };
        engine.prove(&task).ok()?.proof
    }))
}

/// Returns the first of the winner's moves from which on the scores win; the number of moves if there is none.
fn seen(scores: &[Score]) -> usize {
    scores.iter().rposition(|&score| score < WON).map_or(0, |last| last + 1)
}

/// Returns the scores at the winner's moves: of each position alone, and with the backward analysis.
fn scores(proof: &Proof, nodes: u64) -> io::Result<[Vec<Score>; 2]> {
    let mut game = Game::new(*proof.root());
    for &mv in proof.line() {
        game.play(mv).map_err(io::Error::other)?;
    }
    let wanted = AnnotateOptions {
        limits: Limits::nodes(nodes),
        proof_nodes: 0,
        ..AnnotateOptions::default()
    };
    let annotator = Annotator::new(&Options::default(), wanted, &KnownMates::default(), None);
    let mut annotator = annotator.map_err(io::Error::other)?;
    let mut alone = vec![Score::DRAW; game.ply() + 1];
    let mut tell = |question, ply: usize, finding: &GameFinding| {
        if let (Question::Place, GameFinding::Searched(search)) = (question, finding) {
            alone[ply] = search.score;
        }
    };
    let record = PgnGame::new(&game);
    let done = annotator.annotate(&record, &StopFlag::new(), &mut tell);
    let AnnotatedGame { moves, .. } = done.map_err(io::Error::other)?.expect("nothing stops it");
    let together = moves.iter().step_by(2).map(|review| review.scores[0]).collect();
    Ok([alone.into_iter().take(moves.len()).step_by(2).collect(), together])
}

fn main() -> io::Result<()> {
    let mut out = io::stdout();
    // Cargo adds `--bench`.
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let number = |index: usize| words.get(index).and_then(|word| word.parse::<u64>().ok());
    let Some(path) = words.first() else {
        return writeln!(out, "cargo bench --bench hindsight -- FILE.epd [NODES] [GAMES]");
    };
    let (nodes, games) =
        (number(1).unwrap_or(NODES), number(2).map_or(GAMES, |games| games as usize));
    let (mut sum, mut count) = (0, 0);
    for proof in combinations(path)? {
        let [alone, together] = scores(&proof, nodes)?.map(|scores| seen(&scores));
        if alone == 0 {
            continue;
        }
        let (moves, earlier) = (proof.mate(), alone as i64 - together as i64);
        let first = line_san(proof.root(), &proof.line()[..1]);
        let fen = proof.root().to_fen();
        writeln!(
            out,
            "mate in {moves}, seen {} and {} moves before it, {earlier} earlier: {first} {fen}",
            usize::from(moves) - alone,
            usize::from(moves) - together
        )?;
        (sum, count) = (sum + earlier, count + 1);
        if count == games {
            break;
        }
    }
    writeln!(
        out,
        "{count} combinations at {nodes} nodes: the win is seen {:.1} moves earlier",
        sum as f64 / count.max(1) as f64
    )
}
