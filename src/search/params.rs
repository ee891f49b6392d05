//! Every number of the search, by name, with its unit, its range and where it came from.
//!
//! Starting values are the field's (Weiss, Simbelmyne, Ethereal; collected in the project's notes on strength), moved where
//! our own measurements said so. `set NAME VALUE` changes one; a search freezes its copy when it starts.

use super::extend::Rule;
use super::order::NodeKind;
use crate::units::Depth;

/// The weight of each extension rule at each kind of node. Zero switches a rule off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extensions([[Depth; 3]; Rule::COUNT]);

impl Extensions {
    /// No extension at all.
    pub const NONE: Extensions = Extensions([[Depth::ZERO; 3]; Rule::COUNT]);

    /// From quarters for each rule at Pv, Cut and All nodes, in the order of [`Rule::ALL`].
    pub const fn quarters(rows: [[i32; 3]; Rule::COUNT]) -> Extensions {
        let mut weights = Extensions::NONE;
        let mut rule = 0;
        while rule < Rule::COUNT {
            let mut kind = 0;
            while kind < 3 {
                weights.0[rule][kind] = Depth::quarters(rows[rule][kind]);
                kind += 1;
            }
            rule += 1;
        }
        weights
    }

    /// What a rule adds at a kind of node.
    #[inline(always)]
    pub const fn of(&self, rule: Rule, kind: NodeKind) -> Depth {
        self.0[rule.index()][kind as usize]
    }

    /// Whether a rule adds anything anywhere.
    pub const fn is_on(&self, rule: Rule) -> bool {
        let row = &self.0[rule.index()];
        row[0].raw() != 0 || row[1].raw() != 0 || row[2].raw() != 0
    }

    /// Whether any rule is on.
    pub fn any(&self) -> bool {
        Rule::ALL.into_iter().any(|rule| self.is_on(rule))
    }

    /// Gives a rule new weights, in quarters, for Pv, Cut and All nodes.
    pub fn set(&mut self, rule: Rule, quarters: [i32; 3]) {
        self.0[rule.index()] = quarters.map(Depth::quarters);
    }

    /// A rule's weights in quarters for Pv, Cut and All nodes.
    pub fn get(&self, rule: Rule) -> [i32; 3] {
        self.0[rule.index()].map(Depth::in_quarters)
    }
}

/// The most quarters that one rule may add: beyond that, a line of two moves could grow the search.
pub const MOST_QUARTERS: i32 = 8;

/// What is wrong with a parameter that was set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParamError {
    /// There is none of that name.
    #[error("there is no parameter \"{0}\"; `get` lists them all")]
    Unknown(String),
    /// The value does not fit.
    #[error("{name} takes {wanted}, not \"{got}\"")]
    Value {
        /// The parameter.
        name: String,
        /// What it takes.
        wanted: String,
        /// What was given.
        got: String,
    },
}

/// A parameter as people see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParamEntry {
    /// Its name for `set` and `get`.
    pub name: String,
    /// Its value now.
    pub value: String,
    /// Its value in the default profile.
    pub default: String,
    /// The unit.
    pub unit: &'static str,
    /// What it does.
    pub summary: &'static str,
}

macro_rules! numbers {
    ($($field:ident = $default:literal, $low:literal..=$high:literal, $name:literal, $unit:literal, $summary:literal;)*) => {
        /// All numbers of the search.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            /// The weights of the extension rules.
            pub extensions: Extensions,
            $(#[doc = concat!($summary, " (", $unit, ").")] pub $field: i32,)*
        }

        impl Params {
            /// The starting numbers with these extensions.
            pub const fn with(extensions: Extensions) -> Params {
                Params { extensions, $($field: $default,)* }
            }

            fn number(&mut self, name: &str) -> Option<(&mut i32, i32, i32)> {
                match name {
                    $($name => Some((&mut self.$field, $low, $high)),)*
                    _ => None,
                }
            }

            fn numbers(&self) -> Vec<(&'static str, i32, &'static str, &'static str)> {
                vec![$(($name, self.$field, $unit, $summary),)*]
            }
        }
    };
}

