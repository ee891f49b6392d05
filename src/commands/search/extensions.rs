//! `extensions`: the rules, their weights in plies, and what each did in the last search.

use crate::chess::Position;
use crate::commands::prelude::*;
use crate::ink::json::{Count, Fen, Quarters};
use crate::ink::number::{percent, short};
use crate::render::ledger::LedgerForm;
use crate::search::Params;
use crate::search::Rule;
use crate::search::profiles::QUARTERPLY;
use crate::search::trace::{Ledger, RuleUse};
use crate::tools::measured::{MatchFigures, MeasuredRules, RuleFigures, RungTally};
use crate::units::{Depth, NodeKind};

pub(super) const ROW: CommandSpec = row!(Search "extensions" | "ext", "[gain]":
    "the table of extensions: weights, and how often each fired in the last search",
    details: "`set extension.NAME 0` switches one off; weights are quarters of a ply, for PV, cut and all nodes. `gain` adds what each \
              rule was measured to bring, on positions and in games; `extend` adds rules of your own.",
    examples: &[("set extension.check 0", "switch one off", "extension.check 0 × 1/4 ply  (was 4/3/2)"),
        ("set extension.check 4/2/1", "by kind of node", "extension.check 4/2/1 × 1/4 ply  (was 0)"),
        ("set extension.check.cut 1", "at cut nodes only; .pv and .all likewise", "extension.check.cut 1 × 1/4 ply  (was 2)")],
    terms: free(Beside),
    answers: &[LineSchema::of::<ExtensionsAnswer>()],
    completer: Completer::Words(&["gain"]),
    read: |reader| Ok(With(reader.choice(&[("gain", true)])?.unwrap_or(false), act).into()));

fn act(session: &mut Session, gain: bool) -> Result<Effect, CommandError> {
    let options = session.engine.options();
    let usual = options.profile.params();
    let last = session.analysis.as_ref();
    let last = last.map(|last| (*last.game.position(), last.finished.ledger.clone()));
    let weights = |params: &Params, rule| {
        [NodeKind::Pv, NodeKind::Cut, NodeKind::All].map(|kind| params.extensions.of(rule, kind))
    };
    let kept = (usual == QUARTERPLY).then(MeasuredRules::kept);
    let used = |rule| {
        let (_, ledger) = last.as_ref()?;
        ledger.rules.iter().find(|used| used.rule == rule).copied()
    };
    let row = |rule| ExtensionRow {
        rule,
        weights: weights(&options.params, rule),
        defaults: weights(&usual, rule),
        summary: rule.summary(),
        used: used(rule),
        measured: kept.and_then(|kept| kept.of(rule)),
    };
    let typed = options.params.typed.iter().map(|typed| ExtensionRow {
        rule: typed.rule,
        weights: typed.weights(),
        defaults: typed.weights(),
        summary: typed.text,
        used: used(typed.rule),
        measured: None,
    });
    let rows = Rule::ALL.into_iter().map(row).chain(typed).collect();
    let profile = options.profile.name.to_owned();
    Ok(ExtensionsAnswer { profile, rows, last: last.clone(), gain }.into())
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(into = "ExtensionsForm")]
#[schemars(with = "ExtensionsForm")]
pub struct ExtensionsAnswer {
    /// The profile the weights began from.
    pub profile: String,
    /// One row a rule, in the order of the table.
    pub rows: Vec<ExtensionRow>,
    pub last: Option<(Position, Ledger)>,
    /// Whether what each was measured to bring is shown.
    pub gain: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExtensionRow {
    pub rule: Rule,
    /// What it adds at a PV node, a cut node and an all node; zero is off.
    pub weights: [Depth; 3],
    /// The same in the profile, unchanged.
    pub defaults: [Depth; 3],
    /// When it fires, in a line.
    pub summary: &'static str,
    /// What it did in the last search.
    pub used: Option<RuleUse>,
    /// What it was measured to bring with the profile's own weights; `None` under another profile.
    pub measured: Option<&'static RuleFigures>,
}

#[derive(Serialize, JsonSchema)]
struct ExtensionsForm {
    profile: String,
    rules: Vec<RowForm>,
    /// What the rules did in the last search.
    last: Option<LedgerForm>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "rule", description = "a rule of extension")]
struct RowForm {
    rule: &'static str,
    /// What it adds at PV, cut and all nodes.
    quarters: [Quarters; 3],
    /// The same in the profile, unchanged.
    default: [Quarters; 3],
    summary: &'static str,
    fired: Option<Count>,
    nodes: Option<Count>,
    measured: Option<MeasuredForm>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "measured_rule", description = "what a rule was measured to bring")]
