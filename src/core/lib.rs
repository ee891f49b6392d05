//! Chess for programs: the library of [Quarterply](https://crates.io/crates/quarterply), whose search thinks in quarters of a ply.
//!
//! ```
//! use quarterply_core::chess::{Game, Position, line_san};
//! use quarterply_core::control::Limits;
//! use quarterply_core::engine::{Engine, Job};
//! use quarterply_core::proof::verify;
//! use quarterply_core::prove::ProofTask;
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
//! [`chess`] has the rules of the game and its notations, [`engine`] searches, [`prove`] looks for mates and [`proof`] checks
//! them, [`units`] has scores and depths, and [`control`] limits and stops. Prompt, colours and tools are in the program. A
//! search has a table of 256 MiB unless the option `Hash` is set ([`engine::Engine::set_option`]). The feature `syzygy` reads
//! Syzygy's endgame tables, with packages that need Rust 1.95; without it Rust 1.89 is enough.
//!
//! `src/README.md` is the map: the floor of each module, and the place for new code.

// The public interface is fully documented.
#[warn(missing_docs)]
pub mod chess;
#[warn(missing_docs)]
pub mod proof;
#[warn(missing_docs)]
pub mod units;

pub mod control;
pub mod engine;
pub mod prove;

// The other rooms are for the program and the laboratory.
#[doc(hidden)]
pub mod eval;
#[doc(hidden)]
pub mod oracle;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod settings;
#[doc(hidden)]
pub mod store;

mod memory;
