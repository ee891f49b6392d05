//! `proof STIPULATION`: the position on the board is solved as a problem.

use crate::chess::Move;
use crate::commands::prelude::*;
use crate::engine::limit_words::GivenLimits;
use crate::ink::json::{Coordinates, Count, Fen, Milliseconds, written_as};
use crate::ink::movetext;
use crate::prove::exact::SetLine;
use crate::prove::solvers::{Inquiry, ProblemTask, SetPlay};
use crate::render::proof::form::{SetLineForm, TreeForm, TryForm};
use crate::render::proof::{problem, tries_of};
use crate::shell::mates::Then;
use crate::shell::mates::{ProblemAnswer, ProblemRequest};
use crate::shell::parse::mates::{finish, is_digits, limit};

pub(super) fn read(reader: &mut Reader<'_>) -> Result<ProblemRequest, ParseError> {
    let word = reader.require("the stipulation")?;
    let stipulation = word.text.parse().map_err(|error| ParseError::of(word, error))?;
    let (mut set_play, mut diagram, mut refutations) = (false, false, None);
    let mut limits = GivenLimits::default();
    while let Some(word) = reader.take() {
        match word.flag() {
            "set" => set_play = true,
            "diagram" => diagram = true,
            "tries" => {
                let number = reader.words.peek().filter(|&word| is_digits(word));
                refutations = Some(match number {
                    Some(_) => reader.number("the number of refutations", 1, 20)? as usize,
                    None => 1,
                });
            }
            _ if limit(reader, word, &mut limits)? => {}
            _ => return Err(reader.unexpected(word)),
        }
    }
    let limits = finish(&limits)?;
    Ok(ProblemRequest { stipulation, set_play, refutations, diagram, limits })
}

impl Act for ProblemRequest {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        let ProblemRequest { stipulation, set_play, refutations, diagram, limits } = *self;
        session.require_move()?;
        let root = *session.position();
        let problem = ProblemTask { root, stipulation, set_play, refutations, nodes: None };
        let then = if diagram { Then::Diagram } else { Then::Verdict };
        Ok(session.inquire(Inquiry::Problem(problem), limits, None, then))
    }
}

#[derive(Serialize, JsonSchema)]
struct ProblemForm {
    fen: Fen,
    stipulation: String,
    verdict: String,
    sound: bool,
    complete: bool,
    duals: usize,
    short: usize,
    set_play: Vec<SetLineForm>,
    /// Lines of help play, were it the other side's turn.
    #[schemars(with = "Vec<Vec<Coordinates>>")]
    set_lines: Vec<Vec<String>>,
    tries: Vec<TryForm>,
    keys: Vec<TreeForm>,
    /// Lines of help play.
    #[schemars(with = "Vec<Vec<Coordinates>>")]
    lines: Vec<Vec<String>>,
    nodes: Count,
    time_ms: Milliseconds,
}

impl ProblemForm {
    fn of(answer: &ProblemAnswer) -> ProblemForm {
        let (solution, chess960) = (&answer.solution, answer.chess960);
        let ProblemTask { root, stipulation, .. } = &solution.problem;
        let lines = |root, lines: &[Vec<Move>]| {
            lines.iter().map(|line| movetext::coordinates(root, line, chess960)).collect()
        };
        let passed = root.pass().unwrap_or(*root);
        let (set, help): (&[SetLine], &[Vec<Move>]) = match &solution.set_play {
            None => (&[], &[]),
            Some(SetPlay::Battle(set)) => (set, &[]),
            Some(SetPlay::Help(help)) => (&[], help),
        };
        let tries = tries_of(answer);
        ProblemForm {
            fen: Fen(*root),
            stipulation: stipulation.to_string(),
            verdict: solution.to_string(),
            sound: solution.is_sound(),
            complete: solution.complete,
            duals: solution.duals(),
            short: solution.short(),
            set_play: SetLineForm::of(root, set, chess960),
            set_lines: lines(&passed, help),
            tries: TryForm::of(root, &tries.tries, &tries.threats, chess960),
            keys: solution.keys.iter().map(|key| TreeForm::of(key, chess960)).collect(),
            lines: lines(root, &solution.lines),
            nodes: Count(solution.nodes),
            time_ms: Milliseconds(answer.elapsed),
        }
    }
}

written_as!(ProblemAnswer as ProblemForm);

impl Answer for ProblemAnswer {
    const TYPE: &str = "problem";

    fn page(&self, settings: &Settings) -> Page {
        problem(self, settings)
    }
}
