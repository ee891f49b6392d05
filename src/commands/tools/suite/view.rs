//! The reply of `suite`, and the JSON lines of each position and of the totals.

use serde::Serialize;

use super::paired::PairedCounts;
use super::{Attempt, LeftOut, SuiteGoal, SuiteItem, SuiteRow, SuiteRun};
use crate::chess::{Move, Position, notation};
use crate::commands::mates::mate_forms::MateCertificate;
use crate::commands::mates::solution::{self, Extent};
use crate::commands::mates::sound::Certificate;
use crate::ink::json::{Count, FilePath, Milliseconds, San, SanLine, SidedScore, written_as};
use crate::ink::number::{percent, short, time_with_unit};
use crate::ink::{Answer, Line, Page, Role, Settings, TextTable, movetext};
use crate::proof::stipulation::Intended;
use crate::prove::Try;
use crate::prove::solvers::{SetPlay, Solution, shown as listed};
use crate::shell::session::news::TaskEvent;
use crate::units::Score;

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SuiteAnswer {
    pub path: FilePath,
    /// The result of each run; one run unless profiles were asked for.
    pub runs: Vec<SuiteRun>,
    /// Records of the file that were not tried.
    #[serde(flatten)]
    pub left_out: LeftOut,
}

impl Answer for SuiteAnswer {
    const TYPE: &str = "suite";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        let path = self.path.0.display().to_string();
        let mut title = Line::named("suite ", path);
        if self.runs.iter().any(|run| run.totals.stopped) {
            title.push(Role::Caution, "  stopped before the end");
        }
        page.wrapped(title, settings, 2);
        let columns = match self.runs.len() {
            _ if settings.narrower_than(56) => 3,
            1 => 5,
            _ => 6,
        };
        let heads = "profile|solved>|nodes>|time>|share>|paired>";
        let mut table = TextTable::headed(heads).at_most(columns);
        self.runs.iter().for_each(|run| table.row(suite_row(run, settings)));
        page.append(table.page(None));
        page.append(self.left_out.page(settings));
        page
    }
}

impl LeftOut {
    /// Draws skipped records, unless others were bad: then the error of the command has them.
    pub fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        if (self.skipped > 0 || !self.passed_over.is_empty()) && self.bad.is_empty() {
            page.wrapped(Line::of(Role::Dim, self.to_string()), settings, 2);
        }
        page
    }
}

fn suite_row(SuiteRun { profile, totals, paired }: &SuiteRun, settings: &Settings) -> Vec<Line> {
    let nodes = totals.nodes.0;
    vec![
        Line::plain(profile.unwrap_or("as set")),
        Line::of(Role::Strong, format!("{}/{}", totals.solved, totals.positions)),
        Line::plain(if settings.is_pretty() { short(nodes) } else { nodes.to_string() }),
        Line::plain(time_with_unit(totals.elapsed.0)),
        Line::plain(percent(totals.solved as u64, totals.positions as u64)),
        paired.as_ref().map_or_else(Line::new, PairedCounts::difference_line),
    ]
}

#[derive(Clone, Copy, Debug, Default)]
pub struct SuiteCounts {
    missed: usize,
    solved: usize,
    undecided: usize,
}

impl SuiteCounts {
    pub fn count(&mut self, item: &SuiteItem, row: &SuiteRow) -> SuiteEvent {
        *match () {
            () if row.solved => &mut self.solved,
            () if row.answer.is_undecided() => &mut self.undecided,
            () => &mut self.missed,
        } += 1;
        let (item, row, counts) = (item.clone(), row.clone(), Some(*self));
        SuiteEvent { item, row, counts, certificate: None }
    }
}

/// A position that was tried.
#[derive(Clone, Debug)]
pub struct SuiteEvent {
    pub item: SuiteItem,
    pub row: SuiteRow,
    /// Totals so far; `None` for a line of standard input, which is numbered by its line.
    pub counts: Option<SuiteCounts>,
    pub certificate: Option<MateCertificate>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "solve"))]
struct SolveForm {
    /// Its number.
    n: usize,
    id: String,
    expected: String,
    got: Option<San>,
    mate: Option<i32>,
    ok: bool,
    nodes: Count,
    time_ms: Milliseconds,
    #[serde(flatten)]
    answer: AnswerForm,
    /// With `--sound`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sound: Option<Box<Certificate>>,
    #[serde(flatten)]
    certificate: Option<MateCertificate>,
    /// Of standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum AnswerForm {
    Search {
        score: SidedScore,
        depth: u32,
    },
    Prover {
        verified: bool,
        shortest: bool,
        no_mate_in: u16,
    },
    Problem {
        verdict: String,
        /// Whether all was tested; otherwise a limit ended it.
        complete: bool,
        /// Whether a limit ended it before anything was found.
        undecided: bool,
        /// How many keys there are, or lines of help play of full length.
        count: usize,
        /// How many solutions are shorter than asked for.
        short: usize,
        /// Keys, or lines of help play, the shorter ones first; twenty of each kind at most.
        solutions: Vec<SanLine>,
        /// If they were asked for, and looked for to the end.
        #[serde(skip_serializing_if = "Option::is_none")]
        tries: Option<Vec<RefutedForm>>,
        /// If it was asked for, and the side to move is not in check.
        #[serde(skip_serializing_if = "Option::is_none")]
        set_play: Option<SetPlayForm>,
    },
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "refuted-try"))]
struct RefutedForm {
    r#try: San,
    refutations: Vec<San>,
}

