//! `extensions`: the extension rules, their weights in plies, and their use in the last search.

use crate::chess::Position;
use crate::commands::prelude::*;
use crate::commands::search::ledger::LedgerForm;
use crate::ink::json::{Count, Fen, Quarters};
use crate::ink::number::{percent, short};
use crate::search::Params;
use crate::search::Rule;
use crate::search::trace::{Ledger, RuleUse};
use crate::units::{Depth, NodeKind};

pub(super) const ROW: CommandSpec = row!(Search Reveals "extensions" | "ext", "[gain]":
"the table of extensions: weights, and how often each fired in the last search",
details: "`set extension.NAME 0` switches one off; weights are quarters of a ply, for PV, cut and all nodes. `gain` adds what \
          they were measured to bring together and apart, on positions and in games; `extend` adds rules of your own.",
examples: &[("set extension.check 0", "switch one off", "extension.check 0 quarters  (was 4)"),
    ("set extension.check 4/2/1", "by kind of node", "extension.check 4/2/1 quarters  (was 0)"),
    ("set extension.check.cut 1", "at cut nodes only; .pv and .all likewise", "extension.check.cut 1 quarters  (was 2)")],
terms: free(Concurrent),
answers: &[LineSchema::of::<ExtensionsAnswer>()],
completer: Completer::Words(&["gain"]),
read: |reader| {
    let given = reader.choice(&[("gain", true)])?.unwrap_or(false);
    Ok(Box::new(move |session| act(session, given)))
});

fn act(session: &mut Session, gain: bool) -> Acted {
    let options = session.engine.options();
    let usual = options.profile.params();
    let last = session.analysis.last.as_ref();
    let last = last.map(|last| (*last.game.position(), last.finished.ledger.clone()));
    let ledger = last.as_ref().map(|(_, ledger)| ledger);
    let built_in = Rule::ALL.into_iter().map(|rule| ExtensionRow {
        rule,
        weights: weights_of(rule, &options.params),
        defaults: weights_of(rule, &usual),
        summary: rule.summary(),
        used: use_of(rule, ledger),
    });
    let typed = options.params.typed.iter().map(|typed| ExtensionRow {
        rule: typed.rule,
        weights: typed.weights(),
        defaults: typed.weights(),
        summary: typed.text,
        used: use_of(typed.rule, ledger),
    });
    let rows = built_in.chain(typed).collect();
    let profile = options.profile.name.to_owned();
    Ok(ExtensionsAnswer { profile, rows, last, gain }.into())
}

fn weights_of(rule: Rule, params: &Params) -> [Depth; 3] {
    [NodeKind::Pv, NodeKind::Cut, NodeKind::All].map(|kind| params.extensions.of(rule, kind))
}

fn use_of(rule: Rule, ledger: Option<&Ledger>) -> Option<RuleUse> {
    ledger?.rules.iter().find(|used| used.rule == rule).copied()
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "ExtensionsForm"))]
#[serde(into = "ExtensionsForm")]
pub struct ExtensionsAnswer {
    /// The profile that the weights are based on.
    pub profile: String,
    /// One row per rule, in table order.
    pub rows: Vec<ExtensionRow>,
    pub last: Option<(Position, Ledger)>,
    /// Whether the measured gains are shown.
    pub gain: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExtensionRow {
    pub rule: Rule,
    /// Extension at PV, cut and all nodes; zero is off.
    pub weights: [Depth; 3],
    /// The same in the unchanged profile.
    pub defaults: [Depth; 3],
    /// When it fires.
    pub summary: &'static str,
    /// Its use in the last search.
    pub used: Option<RuleUse>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ExtensionsForm {
    profile: String,
    rules: Vec<RowForm>,
    /// What the rules did in the last search.
    last: Option<LedgerForm>,
    /// What rules together and apart were measured to bring, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<&'static [MeasuredRules]>,
}

/// a rule of extension
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "rule"))]
struct RowForm {
    rule: &'static str,
    /// What it adds at PV, cut and all nodes.
    quarters: [Quarters; 3],
    /// The same in the profile, unchanged.
    default: [Quarters; 3],
    summary: &'static str,
    fired: Option<Count>,
    nodes: Option<Count>,
}

impl From<ExtensionsAnswer> for ExtensionsForm {
    fn from(ExtensionsAnswer { profile, rows, last, gain }: ExtensionsAnswer) -> ExtensionsForm {
        let rules = rows.iter().map(|row| RowForm {
            rule: row.rule.name(),
            quarters: row.weights.map(Quarters),
            default: row.defaults.map(Quarters),
            summary: row.summary,
            fired: row.used.map(|used| Count(used.fired)),
            nodes: row.used.map(|used| Count(used.nodes)),
        });
        let last = last
            .map(|(root, ledger)| LedgerForm { fen: Some(Fen(root)), ..LedgerForm::of(&ledger) });
        let gain = gain.then_some(&MEASURED[..]);
        ExtensionsForm { profile, rules: rules.collect(), last, gain }
    }
}

