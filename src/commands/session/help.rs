//! `help`: the list of commands, short or full; a command, a group or a topic.

use serde_json::{Value, json};

use crate::commands::grammar::phrases::our_equivalent;
use crate::commands::prelude::*;
use crate::commands::settings::get::get;
use crate::commands::spec::Group;
use crate::commands::spec::option_meaning;
use crate::commands::topics::{self, FIRST_LINES, HelpTopic, TOPICS};
use crate::commands::{self, COMMANDS};
use crate::engine::options::nearest;
use crate::shell::session::setting_names;

/// The JSON Schema of every line, written by a test in `front/json/tests.rs` from the Rust types.
const SCHEMA: &str = include_str!("../../../tests/schema.json");

pub(super) const ROW: CommandSpec = row!(Session Safe "help" | "?" | "h", "[COMMAND | GROUP | TOPIC | all]":
    "first steps and the commands of every day; all of them; more about one, a group or a topic",
    details: "Groups: position, display, search, mates, play, settings, tools, session. Topics: limits, notation, scripting, keys, output, files.",
    examples: &[("help go", "with examples", ""),
        ("help mates", "the commands of a group", ""),
        ("help limits", "what ends a search", ""),
        ("help all", "every command in a line", "")],
    completer: Completer::Commands,
    terms: free(Concurrent),
    answers: &[LineSchema::of::<Help>()],
    read: read);

/// What to help with.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "HelpForm"))]
#[serde(into = "HelpForm")]
pub enum Help {
    Short(&'static [CommandSpec]),
    Overview(&'static [CommandSpec]),
    Group(Group, &'static [CommandSpec]),
    /// The JSON Schema of every line that `--json` writes.
    Schema,
    Topic(&'static HelpTopic),
    Command(&'static CommandSpec),
}

fn read(reader: &mut Reader<'_>) -> Parsed {
    let Some(word) = reader.take() else { return Ok(Help::Short(&COMMANDS).command()) };
    let wanted = word.text.to_lowercase();
    let second = commands::find(&wanted).zip(reader.words.peek());
    let further = second.and_then(|(spec, word)| commands::subcommand(spec.name, word.text));
    if further.is_some() {
        reader.take();
    }
    reader.finish()?;
    match further.map(Help::Command).or_else(|| Help::about(&wanted)) {
        Some(help) => Ok(help.command()),
        None if setting_names().iter().any(|(name, _)| name.eq_ignore_ascii_case(&wanted)) => {
            Ok(get(wanted))
        }
        None if let Some(help) = our_equivalent(&wanted).and_then(|said| Help::on(&said)) => {
            Ok(help)
        }
        None => {
            let nearest =
                nearest(word.text, commands::names().chain(topics::names())).map(str::to_owned);
            let what = format!("there is no command \"{}\"", shorten(word.text));
            let fault = Fault::Unknown { what, nearest, otherwise: "`help` lists them all" };
            Err(ParseError::at(word.span(), fault))
        }
    }
}

impl Help {
    pub fn command(self) -> Command {
        Box::new(move |_| Ok(self.into()))
    }

    /// Looks a word up: commands go before groups, groups before topics, names of commands before aliases.
    fn about(word: &str) -> Option<Help> {
        if let Some(spec) = COMMANDS.iter().find(|spec| spec.name == word) {
            return Some(Help::Command(spec));
        }
        if let Some(group) = group_of(word) {
            return Some(Help::Group(group, &COMMANDS));
        }
        if let Some(topic) = TOPICS.iter().find(|topic| topic.name == word) {
            return Some(Help::Topic(topic));
        }
        match word {
            "schema" => Some(Help::Schema),
            "all" => Some(Help::Overview(&COMMANDS)),
            _ => commands::find(word).map(Help::Command),
        }
    }

    /// Looks up a word of other programs: a setting, a topic or a command.
    fn on(said: &str) -> Option<Command> {
        let (command, rest) = said.split_once(' ').unwrap_or((said, ""));
        let name =
            setting_names().into_iter().map(|(name, _)| name).find(|name| rest.starts_with(name));
        match (command, name) {
            ("set", Some(name)) => Some(get(name)),
            ("help", _) => Help::about(rest).map(Help::command),
            _ => commands::find(command).map(|spec| Help::Command(spec).command()),
        }
    }
}

fn group_of(word: &str) -> Option<Group> {
    Group::ALL.into_iter().find(|group| group.word() == word)
}

/// Help as JSON.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HelpForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    commands: Option<Vec<CommandForm>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'static [&'static str]>,
    /// The JSON Schema of every line.
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<Value>,
}

/// a command as help shows it
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "command"))]
struct CommandForm {
    name: &'static str,
    aliases: &'static [&'static str],
    arguments: &'static str,
    group: &'static str,
    summary: &'static str,
    details: &'static str,
}

