//! Annotating games: what is asked, and what is answered.

use std::path::PathBuf;
use std::time::Duration;

use crate::workshop::annotate::{AnnotateOptions, AnnotatedItem};

/// Games to be annotated.
#[derive(Clone, PartialEq, Debug)]
pub struct AnnotateRequest {
    /// A file of games; the one on the board if there is none.
    pub path: Option<PathBuf>,
    /// Only this game of the file, from 1.
    pub game: Option<usize>,
    /// What is looked for, and how hard.
    pub options: AnnotateOptions,
    /// The file for the annotated games, if not beside the file they come from.
    pub to: Option<PathBuf>,
    /// A page for a browser.
    pub html: Option<PathBuf>,
    /// A picture of the scores.
    pub svg: Option<PathBuf>,
    /// A folder for the proofs of missed mates.
    pub proofs: Option<PathBuf>,
}

/// `annotate`.
#[derive(Clone, Debug, Default)]
pub struct AnnotatedReply {
    /// The file they come from; `None` for the game on the board.
    pub path: Option<PathBuf>,
    /// The file they were written into.
    pub to: Option<PathBuf>,
    pub done: usize,
    /// How many there were to do.
    pub total: usize,
    /// Games that cannot be read, or are not as they should be: game, line and reason.
    pub damaged: Vec<String>,
    /// Those that are to be shown in a page or a picture.
    pub shown: Vec<AnnotatedItem>,
    /// The page to be written.
    pub html: Option<PathBuf>,
    /// The picture to be written.
    pub svg: Option<PathBuf>,
    pub elapsed: Duration,
    /// It was stopped before the end.
    pub stopped: bool,
    /// What was found before that is kept here.
    pub kept: Option<PathBuf>,
}
