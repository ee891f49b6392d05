//! `get`: shows a setting, or all whose names begin with a prefix.

use crate::commands::prelude::*;
use crate::settings::named;
use crate::shell::reply::Setting;
use crate::shell::session::preference;
use crate::shell::session::session_settings::no_setting;

pub(in crate::commands) const ROW: CommandSpec = row!(Settings Safe "get" | "options" | "settings" | "getvalue", "[NAME]":
    "show a setting, or all whose names begin so",
    examples: &[("get", "all", ""), ("get extension", "the weights of the extensions", "")],
    completer: Completer::Settings,
    terms: free(Concurrent),
    answers: &[LineSchema::of::<SettingsAnswer>()],
    read: |reader| Ok(get(reader.words.rest().text.to_owned())));

/// `name` may be a prefix; empty means all.
pub fn get(name: String) -> Command {
    Box::new(move |session| act(session, name))
}

fn act(session: &mut Session, name: String) -> Acted {
    let settings = match session.settings.setting(&name, session.engine.options()) {
        Some(setting) => vec![setting],
        None => {
            let (wanted, mut all) =
                (name.to_lowercase(), session.settings.all(session.engine.options()));
            all.retain(|setting| setting.name.to_lowercase().starts_with(&wanted));
            all
        }
    };
    if settings.is_empty() {
        Err(no_setting(&name))
    } else {
        Ok(SettingsAnswer { settings }.into())
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SettingsAnswer {
    pub settings: Vec<Setting>,
}

impl Answer for SettingsAnswer {
    const TYPE: &str = "settings";

    /// One setting is shown in full, several as a table; a star marks changed ones.
    fn page(&self, settings: &Settings) -> Page {
        let list = &self.settings[..];
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
}

/// Maximum columns of a value in a table of settings, and of its unit.
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
    /// Groups by name: the prompt's settings are in a table, parameters of the search have a dot.
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

pub(super) fn shown(value: &str) -> String {
    if value.is_empty() { "<empty>".to_owned() } else { value.to_owned() }
}

/// Formats the unit after a value. A unit that begins with a digit is separated: `2 × 1/64 ply`.
pub(super) fn unit(setting: &Setting, settings: &Settings) -> String {
    match setting.unit.chars().next() {
        None => String::new(),
        Some('0'..='9') => format!(" {} {}", settings.signs().times, setting.unit),
        Some(_) => format!(" {}", setting.unit),
    }
}
