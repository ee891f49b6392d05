//! Opening books made of games, and checked.

pub mod build;
pub mod check;