numbers! {
    aspiration_delta = 14, 1..=500, "aspiration.delta", "cp", "half the first window around the last score";
    aspiration_depth = 4, 1..=64, "aspiration.depth", "plies", "iterations before it search the full window";
    reverse_futility_depth = 8, 0..=32, "reverse-futility.depth", "plies", "deepest node that a high static value ends";
    reverse_futility_margin = 80, 0..=1000, "reverse-futility.margin", "cp a ply", "how far above beta that must be";
    razoring_depth = 3, 0..=16, "razoring.depth", "plies", "deepest node that is resolved at once when hopeless";
    razoring_margin = 240, 0..=2000, "razoring.margin", "cp a ply", "how far below alpha is hopeless";
    null_depth = 2, 1..=64, "null.depth", "plies", "shallowest node that tries passing";
    null_base = 232, 64..=640, "null.base", "1/64 ply", "what passing takes off the depth, at least";
    null_slope = 18, 0..=64, "null.slope", "1/64 of the depth", "what it takes off besides";
    null_eval = 210, 20..=2000, "null.eval", "cp a ply", "static value above beta that takes off a ply more";
    null_verify = 12, 1..=64, "null.verify", "plies", "from here a null cut is verified by a search without null moves";
    probcut_depth = 5, 3..=64, "probcut.depth", "plies", "shallowest node that tries captures at less depth";
    probcut_margin = 190, 20..=1000, "probcut.margin", "cp", "how far above beta they must score";
    iir_depth = 4, 1..=64, "iir.depth", "plies", "from here a node without a table move loses a ply";
    late_move_depth = 8, 0..=32, "late-move.depth", "plies", "deepest node that leaves out late quiet moves";
    late_move_base = 3, 0..=64, "late-move.base", "moves", "quiet moves tried at least, plus the square of the depth";
    futility_depth = 8, 0..=32, "futility.depth", "plies", "deepest node that leaves out quiet moves below alpha";
    futility_base = 90, 0..=1000, "futility.base", "cp", "how far below alpha, at least";
    futility_slope = 95, 0..=1000, "futility.slope", "cp a ply", "and for each ply";
    history_prune_depth = 3, 0..=32, "history-prune.depth", "plies", "deepest node that leaves out moves of bad history";
    history_prune_slope = 3000, 0..=20000, "history-prune.slope", "history a ply", "how bad";
    exchange_depth = 8, 0..=32, "exchange.depth", "plies", "deepest node that leaves out losing exchanges";
    exchange_quiet = 60, 0..=1000, "exchange.quiet", "cp a ply", "what a quiet move may lose";
    exchange_capture = 95, 0..=1000, "exchange.capture", "cp a ply", "what a capture may lose";
    reduce_base = 40, -256..=512, "reduce.base", "1/64 ply", "reduction of a late quiet move";
    reduce_slope = 14, 0..=64, "reduce.slope", "1/64 ply", "times log2 of the depth times log2 of the move's number";
    reduce_noisy = 0, 0..=100, "reduce.noisy", "%", "of that for captures and promotions";
    reduce_history = 120, 10..=2000, "reduce.history", "history a 1/64 ply", "history that takes off one 64th";
    reduce_cut = 80, 0..=256, "reduce.cut", "1/64 ply", "more at expected cut nodes";
    reduce_pv = 64, 0..=256, "reduce.pv", "1/64 ply", "less on the principal variation";
    reduce_worsening = 40, 0..=256, "reduce.worsening", "1/64 ply", "more where the static value fell in two plies";
    reduce_check = 200, 0..=256, "reduce.check", "1/64 ply", "less for a move that gives check";
    reduce_killer = 48, 0..=256, "reduce.killer", "1/64 ply", "less for killers and counter moves";
    reduce_escape = 64, 0..=256, "reduce.escape", "1/64 ply", "less for moves out of check";
    singular_depth = 9, 4..=64, "singular.depth", "plies", "shallowest node that asks whether the table's move is singular";
    singular_margin = 2, 0..=64, "singular.margin", "cp a ply", "how far short of it all others must fall";
    resolve_delta = 180, 0..=2000, "resolve.delta", "cp", "margin of delta pruning when quiescing";
    resolve_checks = 2, 0..=8, "resolve.checks", "plies", "quiescing plies that try quiet checks without cause";
    resolve_active = 4, 0..=16, "resolve.active", "plies", "quiescing plies that try checks at all";
    resolve_neutral = 2, 0..=16, "resolve.neutral", "plies", "quiescing plies that still try even exchanges";
    cap_percent = 200, 100..=1000, "cap.percent", "% of the nominal depth", "longest line of the main search";
    cap_plies = 16, 0..=200, "cap.plies", "plies", "and so many more";
    budget_percent = 100, 0..=1000, "budget.percent", "% of the nominal depth", "what extensions may add to one line";
    budget_plies = 8, 0..=200, "budget.plies", "plies", "and so many more";
}

