//! What a script expects, compared with what is.

use std::cmp::Ordering;

use super::{CommandError, Session};
use crate::chess::game::Status;
use crate::chess::{parse_move, san};
use crate::shell::assertion::{Assertion, Relation, Subject};
use crate::shell::reply::Reply;
use crate::units::ScoreKind;

enum AssertedValue {
    Number(i64),
    Text(String),
}

impl Session {
    pub(super) fn assert(&self, assertion: &Assertion) -> Result<Reply, CommandError> {
        let found = self.found(assertion.subject)?;
        let shown = match &found {
            AssertedValue::Number(number) => number.to_string(),
            AssertedValue::Text(text) => text.clone(),
        };
        let holds = assertion
            .values
            .iter()
            .map(|value| self.holds(assertion, &found, value))
            .collect::<Result<Vec<bool>, CommandError>>()?
            .contains(&true);
        if holds {
            return Ok(Reply::Asserted { found: shown });
        }
        let (subject, relation) = (assertion.subject.name(), assertion.relation.name());
        let wanted = assertion.values.join(" ");
        let message = format!("{subject} {relation} {wanted} does not hold: {subject} is {shown}");
        Err(CommandError::Failed { message, reply: None })
    }

    fn found(&self, subject: Subject) -> Result<AssertedValue, CommandError> {
        let analysis = || self.analysis.as_ref().ok_or(CommandError::NoAnalysis);
        let iteration = || analysis().map(|analysis| &analysis.finished.iteration);
        let number = |number: u64| AssertedValue::Number(i64::try_from(number).unwrap_or(i64::MAX));
        Ok(match subject {
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
                let score = iteration()?.lines.first().map(|line| line.score.for_white(turn));
                AssertedValue::Number(score.map_or(0, |score| i64::from(score.score().raw())))
            }
            Subject::Depth => number(u64::from(iteration()?.depth)),
            Subject::Nodes => number(iteration()?.progress.nodes),
            Subject::Fen => AssertedValue::Text(self.position().to_fen()),
            Subject::Turn => AssertedValue::Text(self.position().turn().name().to_lowercase()),
            Subject::Legal => number(self.position().legal_count()),
            Subject::Standing => AssertedValue::Text(standing(self.game().status()).to_owned()),
        })
    }

    fn holds(
        &self,
        assertion: &Assertion,
        found: &AssertedValue,
        value: &str,
    ) -> Result<bool, CommandError> {
        let ordering = match found {
            AssertedValue::Number(number) => {
                let wanted: i64 = value.parse().map_err(|_| CommandError::NoComparison {
                    found: number.to_string(),
                    wanted: value.to_owned(),
                })?;
                Some(number.cmp(&wanted))
            }
            AssertedValue::Text(text) => {
                self.is_same(assertion.subject, text, value)?.then_some(Ordering::Equal)
            }
        };
        Ok(match assertion.relation {
            Relation::Equal | Relation::In => ordering == Some(Ordering::Equal),
            Relation::Unequal => ordering != Some(Ordering::Equal),
            Relation::Less => ordering == Some(Ordering::Less),
            Relation::AtMost => matches!(ordering, Some(Ordering::Less | Ordering::Equal)),
            Relation::More => ordering == Some(Ordering::Greater),
            Relation::AtLeast => matches!(ordering, Some(Ordering::Greater | Ordering::Equal)),
        })
    }

    /// Whether two texts mean the same: moves may be written in any way.
    fn is_same(&self, subject: Subject, found: &str, wanted: &str) -> Result<bool, CommandError> {
        let Some(analysis) = self.analysis.as_ref().filter(|_| subject == Subject::Best) else {
            return Ok(found == wanted);
        };
        let root = analysis.game.position();
        match parse_move(root, wanted) {
            Ok(mv) => Ok(analysis.finished.best == Some(mv)),
            Err(_) if wanted == "none" => Ok(found == wanted),
            Err(error) => Err(CommandError::NoComparison {
                found: found.to_owned(),
                wanted: error.to_string(),
            }),
        }
    }
}

/// What the rules say about a game, in the words that scripts use.
fn standing(status: Status) -> &'static str {
    use crate::chess::game::Ending;
    match status {
        Status::Ongoing | Status::Claimable(_) => "open",
        Status::Over(Ending::Checkmate { .. }) => "checkmate",
        Status::Over(Ending::Stalemate) => "stalemate",
        Status::Over(_) => "draw",
    }
}