impl From<Help> for HelpForm {
    fn from(help: Help) -> HelpForm {
        let commands: Vec<&CommandSpec> = match help {
            Help::Short(commands) | Help::Overview(commands) => commands.iter().collect(),
            Help::Group(group, commands) => members(group, commands).collect(),
            Help::Command(command) => vec![command],
            Help::Schema => {
                let schema = serde_json::from_str(SCHEMA)
                    .unwrap_or_else(|error| json!({ "fault": error.to_string() }));
                return HelpForm { schema: Some(schema), ..HelpForm::default() };
            }
            Help::Topic(HelpTopic { name, summary, text, .. }) => {
                let (topic, summary, text) = (Some(*name), Some(*summary), Some(*text));
                return HelpForm { topic, summary, text, ..HelpForm::default() };
            }
        };
        let commands = commands.into_iter().map(|command| CommandForm {
            name: command.name,
            aliases: command.aliases,
            arguments: command.arguments,
            group: command.group.name(),
            summary: command.summary,
            details: command.details,
        });
        HelpForm { commands: Some(commands.collect()), ..HelpForm::default() }
    }
}

impl Answer for Help {
    const TYPE: &str = "help";

    fn page(&self, settings: &Settings) -> Page {
        match self {
            Help::Short(commands) => short(commands, settings),
            Help::Overview(commands) => overview(commands, settings),
            Help::Group(group, commands) => {
                // The other name of a command may be that of a group, as `display`.
                let named = commands::find(group.word());
                let mut page = named.map_or_else(Page::new, |spec| details(spec, settings));
                page.space();
                page.append(self::group(*group, commands, settings));
                page.space();
                page.append(hint("help NAME", "tells more of one command", settings));
                page
            }
            // Unwrapped, for redirection into a file.
            Help::Schema => Page::of_text(SCHEMA),
            Help::Topic(topic) => self::topic(topic, settings),
            Help::Command(command) => {
                let mut page = details(command, settings);
                if let Some(group) = group_of(command.name) {
                    page.space();
                    page.append(self::group(group, &COMMANDS, settings));
                }
                page
            }
        }
    }
}

/// Commands that `help` names; `help all` has every one.
const EVERYDAY: [&str; 32] = [
    "new", "fen", "undo", "redo", "goto", "moves", "history", "load", "pgn", "show", "flip",
    "eval", "go", "top", "analyze", "threat", "hint", "why", "stop", "solve", "proof", "play",
    "draw", "resign", "drill", "set", "get", "annotate", "save", "restore", "help", "quit",
];

/// Draws the first steps, with which `help` begins and `help all` ends.
fn first_lines(settings: &Settings) -> Page {
    let line = Line::plain(" New here? Type moves (")
        .with(Role::Accent, "Nf3")
        .with(Role::Plain, ", ")
        .with(Role::Accent, "1. e4 e5")
        .with(Role::Plain, "), a FEN, or a command such as");
    let mut page = Page::new();
    page.wrapped(line, settings, 1);
    page.append(lines(FIRST_LINES, settings));
    page
}

/// Formats a hint: ` help NAME  what it does`.
fn hint(line: &str, meaning: &str, settings: &Settings) -> Page {
    let line = Line::of(Role::Accent, format!(" {line}"));
    Page::of_wrapped(line.with(Role::Dim, format!("  {meaning}")), settings, 3)
}

/// Draws the first steps, the commands of every day in a line per group, and where the others are.
fn short(commands: &[CommandSpec], settings: &Settings) -> Page {
    let mut page = first_lines(settings);
    page.space();
    let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(1);
    for group in Group::ALL {
        let everyday = members(group, commands).filter(|spec| EVERYDAY.contains(&spec.name));
        let names: Vec<&str> = everyday.map(|command| command.name).collect();
        let names = Line::of(Role::Accent, names.join(" "));
        table.row(vec![Line::of(Role::Strong, group.name()), names]);
    }
    page.append(table.page(settings.width));
    let all = format!("lists all {} commands and the topics", commands.len());
    page.append(hint("help all", &all, settings));
    page
}

