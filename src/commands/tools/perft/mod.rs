//! `perft`: counts the leaves of the tree of legal moves; compares counts with a file.

pub mod count;
pub mod suite;

use count::PerftResult;
use suite::PerftSuiteAnswer;

use crate::chess::notation;
use crate::commands::prelude::*;
use crate::ink::json::{Count, Milliseconds, PlayedMove};
use crate::ink::number::{rate_with_unit, time_with_unit};
use crate::shell::session::News;
use crate::shell::session::news::Progress;

pub(in crate::commands) const ROW: CommandSpec = row!(Tools Reveals "perft", "DEPTH [divide] [expect N] | --suite FILE [--depth N]":
    "count the leaves of the tree of legal moves; compare a file of known counts",
    details: "A suite is EPD with operations such as `D1 20 ;D2 400`.",
    examples: &[("perft 5", "4,865,609 from the start", "nodes 4865609"), ("perft 3 divide", "for each move", "g1f3: 440")],
    completer: Completer::Words(&["divide", "expect", "--suite", "--depth"]),
    answers: &[LineSchema::of::<PerftAnswer>(), LineSchema::of::<PerftSuiteAnswer>()],
    read: read);

const DEEPEST: u64 = 30;

pub struct Perft {
    pub depth: u32,
    pub divide: bool,
    /// Fail if the count differs.
    pub expected: Option<u64>,
}

fn read(reader: &mut Reader<'_>) -> Parsed {
    if reader.words.clone().any(|word| word.flag() == "suite") {
        reader.terms = free(Concurrent);
        return suite::read(reader);
    }
    let (mut depth, mut divide, mut expected) = (None, false, None);
    while let Some(word) = reader.take() {
        match word.flag() {
            "divide" => divide = true,
            "expect" | "check" => expected = Some(reader.number("the count", 0, u64::MAX)?),
            _ if depth.is_none() => depth = Some(within(word, "the depth", 0, DEEPEST)?),
            _ => return Err(reader.unexpected(word)),
        }
    }
    let depth = match depth {
        Some(depth) => depth,
        None => reader.number("the depth", 0, DEEPEST)?,
    };
    Ok(Perft { depth: depth as u32, divide, expected }.command())
}

impl Perft {
    pub fn command(self) -> Command {
        Box::new(move |session| self.act(session))
    }

    pub fn act(self, session: &mut Session) -> Acted {
        let Perft { depth, divide, expected } = self;
        let (position, chess960) = (*session.position(), session.is_chess960());
        let threads = session.engine.options().threads;
        session.start_task(move |context| {
            let result = count::count(&position, depth, threads, &context.stop, &mut |nodes| {
                context.tell(News::Progress(Progress::Counted(nodes)));
            });
            let PerftResult { divide: below, nodes: found, elapsed, stopped } = result;
            let below = below.into_iter().filter(|_| divide).map(|(mv, nodes)| Divided {
                mv: PlayedMove { before: position, mv, chess960 },
                nodes: Count(nodes),
            });
            let answer = PerftAnswer {
                depth,
                nodes: Count(found),
                time_ms: Milliseconds(elapsed),
                stopped,
                expected: expected.map(Count),
                divide: below.collect(),
            };
            match expected {
                Some(expected) if expected != found && !stopped => {
                    let message = format!("{found} leaves at depth {depth}, expected {expected}");
                    Err(CommandError::failed(message, answer))
                }
                _ => Ok(answer.into()),
            }
        })
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PerftAnswer {
    pub depth: u32,
    pub nodes: Count,
    pub time_ms: Milliseconds,
    pub stopped: bool,
    pub expected: Option<Count>,
    /// The leaves below each move, if they were asked for.
    pub divide: Vec<Divided>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "divided"))]
pub struct Divided {
    #[serde(flatten)]
    pub mv: PlayedMove,
    pub nodes: Count,
}

impl Answer for PerftAnswer {
    const TYPE: &str = "perft";

    /// The lines of `divide` have the usual format, for comparison with other engines.
    fn page(&self, settings: &Settings) -> Page {
        let (nodes, elapsed) = (self.nodes.0, self.time_ms.0);
        let mut page = Page::new();
        for Divided { mv, nodes } in &self.divide {
            let text = format!("{}: {}", notation::uci(mv.mv, settings.chess960), nodes.0);
            page.push(Line::plain(text));
        }
        let what = if self.stopped { "stopped at " } else { "nodes " };
        let mut facts = vec![Line::of(Role::Dim, what).with(Role::Strong, settings.count(nodes))];
        if settings.is_pretty() {
            facts.push(Line::plain(time_with_unit(elapsed)));
            facts.extend(rate_with_unit(nodes, elapsed).map(Line::plain));
        }
        match self.expected {
            Some(expected) if expected == self.nodes => {
                facts.push(Line::of(Role::Good, "as expected"))
            }
            Some(expected) => {
                let text = format!("expected {}", settings.count(expected.0));
                facts.push(Line::of(Role::Bad, text));
            }
            None => {}
        }
        page.facts(facts, settings, 2);
        page
    }
}
