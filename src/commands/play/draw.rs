//! `draw`: a draw is offered, or claimed.

use super::opponent::OpponentUse;
use crate::commands::prelude::*;
use crate::shell::opponent::DrawAnswer;

pub(super) const ROW: CommandSpec = row!(Play "draw":
    "offer a draw, or claim one",
    details: "The engine agrees from move 20 on, if its last five scores were at most +0.20 for it; and always after the third \
              repetition or fifty moves.",
    terms: free(AtOnce),
    answers: &[LineSchema::of::<DrawAnswer>()],
    read: |_| Ok(OpponentUse::OfferDraw.into()));

impl Answer for DrawAnswer {
    const TYPE: &str = "draw";

    fn page(&self, _settings: &Settings) -> Page {
        let text = if self.accepted { "agreed: a draw" } else { "the engine plays on" };
        Page::of(Line::plain(text))
    }
}
