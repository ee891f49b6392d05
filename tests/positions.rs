//! The claims of the suites in `positions/` are true.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use quarterply::chess::epd::{Epd, EpdReader};
use quarterply::chess::game::{Claim, Game, Status};
use quarterply::chess::notation::parse_move;
use quarterply::chess::{LegalMove, Move, Position, perft};
use quarterply::control::{Limits, StopFlag};
use quarterply::engine::{Engine, Job, Options};
use quarterply::oracle::{Endgames, TableVerdict};

use quarterply::oracle::tables::TableSet;
use quarterply::proof::{Aim, PositionId, Rules, StrategyStep};
use quarterply::prove::{Exact, Goal, ProofTask, Prover, Restriction};

/// The records of a suite, each with its name for messages.
fn records(file: &str) -> Vec<(String, Epd)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions").join(file);
    let reader = EpdReader::new(BufReader::new(File::open(&path).unwrap()));
    let records: Vec<(String, Epd)> = reader
        .map(|record| record.unwrap().unwrap_or_else(|error| panic!("{file}, {error}")))
        .map(|(line, epd)| {
            (format!("positions/{file}:{line}: {}", epd.id().unwrap_or_default()), epd)
        })
        .collect();
    assert!(records.len() >= 20, "{file} has {} records", records.len());
    records
}

#[test]
fn perft_counts_are_ours() {
    for (name, epd) in records("perft.epd") {
        let counts = epd.perft_counts();
        assert!(counts.len() >= 2, "{name}");
        for (depth, count) in counts {
            assert_eq!(perft(&epd.position, depth), count, "{name}, depth {depth}");
        }
    }
}

/// Whether the side to move can mate in at most `moves` moves: exhaustive.
fn mates(position: &Position, moves: u32) -> bool {
    let mut list = position.legal_moves();
    // Checks first: most mates consist of them; the last move must be one.
    list.sort_by_key(|legal| !legal.check.any());
    let worth_trying = |legal: &&LegalMove| moves > 1 || legal.check.any();
    list.iter().take_while(worth_trying).any(|legal| is_mated(&position.play(legal.mv), moves - 1))
}

/// Whether the side to move is mated, or will be in at most `moves` moves of the opponent whatever it plays.
fn is_mated(position: &Position, moves: u32) -> bool {
    let list = position.legal_moves();
    if list.is_empty() {
        return position.in_check();
    }
    moves > 0 && list.iter().all(|legal| mates(&position.play(legal.mv), moves))
}

#[test]
fn mates_are_mates_and_none_is_shorter() {
    for (name, epd) in records("mates.epd") {
        let number = epd.mate_in().unwrap().unwrap_or_else(|| panic!("{name}: no bm"));
        let solve = if number > 0 { mates } else { is_mated };
        let moves = number.unsigned_abs();
        assert!(solve(&epd.position, moves), "{name}: no such mate");
        if moves > 1 {
            assert!(!solve(&epd.position, moves - 1), "{name}: there is a shorter mate");
        }
    }
}

/// Up to this length every first move is tried by the solver here, which uses nothing but the rules.
const BY_FORCE: u16 = 2;

/// Up to this length the exhaustive solver finds the first moves that mate.
const EXHAUSTED: u16 = 4;

/// Nodes for a longer mate.
const PROOF: u64 = 3_000_000;

/// One in `SAMPLE` of the longer mates is proved again.
const SAMPLE: usize = 6;

#[test]
fn problems_have_one_key_and_no_quicker_mate() {
    let stop = StopFlag::new();
    let endgames = Arc::new(Endgames::default());
    let mut exact = Exact::new(8).unwrap();
    let mut seen = 0;
    for (name, epd) in records("problems.epd").into_iter().chain(ladder(true)) {
        let moves = epd.mate_in().unwrap().unwrap_or_else(|| panic!("{name}: no dm")) as u16;
        let [key] = epd.moves("bm").unwrap()[..] else { panic!("{name}: one key") };
        let position = &epd.position;
        if moves <= BY_FORCE {
            let mated = |mv| is_mated(&position.play(mv), u32::from(moves) - 1);
            let legal = position.legal_moves();
            let keys: Vec<Move> =
                legal.iter().map(|legal| legal.mv).filter(|&mv| mated(mv)).collect();
            assert_eq!(keys, [key], "{name}");
            assert!(moves == 1 || !mates(position, u32::from(moves) - 1), "{name}");
        } else if moves <= EXHAUSTED {
            let keys = exact.keys(position, moves, &stop).unwrap();
            assert_eq!(keys, [StrategyStep { mv: key, mate: moves }], "{name}");
        } else {
            seen += 1;
            if seen % SAMPLE == 1 {
                assert_proved(&name, position, key, moves, &endgames);
            }
        }
    }
}

/// The records of the ladder that are mates, or its hard problems.
fn ladder(mates: bool) -> Vec<(String, Epd)> {
    let mut records = records("ladder.epd");
    records.retain(|(_, epd)| epd.text("dm").is_some() == mates);
    records
}

