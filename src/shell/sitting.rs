//! An answer as a picture.

use std::path::PathBuf;

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
