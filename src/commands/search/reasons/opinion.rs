//! The opinion of a move: its worth, its reported loss, and at most three sentences. Nothing follows a sentence of mate, and the
//! merits of a fault are left out.

use super::evidence::{Mates, MovePair, Reasoner, lines};
use super::idea::{self, Idea};
use super::motif::mate_motif;
use super::scale::{self, Comparison, MARGIN, Standing};
use super::sentence::{Opinion, Sentence};
use super::table;
use crate::chess::game::Status;
use crate::chess::{Game, Move, Piece, Position, Step};
use crate::commands::search::judge::{JudgedMove, MoveEvidence};
use crate::control::StopFlag;
use crate::eval::ClassicalEvaluator;
use crate::shell::CommandError;
use crate::units::{Score, ScoreKind};

/// Maximum number of sentences about a move.
const SENTENCES: usize = 3;

impl Reasoner {
    /// Returns the opinion of a legal move; `None` if stopped.
    pub(in crate::commands) fn opinion(
        &mut self,
        before: &Position,
        mv: Move,
        stop: &StopFlag,
    ) -> Result<Option<Opinion>, CommandError> {
        self.begin(stop);
        if let Some(known) = self.judge.probe_tables(before) {
            return Ok(table::opinion(&self.judge, before, mv, &known));
        }
        let Some(pair) = self.pair(before, mv)? else { return Ok(None) };
        self.opinion_of(pair, stop)
    }

    pub(super) fn opinion_of(
        &mut self,
        pair: MovePair,
        stop: &StopFlag,
    ) -> Result<Option<Opinion>, CommandError> {
        let mv = pair.mv;
        let Mates { mut worth, missed, allowed } = self.mates(&pair)?;
        let compared = compared_with(&pair, &worth);
        let loss = compared.map_or(0.0, |compared| compared.loss.max(0.0));
        // The line is that of the sentence.
        if let Some(mate) = allowed.as_ref().filter(|_| worth.evidence.is_mated()) {
            worth.line = [&[mv][..], &mate.line].concat();
        }
        let of_mates = sentences_of_mates(&pair, &worth, missed.as_ref(), allowed.as_ref());
        let sentences = match (of_mates, compared) {
            (Some(sentence), _) => vec![sentence],
            (None, Some(compared)) => self.ordinary(&pair, &compared)?,
            (None, None) => {
                vec![Sentence::new("only-legal", "rules").say("is the only legal move")]
            }
        };
        let better = missed.or(pair.other.map(|[_, best]| best)).filter(|_| loss >= MARGIN);
        let opinion = Opinion { worth, loss, better, sentences };
        Ok((!stop.is_raised()).then_some(opinion))
    }

    /// Returns only what is said of a legal move; nothing if stopped.
    pub(in crate::commands) fn sentences(
        &mut self,
        before: &Position,
        mv: Move,
        stop: &StopFlag,
    ) -> Result<Vec<Sentence>, CommandError> {
        let opinion = self.opinion(before, mv, stop)?;
        Ok(opinion.map_or_else(Vec::new, |opinion| opinion.sentences))
    }

    fn ordinary(
        &mut self,
        pair: &MovePair,
        compared: &Comparison,
    ) -> Result<Vec<Sentence>, CommandError> {
        let before = &pair.before;
        let mut said: Vec<Sentence> = known_draw(before, &pair.after()).into_iter().collect();
        let is_draw = !said.is_empty();
        said.extend(verdict(pair, compared));
        if compared.standing == Standing::Fault {
            said.extend(losing(pair));
            return Ok(said);
        }
        if self.judge.game.as_ref().is_some_and(|game| repeats(game, before, pair.mv)) {
            said.push(
                Sentence::new("repeats", "rules").say("draws by repetition or by fifty moves"),
            );
        }
        said.extend(self.special(pair, compared)?);
        let taken_back = self.taken_back(before, pair.mv);
        said.extend(does(pair, compared, taken_back));
        if !is_draw && said.len() < SENTENCES {
            said.extend(self.threat(pair)?);
        }
        if !is_draw && said.len() < SENTENCES {
            said.extend(self.prevention(pair)?);
        }
        if said.len() <= 1 && !is_draw {
            said.extend(plan(pair));
        }
        said.truncate(SENTENCES);
        Ok(said)
    }

