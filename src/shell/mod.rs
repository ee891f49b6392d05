//! The shell: what can be asked, how it is read, how it is done, and what is answered, all as data.

pub mod assertion;
pub mod book;
pub mod command;
pub mod inspect;
pub mod learning;
pub mod mates;
pub mod note;
pub mod opponent;
pub mod parse;
pub mod parse_uci;
pub mod parse_xboard;
pub mod picker;
pub mod reply;
pub mod session;
pub mod sitting;
pub mod table;
pub mod terms;

pub use command::{Command, Request};
pub use note::Note;
pub use parse::ParseError;
pub use reply::Reply;
pub use session::{CommandError, Effect, Session};
pub use table::CommandSpec;
