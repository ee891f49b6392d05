//! Measuring and checking: counts of leaves, the bench.

use crate::chess::notation;
use crate::engine::bench::BenchResult;
use crate::ink::number::{rate, rate_with_unit, time_with_unit};
use crate::ink::{Line, Page, Role, Settings};
use crate::shell::reply::PerftReply;

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
        vec![Line::of(Role::Dim, what).with(Role::Strong, settings.count(result.nodes))];
    if settings.is_pretty() {
        facts.push(Line::plain(time_with_unit(result.elapsed)));
        facts.extend(rate_with_unit(result.nodes, result.elapsed).map(Line::plain));
    }
    match reply.expected {
        Some(expected) if expected == result.nodes => {
            facts.push(Line::of(Role::Good, "as expected"))
        }
        Some(expected) => {
            let text = format!("expected {}", settings.count(expected));
            facts.push(Line::of(Role::Bad, text));
        }
        None => {}
    }
    page.facts(facts, settings, 2);
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
    page.facts(facts, settings, 2);
    let rate = rate(reply.nodes, reply.elapsed).unwrap_or(0);
    page.push(
        Line::of(Role::Strong, format!("{} nodes", reply.nodes))
            .with(Role::Plain, format!(" {rate} nps")),
    );
    page
}
