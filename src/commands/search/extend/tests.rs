//! What a typed rule is said to do, and the rules of the help.

use super::*;
use crate::engine::Options;

fn answer(rules: &str) -> TypedAnswer {
    let mut options = Options::default();
    options.set("extension.typed", rules).unwrap();
    TypedAnswer::of(&options.params, None)
}

fn verdicts(rules: &str) -> Vec<String> {
    answer(rules).rules.iter().filter_map(TypedRow::verdict).collect()
}

#[test]
fn a_rule_that_cannot_matter_says_so() {
    for (rule, said) in [
        (
            "r Q gives check protected ½",
            "r cannot matter: as much comes from check, and only the largest counts",
        ),
        (
            "r P from 6 ½",
            "r cannot matter at PV and cut nodes: as much comes from pawn-to-seventh, and only the largest counts",
        ),
        ("r N passed ½", "r cannot matter: no move meets its conditions, or its weight is 0"),
        ("r any 0", "r cannot matter: no move meets its conditions, or its weight is 0"),
        (
            "r P to 7 gives check 1, s any 1",
            "r cannot matter: as much comes from check, and only the largest counts",
        ),
    ] {
        assert_eq!(verdicts(rule), [said], "{rule}");
    }
    let two = verdicts("r B to a-d ½, s B to e-h ½, t B takes ¼");
    let said = "t cannot matter: as much comes from r and s, and only the largest counts";
    assert_eq!(two, [said]);
}

#[test]
fn the_rules_of_the_help_can_matter() {
    let typed: Vec<&str> = ROW
        .examples
        .iter()
        .filter(|(.., shown)| !shown.is_empty())
        .map(|(line, ..)| *line)
        .collect();
    assert!(typed.len() >= 8);
    for line in typed {
        let rule = line.strip_prefix("extend ").unwrap();
        let answer = answer(rule);
        assert!(answer.rules[0].verdict().is_none(), "{line}: {answer:?}");
    }
}
