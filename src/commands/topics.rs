//! Help beyond single commands: groups, and topics that concern several commands.

use super::spec::Group;
use crate::search::PROFILES;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HelpTopic {
    pub name: &'static str,
    pub summary: &'static str,
    pub text: &'static [&'static str],
    /// Lines to type, each with its purpose.
    pub examples: &'static [(&'static str, &'static str)],
}

pub const TOPICS: &[HelpTopic] = &[
    HelpTopic {
        name: "limits",
        summary: "what ends a search or a proof",
        text: &[
            "A time (250ms, 5s, 2m), a depth (d20), a number of nodes (100k, 5M), a mate (mate 3), or inf; soft 2k begins no iteration after \
             2,000 nodes; proofs and tools take 64MiB of memory. Several may be given together, each once: the first one reached ends the search.",
            "A number alone is refused, because it may be any of them. `only` and `except` name moves, `lines 3` shows three lines.",
            "The same in words: time 5s, depth 20, nodes 500k, memory 64, hash 64, infinite; and as UCI has it: movetime 3000, wtime 60000 btime \
             60000 winc 1000 binc 1000 movestogo 40, searchmoves, multipv.",
            "Without any limit, `go` takes the setting go.default and `proof` takes proof.default. Ctrl-C ends either, and what was found stays.",
        ],
        examples: &[
            ("go 5s", "five seconds"),
            ("go d20 1M", "depth 20 or a million nodes"),
            ("set go.default 3s", "what a bare go means"),
            ("proof 4 30s", "a mate in four, half a minute"),
        ],
    },
    HelpTopic {
        name: "notation",
        summary: "how moves and positions may be written",
        text: &[
            "Moves: SAN (Nf3, exd5, O-O, e8=Q), coordinates (e2e4, e7e8q), long (Ng1-f3), and the usual slips of the pen: nf3, 0-0, ed5, e8Q, figurines, \
             and other languages' letters of pieces (Lb5, Fb5). Several moves, with numbers, comments and variations, are played as one: all of them or none.",
            "Positions: a FEN of two to six fields, an EPD record, a Lichess address, a drawn board, or a game as PGN, pasted or typed without any command. \
             A stipulation may follow a FEN: `FEN #3`.",
            "Questions are read, too: `what is the best move`, `is d4 good`, `what attacks e4`.",
        ],
        examples: &[
            ("1. e4 e5 2. Nf3", "three moves"),
            ("8/8/8/4k3/8/8/4P3/4K3 w", "a position"),
            ("moves g1", "how the program writes a move"),
        ],
    },
    HelpTopic {
        name: "scripting",
        summary: "commands from files and pipes, and what comes out",
        text: &[
            "`quarterply -c COMMAND` runs a command, again and again for several; `-f FILE` runs the lines of a file; a pipe does the same. Each command ends before the next one begins. \
             The status is 0, or 1 after an error, 4 where an assertion or a suite failed.",
            "`;` stands between two commands of a line (e4 e5; show), there, at the prompt and in an alias. It does not in double quotes, in text (`echo`, `comment`, `tag`), in an EPD record, \
             or in movetext with headers or numbers of moves, where it begins a comment, as in PGN; `;;` ends those too.",
            "Lines that begin with # are comments, and so is what follows a # that stands alone, except in text.",
            "Into a pipe goes plain text that stays the same from version to version, one fact a line, the signs beyond ASCII among it in UTF-8; --ascii replaces \
             those. --json writes JSON Lines instead; `help schema` prints their JSON Schema.",
        ],
        examples: &[
            ("assert mate == 3", "fails unless the last search found it"),
            ("set strict on", "the first error ends a script"),
            ("source opening.txt", "runs the lines of a file"),
        ],
    },
    HelpTopic {
        name: "keys",
        summary: "what keys do at the prompt",
        text: &[
            "Tab completes commands, moves, settings and files; Right takes what is shown dim behind the cursor; Enter on an empty line does what is dim there. Up and Down look for earlier lines that begin like this one, Ctrl-R for a part of one. \
             Ctrl-A and Ctrl-E go to its ends, Ctrl-K and Ctrl-U delete behind and before the cursor.",
            "Ctrl-C ends what is running, or clears the line; Ctrl-D on an empty line leaves; Ctrl-L clears the screen; Ctrl-Z suspends, and `fg` in the shell comes back. \
             A long answer opens a pager: Space turns the page, q closes it.",
        ],
        examples: &[("go inf", "until Ctrl-C"), ("set pager off", "no pager")],
    },
    HelpTopic {
        name: "output",
        summary: "colours, signs and width",
        text: &[
            "`set theme dark` or `light` chooses colours for the background; auto asks the terminal. `set color off` draws without, and so does the variable NO_COLOR. \
             `set ascii on`, or --ascii, leaves no sign beyond ASCII. Nothing is said by colour alone.",
            "Scores are White's view: plus is good for White. `set pov mover` makes them the side to move's.",
        ],
        examples: &[
            ("set theme light", "dark text on a light background"),
            ("set pieces figures", "figures instead of letters"),
        ],
    },
    HelpTopic {
        name: "profiles",
        summary: "sets of search parameters, and where each comes from",
        text: &SOURCES,
        examples: &[
            ("profile slow", "search as Slow Chess did"),
            ("moves --order", "in which order moves are tried"),
        ],
    },
    HelpTopic {
        name: "files",
        summary: "settings, history, sessions, and what happens to a file that exists",
        text: &[
            "~/.config/quarterply ($XDG_CONFIG_HOME): settings.toml has the settings kept by `set NAME VALUE --keep`, one a line, and may be edited; a damaged line is \
             reported and skipped. It is read at the prompt and for commands and files given as arguments, not for a GUI or a pipe, nor with --no-config.",
            "`init` has commands that run before the prompt opens (--no-init skips it). book.txt has your changes to the opening books, and what BookLearn learned; drill.jsonl what `drill` asks next, and when.",
            "~/.local/state/quarterply ($XDG_STATE_HOME): `history` has the lines typed at the prompt; last-session.qs the last session at a terminal whose game is in no \
             file, written after every change: `restore` resumes it. What another session or game left there is moved to earlier-session.qs first. --no-history writes none of them.",
            "`save FILE` writes game, settings, last analysis and proved mates (of 20,000 positions at most), which `restore` verifies; a name in .pgn, .fen or .epd takes the game or the position alone; `pgn FILE` adds a game.",
            "Files are written beside the old one and then renamed: a crash leaves the old file or the new one. \
             A file from another program or an earlier session is replaced only with --force.",
            "Long work (`annotate`) resumes with the same line after Ctrl-C or a crash. Its file says what it was made \
             from; other work is refused, with the difference. `annotate` keeps the games that are done in FILE.annotated.pgn.part until all are.",
            "$QUARTERPLY_DATA, if it is set, is the folder of games, positions and networks: a name in .qpr, .qpd or .qpn without a folder means a file there (./gen1.qpn one here).",
            "Suites are part of the program: `drill @mates`, `solve @problems`, `suite @tactics`, `load @quiet 3`; also @combinations @draws @endgames @ladder @long @perft @rules.",
        ],
        examples: &[
            ("set theme light --keep", "also for later sessions"),
            ("save evening.qs", "for `restore evening.qs`"),
            ("save game.pgn --force", "replaces whatever game.pgn holds"),
        ],
    },
];

