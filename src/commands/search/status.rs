//! `status`: running jobs.

use crate::chess::{Color, Position};
use crate::commands::play::engine_game::clocks;
use crate::commands::prelude::*;
use crate::ink::json::{Coordinates, Count, Fen, Milliseconds, SidedScore, coordinates};
use crate::ink::movetext;
use crate::ink::number::{short, time};
use crate::search::Iteration;

pub(super) const ROW: CommandSpec = row!(Search Safe "status" | "jobs":
    "show running jobs and their progress",
    terms: free(AtOnce),
    answers: &[LineSchema::of::<StatusAnswer>()],
    read: |_| Ok(Box::new(act)));

pub fn act(session: &mut Session) -> Acted {
    let mut searches = session.jobs.searches();
    let search = searches.next().map(|(_, search)| RunningSearch {
        root: *search.game.position(),
        last: search.last.clone(),
        chess960: session.is_chess960(),
    });
    let others = session.jobs.others();
    let left = session.opponent.clocks_now(session.position().turn());
    let clock = |color| left[color].filter(|_| session.opponent.plays()).map(Milliseconds);
    let [white_ms, black_ms] = Color::ALL.map(clock);
    Ok(StatusAnswer { search, others, follows: session.analysis.follows, white_ms, black_ms }
        .into())
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StatusAnswer {
    pub search: Option<RunningSearch>,
    /// Commands that are under way beside it.
    pub others: usize,
    /// `analyze` is on.
    pub follows: bool,
    /// What is left on the clocks of a game against the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_ms: Option<Milliseconds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_ms: Option<Milliseconds>,
}

/// The search under way, and the last iteration that it finished.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(with = "RunningForm", rename = "running-search"))]
#[serde(into = "RunningForm")]
pub struct RunningSearch {
    pub root: Position,
    pub last: Option<Iteration>,
    pub chess960: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RunningForm {
    fen: Fen,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<SidedScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv: Option<Vec<Coordinates>>,
}

impl From<RunningSearch> for RunningForm {
    fn from(RunningSearch { root, last, chess960 }: RunningSearch) -> RunningForm {
        let best = last.as_ref().and_then(|last| last.lines.first());
        let score = |best: &crate::search::ScoredLine| SidedScore {
            score: best.score,
            bound: best.bound,
            turn: root.turn(),
        };
        RunningForm {
            fen: Fen(root),
            depth: last.as_ref().map(|last| last.depth),
            nodes: last.as_ref().map(|last| Count(last.progress.nodes)),
            score: best.map(score),
            pv: best.map(|best| coordinates(&root, &best.pv, chess960)),
        }
    }
}

impl Answer for StatusAnswer {
    const TYPE: &str = "status";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        match &self.search {
            Some(RunningSearch { root, last: Some(iteration), .. }) => {
                let progress = &iteration.progress;
                let dot = settings.signs().dot;
                let mut line = Line::of(Role::Strong, "searching");
                line.push(
                    Role::Dim,
                    format!("{dot}depth {}/{}", iteration.depth, iteration.seldepth),
                );
                if let Some(best) = iteration.lines.first() {
                    line.push(Role::Dim, dot);
                    line = line.and(settings.bounded(best.score, best.bound, root.turn()));
                }
                let spent =
                    format!("{dot}{} nodes{dot}{}", short(progress.nodes), time(progress.elapsed));
                line.push(Role::Dim, spent);
                page.push(line);
                if let Some(best) = iteration.lines.first() {
                    let line = Line::plain("line ").and(movetext::line(root, &best.pv, settings));
                    page.wrapped(line, settings, 5);
                }
            }
            Some(RunningSearch { last: None, .. }) => {
                page.push(Line::of(Role::Strong, "searching"))
            }
            None => {}
        }
        match self.others {
            0 => {}
            1 => page.push(Line::plain("another command is under way")),
            others => page.push(Line::plain(format!("{others} other commands are under way"))),
        }
        if self.search.is_none() && self.others == 0 {
            page.push(Line::plain("nothing is under way"));
        }
        if let Some(clocks) = clocks([self.white_ms, self.black_ms]) {
            page.push(Line::plain(format!("on the clocks: {clocks}")));
        }
        if self.follows {
            page.push(Line::of(Role::Dim, "analyze is on: the search follows the board"));
        }
        page
    }
}