/// Asserts that a proof is found within some nodes, with this key and no shorter one.
fn assert_proved(name: &str, position: &Position, key: Move, moves: u16, endgames: &Arc<Endgames>) {
    let task = ProofTask {
        root: *position,
        attacker: position.turn(),
        aim: Aim::MATE,
        goal: Goal::Any,
        restriction: Restriction::default(),
        rules: Rules::Problem,
        history: Vec::new(),
        nodes: Some(PROOF),
    };
    let mut prover = Prover::new(16, 1).unwrap();
    prover.consult(Arc::clone(endgames));
    let outcome = prover.prove(&task, &StopFlag::new(), &mut |_| {});
    let shortest = outcome.is_shortest();
    let proof = outcome.proof.unwrap_or_else(|| panic!("{name}: no mate found"));
    assert_eq!((proof.mate(), proof.line()[0]), (moves, key), "{name}");
    assert!(shortest, "{name}: no mate in {} is all that is proved", outcome.refuted);
}

#[test]
fn problems_are_many_and_of_every_length() {
    let mut lengths = [0; 9];
    for (_, epd) in records("problems.epd") {
        let moves = epd.mate_in().unwrap().unwrap() as usize;
        lengths[moves.min(9) - 1] += 1;
    }
    assert!(lengths.iter().sum::<usize>() >= 300, "{lengths:?}");
    assert!(lengths.iter().all(|&count| count > 0), "{lengths:?}");
}

#[test]
fn hard_problems_are_many_of_each_kind() {
    let mut kinds = BTreeMap::<String, usize>::new();
    for (name, epd) in ladder(false) {
        let _ = key(&name, &epd);
        let kind = epd.text("c1").unwrap_or_else(|| panic!("{name}: no kind"));
        *kinds.entry(kind).or_default() += 1;
    }
    assert!(kinds.len() == 3 && kinds.values().all(|&count| count >= 300), "{kinds:?}");
}

#[test]
fn combinations_are_sacrifices() {
    for (name, epd) in records("combinations.epd") {
        let (position, key) = (&epd.position, key(&name, &epd));
        assert!(!position.in_check() && !position.see_at_least(key, -89), "{name}");
    }
}

/// The one move of a record.
fn key(name: &str, epd: &Epd) -> Move {
    let [key] = epd.moves("bm").unwrap()[..] else { panic!("{name}: one key") };
    key
}

/// Number of fourth records that a search agrees with, and of all tried: the key is its best move, by at least `gap` centipawns
/// over the second.
fn agreed(file: &str, evaluation: &str, nodes: u64, gap: i32) -> (usize, usize) {
    let mut options = Options::default();
    // The evaluation that selected them: other evaluations may differ by twenty-five centipawns.
    let as_made = [("Evaluation", evaluation), ("OwnTables", "false")];
    for (name, value) in [("Threads", "1"), ("Hash", "4")].into_iter().chain(as_made) {
        options.set(name, value).unwrap();
    }
    let mut engine = Engine::with(options);
    let (mut agreed, mut tried) = (0, 0);
    for (name, epd) in records(file).into_iter().step_by(4) {
        engine.new_game();
        let (game, limits) = (Game::new(epd.position), Limits::nodes(nodes));
        let job = Job { multi_pv: Some(2), ..Job::new(game, limits) };
        let finished = engine.start(job).join().unwrap();
        let [best, second] = &finished.iteration.lines[..] else { panic!("{name}: two lines") };
        tried += 1;
        let is_key = best.pv[0] == key(&name, &epd);
        agreed += usize::from(is_key && best.score.raw() - second.score.raw() >= gap);
    }
    (agreed, tried)
}

#[test]
fn tactics_are_found_again_and_their_mates_are_mates() {
    let stop = StopFlag::new();
    let mut exact = Exact::new(8).unwrap();
    let mut mates = 0;
    for (name, epd) in records("tactics.epd") {
        let key = key(&name, &epd);
        let told = epd.text("c0").unwrap_or_default();
        let mate = told.split("mate in ").nth(1).and_then(|rest| rest.split(',').next());
        let Some(mate) = mate.map(|text| text.parse::<u16>().unwrap()) else { continue };
        mates += 1;
        if mate < EXHAUSTED {
            let keys = exact.keys(&epd.position, mate, &stop).unwrap();
            assert!(keys.iter().any(|found| found.mv == key), "{name}: no mate in {mate}");
        }
    }
    let (agreed, tried) = agreed("tactics.epd", "classical", 30_000, 150);
    assert!(agreed * 10 >= tried * 9 && mates > 3, "{agreed} of {tried}, {mates} mates");
}

