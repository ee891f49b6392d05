//! `hint`: the best move known here.

use crate::commands::play::drill;
use crate::commands::prelude::*;
use crate::ink::json::PlayedMove;
use crate::ink::movetext;
use crate::shell::session::search::played_of;

pub(super) const ROW: CommandSpec = row!(Search "hint":
    "the best move known here, by the search under way or the last one; in a drill, a hint",
    details: "In a drill it names the piece that moves; a second `hint` adds the target square.",
    terms: needs(AtOnce),
    answers: &[LineSchema::of::<HintAnswer>()],
    read: |_| does(act));

pub fn act(session: &mut Session) -> Result<Effect, CommandError> {
    if let Some(hint) = drill::hint(session) {
        return hint;
    }
    let (game, iteration) = session.latest().ok_or(CommandError::NoAnalysis)?;
    let line = iteration.lines.first().ok_or(CommandError::NoAnalysis)?;
    let (root, before) = (*game.position(), *session.position());
    let played = played_of(&root, &line.pv, &before).ok_or(CommandError::OtherPosition)?;
    let mv = *line.pv.get(played).ok_or(CommandError::LineEnds)?;
    let chess960 = session.is_chess960();
    Ok(HintAnswer { mv: PlayedMove { before, mv, chess960 } }.into())
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct HintAnswer {
    #[serde(rename = "move")]
    pub mv: PlayedMove,
}

impl Answer for HintAnswer {
    const TYPE: &str = "hint";

    fn page(&self, settings: &Settings) -> Page {
        Page::of(movetext::numbered(&self.mv.before, self.mv.mv, settings))
    }
}
