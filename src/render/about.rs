//! The program about itself: help, settings, versions, files written and read.

use std::path::Path;
use std::time::Duration;

use super::json::SCHEMA;
use crate::ink::number::{counted, per_mille, time};
use crate::ink::{Align, Line, Page, Role, Settings, TextTable};
use crate::settings::named;
use crate::shell::CommandSpec;
use crate::shell::reply::{HelpReply, HelpTopic, InfoReply, SavedContent, SavedReply, Setting};
use crate::shell::session::preference;
use crate::shell::table::Group;
use crate::shell::table::topics::{FIRST_LINES, TOPICS};

pub fn help(reply: &HelpReply, settings: &Settings) -> Page {
    match reply {
        HelpReply::Short(commands) => short(commands, settings),
        HelpReply::Overview(commands) => overview(commands, settings),
        HelpReply::Group(group, commands) => {
            let mut page = self::group(*group, commands, settings);
            page.space();
            page.append(hint("help NAME", "tells more of one command", settings));
            page
        }
        // Unwrapped: it is meant to be redirected into a file.
        HelpReply::Schema => Page::of_text(SCHEMA),
        HelpReply::Topic(topic) => self::topic(topic, settings),
        HelpReply::Command(command) => details(command, settings),
    }
}

/// What a newcomer needs: `help` and `help all` end with it.
fn first_lines(settings: &Settings) -> Page {
    let line = Line::plain(" New here? Type moves (")
        .with(Role::Accent, "Nf3")
        .with(Role::Plain, ", ")
        .with(Role::Accent, "1. e4 e5")
        .with(Role::Plain, "), a FEN, or a command such as");
    let mut page = Page::new();
    page.wrapped(line, settings, 1);
    page.append(examples(FIRST_LINES, settings));
    page
}

/// ` help NAME  what it does`.
fn hint(line: &str, meaning: &str, settings: &Settings) -> Page {
    let line = Line::of(Role::Accent, format!(" {line}"));
    Page::of_wrapped(line.with(Role::Dim, format!("  {meaning}")), settings, 3)
}

/// The names of all commands, a line a group; then what a newcomer needs.
fn short(commands: &[CommandSpec], settings: &Settings) -> Page {
    let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(1);
    for group in Group::ALL {
        let names: Vec<&str> = members(group, commands).map(|command| command.name).collect();
        if !names.is_empty() {
            let names = Line::of(Role::Accent, names.join(" "));
            table.row(vec![Line::of(Role::Strong, group.name()), names]);
        }
    }
    let topics: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    table.row(vec![Line::of(Role::Strong, "Topics"), Line::of(Role::Accent, topics.join(" "))]);
    let mut page = table.page(settings.width);
    page.space();
    page.append(first_lines(settings));
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
    page.append(examples(topic.examples, settings));
    page
}

