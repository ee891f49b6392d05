//! `proof save` and `proof export`: write the last proof to a file, whose extension selects the format.

use std::path::PathBuf;

use super::export::{ProofFormat, export, is_cut};
use super::verdict::indented;
use crate::commands::prelude::*;
use crate::files;
use crate::files::Shortness;
use crate::ink::json::FilePath;
use crate::ink::number::counted;
use crate::proof::layout::Exhibit;
use crate::prove::Outcome;
use crate::prove::solvers::ShortMates;
use crate::shell::session::news::Finding;
use crate::store::written::never;

pub(super) const ROW: CommandSpec = row!(Mates Reveals "proof save", "FILE [--force]":
    "keep the last proof; the ending of the name says the form",
    details: ".jsonl, or no ending, is the form that `proof load` reads and checks; .pgn and .html are for others, as with `proof export`.",
    examples: &[("proof save mate.jsonl", "every position and its move", "written: mate.jsonl  mate in 2, 24 positions, certified as the shortest")],
    completer: Completer::Files,
    answers: &[LineSchema::of::<ProofSaved>()],
    read: |reader| read(reader, false));

pub(super) const EXPORT: CommandSpec = row!(Mates Reveals "proof export", "FILE [--force]":
    "write the last proof for others: .pgn .jsonl .html",
    examples: &[("proof export mate.html", "a page for the browser", "written: mate.html  mate in 2, 24 positions")],
    completer: Completer::Files,
    read: |reader| read(reader, true));

/// `exports`: whether the extension has to be one of an export format.
fn read(reader: &mut Reader<'_>, exports: bool) -> Parsed {
    let (path, format) = target(reader, exports)?;
    Ok(match format {
        Some(format) => Box::new(move |session| export_as(session, (path, format))),
        None => Box::new(|session| save(session, path)),
    })
}

/// Parses the file name; returns the format of the export, or `None` to save the proof.
pub(super) fn target(
    reader: &mut Reader<'_>,
    exports: bool,
) -> Result<(PathBuf, Option<ProofFormat>), ParseError> {
    let word = reader.words.peek();
    let path = reader.path()?;
    let is_saved = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl"));
    match (ProofFormat::of(&path), word) {
        (None, Some(word)) if exports && !is_saved => {
            reader.finish()?;
            Err(ParseError::bad(
                word,
                "does not say how to write the proof: its name should end in .pgn, .jsonl or .html",
            ))
        }
        (format, _) => Ok((path, format)),
    }
}

fn save(session: &mut Session, path: PathBuf) -> Acted {
    let proof = session.mates.last_proof()?.clone();
    files::proof::claim(&session.files.written, &path, &proof)?;
    session.start_task(move |context| {
        let certificate = ShortMates::new(&context.stop)?.certificate(&proof);
        Ok(Finding::new(move |session| {
            let known = session.mates.verdict.as_ref().map(|verdict| &verdict.outcome);
            // If the certificate is missing, there may or may not be a shorter mate: say neither.
            let shortness = certificate.map_or_else(
                || Shortness::claimed(known.is_some_and(Outcome::is_shortest)),
                |refutation| Shortness::Certified(Box::new(refutation)),
            );
            let (mate, positions) = (proof.mate(), proof.positions());
            let chess960 = session.is_chess960();
            files::proof::save(&session.files.written, &path, &proof, &shortness, chess960)?;
            let certified = matches!(shortness, Shortness::Certified(_));
            Ok(ProofSaved { path: FilePath(path), mate, positions, certified, cut: false }.into())
        }))
    })
}

fn export_as(session: &mut Session, (path, format): (PathBuf, ProofFormat)) -> Acted {
    let proof = session.mates.last_proof()?.clone();
    session.files.written.claim(&path, never)?;
    let refuted = session.mates.verdict.as_ref().map_or(0, |verdict| verdict.outcome.refuted);
    let (chess960, aside) = (session.is_chess960(), session.mates.aside(proof.root()));
    session.start_task(move |context| {
        let mut adviser = ShortMates::new(&context.stop)?;
        let exhibit = Exhibit::new(proof, refuted, chess960, &mut adviser);
        let bytes = export(format, &exhibit, &aside);
        context.files.write(&path, &bytes)?;
        let (mate, positions) = (exhibit.proof.mate(), exhibit.proof.positions());
        let (cut, path) = (is_cut(format, &exhibit), FilePath(path));
        Ok(ProofSaved { path, mate, positions, certified: false, cut }.into())
    })
}

/// A proof was written.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProofSaved {
    pub path: FilePath,
    pub mate: u16,
    /// Positions with the attacker to move.
    pub positions: usize,
    /// The file has a certificate that there is no shorter mate.
    pub certified: bool,
    /// The file has no room for all variations.
    pub cut: bool,
}

impl Answer for ProofSaved {
    const TYPE: &str = "proof-saved";

    fn page(&self, settings: &Settings) -> Page {
        let line = indented(settings)
            .with(Role::Good, "written: ")
            .with(Role::Plain, self.path.0.display().to_string())
            .with(
                Role::Dim,
                format!(
                    "  mate in {}, {}{}",
                    self.mate,
                    counted(self.positions, "position"),
                    if self.certified { ", certified as the shortest" } else { "" }
                ),
            );
        let mut page = Page::of_wrapped(line, settings, 5);
        if self.cut {
            let text =
                " some variations end early, for lack of room: `proof save FILE.jsonl` keeps all";
            page.wrapped(Line::of(Role::Caution, text), settings, 5);
        }
        page
    }
}
