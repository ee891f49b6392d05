//! The rows of tools, which are made from the tools' own texts, and how their words are read.

use super::spec::{CommandSpec, Completer, Group};
use crate::shell::command::Command;
use crate::shell::parse::{Fault, ParseError, Reader, measure};
use crate::shell::terms::Manner::Beside;
use crate::shell::terms::{free, needs};
use crate::workshop::perft::suite::PerftSuite;
use crate::workshop::tool::{ToolSpec, UsageError};
use crate::workshop::{
    annotate, book, data, lab, learn, mine, openings, relabel, selfplay, solve, spsa, stream,
    suite, tables, train, tune,
};

pub(super) const DATA: CommandSpec = row(&ToolSpec::of::<data::Data>(), Group::Tools);

pub(super) const RELABEL: CommandSpec = row(&ToolSpec::of::<relabel::Relabel>(), Group::Tools);

pub(super) const OPENINGS: CommandSpec = row(&ToolSpec::of::<openings::Openings>(), Group::Tools);

/// Rows of tools that are a second word behind a command of the board.
pub(super) const SUBCOMMANDS: &[CommandSpec] = &[
    row(&ToolSpec::of::<book::build::BuildRequest>(), Group::Play),
    row(&ToolSpec::of::<book::check::CheckBook>(), Group::Play),
    row(&ToolSpec::of::<tables::make::MakeTables>(), Group::Search),
    row(&ToolSpec::of::<spsa::TuneSpsa>(), Group::Tools),
    row(&ToolSpec::of::<tables::check::CheckTables>(), Group::Search),
];

pub(super) const SUITE: CommandSpec = row(&ToolSpec::of::<suite::Suite>(), Group::Tools);

pub(super) const SOLVE: CommandSpec = row(&ToolSpec::of::<solve::Solve>(), Group::Mates);

pub(super) const LABEL: CommandSpec = row(&ToolSpec::of::<stream::Label>(), Group::Tools);

pub(super) const MINE: CommandSpec = row(&ToolSpec::of::<mine::Mine>(), Group::Mates);

pub(super) const LAB: CommandSpec = row(&ToolSpec::of::<lab::Lab>(), Group::Tools);

pub(super) const COMPARE: CommandSpec = row(&ToolSpec::of::<lab::Compare>(), Group::Search);

pub(super) const ANNOTATE: CommandSpec =
    row(&ToolSpec::of::<annotate::AnnotateGames>(), Group::Tools);

pub(super) const SELFPLAY: CommandSpec =
    CommandSpec { aliases: &["match"], ..row(&ToolSpec::of::<selfplay::SelfPlay>(), Group::Tools) };

pub(super) const LEARN: CommandSpec = row(&ToolSpec::of::<learn::Learn>(), Group::Tools);

pub(super) const TRAIN: CommandSpec = row(&ToolSpec::of::<train::Train>(), Group::Tools);

pub(super) const TUNE: CommandSpec = row(&ToolSpec::of::<tune::Tune>(), Group::Tools);

/// `perft --suite`, which has no row of its own.
static PERFT_SUITE: ToolSpec = ToolSpec::of::<PerftSuite>();

/// Parses `perft`; a suite is a tool.
pub(super) fn perft(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    match reader.words.clone().any(|word| word.flag() == "suite") {
        true => call(&PERFT_SUITE, reader),
        false => measure::perft(reader),
    }
}

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
        terms: |command| match command {
            Command::Tool(call) if call.needs_position() => needs(Beside),
            _ => free(Beside),
        },
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
