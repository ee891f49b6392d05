//! `drill`: training with problems; also `give up`. Moves typed during a drill are answers (`position/played.rs`), and `hint`
//! gives hints.

pub mod drilling;
pub mod fsrs;
pub mod judge;
pub mod problems;
pub mod schedule;
mod steps;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;

use drilling::{DrillOutcome, DrillTally, Drilling};
use judge::{DrillMark, DrillVerdict};
use problems::DrillProblems;
use schedule::DrillSchedule;

use crate::chess::{Color, Move};
use crate::commands::position::changed::notes;
use crate::commands::prelude::*;
use crate::commands::search::judge::{JudgedMove, MoveEvidence};
use crate::commands::search::reasons::{Sentence, it, reasons};
use crate::control::quantity;
use crate::ink::board;
use crate::ink::json::{Fen, SanLine, Side};
use crate::ink::movetext;
use crate::ink::number::counted;

pub(super) const ROW: CommandSpec = row!(Play Safe "drill", "[FILE] [NODES] [--side white|black] [--all] | status | next | stop":
    "train with problems: answer by typing moves",
    details: "FILE is EPD with bm, am, dm or pv, a CSV of Lichess, or PGN of `annotate`; without it, what is due today, \
              else new ones of the last file. A move is right if it is the solution's, mates as soon, or is worth as \
              much. `hint`, `give up`, `drill next` help; others that reveal it need `--anyway`.",
    examples: &[("drill mates.epd", "the problems of a file", " problem 1 · 1 more"),
        ("drill status", "what is due, learned and missed", " 0 due today · 0 learned · 0 missed…"),
        ("drill mates.epd --side white --all", "learned ones, too", " problem 1 · 1 more")],
    completer: Completer::FilesOr(&["status", "next", "stop", "--side", "--all"]),
    terms: sets(Concurrent),
    answers: &[LineSchema::of::<DrillProblem>(), LineSchema::of::<DrillJudgement>(), LineSchema::of::<DrillHint>(),
        LineSchema::of::<DrillStatus>()],
    read: read);

pub(super) const GIVE_UP: CommandSpec = row!(Play Safe "give" | "solution" | "answer", "[up]":
"show the solution of the problem that `drill` asks; it counts as missed",
read: |reader| {
    reader.words.next_if("up");
    Ok(leaving(reader, DrillVerdict::GivenUp))
});

#[derive(Debug, Default)]
struct DrillWords {
    path: Option<PathBuf>,
    nodes: Option<u64>,
    side: Option<Color>,
    all: bool,
}

fn read(reader: &mut Reader<'_>) -> Parsed {
    let mut words = DrillWords::default();
    while let Some(word) = reader.take() {
        match word.text {
            "status" => {
                reader.terms = free(Concurrent);
                return Ok(Box::new(status));
            }
            "stop" => {
                reader.terms = free(Concurrent);
                return Ok(Box::new(stop));
            }
            "next" => return Ok(leaving(reader, DrillVerdict::Skipped)),
            "--all" => words.all = true,
            "--side" => words.side = Some(reader.color()?),
            text if quantity::count(text).is_some() => {
                words.nodes = Some(within(word, "the number of nodes", 1, 1 << 40)?);
            }
            text if words.path.is_none() && !text.starts_with("--") => {
                words.path = Some(reader.named(word));
            }
            _ => return Err(reader.unexpected(word)),
        }
    }
    Ok(Box::new(move |session| begin(session, words)))
}

fn leaving(reader: &mut Reader<'_>, verdict: DrillVerdict) -> Command {
    reader.terms = needs(Concurrent);
    Box::new(move |session| leave(session, verdict))
}

fn leave(session: &mut Session, verdict: DrillVerdict) -> Acted {
    let judgement = judgement(session, Vec::new());
    steps::step(
        session,
        move |drilling, judge, desk| drilling.leave(judge, desk, verdict),
        judgement,
    )
}

fn stop(session: &mut Session) -> Acted {
    let none = || CommandError::refused("no drill is under way");
    Ok(Text::of(session.drill.end().ok_or_else(none)?).into())
}

const NOT_KEPT: &str =
    "the schedule is not saved: --no-config was given, or neither XDG_CONFIG_HOME nor HOME is set";

