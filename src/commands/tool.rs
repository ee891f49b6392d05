//! The rows of tools, which are made of the tools' own texts, and how a line becomes the call of one.

use super::prelude::*;
use super::session::help::Help;
use super::spec::{Group, Secret};
use crate::shell::terms::Terms;
use crate::tools::annotate::annotation_page;
use crate::tools::tool::Tool;
use crate::tools::tool::call::{UsageError, command, read};

pub(super) const fn row<T: Tool>(group: Group, secret: Secret) -> CommandSpec {
    CommandSpec {
        name: T::TEXT.name,
        aliases: &[],
        arguments: T::TEXT.usage,
        group,
        secret,
        summary: T::TEXT.summary,
        details: T::TEXT.details,
        examples: T::TEXT.examples,
        completer: Completer::Tool(command::<T>),
        takes_text: false,
        terms: free(Beside),
        answers: T::LINES,
        read: call::<T>,
    }
}

pub(super) fn call<T: Tool>(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let name = reader.command;
    let words: Vec<_> = std::iter::from_fn(|| reader.take()).collect();
    if words.iter().any(|word| word.text == "--help") {
        let spec = super::find(name);
        return spec
            .map(|spec| Help::Command(spec).into())
            .ok_or_else(|| reader.missing("a command"));
    }
    let tool = read(words.iter().map(|word| word.text));
    let tool: T = tool.map_err(|UsageError { word, message }| {
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
        let example = super::find(name).and_then(|spec| spec.examples.first());
        let example = example.map_or_else(String::new, |(line, ..)| format!(", as in `{line}`"));
        let why = format!("{message}{example}; `help {name}` lists what it takes");
        ParseError::at(span, Fault::Argument(why))
    })?;
    Ok(Call(tool).into())
}

#[derive(Debug)]
pub(super) struct Call<T>(T);

impl<T: Tool> Act for Call<T> {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        session.tool(self.0, annotation_page::html)
    }

    fn terms(&self) -> Option<Terms> {
        self.0.needs_position().then_some(needs(Beside))
    }
}
