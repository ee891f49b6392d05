//! Where a typed rule can change a search: said of rules, and checked against what happens to the moves of positions.

use super::*;
use crate::chess::epd::Epd;
use crate::search::Rule;
use crate::search::extend::{self, Facts, LastMove};
use crate::search::typed_rules::{TypedRules, largest};
use crate::units::NodeKind;

fn params(typed: &str) -> Params {
    let mut params = Params::default();
    params.set("extension.typed", typed).unwrap();
    params
}

/// Where the first of some rules can matter, and which others cover it.
fn reach(typed: &str) -> ([bool; 3], Vec<&'static str>) {
    let params = params(typed);
    let rule = params.typed.iter().next().unwrap_or_else(|| panic!("{typed}"));
    let reach = params.typed.reach(&params.extensions, rule);
    (reach.kinds, reach.covered_by.iter().map(|rule| rule.name()).collect())
}

/// Each rule that cannot matter is followed by rules with one condition less, or a larger weight, that can.
#[test]
fn a_rule_under_another_cannot_matter() {
    const NOWHERE: [bool; 3] = [false; 3];
    const EVERYWHERE: [bool; 3] = [true; 3];
    const ALL_ONLY: [bool; 3] = [false, false, true];
    for (rules, kinds, covered_by) in [
        ("r Q gives check protected ½", NOWHERE, &["check"][..]),
        ("r Q protected ½", EVERYWHERE, &[]),
        ("r Q gives check protected 1¼", EVERYWHERE, &[]),
        ("r Q gives check 1¼/1/1", [true, false, false], &["check"]),
        ("r Q gives check 1/0/0", NOWHERE, &["check"]),
        ("r Q near king ½", NOWHERE, &["check"]),
        ("r QR near king ½", EVERYWHERE, &[]),
        ("r N near king ½", EVERYWHERE, &[]),
        ("r P to 7 passed ½", ALL_ONLY, &["pawn-to-seventh"]),
        ("r P to 7 ¼", NOWHERE, &["pawn-to-seventh"]),
        ("r P to 6-7 ¼", EVERYWHERE, &[]),
        ("r P from 6 ¼", NOWHERE, &["pawn-to-seventh"]),
        ("r P from 5-6 ¼", EVERYWHERE, &[]),
        ("r passed to 7-8 ¼", NOWHERE, &["pawn-to-seventh"]),
        ("r any to 7 ¼", EVERYWHERE, &[]),
        ("r P to 7 gives check 1", NOWHERE, &["check"]),
        ("r takes same-square ½", EVERYWHERE, &[]),
        ("r B takes Q ½, s takes Q ½", NOWHERE, &["s"]),
        ("r B takes Q ½, s takes Q ¼", EVERYWHERE, &[]),
        ("r B takes ½, s takes PN ½, t takes BRQ ½", NOWHERE, &["s", "t"]),
        ("r B ½, s takes PN ½, t takes BRQ ½", EVERYWHERE, &[]),
        ("r P to 7 ½, s passed ½/½/½", NOWHERE, &["pawn-to-seventh", "s"]),
        // No move meets the conditions.
        ("r N passed ½", NOWHERE, &[]),
        ("r P to 1 ½", NOWHERE, &[]),
        ("r P to 8 passed ½", NOWHERE, &[]),
        ("r B from a1 to a2 ½", NOWHERE, &[]),
        ("r any takes K ½", NOWHERE, &[]),
        ("r R from a1 to a2 ½", EVERYWHERE, &[]),
        ("r K from e1 to h1 ½", EVERYWHERE, &[]),
        ("r N from e1 to h1 ½", NOWHERE, &[]),
    ] {
        let covered_by: Vec<&str> = covered_by.to_vec();
        assert_eq!(reach(rules), (kinds, covered_by), "{rules}");
    }
}

/// What covers a rule depends on the weights that are set.
#[test]
fn the_reach_of_a_rule_follows_the_weights() {
    let mut params = params("r Q gives check ½");
    for (weights, kinds) in
        [("0", [true; 3]), ("4/0/0", [false, true, true]), ("1/2/3", [true, false, false])]
    {
        params.set("extension.check", weights).unwrap();
        let rule = params.typed.iter().next().unwrap();
        assert_eq!(params.typed.reach(&params.extensions, rule).kinds, kinds, "{weights}");
    }
}

