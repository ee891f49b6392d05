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
