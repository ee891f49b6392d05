//! Measuring and checking: counts of leaves, the bench, suites.

use super::movetext;
use super::number::{grouped, percent, rate, short, time_with_unit};
use super::settings::Settings;
use super::style::Role;
use super::table::{Align, Table};
use super::text::{Line, Page};
use crate::chess::{Move, Position, notation};
use crate::engine::bench::BenchResult;
use crate::engine::suite::{Goal, SuiteItem, SuiteRow, SuiteTotals, Without};
use crate::shell::reply::{PerftReply, PerftSuiteReply, SuiteReply, TuneReply};

/// A number for people or for programs.
fn count(number: u64, settings: &Settings) -> String {
    if settings.is_pretty() { grouped(number) } else { number.to_string() }
}

/// `perft`. The lines of `divide` are written as all engines write them, so that they can be compared.
pub fn perft(reply: &PerftReply, settings: &Settings) -> Page {
    let result = &reply.result;
    let mut page = Page::new();
    for &(mv, nodes) in &result.divide {
        if reply.divide {
            let text = format!("{}: {nodes}", notation::uci(mv, settings.chess960));
            page.push(Line::plain(text));
        }
    }
    let what = if result.stopped { "stopped at " } else { "nodes " };
    let mut facts =
        vec![Line::of(Role::Dim, what).with(Role::Strong, count(result.nodes, settings))];
    if settings.is_pretty() {
        facts.push(Line::plain(time_with_unit(result.elapsed)));
        if let Some(rate) = rate(result.nodes, result.elapsed) {
            facts.push(Line::plain(format!("{}/s", short(rate))));
        }
    }
    match reply.expected {
        Some(expected) if expected == result.nodes => {
            facts.push(Line::of(Role::Good, "as expected"))
        }
        Some(expected) => {
            let text = format!("expected {}", count(expected, settings));
            facts.push(Line::of(Role::Bad, text));
        }
        None => {}
    }
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    page
}

/// `perft --suite`.
pub fn perft_suite(reply: &PerftSuiteReply, settings: &Settings) -> Page {
    let comparison = &reply.comparison;
    let mut page = Page::new();
    for wrong in &comparison.wrong {
        let text = format!(
            "line {}: depth {} has {} leaves, not {}: {}",
            wrong.line,
            wrong.depth,
            count(wrong.found, settings),
            count(wrong.expected, settings),
            wrong.position.to_fen()
        );
        page.push_wrapped(
            Line::of(Role::Bad, "wrong  ").with(Role::Plain, text),
            settings.width,
            7,
        );
    }
    let verdict = match (comparison.stopped, comparison.wrong.len()) {
        (true, _) => Line::of(Role::Caution, "stopped"),
        (false, 0) => Line::of(Role::Good, "all agree"),
        (false, wrong) => Line::of(Role::Bad, format!("{wrong} differ")),
    };
    let mut facts = vec![
        verdict,
        Line::plain(format!("{} positions", comparison.positions)),
        Line::plain(format!("{} counts to depth {}", comparison.counts, reply.depth)),
        Line::plain(format!("{} leaves", count(comparison.nodes, settings))),
        Line::plain(time_with_unit(comparison.elapsed)),
    ];
    if let Some(rate) = rate(comparison.nodes, comparison.elapsed) {
        facts.push(Line::plain(format!("{}/s", short(rate))));
    }
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    page
}

/// `tune`.
pub fn tune(reply: &TuneReply, settings: &Settings) -> Page {
    let (learned, held_out) = reply.positions;
    let (before, after) = reply.errors;
    let verdict = if after < before {
        Line::of(Role::Good, "fits better")
    } else {
        Line::of(Role::Caution, "fits no better")
    };
    let mut facts = vec![
        verdict,
        Line::plain(format!("held-out error {before:.6} before, {after:.6} after")),
        Line::plain(format!("{} positions learned from", count(learned as u64, settings))),
        Line::plain(format!("{} held out", count(held_out as u64, settings))),
    ];
    if let Some(path) = &reply.output {
        facts.push(Line::plain(format!("weights in {}", path.display())));
    }
    let mut page = Page::new();
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    page
}