/// Calls `tell` with the facts of moves that answer moves of positions.
fn each_facts(mut tell: impl FnMut(&Facts<'_>)) {
    for name in ["tactics", "endgames", "mates"] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../positions");
        let rows = std::fs::read_to_string(format!("{folder}/{name}.epd")).unwrap();
        let rows = rows.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        for row in rows.step_by(9) {
            let position = Epd::parse(row).unwrap().position;
            for before in position.legal_moves().iter().step_by(3) {
                let parent = position.play(before.mv);
                let (piece, victim) = (position.moved(before.mv), position.captured(before.mv));
                let last = Some(LastMove { mv: before.mv, piece, victim });
                for legal in &parent.legal_moves() {
                    let (mv, child) = (legal.mv, parent.play(legal.mv));
                    let (replies, mate_threat, singular) = (0, false, None);
                    let facts = Facts {
                        parent: &parent,
                        child: &child,
                        mv,
                        last,
                        replies,
                        mate_threat,
                        singular,
                    };
                    tell(&facts);
                }
            }
        }
    }
}

/// A built-in rule that the grammar expresses fires where its conditions hold.
#[test]
fn the_grammar_says_what_a_built_in_rule_does() {
    let expressed = Rule::ALL.into_iter().filter(|rule| rule.conditions().is_some());
    let expressed: Vec<Rule> = expressed.collect();
    assert!(expressed.contains(&Rule::Check) && expressed.contains(&Rule::PawnSeventh));
    let typed = expressed
        .iter()
        .map(|rule| format!("its-{} {} 1", rule.name(), rule.conditions().unwrap()));
    let typed = TypedRules::read(&typed.collect::<Vec<_>>().join(",")).unwrap();
    let (params, mut fired) = (Params::default(), 0);
    each_facts(|facts| {
        let all = extend::all(&params.extensions, NodeKind::Pv, facts);
        for (rule, typed) in expressed.iter().zip(typed.iter()) {
            let fires = all.iter().any(|(found, _)| found == rule);
            assert_eq!(typed.fires(facts), fires, "{}: {:?}", rule.name(), facts.mv);
            fired += u32::from(fires);
        }
    });
    assert!(fired > 500, "{fired}");
}

/// No rule that is said not to matter adds to any move, and most of those that are said to do add to one.
#[test]
fn no_move_gets_more_by_a_rule_that_cannot_matter() {
    let mut rules = Vec::new();
    for pieces in ["any", "P", "N", "QR", "K"] {
        for (at, place) in ["", "to 7", "from 6", "to 6-8", "to f-h"].into_iter().enumerate() {
            for named in [
                "",
                "gives check",
                "near king",
                "passed",
                "takes same-square",
                "takes Q",
                "near king protected",
            ] {
                let weight = ["¼", "½", "1/½/0", "1"][(rules.len() + at) % 4];
                rules.push(format!("r {pieces} {place} {named} {weight}"));
            }
        }
    }
    let all: Vec<Params> = rules.iter().map(|rule| params(rule)).collect();
    let kinds: Vec<[bool; 3]> = rules.iter().map(|rule| reach(rule).0).collect();
    let mut mattered = vec![[false; 3]; rules.len()];
    each_facts(|facts| {
        for (params, mattered) in all.iter().zip(&mut mattered) {
            let typed = params.typed.iter().next().unwrap();
            if typed.fires(facts) {
                for kind in NodeKind::ALL {
                    let found = largest((&params.extensions, &params.typed), kind, facts);
                    mattered[kind as usize] |= found.is_some_and(|found| found.rule == typed.rule);
                }
            }
        }
    });
    let (mut claimed, mut seen) = (0, 0);
    for ((rule, kinds), mattered) in rules.iter().zip(kinds).zip(mattered) {
        for (can, does) in kinds.into_iter().zip(mattered) {
            assert!(can || !does, "{rule} is said not to matter, and does");
            (claimed, seen) = (claimed + u32::from(can), seen + u32::from(can && does));
        }
    }
    assert!(seen * 2 >= claimed, "{seen} of {claimed}");
}
