//! `alias`: user-defined names of commands.

use crate::chess::{MoveError, Position, parse_move};
use crate::commands::prelude::*;
use crate::commands::{self, grammar};
use crate::shell::parse::setup::looks_like_fen;
use crate::shell::session::aliases::Alias;

pub(super) const ROW: CommandSpec = row!(Session Safe "alias", "[WORD COMMAND | --forget WORD]":
    "define a short name for a command; list them",
    details: "A word is short for a command, or for several with `;` between them; the rest of the line is appended. It cannot be a command, look like a move, or stand \
              for another alias. To keep a word, put its line into the init file (`help files`).",
    examples: &[("alias m3 proof 3", "from now on m3 asks for a mate in three", "m3  proof 3"),
        ("alias nx next; show", "a step, and the board", "nx  next; show"),
        ("alias", "which there are", "m3  proof 3…"),
        ("alias --forget m3", "no longer", "")],
    takes_text: true,
    completer: Completer::Words(&["--forget"]),
    terms: free(Concurrent),
    answers: &[LineSchema::of::<Aliases>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let Some(word) = reader.take() else { return Ok(Box::new(list)) };
    if word.text == "--forget" {
        let word = reader.require("a word")?.text.to_lowercase();
        return Ok(Box::new(move |session| match session.settings.aliases.forget(&word) {
            true => Ok(Done.into()),
            false => {
                let none = format!("\"{word}\" is not an alias; `alias` lists them");
                Err(CommandError::refused(none))
            }
        }));
    }
    let text = reader.require_rest("the command that it is to stand for")?.text;
    let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let text = quoted.unwrap_or(text).trim().to_owned();
    let word = word.text.to_lowercase();
    Ok(Box::new(|session| define(session, (word, text))))
}

fn list(session: &mut Session) -> Acted {
    let row = |(word, alias): (&str, &Alias)| AliasRow::new(word, &alias.text);
    Ok(Aliases { aliases: session.settings.aliases.iter().map(row).collect() }.into())
}

/// Defines an alias, case-insensitively.
fn define(session: &mut Session, (word, text): (String, String)) -> Acted {
    let like_a_move = parse_move(&Position::start(), &word);
    let begins_text = word.starts_with(|c: char| c.is_ascii_digit() || "[{(".contains(c));
    if commands::find(&word).is_some()
        || !matches!(like_a_move, Err(MoveError::NotAMove(_)))
        || begins_text
        || looks_like_fen(&word)
    {
        return Err(CommandError::refused(format!(
            "`{word}` cannot be an alias: it is a command, or moves, games or positions begin like it"
        )));
    }
    let first_word = |command: &str| command.split_whitespace().next().map(str::to_lowercase);
    let commands = grammar::split(&text).into_iter();
    let begins = commands.map(|(_, command)| first_word(command).unwrap_or_default()).collect();
    let alias = Alias { text, begins };
    if session.settings.aliases.nests(&word, &alias) {
        return Err(CommandError::refused(format!(
            "`{word}` cannot be an alias for `{}`: an alias cannot contain another alias",
            alias.text
        )));
    }
    let row = AliasRow::new(&word, &alias.text);
    session.settings.aliases.define(word, alias);
    Ok(Aliases { aliases: vec![row] }.into())
}

/// Words, each with what it stands for.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Aliases {
    pub aliases: Vec<AliasRow>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "alias"))]
pub struct AliasRow {
    pub word: String,
    /// What it stands for.
    pub command: String,
}

impl AliasRow {
    fn new(word: &str, command: &str) -> AliasRow {
        AliasRow { word: word.to_owned(), command: command.to_owned() }
    }
}

impl Answer for Aliases {
    const TYPE: &str = "aliases";

    fn page(&self, settings: &Settings) -> Page {
        if self.aliases.is_empty() {
            let none = Line::plain("no aliases defined; see `help alias`");
            return Page::of_wrapped(none, settings, 2);
        }
        let mut table = TextTable::new(&[Align::Left, Align::Left]);
        for AliasRow { word, command } in &self.aliases {
            table.row(vec![Line::of(Role::Accent, word.as_str()), Line::plain(command.as_str())]);
        }
        table.page(settings.width)
    }
}
