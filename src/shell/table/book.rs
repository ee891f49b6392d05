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
    arguments: "[NODES|on|off|forget] | add MOVE [N] | weight MOVE N | remove|reset MOVE | check … | save … | build … [--force]",
    group: Group::Play,
    summary: "the moves of the opening book here, with weights, results and our own score; change them",
    details: "The books are those of the setting BookFile; OwnBook plays from them, as `book on` does. Each move is searched NODES \
              (10k; 0: not at all). Changes lie beside the books, which stay as they are, in the file of BookEdits, and \
              `reset` takes them back; with BookLearn, games teach which moves to play, and `forget` takes that back. `check [FILE] [NODES]` \
              looks whether every line is legal and sound by a search of NODES (20k), and fails if one is not. `save FILE [--force]` \
              writes the books in use with all changes as one Polyglot file. `build FILE… --to FILE` makes such a file of games in PGN, however \
              many: of each the first 40 plies (--plies), moves played in 3 games or more (--count), weighed by their results, in \
              256 MiB (--memory); stopped, it goes on from there when it is asked for again. Damaged games are named and left out.",
    examples: &[
        ("book", "the moves here"),
        ("book add h4 2", "play it now and then"),
        ("book weight e4 0", "known and answered, never played"),
        ("book check my.bin", "is it a good one?"),
        ("book build games.pgn --to my.bin --count 5", "moves played in five games or more"),
    ],
    completer: Words(&book::WORDS),
    terms: |command| match command {
        Command::Set { .. } => free(Alone),
        Command::Book(BookUse::Show { .. }) => needs(Beside),
        _ => free(Beside),
    },
    read: book::book,
};
