//! The rows of the commands about networks.

use super::spec::Completer::Files;
use super::spec::{CommandSpec, Group};
use crate::shell::parse::learning;
use crate::shell::terms::Manner::Beside;
use crate::shell::terms::free;

pub(super) const NETWORK: CommandSpec = CommandSpec {
    name: "network",
    arguments: "[FILE] [neuron N]",
    summary: "show a network's architecture, training data and provenance; the weights of a neuron",
    details: "Of the one that is loaded, or else of the one built in, if no file is named. `load FILE.qpn` evaluates by a network, `set Evaluation classical` \
              by hand again. A neuron is drawn as twelve boards, one a piece as the side that it sees sees it, in hundredths of its largest weight.",
    examples: &[
        ("network gen1.qpn", "where that one comes from"),
        ("picture weights.svg network neuron 5", "a picture of weights"),
    ],
    completer: Files,
    terms: |_| free(Beside),
    read: learning::network,
    ..CommandSpec::of(Group::Settings)
};
