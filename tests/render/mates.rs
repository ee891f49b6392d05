//! Sample answers about mates. Their proofs are real: only verification can construct one.

use std::time::Duration;

use quarterply::chess::{Move, Position};
use quarterply::commands::mates::proof::line::LineAnswer;
use quarterply::commands::mates::proof::save::ProofSaved;
use quarterply::commands::mates::proof::tree::TreeAnswer;
use quarterply::commands::mates::proof::verify::VerifiedAnswer;
use quarterply::ink::json::FilePath;
use quarterply::proof::layout::follow;
use quarterply::proof::layout::tree::{AtOnce, Extent, tree};
use quarterply::proof::stipulation::Intended;
use quarterply::proof::{Aim, Proof, Rules, Stipulation, Strategy, StrategyStep, verify};
use quarterply::prove::solvers::{Keys, MateKey, ProblemTask, SetPlay, Solution};
use quarterply::prove::{
    Ended, Goal, Outcome, ProofTask, ProverNews, ProverStatus, Restriction, SetLine, Try,
};
use quarterply::shell::Reply;
use quarterply::shell::proof_answers::{
    Loaded, ProblemAnswer, SetPlayAnswer, TriesAnswer, VerdictAnswer,
};
use quarterply::shell::session::News;

use super::events::{moves, position};

/// White mates in two: 1.Ra7 and 2.Rb8, whatever Black does.
const LADDER: &str = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";

fn ladder() -> Proof {
    let root = position(LADDER);
    let mut strategy = Strategy::new(root, root.turn());
    let first = moves(&root, "Ra7")[0];
    strategy.insert(&root, StrategyStep { mv: first, mate: 2 });
    let reply = root.play(first);
    let second = reply.play(moves(&reply, "Kg8")[0]);
    strategy.insert(&second, StrategyStep { mv: moves(&second, "Rb8")[0], mate: 1 });
    verify(&strategy, Rules::Problem).unwrap()
}

fn verdict(outcome: Outcome, goal: Goal) -> VerdictAnswer {
    let root = position(LADDER);
    let task = ProofTask {
        root,
        attacker: root.turn(),
        aim: Aim::MATE,
        goal,
        restriction: Restriction::default(),
        rules: Rules::Problem,
        history: Vec::new(),
        nodes: None,
    };
    let elapsed = Duration::from_millis(2_500);
    let (keys, timed_out, loaded, chess960) = (None, true, None, false);
    let mebibytes = None;
    VerdictAnswer { task, outcome, keys, elapsed, timed_out, loaded, chess960, mebibytes }
}

fn proved(refuted: u16) -> Outcome {
    let proof = Some(ladder());
    Outcome::of(proof, refuted, Ended::Settled, 1_234_567)
}

fn unproved(refuted: u16, ended: Ended) -> Outcome {
    Outcome::of(None, refuted, ended, 98_765_432)
}

/// Progress of a search for mates at this root, with machine-dependent speeds.
pub(super) fn news(root: &Position) -> Vec<News> {
    let status = ProverStatus {
        asked: 4,
        proof_number: 17,
        disproof_number: 230,
        fill: 12,
        nodes: 1_234_567,
        line: root.legal_moves().iter().take(1).map(|legal| legal.mv).collect(),
        proved: Some(5),
        refuted: 3,
    };
    let elapsed = Duration::from_millis(1_250);
    vec![
        News::Proof(Some(ProverNews::Status(Box::new(status))), elapsed),
        News::Proof(None, elapsed),
    ]
}