fn begin(session: &mut Session, words: DrillWords) -> Acted {
    let DrillWords { path, nodes, side, all } = words;
    if path.is_none() && session.drill.path.is_none() {
        return Err(CommandError::refused(format!(
            "{NOT_KEPT}; name a file, as in `drill mates.epd`"
        )));
    }
    steps::set_nodes(session, nodes);
    let pauses = session.settings.at_prompt;
    steps::start(
        session,
        move |judge, desk| {
            let schedule = DrillSchedule::read(desk)?;
            let (mut problems, mut notes, mut file) = (schedule.due(side), Vec::new(), None);
            // Without a file: what is due, or else new problems of the file that was drilled last.
            let last = schedule.last_file().filter(|file| problems.is_empty() && file.exists());
            if let Some(path) = path.as_deref().or(last) {
                let read = DrillProblems::read(path, side)?;
                problems = schedule.order(read.problems.into_iter().map(Arc::new), all);
                notes = read.notes;
                file = std::path::absolute(path).ok();
            }
            notes.extend(desk.path.is_none().then(|| NOT_KEPT.to_owned()));
            let mut drilling = Drilling::begin(problems, pauses, judge)?;
            drilling.iter_mut().for_each(|on| on.file.clone_from(&file));
            Ok((drilling, notes, schedule.next_due()))
        },
        |session, (drilling, notes, next_due)| {
            let none = || match next_due {
                None => {
                    "no problem was answered yet; name a file, as in `drill mates.epd`".to_owned()
                }
                Some(days) => format!(
                    "no problem is due today, the next one in {}; `--all` takes learned ones of a file",
                    counted(days as usize, "day")
                ),
            };
            let drilling = drilling.ok_or_else(|| CommandError::refused(none()))?;
            let flipped = session.settings.flipped;
            let mut problem =
                DrillProblem { notes, begins: true, ..DrillProblem::of(&drilling, flipped) };
            problem.notes.extend(session.analysis.follows.then(|| "`analyze` is off".to_owned()));
            steps::show(session, drilling);
            problem.notes.extend(session.opponent.note(false));
            Ok(problem.into())
        },
    )
}

fn status(session: &mut Session) -> Acted {
    let schedule = DrillSchedule::read(&steps::desk(session))?;
    let counts = schedule.counts();
    let tally = steps::with_drilling(session, |drilling| drilling.tally);
    let (due, learned, missed) = (counts.due, counts.learned, counts.missed);
    Ok(DrillStatus { due, learned, missed, next_due: schedule.next_due(), tally }.into())
}

/// Goes to the next problem; `None` without a drill.
pub(in crate::commands) fn next(session: &mut Session) -> Option<Acted> {
    steps::with_drilling(session, |_| ())?;
    Some(leave(session, DrillVerdict::Skipped))
}

/// Judges a move as the answer to the problem on the board.
pub(in crate::commands) fn answer(session: &mut Session, mv: Move, notes: Vec<String>) -> Acted {
    let judgement = judgement(session, notes);
    steps::step(session, move |drilling, judge, desk| drilling.answer(judge, mv, desk), judgement)
}

/// Returns the function that turns the outcome of a step into the reply.
fn judgement(
    session: &mut Session,
    notes: Vec<String>,
) -> impl FnOnce(&Session, &Drilling, DrillOutcome) -> crate::shell::Reply + Send + use<> {
    let root = *session.position();
    let claimed = steps::with_drilling(session, |drilling| drilling.question.mate).flatten();
    move |session, drilling, DrillOutcome { mark, done, ended, rested }| {
        let goes_on = (done || mark.next.is_some()) && !ended && !drilling.rests;
        let DrillMark { verdict, worth, line, reasons, .. } = mark;
        DrillJudgement {
            verdict,
            line: SanLine { root, moves: line },
            worth,
            reasons,
            claimed,
            done,
            rested,
            next: goes_on.then(|| DrillProblem::of(drilling, session.settings.flipped)),
            ended: ended.then_some(drilling.tally),
            notes,
        }
        .into()
    }
}

/// Returns a hint for the problem on the board; `None` without a drill.
pub(in crate::commands) fn hint(session: &mut Session) -> Option<Acted> {
    let is_asking = session.drill.is_asking(&session.timeline.now);
    let hint = steps::with_drilling(session, |drilling| {
        drilling.hint().map(|hint| (hint, DrillProblem::of(drilling, false)))
    });
    let hint = hint.filter(|_| is_asking)?;
    let none = "this problem has no known solution; `drill next` skips it";
    Some(hint.ok_or(CommandError::Refused(none.into())).map(|((piece, square), question)| {
        let square = square.map(|square| square.to_string());
        DrillHint { piece: piece.name(), square, question }.into()
    }))
}

