//! Showing: every [`Reply`](crate::shell::Reply) and every event of a search, for people, pipes and programs.
//!
//! A view is a function from data to a [`Page`](crate::ink::text::Page): no terminal in sight. [`human`] picks the view for each reply and event, [`json`]
//! writes the same as JSON Lines, `uci.rs` as the protocol's lines. Nothing here computes chess: what is shown was handed up.

pub mod annotation;
pub mod board;
pub mod changed;
pub mod error;
pub mod html;
pub mod human;
pub mod json;
pub mod ledger;
pub mod live_board;
pub mod opening;
pub mod opponent;
pub mod outcome;
pub mod picture;
pub mod piece_art;
pub mod proof;
pub mod proof_table;
pub mod search_table;

pub mod uci;
pub mod xboard;