    /// Returns the value of the piece that the move takes back on the square of the last capture.
    fn taken_back(&self, before: &Position, mv: Move) -> Option<Piece> {
        let (last, step) = self.judge.game.as_ref()?.last_with_position()?;
        let Step::Move(last_move) = step else { return None };
        let is_recapture = step.apply(&last) == *before
            && last.captured(last_move).is_some()
            && last_move.to() == mv.to();
        before.captured(mv).filter(|_| is_recapture)
    }
}

/// Compares the move with the best other one by the scores of both searches.
fn compared_with(pair: &MovePair, worth: &JudgedMove) -> Option<Comparison> {
    let other = pair.other.as_ref()?;
    let scores = |pair: &[JudgedMove; 2]| pair.each_ref().map(|judged| judged.evidence.score());
    let mut ours = scores(&pair.ours);
    // A proof replaces both searches.
    if matches!(worth.evidence, MoveEvidence::Mate(_)) {
        ours = [worth.evidence.score(); 2];
    }
    Some(Comparison::of(&pair.before, ours, scores(other)))
}

/// Says the mate that the move gives, allows or misses.
fn sentences_of_mates(
    pair: &MovePair,
    worth: &JudgedMove,
    missed: Option<&JudgedMove>,
    allowed: Option<&JudgedMove>,
) -> Option<Sentence> {
    let before = &pair.before;
    if pair.after().is_checkmate() {
        return Some(Sentence::new("mates", "rules").say("is mate"));
    }
    if worth.evidence.mates() {
        let by = mate_motif(before, &worth.line).map_or(String::new(), |by| format!(" {by}"));
        let said = Sentence::new("mates", worth.evidence.name());
        return Some(
            said.say(format!("mates {}{by}", in_moves(worth.evidence))).line(before, &worth.line),
        );
    }
    if let Some(mate) = allowed {
        let said = Sentence::new("allows", mate.evidence.name());
        let said = said.say(format!("allows mate {}", in_moves(mate.evidence)));
        let better = missed.or(pair.other.as_ref().map(|other| &other[1]));
        let better = better.filter(|better| !better.evidence.is_mated());
        let said = match better {
            Some(better) => said.say(", which ").name(before, better.line[0]).say(" avoids"),
            None => said,
        };
        return Some(said.line(&mate.before, &mate.line));
    }
    if let Some(mate) = missed {
        let said = Sentence::new("misses", mate.evidence.name());
        return Some(
            said.say(format!("misses mate {}", in_moves(mate.evidence))).line(before, &mate.line),
        );
    }
    let is_lost = worth.evidence.is_mated()
        && pair.other.as_ref().is_none_or(|other| other[1].evidence.is_mated());
    is_lost.then(|| {
        let said = Sentence::new("mated", worth.evidence.name());
        said.say(format!("is mated {}, as every move is", in_moves(worth.evidence)))
            .line(before, &worth.line)
    })
}

/// Formats the length of a mate: `in 3`.
fn in_moves(evidence: MoveEvidence) -> String {
    match (evidence, evidence.score().kind()) {
        (MoveEvidence::Mate(moves), _) => format!("in {moves}"),
        (_, ScoreKind::Mates(moves) | ScoreKind::Mated(moves)) => format!("in {moves}, not proved"),
        _ => "by the table".to_owned(),
    }
}

/// Says that the ending is a known draw.
pub(super) fn known_draw(before: &Position, after: &Position) -> Option<Sentence> {
    let ending = |position: &Position| {
        let report = ClassicalEvaluator::new().report(position);
        report.ending.filter(|_| report.score.score() == Score::DRAW)
    };
    let name = ending(before).filter(|_| ending(after).is_some())?;
    Some(Sentence::new("known-draw", "evaluation").say(format!("keeps a known draw ({name})")))
}

fn repeats(game: &Game, before: &Position, mv: Move) -> bool {
    let mut game = game.clone();
    game.position() == before
        && game.play(mv).is_ok()
        && match game.status() {
            Status::Claimable(_) => true,
            Status::Over(ending) => ending.winner().is_none() && game.position().has_legal_move(),
            Status::Ongoing => false,
        }
}

