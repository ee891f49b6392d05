//! Files of people: games and positions in any encoding, sessions, settings and proofs. They stand on `store/`, which writes.
//!
//! [`mod@text`] reads games and positions in whatever form they come (`archive`: the forms that are not supported), `stdin` is
//! standard input as a file, [`stream`] a file or a pipe, [`collection`] adds games to a file of them, [`session`] has structs
//! as they are stored, made of plain strings and numbers (turning them into a game again, and refusing what is no game, is for
//! the shell), [`proof`] a form that other programs read, [`settings`] a form that people write.

mod archive;
pub mod collection;
pub mod proof;
pub mod session;
pub mod settings;
pub mod stdin;
pub mod stream;
pub mod text;

use crate::store::MadeOf;
pub use proof::{SavedProof, Shortness};
pub use session::{SavedAnalysis, SavedGame, SavedMate, SavedSession};
pub use settings::KeptSettings;

/// The nodes of the benchmark: another search has another number.
const SIGNATURE: &str = include_str!("../../tests/signature.txt");

/// Begins what a result follows from, if it follows from the version of the program and its search as well.
pub fn work_of_this_version(name: &str) -> MadeOf {
    let nodes = SIGNATURE.split_whitespace().next().unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    MadeOf::work(name).and("version", format_args!("{version}, bench {nodes}"))
}
