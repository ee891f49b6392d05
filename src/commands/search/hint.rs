//! `hint`: the best known move, else that of a short search.

use crate::chess::Move;
use crate::commands::play::drill;
use crate::commands::prelude::*;
use crate::commands::search::reasons::{NODES, Reasoner, Sentence, it, reasons};
use crate::control::Limits;
use crate::ink::json::PlayedMove;
use crate::ink::movetext;
use crate::shell::session::analysis::played_of;

pub(super) const ROW: CommandSpec = row!(Search Safe "hint":
    "the best move known here, by the search under way or the last one; in a drill, a hint",
    details: "Where none is known, a short search finds it, always at full strength. In a drill it names the piece that moves; a \
              second `hint` adds the target square.",
    terms: needs(AtOnce),
    answers: &[LineSchema::of::<HintAnswer>()],
    read: |_| Ok(Box::new(act)));

/// Explains the known move, or that of a search, in a task of its own, with a separate hash table.
pub fn act(session: &mut Session) -> Acted {
    if let Some(hint) = drill::hint(session) {
        return hint;
    }
    session.timeline.require_move()?;
    let known = known(session);
    let options = session.engine.options().clone();
    let (game, chess960) = (session.timeline.game().clone(), session.is_chess960());
    let tables = session.engine.tables();
    session.start_task(move |task| {
        let before = *game.position();
        let mut reasoner = Reasoner::new(&options, NODES, &tables);
        reasoner.judge.game = Some(game);
        reasoner.judge.begin(&task.stop);
        let mv = match known {
            Some(mv) => mv,
            None => {
                let found = reasoner.judge.search(&before, Limits::nodes(NODES))?;
                found.ok_or(CommandError::NoAnalysis)?.line[0]
            }
        };
        let reasons = reasoner.sentences(&before, mv, &task.stop)?;
        Ok(HintAnswer { mv: PlayedMove { before, mv, chess960 }, reasons }.into())
    })
}

fn known(session: &Session) -> Option<Move> {
    let (game, iteration) = session.analysis.latest(&session.jobs)?;
    let pv = &iteration.lines.first()?.pv;
    pv.get(played_of(game.position(), pv, session.position())?).copied()
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HintAnswer {
    #[serde(rename = "move")]
    pub mv: PlayedMove,
    /// What it is for.
    pub reasons: Vec<Sentence>,
}

impl Answer for HintAnswer {
    const TYPE: &str = "hint";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::of(movetext::numbered(&self.mv.before, self.mv.mv, settings));
        page.append(reasons(&self.reasons, it(), settings));
        page
    }

    fn is_in_sight(&self) -> bool {
        true
    }
}