#[test]
fn quiet_moves_are_quiet_and_most_are_found_again() {
    for (name, epd) in records("quiet.epd") {
        let (position, key) = (&epd.position, key(&name, &epd));
        let checks = position.play(key).in_check();
        assert!(!position.in_check() && !position.is_noisy(key) && !checks, "{name}");
    }
    let (agreed, tried) = agreed("quiet.epd", "network", 40_000, 25);
    assert!(agreed * 10 >= tried * 8, "{agreed} of {tried}");
}

#[test]
fn endgames_have_one_move_that_keeps_the_result() {
    let stop = StopFlag::new();
    let tables = TableSet { own: Some(Arc::new(Endgames::default())), syzygy: None };
    let mut material = BTreeMap::<String, usize>::new();
    for (name, epd) in records("endgames.epd") {
        let (position, key) = (&epd.position, key(&name, &epd));
        let moves = tables.moves(position, &stop).unwrap().unwrap_or_else(|| panic!("{name}"));
        let (best, second) = (moves[0].value, moves[1].value);
        assert_eq!(moves[0].mv, key, "{name}");
        assert!(best.verdict > second.verdict && !position.is_capture(key), "{name}");
        let told = epd.text("c0").unwrap();
        let (men, told) = told.split_once(", ").unwrap();
        let result = match best.verdict {
            TableVerdict::Win => format!("win, mate in {};", best.mate.unwrap()),
            TableVerdict::Draw => "draw;".to_owned(),
            verdict => panic!("{name}: {verdict:?}"),
        };
        assert!(told.starts_with(&result), "{name}: {result}");
        *material.entry(men.to_owned()).or_default() += 1;
    }
    assert!(material.len() >= 12 && material.values().all(|&count| count <= 16), "{material:?}");
}

#[test]
fn positions_are_many_and_none_is_there_twice() {
    let mut known = HashSet::new();
    for (file, least) in [
        ("problems.epd", 300),
        ("tactics.epd", 300),
        ("quiet.epd", 100),
        ("combinations.epd", 300),
        ("endgames.epd", 100),
        ("long.epd", 60),
    ] {
        let records = records(file);
        assert!(records.len() >= least, "{file}: {}", records.len());
        for (name, epd) in records {
            assert!(known.insert(PositionId::of(&epd.position)), "{name} is there twice");
        }
    }
}

#[test]
fn the_solver_is_not_fooled() {
    // Without the rook on f8 the "smothered" king walks away; and a stalemate is no mate.
    let free = Position::from_fen("7k/6pp/8/6N1/8/8/8/6K1 w - - 0 1").unwrap();
    assert!(!mates(&free, 2));
    let stalemate = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    assert!(!is_mated(&stalemate, 0) && !is_mated(&stalemate, 3));
}

#[test]
fn draws_are_draws_for_the_reason_given() {
    for (name, epd) in records("draws.epd") {
        let mut game = Game::new(epd.position);
        for san in epd.text("pv").unwrap_or_default().split_whitespace() {
            assert_eq!(game.status(), Status::Ongoing, "{name}: too early");
            let mv =
                parse_move(game.position(), san).unwrap_or_else(|error| panic!("{name}: {error}"));
            game.play(mv).unwrap();
        }
        let position = game.position();
        let holds = match epd.text("c0").unwrap_or_default().as_str() {
            "stalemate" => !position.has_legal_move() && !position.in_check(),
            "material" => position.is_insufficient(),
            "repetition" => game.status() == Status::Claimable(Claim::ThreefoldRepetition),
            "fifty" => game.status() == Status::Claimable(Claim::FiftyMoves),
            "table" => game.status() == Status::Ongoing && position.occupied().len() <= 4,
            reason => panic!("{name}: no such reason: {reason}"),
        };
        assert!(holds, "{name}");
    }
}

#[test]
fn every_record_has_a_name_of_its_own() {
    let files = [
        "mates.epd",
        "problems.epd",
        "draws.epd",
        "tactics.epd",
        "quiet.epd",
        "combinations.epd",
        "endgames.epd",
        "long.epd",
    ];
    for file in files {
        let mut names: Vec<String> = records(file)
            .iter()
            .map(|(name, epd)| epd.id().unwrap_or_else(|| panic!("{name}")))
            .collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "two records of {file} have one name");
    }
}

/// Nets prove them again; the search may also prove shorter ones.
#[test]
fn long_mates_are_proved_by_nets() {
    let nets = Restriction { nets_only: true, ..Restriction::default() };
    let mut prover = Prover::new(32, 1).unwrap();
    let records = records("long.epd");
    for (name, epd) in records.iter().step_by(6) {
        let moves = u16::try_from(epd.mate_in().unwrap().unwrap()).unwrap();
        assert!((16..=120).contains(&moves), "{name}");
        let task =
            ProofTask { restriction: nets, nodes: Some(400_000), ..ProofTask::new(epd.position) };
        prover.clear();
        let outcome = prover.prove(&task, &StopFlag::new(), &mut |_| {});
        let proof = outcome.proof.unwrap_or_else(|| panic!("{name}"));
        assert!(proof.mate() >= moves, "{name}: {}", proof.mate());
    }
}
