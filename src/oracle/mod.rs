//! What is known for certain without searching: how far it is to mate with few men.

pub mod endgame;

pub use endgame::{Endgames, Known};
