//! Trials: the same whoever does them, and summed as they should be.

use super::*;
use crate::tools::lab::SetupTally;
use crate::tools::suite;
use crate::units::NodeKind;

const SUITE: &str = "\
    r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id \"scholar\";\n\
    7k/8/8/8/8/8/R7/1R2K3 w - - bm #2; id \"ladder\";\n\
    8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - bm Kb1; id \"Fine\";\n";

fn options() -> Options {
    let mut options = Options::default();
    options.set("Hash", "1").unwrap();
    options
}

fn trials(setups: &[LabSetup], jobs: usize) -> Vec<(TrialPlace, Trial)> {
    let items = suite::read_file(SUITE.as_bytes()).unwrap().items;
    let places =
        (0..setups.len()).flat_map(|setup| (0..3).map(move |item| TrialPlace { setup, item }));
    let left: Vec<TrialPlace> = places.collect();
    let plan = LabPlan { items: &items, setups, left: &left, nodes: 2_000, jobs };
    let mut done = Vec::new();
    let stopped =
        run(&plan, &options(), &StopFlag::new(), &mut |place, trial| done.push((place, trial)));
    assert!(!stopped.unwrap());
    done.sort_by_key(|(place, _)| *place);
    // Time is no part of what must be the same.
    for (_, trial) in &mut done {
        trial.elapsed = Duration::ZERO;
        trial.solution = trial.solution.map(|(nodes, _)| (nodes, Duration::ZERO));
    }
    done
}

#[test]
fn jobs_do_not_change_trials() {
    let setups = LabSetup::all(&["quarterply", "plain"], &[]);
    let one = trials(&setups, 1);
    assert_eq!(one, trials(&setups, 3));
    assert_eq!(one.len(), 6);
    let (_, mate) = &one[0];
    assert!(mate.solved && mate.solution.unwrap().0 <= mate.nodes);
    assert!(
        one.iter().all(|(_, trial)| trial.nodes <= 2_000 && trial.cutoffs.1 <= trial.cutoffs.0)
    );
    assert!(one[..3].iter().any(|(_, trial)| trial.rules.iter().sum::<u64>() > 0));
    assert!(
        one[3..].iter().all(|(_, trial)| trial.rules.iter().sum::<u64>() == 0),
        "plain has no rules"
    );
}

#[test]
fn an_ablation_leaves_out_only_what_a_profile_has() {
    let rules = Without::rules();
    assert_eq!(LabSetup::all(&["plain"], &rules), [LabSetup::whole("plain")]);
    let slow = LabSetup::all(&["slow"], &rules);
    assert!(slow.iter().all(|setup| setup.without != Without::Rule(Rule::Singular)));
    assert!(slow.contains(&LabSetup { profile: "slow", without: Without::AnyExtension }));
    assert_eq!(slow.iter().filter(|setup| setup.without == Without::Nothing).count(), 1);
}

#[test]
fn a_rule_is_left_out_at_one_kind_of_node() {
    let exchess = LabSetup::all(&["exchess"], &Without::weights());
    let names: Vec<_> = exchess.iter().filter_map(|setup| setup.without.name()).collect();
    assert!(names.contains(&"check.pv".into()), "{names:?}");
    assert!(!names.contains(&"check.cut".into()), "checks count on the principal variation alone");
    let without = Without::Weight(Rule::Check, NodeKind::Pv);
    let setup = LabSetup { profile: "exchess", without };
    let options = setup.options(&options()).unwrap();
    assert_eq!(options.get("extension.check").as_deref(), Some("0"));
    let of_rule =
        LabSetup { profile: "quarterply", without: Without::Weight(Rule::Check, NodeKind::Cut) };
    let options = of_rule.options(&options).unwrap();
    assert_eq!(options.get("extension.check").as_deref(), Some("4/0/2"));
}

#[test]
fn a_tally_adds_up() {
    let trial = |solution: Option<u64>, nodes: u64| Trial {
        solved: solution.is_some(),
        solution: solution.map(|nodes| (nodes, Duration::from_millis(nodes))),
        nodes,
        elapsed: Duration::from_millis(nodes),
        depth: (2, nodes),
        cutoffs: (10, 7),
        rules: [1; Rule::COUNT],
    };
    let tally = SetupTally::of(&[trial(Some(90), 100), trial(None, 400), trial(Some(5), 100)]);
    assert_eq!((tally.tried, tally.solved, tally.nodes), (3, 2, 600));
    assert_eq!((tally.solutions.clone(), tally.median_solution()), (vec![5, 90], Some(90)));
    assert_eq!(tally.cutoffs, (30, 21));
    // The cube root of 10 · 20 · 10.
    assert!((tally.branching().unwrap() - 2000_f64.cbrt()).abs() < 1e-9);
    assert_eq!((tally.depth(), tally.extended()), (Some(2.0), 3 * Rule::COUNT as u64));
    assert_eq!(SetupTally::of(&[]).branching(), None);
}
