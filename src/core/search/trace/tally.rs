//! A tracer that counts what each extension rule did: it keeps the [`Ledger`].

use super::{Depth64, Ledger, RuleUse, Tracer};
use crate::search::extend::Rule;
use crate::units::Depth;

#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    fired: [u64; Rule::SLOTS],
    added: [Depth64; Rule::SLOTS],
    /// Nodes by the rule that extended the nearest move above; the last are those below none.
    nodes: [u64; Rule::SLOTS + 1],
    denied: u64,
    /// Beta cutoffs of the main search, and those by the first move.
    cutoffs: [u64; 2],
}

impl Tracer for Tally {
    #[inline(always)]
    fn visit(&mut self, owner: Option<Rule>) {
        self.nodes[owner.map_or(Rule::SLOTS, Rule::index)] += 1;
    }

    #[inline(always)]
    fn extended(&mut self, rule: Rule, amount: Depth) {
        self.fired[rule.index()] += 1;
        self.added[rule.index()] += Depth64::from(amount.raw());
    }

    #[inline(always)]
    fn denied(&mut self) {
        self.denied += 1;
    }

    #[inline(always)]
    fn cutoff(&mut self, number: usize) {
        self.cutoffs[0] += 1;
        self.cutoffs[1] += u64::from(number == 1);
    }

    fn ledger(&self) -> Ledger {
        let typed = Rule::TYPED.into_iter().filter(|rule| self.fired[rule.index()] > 0);
        let rules = Rule::ALL
            .into_iter()
            .chain(typed)
            .map(|rule| RuleUse {
                rule,
                fired: self.fired[rule.index()],
                nodes: self.nodes[rule.index()],
                added: self.added[rule.index()],
            })
            .collect();
        Ledger {
            rules,
            nodes: self.nodes.iter().sum(),
            plain_nodes: self.nodes[Rule::SLOTS],
            denied: self.denied,
            cutoffs: self.cutoffs[0],
            first_cutoffs: self.cutoffs[1],
            line: Vec::new(),
        }
    }

    fn clear(&mut self) {
        *self = Tally::default();
    }
}