/// Lines for a first session, printed at the beginning of `help`.
pub const FIRST_LINES: &[(&str, &str)] = &[
    ("show", "the board"),
    ("go 5s", "search for five seconds"),
    ("analyze", "search while you type, following every move"),
    ("play white 5+3", "a game against the engine, with clocks"),
    ("proof 3", "a mate in at most three moves, proved"),
    ("load games.pgn", "a game from a file"),
    ("annotate", "what each move of the game gave away"),
    ("help go", "more about a command, a group or a topic"),
];

/// Returns the arguments of `help` other than names of commands: `all`, `schema`, the groups in lower case, the topics.
pub fn names() -> impl Iterator<Item = &'static str> {
    let groups = Group::ALL.into_iter().map(Group::word);
    ["all", "schema"].into_iter().chain(groups).chain(TOPICS.iter().map(|topic| topic.name))
}

const SOURCES: [&str; PROFILES.len()] = {
    let mut sources = [""; PROFILES.len()];
    let mut at = 0;
    while at < sources.len() {
        sources[at] = PROFILES[at].sources;
        at += 1;
    }
    sources
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::limit_words::{LIMIT_WORDS, Speaker};

    #[test]
    fn every_word_of_a_limit_is_in_its_topic() {
        let topic = TOPICS.iter().find(|topic| topic.name == "limits").unwrap();
        let text = topic.text.join(" ");
        let words: Vec<&str> = text.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
        for (word, _, speaker) in LIMIT_WORDS {
            assert!(speaker == Speaker::Gui || words.contains(&word), "{word}");
        }
    }
}