/// Every answer with the name of its file.
pub(super) fn replies() -> Vec<(&'static str, Reply)> {
    let root = position(LADDER);
    let first = |word: &str| moves(&root, word)[0];
    let mut all = verdict(proved(1), Goal::Within(2));
    all.keys = Some(Keys {
        keys: vec![
            MateKey { mv: first("Ra7"), mate: 2, shortest: true, proof: None },
            MateKey { mv: first("Rb7"), mate: 2, shortest: true, proof: None },
        ],
        open: vec![first("Ke2")],
        ended: Ended::Stopped,
        none_in: 1,
        nodes: 1_234_567,
    });
    let mut restricted = verdict(unproved(0, Ended::Exhausted), Goal::Any);
    restricted.task.restriction =
        Restriction { king_moves: Some(2), checks_only: true, ..Restriction::default() };
    restricted.task.rules = Rules::Game;
    let mut loaded = verdict(proved(0), Goal::Any);
    loaded.loaded = Some(Loaded { path: "ladder.jsonl".into(), shortest: true });
    let verdicts = [
        ("verdict-shortest", verdict(proved(1), Goal::Within(2))),
        ("verdict-keys", all),
        ("verdict-longer", verdict(proved(0), Goal::Any)),
        ("verdict-none", verdict(unproved(4, Ended::Settled), Goal::Within(4))),
        ("verdict-undecided", verdict(unproved(3, Ended::Stopped), Goal::Within(9))),
        ("verdict-restricted", restricted),
        ("verdict-loaded", loaded),
    ];
    let verdicts = verdicts.map(|(name, verdict)| (name, verdict.into()));
    verdicts.into_iter().chain(others(root)).collect()
}

/// A sample of a problem's solution, with all parts that one position allows.
fn problem(stipulation: &str, set_play: Option<SetPlay>, tries: &[Try]) -> Reply {
    let root = position(LADDER);
    let stipulation = stipulation.parse::<Stipulation>().unwrap();
    let is_help = !stipulation.genre.is_battle();
    let keys = tree(&ladder(), Extent::default(), &mut AtOnce);
    let solution = Solution {
        problem: ProblemTask {
            root,
            stipulation,
            intended: Some(Intended(1)),
            set_play: true,
            refutations: Some(1),
            nodes: None,
        },
        set_play,
        tries: Some(tries.to_vec()),
        keys: if is_help { Vec::new() } else { vec![keys] },
        lines: if is_help { vec![moves(&root, "Ra7 Kg8 Rb8")] } else { Vec::new() },
        all_duals: true,
        complete: true,
        nodes: 1_234_567,
    };
    let elapsed = Duration::from_millis(31);
    let (diagram, all, timed_out, chess960) = (true, false, false, false);
    ProblemAnswer { solution, diagram, all, elapsed, timed_out, chess960 }.into()
}

fn others(root: Position) -> Vec<(&'static str, Reply)> {
    let line: Vec<Move> = moves(&root, "Ra7 Kg8 Rb8");
    let passed = root.pass().unwrap();
    let replies = moves(&passed, "Kg8");
    let after = passed.play(replies[0]);
    let answers = vec![StrategyStep { mv: moves(&after, "Rg2+")[0], mate: 1 }];
    let lines = vec![
        SetLine { reply: replies[0], answers, ends: false },
        SetLine { reply: moves(&passed, "Kh7")[0], answers: Vec::new(), ends: false },
    ];
    let tries = vec![Try { mv: line[0], refutations: vec![line[1]] }];
    let threats = vec![moves(&root.play(line[0]).pass().unwrap(), "Rb8")];
    let (elapsed, chess960) = (Duration::from_millis(31), false);
    let nearly = |moves, tries, threats| {
        TriesAnswer { root, moves, tries, threats, elapsed, chess960 }.into()
    };
    let laid_out = tree(&ladder(), Extent::default(), &mut AtOnce);
    let followed = follow(&ladder(), &["Kg8"], Extent::default(), &mut AtOnce).unwrap();
    let path = FilePath("ladder.jsonl".into());
    vec![
        ("proof-tree", TreeAnswer { tree: laid_out, chess960, more: None }.into()),
        ("proof-line", LineAnswer { line: followed, chess960 }.into()),
        (
            "proof-saved",
            ProofSaved { path, mate: 2, positions: 2, certified: true, cut: false }.into(),
        ),
        (
            "proof-verified",
            VerifiedAnswer {
                ok: true,
                mate: 2,
                positions: 2,
                replies: 1,
                mates: 1,
                rules: "game",
                refutations: Some(12),
            }
            .into(),
        ),
        ("problem-direct", problem("#2", Some(SetPlay::Battle(lines.clone())), &tries)),
        ("problem-help", problem("h#1.5", Some(SetPlay::Help(vec![replies.clone()])), &[])),
        ("set-play", SetPlayAnswer { root, moves: 2, lines, elapsed, chess960 }.into()),
        ("tries", nearly(2, tries, threats)),
        ("tries-none", nearly(3, Vec::new(), Vec::new())),
    ]
}
