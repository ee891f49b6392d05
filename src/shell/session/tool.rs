//! Tools at the prompt: their work is a job.

use std::sync::mpsc::{self, Receiver, Sender};

use super::analysis::played_of;
use super::job::Finding;
use super::{CommandError, Effect, News, Session};
use crate::chess::Move;
use crate::store::StoreError;
use crate::tools::annotate::{AnnotatedAnswer, AnnotatedItem};
use crate::tools::judge::{JudgedMove, MoveEvidence};
use crate::tools::tool::{StreamLine, Tool, ToolContext, ToolDesk, ToolWork};
use crate::units::{Bound, Depth};

/// Minimum depth of a search or a table entry that counts as evidence.
const DEEP: Depth = Depth::plies(14);

/// Makes an HTML page of annotated games.
pub type PageOfGames = fn(&[AnnotatedItem]) -> String;

/// Receives lines of standard input that are records; dropping it ends the records.
pub type StreamFeed = Sender<StreamLine>;

impl Session {
    /// Starts a tool. `page` makes the HTML page that an answer may ask for.
    pub fn tool(&mut self, tool: impl Tool, page: PageOfGames) -> Result<Effect, CommandError> {
        let position = *self.position();
        let desk = ToolDesk {
            options: self.engine.options(),
            position: &position,
            game: &self.timeline.now.record,
            tables: self.engine.tables(),
            known: &self.engine.known_mates,
            seen: self.seen(),
            second: self.analysis.second.as_ref(),
        };
        let reads_records = tool.reads_records();
        // Shown until the tool counts steps, if it has any.
        let working = tool.needs_position().then(|| News::Working("the position is examined"));
        let work = tool.begin(&desk)?;
        let (feed, records) = mpsc::channel();
        let started = self.begin_work(work, records, page)?;
        Ok(match started {
            Effect::Running { job, .. } if reads_records => Effect::Records { job, feed },
            Effect::Running { job, .. } => Effect::Running { job, news: working.map(Box::new) },
            other => other,
        })
    }

    /// Returns moves of the position on the board with their evaluation from the last search, or else from the transposition
    /// table.
    fn seen(&self) -> Vec<JudgedMove> {
        let before = *self.position();
        let seen = |score, line: &[Move]| JudgedMove {
            before,
            evidence: MoveEvidence::Search(score),
            line: line.to_vec(),
        };
        let entry = self.engine.known(&before);
        let entry = entry.filter(|entry| entry.bound != Bound::Upper && entry.depth >= DEEP);
        let known = entry.and_then(|entry| {
            let mv = entry.mv.filter(|&mv| before.is_legal(mv))?;
            Some(seen(entry.score, &[mv]))
        });
        let searched =
            self.analysis.latest(&self.jobs).into_iter().flat_map(|(game, iteration)| {
                let lines = iteration.lines.iter().filter(|line| line.bound == Bound::Exact);
                lines.filter_map(|line| {
                    let played = played_of(game.position(), &line.pv, &before)?;
                    let depth = Depth::plies(iteration.depth as i32 - played as i32);
                    if depth < DEEP {
                        return None;
                    }
                    let score = if played % 2 == 0 { line.score } else { -line.score };
                    let rest = line.pv.get(played..).filter(|rest| !rest.is_empty())?;
                    Some(seen(score.to_node(played), rest))
                })
            });
        searched.chain(known).collect()
    }

    /// Starts work on its own thread; records of standard input come from `records`.
    fn begin_work(
        &mut self,
        work: ToolWork,
        records: Receiver<StreamLine>,
        page: PageOfGames,
    ) -> Result<Effect, CommandError> {
        self.start_task(move |task| {
            let tell = |news| task.tell(News::Tool(news));
            let (stop, files, records) = (&task.stop, &task.files, &records);
            let done = work.run(&ToolContext { stop, files, records, tell: &tell });
            let answer = match &done {
                Ok(done) => Some(&done.answer),
                Err(error) => error.answer(),
            };
            let annotated = answer.and_then(|answer| answer.of::<AnnotatedAnswer>());
            if let Some((path, games)) = annotated.and_then(AnnotatedAnswer::page_of_games) {
                let written = task.files.write(path, page(games).as_bytes());
                written.map_err(StoreError::from)?;
            }
            let done = done?;
            Ok(Finding::new(move |session| {
                if let Some(game) = done.game {
                    session.timeline.rework(|on_board| {
                        *on_board = *game;
                        true
                    });
                }
                Ok(done.answer)
            }))
        })
    }
}
