//! `assert`: compares the last search or the position with expected values, for scripts.

use std::cmp::Ordering;
use std::fmt::Display;

use crate::chess::game::{Ending, Status};
use crate::chess::{parse_move, san};
use crate::commands::prelude::*;
use crate::settings::named;
use crate::units::ScoreKind;

pub(super) const ROW: CommandSpec = row!(Session Reveals "assert", "best|mate|score|depth|nodes|fen|turn|legal|standing ==|!=|<|<=|>|>=|in VALUE":
    "fail, with status 4, unless something holds",
    details: "`score` is centipawns and `mate` is moves, negative when Black is better or when the side to move is mated. \
              `standing` is open, checkmate, stalemate or draw.",
    examples: &[("assert mate == 3", "of the last search", ""),
        ("assert best in Nf3 e4", "either move", "")],
    completer: Completer::Words(&["best", "mate", "score", "depth", "nodes", "fen", "turn", "legal", "standing"]),
    answers: &[LineSchema::of::<Asserted>()],
    read: read);

struct Assert {
    subject: Subject,
    relation: Relation,
    /// Expected values: numbers, or moves in any notation.
    values: Vec<String>,
}

named! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(in crate::commands) enum Subject {
        Best = "best",
        /// Moves to mate in the last search, negative if the side to move is mated; nothing without a mate.
        Mate = "mate",
        /// Centipawns of the last search, White's view.
        Score = "score",
        Depth = "depth",
        Nodes = "nodes",
        Fen = "fen",
        /// Side to move: `white` or `black`.
        Turn = "turn",
        Legal = "legal",
        /// State of the game by the rules: `open`, `checkmate`, `stalemate`, `draw`.
        Standing = "standing",
    }
}

named! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(in crate::commands) enum Relation {
        Equal = "==",
        Unequal = "!=",
        Less = "<",
        AtMost = "<=",
        More = ">",
        AtLeast = ">=",
        In = "in",
    }
}

fn read(reader: &mut Reader<'_>) -> Parsed {
    let word = reader.require("what is asserted")?;
    let subject = Subject::ALL.into_iter().find(|subject| subject.name() == word.text);
    let none =
        "cannot be asserted; best, mate, score, depth, nodes, fen, turn, legal and standing can";
    let subject = subject.ok_or_else(|| ParseError::bad(word, none))?;
    use Subject::{Best, Depth, Mate, Nodes, Score};
    reader.reveals &= matches!(subject, Best | Mate | Score | Depth | Nodes);
    let word = reader.require("a comparison")?;
    let sign = if word.text == "=" { "==" } else { word.text };
    let relation = Relation::ALL.into_iter().find(|relation| relation.name() == sign);
    let none = "compares nothing; ==, !=, <, <=, >, >= and in do";
    let relation = relation.ok_or_else(|| ParseError::bad(word, none))?;
    let place = reader.require_rest("a value")?;
    let rest = place.text;
    let mut values = match relation {
        Relation::In if subject != Subject::Fen => {
            let parts = rest.split(|c: char| c.is_whitespace() || c == ',');
            parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
        }
        _ => vec![rest.to_owned()],
    };
    let words: &[&str] = match subject {
        Subject::Turn => &["white", "black", "w", "b"],
        Subject::Standing => &["open", "checkmate", "stalemate", "draw"],
        _ => &[],
    };
    for value in values.iter_mut().filter(|_| !words.is_empty()) {
        value.make_ascii_lowercase();
        if !words.contains(&value.as_str()) {
            let (name, words) = (subject.name(), words.join(", "));
            let why = format!("{name} is never \"{}\"; it is one of {words}", shorten(value));
            return Err(ParseError::of(place, why));
        }
    }
    let assert = Assert { subject, relation, values };
    Ok(Box::new(move |session| assert.act(session)))
}

enum AssertedValue {
    Number(i64),
    Text(String),
}

impl Assert {
    fn act(self, session: &mut Session) -> Acted {
        let value = self.found(session)?;
        let found = match &value {
            AssertedValue::Number(number) => number.to_string(),
            AssertedValue::Text(text) => text.clone(),
        };
        let compared = self.values.iter().map(|wanted| self.holds(session, &value, wanted));
        if compared.collect::<Result<Vec<bool>, CommandError>>()?.contains(&true) {
            return Ok(Asserted { ok: true, found }.into());
        }
        let (subject, relation) = (self.subject.name(), self.relation.name());
        let wanted = self.values.join(" ");
        let message = format!("{subject} {relation} {wanted} does not hold: {subject} is {found}");
        Err(CommandError::Failed { message, answer: None })
    }

