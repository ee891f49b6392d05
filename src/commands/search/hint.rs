//! `hint`: the best known move; in a game, that of a short search.

use crate::commands::play::drill;
use crate::commands::prelude::*;
use crate::control::Limits;
use crate::engine::{SelfPlayer, player_options};
use crate::ink::json::PlayedMove;
use crate::ink::movetext;
use crate::shell::session::analysis::played_of;

pub(super) const ROW: CommandSpec = row!(Search Safe "hint":
    "the best move known here, by the search under way or the last one; in a drill, a hint",
    details: "In a game against the engine, where none is known, a short search finds it, always at full strength. In a drill it \
              names the piece that moves; a second `hint` adds the target square.",
    terms: needs(AtOnce),
    answers: &[LineSchema::of::<HintAnswer>()],
    read: |_| Ok(Box::new(act)));

pub fn act(session: &mut Session) -> Result<Effect, CommandError> {
    if let Some(hint) = drill::hint(session) {
        return hint;
    }
    match known(session) {
        Err(_) if session.opponent.plays() && session.position().has_legal_move() => {
            search(session)
        }
        known => known.map(Effect::from),
    }
}

fn known(session: &Session) -> Result<HintAnswer, CommandError> {
    let (game, iteration) =
        session.analysis.latest(&session.jobs).ok_or(CommandError::NoAnalysis)?;
    let line = iteration.lines.first().ok_or(CommandError::NoAnalysis)?;
    let (root, before) = (*game.position(), *session.position());
    let played = played_of(&root, &line.pv, &before).ok_or(CommandError::OtherPosition)?;
    let mv = *line.pv.get(played).ok_or(CommandError::LineEnds)?;
    let chess960 = session.is_chess960();
    Ok(HintAnswer { mv: PlayedMove { before, mv, chess960 } })
}

/// Nodes of the search for a hint; takes less than a second.
const HINT_NODES: u64 = 100_000;

/// Searches the board in a task of its own, with a separate hash table.
fn search(session: &mut Session) -> Result<Effect, CommandError> {
    let options = player_options(session.engine.options())?;
    let (game, chess960) = (session.timeline.game().clone(), session.is_chess960());
    session.start_task(move |task| {
        let mut player = SelfPlayer::new(&options, &task.stop).map_err(CommandError::from)?;
        let before = *game.position();
        let found = player.think(&game, Limits::nodes(HINT_NODES), before.turn());
        let mv = found.best.ok_or(CommandError::NoAnalysis)?;
        Ok(HintAnswer { mv: PlayedMove { before, mv, chess960 } }.into())
    })
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HintAnswer {
    #[serde(rename = "move")]
    pub mv: PlayedMove,
}

impl Answer for HintAnswer {
    const TYPE: &str = "hint";

    fn page(&self, settings: &Settings) -> Page {
        Page::of(movetext::numbered(&self.mv.before, self.mv.mv, settings))
    }

    fn is_in_sight(&self) -> bool {
        true
    }
}
