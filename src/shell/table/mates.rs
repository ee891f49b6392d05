//! Rows of the commands about mates, and of tools that work with positions.

use super::spec::Completer::{Files, Words};
use super::spec::{CommandSpec, Group, row};
use super::tool;
use crate::shell::parse::{learning, mates};
use crate::shell::terms::Manner::{Alone, Beside};
use crate::shell::terms::{free, needs};
use crate::tools::{compare, solve, sound, stream};

pub(super) const ROWS: &[CommandSpec] = &[
    tool::row::<solve::Solve>(Group::Mates),
    tool::row::<sound::Sound>(Group::Mates),
    tool::row::<stream::label::Label>(Group::Tools),
    tool::row::<compare::Compare>(Group::Search),
    row!(Settings "network", "[FILE] [neuron N]":
        "show a network's architecture, training data and provenance; the weights of a neuron",
        details: "Of the one that is loaded, or else of the one built in, if no file is named. `load FILE.qpn` evaluates by a network, `set Evaluation classical` \
                  by hand again. A neuron is drawn as twelve boards, one a piece as the side that it sees sees it, in hundredths of its largest weight.",
        examples: &[("network gen1.qpn", "where that one comes from"),
            ("picture weights.svg network neuron 5", "a picture of weights")],
        completer: Files,
        terms: |_| free(Beside),
        read: learning::network),
    row!(Mates "proof" | "mate", "[[in] N | all [N] | shortest] [RESTRICTION] [LIMITS] | STIPULATION [set] [tries [K]] | SUBCOMMAND … [--force]":
        "prove a mate, or that there is none; look at the proof, check it, keep it",
        details: "Without a number: any mate, then ever shorter ones until the shortest is proved. With N: one within N moves, or \
                  that there is none. `all` finds every first move that mates. The side to move mates, unless it cannot or a \
                  short search sees it mated; `for` says who. Restrictions of the attacker's moves: `checks`, \
                  `kmob N` (moves that leave the king N squares), `no captures`, `no pawns`, `exclude b1,b2` (squares it never moves to); \
                  `net` tries only retrograde analysis of restricted graphs, which finds long manoeuvres. What is proved under \
                  restrictions holds; what is missed may exist. `game` or `problem` says which draws count. Limits: \
                  10s, 20M nodes, 64MiB of memory, inf; without one, proof.default. Ctrl-C ends it and keeps what is known. Every mate \
                  told of here was checked by the rules alone. A stipulation asks for all solutions of a problem: #N, selfmates s#N, helpmates \
                  h#N and h#N.5, and = instead of # for stalemate; the side to move begins. `set` adds the set play, `tries K` first \
                  moves that at most K replies refute, `diagram` the board. Subcommands, each with a help of its own (`help proof tree`): resume, \
                  set, show, tree, line, play, verify, save, load, export. What was proved is known to `go`, `analyze` and later proofs, here and \
                  in the positions that the proof leads to, until `new` or `clear`.",
        examples: &[("proof", "any mate, then the shortest"),
            ("mate in 2", "a mate in two, or that there is none"),
            ("proof h#2.5", "every helpmate in two and a half moves"),
            ("proof s#2 set tries 2", "a selfmate with set play and tries"),
            ("proof 5 20M", "a mate in five, in twenty million nodes"),
            ("proof all 2 game", "all keys of a mate in two, by the rules of games"),
            ("proof net exclude b1,b2 no pawns", "a long manoeuvre that never moves to b1 or b2"),
            ("proof resume 1m", "go on for a minute"),
            ("proof tree ply 4", "what every defence is answered with"),
            ("proof export mate.html", "a page for the browser; also .pgn .json .jsonl")],
        completer: Words(&["shortest", "all", "#2", "s#2", "h#2", "h#2.5", "=2", "tries", "diagram",
            "checks", "kmob", "net", "no", "captures", "pawns", "exclude", "game", "problem", "for", "resume", "set", "show", "tree",
            "line", "play", "verify", "save", "load", "export", "inf"]),
        terms: |_| needs(Alone),
        read: mates::proof),
    row!(Mates "tries", "[N] [refutations K] [LIMITS]":
        "first moves that would mate in N but for one answer, or for at most K",
        details: "Without N, as many moves as the last proof of this position has.",
        examples: &[("tries 2", "near-solutions of a mate in two, each with its refutation")],
        completer: Words(&["refutations"]),
        terms: |_| needs(Alone),
        read: mates::tries),
];

/// What `proof` can be followed by, each with a help and a usage line of its own.
pub(super) const PROOF_SUBCOMMANDS: &[CommandSpec] = &[
    row!(Mates "proof resume", "[LIMITS]":
        "go on with the proof that was stopped, by Ctrl-C or a limit",
        details: "What was learnt is kept as long as the memory asked for is the same.",
        examples: &[("proof resume 1m", "a minute more")],
        terms: |_| needs(Alone),
        read: mates::proof),
    row!(Mates "proof set", "[N] [LIMITS]":
        "the set play: what would mate if the other side were to move",
        details: "Without N, as many moves as the last proof of this position has.",
        examples: &[("proof set 2", "of a mate in two")],
        terms: |_| needs(Alone),
        read: mates::proof),
    row!(Mates "proof show":
        "show the result of the last proof again",
        read: mates::proof),
    row!(Mates "proof tree", "[ply N]":
        "every defence of the last proof and how it is answered, grouped",
        details: "With N, opened so many plies deep; `all` opens everything.",
        examples: &[("proof tree ply 4", "four plies deep")],
        completer: Words(&["ply", "all"]),
        read: mates::proof),
    row!(Mates "proof line", "MOVE…":
        "walk down the last proof by moves of the defender",
        details: "The moves of the attacker may be left out: the proof says them.",
        examples: &[("proof line Rc5 a2", "two defences and what answers them")],
        read: mates::proof),
    row!(Mates "proof play", "[N]":
        "play the next ply of the last proof on the board, or the next N",
        details: "It goes on from where the board stands in the proof, after any defence: the attacker's moves are the proof's, \
                  the defender's those that last longest. `undo` takes them back; `pv play` does the same with a search.",
        examples: &[("proof play", "the key"),
            ("proof play 3", "the key, a defence and its answer")],
        read: mates::proof),
    row!(Mates "proof verify":
        "check the last proof once more, by the rules of chess alone",
        read: mates::proof),
    row!(Mates "proof save", "FILE [--force]":
        "keep the last proof; the ending of the name says the form",
        details: ".jsonl, or no ending, is the form that `proof load` reads and checks; .pgn .json .html are for others, as with `proof export`.",
        examples: &[("proof save mate.jsonl", "every position and its move")],
        completer: Files,
        read: mates::proof),
    row!(Mates "proof load", "FILE":
        "read a proof from a .jsonl file, and check it",
        examples: &[("proof load mate.jsonl", "it is believed only after the check")],
        completer: Files,
        terms: |_| free(Beside),
        read: mates::proof),
    row!(Mates "proof export", "FILE [--force]":
        "write the last proof for others: .pgn .json .jsonl .html",
        examples: &[("proof export mate.html", "a page for the browser")],
        completer: Files,
        read: mates::proof),
];
