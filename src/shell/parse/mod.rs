//! What the grammars of commands share: a line cut into words, its arguments read one by one, and what is wrong with them.

pub mod error;
pub mod limits;
pub mod mates;
pub mod movetext;
pub mod reader;
pub mod setup;
pub mod unfinished;
pub mod words;

pub use error::{Fault, ParseError};
pub use reader::Reader;
