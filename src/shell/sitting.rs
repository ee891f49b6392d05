//! Commands about the session itself: words that stand for others, the record of the dialogue, an answer as a picture.

use std::path::PathBuf;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AliasUse {
    List,
    /// From here on the word stands for the text.
    Define {
        /// One word, in small letters.
        word: String,
        /// A command, as it would be typed.
        text: String,
    },
    /// The word stands for nothing any more.
    Forget(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogUse {
    /// Say where the dialogue is recorded.
    Show,
    /// Record it in this file; a `%` in its name stands for the first number that is not taken.
    Into(PathBuf),
    Off,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    Light,
    Dark,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureRequest {
    pub path: PathBuf,
    pub force: bool,
    /// What it is drawn on, if not as the setting `theme` says.
    pub paper: Option<Paper>,
    /// The command as it was written, for those who cannot see the picture.
    pub title: String,
}
