//! What a line has said so far.

use super::error::{Fault, ParseError};
use super::reader::shorten;
use super::words::Word;

/// What was said so far, so that nothing is said twice: nobody could tell which of the two was meant.
#[derive(Default)]
pub(super) struct Said(Vec<(&'static str, String)>);

impl Said {
    /// Something is said, for the first time.
    ///
    /// # Errors
    /// If it was said before.
    pub(super) fn once(&mut self, what: &'static str, word: Word<'_>) -> Result<(), ParseError> {
        let text = shorten(word.text);
        if let Some((_, first)) = self.0.iter().find(|(said, _)| *said == what) {
            let fault = Fault::Twice { what, first: first.clone(), second: text };
            return Err(ParseError::at(word.span(), fault));
        }
        self.0.push((what, text));
        Ok(())
    }
}
