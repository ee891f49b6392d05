//! User-defined extension rules: each condition fires where it should and not where it misses, and errors point at the word.

use super::*;
use crate::chess::{Move, notation};
use crate::search::Rule;
use crate::search::extend::{Facts, LastMove};
use crate::search::typed_rules::{RuleText, TypedRules, largest};
use crate::units::{Depth, NodeKind};

/// Returns whether a rule fires for a move; `before` is the move before it, if there was one.
fn fires(rule: &str, fen: &str, line: &str) -> bool {
    let rules = TypedRules::read(&format!("sac {rule}")).unwrap_or_else(|e| panic!("{rule}: {e}"));
    let rule = rules.iter().next().unwrap();
    let mut position = Position::from_fen(fen).unwrap();
    let mut last: Option<LastMove> = None;
    let moves: Vec<&str> = line.split_whitespace().collect();
    for (number, san) in moves.iter().enumerate() {
        let mv: Move = notation::parse_move(&position, san).unwrap();
        let child = position.play(mv);
        let parent = &position;
        let facts = Facts {
            parent,
            child: &child,
            mv,
            last,
            replies: 0,
            mate_threat: false,
            singular: None,
        };
        if number + 1 == moves.len() {
            return rule.fires(&facts);
        }
        let (piece, victim) = (position.moved(mv), position.captured(mv));
        last = Some(LastMove { mv, piece, victim });
        position = child;
    }
    unreachable!("no move")
}

#[test]
fn each_condition_holds_or_does_not() {
    const GIFT: &str = "r1bq1rk1/pppn1ppp/4p3/3pP3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R w KQ - 0 1";
    const PAWNS: &str = "4k3/8/8/P7/7p/8/8/4K3 w - - 0 1";
    const TAKES: &str = "4k3/8/4p3/3n4/8/2N5/8/4K3 w - - 0 1";
    for (rule, fen, line, expected) in [
        ("BN takes near king ¾", GIFT, "Bxh7+", true),
        ("N takes near king ¾", GIFT, "Bxh7+", false),
        ("BN takes QR near king ¾", GIFT, "Bxh7+", false),
        ("BN takes P near king ¾", GIFT, "Bxh7+", true),
        ("BN near king ¾", GIFT, "Bf5", false),
        ("B takes ¾", GIFT, "Bf5", false),
        ("any to h7 ½", GIFT, "Bxh7+", true),
        ("any to h8 h7 ½", GIFT, "Bxh7+", true),
        ("any to h7 1", GIFT, "Bf5", false),
        ("from d ½", GIFT, "Bxh7+", true),
        ("from e-h ½", GIFT, "Bxh7+", false),
        ("gives check ½", GIFT, "Bxh7+", true),
        ("gives check ½", GIFT, "Ng5", false),
        ("P to 6-7 passed ¼", PAWNS, "a6", true),
        ("P to 6-7 passed ¼", "4k3/1p6/8/P7/7p/8/8/4K3 w - - 0 1", "a6", false),
        ("passed ¼", "4k3/2p5/8/P7/8/8/8/4K3 w - - 0 1", "a6", true),
        ("P to 6 ¼", PAWNS, "Kd2 h3", true),
        ("P to 3 ¼", PAWNS, "Kd2 h3", false),
        ("passed ¼", PAWNS, "Kd2", false),
        ("protected ½", GIFT, "Ng5", true),
        ("protected ½", GIFT, "Nh4", false),
        ("same-square ¼", TAKES, "Nxd5 exd5", true),
        ("same-square ¼", TAKES, "Nxd5 Kd7", false),
        ("same-square ¼", TAKES, "Nxd5", false),
    ] {
        assert_eq!(fires(rule, fen, line), expected, "{rule}: {line}");
    }
}

#[test]
fn errors_point_at_the_word() {
    for (text, at, said) in [
        ("", "", "begins with a name"),
        ("check any ½", "check", "cannot be the name"),
        ("sac BN tkes near king ¾", "tkes", "says nothing here"),
        ("sac BN takes near king", "near", "says nothing here"),
        ("sac", "", "comes last"),
        ("sac BN takes near king 3", "3", "comes last"),
        ("sac to x9 ½", "x9", "behind \"to\""),
        ("sac from ½", "½", "behind \"from\""),
        ("sac Bx ½", "Bx", "says nothing here"),
        ("sac ½ BN", "½", "says nothing here"),
        ("sac any 1/½", "1/½", "comes last"),
        ("sac near ½", "near", "says nothing here"),
    ] {
        let error = RuleText::read(text).unwrap_err();
        assert_eq!(&text[error.span.clone()], at, "{text}: {error}");
        assert!(error.to_string().contains(said), "{text}: {error}");
    }
}

#[test]
fn rules_are_one_text_and_read_back() {
    let text = "sac BN takes near king ¾, sac2 any to h7 1/½/0, sac3 P to 6-7 passed 0.25";
    let rules = TypedRules::read(text).unwrap();
    assert_eq!(rules.to_string(), text);
    let second = rules.iter().nth(1).unwrap();
    assert_eq!(second.weights().map(Depth::in_quarters), [4, 2, 0]);
    let rules = rules.without(second.rule);
    assert_eq!(rules.to_string(), "sac BN takes near king ¾, sac3 P to 6-7 passed 0.25");
    let again = rules.with(RuleText::read("sac any 1").unwrap()).unwrap();
    assert_eq!(again.to_string(), "sac any 1, sac3 P to 6-7 passed 0.25");
    assert_eq!(TypedRules::read("none").unwrap(), TypedRules::NONE);
    let full = TypedRules::read(&["sac any 1", "sac2 any 1", "sac3 any 1"].join(",")).unwrap();
    assert_eq!(full.iter().count(), 3);
}

/// It fires in the search, is counted in the ledger, and has no effect if absent.
#[test]
fn a_typed_rule_fires_in_a_search() {
    let mut params = Params::default();
    let (plain, nodes) = run(KIWIPETE, params.clone(), Limits::depth(6));
    assert_eq!(plain.ledger.rules.len(), Rule::COUNT);
    params.set("extension.typed", "sac any takes near king 1").unwrap();
    let (finished, with_rule) = run(KIWIPETE, params.clone(), Limits::depth(6));
    let used = finished.ledger.rules.iter().find(|used| used.rule.name() == "sac").unwrap();
    assert!(used.fired > 0 && used.added > 0);
    assert!(with_rule != nodes);
    params.switch_off(used.rule);
    assert_eq!(run(KIWIPETE, params, Limits::depth(6)).1, nodes);
}

/// The largest counts, built in or typed.
#[test]
fn the_largest_weight_counts() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    let mv = notation::parse_move(&position, "Ra8+").unwrap();
    let child = position.play(mv);
    let facts = Facts {
        parent: &position,
        child: &child,
        mv,
        last: None,
        replies: 0,
        mate_threat: false,
        singular: None,
    };
    let mut params = Params::default();
    for (rule, name, quarters) in [("sac R 1½", "sac", 6), ("sac R ½", "check", 4)] {
        params.set("extension.typed", rule).unwrap();
        let found = largest((&params.extensions, &params.typed), NodeKind::Pv, &facts).unwrap();
        assert_eq!((found.rule.name(), found.amount.in_quarters()), (name, quarters));
    }
}