impl Answer for ExtensionsAnswer {
    const TYPE: &str = "extensions";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        let title =
            Line::of(Role::Dim, " profile ").with(Role::Accent, self.profile.as_str()).with(
                Role::Dim,
                "; plies added at PV, cut and all nodes; the largest that fires counts",
            );
        page.wrapped(title, settings, 1);
        page.space();
        let ledger = self.last.as_ref().map(|(_, ledger)| ledger);
        let ledger = ledger.filter(|_| !settings.narrower_than(56));
        let used = if ledger.is_some() { "fired>|nodes>|" } else { "" };
        let mut table = TextTable::headed(&format!("rule|pv>|cut>|all>|{used}fires when"));
        for row in &self.rows {
            table.row(rule_row(row, ledger, settings));
        }
        page.append(table.page(settings.width));
        page.space();
        page.facts(foot(self), settings, 1);
        if self.gain {
            page.append(measured(settings));
        }
        page
    }
}

/// Formats a weight by node type: one number if all are equal, `off` if all are zero.
fn weight(weights: [Depth; 3], settings: &Settings) -> Vec<Line> {
    let cell = |depth: Depth| {
        if depth == Depth::ZERO {
            Line::of(Role::Dim, "off")
        } else {
            Line::of(Role::Extension, settings.depth(depth))
        }
    };
    weights.into_iter().map(cell).collect()
}

/// Rules measured together, by `suite` and `selfplay` against the search without any rule; commands in src/core/search/README.md.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(
    test,
    schemars(rename = "measured-rules", description = "what rules were measured to bring")
)]
struct MeasuredRules {
    rules: &'static str,
    /// Solved of 440 combinations of the Encyclopedia of Chess Middlegames, within 20,000, 200,000 and a million nodes; null where
    /// it was not measured.
    solved: [Option<u16>; 3],
    /// Elo against no rules at 8,000 nodes a move, and half the interval of 95 %.
    elo: [i16; 2],
    /// The same at 2,000 nodes a move.
    elo_2k: [i16; 2],
}

const MEASURED: [MeasuredRules; 4] = [
    measured_rules("all", [Some(259), Some(316), Some(348)], [42, 18], [34, 19]),
    measured_rules("all but singular", [Some(257), Some(322), None], [15, 18], [7, 25]),
    measured_rules("singular alone", [Some(230), Some(319), None], [40, 18], [13, 29]),
    measured_rules("none", [Some(226), Some(310), Some(333)], [0, 0], [0, 0]),
];

const fn measured_rules(
    rules: &'static str,
    solved: [Option<u16>; 3],
    elo_2k: [i16; 2],
    elo: [i16; 2],
) -> MeasuredRules {
    MeasuredRules { rules, solved, elo, elo_2k }
}

fn measured(settings: &Settings) -> Page {
    let mut table = TextTable::headed("gain|20k>|200k>|1M>|Elo 2k>|8k>");
    let dash = || Line::of(Role::Dim, settings.signs().dash);
    for MeasuredRules { rules, solved, elo, elo_2k } in &MEASURED {
        let mut cells = vec![Line::plain(*rules)];
        let count = |solved: &Option<u16>| solved.map_or_else(dash, |n| Line::plain(n.to_string()));
        cells.extend(solved.iter().map(count));
        cells.extend([elo_2k, elo].map(|[elo, error]| {
            Line::plain(format!("{elo:+}")).with(Role::Dim, format!(" \u{b1}{error}"))
        }));
        table.row(cells);
    }
    let mut page = Page::of(Line::new());
    page.append(table.page(settings.width));
    page.space();
    let note = " solved of 440 combinations from games, by nodes for each; Elo against no rules, at 2,000 and 8,000 nodes a move; ±: 95 % intervals";
    page.wrapped(Line::of(Role::Dim, note), settings, 1);
    page
}

fn rule_row(row: &ExtensionRow, ledger: Option<&Ledger>, settings: &Settings) -> Vec<Line> {
    // A star marks a changed weight, so that it shows without colour.
    let star = if row.weights == row.defaults { "" } else { "*" };
    let mut cells = vec![Line::plain(row.rule.name()).with(Role::Caution, star)];
    cells.extend(weight(row.weights, settings));
    if let Some(ledger) = ledger {
        let used = row.used.filter(|used| used.fired > 0);
        let dash = || Line::of(Role::Dim, settings.signs().dash);
        cells.push(used.map_or_else(dash, |used| Line::plain(short(used.fired))));
        cells.push(used.map_or_else(dash, |used| Line::plain(percent(used.nodes, ledger.nodes))));
    }
    cells.push(Line::of(Role::Dim, row.summary));
    cells
}

fn foot(reply: &ExtensionsAnswer) -> Vec<Line> {
    let mut facts = Vec::new();
    match &reply.last {
        Some((_, ledger)) => {
            let extended = ledger.nodes.saturating_sub(ledger.plain_nodes);
            let text = format!(
                "last search: {} of {} nodes below extended moves",
                percent(extended, ledger.nodes),
                short(ledger.nodes)
            );
            facts.push(Line::of(Role::Dim, text));
        }
        None => facts.push(Line::of(Role::Dim, "no search yet: go shows how often each fires")),
    }
    if reply.rows.iter().any(|row| row.weights != row.defaults) {
        facts.push(Line::of(Role::Caution, "*").with(Role::Dim, " changed from the profile"));
    }
    facts[0] = Line::plain(" ").and(std::mem::take(&mut facts[0]));
    facts
}