impl Params {
    /// Sets one by name: a number, or for `extension.RULE` quarters of a ply, one for all nodes or three as `4/2/1` for
    /// Pv, Cut and All nodes.
    ///
    /// # Errors
    /// If there is none of that name or the value is not in its range.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let wrong = |wanted: String| ParamError::Value {
            name: name.to_owned(),
            wanted,
            got: value.to_owned(),
        };
        if let Some(rule) = name.strip_prefix("extension.") {
            let Some(rule) = Rule::ALL.into_iter().find(|known| known.name() == rule) else {
                return Err(ParamError::Unknown(name.to_owned()));
            };
            let range =
                format!("quarters of a ply, 0 to {MOST_QUARTERS}, or three of them as 4/2/1");
            let parts: Option<Vec<i32>> = value
                .split('/')
                .map(|part| part.trim().parse().ok().filter(|q| (0..=MOST_QUARTERS).contains(q)))
                .collect();
            match parts.as_deref() {
                Some(&[all]) => self.extensions.set(rule, [all; 3]),
                Some(&[pv, cut, other]) => self.extensions.set(rule, [pv, cut, other]),
                _ => return Err(wrong(range)),
            }
            return Ok(());
        }
        let Some((number, low, high)) = self.number(name) else {
            return Err(ParamError::Unknown(name.to_owned()));
        };
        match value.trim().parse() {
            Ok(given) if (low..=high).contains(&given) => {
                *number = given;
                Ok(())
            }
            _ => Err(wrong(format!("a whole number from {low} to {high}"))),
        }
    }

    /// The value of one by name, as [`Params::set`] takes it.
    pub fn get(&self, name: &str) -> Option<String> {
        self.entries().into_iter().find(|entry| entry.name == name).map(|entry| entry.value)
    }

    /// All of them: the extensions first.
    pub fn entries(&self) -> Vec<ParamEntry> {
        let default = Params::default();
        let weights = |[pv, cut, all]: [i32; 3]| {
            if pv == cut && cut == all { pv.to_string() } else { format!("{pv}/{cut}/{all}") }
        };
        let rules = Rule::ALL.into_iter().map(|rule| ParamEntry {
            name: format!("extension.{}", rule.name()),
            value: weights(self.extensions.get(rule)),
            default: weights(default.extensions.get(rule)),
            unit: "1/4 ply",
            summary: rule.summary(),
        });
        let numbers =
            self.numbers().into_iter().zip(default.numbers()).map(|(now, then)| ParamEntry {
                name: now.0.to_owned(),
                value: now.1.to_string(),
                default: then.1.to_string(),
                unit: now.2,
                summary: now.3,
            });
        rules.chain(numbers).collect()
    }
}

/// The profile `quarterply`.
impl Default for Params {
    fn default() -> Params {
        super::profiles::QUARTERPLY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_can_be_set_to_what_it_is() {
        let mut params = Params::default();
        for entry in params.entries() {
            params.set(&entry.name, &entry.value).unwrap();
        }
        assert_eq!(params, Params::default());
    }

    #[test]
    fn extensions_take_one_weight_or_three() {
        let mut params = Params::default();
        params.set("extension.check", "0").unwrap();
        assert!(!params.extensions.is_on(Rule::Check));
        params.set("extension.check", "4/2/1").unwrap();
        assert_eq!(params.extensions.of(Rule::Check, NodeKind::Cut), Depth::quarters(2));
        assert_eq!(params.get("extension.check").as_deref(), Some("4/2/1"));
        assert!(params.set("extension.check", "9").is_err());
        assert!(params.set("extension.check", "4/2").is_err());
        assert!(params.set("extension.chess", "4").is_err());
        assert!(params.set("null.base", "many").is_err());
    }
}
