//! Sessions about mates. They end by themselves or by nodes, never by time.

use std::fs;

use serde_json::Value;

use super::{TestUser, members};
use crate::chess::{Color, Piece, san};
use crate::commands::mates::proof::line::LineAnswer;
use crate::commands::mates::proof::save::ProofSaved;
use crate::commands::mates::proof::tree::TreeAnswer;
use crate::commands::mates::proof::verify::VerifiedAnswer;
use crate::ink::Settings;
use crate::ink::answer::Answer;
use crate::prove::{Ended, Goal};
use crate::shell::proof_answers::{ProblemAnswer, TriesAnswer, VerdictAnswer};

/// A mate in two with one key, 1.Ne3.
const TWO: &str = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1";

/// A mate in one with one key, and in two with several.
const COOKED: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";

fn verdict(user: &mut TestUser, line: &str) -> VerdictAnswer {
    user.done(line).of::<VerdictAnswer>().cloned().expect(line)
}

fn at(fen: &str) -> TestUser {
    let mut user = TestUser::new();
    user.done(fen);
    user
}

#[test]
fn a_mate_is_proved_with_the_length_that_is_asked_for() {
    let mut user = at(TWO);
    let found = verdict(&mut user, "proof 2");
    let proof = found.outcome.proof.as_ref().unwrap();
    assert_eq!((proof.mate(), proof.line().len()), (2, 3));
    assert!(found.outcome.is_shortest());
    assert_eq!(san(proof.root(), proof.line()[0]), "Ne3");
    let none = verdict(&mut user, "proof 1");
    assert!(none.outcome.proof.is_none());
    assert_eq!((none.outcome.refuted, none.task.goal), (1, Goal::Within(1)));
}

/// Ecosystem review, 8: `proof 5 20M` after `proof 2` reported that the mate might not be the shortest.
#[test]
fn asked_again_nothing_says_less_than_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.epd");
    fs::write(&path, format!("{} dm 2;\n", TWO.trim_end_matches(" 0 1"))).unwrap();
    let solve = format!("solve {} 1k", path.display());
    let strong = ["proof 2", "proof", "proof shortest", "proof all", &solve, "sound 20k"];
    let weak = [
        "go mate 5",
        "proof 1",
        "proof 5 20k",
        "proof 5 nodes 10",
        "proof all 5 nodes 300",
        "proof 5 game nodes 10",
    ];
    let questions = [&strong[..], &weak].concat();
    let mut user = TestUser::new();
    let mut ask_in_turn = |lines: &[&str]| {
        user.done("new");
        user.done(TWO);
        let (mut best, mut most) = (u64::MAX, 0);
        for &line in lines {
            let reply = user.done(line);
            if line == "go mate 5" {
                user.done("assert mate == 2");
                continue;
            }
            let told = members(&reply);
            // The table of `solve` counts proved mates, and those proved to be shortest.
            let (mate, none_in) = match &told["mates"][0] {
                Value::Null => (told["mate"].as_u64(), told["no_mate_in"].as_u64()),
                row => ((row["verified"] == 1).then_some(2), row["shortest"].as_u64()),
            };
            let (mate, none_in) = (mate.unwrap_or(u64::MAX), none_in.expect(line));
            assert!(none_in >= most, "{line}: no mate in {none_in}, not in {most}, in {lines:?}");
            assert!(line == "proof 1" || mate <= best, "{line}: mate in {mate} in {lines:?}");
            if strong.contains(&line) {
                assert_eq!((mate, none_in), (2, 1), "{line} in {lines:?}");
            }
            (best, most) = (best.min(mate), most.max(none_in));
        }
    };
    for first in &questions {
        for second in &questions {
            ask_in_turn(&[first, second, "proof 5 nodes 10"]);
        }
    }
    ask_in_turn(&questions);
    ask_in_turn(&questions.iter().rev().copied().collect::<Vec<_>>());
}

