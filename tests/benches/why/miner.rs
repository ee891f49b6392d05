//! Takes moves of known theme from games: `EACH` of each theme, at most two of a game. A theme is what two searches, of 5,000
//! and 100,000 nodes, agree on; none of this is what `why` does.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Write};

use quarterply::chess::pgn::PgnReader;
use quarterply::chess::{Game, Move, Piece, Position, Step, notation::san};
use quarterply::control::Limits;
use quarterply::engine::{Engine, Job, Options};
use quarterply::prove::ProofTask;
use quarterply::units::{Score, expected_score};

/// Nodes of the first look and of the one that must confirm it.
const LOOKS: [u64; 2] = [5_000, 100_000];

/// The longest mate that a move allows, and nodes for its proof.
const MATE: u16 = 6;
const PROOF: u64 = 100_000;

const THEMES: [&str; 5] = ["hangs", "allows", "gives-up", "threatens", "only"];

/// Rows of one game, and plies between them.
const OF_GAME: usize = 2;
const APART: usize = 12;

struct Miner {
    engine: Engine,
}

pub(crate) fn mine(path: &str, each: usize, out: &mut impl Write) -> io::Result<()> {
    let mut engine = Engine::with(Options::default().without_lookup());
    for (name, value) in [("Hash", "16"), ("Persist", "false"), ("Prove Mates", "false")] {
        engine.set_option(name, value).map_err(io::Error::other)?;
    }
    let mut miner = Miner { engine };
    let mut left: BTreeMap<&str, usize> = THEMES.map(|theme| (theme, each)).into();
    let reader = PgnReader::new(BufReader::new(File::open(path)?));
    for (number, record) in reader.enumerate() {
        let record = record.map_err(io::Error::other)?;
        let mut tree = record.tree.clone();
        tree.goto_main_end();
        let (mut rows, mut last) = (0, 0);
        for (ply, (before, step)) in tree.game().steps().enumerate() {
            let Step::Move(mv) = step else { continue };
            if rows == OF_GAME || (last > 0 && ply < last + APART) {
                continue;
            }
            let Some(theme) = miner.theme(&before, mv, &left) else { continue };
            writeln!(
                out,
                "{} sm {}; id \"game {}, ply {ply}\"; c0 \"{theme}\";",
                before.to_fen().rsplitn(3, ' ').last().unwrap_or_default(),
                san(&before, mv),
                number + 1
            )?;
            *left.entry(theme).or_default() -= 1;
            (rows, last) = (rows + 1, ply);
        }
        if left.values().all(|&left| left == 0) {
            break;
        }
    }
    Ok(())
}

impl Miner {
    fn search(&mut self, position: &Position, limits: Limits) -> (Score, Vec<Move>) {
        let job = Job::new(Game::new(*position), limits);
        let found = self.engine.start(job).join().expect("no crash");
        found
            .iteration
            .lines
            .first()
            .map_or((Score::DRAW, Vec::new()), |line| (line.score, line.pv.clone()))
    }

    /// Returns the theme of a move if both looks agree on it and rows of it are wanted.
    fn theme(
        &mut self,
        before: &Position,
        mv: Move,
        left: &BTreeMap<&str, usize>,
    ) -> Option<&'static str> {
        let threats = left["threatens"] > 0;
        let first = self.look(before, mv, LOOKS[0], threats).filter(|theme| left[theme] > 0)?;
        self.look(before, mv, LOOKS[1], threats).filter(|theme| *theme == first)
    }

    fn look(
        &mut self,
        before: &Position,
        mv: Move,
        nodes: u64,
        threats: bool,
    ) -> Option<&'static str> {
        let after = before.play(mv);
        if before.legal_count() == 1 || !after.has_legal_move() {
            return None;
        }
        let (best, pv) = self.search(before, Limits::nodes(nodes));
        if best.is_loss() {
            return None;
        }
        let best = expected_score(best);
        if pv.first() == Some(&mv) {
            let others = Limits { excluded_moves: vec![mv], ..Limits::nodes(nodes) };
            let other = expected_score(self.search(before, others).0);
            if best - other >= 0.3 && before.captured(mv).is_none() {
                return Some("only");
            }
            let passed = after.pass().filter(|passed| threats && passed.has_legal_move())?;
            let gain = expected_score(self.search(&passed, Limits::nodes(nodes)).0) - best;
            return (gain >= 0.25).then_some("threatens");
        }
        let (reply, line) = self.search(&after, Limits::nodes(nodes));
        let loss = best - (1.0 - expected_score(reply));
        if reply.is_win() {
            let task = ProofTask { nodes: Some(PROOF), ..ProofTask::new(after).within(MATE) };
            let proof = self.engine.prove(&task).ok()?.proof;
            return (proof.is_some() && loss >= 0.05).then_some("allows");
        }
        if loss < 0.2 {
            return None;
        }
        let taken = after.captured(line[0]);
        let wins =
            taken.is_some_and(|piece| piece != Piece::Pawn) && after.see_at_least(line[0], 200);
        match (wins, taken) {
            (true, _) if before.captured(mv).is_none() => Some("hangs"),
            (_, None) if before.captured(mv).is_none() => Some("gives-up"),
            _ => None,
        }
    }
}