struct MeasuredForm {
    rungs: &'static [RungTally],
    nodes: Count,
    of_nodes: Count,
    games: u32,
    elo: f64,
    elo_error: f64,
}

impl From<ExtensionsAnswer> for ExtensionsForm {
    fn from(ExtensionsAnswer { profile, rows, last, .. }: ExtensionsAnswer) -> ExtensionsForm {
        let rules = rows.iter().map(|row| RowForm {
            rule: row.rule.name(),
            quarters: row.weights.map(Quarters),
            default: row.defaults.map(Quarters),
            summary: row.summary,
            fired: row.used.map(|used| Count(used.fired)),
            nodes: row.used.map(|used| Count(used.nodes)),
            measured: row.measured.map(|measured| MeasuredForm {
                rungs: &measured.rungs,
                nodes: Count(measured.nodes.0),
                of_nodes: Count(measured.nodes.1),
                games: measured.match_played.games,
                elo: measured.match_played.elo,
                elo_error: measured.match_played.elo_error,
            }),
        });
        let last = last
            .map(|(root, ledger)| LedgerForm { fen: Some(Fen(root)), ..LedgerForm::of(&ledger) });
        ExtensionsForm { profile, rules: rules.collect(), last }
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
            page.append(measured(self, settings));
        }
        page
    }
}

/// A weight by kind of node: one number where all are equal, `off` for nothing at all.
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

/// Columns of the gains that fit into eighty: the rungs of mates, without those of hard problems.
const NARROW_COLUMNS: usize = 6;

/// Columns of a terminal from which on the gain at each kind of node is shown.
const KINDS_WIDTH: usize = 120;

/// The measured gain of each rule; empty for rules without figures, or in a narrow terminal.
fn measured(reply: &ExtensionsAnswer, settings: &Settings) -> Page {
    let rows: Vec<(Rule, &'static RuleFigures)> =
        reply.rows.iter().filter_map(|row| Some((row.rule, row.measured?))).collect();
    let Some(&(_, first)) = rows.first() else { return Page::new() };
    if settings.narrower_than(76) {
        return Page::new();
    }
    let kept = MeasuredRules::kept();
    let lengths: Vec<&str> = first.rungs.iter().map(|rung| rung.name.as_str()).collect();
    let heads = format!("gain|Elo>|nodes>|{}>|pv>|cut>|all>", lengths.join(">|"));
    let has_kinds = !settings.narrower_than(KINDS_WIDTH);
    let columns = if settings.narrower_than(100) {
        NARROW_COLUMNS
    } else if has_kinds {
        usize::MAX
    } else {
        3 + lengths.len()
    };
    let mut table = TextTable::headed(&heads).at_most(columns);
    for &(rule, figures) in &rows {
        let MatchFigures { elo, elo_error, .. } = figures.match_played;
        let elo = Line::plain(format!("{elo:+.0}"));
        let mut cells = vec![
            Line::plain(rule.name()),
            elo.with(Role::Dim, format!(" \u{b1}{elo_error:.0}")),
            Line::plain(percent(figures.nodes.0, figures.nodes.1)),
        ];
        // Found without the rule is lost with it.
        let gain = |rung: &RungTally| {
            Line::plain(format!("{:+}", -rung.gain()))
                .with(Role::Dim, format!(" \u{b1}{:.0}", rung.error()))
        };
        cells.extend(figures.rungs.iter().map(gain));
        cells.extend(figures.kinds.iter().map(|kind| kind.as_ref().map_or_else(Line::new, gain)));
        table.row(cells);
    }
    let mut page = Page::of(Line::new());
    page.append(table.page(None));
    page.space();
    let games = || rows.iter().map(|(_, figures)| figures.match_played.games);
    let [fewest, most] = [games().min(), games().max()].map(Option::unwrap_or_default);
    let kinds = ", and the same over the whole suite for the rule at pv, cut and all nodes";
    let kinds = if has_kinds { kinds } else { "" };
    let note = format!(
        " mates by length and hard problems solved only with the rule, minus those solved only without it, at {} nodes{kinds}; share of nodes below its moves; \
         Elo of {fewest} to {most} games against the search without it; ±: 95 % intervals; measured at {}",
        short(kept.limit),
        kept.commit
    );
    page.wrapped(Line::of(Role::Dim, note), settings, 1);
    page
}

fn rule_row(row: &ExtensionRow, ledger: Option<&Ledger>, settings: &Settings) -> Vec<Line> {
    // A star, not a colour, says that a weight was changed.
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
