//! `tag`: the PGN headers of the game.

use crate::chess::GameResult;
use crate::chess::pgn::{is_derived, spelled};
use crate::commands::prelude::*;
use crate::shell::parse::tokens::bare;
use crate::shell::session::timeline::Edit;

pub(super) const ROW: CommandSpec = row!(Position Safe "tag" | "tags", "[NAME [VALUE]]":
    "the headers of the game (White, Event, Date …); give one a value",
    details: "A value of \"\" takes the header away. `tag Result 1-0` says how the game ended.",
    examples: &[("tags", "all", "White Morphy, Paul"), ("tag White Morphy, Paul", "who had White", "White Morphy, Paul")],
    takes_text: true,
    completer: Completer::Words(&["Event", "Site", "Date", "Round", "White", "Black", "Result"]),
    answers: &[LineSchema::of::<Tags>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let Some(word) = reader.take() else { return Ok(Box::new(|session| list(session, None))) };
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    if !word.text.chars().all(is_name) || word.text.is_empty() {
        return Err(reader.unexpected(word));
    }
    let name = spelled(word.text).to_owned();
    Ok(match reader.words.rest().text {
        "" => Box::new(|session| list(session, Some(name))),
        value => {
            let value = bare(value, '"', '"').to_owned();
            Box::new(|session| set(session, (name, value)))
        }
    })
}

/// Lists all headers, or the one of this name.
fn list(session: &mut Session, name: Option<String>) -> Acted {
    let record = &session.timeline.now.record;
    let is_meant = |tag: &str| name.as_ref().is_none_or(|name| name.eq_ignore_ascii_case(tag));
    let row = |name: &str, value: String| TagRow { name: name.to_owned(), value };
    let tags = record.tags.iter().filter(|tag| is_meant(&tag.name) && !tag.is("Result"));
    let tags = tags.map(|tag| row(&tag.name, tag.value.clone()));
    let result = is_meant("Result").then(|| row("Result", record.result().to_string()));
    Ok(Tags { tags: tags.chain(result).collect() }.into())
}

/// Sets a header; an empty value deletes it.
fn set(session: &mut Session, (name, value): (String, String)) -> Acted {
    let edit = if name == "Result" {
        Edit::Result(GameResult::from_text(&value).ok_or_else(|| {
            CommandError::refused(format!(
                "\"{value}\" cannot be compared with a result, which is 1-0, 0-1, 1/2-1/2 or *"
            ))
        })?)
    } else if is_derived(&name) {
        return Err(CommandError::refused(format!(
            "{name} follows from the game, and is not set by hand; `position`, `fen` or `new 960` begin another"
        )));
    } else {
        let value = Some(value).filter(|value| !value.is_empty());
        Edit::Header { name: name.clone(), value, at: None }
    };
    session.timeline.edit(edit);
    list(session, Some(name))
}

/// Headers of the game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Tags {
    pub tags: Vec<TagRow>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "tag"))]
pub struct TagRow {
    pub name: String,
    pub value: String,
}

impl Answer for Tags {
    const TYPE: &str = "tags";

    fn page(&self, _settings: &Settings) -> Page {
        let mut page = Page::new();
        for TagRow { name, value } in &self.tags {
            page.push(Line::named(format!("{name} "), value.as_str()));
        }
        if self.tags.is_empty() {
            page.push(Line::of(Role::Dim, "the game has no such header"));
        }
        page
    }
}
