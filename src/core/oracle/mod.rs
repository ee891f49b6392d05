//! What is known without searching: how far it is to mate with few men, who wins with some more, and what is played in openings.

pub mod book;
pub mod endgame;
pub mod syzygy;
pub mod tables;

pub use book::{Book, Opening, opening_at, opening_of};
pub use endgame::{EndgameValue, Endgames};
pub use syzygy::TableVerdict;
