//! The rows of the commands about networks.

use super::spec::Completer::Files;
use super::spec::{CommandSpec, Group};
use crate::shell::parse::learning;
use crate::shell::terms::Manner::Beside;
use crate::shell::terms::free;

/// `network`.
pub(super) const NETWORK: CommandSpec = CommandSpec {
    name: "network",
    aliases: &[],
    arguments: "[FILE]",
    group: Group::Settings,
    summary: "show a network's architecture, training data and provenance",
    details: "Of the one that is loaded, or else of the one built in, if no file is named. `load FILE.qpn` evaluates by a network, `set Evaluation classical` \
              by hand again.",
    examples: &[("network gen1.qpn", "where that one comes from")],
    completer: Files,
    terms: |_| free(Beside),
    read: learning::network,
};

/// `data`.
pub(super) const DATA: CommandSpec = CommandSpec {
    name: "data",
    aliases: &[],
    arguments: "FILE… --to FILE [--skip N] [--most CP] [--lambda PERCENT] [--seed N] [--force]",
    group: Group::Tools,
    summary: "make positions to learn from out of games of selfplay, shuffled, each once",
    details: "Taken is what was searched and is quiet: not in check, best move neither capture nor promotion, less than --most (2000) \
              centipawns, not among the first --skip (10) plies. What is learned of a position is \
              its search's score, but for --lambda (70) percent what the next ply says, of which as much is what the one after that says, and so on up to \
              the result. Files of positions can be joined too. All of every twentieth game is held out: `train` tells its error on that. A name that ends in .quick \
              stands for Expositor's form of forty characters a line, to read or to write. The same seed gives the same order.",
    examples: &[("data games.qpr --to gen1.qpd", "positions of all games")],
    completer: Files,
    terms: |_| free(Beside),
    read: learning::data,
};

/// `relabel`.
pub(super) const RELABEL: CommandSpec = CommandSpec {
    name: "relabel",
    aliases: &[],
    arguments: "FILE.qpd --to FILE.qpd [soft N|nodes N|depth N] [--tree N] [--most CP] [--seed N] [--jobs N] [--force]",
    group: Group::Tools,
    summary: "search positions to learn from anew, or those that searches of them evaluate",
    details: "With what is set now; `soft 200` if no limit is named. A position keeps the result of its game. --tree N takes N \
              of the positions that its search evaluates instead, each as likely as any other, and searches those: what games do not \
              show. No game was played there, so the score is all that is learned from. Of those only quiet ones are kept. Decided positions (--most, 2000 centipawns) are left out. After a Ctrl-C or a crash the same command goes on from FILE.qpd.journal.",
    examples: &[
        ("relabel gen1.qpd --to gen1new.qpd soft 500 --jobs 2", "with the present evaluation"),
        (
            "relabel gen1.qpd --to trees.qpd --tree 3 --jobs 2",
            "what searches look at; join both by `data`",
        ),
    ],
    completer: Files,
    terms: |_| free(Beside),
    read: learning::relabel,
};

/// `learn`.
pub(super) const LEARN: CommandSpec = CommandSpec {
    name: "learn",
    aliases: &[],
    arguments: "[GAMES|FILE…] [LIMITS] [--to FILE.qpw] [--lambda PERCENT] [OPTIONS] [--force] | show [FILE] | undo [FILE]",
    group: Group::Tools,
    summary: "learn weights of the evaluation from games by TD-leaf; the tuned ones stay as they are",
    details: "Plays GAMES (100) against itself with the weights as they stand, or goes through FILEs (.qpr of selfplay, .pgn). Each position is \
              searched (1000 nodes; soft, nodes and depth as for selfplay), and what the evaluation says at the end of the principal variation learns \
              from what it says later and from the result: a change n plies later counts lambda (70 per cent) to the n. --rate (5) is how many \
              centipawns a weight goes for a game misjudged altogether. --openings, --seed and --jobs as for selfplay. The weights go to FILE.qpw (or the \
              option WeightsFile) after every few games, with what they learned from; the next run goes on from them. `learn undo` takes the last \
              one back, `learn show` tells of all. `load FILE.qpw` evaluates by them, `set Evaluation classical` by the tuned ones again. \
              With `set Learn true` games played here are learned from, too.",
    examples: &[
        ("learn 200 --to mine.qpw --jobs 2", "from two hundred games against itself"),
        ("learn club.pgn --to mine.qpw", "and from those of a file"),
        ("learn undo mine.qpw", "the second lesson is taken back"),
    ],
    completer: Files,
    terms: |_| free(Beside),
    read: learning::learn,
};

/// `train`.
pub(super) const TRAIN: CommandSpec = CommandSpec {
    name: "train",
    aliases: &[],
    arguments: "FILE.qpd [--to FILE.qpn] [--residual] [--from FILE.qpn] [--width N] [--epochs N] [OPTIONS] [--force]",
    group: Group::Tools,
    summary: "learn a network from positions, on all Threads; the same seed gives the same bytes",
    details: "Width is 32, 64 or 128 neurons a side (128), epochs are passes over the positions (30), --batch positions (512) make a \
              step, the rate is 2000 millionths and falls, --decay (200 thousandths, times the rate) draws weights to nothing in every step: \
              the fewer the games, the more is right. --seed is for another order, --generation is written into the network, --result (0) is the \
              share of the game's result in the target, the rest being the search's score. With --residual it learns what the classical evaluation \
              misses, and is added to that; with --from it learns on from a network instead of from nothing. Of the positions that `data` \
              held out, at most 100,000 are what the error is told on. After every epoch, and on Ctrl-C, FILE.qpn.part is written, from \
              which the same command goes on to the same bytes; a picture of the errors goes to FILE.svg.",
    examples: &[
        ("train gen1.qpd --width 64 --epochs 40", "into gen1.qpn"),
        ("train gen1.qpd --residual --width 32", "beside the classical evaluation"),
        (
            "train gen2.qpd --residual --width 32 --from gen1.qpn --rate 500",
            "on from the generation before",
        ),
    ],
    completer: Files,
    terms: |_| free(Beside),
    read: learning::train,
};