/// Lines of help play, twenty at most, or what answers each move of the defender.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "set-play"))]
#[serde(untagged)]
enum SetPlayForm {
    Help(Vec<SanLine>),
    Battle(Vec<SetReplyForm>),
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "set-reply"))]
struct SetReplyForm {
    reply: San,
    answers: Vec<San>,
    /// Whether the reply itself reaches the aim, as in a selfmate.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ends: bool,
}

impl AnswerForm {
    fn of_problem(solution: &Solution) -> AnswerForm {
        let root = &solution.problem.root;
        let lines = |root: &Position, lines: &[Vec<Move>]| -> Vec<SanLine> {
            let (lines, _) = listed(lines, false);
            lines.iter().map(|moves| SanLine { root: *root, moves: moves.clone() }).collect()
        };
        let keys: Vec<Vec<Move>> =
            solution.first_moves().take(solution.keys.len()).map(|key| vec![key]).collect();
        let (short, full) = solution.short_and_full();
        let refuted = |tried: &Try| RefutedForm {
            r#try: San(notation::san(root, tried.mv)),
            refutations: sans(&root.play(tried.mv), tried.refutations.iter().copied()),
        };
        let passed = root.pass();
        AnswerForm::Problem {
            verdict: solution.to_string(),
            complete: solution.complete,
            undecided: solution.is_undecided(),
            count: solution.solutions(),
            short: solution.short(),
            solutions: [lines(root, &keys), lines(root, short), lines(root, full)].concat(),
            tries: solution.tries.as_ref().map(|tries| tries.iter().map(refuted).collect()),
            set_play: solution.set_play.as_ref().zip(passed).map(|(set, passed)| match set {
                SetPlay::Help(help) => SetPlayForm::Help(lines(&passed, help)),
                SetPlay::Battle(battle) => {
                    let replies = battle.iter().map(|set| SetReplyForm {
                        reply: San(notation::san(&passed, set.reply)),
                        answers: sans(
                            &passed.play(set.reply),
                            set.answers.iter().map(|key| key.mv),
                        ),
                        ends: set.ends,
                    });
                    SetPlayForm::Battle(replies.collect())
                }
            }),
        }
    }
}

fn sans(position: &Position, moves: impl Iterator<Item = Move>) -> Vec<San> {
    moves.map(|mv| San(notation::san(position, mv))).collect()
}

written_as!(SuiteEvent as SolveForm);

impl SolveForm {
    fn of(SuiteEvent { item, row, counts, certificate }: &SuiteEvent) -> SolveForm {
        let (root, answer) = (item.position, &row.answer);
        SolveForm {
            n: item.number,
            id: item.id.clone(),
            expected: goal(&item.goal, &root),
            got: answer.best().map(|mv| San(notation::san(&root, mv))),
            mate: answer.mate(),
            ok: row.solved,
            nodes: Count(row.nodes),
            time_ms: Milliseconds(row.elapsed),
            answer: match answer {
                Attempt::Search { score, depth, .. } => AnswerForm::Search {
                    score: SidedScore::exact(*score, root.turn()),
                    depth: *depth,
                },
                Attempt::Prover(outcome) => AnswerForm::Prover {
                    verified: outcome.proof.is_some(),
                    shortest: outcome.is_shortest(),
                    no_mate_in: outcome.refuted,
                },
                Attempt::Problem(solution) => AnswerForm::of_problem(solution),
            },
            sound: row.certificate.clone(),
            certificate: certificate.clone(),
            line: counts.is_none().then_some(item.number),
        }
    }
}

impl Answer for SuiteEvent {
    const TYPE: &str = "solve";

