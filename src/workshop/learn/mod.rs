//! Weights of the evaluation learned from games as they are played.

pub mod td_leaf;