#[test]
fn all_keys_are_found() {
    let mut user = at(TWO);
    let one = verdict(&mut user, "proof all").keys.unwrap();
    assert_eq!((one.keys.len(), one.open.len()), (1, 0));
    let mut user = at(COOKED);
    let keys = verdict(&mut user, "proof all 1").keys.unwrap();
    assert_eq!(keys.keys.len(), 1, "{keys:?}");
    let more = verdict(&mut user, "proof all 2");
    let keys = more.keys.unwrap();
    assert!(keys.keys.len() > 1 && keys.keys[0].mate == 1);
    assert!(more.outcome.is_shortest());
    assert!(keys.keys.iter().all(|key| key.mate == 1 || key.proof.is_some()));
}

#[test]
fn the_side_to_move_mates_unless_it_cannot() {
    let mut user = at("k7/8/1K6/8/8/8/8/1Q6 b - - 0 1");
    let found = verdict(&mut user, "proof 3");
    assert_eq!(found.task.attacker, Color::White);
    assert_eq!(found.outcome.proof.unwrap().mate(), 2);
    // Every move of Black loses, although it has a rook.
    let mut user = at("r6k/8/6K1/8/8/8/8/7Q b - - 0 1");
    let refusal = user.refused("proof all 2");
    assert!(refusal.contains("here White is to mate"), "{refusal}");
}

#[test]
fn what_cannot_be_is_refused_and_what_is_known_stays() {
    let mut user = TestUser::new();
    for line in ["proof tree", "proof show", "proof verify", "proof line e4", "proof resume"] {
        assert!(user.refused(line).contains("there is no proof yet"), "{line}");
    }
    assert!(user.refused("tries").contains("how many moves"));
    user.done(TWO);
    verdict(&mut user, "proof 2");
    user.done("7k/5KQ1/8/8/8/8/8/8 b - - 0 1");
    assert_eq!(user.refused("proof"), "Black has no legal move here: checkmate");
    user.done("8/8/8/4k3/8/8/4P3/4K3 b - - 0 1");
    assert!(user.refused("proof for black").contains("no mating material"));
    user.done("8/8/8/4k3/8/8/4B3/4K3 w - - 0 1");
    assert!(user.refused("proof").contains("neither side has enough"));
    let shown = verdict(&mut user, "proof show");
    assert_eq!(shown.outcome.proof.unwrap().mate(), 2);
}

#[test]
fn a_line_is_walked_from_defence_to_answer() {
    let mut user = at(TWO);
    verdict(&mut user, "proof 2");
    // The board may have another position by then.
    user.done("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1");
    let mut line = |text: &str| {
        let reply = user.try_to(text).map_err(|error| error.to_string())?;
        let LineAnswer { line, .. } = reply.of().unwrap();
        Ok::<_, String>((line.moves.len(), line.rest.len()))
    };
    assert_eq!(line("proof line"), Ok((1, 2)));
    assert_eq!(line("proof line Qf3"), Ok((3, 0)));
    assert_eq!(line("proof line 1.Ne3 Qf3 2.Nd3"), Ok((3, 0)));
    assert!(line("proof line Ke4").unwrap_err().contains("waits for a reply"));
    assert!(line("proof line Qf3 Nd3 Kf5").unwrap_err().contains("checkmate"));
    let reply = user.done("proof tree");
    let tree = reply.of::<TreeAnswer>().unwrap();
    assert_eq!(tree.tree.mate, 2);
}

#[test]
fn a_proof_is_played_on_from_where_the_board_stands_in_it() {
    let mut user = at(TWO);
    assert!(user.refused("proof play").contains("there is no proof yet"));
    verdict(&mut user, "proof 2");
    user.done("proof play");
    assert_eq!(user.session.timeline.game().ply(), 1);
    // Any defence is answered, not only that of the proof's main line.
    user.done("Qf3;; proof play");
    assert_eq!(user.session.timeline.game().ply(), 3);
    assert!(user.session.position().is_checkmate());
    assert!(user.refused("proof play").contains("it is checkmate"));
    user.done("undo 3;; proof play 9");
    assert_eq!(user.session.timeline.game().ply(), 3);
    assert!(user.session.position().is_checkmate());
    user.done("undo 3;; Kg8");
    assert!(user.refused("proof play").contains("does not lead to the position on the board"));
    assert_eq!(user.session.timeline.game().ply(), 1);
}

