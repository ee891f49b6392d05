//! `selfplay`: games of settings against each other, written down as they are played.

use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use super::job::{Finding, TaskContext};
use super::measure::{content, name_of, open};
use super::{CommandError, Effect, News, Session};
use crate::chess::Position;
use crate::chess::epd::EpdReader;
use crate::engine::Options;
use crate::shell::reply::Reply;
use crate::shell::selfplay::{
    OpeningChoice, SelfPlayNews, SelfPlayReply, SelfPlayRequest, SelfPlayUse,
};
use crate::store::records::{GameRecord, RecordWriter, Records, write_games};
use crate::store::written::CommentForm;
use crate::store::{MadeOf, StoreError, WrittenFiles};
use crate::workshop::selfplay::player_options;
use crate::workshop::selfplay::{self, MatchPlan, OpeningSource, Sides, Standing, white_of};
use crate::workshop::tool::files::WRITTEN_BY;

/// Games if nothing is said: of a match, of one that a test ends.
const GAMES: [u32; 2] = [100, 100_000];

/// Lines told on the way, about, and games between two of them at most.
const MILESTONES: u32 = 20;
const MOST_BETWEEN: u32 = 1_000;

impl Session {
    /// `selfplay`, `tune spsa`.
    pub(super) fn selfplay_use(&mut self, usage: SelfPlayUse) -> Result<Effect, CommandError> {
        match usage {
            SelfPlayUse::Games(request) => self.selfplay(request),
            SelfPlayUse::Spsa(request) => self.spsa(request),
        }
    }

    fn selfplay(&mut self, request: SelfPlayRequest) -> Result<Effect, CommandError> {
        let sides = sides(self.engine.options(), &request.sides)?;
        self.start_task(move |context| {
            let plan = plan(&request, sides)?;
            play(&request, &plan, context)
        })
    }
}

/// Who plays: what is set now, and on top of it what each side is to have.
pub(super) fn sides(
    now: &Options,
    wanted: &[Option<Vec<(String, String)>>; 2],
) -> Result<Sides, CommandError> {
    let base = player_options(now)?;
    let side = |settings: &Option<Vec<(String, String)>>| -> Result<Options, CommandError> {
        let mut options = base.clone();
        for (name, value) in settings.iter().flatten() {
            options.set(name, value)?;
        }
        Ok(options)
    };
    Ok(match wanted {
        [None, None] => Sides::Alone(Box::new(base)),
        [a, b] => Sides::Against(Box::new([side(a)?, side(b)?])),
    })
}

/// The match as it was asked for.
pub(super) fn plan(request: &SelfPlayRequest, sides: Sides) -> Result<MatchPlan, CommandError> {
    let usual = GAMES[usize::from(request.sprt.is_some())];
    let games = request.games.unwrap_or(usual);
    Ok(MatchPlan {
        // Half a pair tells nothing.
        games: if sides.is_match() { games.next_multiple_of(2) } else { games },
        sides,
        limits: request.limits.clone(),
        clock: request.clock,
        openings: openings(&request.openings)?,
        seed: request.seed,
        adjudication: request.adjudication,
        sprt: request.sprt,
        jobs: request.jobs,
    })
}

pub(super) fn openings(choice: &OpeningChoice) -> Result<OpeningSource, CommandError> {
    let path = match choice {
        OpeningChoice::Book => return Ok(OpeningSource::Book),
        &OpeningChoice::Random { least, most, balance } => {
            return Ok(OpeningSource::Random { least, most, balance });
        }
        OpeningChoice::File(path) => path,
    };
    let mut positions: Vec<Position> = Vec::new();
    for record in EpdReader::new(BufReader::new(open(path)?)) {
        let (_, epd) = record.map_err(|error| content(path, error.to_string()))?;
        positions.push(epd.position);
    }
    positions.retain(Position::has_legal_move);
    if positions.is_empty() {
        return Err(content(path, "there is no position in it to begin a game from".to_owned()));
    }
    Ok(OpeningSource::Positions { name: name_of(path), positions })
}

fn play(
    request: &SelfPlayRequest,
    plan: &MatchPlan,
    context: &TaskContext,
) -> Result<Finding, CommandError> {
    let begun = Instant::now();
    let made_of = plan.made_of(MadeOf::work("selfplay"));
    if let Some(path) = &request.pgn {
        let claimed = context.files.claim_for(path, CommentForm::PGN, &made_of);
        claimed.map_err(StoreError::from)?;
    }
    let mut standing = Standing::new(plan.sides.is_match());
    let mut writer = match &request.to {
        Some(path) => {
            let of = (WRITTEN_BY, &made_of);
            let each = |record: GameRecord| standing.add(&record);
            Some(RecordWriter::begin(&context.files, path, of, each).map_err(StoreError::from)?)
        }
        None => None,
    };
    let known = standing.games;
    let mut kept = Vec::new();
    let keeps = request.pgn.is_some() && writer.is_none();
    let between = (plan.games / MILESTONES).clamp(20, MOST_BETWEEN);
    let mut failed = None;
    context.tell(News::ItemsBegin { what: "selfplay".to_owned(), items: plan.games as usize });
    let played = selfplay::play(plan, standing, &context.stop, &mut |record, standing| {
        if let Some(Err(error)) = writer.as_mut().map(|writer| writer.add(record)) {
            failed = Some(error);
            return ControlFlow::Break(());
        }
        if keeps {
            kept.push(record.clone());
        }
        let is_milestone = standing.games.is_multiple_of(between);
        let news = SelfPlayNews { standing: standing.clone(), sprt: plan.sprt, is_milestone };
        context.tell(News::SelfPlayed(Box::new(news)));
        ControlFlow::Continue(())
    })
    .map_err(|error| CommandError::Memory(error.to_string()))?;
    if let Some(error) = failed {
        return Err(StoreError::from(error).into());
    }
    let records = match (&mut writer, &request.to) {
        (Some(writer), Some(path)) => {
            writer.sync().map_err(StoreError::from)?;
            Some((path.clone(), writer.bytes()))
        }
        _ => None,
    };
    if let Some(path) = &request.pgn {
        write_pgn(&context.files, path, (request.to.as_deref(), kept), plan.sides.is_match())?;
    }
    let (sprt, pgn, elapsed) = (request.sprt, request.pgn.clone(), begun.elapsed());
    let reply = SelfPlayReply { played, sprt, known, elapsed, records, pgn };
    Ok(Reply::SelfPlay(Box::new(reply)).into())
}

/// Writes the games as PGN: those of the file of records, or those that were kept.
fn write_pgn(
    files: &WrittenFiles,
    path: &Path,
    (records, kept): (Option<&Path>, Vec<GameRecord>),
    is_match: bool,
) -> Result<(), CommandError> {
    let names = |number| {
        let sides = if is_match { ["a", "b"] } else { ["quarterply"; 2] };
        let white = white_of(number);
        [sides[white], sides[1 - white]].map(str::to_owned)
    };
    let written = match records {
        Some(records) => {
            let games =
                Records::open(records).map_err(|error| content(records, error.to_string()))?;
            write_games(files, path, games, names)
        }
        None => write_games(files, path, kept.into_iter().map(Ok), names),
    };
    Ok(written.map_err(StoreError::from)?)
}
