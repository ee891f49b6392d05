//! `proof line`: a line of the last proof, and the defences at its end.

use crate::commands::mates::mate_forms::TreeForm;
use crate::commands::mates::solution;
use crate::commands::prelude::*;
use crate::ink::json::{Coordinates, Fen, San, coordinates, sans};
use crate::ink::movetext;
use crate::proof::layout::tree::Extent;
use crate::proof::layout::{ProofLine, follow};
use crate::prove::solvers::ShortMates;

pub(super) const ROW: CommandSpec = row!(Mates Reveals "proof line", "MOVE…":
    "walk down the last proof by moves of the defender",
    details: "The moves of the attacker may be left out: the proof says them.",
    examples: &[("proof line Qf1", "two defences and what answers them", "")],
    completer: Completer::Line,
    answers: &[LineSchema::of::<LineAnswer>()],
    read: read);

pub(super) fn words(reader: &mut Reader<'_>) -> Vec<String> {
    std::iter::from_fn(|| reader.take()).map(|word| word.text.to_owned()).collect()
}

fn read(reader: &mut Reader<'_>) -> Parsed {
    let words = words(reader);
    Ok(Box::new(|session| act(session, words)))
}

/// `words`: moves of the defender, parsed as they are played.
fn act(session: &mut Session, words: Vec<String>) -> Acted {
    let (proof, chess960) = (session.mates.last_proof()?.clone(), session.is_chess960());
    session.start_task(move |context| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut adviser = ShortMates::new(&context.stop)?;
        let line = follow(&proof, &words, Extent::default(), &mut adviser);
        let line = line.map_err(|error| CommandError::refused(error.to_string()))?;
        Ok(LineAnswer { line, chess960 }.into())
    })
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "LineForm"))]
#[serde(into = "LineForm")]
pub struct LineAnswer {
    pub line: ProofLine,
    pub chess960: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LineForm {
    fen: Fen,
    line: Vec<Coordinates>,
    line_san: Vec<San>,
    /// The longest continuation.
    rest: Vec<Coordinates>,
    rest_san: Vec<San>,
    /// What the defender can do at its end.
    tree: TreeForm,
}

impl From<LineAnswer> for LineForm {
    fn from(LineAnswer { line, chess960 }: LineAnswer) -> LineForm {
        let ProofLine { start, moves, rest, tree, .. } = &line;
        LineForm {
            fen: Fen(*start),
            line: coordinates(start, moves, chess960),
            line_san: sans(start, moves),
            rest: coordinates(&tree.start, rest, chess960),
            rest_san: sans(&tree.start, rest),
            tree: TreeForm::of(tree, chess960),
        }
    }
}

impl Answer for LineAnswer {
    const TYPE: &str = "proof-line";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        let moves = movetext::line(&self.line.start, &self.line.moves, settings);
        page.wrapped(Line::plain(" ").and(moves), settings, 4);
        let here = &self.line.tree.start;
        if self.line.rest.is_empty() {
            page.push(Line::of(Role::Mate, " checkmate"));
            return page;
        }
        let longest =
            Line::of(Role::Dim, format!(" mate in {} at the longest: ", self.line.tree.mate))
                .and(movetext::line(here, &self.line.rest, settings));
        page.wrapped(longest, settings, 4);
        page.append(solution::tree(&self.line.tree, settings));
        page
    }
}
