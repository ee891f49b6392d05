//! `threat`: what the opponent would play if it were to move.

use std::time::Duration;

use crate::chess::Step;
use crate::commands::prelude::*;
use crate::control::Limits;
use crate::engine::limit_words::{GivenLimits, LimitKind};
use crate::shell::parse::search_limits;
use crate::shell::session::analysis::NewSearch;
use crate::shell::session::job::Purpose;

pub(super) const ROW: CommandSpec = row!(Search Reveals "threat", "[LIMITS]":
    "what the opponent would play if it were to move",
    details: "A search of the position after a pass; for a second unless it is given a limit.",
    examples: &[("threat", "for a second", ""), ("threat d12", "to depth 12", "")],
    completer: Completer::Limits,
    terms: needs(Alone),
    read: read);

const DEFAULT_TIME: Duration = Duration::from_secs(1);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let mut given = GivenLimits::default();
    while let Some(word) = reader.take() {
        match LimitKind::of_person(word.text) {
            Some(LimitKind::Only | LimitKind::Except) => return Err(reader.unexpected(word)),
            _ => search_limits::one(reader, word, &mut given)?,
        }
    }
    Ok(Box::new(|session| act(session, given.limits)))
}

fn act(session: &mut Session, limits: Limits) -> Acted {
    let mut game = session.timeline.game().clone();
    game.step(Step::Pass)?;
    if !game.position().has_legal_move() {
        let color = game.position().turn();
        return Err(CommandError::refused(format!(
            "{color} would have no legal move here, so there is nothing it threatens"
        )));
    }
    let limits = if limits.is_bounded() { limits } else { Limits::movetime(DEFAULT_TIME) };
    let (purpose, background) = (Purpose::Threat, false);
    let new = NewSearch { game, limits, lines: None, strength: None, purpose, background };
    let (job, news) = session.start_search(new);
    Ok(Effect::Running { job, news: Some(Box::new(news)) })
}
