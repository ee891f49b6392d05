//! What a move does to the opponent's plans: a real threat, a prevented one, and moves with a reason of the rules: zugzwang,
//! perpetual check, stalemate, underpromotion. Each is asked by searches of its own, and only if a short one promises it.

use super::evidence::{MovePair, Pair, Reasoner, lines, points};
use super::idea::Idea;
use super::scale::{self, Comparison, Standing};
use super::sentence::Sentence;
use crate::chess::{Color, Move, Piece, Position};
use crate::commands::search::judge::JudgedMove;
use crate::control::Limits;
use crate::shell::CommandError;
use crate::units::{Score, expected_score};

impl Reasoner {
    /// Returns what the side to move would win in a position that the opponent passed to, worth more than `had` points.
    pub(super) fn intent(
        &mut self,
        passed: &Position,
        had: f64,
    ) -> Result<Option<(Idea, Pair)>, CommandError> {
        let promises = |found: &JudgedMove| scale::counts(passed, found.evidence.points() - had);
        let Some(pair) = self.twice(passed, promises)? else { return Ok(None) };
        let is_same = pair[0].line[0] == pair[1].line[0] && promises(&pair[1]);
        let idea = Idea::wins(passed, lines(&pair), pair[1].evidence.score());
        Ok(idea.filter(|_| is_same).map(|idea| (idea, pair)))
    }

    /// Says what the move threatens: what a pass would allow, if the best reply leaves it or is the only answer.
    pub(super) fn threat(&mut self, pair: &MovePair) -> Result<Option<Sentence>, CommandError> {
        let after = pair.after();
        let Some(passed) = after.pass().filter(Position::has_legal_move) else { return Ok(None) };
        let Some(&reply) = pair.ours().line.get(1) else { return Ok(None) };
        if pair.before.captured(pair.mv).is_some() && after.captured(reply).is_some() {
            return Ok(None);
        }
        let had = points(&pair.ours).max(pair.other.as_ref().map_or(0.0, points));
        let Some((idea, threat)) = self.intent(&passed, had)? else { return Ok(None) };
        let (first, answered) = (threat[1].line[0], after.play(reply));
        let is_same =
            answered.is_legal(first) && answered.captured(first) == passed.captured(first);
        let worth = threat[1].evidence.points();
        let stays = is_same && self.still_works(&answered, first, worth)?;
        let is_forced =
            !stays && self.is_only_reply(&after, reply, pair.ours().evidence.score())?;
        // A reply that takes something answers no threat, it is an exchange.
        if !stays && (!is_forced || after.captured(reply).is_some()) {
            return Ok(None);
        }
        let said = Sentence::new("threatens", "search").say(threatening(&idea));
        let said = match is_forced {
            true => said.say(", and only ").name(&after, reply).say(" answers it"),
            false => said,
        };
        Ok(Some(said.line(&passed, &threat[1].line)))
    }

    /// Returns whether a move is possible, and worth about as many points.
    fn still_works(
        &mut self,
        position: &Position,
        mv: Move,
        worth: f64,
    ) -> Result<bool, CommandError> {
        let is_legal = position.is_legal(mv);
        let then = is_legal.then(|| self.once(position, mv)).transpose()?.flatten();
        Ok(then.is_some_and(|then| !scale::counts(position, worth - then.evidence.points())))
    }

    fn is_only_reply(
        &mut self,
        after: &Position,
        reply: Move,
        ours: Score,
    ) -> Result<bool, CommandError> {
        if after.legal_count() == 1 {
            return Ok(true);
        }
        let nodes = Some(self.judge.nodes);
        let others = Limits { excluded_moves: vec![reply], nodes, ..Limits::default() };
        let next = self.judge.search(after, others)?;
        Ok(next.is_some_and(|next| {
            scale::counts(after, expected_score(-ours) - next.evidence.points())
        }))
    }

    /// Says what the opponent would do if the mover passed, and can no longer do.
    pub(super) fn prevention(&mut self, pair: &MovePair) -> Result<Option<Sentence>, CommandError> {
        let (before, after, mv) = (&pair.before, pair.after(), pair.mv);
        let Some(passed) = before.pass().filter(Position::has_legal_move) else { return Ok(None) };
        let worst =
            pair.ours.iter().map(|judged| 1.0 - judged.evidence.points()).fold(0.0, f64::max);
        let Some((idea, intent)) = self.intent(&passed, worst)? else { return Ok(None) };
        let first = intent[1].line[0];
        if self.still_works(&after, first, intent[1].evidence.points())? {
            return Ok(None);
        }
        let taken = passed.captured(first).filter(|_| !first.is_en_passant());
        let takes_there = |reply: &Move| reply.to() == first.to();
        // Another piece takes it.
        let takes_too = |reply: &&Move| takes_there(reply) && reply.from() != first.from();
        let reply = pair.ours().line.get(1).filter(takes_too);
        if taken.is_some() && reply.is_some_and(|&reply| after.captured(reply) == taken) {
            return Ok(None);
        }
        let is_exchange = intent[1].line.get(1).is_some_and(takes_there);
        let said = Sentence::new("prevents", "search");
        let said = match taken {
            _ if idea.is_mate() => said.say(format!("prevents {}", idea.base())),
            Some(piece) if first.to() == mv.from() => said.say(format!("saves the {piece}")),
            Some(piece) if after.is_legal(first) && !is_exchange => {
                said.say(format!("defends the {piece} on {}", first.to()))
            }
            _ => {
                let said = said.say("prevents ").name(&passed, first);
                said.say(format!(", which would {}", idea.base()))
            }
        };
        Ok(Some(said.line(&passed, &intent[1].line)))
    }

