//! `positions/rules.epd`: for each extension rule moves for which it fires, with its amount, and moves that miss it by one
//! condition, observed in the search itself by the facts of the move before it is searched.

use super::*;
use crate::chess::epd::Epd;
use crate::chess::{Move, notation};
use crate::search::Rule;
use crate::search::stack::{Descent, NodeRequest};
use crate::search::trace::TracedStep;
use crate::units::{Depth, NodeKind};

/// Records the last judgement of one move by a node.
struct Watching {
    ply: usize,
    mv: Option<Move>,
    step: Option<TracedStep>,
}

impl Tracer for Watching {
    fn choose(&mut self, ply: usize, step: impl FnOnce() -> TracedStep) {
        if ply == self.ply {
            let step = step();
            if Some(step.mv) == self.mv {
                self.step = Some(step);
            }
        }
    }
}

/// The judgement of the last move of a row's line by the node before it; `None` if the main search does not reach it.
fn judged(epd: &Epd) -> Option<TracedStep> {
    let depth = epd.text("depth").map_or(3, |depth| depth.parse().unwrap());
    let mut params = params_of(&epd.text("profile").unwrap_or("quarterply".into())).unwrap();
    // No move is left out before it is looked at.
    for name in ["late-move", "futility", "history-prune", "exchange"] {
        params.set(&format!("{name}.depth"), "0").unwrap();
    }
    params.set("reduce.base", "-256").unwrap();
    params.set("reduce.slope", "0").unwrap();
    let mut searcher = searcher(params, Watching { ply: 0, mv: None, step: None });
    let mut position = epd.position;
    let root = Task::new(&Game::new(position), Limits::default(), Clock::unlimited());
    searcher.prepare(&root);
    let plies = Depth::plies(depth.max(1));
    (searcher.cap, searcher.nominal, searcher.budget) = (60, plies, plies.times(4));
    let line = epd.text("pv").unwrap();
    let (before, judged) = line.rsplit_once(' ').unwrap_or(("", &line));
    // A node other than the root: the root of the row has no move.
    let mut ply = 1;
    for san in before.split_whitespace() {
        let mv = notation::parse_move(&position, san).unwrap();
        let child = position.play(mv);
        let step = Descent { parent: &position, mv: Some(mv), child: &child, ply, extension: None };
        searcher.push(&step);
        (position, ply) = (child, ply + 1);
    }
    searcher.tracer.ply = ply;
    searcher.tracer.mv = Some(notation::parse_move(&position, judged).unwrap());
    for depth in depth.min(1)..=depth {
        let window = Window::FULL;
        let asked = NodeRequest { ply, depth: Depth::plies(depth), window, kind: NodeKind::Pv };
        searcher.node(&position, asked).unwrap();
    }
    searcher.tracer.step.take()
}

#[test]
fn every_rule_fires_where_it_should_and_misses_by_one_condition() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../positions/rules.epd");
    let rows = std::fs::read_to_string(path).unwrap();
    let (mut seen, mut wrong) = ([[0; 2]; Rule::COUNT], Vec::new());
    for line in rows.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let epd = Epd::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let name = epd.text("rule").unwrap();
        let rule = Rule::ALL.into_iter().find(|rule| rule.name() == name).unwrap();
        let quarters: i32 = epd.text("quarters").unwrap().parse().unwrap();
        let step = judged(&epd);
        // A move that is not reached at this depth is not extended; elsewhere every move is judged.
        assert!(step.is_some() || epd.text("depth").as_deref() == Some("0"), "{line}: not seen");
        let fired = step.iter().flat_map(|step| &step.fired).find(|(fired, _)| *fired == rule);
        let added = fired.map_or(0, |(_, amount)| amount.in_quarters());
        if added != quarters {
            wrong.push(format!("{line}: {added}"));
        }
        seen[rule.index()][usize::from(quarters > 0)] += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for rule in Rule::ALL {
        let [missed, fired] = seen[rule.index()];
        assert!(fired >= 4 && missed >= 4, "{}: {fired} rows fire, {missed} miss", rule.name());
    }
}