/// `bench`: the last line is what test harnesses read: `912345 nodes 2345678 nps`.
pub fn bench(reply: &BenchResult, settings: &Settings) -> Page {
    let mut page = Page::new();
    let mut facts = vec![
        Line::plain(format!("{} positions", reply.positions)),
        Line::plain(format!("depth {}", reply.depth)),
        Line::plain(time_with_unit(reply.elapsed)),
    ];
    if reply.stopped {
        facts.push(Line::of(Role::Caution, "stopped: the number below is no signature"));
    }
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    let rate = rate(reply.nodes, reply.elapsed).unwrap_or(0);
    page.push(
        Line::of(Role::Strong, format!("{} nodes", reply.nodes))
            .with(Role::Plain, format!(" {rate} nps")),
    );
    page
}

/// `suite`: the whole of it, and one row for each rule switched off if that was asked for.
pub fn suite(reply: &SuiteReply, settings: &Settings) -> Page {
    let mut page = Page::new();
    let path = reply.path.display().to_string();
    let mut title = Line::of(Role::Dim, "suite ").with(Role::Plain, path);
    if reply.runs.iter().any(|(_, totals)| totals.stopped) {
        title.push(Role::Caution, "  stopped before the end");
    }
    page.push_wrapped(title, settings.width, 2);
    let wide = !settings.narrower_than(56);
    let mut table =
        Table::new(&[&[Align::Left][..], &[Align::Right].repeat(4)].concat()).indented(1);
    let heads = ["extensions", "solved", "nodes", "time", "share"];
    table.head(&heads[..if wide { 5 } else { 3 }]);
    for run in &reply.runs {
        let mut row = suite_row(run, reply.runs.first(), settings);
        row.truncate(if wide { 5 } else { 3 });
        table.row(row);
    }
    page.append(table.page(None));
    page
}

fn suite_row(
    (without, totals): &(Without, SuiteTotals),
    first: Option<&(Without, SuiteTotals)>,
    settings: &Settings,
) -> Vec<Line> {
    let name = match without {
        Without::Nothing => Line::plain("as set"),
        Without::Rule(rule) => Line::of(Role::Dim, "without ").with(Role::Extension, rule.name()),
        Without::AnyExtension => Line::of(Role::Dim, "without any"),
    };
    let mut solved = format!("{}/{}", totals.solved, totals.positions);
    if let Some((_, first)) = first.filter(|_| *without != Without::Nothing) {
        solved.push_str(&format!(" ({:+})", totals.solved as i64 - first.solved as i64));
    }
    let nodes = totals.nodes;
    vec![
        name,
        Line::of(Role::Strong, solved),
        Line::plain(if settings.is_pretty() { short(nodes) } else { nodes.to_string() }),
        Line::plain(time_with_unit(totals.elapsed)),
        Line::plain(percent(totals.solved as u64, totals.positions as u64)),
    ]
}

/// A position of a suite that is done: at a terminal those missed, into a pipe all of them, in columns parted by tabs.
pub fn item(item: &SuiteItem, row: &SuiteRow, settings: &Settings) -> Page {
    let position = &item.position;
    let played = match row.best {
        Some(mv) => movetext::san(position, mv),
        None => Line::plain(settings.signs().dash),
    };
    let score = settings.score(row.score, position.turn());
    let goal = goal(&item.goal, position);
    let number = row.index + 1;
    if !settings.is_pretty() {
        let word = if row.solved { "ok" } else { "miss" };
        let (played, score, millis) = (played.text(), score.text(), row.elapsed.as_millis());
        let fields =
            format!("{number}\t{word}\t{goal}\t{played}\t{score}\t{millis}ms\t{}", item.id);
        return Page::of(Line::plain(fields));
    }
    if row.solved {
        return Page::new();
    }
    let name = if item.id.is_empty() { format!("line {}", item.line) } else { item.id.clone() };
    let line = Line::of(Role::Bad, " miss  ")
        .with(Role::Plain, name)
        .with(Role::Dim, format!("  {goal}, played "))
        .and(played)
        .with(Role::Plain, "  ")
        .and(score);
    let mut page = Page::new();
    page.push_wrapped(line, settings.width, 7);
    page
}

/// What solves a position, as EPD writes it: `bm Nf3 e4`, `am Qxb2`, `dm 3`.
pub fn goal(goal: &Goal, position: &Position) -> String {
    let moves = |word: &str, moves: &[Move]| {
        let sans: Vec<String> = moves.iter().map(|&mv| notation::san(position, mv)).collect();
        (!sans.is_empty()).then(|| format!("{word} {}", sans.join(" ")))
    };
    let mate = goal.mate.map(|moves| format!("dm {moves}"));
    let parts = [moves("bm", &goal.best), moves("am", &goal.avoid), mate];
    parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
}