    /// Says what only the rules explain: zugzwang, perpetual check, stalemate, underpromotion.
    pub(super) fn special(
        &mut self,
        pair: &MovePair,
        compared: &Comparison,
    ) -> Result<Option<Sentence>, CommandError> {
        let (before, after, mv) = (&pair.before, pair.after(), pair.mv);
        if let Some(said) = self.underpromotion(pair)? {
            return Ok(Some(said));
        }
        if pair.ours.iter().all(|judged| judged.evidence.score() == Score::DRAW) {
            let stalemates =
                |reply: &Move| reply.to() == mv.to() && after.play(*reply).is_stalemate();
            if let Some(reply) = after.moves().find(stalemates) {
                let said =
                    Sentence::new("stalemate", "search").say("draws because ").name(&after, reply);
                return Ok(Some(said.say(" is stalemate").line(before, &pair.ours().line)));
            }
            if pair.ours.iter().all(|judged| only_checks(before, &judged.line)) {
                let said = Sentence::new("perpetual", "search").say("draws by perpetual check");
                return Ok(Some(said.line(before, &pair.ours().line)));
            }
        }
        let is_only = compared.standing == Standing::Only;
        if is_only && is_quiet_ending(&after) {
            return self.zugzwang(pair);
        }
        Ok(None)
    }

    /// Says that every reply makes things worse: the opponent would rather pass.
    fn zugzwang(&mut self, pair: &MovePair) -> Result<Option<Sentence>, CommandError> {
        let after = pair.after();
        let Some(passed) = after.pass().filter(Position::has_legal_move) else { return Ok(None) };
        let loses = |found: &JudgedMove| {
            scale::counts(&after, points(&pair.ours) - found.evidence.points())
        };
        let found = self.twice(&passed, loses)?;
        Ok(found.filter(|found| loses(&found[1])).map(|_| {
            let said = Sentence::new("zugzwang", "search")
                .say(format!("puts {} in zugzwang", after.turn()));
            said.line(&pair.before, &pair.ours().line)
        }))
    }

    fn underpromotion(&mut self, pair: &MovePair) -> Result<Option<Sentence>, CommandError> {
        let (before, mv) = (&pair.before, pair.mv);
        let is_under = mv.promoted().is_some_and(|piece| piece != Piece::Queen);
        let queens = |other: &Move| {
            (other.from(), other.to(), other.promoted()) == (mv.from(), mv.to(), Some(Piece::Queen))
        };
        let Some(queen) = before.moves().find(queens).filter(|_| is_under) else { return Ok(None) };
        let name = mv.promoted().map_or("", Piece::name);
        let said = Sentence::new("underpromotion", "search").say(format!("promotes to a {name}"));
        if before.play(queen).is_stalemate() {
            return Ok(Some(said.say(" because a queen is stalemate")));
        }
        let Some(then) = self.once(before, queen)? else { return Ok(None) };
        let is_worse = scale::counts(before, points(&pair.ours) - then.evidence.points());
        Ok(is_worse.then(|| said.say(" because a queen is worse").line(before, &then.line)))
    }
}

/// Formats a threat: `threatens mate in 2`, `threatens to win a knight`.
pub(super) fn threatening(idea: &Idea) -> String {
    let to = if idea.is_mate() { "" } else { "to " };
    format!("threatens {to}{}", idea.base())
}

/// Returns whether the first side of a line, which ends where it repeats, makes two moves or more, and each is a check that takes
/// nothing.
fn only_checks(start: &Position, line: &[Move]) -> bool {
    let mut position = *start;
    let checks = line.iter().map(|&mv| {
        let takes = position.captured(mv).is_some();
        position = position.play(mv);
        position.in_check() && !takes
    });
    let ours: Vec<bool> = checks.step_by(2).collect();
    ours.len() >= 2 && ours.into_iter().all(|checks| checks)
}

/// Returns whether the side to move is not in check, and neither side has more than two pieces.
fn is_quiet_ending(position: &Position) -> bool {
    let pieces = |color: Color| {
        position.color(color) - position.pieces(Piece::Pawn) - position.pieces(Piece::King)
    };
    !position.in_check() && Color::ALL.into_iter().all(|color| pieces(color).len() <= 2)
}
