//! What is asked and answered about networks and learned weights: which one evaluates.

use std::path::PathBuf;

use crate::eval::network::shape::INPUTS;
use crate::store::SavedNetwork;

#[derive(Clone, PartialEq, Debug)]
pub enum Learning {
    /// `load FILE.qpn`: evaluate by the network in this file from here on; by the weights of a `.qpw`.
    Load(PathBuf),
    /// `network [FILE] [neuron N]`: say what is known of a network, or of the one that is loaded; draw a neuron's weights.
    Show { path: Option<PathBuf>, neuron: Option<usize> },
}

#[derive(Clone, PartialEq, Debug)]
pub struct NetworkReply {
    pub path: Option<PathBuf>,
    pub saved: SavedNetwork,
    pub in_use: bool,
    /// A neuron of the first layer, from 1, whose weights are shown.
    pub neuron: Option<usize>,
}

impl NetworkReply {
    /// Returns the shown neuron and its weight for each input: own pawns from a1 to h8, own knights, …, the opponent's kings.
    pub fn shown(&self) -> Option<(usize, Vec<i16>)> {
        let network = &self.saved.network;
        let (neuron, weights) = (self.neuron?, network.weights());
        let rows = weights.chunks(network.width()).take(INPUTS);
        Some((neuron, rows.map(|row| row[neuron - 1]).collect()))
    }
}
