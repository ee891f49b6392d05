//! `go`: starts a search, for people and for programs.

use std::time::Instant;

use crate::commands::prelude::*;
use crate::commands::tools::perft::Perft;
use crate::control::Limits;
use crate::engine::Strength;
use crate::engine::limit_words::{GivenLimits, LimitKind};
use crate::shell::parse::search_limits;
use crate::shell::session::analysis::NewSearch;
use crate::shell::session::job::Purpose;

pub(super) const ROW: CommandSpec = row!(Search Reveals "go", "[TIME | dDEPTH | NODES | mate N | inf] [only MOVE…] [except MOVE…] [lines N] [&]":
"search; without a limit, for the time in go.default; with & while you type on",
details: "Limits: 250ms 5s 2m, d20 or depth 20, 100k or nodes 5M, mate 3, inf; also UCI's. The first one reached ends the \
          search; so does Ctrl-C, which keeps what was found. `mate N` is proved, for either side, before the search. With `&` \
          the search prints above the line being typed: `watch` shows it, `stop` ends it, `wait` waits.",
examples: &[("go", "for the usual time", ""),
    ("go 5s", "five seconds", "best a1a8 san Ra8# mate 1…"),
    ("go d12 only Nf3 e4", "these two moves to depth 12", ""),
    ("go 1M except Qh5", "a million nodes, that move left out", ""),
    ("go 1m &", "a minute, while you type", "")],
completer: Completer::Limits,
terms: needs(Alone),
read: |reader| {
    if reader.words.next_if("perft") {
        let depth = reader.number("the depth", 0, LimitKind::Perft.most())? as u32;
        reader.terms = needs(Concurrent);
        return Ok(Perft { depth, divide: true, expected: None }.command());
    }
    let go = read(reader, None)?;
    Ok(Box::new(|session| go.act(session)))
});

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Limits; without any, those of the setting `go.default`.
    pub limits: Limits,
    /// Number of lines; `None` for the setting `MultiPV`.
    pub lines: Option<usize>,
    pub mode: RunMode,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RunMode {
    /// The next line is read after the search has ended.
    #[default]
    Foreground,
    Background,
    /// For protocols: lines are read meanwhile, an endless search holds its result back until `stop`, and a position without
    /// legal moves gets a result too.
    Protocol,
}

pub fn read(reader: &mut Reader<'_>, lines: Option<usize>) -> Result<Go, ParseError> {
    let (mut go, mut given) = (Go { lines, ..Go::default() }, GivenLimits::default());
    while let Some(word) = reader.take() {
        match LimitKind::of_person(word.text) {
            Some(LimitKind::Lines) => go.lines = Some(line_count(reader)?),
            None if word.text == "&" => {
                go.mode = RunMode::Background;
                reader.finish()?;
            }
            _ => search_limits::one(reader, word, &mut given)?,
        }
    }
    Ok(Go { limits: given.limits, ..go })
}

pub(super) fn line_count(reader: &mut Reader<'_>) -> Result<usize, ParseError> {
    let lines = LimitKind::Lines;
    reader.number(lines.what(), 1, lines.most()).map(|lines| lines as usize)
}

impl Go {
    pub fn act(self, session: &mut Session) -> Acted {
        let Go { mut limits, lines, mode } = self;
        let mut endless = limits.infinite;
        if mode != RunMode::Protocol {
            session.timeline.require_move()?;
            if !limits.is_bounded() && !limits.infinite {
                let lists = (limits.search_moves, limits.excluded_moves);
                limits = session.settings.preferences.go_default.value.clone();
                (limits.search_moves, limits.excluded_moves) = lists;
            }
            let candidates = match &limits.search_moves[..] {
                [] => session.position().moves().collect(),
                only => only.to_vec(),
            };
            if candidates.iter().all(|mv| limits.excluded_moves.contains(mv)) {
                let why = "no legal move is left to search: `except` names them all";
                return Err(CommandError::refused(why));
            }
            // The caller waits here, so the search must end when nothing is left to find.
            endless = std::mem::take(&mut limits.infinite);
        }
        let game = session.timeline.game().clone();
        if mode == RunMode::Protocol {
            session.analysis.gui_clock.asked(&game, &mut limits, Instant::now());
        }
        let is_game = mode == RunMode::Protocol && Strength::suits(&limits);
        let strength = session.engine.options().strength().filter(|_| is_game);
        let (purpose, background) = (Purpose::Go, mode != RunMode::Foreground);
        let new = NewSearch { game, limits, lines, strength, purpose, background };
        let (job, news) = session.start_search(new);
        session.jobs.note_endless(endless);
        Ok(Effect::Running { job, news: Some(Box::new(news)) })
    }
}
