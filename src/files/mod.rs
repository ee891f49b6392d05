//! Files of users: games and positions in any encoding, sessions, settings and proofs, written through `store/`.
//!
//! [`mod@text`] reads games and positions in any supported form (`archive`: unsupported forms), `stdin` reads standard input as a
//! file, [`stream`] a file or a pipe, [`suites`] the positions that are part of the program, [`collection`] appends games to a file of games, [`session`] has the stored structs of
//! plain strings and numbers (the shell validates them and turns them into a game), [`proof`] a format for other programs,
//! [`settings`] a format for people.

mod archive;
pub mod collection;
pub mod proof;
pub mod session;
pub mod settings;
pub mod stdin;
pub mod stream;
pub mod suites;
pub mod text;

use crate::store::MadeOf;
pub use proof::Shortness;
pub use session::{SavedAnalysis, SavedGame, SavedMate, SavedSession};
pub use settings::KeptSettings;

/// Signature of `bench`: another search has another number.
const SIGNATURE: &str = include_str!("../../tests/signature.txt");

/// Begins the provenance of a result that depends on the version of the program and on its search.
pub fn work_of_this_version(name: &str) -> MadeOf {
    let nodes = SIGNATURE.split_whitespace().next().unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    MadeOf::work(name).and("version", format_args!("{version}, bench {nodes}"))
}
