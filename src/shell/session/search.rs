//! Searching, and telling about the last search.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use super::{CommandError, News, Session, Watch};
use crate::chess::Move;
use crate::chess::game::{Game, Step};
use crate::control::Limits;
use crate::engine::{Event, Job};
use crate::search::{Finished, Params};
use crate::shell::command::PvUse;
use crate::shell::reply::{ExplainReply, PvReply, Reply};

/// How often the interrupt flag is looked at while a search has nothing to tell.
pub(super) const POLL: Duration = Duration::from_millis(5);

/// What the last search found.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The game it was asked about.
    pub game: Game,
    /// What it was asked to keep to.
    pub limits: Limits,
    /// The parameters it searched with.
    pub params: Params,
    /// What it found.
    pub finished: Finished,
}

impl Session {
    pub(super) fn go(
        &mut self,
        mut limits: Limits,
        lines: Option<usize>,
        watch: &mut dyn Watch,
    ) -> Result<Reply, CommandError> {
        self.require_move()?;
        if !limits.is_bounded() && !limits.infinite {
            let lists = (limits.search_moves, limits.excluded_moves);
            limits = self.preferences.default_limits();
            (limits.search_moves, limits.excluded_moves) = lists;
        }
        // Somebody waits for the end here, so it comes when there is nothing more to find.
        let endless = std::mem::take(&mut limits.infinite);
        let excluded = &limits.excluded_moves;
        let candidates = match &limits.search_moves[..] {
            [] => self.position().legal_moves().into_iter().map(|legal| legal.mv).collect(),
            only => only.to_vec(),
        };
        if candidates.iter().all(|mv| excluded.contains(mv)) {
            return Err(CommandError::AllExcepted);
        }
        let game = self.game().clone();
        let finished = self.search(game.clone(), &limits, lines, watch)?;
        limits.infinite = endless;
        let params = self.engine.options().params().clone();
        self.analysis = Some(Analysis { game, limits, params, finished });
        Ok(Reply::Done)
    }

    /// Searches to the end, telling what is found.
    pub(super) fn search(
        &mut self,
        game: Game,
        limits: &Limits,
        lines: Option<usize>,
        watch: &mut dyn Watch,
    ) -> Result<Finished, CommandError> {
        let root = *game.position();
        let lines_shown = lines.unwrap_or(self.engine.options().multi_pv());
        let begins = News::SearchBegins { root: &root, lines: lines_shown };
        let mut watched = watch.tell(begins).is_continue();
        let handle = self.engine.start(Job { game, limits: limits.clone(), multi_pv: lines });
        loop {
            if !watched || self.interrupt.is_raised() {
                handle.stop();
            }
            match handle.events().recv_timeout(POLL) {
                Ok(event) => {
                    watched &= watch.tell(News::Search(&event)).is_continue();
                    match event {
                        Event::Finished(finished) => return Ok(*finished),
                        Event::Crashed(message) => return Err(CommandError::Crashed(message)),
                        _ => {}
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(CommandError::Crashed("it fell silent".to_owned()));
                }
            }
        }
    }

    pub(super) fn pv(&mut self, usage: PvUse) -> Result<Reply, CommandError> {
        let analysis = self.analysis.as_ref().ok_or(CommandError::NoAnalysis)?;
        let root = *analysis.game.position();
        let iteration = &analysis.finished.iteration;
        let pv = iteration.lines.first().map_or(&[][..], |line| &line.pv);
        let board = match usage {
            PvUse::Show => None,
            PvUse::Board(count) => {
                Some(pv.iter().take(count).fold(root, |position, &mv| position.play(mv)))
            }
            PvUse::Play(count) => {
                if root.key() != self.position().key() {
                    return Err(CommandError::OtherPosition);
                }
                let moves: Vec<Move> = pv.iter().take(count).copied().collect();
                for mv in moves {
                    self.timeline.step(Step::Move(mv))?;
                }
                return Ok(self.changed(Vec::new()));
            }
        };
        let reply = PvReply { root, depth: iteration.depth, lines: iteration.lines.clone(), board };
        Ok(Reply::Pv(Box::new(reply)))
    }

    pub(super) fn explain(
        &mut self,
        mv: Option<Move>,
        watch: &mut dyn Watch,
    ) -> Result<Reply, CommandError> {
        self.require_move()?;
        let analysis = self.analysis.as_ref().ok_or(CommandError::NoAnalysis)?;
        if analysis.game.position().key() != self.position().key() {
            return Err(CommandError::OtherPosition);
        }
        let best = analysis.finished.best.ok_or(CommandError::NoAnalysis)?;
        let mv = mv.unwrap_or(best);
        let position = *analysis.game.position();
        let depth = analysis.finished.iteration.depth.max(1);
        let limits = Limits {
            search_moves: analysis.limits.search_moves.clone(),
            excluded_moves: analysis.limits.excluded_moves.clone(),
            ..Limits::depth(depth)
        };
        let job = Job { game: analysis.game.clone(), limits, multi_pv: Some(1) };
        if watch.tell(News::Explaining(mv)).is_break() {
            return Err(CommandError::Stopped);
        }
        let explanation = self.engine.explain(&job, &analysis.params, mv, &self.interrupt)?;
        let said = analysis.finished.iteration.lines.first().cloned();
        let params_changed = analysis.params != *self.engine.options().params();
        let reply = ExplainReply { position, explanation, said, params_changed };
        Ok(Reply::Explained(Box::new(reply)))
    }

    /// There must be a move to search.
    pub(super) fn require_move(&self) -> Result<(), CommandError> {
        let position = self.position();
        if position.has_legal_move() {
            return Ok(());
        }
        let standing = if position.in_check() { "checkmate" } else { "stalemate" };
        Err(CommandError::NoMove { color: position.turn(), standing })
    }
}