fn members(group: Group, commands: &[CommandSpec]) -> impl Iterator<Item = &CommandSpec> {
    commands.iter().filter(move |command| command.group == group)
}

fn overview(commands: &[CommandSpec], settings: &Settings) -> Page {
    let mut page = Page::new();
    for group in Group::ALL {
        if members(group, commands).next().is_some() {
            page.append(self::group(group, commands, settings));
            page.space();
        }
    }
    for topic in TOPICS {
        page.append(hint(&format!("help {}", topic.name), topic.summary, settings));
    }
    page.space();
    page.append(first_lines(settings));
    page
}

fn group(group: Group, commands: &[CommandSpec], settings: &Settings) -> Page {
    let names = commands.iter().map(|command| command.name.len()).max().unwrap_or(0);
    let mut page = Page::of(Line::of(Role::Strong, format!(" {}", group.name())));
    let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(3);
    for command in members(group, commands) {
        let name = Line::of(Role::Accent, command.name).padded(names);
        table.row(vec![name, Line::plain(command.summary)]);
    }
    page.append(table.page(settings.width));
    page
}

fn topic(topic: &HelpTopic, settings: &Settings) -> Page {
    let mut page = Page::of(
        Line::of(Role::Accent, format!(" {}", topic.name))
            .with(Role::Plain, format!("  {}", topic.summary)),
    );
    for paragraph in topic.text {
        page.space();
        page.wrapped(Line::plain(format!("   {paragraph}")), settings, 3);
    }
    page.append(lines(topic.examples, settings));
    page
}

/// Draws lines to type, each with its purpose.
fn lines(lines: &[(&str, &str)], settings: &Settings) -> Page {
    let examples: Vec<_> = lines.iter().map(|&(line, meaning)| (line, meaning, "")).collect();
    self::examples(&examples, settings)
}

/// Draws lines to type with their purpose, and below each the beginning of its output.
fn examples(examples: &[(&str, &str, &str)], settings: &Settings) -> Page {
    let mut page = Page::new();
    if examples.is_empty() {
        return page;
    }
    page.push(Line::new());
    let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(3);
    for (line, meaning, output) in examples {
        table.row(vec![Line::of(Role::Accent, *line), Line::of(Role::Dim, *meaning)]);
        if !output.is_empty() {
            let output = Line::of(Role::Dim, "→ ").with(Role::Plain, *output);
            table.row(vec![Line::new(), output]);
        }
    }
    page.append(table.page(settings.width));
    page
}

fn details(command: &CommandSpec, settings: &Settings) -> Page {
    let mut page = Page::new();
    let mut usage = Line::plain(" ").with(Role::Accent, command.name);
    if !command.arguments.is_empty() {
        usage.push(Role::Plain, format!(" {}", command.arguments));
    }
    page.wrapped(usage, settings, 6);
    if !command.aliases.is_empty() {
        let names = command.aliases.join(", ");
        page.push(Line::of(Role::Dim, " also ").with(Role::Accent, names));
    }
    page.wrapped(Line::plain(format!("   {}", command.summary)), settings, 3);
    if !command.details.is_empty() {
        page.space();
        page.wrapped(Line::plain(format!("   {}", command.details)), settings, 3);
    }
    if !command.options().is_empty() {
        page.space();
        let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(3);
        for &option in command.options() {
            let name = Line::of(Role::Accent, option.0);
            table.row(vec![name, Line::plain(option_meaning(option))]);
        }
        page.append(table.page(settings.width));
    }
    page.append(examples(command.examples, settings));
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_understood() {
        for name in topics::names().chain(commands::names()) {
            assert!(Help::about(name).is_some(), "help {name} tells nothing of its own");
        }
    }

    #[test]
    fn commands_of_every_day_exist() {
        for name in EVERYDAY {
            assert!(COMMANDS.iter().any(|spec| spec.name == name), "{name}");
        }
    }

    #[test]
    fn a_group_is_told_by_its_printed_name() {
        for group in Group::ALL {
            assert_eq!(group.word(), group.name().to_lowercase());
        }
        assert!(matches!(Help::about("mates"), Some(Help::Group(Group::Mates, _))));
        assert!(matches!(Help::about("position"), Some(Help::Command(_))), "a command goes first");
    }
}