fn examples(examples: &[(&str, &str)], settings: &Settings) -> Page {
    let mut page = Page::new();
    if examples.is_empty() {
        return page;
    }
    page.push(Line::new());
    let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(3);
    for (line, meaning) in examples {
        table.row(vec![Line::of(Role::Accent, *line), Line::of(Role::Dim, *meaning)]);
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
    if let Some(tool) = command.tool() {
        page.space();
        let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(3);
        for (name, meaning) in tool.options() {
            table.row(vec![Line::of(Role::Accent, name), Line::plain(meaning)]);
        }
        page.append(table.page(settings.width));
    }
    page.append(examples(command.examples, settings));
    page
}

/// Columns that a value is given in a table of settings, at most; and those for its unit.
const WIDEST_VALUE: usize = 12;
const UNIT: usize = 7;

named! {
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum SettingGroup {
        Prompt = "Prompt",
        Engine = "Engine",
        Extensions = "Extensions",
        Search = "Search",
    }
}

impl SettingGroup {
    /// By its name: the prompt's are in a table, numbers of the search have a dot.
    fn of(setting: &Setting) -> SettingGroup {
        if preference(&setting.name).is_some() {
            SettingGroup::Prompt
        } else if setting.name.starts_with("extension.") {
            SettingGroup::Extensions
        } else if setting.name.contains('.') {
            SettingGroup::Search
        } else {
            SettingGroup::Engine
        }
    }
}

/// `get`: one setting in full, several as a table; a star marks what was changed.
pub fn settings(list: &[Setting], settings: &Settings) -> Page {
    if let [only] = list {
        return one_setting(only, settings);
    }
    let mut page = Page::new();
    let columns = |value: fn(&Setting) -> usize| list.iter().map(value).max().unwrap_or(0);
    let names = columns(|setting| setting.name.len() + 1);
    let values = columns(|setting| shown(&setting.value).len().min(WIDEST_VALUE));
    for heading in SettingGroup::ALL {
        let mut table = TextTable::new(&[Align::Left, Align::Left, Align::Left]).indented(1);
        let mut empty = true;
        for setting in list.iter().filter(|setting| SettingGroup::of(setting) == heading) {
            let star = if setting.value == setting.default { "" } else { "*" };
            let name = Line::of(Role::Accent, setting.name.as_str()).with(Role::Caution, star);
            let value = Line::of(Role::Strong, shown(&setting.value))
                .with(Role::Dim, unit(setting, settings));
            let summary = Line::plain(setting.summary.as_str());
            table.row(vec![name.padded(names), value.padded(values + UNIT), summary]);
            empty = false;
        }
        if !empty {
            page.space();
            page.push(Line::of(Role::Strong, format!(" {}", heading.name())));
            page.append(table.page(settings.width));
        }
    }
    if list.iter().any(|setting| setting.value != setting.default) {
        page.space();
        page.push(Line::of(Role::Caution, " *").with(Role::Dim, " changed from its default"));
    }
    page
}

fn shown(value: &str) -> String {
    if value.is_empty() { "<empty>".to_owned() } else { value.to_owned() }
}

fn one_setting(setting: &Setting, settings: &Settings) -> Page {
    let mut page = Page::new();
    let value = Line::plain(" ")
        .with(Role::Accent, setting.name.as_str())
        .with(Role::Plain, "  ")
        .with(Role::Strong, shown(&setting.value))
        .with(Role::Dim, unit(setting, settings));
    page.wrapped(value, settings, 3);
    page.wrapped(Line::plain(format!("   {}", setting.summary)), settings, 3);
    let range = Line::named("   takes ", setting.range.as_str())
        .with(Role::Dim, "; default ")
        .with(Role::Plain, shown(&setting.default));
    page.wrapped(range, settings, 9);
    page
}

/// The unit behind a value. One that is itself a number would run into the value: `2 × 1/4 ply`.
fn unit(setting: &Setting, settings: &Settings) -> String {
    match setting.unit.chars().next() {
        None => String::new(),
        Some('0'..='9') => format!(" {} {}", settings.signs().times, setting.unit),
        Some(_) => format!(" {}", setting.unit),
    }
}

/// `set`: what it is now and what it was.
pub fn setting_changed(setting: &Setting, before: &str, settings: &Settings) -> Page {
    let mut line = Line::of(Role::Accent, setting.name.as_str())
        .with(Role::Plain, " ")
        .with(Role::Strong, shown(&setting.value))
        .with(Role::Dim, unit(setting, settings));
    line.push(
        Role::Dim,
        match before == setting.value {
            true => "  (as before)".to_owned(),
            false => format!("  (was {})", shown(before)),
        },
    );
    Page::of_wrapped(line, settings, 3)
}

pub fn info(reply: &InfoReply, settings: &Settings) -> Page {
    let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(1);
    let mut fact = |name: &str, value: String| {
        table.row(vec![Line::of(Role::Dim, name), Line::plain(value)]);
    };
    let checked = if reply.checked { " with debug checks" } else { "" };
    fact("version", format!("quarterply {}{checked}", reply.version));
    let cpu = if reply.cpu.is_empty() { "nothing special".to_owned() } else { reply.cpu.join(" ") };
    fact("processor", cpu);
    fact("threads", reply.threads.to_string());
    fact("table", format!("{} MiB, {} in use", reply.hash, per_mille(reply.hashfull)));
    fact("profile", reply.profile.clone());
    if let Some(lag) = reply.lag {
        fact("lag", format!("{} ms a move", lag.as_millis()));
    }
    let history = reply.history.as_ref().map(|path| path.display().to_string());
    fact("history", history.unwrap_or_else(|| "not kept".to_owned()));
    fact("licence", env!("CARGO_PKG_LICENSE").to_owned());
    table.page(settings.width)
}

/// `alias`: words, and what they stand for.
pub fn aliases(aliases: &[(String, String)], settings: &Settings) -> Page {
    if aliases.is_empty() {
        let none = Line::plain("no aliases defined; see `help alias`");
        return Page::of_wrapped(none, settings, 2);
    }
    let mut table = TextTable::new(&[Align::Left, Align::Left]);
    for (word, text) in aliases {
        table.row(vec![Line::of(Role::Accent, word.as_str()), Line::plain(text.as_str())]);
    }
    table.page(settings.width)
}

/// `log`: where the dialogue is recorded.
pub fn log(path: Option<&Path>, settings: &Settings) -> Page {
    let line = match path {
        Some(path) => Line::plain("the dialogue is recorded in ")
            .with(Role::Strong, path.display().to_string()),
        None => Line::plain("the dialogue is not recorded"),
    };
    Page::of_wrapped(line, settings, 2)
}

/// `time`: milliseconds too, for most commands take some.
pub fn took(elapsed: Duration) -> Page {
    let seconds = elapsed.as_secs_f64();
    let text = if seconds < 60.0 { format!("{seconds:.3} s") } else { time(elapsed) };
    Page::of(Line::named("took ", text))
}

/// `save`, and `pgn` with a file.
pub fn saved(reply: &SavedReply, settings: &Settings) -> Page {
    let (verb, fact) = match reply.content {
        SavedContent::Session { moves } => ("saved", counted(moves, "move")),
        SavedContent::Game { moves } => ("saved", format!("the game, {}", counted(moves, "move"))),
        SavedContent::Position => ("saved", "the position".to_owned()),
        SavedContent::Picture => ("drawn", "a picture".to_owned()),
        SavedContent::Added { games } => ("added to", format!("{} now", counted(games, "game"))),
        SavedContent::AlreadyLast { games } => {
            let games = counted(games, "game");
            ("left alone", format!("this game is the last of its {games} already"))
        }
    };
    file(verb, &reply.path, fact, settings)
}

pub fn loaded(path: &Path, record: usize, records: usize, settings: &Settings) -> Page {
    file("loaded", path, format!("record {record} of {records}"), settings)
}

pub fn restored(path: &Path, differing: usize, settings: &Settings) -> Page {
    let fact = format!("{} not at the default", counted(differing, "setting"));
    file("restored", path, fact, settings)
}

fn file(verb: &str, path: &Path, fact: String, settings: &Settings) -> Page {
    let what = Line::of(Role::Good, verb).with(Role::Plain, format!(" {}", path.display()));
    Page::of_facts([what, Line::plain(fact)], settings)
}
