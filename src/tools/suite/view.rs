//! What `suite` shows of each position and of the whole, and the lines of JSON.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Attempt, LeftOut, SuiteGoal, SuiteItem, SuiteRow, SuiteRun, Without};
use crate::chess::{Move, Position, notation};
use crate::ink::json::{Count, FilePath, Milliseconds, San, SanLine, SidedScore, written_as};
use crate::ink::number::{percent, short, time_with_unit};
use crate::ink::{Answer, Line, Page, Role, Settings, TextTable, movetext};
use crate::prove::solvers::Solution;
use crate::tools::sound::Certificate;
use crate::tools::tool::ToolEvent;
use crate::units::Score;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SuiteAnswer {
    pub path: FilePath,
    /// The result of each run; one run unless an ablation or profiles were asked for.
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
        let columns = if settings.narrower_than(56) { 3 } else { 5 };
        let profiles = self.runs.iter().any(|run| run.profile.is_some());
        let first = if profiles { "profile" } else { "extensions" };
        let heads = format!("{first}|solved>|nodes>|time>|share>");
        let mut table = TextTable::headed(&heads).at_most(columns);
        for run in &self.runs {
            let whole = self.runs.iter().find(|whole| whole.profile == run.profile);
            table.row(suite_row(run, whole, settings));
        }
        page.append(table.page(None));
        page.append(self.left_out.page(settings));
        page
    }
}

impl LeftOut {
    /// Returns what is told of records that were left out without being wrong; those that are wrong are the reason of a
    /// failure.
    pub fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        if (self.skipped > 0 || !self.passed_over.is_empty()) && self.bad.is_empty() {
            page.wrapped(Line::of(Role::Dim, self.to_string()), settings, 2);
        }
        page
    }
}

fn left_out(without: Without) -> Option<Line> {
    let head = Line::of(Role::Dim, "without ");
    Some(match without {
        Without::ANY_EXTENSION => head.with(Role::Dim, "any"),
        _ => head.with(Role::Extension, without.name()?),
    })
}

fn suite_row(
    SuiteRun { profile, without, totals }: &SuiteRun,
    whole: Option<&SuiteRun>,
    settings: &Settings,
) -> Vec<Line> {
    let mut solved = format!("{}/{}", totals.solved, totals.positions);
    if let Some(whole) = whole.filter(|_| *without != Without::NOTHING) {
        solved.push_str(&format!(" ({:+})", totals.solved as i64 - whole.totals.solved as i64));
    }
    let nodes = totals.nodes.0;
    let name = match (profile, left_out(*without)) {
        (None, without) => without.unwrap_or_else(|| Line::plain("as set")),
        (Some(profile), None) => Line::plain(*profile),
        (Some(profile), Some(without)) => Line::plain(format!("{profile} ")).and(without),
    };
    vec![
        name,
        Line::of(Role::Strong, solved),
        Line::plain(if settings.is_pretty() { short(nodes) } else { nodes.to_string() }),
        Line::plain(time_with_unit(totals.elapsed.0)),
        Line::plain(percent(totals.solved as u64, totals.positions as u64)),
    ]
}

#[derive(Clone, Copy, Debug, Default)]
pub struct SuiteCounts {
    missed: usize,
    solved: usize,
}

impl SuiteCounts {
    pub fn count(&mut self, item: &SuiteItem, row: &SuiteRow) -> SuiteEvent {
        *if row.solved { &mut self.solved } else { &mut self.missed } += 1;
        SuiteEvent { item: item.clone(), row: row.clone(), counts: Some(*self) }
    }
}

/// A position that was tried.
#[derive(Clone, Debug)]
pub struct SuiteEvent {
    pub item: SuiteItem,
    pub row: SuiteRow,
    /// All so far; `None` for a line of standard input, whose number is that of the line.
    pub counts: Option<SuiteCounts>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "solve")]
struct SolveForm {
    /// Its number.
    n: usize,
    id: String,
    expected: String,
    #[schemars(with = "Option<San>")]
    got: Option<String>,
    mate: Option<i32>,
    ok: bool,
    nodes: Count,
    time_ms: Milliseconds,
    #[serde(flatten)]
    answer: AnswerForm,
    /// With `--sound`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sound: Option<Box<Certificate>>,
    /// Of standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum AnswerForm {
    Search { score: SidedScore, depth: u32 },
    Prover { verified: bool, shortest: bool, no_mate_in: u16 },
    Problem { verdict: String, solutions: Vec<SanLine> },
}

written_as!(SuiteEvent as SolveForm);

impl SolveForm {
    fn of(SuiteEvent { item, row, counts }: &SuiteEvent) -> SolveForm {
        let (root, answer) = (item.position, &row.answer);
        SolveForm {
            n: item.number,
            id: item.id.clone(),
            expected: goal(&item.goal, &root),
            got: answer.best().map(|mv| notation::san(&root, mv)),
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
                Attempt::Problem(solution) => AnswerForm::Problem {
                    verdict: solution.to_string(),
                    solutions: solutions(solution).map(|moves| SanLine { root, moves }).collect(),
                },
            },
            sound: row.certificate.clone(),
            line: counts.is_none().then_some(item.number),
        }
    }
}

