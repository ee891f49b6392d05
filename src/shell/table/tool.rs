//! The rows of tools, which are made from the tools' own texts, and how their words are read.

use super::spec::{CommandSpec, Completer, Group};
use crate::shell::command::Command;
use crate::shell::parse::{Fault, ParseError, Reader};
use crate::shell::terms::Manner::Beside;
use crate::shell::terms::free;
use crate::workshop::tool::{ToolSpec, UsageError};
use crate::workshop::{book, data, openings, relabel, tables};

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
    row(&ToolSpec::of::<tables::check::CheckTables>(), Group::Search),
];

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
        reader.take();
    }
    let words: Vec<_> = std::iter::from_fn(|| reader.take()).collect();
    if words.iter().any(|word| word.text == "--help") {
        return Ok(Command::Help(Some(command)));
    }
    let read = tool.read(words.iter().map(|word| word.text));
    let call = read.map_err(|UsageError { word, message }| {
        let named = |text: &str| {
            let mut said = words.iter().filter(|word| word.text == text || word.flag() == text);
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
