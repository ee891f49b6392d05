//! `why`: what is said for and against a move of the board or of the game, or about the position.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::chess::notation::unnumbered;
use crate::chess::{Color, Game, Move, Position, Step, parse_move};
use crate::commands::arguments::{limits_of, with_memory};
use crate::commands::options::{Given, OptionWords, read_with};
use crate::commands::prelude::*;
use crate::commands::search::judge::{JudgedMove, MoveEvidence};
use crate::commands::search::reasons::{NODES, Opinion, Reasoner, Sentence, reasons};
use crate::commands::spec::OptionText;
use crate::engine::limit_words::{GivenLimits, LimitSet};
use crate::ink::json::{Count, Fen, PlayedMove};
use crate::ink::movetext;
use crate::shell::session::News;
use crate::shell::session::analysis::played_of;
use crate::units::{Bound, Depth};

pub(in crate::commands) const ROW: CommandSpec = row!(Search Reveals "why", "[MOVE] [NODES]":
        "what a move is for, or what is going on in the position",
        details: "Of a move, also of the game: how it compares with the best other one, what it wins, gives, threatens \
                  or prevents, and what a fault loses. Without a move: who is better, the threats, the best move, the worst \
                  pieces; after a game where it turned. What a search of ten times the nodes takes back is not said.",
        examples: &[("why Nf3", "what it does", ""),
            ("why 6...Be7", "a move of the game", ""),
            ("why last", "the last one", ""),
            ("why", "what is going on", ""),
            ("why g4 100k", "with 100,000 nodes", " 2.g4 Qh4# (search: #-1)")],
    completer: Completer::Options(OPTIONS),
    answers: &[LineSchema::of::<WhyAnswer>()],
    read: |reader| read_with(reader, OPTIONS, read, Why::begin));

const OPTIONS: &[OptionText] = &[(
    "[MOVE] [NODES]",
    "A move of the board or of the game, as in 6.Nf3, or last, else the position; and nodes for each question: 200k",
    "",
)];

/// A move as typed, with its number if it had one.
#[derive(Clone, PartialEq, Eq, Debug)]
struct AskedMove {
    text: String,
    /// The number, and whether dots mark it as Black's.
    number: Option<(u16, bool)>,
}

#[derive(Debug)]
struct Why {
    /// `None` for the position.
    mv: Option<AskedMove>,
    limits: GivenLimits,
}

fn read(words: &mut OptionWords<'_, '_>) -> Result<Why, ParseError> {
    let mut given = Vec::new();
    while let Some(word) = words.next()? {
        match word {
            Given::Word(word) => given.push(word.text),
            other => return Err(words.unexpected(&other)),
        }
    }
    let (mv, limits) = sorted(&given);
    let limits = words.limits(&limits, &LimitSet::LINE)?;
    Ok(Why { mv, limits })
}

/// Splits the arguments into the move and the limits. A single number is a limit; that of the move may be words of its own:
/// `6. ... Be7`.
fn sorted<'a>(words: &[&'a str]) -> (Option<AskedMove>, Vec<&'a str>) {
    let is_limit = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit())
            && limits_of(&[word], &LimitSet::LINE).is_ok()
    };
    let named = words.iter().position(|word| !word.chars().all(|c| ".…0123456789".contains(c)));
    let Some(at) = named.filter(|_| !is_limit(words[0])) else { return (None, words.to_vec()) };
    let text = unnumbered(words[at]).trim_start_matches(['.', '…']);
    let number =
        [words[..at].concat().as_str(), words[at].strip_suffix(text).unwrap_or("")].concat();
    let digits = number.trim_end_matches(['.', '…']).parse().ok();
    let number = digits.map(|digits| (digits, number.contains("..") || number.contains('…')));
    (Some(AskedMove { text: text.to_owned(), number }), words[at + 1..].to_vec())
}

impl AskedMove {
    /// Finds the move: on the board, at the place of its number, or where the game has it. The game returned ends before it.
    fn find(&self, board: &Game) -> Result<(Game, Move), CommandError> {
        let refused = |error| ParseError::whole(Fault::Move(error)).into();
        let mut game = board.clone();
        if let Some((number, is_blacks)) = self.number {
            let mut refusal = None;
            for color in Color::ALL.into_iter().filter(|&color| color == Color::Black || !is_blacks)
            {
                if !game.start().plies_to(number, color).is_some_and(|ply| game.goto(ply)) {
                    continue;
                }
                match parse_move(game.position(), &self.text) {
                    Ok(mv) => return Ok((game, mv)),
                    Err(error) => refusal = refusal.or(Some(error)),
                }
            }
            let beyond = || CommandError::refused(format!("the game does not reach move {number}"));
            return Err(refusal.map_or_else(beyond, refused));
        }
        let (ply, steps) = (game.ply(), [game.played(), game.ahead()].concat());
        if self.text == "last"
            && let Some(mv) = game.played().last().and_then(|step| step.mv())
        {
            game.goto(ply - 1);
            return Ok((game, mv));
        }
        let here = parse_move(game.position(), &self.text);
        if let Ok(mv) = here {
            return Ok((game, mv));
        }
        let places = (0..ply).rev().chain(ply..steps.len());
        for place in places {
            game.goto(place);
            if let Ok(mv) = parse_move(game.position(), &self.text)
                && steps[place] == Step::Move(mv)
            {
                return Ok((game, mv));
            }
        }
        here.map_err(refused).map(|mv| (board.clone(), mv))
    }
}