/// A position to find a move in, without its solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DrillProblem {
    /// Its number in this drill, from 1.
    number: usize,
    /// Problems behind it.
    left: usize,
    id: String,
    fen: Fen,
    turn: Side,
    /// Length of the claimed mate in moves; null if the problem claims none.
    mate: Option<u16>,
    /// The problem names moves to avoid (`am`), not a best move.
    avoid: bool,
    notes: Vec<String>,
    #[serde(skip)]
    flipped: bool,
    /// The first one of the drill.
    #[serde(skip)]
    begins: bool,
}

impl DrillProblem {
    /// Builds the question; `turned`: not seen from the side to move.
    fn of(drilling: &Drilling, turned: bool) -> DrillProblem {
        let question = &drilling.question;
        let flipped = turned != (question.position.turn() == Color::Black);
        DrillProblem {
            number: drilling.number,
            left: drilling.left(),
            id: drilling.puzzle.item.id.clone(),
            fen: Fen(question.position),
            turn: Side(question.position.turn()),
            mate: question.mate,
            avoid: question.best.is_empty() && !question.avoid.is_empty(),
            notes: Vec::new(),
            flipped,
            begins: false,
        }
    }

    fn board(&self, settings: &Settings) -> Page {
        let mut page = match settings.sight {
            None => board::squares(&self.fen.0, None, self.flipped, settings),
            Some(_) => Page::new(),
        };
        let mover = Line::of(Role::Strong, format!(" {} to move", self.turn.0));
        let task = match self.mate {
            Some(moves) => format!(", mate in {moves}"),
            None if self.avoid => ": avoid the mistake".to_owned(),
            None => ": find the best move".to_owned(),
        };
        page.push(mover.with(Role::Plain, task));
        page
    }
}

impl Answer for DrillProblem {
    const TYPE: &str = "drill-problem";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = notes(&self.notes, settings);
        let mut facts = vec![Line::plain(format!(" problem {}", self.number))];
        facts.push(Line::plain(format!("{} more", self.left)));
        facts.extend((!self.id.is_empty()).then(|| Line::of(Role::Dim, self.id.as_str())));
        page.wrapped(settings.facts(facts), settings, 2);
        page.append(self.board(settings));
        if self.begins && settings.is_pretty() {
            page.wrapped(Line::of(Role::Dim, WORDS), settings, 1);
        }
        page
    }

    fn is_in_sight(&self) -> bool {
        true
    }
}

const WORDS: &str = " answer with a move; `hint`, `give up`, `skip`; `drill stop` leaves the drill";

/// The verdict on an answer, or on a problem that was given up or skipped, and the next question.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DrillJudgement {
    verdict: DrillVerdict,
    /// The answer and the reply to it; the solution if the problem was given up.
    line: SanLine,
    /// The mate of a slower move; the search of another move than the solution's.
    worth: Option<JudgedMove>,
    /// Why the solution is right, or what a wrong move loses.
    reasons: Vec<Sentence>,
    /// Length of the claimed mate in moves.
    #[serde(rename = "claimed_mate")]
    claimed: Option<u16>,
    /// The problem is done.
    done: bool,
    #[serde(skip)]
    rested: bool,
    /// The next question; null after an answer that was not right, and at the end of the drill.
    next: Option<DrillProblem>,
    /// The tally, at the end of the drill.
    ended: Option<DrillTally>,
    notes: Vec<String>,
}