#[test]
fn a_proof_is_checked_again_saved_and_loaded() {
    let mut user = at(TWO);
    verdict(&mut user, "proof 2");
    let reply = user.done("proof verify");
    let verified = reply.of::<VerifiedAnswer>().unwrap();
    assert_eq!((verified.mate, verified.positions, verified.replies), (2, 24, 23));
    // A mate in one is refuted without any reply.
    assert_eq!(verified.refutations, Some(0));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.jsonl");
    let name = path.display().to_string();
    assert!(user.done(&format!("proof save {name}")).of::<ProofSaved>().is_some());
    let mut other = TestUser::new();
    let loaded = verdict(&mut other, &format!("proof load {name}"));
    assert_eq!(loaded.outcome.proof.as_ref().unwrap().mate(), 2);
    // The file's certificate proves that none is shorter; without one, resuming finds out.
    assert!(loaded.outcome.is_shortest());
    let certified = fs::read_to_string(&path).unwrap();
    fs::write(&path, certified.replace("\"v\":2", "\"v\":1").replace("\"refutations\":0,", ""))
        .unwrap();
    // Earlier proofs are still known.
    assert!(verdict(&mut other, &format!("proof load {name}")).outcome.is_shortest());
    let mut other = TestUser::new();
    let loaded = verdict(&mut other, &format!("proof load {name}"));
    assert!(!loaded.outcome.is_shortest() && loaded.loaded.unwrap().shortest);
    assert!(verdict(&mut other, "proof resume").outcome.is_shortest());
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("g7g4", "g7g5")).unwrap();
    let refusal = other.refused(&format!("proof load {name}"));
    assert!(refusal.contains("two.jsonl"), "{refusal}");
    fs::write(&path, "1. e4 e5").unwrap();
    assert!(other.refused(&format!("proof load {name}")).contains("line 1"));
    assert!(verdict(&mut other, "proof show").outcome.is_shortest());
    other.done("new");
    assert!(other.refused(&format!("proof load {name}")).contains("line 1"));
    for line in ["proof verify", "proof show"] {
        assert!(other.refused(line).contains("no proof yet"), "{line} after new");
    }
}

#[test]
fn tries_are_moves_that_all_but_mate() {
    let mut user = at(TWO);
    let reply = user.done("tries 2");
    let tries = reply.of::<TriesAnswer>().unwrap();
    assert!(!tries.tries.is_empty());
    for found in &tries.tries {
        assert_eq!(found.refutations.len(), 1);
        assert!(tries.root.play(found.mv).is_legal(found.refutations[0]));
    }
}

#[test]
fn tries_end_with_their_nodes() {
    let mut user = at("2rB2k1/3q1pp1/7p/4p3/3r1n2/Q4P2/1R3P1P/1R4K1 b - - 0 1");
    let refusal = user.refused("tries 6 refutations 2 5k");
    assert!(refusal.contains("more time or nodes, as in `tries 6 5m`"), "{refusal}");
}

#[test]
fn a_problem_has_all_its_solutions_and_a_verdict() {
    let solved = |fen: &str, line: &str| {
        at(fen).done(line).of::<ProblemAnswer>().cloned().expect(line).solution
    };
    let two = solved(TWO, "proof #2 set tries 2");
    assert!(
        two.is_faultless() && two.set_play.is_some() && !two.tries.as_ref().unwrap().is_empty()
    );
    assert!(two.to_string().starts_with("#2, one key, no cook, "), "{two}");
    let cooked = solved(COOKED, "proof #2");
    assert!(!cooked.is_faultless() && cooked.short() == 1, "{cooked}");
    assert!(cooked.keys.iter().any(|key| key.mate == 2), "{cooked}");
    // The king may not leave the corner, so only immediate mates are left.
    let help = solved("7k/6pp/8/8/8/8/8/K2R4 w - - 0 1", "proof h#1.5 set");
    assert_eq!(help.to_string(), "h#1.5, no solution, no line of set play, one short solution");
    let own = solved(COOKED, "proof s=1");
    assert_eq!(own.to_string(), "s=1, no solution");
}

