//! Learning from games that are played at the prompt.

use std::path::Path;
use std::sync::mpsc;

use super::{CommandError, Session};
use crate::chess::GameResult;
use crate::tools::learn::Lesson;

impl Session {
    pub fn learn_from_game(&mut self, result: GameResult) {
        let options = self.engine.options();
        if !options.learn || result == GameResult::Unknown {
            return;
        }
        let lesson = Lesson::of_game(self.game(), result, options);
        let (_, no_records) = mpsc::channel();
        // A file that cannot be read or written does not keep the user from the next game: the job reports it.
        let _ = lesson.map(|lesson| self.begin_work(lesson.work(), no_records, |_| String::new()));
    }

    /// If the weights of this file are loaded, those that it holds now are taken.
    pub fn take_up(&mut self, path: &Path) -> Result<(), CommandError> {
        if Path::new(&self.engine.options().weights_file.text) == path {
            self.engine.set_option("WeightsFile", &path.to_string_lossy())?;
        }
        Ok(())
    }
}
