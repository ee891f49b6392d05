//! Commands of protocols, which have no row in the table.

use crate::chess::Move;
use crate::commands::position::undo;
use crate::commands::prelude::*;
use crate::engine::options::find;
use crate::settings::SettingKind;

/// `isready` and `ping`: all earlier commands are done. Allocates the hash table, unless it is in use.
pub fn ready(session: &mut Session) -> Acted {
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

/// The opponent played the expected move: the running search gets its limits now.
pub fn ponder_hit(session: &mut Session) -> Acted {
    session.jobs.ponder_hit();
    Ok(Done.into())
}

/// Sets an option of the engine for a protocol: the value may be empty, and memory is allocated later.
#[derive(Debug)]
pub struct SetOption {
    /// Case-insensitive.
    pub name: String,
    pub value: String,
}

impl SetOption {
    pub fn act(self, session: &mut Session) -> Acted {
        let SetOption { name, value } = self;
        let spec = find(&name).map(|spec| (&*spec.name, &spec.kind));
        // Some GUIs ask for 500 lines: reduce it to the maximum, which is all moves.
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

/// Takes back moves of the game on the board; unlike for users, never reaches the game before it.
pub fn take_back(session: &mut Session, moves: usize) -> Acted {
    undo::act(session, moves.min(session.timeline.game().ply()))
}

/// Excludes a root move from `analyze` until the position changes, or includes it again; all moves if none is named.
pub fn exclude(session: &mut Session, (excludes, mv): (bool, Option<Move>)) -> Acted {
    let legal = session.position().moves();
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
