//! The opinion of a move in a position that endgame tables cover: its verdict is certain, so nothing threatens.

use super::scale;
use super::sentence::{Opinion, Sentence};
use crate::chess::{Move, Position};
use crate::commands::search::judge::{MoveEvidence, MoveJudge};
use crate::oracle::TableVerdict;
use crate::oracle::tables::{TableMove, TableValue};
use crate::units::expected_score;

pub(super) fn opinion(
    judge: &MoveJudge,
    before: &Position,
    mv: Move,
    known: &[TableMove],
) -> Option<Opinion> {
    let (ours, best) = (known.iter().find(|found| found.mv == mv)?, known.first()?);
    let worth = judge.by_table(before, ours);
    let points = |found: &TableMove| MoveEvidence::Table(found.value).points();
    let as_good = known.iter().filter(|found| points(found) >= points(ours)).count();
    let is_fault = points(ours) < points(best);
    let better = is_fault.then(|| judge.by_table(before, best));
    let sentence = if let Some(better) = &better {
        let lost = if points(best) > 0.5 { "the win" } else { "the draw" };
        let said = Sentence::new("gives-away", "table")
            .say(format!("gives away {lost}; better is "))
            .name(before, best.mv);
        said.say(format!(", which {}", outcome(best.value))).line(before, &better.line)
    } else {
        let others = match (as_good, known.len()) {
            (_, 1) => "it is the only legal move".to_owned(),
            (1, _) => "no other move does".to_owned(),
            (count, all) if count == all => "every move has this outcome".to_owned(),
            (count, _) => format!("{count} of {} moves have this outcome", known.len()),
        };
        let said =
            Sentence::new("table", "table").say(format!("{}; {others}", outcome(ours.value)));
        if points(ours) == 0.5 { said } else { said.line(before, &worth.line) }
    };
    let scores = [best, ours].map(|found| MoveEvidence::Table(found.value).score());
    let given = expected_score(scores[0]) - expected_score(scores[1]);
    let loss = scale::loss(before, scores, given);
    Some(Opinion { worth, loss, better, sentences: vec![sentence] })
}

/// Formats a table value as a verb: `mates in 12`, `draws`.
fn outcome(value: TableValue) -> String {
    match (value.verdict, value.mate) {
        (TableVerdict::Win, Some(moves)) => format!("mates in {moves}"),
        (TableVerdict::Win, None) => "wins".to_owned(),
        (TableVerdict::Loss, Some(moves)) => format!("is mated in {moves}"),
        (TableVerdict::Loss, None) => "loses".to_owned(),
        (TableVerdict::CursedWin | TableVerdict::BlessedLoss, _) => {
            "draws by the fifty-move rule".to_owned()
        }
        (TableVerdict::Draw, _) => "draws".to_owned(),
    }
}