impl Answer for SuiteEvent {
    const TYPE: &str = "solve";

    /// At a terminal those missed, into a pipe all of them, in columns parted by tabs.
    fn page(&self, settings: &Settings) -> Page {
        let SuiteEvent { item, row, .. } = self;
        let position = &item.position;
        let played = match row.answer.best() {
            Some(mv) => movetext::san(position, mv),
            None => Line::plain(settings.signs().dash),
        };
        let score = score(&row.answer, position, settings);
        let goal = goal(&item.goal, position);
        if !settings.is_pretty() {
            let word = if row.solved { "ok" } else { "miss" };
            let (played, score, millis) = (played.text(), score.text(), row.elapsed.as_millis());
            let (number, id) = (item.number, &item.id);
            let known = known(row).map(|known| format!("\t{known}")).unwrap_or_default();
            let fields =
                format!("{number}\t{word}\t{goal}\t{played}\t{score}\t{millis}ms\t{id}{known}");
            let mut page = Page::of(Line::plain(fields));
            page.append(solutions_page(&row.answer, position, settings));
            return page;
        }
        if row.solved {
            let mut page = solutions_page(&row.answer, position, settings);
            if let Some(known) = known(row).filter(|_| !page.lines().is_empty()) {
                let line = Line::of(Role::Good, format!(" {known}"));
                page.wrapped(line.with(Role::Dim, format!("  {}", item.id)), settings, 7);
            }
            return page;
        }
        let mut line = Line::of(Role::Bad, " miss  ")
            .with(Role::Plain, item.name())
            .with(Role::Dim, format!("  {goal}"));
        if row.answer.best().is_some() {
            line = line.with(Role::Dim, ", played ").and(played).with(Role::Plain, "  ").and(score);
        }
        if let Some(known) = known(row) {
            line = line.with(Role::Dim, format!("  {known}"));
        }
        Page::of_wrapped(line, settings, 7)
    }
}

impl ToolEvent for SuiteEvent {
    fn brief(&self) -> Option<(String, usize)> {
        let SuiteCounts { missed, solved } = self.counts?;
        Some((format!("ok {solved}  miss {missed}"), missed + solved))
    }
}

fn solutions(solution: &Solution) -> impl Iterator<Item = Vec<Move>> {
    let keys = solution.first_moves().take(solution.keys.len()).map(|key| vec![key]);
    keys.chain(solution.lines.iter().cloned())
}

fn solutions_page(answer: &Attempt, position: &Position, settings: &Settings) -> Page {
    let mut page = Page::new();
    let Attempt::Problem(solution) = answer else { return page };
    for line in solutions(solution) {
        let line = match line[..] {
            [key] if !solution.keys.is_empty() => movetext::numbered(position, key, settings),
            _ => movetext::help_line(position, &line, settings),
        };
        page.wrapped(Line::plain("  ").and(line), settings, 6);
    }
    page
}

/// What an answer says of the position: a score or moves to mate, in the view that scores are shown in.
fn score(answer: &Attempt, position: &Position, settings: &Settings) -> Line {
    match answer {
        Attempt::Search { score, .. } => settings.score(*score, position.turn()),
        Attempt::Prover(_) => match answer.mate() {
            Some(moves) => settings.score(mate_score(moves), position.turn()),
            None => Line::of(Role::Dim, settings.signs().dash),
        },
        Attempt::Problem(_) => Line::of(Role::Dim, settings.signs().dash),
    }
}

/// Returns the score of a mate in `moves`, negative if the side to move is mated.
fn mate_score(moves: i32) -> Score {
    let plies = 2 * moves.unsigned_abs() as usize;
    if moves > 0 { Score::mates_at(plies - 1) } else { Score::mated_at(plies) }
}

/// Returns facts about an answer: the proved length, and the verdict of its certificate.
fn known(row: &SuiteRow) -> Option<String> {
    let sound = row.certificate.as_ref().map(|found| found.soundness.name().to_owned());
    let known: Vec<String> = proved(&row.answer).into_iter().chain(sound).collect();
    (!known.is_empty()).then(|| known.join(", "))
}

fn proved(answer: &Attempt) -> Option<String> {
    let outcome = match answer {
        Attempt::Search { .. } => return None,
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

/// What solves a position, as EPD writes it: `bm Nf3 e4`, `am Qxb2`, `dm 3`.
fn goal(goal: &SuiteGoal, position: &Position) -> String {
    let moves = |word: &str, moves: &[Move]| {
        let sans: Vec<String> = moves.iter().map(|&mv| notation::san(position, mv)).collect();
        (!sans.is_empty()).then(|| format!("{word} {}", sans.join(" ")))
    };
    let mate = goal.mate.map(|moves| format!("dm {moves}"));
    let problem = goal.problem.map(|posed| posed.stipulation.to_string());
    let parts = [problem, moves("bm", &goal.best), moves("am", &goal.avoid), mate];
    parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
}
