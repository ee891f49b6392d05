//! Knowledge without search: endgame tables and opening books.

pub mod book;
pub(crate) mod endgame;
pub(crate) mod syzygy;
pub mod tables;
pub(crate) mod verdict;

pub use book::{Opening, opening_at, opening_of};
pub use endgame::{EndgameValue, Endgames};
pub use syzygy::SyzygyTables;
pub use verdict::TableVerdict;