/// `C+` means that a problem is as intended, so it is written only where that is certain.
#[test]
fn tested_and_correct_is_said_where_the_intended_number_is_met() {
    let verdict = |fen: &str, line: &str| {
        at(fen).done(line).of::<ProblemAnswer>().cloned().expect(line).solution.to_string()
    };
    assert!(verdict(TWO, "proof #2 1.1.1").starts_with("C+ #2, one key, no cook, "));
    let two = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";
    assert_eq!(verdict(two, "proof #2"), "#2, one key, one cook, no dual");
    assert_eq!(verdict(two, "proof #2 1.1"), "#2, one key, one cook, no dual, one intended");
    assert_eq!(verdict(two, "proof #2 2.1"), "C+ #2, two keys, no cook, no dual");
    assert_eq!(verdict(two, "proof #2 3.1"), "#2, two keys, no cook, no dual, three intended");
    // After either remaining king move either rook mates.
    let fen = "6k1/8/6K1/8/8/8/8/R7 b - - 0 1";
    assert_eq!(verdict(fen, "proof h#1"), "h#1, one solution");
    assert_eq!(verdict(fen, "proof h#1 1.1"), "C+ h#1, one solution");
    assert_eq!(verdict(fen, "proof h#1 2.1"), "h#1, one solution, two intended");
}

/// A search ended by its limit has not shown that there is nothing.
#[test]
fn a_limit_is_undecided_in_every_stipulation() {
    let corner = "8/8/8/3k4/8/8/2R5/K7 b - - 0 1";
    for (fen, line) in [
        (corner, "proof h#5 2k"),
        (corner, "proof h=4 2k"),
        (corner, "proof h#4.5 set 2k"),
        (TWO, "proof s#4 5k"),
        (TWO, "proof s=4 set 5k"),
        (TWO, "proof =4 tries 2 5k"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "proof #5 5k"),
    ] {
        let answer = at(fen).done(line).of::<ProblemAnswer>().cloned().expect(line);
        let verdict = answer.solution.to_string();
        assert!(!answer.solution.complete && answer.solution.is_undecided(), "{line}: {verdict}");
        assert!(verdict.contains(", undecided: no solution yet"), "{line}: {verdict}");
        assert!(!verdict.contains(", no solution"), "{line}: {verdict}");
        let json = serde_json::to_string(&answer).unwrap();
        assert!(
            json.contains("\"complete\":false") && json.contains("\"undecided\":true"),
            "{json}"
        );
    }
}

#[test]
fn that_there_are_no_tries_is_said_where_all_were_looked_for() {
    let shown = |line: &str| {
        let answer = at(TWO).done(line).of::<ProblemAnswer>().cloned().expect(line);
        let page = answer.page(&Settings::default());
        let text: Vec<String> = page.lines().iter().map(|line| line.text()).collect();
        (text.join("\n"), answer.solution.tries)
    };
    let (text, tries) = shown("proof #1 tries 1");
    assert!(text.contains("no tries for a mate in 1") && tries.is_some(), "{text}");
    let (text, tries) = shown("proof #3 tries 1 1k");
    assert!(!text.contains("no tries") && tries.is_none(), "{text}");
    assert!(text.contains("not looked for to the end"), "{text}");
}

#[test]
fn more_than_twenty_solutions_are_shown_only_if_all_are_asked_for() {
    let fen = "8/8/8/3k4/8/8/2R5/K7 b - - 0 1";
    let shown = |line: &str| {
        let mut user = at(fen);
        let reply = user.done(line);
        let answer = reply.of::<ProblemAnswer>().cloned().expect(line);
        let text = answer.page(&Settings::default());
        let text: Vec<String> = text.lines().iter().map(|line| line.text()).collect();
        let json: serde_json::Value = serde_json::to_value(&answer).unwrap();
        let counts = (json["solutions"].clone(), json["short"].clone());
        (text, json["lines"].as_array().unwrap().len(), counts, answer.solution)
    };
    let (few, listed, counts, solution) = shown("proof h#5 5M");
    let solutions = solution.solutions();
    assert!(solutions > 20, "{solution}");
    assert!(listed <= 40 && few.len() < 46, "{few:?}");
    let more = format!("  and {} more solutions; `all` prints them", solutions - 20);
    assert!(few.contains(&more), "{few:?}");
    let (whole, listed, all_counts, _) = shown("proof h#5 5M all");
    assert_eq!((listed, counts), (solution.lines.len(), all_counts));
    assert!(whole.len() > solutions && !whole.iter().any(|line| line.contains("`all`")));
}

