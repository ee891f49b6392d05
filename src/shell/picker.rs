//! Choosing a game of a file, without putting anything on the board until it is clear which.

use std::path::PathBuf;

/// A record to take from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pick {
    /// The file; the one whose games were listed last if there is none.
    pub path: Option<PathBuf>,
    pub choice: PickChoice,
    /// The board and the labels are shown, and `view` goes on from it.
    pub view: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PickChoice {
    /// The only one; of several games a list is shown to choose from.
    Only,
    /// The one of this number, from 1.
    Number(usize),
    /// The one behind the record viewed last.
    Next,
    /// The only game with this text in one of its headers; if there are several, they are listed.
    Text(String),
}
