//! `bench`: a fixed set of positions is searched; the number of nodes is the program's signature.

use crate::commands::prelude::*;
use crate::engine::bench::{self, BenchResult};
use crate::ink::json::{Count, Milliseconds};
use crate::ink::number::{rate, time_with_unit};
use crate::search::trace::NoTrace;
use crate::shell::session::News;
use crate::tools::tool::ToolNews;

pub(in crate::commands) const ROW: CommandSpec = row!(Tools "bench", "[DEPTH]":
    "search a fixed set of positions; the number of nodes is the program's signature",
    details: "One thread, an empty table: the number is the same on every machine and in every run.",
    terms: free(Beside),
    answers: &[LineSchema::of::<BenchAnswer>()],
    read: read);

/// To this depth, if it is not the usual one.
#[derive(Debug)]
pub struct Bench(pub Option<u32>);

fn read(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let word = reader.take();
    let depth = word.map(|word| within(word, "the depth", 1, 100)).transpose()?;
    Ok(Bench(depth.map(|depth| depth as u32)).into())
}

impl Act for Bench {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        let options = session.engine.options().clone();
        session.start_task(move |context| {
            let items = bench::POSITIONS.len();
            context.tell(News::Tool(ToolNews::Begin { what: "bench".to_owned(), items }));
            let depth = self.0.unwrap_or(bench::DEPTH);
            let result = bench::run(&options, depth, &|| NoTrace, &context.stop, &mut |done| {
                context.tell(News::Tool(ToolNews::Done(done)));
            })?;
            Ok(BenchAnswer(result).into())
        })
    }
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(into = "BenchForm")]
#[schemars(with = "BenchForm")]
pub struct BenchAnswer(pub BenchResult);

#[derive(Serialize, JsonSchema)]
struct BenchForm {
    positions: usize,
    depth: u32,
    nodes: Count,
    time_ms: Milliseconds,
    stopped: bool,
}

impl From<BenchAnswer> for BenchForm {
    fn from(BenchAnswer(result): BenchAnswer) -> BenchForm {
        BenchForm {
            positions: result.positions,
            depth: result.depth,
            nodes: Count(result.nodes),
            time_ms: Milliseconds(result.elapsed),
            stopped: result.stopped,
        }
    }
}

impl Answer for BenchAnswer {
    const TYPE: &str = "bench";

    /// The last line is what test harnesses read: `912345 nodes 2345678 nps`.
    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        let mut facts = vec![
            Line::plain(format!("{} positions", self.0.positions)),
            Line::plain(format!("depth {}", self.0.depth)),
            Line::plain(time_with_unit(self.0.elapsed)),
        ];
        if self.0.stopped {
            facts.push(Line::of(Role::Caution, "stopped: the number below is no signature"));
        }
        page.facts(facts, settings, 2);
        let rate = rate(self.0.nodes, self.0.elapsed).unwrap_or(0);
        page.push(
            Line::of(Role::Strong, format!("{} nodes", self.0.nodes))
                .with(Role::Plain, format!(" {rate} nps")),
        );
        page
    }
}
