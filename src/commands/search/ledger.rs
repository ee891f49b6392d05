//! The ledger: nodes and uses of each extension in a search.

use serde::Serialize;

use crate::chess::{Move, Position};
use crate::ink::json::{Count, Fen, PlayedMove, Quarters};
use crate::ink::number::{percent, short};
use crate::ink::{Line, Page, Role, Settings, TIE, movetext};
use crate::search::trace::{Ledger, LineExtension};

/// Formats a sum of depths as plies: `12.1k`, `31.5`.
pub fn plies(sixty_fourths: i64) -> String {
    let sum = sixty_fourths.unsigned_abs();
    if sum >= 64 * 1_000 {
        return short(sum / 64);
    }
    let tenths = (sum * 10 + 32) / 64;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Formats a line of moves with a mark after each extended move: `Qxf7+{check 1}`.
pub fn marked_line(
    start: &Position,
    moves: &[Move],
    marks: &[LineExtension],
    settings: &Settings,
) -> Line {
    movetext::marked(start, moves, settings, |ply, line| {
        for mark in marks.iter().filter(|mark| mark.ply == ply) {
            let (rule, amount) = (mark.rule.name(), settings.depth(mark.amount));
            line.push(Role::Extension, format!("{{{rule}{TIE}{amount}}}"));
        }
    })
}

/// Prints one line per rule, for pipes: `extension check fired 912 added_quarters 3648 nodes 4421 share 61%`.
pub fn plain(ledger: &Ledger, page: &mut Page) {
    let extended = ledger.nodes.saturating_sub(ledger.plain_nodes);
    page.push(Line::plain(format!(
        "extensions nodes {} extended {} share {} denied {}",
        ledger.nodes,
        extended,
        percent(extended, ledger.nodes),
        ledger.denied
    )));
    for used in ledger.rules.iter().filter(|used| used.fired > 0) {
        page.push(Line::plain(format!(
            "extension {} fired {} quarters {} nodes {} share {}",
            used.rule.name(),
            used.fired,
            used.added / 16,
            used.nodes,
            percent(used.nodes, ledger.nodes)
        )));
    }
}

/// what each rule of extension did
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ledger"))]
pub struct LedgerForm {
    pub nodes: Count,
    /// Nodes that extensions added.
    pub extended: Count,
    pub denied: Count,
    pub rules: Vec<RuleForm>,
    /// The root of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<Fen>,
    /// The extensions along its best line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<MarkForm>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ledger-rule"))]
pub struct RuleForm {
    rule: &'static str,
    fired: Count,
    quarters: i64,
    nodes: Count,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ledger-mark"))]
pub struct MarkForm {
    ply: usize,
    #[serde(flatten)]
    mv: PlayedMove,
    rule: &'static str,
    quarters: Quarters,
}

impl LedgerForm {
    pub fn of(ledger: &Ledger) -> LedgerForm {
        let rules = ledger.rules.iter().filter(|used| used.fired > 0).map(|used| RuleForm {
            rule: used.rule.name(),
            fired: Count(used.fired),
            quarters: used.added / 16,
            nodes: Count(used.nodes),
        });
        LedgerForm {
            nodes: Count(ledger.nodes),
            extended: Count(ledger.nodes.saturating_sub(ledger.plain_nodes)),
            denied: Count(ledger.denied),
            rules: rules.collect(),
            fen: None,
            line: None,
        }
    }

    /// Builds the form, including the extensions along the best line from `root`.
    pub fn along(
        self,
        root: &Position,
        pv: &[Move],
        ledger: &Ledger,
        chess960: bool,
    ) -> LedgerForm {
        let marks = movetext::legal(root, pv).enumerate().flat_map(|(ply, (before, mv))| {
            let here = ledger.line.iter().filter(move |mark| mark.ply == ply);
            here.map(move |mark| MarkForm {
                ply,
                mv: PlayedMove { before, mv, chess960 },
                rule: mark.rule.name(),
                quarters: Quarters(mark.amount),
            })
        });
        LedgerForm { line: Some(marks.collect()), ..self }
    }
}
