//! The shell: what can be asked, how it is read, how it is done, and what is answered, all as data.

pub mod command;
pub mod note;
pub mod parse;
pub mod reply;

pub use command::{Command, CommandSpec};
pub use note::Note;
pub use reply::Reply;
