//! What only programs ask for: there is no row for it in the table.

use crate::chess::Move;
use crate::commands::position::undo;
use crate::commands::prelude::*;
use crate::engine::options::find;
use crate::settings::SettingKind;

/// `isready` and `ping`: everything asked for before is done. Memory is asked for, unless it is in use.
pub fn ready(session: &mut Session) -> Result<Effect, CommandError> {
    let idle = session.jobs.engine_job().is_none();
    let prepared = if idle { session.engine.prepare() } else { Ok(()) };
    Ok(ReadyAnswer { message: prepared.err().map(|error| error.to_string()) }.into())
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReadyAnswer {
    /// What could not be made as it was asked for.
    pub message: Option<String>,
}

impl Answer for ReadyAnswer {
    const TYPE: &str = "ready";

    fn page(&self, _settings: &Settings) -> Page {
        Page::of(match &self.message {
            None => Line::plain("readyok"),
            Some(fault) => Line::of(Role::Caution, fault.as_str()),
        })
    }
}

/// The opponent played the expected move: the limits of the search under way hold from now on.
pub fn ponder_hit(session: &mut Session) -> Result<Effect, CommandError> {
    session.jobs.ponder_hit();
    Ok(Done.into())
}

/// Set an option of the engine as a protocol does: its value may be empty, and memory is asked for later.
#[derive(Debug)]
pub struct SetOption {
    /// Its name, in any case.
    pub name: String,
    pub value: String,
}

impl SetOption {
    pub fn act(self, session: &mut Session) -> Result<Effect, CommandError> {
        let SetOption { name, value } = self;
        let spec = find(&name).map(|spec| (&*spec.name, &spec.kind));
        // More lines than a position can have are all lines, and some GUIs ask for 500.
        if let Some((name @ "MultiPV", SettingKind::Spin { max, .. })) = spec
            && value.parse::<u128>().is_ok_and(|lines| lines > max.unsigned_abs().into())
        {
            session.set_engine(name, &max.to_string())?;
            let fault = format!("{name} is at most {max}, not {value}; it is {max} now");
            return Err(CommandError::refused(fault));
        }
        session.set_engine(&name, &value)?;
        Ok(Done.into())
    }
}

/// Takes back moves of the game on the board; unlike people, a program never goes back to the game before it.
pub fn take_back(session: &mut Session, moves: usize) -> Result<Effect, CommandError> {
    undo::act(session, moves.min(session.timeline.game().ply()))
}

/// Has `analyze` leave out a root move until the position changes, or not any longer; all of them if none is named.
pub fn exclude(
    session: &mut Session,
    (excludes, mv): (bool, Option<Move>),
) -> Result<Effect, CommandError> {
    let legal = session.position().legal_moves().into_iter().map(|legal| legal.mv);
    let mut moves = session.analysis.excluded_at(session.position().key());
    match (excludes, mv) {
        (true, Some(mv)) if !moves.contains(&mv) => moves.push(mv),
        (true, Some(_)) => {}
        (false, Some(mv)) => moves.retain(|&excluded| excluded != mv),
        (true, None) => moves = legal.collect(),
        (false, None) => moves.clear(),
    }
    session.analysis.exclude(session.position().key(), moves);
    session.jobs.suspend_following();
    Ok(Done.into())
}
