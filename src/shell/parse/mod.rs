//! Readers that all grammars of commands share: tokens, arguments and parse errors.

mod drawn;
pub mod parse_error;
pub mod proof_limits;
pub mod reader;
pub mod search_limits;
pub mod setup;
pub mod tokens;
pub mod typed_moves;
pub mod unfinished;

pub use parse_error::{Fault, ParseError};
pub use reader::Reader;
