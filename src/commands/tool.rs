//! The rows of tools, which are made of the tools' own texts, and how a line becomes the call of one.

use super::prelude::*;
use super::session::help::Help;
use super::spec::Group;
use crate::render::annotation;
use crate::shell::terms::Terms;
use crate::tools::tool::{Tool, ToolCall, ToolSpec, UsageError};

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
        terms: free(Beside),
        answers: T::LINES,
        read: |reader| call(&T::SPEC, reader),
    }
}

pub(super) fn call(
    tool: &'static ToolSpec,
    reader: &mut Reader<'_>,
) -> Result<Command, ParseError> {
    let command = reader.command;
    let words: Vec<_> = std::iter::from_fn(|| reader.take()).collect();
    if words.iter().any(|word| word.text == "--help") {
        let spec = super::find(command);
        return spec
            .map(|spec| Help::Command(spec).into())
            .ok_or_else(|| reader.missing("a command"));
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
        let why = format!("{message}; `help {command}` lists what it takes");
        ParseError::at(span, Fault::Argument(why))
    })?;
    Ok(call.into())
}

impl Act for ToolCall {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        session.tool(&self, annotation::html)
    }

    fn terms(&self) -> Option<Terms> {
        self.needs_position().then_some(needs(Beside))
    }
}