impl DrillJudgement {
    /// Returns the line of the verdict: the answer and the reason.
    fn remark(&self, settings: &Settings) -> Line {
        let SanLine { root, moves } = &self.line;
        let line = movetext::line(root, moves, settings);
        let (Some(&mv), claimed) = (moves.first(), self.claimed.unwrap_or_default()) else {
            return line;
        };
        let alone = movetext::numbered(root, mv, settings);
        match (self.verdict, &self.worth) {
            (DrillVerdict::Right, Some(_)) => line.with(Role::Dim, " (as good as the solution)"),
            (DrillVerdict::Slower, Some(JudgedMove { evidence: MoveEvidence::Mate(mate), .. })) => {
                alone.with(Role::Plain, format!(" mates, but in {mate} instead of {claimed}"))
            }
            (DrillVerdict::Undecided, _) => {
                alone.with(Role::Plain, " is not decided within the nodes, and counts neither way")
            }
            (DrillVerdict::Wrong, Some(worth)) => worth.shown(settings),
            (DrillVerdict::Wrong, None) => {
                let after = root.play(mv);
                let why = match claimed {
                    _ if !after.has_legal_move() => " is stalemate".to_owned(),
                    0 | 1 => " is no mate: ".to_owned(),
                    _ => format!(" leaves no mate in {}: ", claimed - 1),
                };
                alone.with(Role::Plain, why).and(movetext::line(&after, &moves[1..], settings))
            }
            _ => line,
        }
    }
}

impl Answer for DrillJudgement {
    const TYPE: &str = "drill-judgement";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = notes(&self.notes, settings);
        let role = match self.verdict {
            DrillVerdict::Right => Role::Good,
            DrillVerdict::Wrong => Role::Bad,
            _ => Role::Caution,
        };
        let mut line = Line::of(role, format!(" {}  ", self.verdict.name()));
        line = line.and(self.remark(settings));
        match (self.done, self.verdict) {
            (true, DrillVerdict::Right) => line.push(Role::Good, "  solved"),
            (false, DrillVerdict::Right) | (true, _) => {}
            _ => {
                let task =
                    self.claimed.map_or_else(String::new, |most| format!(" mate in {most};"));
                line.push(Role::Dim, format!(";{task} try again, `hint` or `give up`"));
            }
        }
        if !self.rested {
            page.wrapped(line, settings, 2);
            page.append(reasons(&self.reasons, it(), settings));
        }
        if let Some(next) = &self.next {
            page.append(if self.done { next.page(settings) } else { next.board(settings) });
        }
        if let Some(tally) = self.ended {
            page.push(tally_line(" no problem is left: ", tally, settings));
        }
        page
    }

    fn is_in_sight(&self) -> bool {
        true
    }
}

fn tally_line(head: &str, tally: DrillTally, settings: &Settings) -> Line {
    let DrillTally { solved, hinted, missed } = tally;
    let counts = [(solved, "solved"), (hinted, "solved with a hint"), (missed, "missed")];
    let facts = counts.map(|(count, word)| Line::plain(format!("{count} {word}")));
    Line::of(Role::Dim, head).and(settings.facts(facts))
}

/// The piece that moves; after a second hint, also its target square.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DrillHint {
    #[cfg_attr(test, schemars(extend("enum" = ["pawn", "knight", "bishop", "rook", "queen", "king"])))]
    piece: &'static str,
    square: Option<String>,
    #[serde(skip)]
    question: DrillProblem,
}

impl Answer for DrillHint {
    const TYPE: &str = "drill-hint";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = match settings.sight {
            Some(_) => self.question.board(settings),
            None => Page::new(),
        };
        let square = self.square.as_ref().map_or(String::new(), |square| format!(" to {square}"));
        page.push(Line::plain(format!(" the {} moves{square}", self.piece)));
        page
    }

    fn is_in_sight(&self) -> bool {
        true
    }
}

/// Counts of the schedule, and the tally of the current drill.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DrillStatus {
    /// Problems due today, by UTC.
    due: usize,
    /// Problems due on a later day.
    learned: usize,
    /// Problems of which the last answer was wrong.
    missed: usize,
    /// Days until the next problem is due.
    #[serde(rename = "next_due_days")]
    next_due: Option<i64>,
    /// The tally of the current drill.
    tally: Option<DrillTally>,
}

impl Answer for DrillStatus {
    const TYPE: &str = "drill-status";

    fn page(&self, settings: &Settings) -> Page {
        let mut facts = vec![
            Line::plain(format!(" {} due today", self.due)),
            Line::plain(format!("{} learned", self.learned)),
            Line::plain(format!("{} missed", self.missed)),
        ];
        let later = self.next_due.filter(|&days| days > 0);
        let next = |days| format!("the next in {}", counted(days as usize, "day"));
        facts.extend(later.map(|days| Line::plain(next(days))));
        let mut page = Page::of_facts(facts, settings);
        if let Some(tally) = self.tally {
            page.push(tally_line(" this drill: ", tally, settings));
        }
        page
    }
}