/// Formats centipawns without a sign: `0.9`.
pub(super) fn in_pawns(centipawns: i32) -> String {
    let tenths = (centipawns.abs() + 5) / 10;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Says how the move compares with the best other one.
fn verdict(pair: &MovePair, compared: &Comparison) -> Option<Sentence> {
    let before = &pair.before;
    let (other, best) = (pair.other.as_ref()?, &pair.other.as_ref()?[1]);
    let (lead, [had, left]) = (compared.lead, compared.scores);
    let idea = Idea::wins(before, lines(other), best.evidence.score());
    let which = idea.map_or(String::new(), |idea| format!(", which {}", idea.third()));
    let by = best.evidence.name();
    let sentence = |kind| Sentence::new(kind, by).sized(lead);
    let decided = |words: &str| Sentence::new("decided", by).say(words);
    Some(match compared.standing {
        Standing::Fault => {
            let what =
                scale::outcome_lost(had, left).map_or(String::new(), |what| format!("{what}, "));
            let said = sentence("gives-away");
            let said = said.say(format!("gives away {what}{} pawns; better is ", in_pawns(lead)));
            said.name(before, best.line[0]).say(which).line(before, &best.line)
        }
        Standing::Only => {
            let what = match scale::outcome_lost(left, had) {
                Some(what) => format!(", gives away {what}"),
                None => format!(", is {} pawns worse", in_pawns(lead)),
            };
            let said = sentence("only").say("is the only good move: the next, ");
            said.name(before, best.line[0]).say(what)
        }
        Standing::Ahead => {
            let said = sentence("best").say("is the best move, ahead of ");
            said.name(before, best.line[0]).say(format!(" by {}", in_pawns(lead)))
        }
        Standing::Behind => {
            let said = sentence("behind").say(format!("is {} behind ", in_pawns(lead)));
            said.name(before, best.line[0]).say(which).line(before, &best.line)
        }
        Standing::Level => {
            let said = Sentence::new("equal", by).sized(0).say("is as good as ");
            said.name(before, best.line[0])
        }
        Standing::Winning => decided("wins, as ").name(before, best.line[0]).say(" does"),
        Standing::Lost => {
            decided("is played in a lost position: ").name(before, best.line[0]).say(" loses, too")
        }
        Standing::Unclear => return None,
    })
}

/// Says what a fault loses, by the reply that takes it, or the term of the evaluation that falls.
fn losing(pair: &MovePair) -> Option<Sentence> {
    let (before, after, other) = (&pair.before, pair.after(), pair.other.as_ref()?);
    let (ours, reply) = (lines(&pair.ours), pair.ours().line.get(1..)?);
    let by = "search";
    if let Some(lost) = Idea::loses(before, ours, lines(other)) {
        let said = Sentence::new(lost.kind, by).sized(lost.gain);
        return Some(said.say(lost.third()).line(&after, reply));
    }
    if let Some(term) = idea::change(before, lines(other), ours) {
        return Some(
            Sentence::new("gives-up", "evaluation")
                .say(format!("gives up {term}"))
                .line(&after, reply),
        );
    }
    (!reply.is_empty())
        .then(|| Sentence::new("answer", by).say("is answered best").line(&after, reply))
}

/// Says what the move gives or wins.
fn does(pair: &MovePair, compared: &Comparison, taken_back: Option<Piece>) -> Option<Sentence> {
    let (before, ours) = (&pair.before, lines(&pair.ours));
    if let Some(piece) = taken_back {
        return Some(Sentence::new("takes-back", "rules").say(format!("takes back the {piece}")));
    }
    let is_sound = !matches!(compared.standing, Standing::Behind | Standing::Lost);
    let gives = Idea::gives(before, ours).filter(|_| is_sound);
    let idea = gives.or_else(|| Idea::wins(before, ours, pair.ours().evidence.score()))?;
    let said = Sentence::new(idea.kind, "search").sized(idea.gain).say(idea.third());
    Some(said.line(before, &pair.ours().line))
}

/// Says what a good move gains that nothing else explains: the term of the evaluation that rises, and the line.
fn plan(pair: &MovePair) -> Option<Sentence> {
    let (before, ours, other) = (&pair.before, lines(&pair.ours), pair.other.as_ref()?);
    let line = &pair.ours().line;
    Some(match idea::change(before, ours, lines(other)) {
        Some(term) => {
            Sentence::new("gains", "evaluation").say(format!("gains {term}")).line(before, line)
        }
        None => Sentence::new("line", "search").say("leads to").line(before, line),
    })
}
