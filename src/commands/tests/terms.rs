//! What a command needs of the position: after one was refused, exactly the commands that are about it are refused, too.

use super::*;
use crate::shell::terms::BoardNeed::{self, Free, Needs, Sets};

/// Lines for every row of the table, and for what has none, each with what it needs.
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
    (Sets, "load /no/such.pgn 3"),
    (Sets, "view /no/such.epd"),
    (Sets, "restore /no/such.qs"),
    (Sets, "drill /no/such.epd"),
    (Free, ""),
    (Free, "# a comment"),
    (Free, "load /no/such.qpn"),
    (Free, "games /no/such.pgn"),
    (Free, "games /no/such.pgn position 8/8/8/4k3/8/8/4P3/4K3 w"),
    (Free, "annotate /no/such.pgn 1k"),
    (Free, "annotate - 1k"),
    (Free, "analyze off"),
    (Free, "picture /no/such.svg extensions"),
    (Free, "isatty yes"),
    (Free, "license"),
    (Free, "extensions"),
    (Free, "extend"),
    (Free, "status"),
    (Free, "watch"),
    (Free, "stop"),
    (Free, "wait"),
    (Free, "force"),
    (Free, "level 5+3"),
    (Free, "drill status"),
    (Free, "drill stop"),
    (Free, "ponder on"),
    (Free, "now"),
    (Free, "draw"),
    (Free, "resign"),
    (Free, "set pov mover --keep"),
    (Free, "set Hash 1"),
    (Free, "get"),
    (Free, "hash 1"),
    (Free, "threads 1"),
    (Free, "profile plain"),
    (Free, "auto"),
    (Free, "clear"),
    (Free, "perft --suite /no/such.epd"),
    (Free, "bench 1"),
    (Free, "suite /no/such.epd"),
    (Free, "second"),
    (Free, "info"),
    (Free, "time help"),
    (Free, "source /no/such.txt"),
    (Free, "alias"),
    (Free, "log"),
    (Free, "echo a"),
    (Free, "help"),
    (Free, "help theme"),
    (Free, "uci"),
    (Free, "xboard"),
    (Free, "quit"),
    (Free, "solve /no/such.epd"),
    (Free, "sound /no/such.epd"),
    (Free, "label -"),
    (Free, "network"),
    (Free, "proof load /no/such.jsonl"),
    (Needs, "e4"),
    (Needs, "1. e4 e5"),
    (Needs, "fen"),
    (Needs, "moves"),
    (Needs, "history"),
    (Needs, "variation"),
    (Needs, "tag"),
    (Needs, "comment good"),
    (Needs, "nag !"),
    (Needs, "pgn"),
    (Needs, "games /no/such.pgn position"),
    (Needs, "annotate 1k"),
    (Needs, "mirror"),
    (Needs, "pass"),
    (Needs, "show"),
    (Needs, "flip"),
    (Needs, "picture /no/such.svg"),
    (Needs, "picture /no/such.svg go d1"),
    (Needs, "key"),
    (Needs, "eval"),
    (Needs, "resolve"),
    (Needs, "see"),
    (Needs, "go d1"),
    (Needs, "top 2 d1"),
    (Needs, "analyze"),
    (Needs, "threat d1"),
    (Needs, "hint"),
    (Needs, "pv"),
    (Needs, "explain"),
    (Needs, "why e4"),
    (Needs, "play white 5+3"),
    (Needs, "drill next"),
    (Needs, "give up"),
    (Needs, "perft 1"),
    (Needs, "tt"),
    (Needs, "check"),
    (Needs, "time go d1"),
    (Needs, "save /no/such.pgn"),
    (Needs, "assert legal == 20"),
    (Needs, "compare 1k"),
    (Needs, "ask"),
    (Needs, "book"),
    (Needs, "book add e4 1"),
    (Needs, "tb"),
    (Needs, "tries 2"),
    (Needs, "sound"),
    (Needs, "proof 2"),
    (Needs, "proof resume"),
    (Needs, "proof h#2"),
    (Needs, "proof set 2"),
    (Needs, "proof show"),
    (Needs, "proof tree"),
    (Needs, "proof line e4"),
    (Needs, "proof play"),
    (Needs, "on e4"),
    (Needs, "proof verify"),
    (Needs, "proof save /no/such.jsonl"),
    (Needs, "proof export /no/such.pgn"),
];

/// House review, 5.2: after a refused FEN games, files and settings were refused, too.
#[test]
fn a_refused_position_refuses_what_is_about_it_and_nothing_else() {
    let names = crate::commands::COMMANDS
        .iter()
        .map(|row| row.name)
        .chain(crate::commands::subcommands("proof"));
    for name in names {
        let is_there = LINES.iter().any(|(_, line)| {
            line.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        });
        assert!(is_there, "no line tells what `{name}` needs");
    }
    let mut user = TestUser::new();
    user.session.timeline.refused = true;
    for (need, line) in LINES {
        let request = grammar::parse(line, user.session.position()).expect(line);
        assert_eq!(request.terms.board, *need, "{line}");
        if *need == Needs {
            let refused = user.session.execute(request);
            assert!(matches!(refused, Err(CommandError::NoPosition)), "{line}: {refused:?}");
        }
        assert!(user.session.timeline.refused, "{line}");
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
