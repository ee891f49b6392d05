//! Opening books made of games.

pub mod build;
