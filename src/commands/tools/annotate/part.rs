//! The games of a file that are annotated, in a file beside their goal until all are.
//!
//! It is PGN. Its first line says what the games are made of, and a line behind each game that it is whole: what a crash left of the
//! last one is cut off by the next run of the same work. The file of other work is not touched.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::commands::files::beside;
use crate::store::{FileError, MadeOf, WrittenFiles};

/// Stands behind each game. No line of a game begins with a percent sign: such lines are passed over.
const WHOLE: &str = "\n% whole\n";

#[derive(Debug)]
pub(super) struct AnnotatedPart {
    pub path: PathBuf,
    file: File,
    text: String,
}

impl AnnotatedPart {
    /// Claims a goal and begins its part, or goes on with the one of the same work. With `--force` one of other work is begun
    /// anew.
    pub(super) fn open(
        files: &WrittenFiles,
        goal: &Path,
        work: &MadeOf,
    ) -> Result<AnnotatedPart, FileError> {
        let path = beside(goal, ".part");
        let (first, begin) = (format!("% {work}\n"), format!("% {};", work.work));
        files.claim(&path, |head| {
            head.starts_with(begin.as_bytes()) || first.as_bytes().starts_with(head)
        })?;
        // A run that was killed behind its last byte left both: then the goal is its own.
        let is_made_of_part = |head: &[u8]| {
            fs::read_to_string(&path).is_ok_and(|text| {
                text.starts_with(&first) && in_goal(whole(&text)).as_bytes().starts_with(head)
            })
        };
        files.claim(goal, is_made_of_part)?;
        let mut file = files.open(&path)?;
        let mut text = String::new();
        let read = file.read_to_string(&mut text).map_err(FileError::reading(&path));
        let checked = read.and_then(|_| match text.split_once('\n') {
            Some((there, _)) => Ok(work.require(&path, there.trim_start_matches("% "))?),
            None => Ok(()),
        });
        match checked {
            Ok(()) => text.truncate(whole(&text).len()),
            Err(_) if files.is_forced() => text.clear(),
            Err(error) => return Err(error),
        }
        let set = file.set_len(text.len() as u64).and_then(|()| file.seek(SeekFrom::End(0)));
        set.map_err(FileError::writing(&path))?;
        let mut part = AnnotatedPart { path, file, text };
        if part.text.is_empty() {
            part.append(&first)?;
        }
        Ok(part)
    }

    pub(super) fn games(&self) -> usize {
        self.text.matches(WHOLE).count()
    }

    pub(super) fn add(&mut self, game: &str) -> Result<(), FileError> {
        self.append(&format!("{}{WHOLE}", game.trim_end()))
    }

    fn append(&mut self, text: &str) -> Result<(), FileError> {
        self.text.push_str(text);
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(FileError::writing(&self.path))
    }

    pub(super) fn finish(self, files: &WrittenFiles, goal: &Path) -> Result<(), FileError> {
        files.write(goal, in_goal(&self.text).as_bytes())?;
        fs::remove_file(&self.path).map_err(FileError::writing(&self.path))
    }
}

/// Returns a part without what stands behind the last whole game; nothing if its first line is not whole.
fn whole(text: &str) -> &str {
    let last = text.rfind(WHOLE).map(|at| at + WHOLE.len());
    &text[..last.or_else(|| Some(text.find('\n')? + 1)).unwrap_or_default()]
}

/// Returns the games of a part as they are in the goal: an empty line parts them.
fn in_goal(part: &str) -> String {
    let (_, games) = part.split_once('\n').unwrap_or_default();
    let mut games = games.replace(WHOLE, "\n\n");
    games.pop();
    games
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;
    use crate::store::written::NamedFiles;

    const GAMES: [&str; 3] = ["1. e4 {50 % whole} *\n", "1. d4 1-0\n", "1. c4 0-1\n"];

    fn open(goal: &Path, work: &str) -> Result<AnnotatedPart, FileError> {
        AnnotatedPart::open(
            &WrittenFiles::default(),
            goal,
            &files::work_of_this_version(work).and("nodes", 5),
        )
    }

    #[test]
    fn wherever_it_is_cut_the_whole_games_before_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let goal = folder.path().join("out.pgn");
        let mut part = open(&goal, "annotate").unwrap();
        GAMES.iter().for_each(|game| part.add(game).unwrap());
        let path = part.path.clone();
        drop(part);
        let all = fs::read(&path).unwrap();
        let mut games = 3;
        for length in (0..=all.len()).rev() {
            fs::write(&path, &all[..length]).unwrap();
            let part = open(&goal, "annotate").unwrap();
            assert!(part.games() == games || part.games() + 1 == games, "{length}");
            games = part.games();
            drop(part);
            assert!(all.starts_with(&fs::read(&path).unwrap()));
        }
        assert_eq!(games, 0);
        let mut part = open(&goal, "annotate").unwrap();
        GAMES.iter().for_each(|game| part.add(game).unwrap());
        let files = WrittenFiles::default();
        assert!(part.finish(&files, &goal).is_ok() && !path.exists());
        assert_eq!(fs::read_to_string(&goal).unwrap(), GAMES.join("\n"));
        // Killed before the part was removed.
        fs::write(&path, &all).unwrap();
        let part = open(&goal, "annotate").unwrap();
        assert_eq!(part.games(), 3);
        drop(part);
        fs::write(&goal, "1. e4 *\n").unwrap();
        assert!(open(&goal, "annotate").unwrap_err().to_string().contains("--force"));
    }

    #[test]
    fn other_work_and_other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let goal = folder.path().join("out.pgn");
        let path = open(&goal, "annotate").unwrap().path;
        let begun = fs::read_to_string(&path).unwrap();
        for text in [&begun.replace("nodes=5", "nodes=6"), "Dear diary,\n", "x", "% a remark\n"] {
            fs::write(&path, text).unwrap();
            assert!(open(&goal, "annotate").unwrap_err().to_string().contains("--force"), "{text}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        let (files, work) = (
            WrittenFiles::default().of_command(NamedFiles::of([], true)),
            files::work_of_this_version("annotate"),
        );
        assert_eq!(AnnotatedPart::open(&files, &goal, &work).unwrap().games(), 0);
        fs::write(folder.path().join("mine.pgn"), "1. e4 *\n").unwrap();
        assert!(open(&folder.path().join("mine.pgn"), "annotate").is_err());
        assert!(!folder.path().join("mine.pgn.part").exists(), "nothing was begun");
    }
}
