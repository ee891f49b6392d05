//! `restore`: restores a session from a file, or the last session.

use std::iter;
use std::path::PathBuf;

use crate::commands::prelude::*;
use crate::files::Shortness;
use crate::ink::json::FilePath;
use crate::ink::number::counted;
use crate::shell::reply::Changed;
use crate::shell::session::Analysis;
use crate::shell::session::news::Finding;
use crate::shell::session::saved::{read_session, stays};

pub(super) const ROW: CommandSpec = row!(Session Safe "restore", "[FILE]":
"resume from such a file, or from the last session",
details: "`save` replaces the file without --force as the game goes on. A session at a terminal with an unsaved game is kept, even if it is killed. The game on the board can be brought back with undo.",
examples: &[("restore evening.qs", "go on", "restored evening.qs"), ("restore", "the last session", "")],
completer: Completer::Files,
terms: sets(Alone),
answers: &[LineSchema::of::<RestoredAnswer>()],
read: |reader| {
    let given = reader.words.peek().map(|_| reader.path()).transpose()?;
    Ok(Box::new(move |session| act(session, given)))
});

fn act(session: &mut Session, path: Option<PathBuf>) -> Acted {
    let is_named = path.is_some();
    let path = path.map_or_else(|| session.files.last_session(), Ok)?;
    let files = session.files.written.clone();
    session.start_task(move |_| {
        // Locked until claimed, so that the claimed contents are those read. If locking fails, the file can still be read.
        let lock = files.hold(&path).ok();
        let (saved, sheet, analysis) = read_session(&path)?;
        let is_ours = is_named && files.claim(&path, |_| true).is_ok();
        drop(lock);
        let (mut certificates, mut left_out) = (Vec::new(), Vec::new());
        for mate in &saved.mates {
            match mate.verified() {
                Ok(checked) => certificates.push(checked),
                Err(why) => left_out.push(format!("a proved mate is left out: {why}")),
            }
        }
        Ok(Finding::new(move |session| {
            let mut notes = session.restore_settings(&saved.settings);
            notes.extend(left_out);
            session.begin(sheet);
            session.files.game_is_safe(&session.timeline.now);
            if is_ours {
                session.files.game_is_in(&path, &session.timeline.now);
            }
            session.engine.known_mates.take(&certificates);
            // A session file has no separate parameters for the analysis; both are the same.
            let params = session.engine.options().params.clone();
            session.analysis.last = analysis.map(|analysis| Analysis { params, ..analysis });
            let changed = session.changed(notes);
            let mut mates = certificates.iter().filter_map(|(proof, _)| proof.as_ref());
            let latest = mates.clone().next();
            let proved = mates.find(|proof| proof.root() == session.position());
            session.mates.verdict = None;
            if let Some(proof) = proved.or(latest) {
                session.mates.take(
                    proof.clone(),
                    &Shortness::Unknown,
                    path.clone(),
                    &session.engine.known_mates,
                );
            }
            let taken = saved.settings.iter().filter(|(name, _)| !stays(name));
            let (path, settings) = (FilePath(path), taken.count());
            Ok(RestoredAnswer { changed, path, settings }.into())
        }))
    })
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RestoredAnswer {
    #[serde(flatten)]
    pub changed: Changed,
    pub path: FilePath,
    /// Settings that differ from their defaults.
    pub settings: usize,
}

impl Answer for RestoredAnswer {
    const TYPE: &str = "restored";

    fn page(&self, settings: &Settings) -> Page {
        let what = Line::of(Role::Good, "restored");
        let what = what.with(Role::Plain, format!(" {}", self.path.0.display()));
        let fact = || format!("{} not at the default", counted(self.settings, "setting"));
        let fact = (self.settings > 0).then(|| Line::plain(fact()));
        let mut page = Page::of_facts(iter::once(what).chain(fact), settings);
        page.append(self.changed.page(settings));
        page
    }
}
