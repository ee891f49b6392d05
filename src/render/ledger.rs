//! The ledger: where the extensions of a search went, and the table of the rules themselves.

use crate::chess::{Move, Position};
use crate::ink::number::{percent, short};
use crate::ink::{Line, Page, Role, Settings, TIE, TextTable, movetext};
use crate::search::Rule;
use crate::search::trace::{Ledger, LineExtension, RuleUse};
use crate::shell::reply::{ExtensionRow, ExtensionsReply};
use crate::tools::measured::{MatchFigures, MeasuredRules, RuleFigures, RungTally};
use crate::units::Depth;

/// A sum of depths as plies: `12.1k`, `31.5`.
pub(super) fn plies(sixty_fourths: i64) -> String {
    let sum = sixty_fourths.unsigned_abs();
    if sum >= 64 * 1_000 {
        return short(sum / 64);
    }
    let tenths = (sum * 10 + 32) / 64;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A line of moves with a mark behind each that was extended: `Qxf7+{check 1}`.
pub(super) fn marked_line(
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

/// After a search: what share of the nodes stood below extended moves, and below which rules.
pub fn summary(ledger: &Ledger, settings: &Settings) -> Page {
    let mut page = Page::new();
    let extended = ledger.nodes.saturating_sub(ledger.plain_nodes);
    if extended == 0 {
        page.push(Line::named(" extensions  ", "none fired in this search"));
        return page;
    }
    let share = format!("{} of nodes", percent(extended, ledger.nodes));
    let mut facts = vec![
        Line::of(Role::Dim, " extensions  ")
            .with(Role::Extension, share)
            .with(Role::Plain, " stand below an extended move"),
    ];
    if ledger.denied > 0 {
        let text = format!("{} more denied by the caps", short(ledger.denied));
        facts.push(Line::plain(text));
    }
    page.facts(facts, settings, 13);
    page.append(uses(ledger, settings));
    page
}

/// The rules that fired, the costliest first.
fn uses(ledger: &Ledger, settings: &Settings) -> Page {
    let mut rules: Vec<&RuleUse> = ledger.rules.iter().filter(|used| used.fired > 0).collect();
    rules.sort_by_key(|used| (std::cmp::Reverse(used.nodes), used.rule.index()));
    let largest = rules.first().map_or(0, |used| used.nodes);
    let mut table = TextTable::headed("rule|fired>|plies>|nodes>|");
    for used in rules {
        let block = settings.bar(used.nodes, largest);
        table.row(vec![
            Line::of(Role::Extension, used.rule.name()),
            Line::plain(short(used.fired)),
            Line::plain(plies(used.added)),
            Line::plain(percent(used.nodes, ledger.nodes)),
            Line::of(Role::Extension, block),
        ]);
    }
    table.page(None)
}

/// One line a rule, for pipes: `extension check fired 912 added_quarters 3648 nodes 4421 share 61%`.
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

/// `extensions`: the rules, their weights in plies, and what each did in the last search.
pub fn table(reply: &ExtensionsReply, settings: &Settings) -> Page {
    let mut page = Page::new();
    let title = Line::of(Role::Dim, " profile ")
        .with(Role::Accent, reply.profile.as_str())
        .with(Role::Dim, "; plies added at PV, cut and all nodes; the largest that fires counts");
    page.wrapped(title, settings, 1);
    page.space();
    let ledger = reply.last.as_ref().map(|(_, ledger)| ledger);
    let ledger = ledger.filter(|_| !settings.narrower_than(56));
    let used = if ledger.is_some() { "fired>|nodes>|" } else { "" };
    let mut table = TextTable::headed(&format!("rule|pv>|cut>|all>|{used}fires when"));
    for row in &reply.rows {
        table.row(rule_row(row, ledger, settings));
    }
    page.append(table.page(settings.width));
    page.space();
    page.facts(foot(reply), settings, 1);
    page.append(measured(reply, settings));
    page
}

/// Columns of the gains that fit into eighty: the rungs of mates, without those of hard problems.
const NARROW_COLUMNS: usize = 6;

/// Columns of a terminal from which on the gain at each kind of node is shown.
const KINDS_WIDTH: usize = 120;

/// The measured gain of each rule; empty for rules without figures, or in a narrow terminal.
fn measured(reply: &ExtensionsReply, settings: &Settings) -> Page {
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
    cells.push(Line::of(Role::Dim, row.rule.summary()));
    cells
}

fn foot(reply: &ExtensionsReply) -> Vec<Line> {
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
