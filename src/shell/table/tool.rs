//! The rows of tools, which are made from the tools' own texts, and how their words are read.

use super::spec::{CommandSpec, Completer, Group};
use crate::shell::command::Command;
use crate::shell::parse::{Fault, ParseError, Reader, measure};
use crate::shell::terms::Manner::Beside;
use crate::shell::terms::{free, needs};
use crate::tools::perft::suite::PerftSuite;
use crate::tools::tool::{Tool, ToolSpec, UsageError};

/// Rows of tools that are a second word behind a command of the board.
pub(super) const SUBCOMMANDS: &[CommandSpec] = &[];

/// `perft --suite`, which has no row of its own.
static PERFT_SUITE: ToolSpec = PerftSuite::SPEC;

/// Parses `perft`; a suite is a tool.
pub(super) fn perft(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    match reader.words.clone().any(|word| word.flag() == "suite") {
        true => call(&PERFT_SUITE, reader),
        false => measure::perft(reader),
    }
}

pub(super) const fn row<T: Tool + 'static>(group: Group) -> CommandSpec {
    CommandSpec {
        name: T::TEXT.name,
        aliases: &[],
        arguments: T::TEXT.usage,
        group,
        summary: T::TEXT.summary,
        details: T::TEXT.details,
        examples: T::TEXT.examples,
        completer: Completer::Tool(&T::SPEC),
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
    let words: Vec<_> = std::iter::from_fn(|| reader.take()).collect();
    if words.iter().any(|word| word.text == "--help") {
        return Ok(Command::Help(Some(command)));
    }
    let read = tool.read(words.iter().map(|word| word.text));
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
