//! The row of the command about opening books.

use super::spec::Completer::Words;
use super::spec::{CommandSpec, Group};
use crate::shell::book::BookUse;
use crate::shell::command::Command;
use crate::shell::parse::book;
use crate::shell::terms::Manner::{Alone, Beside};
use crate::shell::terms::{free, needs};

pub(super) const BOOK: CommandSpec = CommandSpec {
    name: "book",
    aliases: &["bk"],
    arguments: "[NODES|on|off|forget] | add MOVE [N] | weight MOVE N | remove|reset MOVE | save FILE [--force] | build … | check …",
    summary: "the moves of the opening book here, with weights, results and our own score; change them",
    details: "The books are those of the setting BookFile; OwnBook plays from them, as `book on` does. Each move is searched NODES \
              (10k; 0: not at all). Changes lie beside the books, which stay as they are, in the file of BookEdits, and \
              `reset` takes them back; with BookLearn, games teach which moves to play, and `forget` takes that back. `save FILE` \
              writes the books in use with all changes as one Polyglot file; `book build` makes one of games, `book check` looks whether one \
              is sound (`help book build`).",
    examples: &[
        ("book", "the moves here"),
        ("book add h4 2", "play it now and then"),
        ("book weight e4 0", "known and answered, never played"),
    ],
    completer: Words(&book::WORDS),
    terms: |command| match command {
        Command::Set { .. } => free(Alone),
        Command::Book(BookUse::Show { .. }) => needs(Beside),
        _ => free(Beside),
    },
    read: book::book,
    ..CommandSpec::of(Group::Play)
};