    fn found(&self, session: &Session) -> Result<AssertedValue, CommandError> {
        let analysis = || session.analysis.last.as_ref().ok_or(CommandError::NoAnalysis);
        let iteration = || analysis().map(|analysis| &analysis.finished.iteration);
        let number = |number: u64| AssertedValue::Number(i64::try_from(number).unwrap_or(i64::MAX));
        Ok(match self.subject {
            Subject::Best => {
                let analysis = analysis()?;
                let root = analysis.game.position();
                let best = analysis.finished.best.map(|mv| san(root, mv));
                AssertedValue::Text(best.unwrap_or_else(|| "none".to_owned()))
            }
            Subject::Mate => match iteration()?.lines.first().map(|line| line.score.kind()) {
                Some(ScoreKind::Mates(moves)) => AssertedValue::Number(i64::from(moves)),
                Some(ScoreKind::Mated(moves)) => AssertedValue::Number(-i64::from(moves)),
                _ => AssertedValue::Text("none".to_owned()),
            },
            Subject::Score => {
                let turn = analysis()?.game.position().turn();
                let score =
                    iteration()?.lines.first().map(|line| line.score.for_white(turn).score());
                AssertedValue::Number(score.map_or(0, |score| i64::from(score.shown())))
            }
            Subject::Depth => number(u64::from(iteration()?.depth)),
            Subject::Nodes => number(iteration()?.progress.nodes),
            Subject::Fen => AssertedValue::Text(session.position().to_fen()),
            Subject::Turn => AssertedValue::Text(session.position().turn().name().to_lowercase()),
            Subject::Legal => number(session.position().legal_count()),
            Subject::Standing => {
                let standing = match session.timeline.game().status() {
                    Status::Ongoing | Status::Claimable(_) => "open",
                    Status::Over(Ending::Checkmate { .. }) => "checkmate",
                    Status::Over(Ending::Stalemate) => "stalemate",
                    Status::Over(_) => "draw",
                };
                AssertedValue::Text(standing.to_owned())
            }
        })
    }

    fn holds(
        &self,
        session: &Session,
        found: &AssertedValue,
        value: &str,
    ) -> Result<bool, CommandError> {
        let value = match (self.subject, value) {
            (Subject::Turn, "w") => "white",
            (Subject::Turn, "b") => "black",
            (_, value) => value,
        };
        let ordering = match found {
            AssertedValue::Number(number) => {
                // Scores may be given in pawns.
                let pawns = value.parse::<f64>().ok().filter(|_| value.contains('.'));
                let pawns = pawns.filter(|_| self.subject == Subject::Score);
                let wanted = pawns.map(|pawns| (100.0 * pawns).round() as i64);
                let none = || no_comparison(format!("{} {number}", self.subject.name()), value);
                Some(number.cmp(&wanted.or_else(|| value.parse().ok()).ok_or_else(none)?))
            }
            AssertedValue::Text(text) => {
                self.is_same(session, text, value)?.then_some(Ordering::Equal)
            }
        };
        Ok(match self.relation {
            Relation::Equal | Relation::In => ordering.is_some_and(Ordering::is_eq),
            Relation::Unequal => ordering.is_none_or(Ordering::is_ne),
            Relation::Less => ordering.is_some_and(Ordering::is_lt),
            Relation::AtMost => ordering.is_some_and(Ordering::is_le),
            Relation::More => ordering.is_some_and(Ordering::is_gt),
            Relation::AtLeast => ordering.is_some_and(Ordering::is_ge),
        })
    }

    /// Returns whether two texts are equal; moves may be in any notation.
    fn is_same(&self, session: &Session, found: &str, wanted: &str) -> Result<bool, CommandError> {
        let analysis = session.analysis.last.as_ref();
        let Some(analysis) = analysis.filter(|_| self.subject == Subject::Best) else {
            return Ok(found == wanted);
        };
        let root = analysis.game.position();
        match parse_move(root, wanted) {
            Ok(mv) => Ok(analysis.finished.best == Some(mv)),
            Err(_) if wanted == "none" => Ok(found == wanted),
            Err(error) => Err(no_comparison(found, error)),
        }
    }
}

fn no_comparison(found: impl Display, wanted: impl Display) -> CommandError {
    CommandError::refused(format!("{found} cannot be compared with {wanted}"))
}

/// It holds.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Asserted {
    pub ok: bool,
    /// What the values were compared with.
    pub found: String,
}

impl Answer for Asserted {
    const TYPE: &str = "assert";

    fn page(&self, _settings: &Settings) -> Page {
        let found = format!("  it is {}", self.found);
        Page::of(Line::of(Role::Good, "holds").with(Role::Dim, found))
    }
}
