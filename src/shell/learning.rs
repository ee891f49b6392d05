//! What is asked and answered about networks and learned weights: which one evaluates.

use std::path::PathBuf;

use crate::store::SavedNetwork;

/// Something to do with networks.
#[derive(Clone, PartialEq, Debug)]
pub enum Learning {
    /// `load FILE.qpn`: evaluate by the network in this file from here on; by the weights of a `.qpw`.
    Load(PathBuf),
    /// `network [FILE]`: say what is known of a network, or of the one that is loaded.
    Show(Option<PathBuf>),
}

#[derive(Clone, PartialEq, Debug)]
pub struct NetworkReply {
    pub path: Option<PathBuf>,
    /// The network, with where it comes from.
    pub saved: SavedNetwork,
    /// Whether positions are evaluated by it.
    pub in_use: bool,
}
