//! `proof split`: a question about a mate in parts, as EPD records that any machine can answer.

use std::path::PathBuf;

use crate::chess::epd::{Epd, Operation};
use crate::chess::{Color, line_san};
use crate::commands::arguments::number;
use crate::commands::options::{Given, OptionWords, read_with};
use crate::commands::prelude::*;
use crate::commands::spec::OptionText;
use crate::control::quantity::MOST_NODES;
use crate::prove::parts::{Part, PartAnswers};
use crate::prove::{Goal, ProofTask};
use crate::shell::parse::proof_limits::{is_digits, moves_of};

pub(super) const ROW: CommandSpec = row!(Mates Reveals "proof split", "[N] [--parts K] [--nodes N] [--for white|black]":
    "the mate in parts for many machines, a record of EPD each",
    details: "A part is a first move with a reply; after `proof join`, what is open then, and deeper where a part was left open. \
              Its dm is the most moves its mate may take, its id the moves that lead there. `solve - --certificates` \
              answers it. Without N: a mate of any length.",
    examples: &[("proof split 4 --parts 50", "for a mate in four", "…dm 3; id \"1.…"),
        ("proof split --parts 3 --for white", "the first three, of any length", "…")],
    completer: Completer::Options(OPTIONS),
    answers: &[LineSchema::of::<SplitAnswer>()],
    read: |reader| read_with(reader, OPTIONS, |words| PartsRequest::read(words, false), split));

const OPTIONS: &[OptionText] = &[
    ("N", "The most moves of the mate", ""),
    ("--parts K", "How many records at most", "200"),
    (
        "--nodes N",
        "Nodes for each: a part that far fewer left open is asked again, not divided",
        "",
    ),
    ("--for white|black", "The side that mates", "the side to move"),
];

/// Parts of a round, and the most of them.
const USUAL_PARTS: usize = 200;
const MOST_PARTS: u64 = 100_000;

/// What `proof split` and `proof join` are asked.
#[derive(Debug)]
pub(super) struct PartsRequest {
    goal: Goal,
    parts: usize,
    /// Nodes of each part.
    nodes: u64,
    attacker: Option<Color>,
    pub(super) refute: bool,
    pub(super) files: Vec<PathBuf>,
}

impl PartsRequest {
    pub(super) fn read(
        words: &mut OptionWords<'_, '_>,
        joins: bool,
    ) -> Result<PartsRequest, ParseError> {
        let (goal, parts, nodes) = (Goal::Any, USUAL_PARTS, 0);
        let (attacker, refute, files) = (None, false, Vec::new());
        let mut request = PartsRequest { goal, parts, nodes, attacker, refute, files };
        while let Some(word) = words.next()? {
            match word {
                Given::Option("--parts") => request.parts = words.parsed(number(1..=MOST_PARTS))?,
                Given::Option("--nodes") => request.nodes = words.parsed(number(1..=MOST_NODES))?,
                Given::Option("--for") => {
                    request.attacker =
                        Some(words.parsed(|text| color_of(text).ok_or("it is white or black"))?)
                }
                Given::Option("--refute") => request.refute = true,
                Given::Word(word) if request.goal == Goal::Any && is_digits(word) => {
                    request.goal = Goal::Within(moves_of(word)?);
                }
                Given::Word(word) if joins => request.files.push(expand(word.text)),
                other => return Err(words.unexpected(&other)),
            }
        }
        if joins && request.files.is_empty() {
            return Err(words.missing("FILE"));
        }
        Ok(request)
    }

    pub(super) fn task(&self, session: &Session) -> Result<ProofTask, CommandError> {
        session.timeline.require_move()?;
        let attacker = self.attacker.unwrap_or(session.position().turn());
        session.mate_task(attacker, self.goal, None)
    }

    /// The records of the parts that are open.
    pub(super) fn records(&self, task: &ProofTask, answers: &PartAnswers) -> Vec<String> {
        answers.open(task, self.parts, self.nodes).iter().map(|part| record(task, part)).collect()
    }
}

fn record(task: &ProofTask, part: &Part) -> String {
    let operations = vec![
        Operation::new("dm", [part.moves.to_string()]),
        Operation::new("id", [line_san(&task.root, &part.place)]),
    ];
    Epd { position: part.root, operations, warnings: Vec::new() }.to_string()
}

fn split(request: PartsRequest, session: &mut Session) -> Acted {
    let task = request.task(session)?;
    let answers = session.engine.known_mates.answers();
    let parts = move || request.records(&task, &answers);
    session.start_task(move |_| Ok(SplitAnswer { parts: parts() }.into()))
}

/// Parts of a question about a mate.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SplitAnswer {
    /// Records of EPD, the cheapest to refute first.
    pub parts: Vec<String>,
}

impl Answer for SplitAnswer {
    const TYPE: &str = "proof-split";

    fn page(&self, _settings: &Settings) -> Page {
        match self.parts.as_slice() {
            [] => Page::of_text("# nothing is open: `proof` says at once whether there is a mate"),
            parts => Page::of_text(&parts.join("\n")),
        }
    }
}
