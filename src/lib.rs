//! Quarterply: a chess program for the terminal whose search thinks in quarters of a ply.
//!
//! ```
//! use quarterply::chess::{Game, Position, line_san};
//! use quarterply::control::Limits;
//! use quarterply::engine::{Engine, Job};
//! use quarterply::proof::verify;
//! use quarterply::prove::task::ProofTask;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let position: Position = "8/8/2KP4/p3P2r/1p2N3/6R1/PPP1R3/7k w - - 0 1".parse()?;
//! let mut engine = Engine::new();
//! let found = engine.start(Job::new(Game::new(position), Limits::depth(8))).join()?;
//! println!("{}", line_san(&position, &found.iteration.lines[0].pv));
//!
//! let task = ProofTask::new(position).within(3);
//! let proof = engine.prove(&task)?.proof.ok_or("no mate in three")?;
//! assert_eq!(verify(proof.strategy(), task.rules)?.mate(), proof.mate());
//! # Ok(())
//! # }
//! ```
//!
//! [`chess`] has the rules of the game and its notations, [`engine`] searches, [`prove`] looks for mates and [`proof`] checks them,
//! [`units`] says what their numbers mean, and [`control`] what limits them. Without the
//! feature `cli` (on by default) there is nothing else: no prompt, no colours, no tools. A search has a table of 256 MiB unless the
//! option `Hash` says otherwise ([`engine::Engine::set_option`]).
//!
//! `src/README.md` is the map of the house: which floor a module lives on and where a new line of code belongs.

// What every program needs is documented to the last item.
#[warn(missing_docs)]
pub mod chess;
#[warn(missing_docs)]
pub mod proof;
#[warn(missing_docs)]
pub mod units;

pub mod control;
pub mod engine;
pub mod prove;

// The other rooms are the program's own, and their names have to speak for themselves.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod commands;
#[doc(hidden)]
pub mod eval;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod front;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod ink;
#[doc(hidden)]
pub mod layout;
#[doc(hidden)]
pub mod memory;
#[doc(hidden)]
pub mod oracle;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod render;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod settings;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod shell;
#[doc(hidden)]
pub mod store;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod tools;