impl Why {
    fn begin(self, session: &mut Session) -> Result<Effect, CommandError> {
        let Why { mv, limits } = self;
        let options = with_memory(session.engine.options(), &limits)?;
        let (tables, known) = (session.engine.tables(), Arc::clone(&session.engine.known_mates));
        let board = session.timeline.now.record.game().clone();
        let (game, mv) = match mv.map(|mv| mv.find(&board)).transpose()? {
            Some((game, mv)) => (game, Some(mv)),
            None => (board, None),
        };
        let is_over = mv.is_none()
            && (session.opponent.is_over() || !game.position().has_legal_move())
            && game.ahead().is_empty()
            && game.ply() > 0;
        if mv.is_none() && !is_over {
            session.timeline.require_move()?;
        }
        let (mut before, chess960) = (*game.position(), session.is_chess960());
        let seen = seen(session, &before);
        let nodes = limits.limits.nodes.unwrap_or(NODES);
        let mut evaluate = session.engine.evaluations();
        let begun = session.start_task(move |context| {
            let mut reasoner = Reasoner::new(&options, nodes, &tables);
            reasoner.judge.import_mates(&known);
            reasoner.judge.game = Some(game);
            reasoner.seen = seen;
            let mv = match mv {
                None if is_over => {
                    let turned = reasoner.turning_point(&context.stop)?;
                    let (at, mv) = turned.ok_or_else(|| CommandError::refused(STEADY))?;
                    before = at;
                    Some(mv)
                }
                asked => asked,
            };
            let opinion = match mv {
                Some(mv) => reasoner.opinion(&before, mv, &context.stop)?,
                None => reasoner.position(&before, &evaluate(&before), &context.stop)?,
            };
            let opinion = opinion.ok_or(CommandError::NothingKnown)?;
            reasoner.judge.export_mates(&known);
            let nodes = Count(reasoner.judge.spent);
            Ok(WhyAnswer::of(opinion, (&before, chess960), nodes).into())
        })?;
        Ok(begun.telling(News::EXAMINED))
    }
}

/// The answer after a game in which nothing turned.
const STEADY: &str = "no move of this game gives away five percent of a point";

/// Minimum depth at which a search is evidence.
const DEEP: Depth = Depth::plies(14);

/// Returns the results of the last search for moves of a position.
fn seen(session: &Session, before: &Position) -> Vec<JudgedMove> {
    let latest = session.analysis.latest(&session.jobs).into_iter();
    let seen = latest.flat_map(|(game, iteration)| {
        let lines = iteration.lines.iter().filter(|line| line.bound == Bound::Exact);
        lines.filter_map(|line| {
            let played = played_of(game.position(), &line.pv, before)?;
            let score = if played % 2 == 0 { line.score } else { -line.score };
            let line = line.pv.get(played..).filter(|rest| !rest.is_empty())?.to_vec();
            let is_deep = Depth::plies(iteration.depth as i32 - played as i32) >= DEEP;
            let evidence = MoveEvidence::Search(score.to_node(played));
            is_deep.then_some(JudgedMove { before: *before, evidence, line })
        })
    });
    seen.collect()
}

/// What is said of a move; of a position, the move is the best one.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WhyAnswer {
    #[serde(flatten)]
    mv: PlayedMove,
    /// The position before the move.
    fen: Fen,
    worth: JudgedMove,
    /// The loss in percent of a point.
    loss: f64,
    reasons: Vec<Sentence>,
    nodes: Count,
}

impl WhyAnswer {
    fn of(opinion: Opinion, (before, chess960): (&Position, bool), nodes: Count) -> WhyAnswer {
        let Opinion { worth, loss, sentences: reasons, .. } = opinion;
        let mv = PlayedMove { before: *before, mv: worth.line[0], chess960 };
        let loss = (1_000.0 * loss).round() / 10.0;
        WhyAnswer { mv, fen: Fen(*before), worth, loss, reasons, nodes }
    }
}

impl Answer for WhyAnswer {
    const TYPE: &str = "why";

    fn page(&self, settings: &Settings) -> Page {
        let name = movetext::numbered(&self.fen.0, self.mv.mv, settings);
        let worth = Line::plain(" ").and(self.worth.shown(settings));
        let mut page = Page::of_wrapped(worth, settings, 4);
        page.append(reasons(&self.reasons, Line::plain(" ").and(name), settings));
        page
    }
}
