//! What a command needs of the position: after one was refused, exactly the commands that are about it are refused, too.

use std::collections::HashSet;

use super::*;
use crate::commands::{self, COMMANDS, CommandSpec, SUBCOMMANDS};
use crate::shell::terms::BoardNeed::{self, Free, Needs, Sets};

/// Lines that are no commands, and those that need something else than the row of their command says.
const LINES: &[(BoardNeed, &str)] = &[
    (Sets, "new"),
    (Sets, "position startpos"),
    (Sets, "fen 8/8/8/4k3/8/8/4P3/4K3 w"),
    (Sets, "8/8/8/4k3/8/8/4P3/4K3 w"),
    (Sets, "[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]"),
    (Sets, "[White \"A\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *"),
    (Sets, "undo"),
    (Sets, "redo"),
    (Sets, "goto start"),
    (Free, ""),
    (Free, "# a comment"),
    (Free, "load gen1.qpn"),
    (Free, "games /no/such.pgn position 8/8/8/4k3/8/8/4P3/4K3 w"),
    (Free, "analyze off"),
    (Free, "picture /no/such.svg extensions"),
    (Free, "isatty yes"),
    (Free, "display on"),
    (Free, "drill status"),
    (Free, "drill stop"),
    (Free, "ponder on"),
    (Free, "hash 1"),
    (Free, "threads 1"),
    (Free, "profile plain"),
    (Free, "perft --suite /no/such.epd"),
    (Free, "time help"),
    (Free, "compare --help"),
    (Needs, "e4"),
    (Needs, "1. e4 e5"),
    (Needs, "fen"),
    (Needs, "games club.pgn position"),
    (Needs, "annotate"),
    (Needs, "annotate 100k"),
    (Needs, "annotate 20k --judge second"),
    (Needs, "drill next"),
    (Needs, "give up"),
    (Needs, "book"),
    (Needs, "book add h4 2"),
    (Needs, "book weight e4 0"),
    (Needs, "sound"),
    (Needs, "sound Qg6 fxg6 Nxg6+ 1M"),
];

/// The row of a line's command.
fn row_of(line: &str) -> Option<&'static CommandSpec> {
    let mut words = line.split(' ');
    let row = commands::find(words.next()?)?;
    words.next().and_then(|word| commands::subcommand(row.name, word)).or(Some(row))
}

/// House review, 5.2: after a refused FEN games, files and settings were refused, too.
#[test]
fn a_refused_position_refuses_what_is_about_it_and_nothing_else() {
    let rows = || COMMANDS.iter().chain(SUBCOMMANDS);
    let examples = rows().flat_map(|row| row.examples).map(|(line, ..)| *line);
    let listed = LINES.iter().map(|(_, line)| *line);
    let mut user = TestUser::new();
    user.session.timeline.refused = true;
    let mut checked = HashSet::new();
    for line in rows().map(|row| row.name).chain(examples).chain(listed) {
        let said = LINES.iter().find(|(_, listed)| *listed == line).map(|(need, _)| *need);
        let request = match grammar::parse(line, user.session.position()) {
            Ok(request) => request,
            // Some examples play a move of another position, and some names are not enough.
            Err(error) => {
                assert!(said.is_none(), "{line}: {error}");
                continue;
            }
        };
        let row = row_of(line);
        let need = said.or(row.map(|row| row.terms.board)).expect(line);
        assert_eq!(request.terms.board, need, "{line}");
        if need == Needs {
            let refused = user.session.execute(request);
            assert!(matches!(refused, Err(CommandError::NoPosition)), "{line}: {refused:?}");
        }
        assert!(user.session.timeline.refused, "{line}");
        checked.extend(row.map(|row| row.name));
    }
    for row in rows() {
        assert!(checked.contains(row.name), "no example of `{}` could be read", row.name);
    }
}

#[test]
fn what_sets_a_position_ends_the_refusal_when_it_has_done_so() {
    let mut user = TestUser::new();
    for line in ["restore /no/such.qs", "load /no/such.pgn 3", "undo 9", "goto 900"] {
        user.session.timeline.refused = true;
        assert!(user.try_to(line).is_err(), "{line}");
        assert!(user.session.timeline.refused, "{line} failed, and there is a position");
    }
    for line in LINES.iter().filter(|(need, _)| *need == Sets).map(|(_, line)| line) {
        user.session.timeline.refused = true;
        if user.begin(line).is_ok_and(|effect| matches!(effect, Effect::Reply(_))) {
            assert!(!user.session.timeline.refused, "{line}");
        }
    }
}
