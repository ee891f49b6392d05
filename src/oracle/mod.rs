//! What is known without searching: how far it is to mate with few men, and what is played in openings.

pub mod book;
pub mod endgame;

pub use book::{Book, Opening, opening_of};
pub use endgame::{Endgames, Known};