/// Breuker's mate in 38: the bishop takes a pawn in each round, and returns.
#[test]
fn a_long_mate_is_summed_up_by_its_manoeuvre() {
    let mut user = at("1R6/6pK/5p2/4p3/1B1p3n/8/p1p1pp2/1k3b2 w - - 0 1");
    verdict(&mut user, "proof 200k");
    let reply = user.done("proof tree ply 1");
    let tree = reply.of::<TreeAnswer>().unwrap();
    let tree = &tree.tree;
    let summary = tree.summary.clone().unwrap();
    assert_eq!((summary.moves, tree.mate), (38, 38));
    assert!(summary.checks > 30 && summary.captures >= 4 && summary.forced > 30, "{summary:?}");
    let manoeuvre = summary.manoeuvre.unwrap();
    assert_eq!((manoeuvre.round.len(), manoeuvre.gone.len()), (16, manoeuvre.returns.len() - 1));
    assert!(manoeuvre.returns.windows(2).all(|pair| pair[1] - pair[0] == 8), "{manoeuvre:?}");
    let taken: Vec<_> = manoeuvre.gone.iter().flatten().map(|(piece, _)| *piece).collect();
    assert!(taken.len() >= 3 && taken.iter().all(|&piece| piece == Piece::Pawn), "{manoeuvre:?}");
}

/// The prover finds a mate within the length; whether a shorter one exists is a separate question.
#[test]
fn a_problem_with_a_shorter_solution_is_not_as_it_was_meant() {
    let solved = |fen: &str, line: &str| {
        at(fen).done(line).of::<ProblemAnswer>().cloned().expect(line).solution
    };
    let four = "Q7/8/8/4k3/p7/8/5PPP/R2r2K1 w - - 0 1";
    for line in ["proof #5 1.1 400k", "proof #7 1.1"] {
        let solution = solved(four, line);
        assert!(!solution.is_as_intended(), "{line}: {solution}");
        assert!(solution.short() == 1 || !solution.complete, "{line}: {solution}");
        assert!(solution.nodes > 0, "{line}: the prover's nodes count");
    }
}

#[test]
fn duals_are_looked_for_in_every_mate_in_four() {
    let solved = |fen: &str, line: &str| {
        at(fen).done(line).of::<ProblemAnswer>().cloned().expect(line).solution
    };
    let four = solved("8/1p3RR1/1kp1N3/p7/n2P2pP/6K1/8/8 w - - 0 1", "proof #4");
    assert!(four.all_duals && four.complete, "{four}");
    // After 1.Kxh2 Rc6 2.Rh7+ mates no sooner than 2.Rf3, though it was threatened as an immediate mate.
    let three = solved("2r5/5R2/8/8/2p4k/8/6Kp/6Q1 w - - 0 1", "proof #3");
    assert_eq!(three.duals(), 5, "{three}");
}

#[test]
fn by_the_rules_of_problems_no_clock_counts() {
    let mut user = at("7k/R7/8/8/p7/8/8/1R2K3 b - - 99 80");
    let found = verdict(&mut user, "proof 3");
    assert_eq!(found.task.attacker, Color::White);
    assert_eq!(found.outcome.proof.unwrap().mate(), 1);
}

#[test]
fn what_the_rules_of_games_deny_is_refuted_and_no_limit_is_named() {
    for (fen, moves) in
        [("7k/8/8/8/8/8/R7/1R2K3 w - - 98 80", 2), ("7k/8/8/8/8/P7/R7/1R2K3 w - - 98 80", 3)]
    {
        let mut user = at(fen);
        let one = verdict(&mut user, &format!("proof {moves} game"));
        assert_eq!((one.outcome.refuted, one.outcome.ended), (moves, Ended::Settled), "{fen}");
        let all = verdict(&mut user, &format!("proof all {moves} game"));
        assert_eq!((all.outcome.refuted, all.outcome.ended), (moves, Ended::Settled), "{fen}");
        assert!(all.keys.unwrap().open.is_empty(), "{fen}");
    }
    let mut user = TestUser::new();
    let open = verdict(&mut user, "proof all 5 1k");
    assert!(open.outcome.proof.is_none() && open.outcome.ended == Ended::Nodes);
}
