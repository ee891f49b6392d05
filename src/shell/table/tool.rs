//! The rows of tools, which are made from the tools' own texts, and how their words are read.

use super::spec::{CommandSpec, Completer, Group};
use crate::shell::command::Command;
use crate::shell::parse::{Fault, ParseError, Reader, annotation};
use crate::shell::terms::Manner::Beside;
use crate::shell::terms::{free, needs};
use crate::workshop::tool::{ToolSpec, UsageError};
use crate::workshop::{
    book, data, lab, learn, mine, openings, relabel, selfplay, solve, spsa, stream, suite, tables,
    train, tune,
};

/// `data`.
pub(super) const DATA: CommandSpec = row(&ToolSpec::of::<data::Data>(), Group::Tools);

/// `relabel`.
pub(super) const RELABEL: CommandSpec = row(&ToolSpec::of::<relabel::Relabel>(), Group::Tools);

/// `openings`.
pub(super) const OPENINGS: CommandSpec = row(&ToolSpec::of::<openings::Openings>(), Group::Tools);

/// Rows of tools that are a second word behind a command of the board.
pub(super) const SUBCOMMANDS: &[CommandSpec] = &[
    row(&ToolSpec::of::<book::build::BuildRequest>(), Group::Play),
    row(&ToolSpec::of::<book::check::CheckBook>(), Group::Play),
    row(&ToolSpec::of::<tables::make::MakeTables>(), Group::Search),
    row(&ToolSpec::of::<spsa::TuneSpsa>(), Group::Tools),
    row(&ToolSpec::of::<tables::check::CheckTables>(), Group::Search),
];

/// `suite`.
pub(super) const SUITE: CommandSpec = row(&ToolSpec::of::<suite::Suite>(), Group::Tools);

/// `solve`.
pub(super) const SOLVE: CommandSpec = row(&ToolSpec::of::<solve::Solve>(), Group::Mates);

/// `label`.
pub(super) const LABEL: CommandSpec = row(&ToolSpec::of::<stream::Label>(), Group::Tools);

/// `mine`.
pub(super) const MINE: CommandSpec = row(&ToolSpec::of::<mine::Mine>(), Group::Mates);

/// `lab`.
pub(super) const LAB: CommandSpec = row(&ToolSpec::of::<lab::Lab>(), Group::Tools);

/// `compare`.
pub(super) const COMPARE: CommandSpec =
    CommandSpec { terms: |_| needs(Beside), ..row(&ToolSpec::of::<lab::Compare>(), Group::Search) };

/// `annotate -`, which has no row of its own.
static ANNOTATE_LINES: ToolSpec = ToolSpec::of::<stream::AnnotateLines>();

/// Parses `annotate`; with `-` it reads games from standard input.
pub(super) fn annotate(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    match reader.words.peek() {
        Some(word) if word.text == "-" => call(&ANNOTATE_LINES, reader),
        _ => annotation::annotate(reader),
    }
}

/// `selfplay`.
pub(super) const SELFPLAY: CommandSpec =
    CommandSpec { aliases: &["match"], ..row(&ToolSpec::of::<selfplay::SelfPlay>(), Group::Tools) };

/// `learn`.
pub(super) const LEARN: CommandSpec = row(&ToolSpec::of::<learn::Learn>(), Group::Tools);

/// `train`.
pub(super) const TRAIN: CommandSpec = row(&ToolSpec::of::<train::Train>(), Group::Tools);

/// `tune`.
pub(super) const TUNE: CommandSpec = row(&ToolSpec::of::<tune::Tune>(), Group::Tools);

/// Makes the row of a tool.
const fn row(tool: &'static ToolSpec, group: Group) -> CommandSpec {
    CommandSpec {
        name: tool.text.name,
        aliases: &[],
        arguments: tool.text.usage,
        group,
        summary: tool.text.summary,
        details: tool.text.details,
        examples: tool.text.examples,
        completer: Completer::Tool(tool),
        terms: |_| free(Beside),
        read,
    }
}

fn read(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let command = reader.command;
    let Some(tool) = super::find(command).and_then(CommandSpec::tool) else {
        return reader.finish().map(|()| Command::Nothing);
    };
    if command.contains(' ') {
        // The second word of its name.
        reader.take();
    }
    call(tool, reader)
}

fn call(tool: &'static ToolSpec, reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let command = reader.command;
    let line = format!("{command} {}", reader.words.clone().rest().text);
    let words: Vec<_> = std::iter::from_fn(|| reader.take()).collect();
    if words.iter().any(|word| word.text == "--help") {
        return Ok(Command::Help(Some(command)));
    }
    let read = tool.read(words.iter().map(|word| word.text), line);
    let call = read.map_err(|UsageError { word, message }| {
        let named = |text: &str| {
            let mut said = words
                .iter()
                .filter(|word| word.text == text || word.flag() == text.trim_start_matches("--"));
            said.next_back()
        };
        let span = match word.as_deref().map(named) {
            Some(Some(word)) => word.span(),
            _ => reader.words.end(),
        };
        ParseError::at(span, Fault::Usage { message, command })
    })?;
    Ok(Command::Tool(Box::new(call)))
}
