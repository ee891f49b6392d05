//! Helpers for tests of commands.

use super::ParseError;
use super::parse::Reader;
use super::parse::tokens::Words;
use super::session::Session;
use super::session::job::Work;
use crate::chess::Position;

/// What a command's reader makes of the words behind its name, which is `name` words long.
pub(crate) fn arguments<T>(
    (line, name): (&str, usize),
    read: impl FnOnce(&mut Reader<'_>) -> Result<T, ParseError>,
) -> T {
    let (mut words, board) = (Words::new(line), Position::start());
    words.by_ref().take(name).for_each(drop);
    let mut reader = Reader::new(words, &board, ("", ""));
    let arguments = read(&mut reader).expect(line);
    reader.finish().expect(line);
    arguments
}

/// What the jobs under way have to do. They are ended.
pub(crate) fn jobs_of(session: &mut Session) -> String {
    let jobs = session.jobs.all().map(|job| match &job.work {
        Work::Search { search, .. } => format!("{:?} {:?}", search.purpose, search.limits),
        Work::Proof { limits, .. } => format!("{limits:?}"),
        Work::Task { .. } => "task".to_owned(),
    });
    let jobs: String = jobs.collect();
    session.abandon_all();
    jobs
}