    /// A terminal shows misses only; a pipe gets all, tab-separated.
    fn page(&self, settings: &Settings) -> Page {
        let SuiteEvent { item, row, .. } = self;
        let position = &item.position;
        let played = match row.answer.best() {
            Some(mv) => movetext::san(position, mv, settings),
            None => Line::plain(settings.signs().dash),
        };
        let score = score(&row.answer, position, settings);
        let goal = goal(&item.goal, position);
        if !settings.is_pretty() {
            let word = word(row);
            let (played, score, millis) = (played.text(), score.text(), row.elapsed.as_millis());
            let (number, id) = (item.number, &item.id);
            let known = known(row).map(|known| format!("\t{known}")).unwrap_or_default();
            let fields =
                format!("{number}\t{word}\t{goal}\t{played}\t{score}\t{millis}ms\t{id}{known}");
            let mut page = Page::of(Line::plain(fields));
            let text = self.certificate.as_ref().and_then(|found| found.certificate.as_ref());
            text.into_iter().for_each(|text| page.append(Page::of_text(text)));
            page.append(solution_page(item, &row.answer, settings));
            return page;
        }
        if row.solved {
            let mut page = solution_page(item, &row.answer, settings);
            if let Some(known) = known(row).filter(|_| !page.lines().is_empty()) {
                let line = Line::of(Role::Good, format!(" {known}"));
                page.wrapped(line.with(Role::Dim, format!("  {}", item.id)), settings, 7);
            }
            return page;
        }
        let mut line = match word(row) {
            word @ "undecided" => Line::of(Role::Caution, format!(" {word}  ")),
            word => Line::of(Role::Bad, format!(" {word}  ")),
        };
        line = line.with(Role::Plain, item.name()).with(Role::Dim, format!("  {goal}"));
        if row.answer.best().is_some() {
            line = line.with(Role::Dim, ", played ").and(played).with(Role::Plain, "  ").and(score);
        }
        if let Some(known) = known(row) {
            line = line.with(Role::Dim, format!("  {known}"));
        }
        let mut page = Page::of_wrapped(line, settings, 7);
        page.append(solution_page(item, &row.answer, settings));
        page
    }
}

impl TaskEvent for SuiteEvent {
    fn brief(&self) -> Option<(String, usize)> {
        let SuiteCounts { missed, solved, undecided } = self.counts?;
        let open = if undecided > 0 { format!("  undecided {undecided}") } else { String::new() };
        Some((format!("ok {solved}  miss {missed}{open}"), missed + solved + undecided))
    }
}

/// Draws the solutions of a problem as `proof STIPULATION` does; keys have trees if variations were requested.
fn solution_page(item: &SuiteItem, answer: &Attempt, settings: &Settings) -> Page {
    let (Attempt::Problem(solution), Some(posed)) = (answer, item.goal.problem) else {
        return Page::new();
    };
    let for_all = format!("proof {} all", posed.stipulation);
    let extent = Extent { all: false, trees: posed.variations, for_all: &for_all };
    solution::phases(solution, extent, settings)
}

fn word(row: &SuiteRow) -> &'static str {
    match row.solved {
        true => "ok",
        false if row.answer.is_undecided() => "undecided",
        false => "miss",
    }
}

/// Formats the score or the moves to mate, in the configured view.
fn score(answer: &Attempt, position: &Position, settings: &Settings) -> Line {
    match answer {
        Attempt::Search { score, .. } => settings.score(*score, position.turn()),
        Attempt::Prover(_) => match answer.mate() {
            Some(moves) => settings.score(Score::mate_in(moves), position.turn()),
            None => Line::of(Role::Dim, settings.signs().dash),
        },
        Attempt::Problem(_) => Line::of(Role::Dim, settings.signs().dash),
    }
}

/// Formats the proved length, and the verdict of the certificate.
fn known(row: &SuiteRow) -> Option<String> {
    let sound = row.certificate.as_ref().map(|found| found.soundness.name().to_owned());
    let known: Vec<String> = proved(&row.answer).into_iter().chain(sound).collect();
    (!known.is_empty()).then(|| known.join(", "))
}

fn proved(answer: &Attempt) -> Option<String> {
    let outcome = match answer {
        Attempt::Search { .. } => return None,
        Attempt::Problem(solution) if solution.is_undecided() => {
            return Some(format!("{solution}, {} nodes", solution.nodes));
        }
        Attempt::Problem(solution) => return Some(solution.to_string()),
        Attempt::Prover(outcome) => outcome,
    };
    let none = match outcome.refuted {
        0 => String::new(),
        moves => format!("no mate in {moves}"),
    };
    Some(match (&outcome.proof, outcome.is_shortest()) {
        (Some(_), true) => "verified, shortest".to_owned(),
        (Some(_), false) if none.is_empty() => "verified".to_owned(),
        (Some(_), false) => format!("verified, {none}"),
        (None, _) if none.is_empty() => "nothing proved".to_owned(),
        (None, _) => none,
    })
}

/// Formats the conditions as EPD: `bm Nf3 e4`, `am Qxb2`, `dm 3`.
fn goal(goal: &SuiteGoal, position: &Position) -> String {
    let moves = |word: &str, moves: &[Move]| {
        let sans: Vec<String> = moves.iter().map(|&mv| notation::san(position, mv)).collect();
        (!sans.is_empty()).then(|| format!("{word} {}", sans.join(" ")))
    };
    let mate = goal.mate.map(|moves| format!("dm {moves}"));
    let problem = goal.problem.map(|posed| match posed.intended {
        Some(Intended(intended)) => format!("{}, {intended} intended", posed.stipulation),
        None => posed.stipulation.to_string(),
    });
    let parts = [problem, moves("bm", &goal.best), moves("am", &goal.avoid), mate];
    parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
}
