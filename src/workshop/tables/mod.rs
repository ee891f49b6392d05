//! Endgame tables of five men: made, verified, and held against searches.

pub mod check;
pub mod making;
pub mod verify;
