//! `bench`: searches a fixed set of positions; the number of nodes is the program's signature.

use crate::commands::prelude::*;
use crate::engine::bench::{self, BenchResult};
use crate::ink::json::{Count, Milliseconds};
use crate::ink::number::{rate, time_with_unit};

pub(in crate::commands) const ROW: CommandSpec = row!(Tools Safe "bench", "[DEPTH]":
    "search a fixed set of positions; the number of nodes is the program's signature",
    details: "One thread, an empty table: the number is the same on every machine and in every run.",
    terms: free(Concurrent),
    answers: &[LineSchema::of::<BenchAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let word = reader.take();
    let depth =
        word.map(|word| within(word, "the depth", 1, u64::from(bench::MOST))).transpose()?;
    Ok(Box::new(move |session| act(session, depth.map(|depth| depth as u32))))
}

/// `depth`: `None` for the default.
pub fn act(session: &mut Session, depth: Option<u32>) -> Acted {
    let options = session.engine.options().clone();
    session.start_task(move |context| {
        let items = bench::POSITIONS.len();
        context.begin("bench", items);
        let depth = depth.unwrap_or(bench::DEPTH);
        let result = bench::run(&options, depth, &context.stop, &mut |done| {
            context.done(done);
        })?;
        Ok(BenchAnswer::from(result).into())
    })
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BenchAnswer {
    positions: usize,
    depth: u32,
    pub nodes: Count,
    pub time_ms: Milliseconds,
    pub stopped: bool,
}

impl From<BenchResult> for BenchAnswer {
    fn from(result: BenchResult) -> BenchAnswer {
        let BenchResult { positions, depth, nodes, elapsed, stopped } = result;
        let (nodes, time_ms) = (Count(nodes), Milliseconds(elapsed));
        BenchAnswer { positions, depth, nodes, time_ms, stopped }
    }
}

impl Answer for BenchAnswer {
    const TYPE: &str = "bench";

    /// Test harnesses read the last line: `912345 nodes 2345678 nps`.
    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        let mut facts = vec![
            Line::plain(format!("{} positions", self.positions)),
            Line::plain(format!("depth {}", self.depth)),
            Line::plain(time_with_unit(self.time_ms.0)),
        ];
        if self.stopped {
            facts.push(Line::of(Role::Caution, "stopped: the number below is no signature"));
        }
        page.facts(facts, settings, 2);
        let rate = rate(self.nodes.0, self.time_ms.0).unwrap_or(0);
        page.push(
            Line::of(Role::Strong, format!("{} nodes", self.nodes.0))
                .with(Role::Plain, format!(" {rate} nps")),
        );
        page
    }
}
