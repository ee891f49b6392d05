//! `set`: changes a setting, for this session or permanently.

use super::get::{shown, unit};
use crate::commands::prelude::*;
use crate::shell::reply::{Setting, SettingChanged};

pub(in crate::commands) const ROW: CommandSpec = row!(Settings Safe "set" | "setoption" | "setvalue", "NAME VALUE [--keep] | --forget NAME":
    "change a setting; with --keep for later sessions too",
    details: "Names are those that `get` lists, in any case; UCI's `setoption name N value V` is understood. Kept settings \
              are in a file of TOML that you may write too (`help files`); `set NAME --keep` keeps what is set now.",
    examples: &[("set hash 256", "a table of 256 MiB", "Hash 256  (was 1)"),
        ("set go.default 3s", "what a bare go means", "go.default 3s  (was 10s)"),
        ("set theme light --keep", "for good", "")],
    completer: Completer::Settings,
    terms: free(Alone),
    answers: &[LineSchema::of::<SettingChanged>()],
    read: read);

/// Reads `set NAME VALUE`, `set NAME = VALUE`, `set name NAME value VALUE`, and `set NAME`, which shows it; each also with
/// `--keep`; and `set --forget NAME`. Options may be anywhere.
///
/// A name may contain spaces (`Move Overhead`). Only the settings can tell where it ends, so name and value are passed on
/// together unless `=` or `value` separates them.
fn read(reader: &mut Reader<'_>) -> Parsed {
    const NAME: &str = "the name of a setting";
    let words = reader.words.clone();
    let rest = reader.require_rest(NAME)?.text;
    let (options, words): (Vec<_>, Vec<_>) = words.partition(|word| word.text.starts_with("--"));
    let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
    if let Some(&word) = options.iter().find(|word| !["--keep", "--forget"].contains(&word.text)) {
        return Err(ParseError::bad(word, "is no option of `set`; it has --keep and --forget"));
    }
    if let [_, word, ..] = options[..] {
        return Err(ParseError::bad(word, "is one too many; `set` takes one option"));
    }
    if texts.is_empty() {
        return Err(reader.missing(NAME));
    }
    let Some(option) = options.first() else {
        let given = name_and_value(rest, &texts);
        return Ok(Box::new(|session| act(session, given)));
    };
    Ok(match option.text {
        "--forget" => {
            let name = texts.join(" ");
            Box::new(move |session| forget(session, name))
        }
        keeping => {
            let given = name_and_value(&rest.replacen(keeping, "", 1), &texts);
            Box::new(move |session| keep(session, given))
        }
    })
}

/// Returns the arguments of `set` as one text and as words; at least one word.
pub(in crate::commands) fn name_and_value(rest: &str, texts: &[&str]) -> (String, String) {
    let named = texts[0] == "name" && texts.len() > 1;
    let texts = if named { &texts[1..] } else { texts };
    let parting = texts.iter().position(|&text| text == "=" || named && text == "value");
    if let Some(at) = parting {
        return (texts[..at].join(" "), texts[at + 1..].join(" "));
    }
    if let (false, Some((name, value))) = (named, rest.split_once('=')) {
        return (name.trim().to_owned(), value.trim().to_owned());
    }
    match texts {
        [name] => ((*name).to_owned(), String::new()),
        _ => (texts[..texts.len() - 1].join(" "), texts[texts.len() - 1].to_owned()),
    }
}

pub fn act(session: &mut Session, (name, value): (String, String)) -> Acted {
    Ok(match session.set(&name, &value)? {
        Some(changed) => changed.into(),
        None => Done.into(),
    })
}

fn keep(session: &mut Session, (name, value): (String, String)) -> Acted {
    Ok(Text::of(session.keep(&name, &value)?).into())
}

fn forget(session: &mut Session, name: String) -> Acted {
    Ok(Text::of(session.settings.forget(&name, session.engine.options())?).into())
}

impl Answer for SettingChanged {
    const TYPE: &str = "set";

    fn page(&self, settings: &Settings) -> Page {
        let Setting { name, value, .. } = &self.setting;
        let mut line = Line::of(Role::Accent, name.as_str())
            .with(Role::Plain, " ")
            .with(Role::Strong, shown(value))
            .with(Role::Dim, unit(&self.setting, settings));
        line.push(
            Role::Dim,
            match self.before == *value {
                true => "  (as before)".to_owned(),
                false => format!("  (was {})", shown(&self.before)),
            },
        );
        Page::of_wrapped(line, settings, 3)
    }
}
