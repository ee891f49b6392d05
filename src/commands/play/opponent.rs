//! Actions in a game against the engine (`force`, `ponder`, `now`, `draw`, `resign`), and its state.

use std::time::Duration;

use crate::chess::game::Status;
use crate::chess::{Color, GameResult, Position};
use crate::commands::play::engine_game::clocks;
use crate::commands::position::new;
use crate::commands::prelude::*;
use crate::ink::board::standing;
use crate::ink::json::{Milliseconds, Side};
use crate::shell::level::{GivenStrength, Level, PlayEnd};
use crate::shell::session::job::Purpose;

pub(super) const FORCE: CommandSpec = row!(Play Safe "force" | "manual":
    "the engine plays neither side any more",
    terms: free(AtOnce),
    read: |_| Ok(OpponentUse::Force.command()));

pub(super) const PONDER: CommandSpec = row!(Play Safe "ponder", "on | off":
"whether the engine thinks on your time",
completer: Completer::Words(&["on", "off"]),
terms: free(AtOnce),
read: |reader| {
    let on = reader.choice(&ON_OFF)?.ok_or_else(|| reader.missing("`on` or `off`"))?;
    Ok(OpponentUse::Ponder(on).command())
});

pub(super) const NOW: CommandSpec = row!(Play Safe "now":
    "the engine moves at once",
    details: "At the prompt, which takes no line while the engine thinks about its move, Ctrl-C does it.",
    terms: free(AtOnce),
    read: |_| Ok(OpponentUse::MoveNow.command()));

pub(super) const DRAW: CommandSpec = row!(Play Safe "draw":
    "offer a draw, or claim one",
    details: "The engine agrees from move 20 on, if its last five scores were at most +0.20 for it; and always after the third \
              repetition or fifty moves.",
    terms: free(AtOnce),
    answers: &[LineSchema::of::<DrawAnswer>()],
    read: |_| Ok(OpponentUse::OfferDraw.command()));

pub(super) const RESIGN: CommandSpec = row!(Play Safe "resign":
    "resign the game against the engine",
    details: "The engine resigns too if `set Resign true`: when its last four scores were -10.00 or worse and did not rise.",
    terms: free(AtOnce),
    read: |_| Ok(OpponentUse::Resign.command()));

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpponentUse {
    /// Play this side from here on, with this level if given.
    Play {
        side: Color,
        level: Option<Level>,
        /// `None`: that of the current game, else that of the settings.
        strength: Option<GivenStrength>,
    },
    /// A new game of standard chess with the engine as Black, without a depth limit; `analyze` goes on.
    NewGame,
    PlaySideToMove,
    PlayOtherSide,
    Force,
    /// Use this level from the next move on.
    Level(Level),
    /// Maximum depth in plies.
    Depth(Option<u32>),
    Clock {
        /// Whether it is the engine's clock, else the opponent's.
        own: bool,
        left: Duration,
    },
    Ponder(bool),
    MoveNow,
    OfferDraw,
    Resign,
    /// The program that keeps the game reports the result.
    Ended(GameResult),
    Show,
}

impl OpponentUse {
    pub fn command(self) -> Command {
        Box::new(move |session| self.act(session))
    }

    pub fn act(self, session: &mut Session) -> Acted {
        let followed = session.analysis.follows;
        let is_play = matches!(self, OpponentUse::Play { .. });
        match self {
            OpponentUse::Play { side, level, strength } => {
                let (status, turn) = (session.timeline.game().status(), session.position().turn());
                let why = standing(status, turn).filter(|_| matches!(status, Status::Over(_)));
                if let Some(why) = why {
                    let over = format!("the game on the board is over ({})", why.text());
                    return Err(CommandError::refused(format!(
                        "{over}; `new` sets up the start position, `undo` goes back"
                    )));
                }
                session.opponent.strength = strength.or(session.opponent.strength);
                level.into_iter().for_each(|level| session.opponent.set_level(level));
                begin_own_game(session);
                session.begin_play(side, true);
            }
            OpponentUse::NewGame => {
                session.opponent.force(&mut session.jobs);
                session.jobs.suspend_following();
                session.set_engine("UCI_Chess960", "false")?;
                session.opponent.level.depth = None;
                new::begin(session, Position::start())?;
                if !followed {
                    session.begin_play(Color::Black, false);
                }
            }
            OpponentUse::PlaySideToMove => session.begin_play(session.position().turn(), false),
            OpponentUse::PlayOtherSide => session.begin_play(!session.position().turn(), false),
            OpponentUse::Force => session.opponent.force(&mut session.jobs),
            OpponentUse::Level(level) => {
                let depth = session.opponent.level.depth;
                session.opponent.set_level(Level { depth: level.depth.or(depth), ..level });
                session.opponent.start_clock(session.position().turn(), &mut session.jobs);
            }
            OpponentUse::Depth(depth) => session.opponent.level.depth = depth,
            OpponentUse::Clock { own, left } => {
                session.opponent.clock_reported(own, left, session.position().turn());
            }
            OpponentUse::Ponder(on) => {
                session.opponent.ponders = on;
                if !on && let Some((job, _)) = session.jobs.search_for(Purpose::Ponder) {
                    session.jobs.abandon(job);
                }
            }
            OpponentUse::MoveNow => {
                if let Some((job, _)) = session.jobs.search_for(Purpose::Play) {
                    session.jobs.stop(job);
                }
            }
            OpponentUse::OfferDraw => return draw_offered(session),
            OpponentUse::Resign => {
                let engine = session.opponent.side.ok_or(CommandError::NoGame)?;
                return Ok(session.end_play_by(PlayEnd::Resigned(!engine)).into());
            }
            OpponentUse::Ended(result) => session.end_play(result),
            OpponentUse::Show => {}
        }
        let opponent = &session.opponent;
        let left = opponent.clocks_now(session.position().turn());
        let strength = opponent.play_strength(session.engine.options());
        let clock = |color| left[color].map(Milliseconds);
        Ok(OpponentAnswer {
            side: opponent.side.map(Side),
            level: opponent.level,
            white_ms: clock(Color::White),
            black_ms: clock(Color::Black),
            ponders: opponent.ponders,
            elo: strength.map(|strength| strength.elo.points()),
            analysis_ended: followed && !session.analysis.follows,
            begins: is_play,
        }
        .into())
    }
}

/// Starts a game of the engine. Within another game, or after its end, its moves are copied, and the other game is kept.
fn begin_own_game(session: &mut Session) {
    let sheet = &session.timeline.now;
    let is_other = sheet.record.result != GameResult::Unknown || !sheet.game().ahead().is_empty();
    if is_other || sheet.drilled {
        session.timeline.go_on_in_copy();
    }
    // During a game `redo` only plays moves undone in that game.
    session.timeline.moved_on();
}

fn draw_offered(session: &mut Session) -> Acted {
    if !session.opponent.plays() {
        return Err(CommandError::NoGame);
    }
    let accepted = session.opponent.agrees_to_draw(session.timeline.game());
    if accepted && session.opponent.referee {
        return Ok(session.end_play_by(PlayEnd::Agreed).into());
    }
    Ok(DrawAnswer { accepted }.into())
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OpponentAnswer {
    /// The side that the engine plays.
    pub side: Option<Side>,
    #[serde(skip)]
    pub level: Level,
    pub white_ms: Option<Milliseconds>,
    pub black_ms: Option<Milliseconds>,
    /// It thinks on the opponent's time.
    pub ponders: bool,
    /// How strongly it plays; nothing for all there is.
    pub elo: Option<u16>,
    /// `analyze` was ended by it.
    pub analysis_ended: bool,
    /// A game begins.
    #[serde(skip)]
    pub begins: bool,
}

impl Answer for OpponentAnswer {
    const TYPE: &str = "opponent";

    fn page(&self, settings: &Settings) -> Page {
        let Some(Side(side)) = self.side else {
            return Page::of(Line::plain("no game is being played"));
        };
        let mut line = Line::plain(format!("the engine plays {side}"));
        let dot = settings.signs().dot;
        line.push(Role::Dim, format!("{dot}{}", self.level));
        if let Some(elo) = self.elo {
            line.push(Role::Dim, format!("{dot}about {elo}"));
        }
        if let Some(clocks) = clocks([self.white_ms, self.black_ms]) {
            line.push(Role::Dim, format!("{dot}{clocks}"));
        }
        if self.ponders {
            line.push(Role::Dim, format!("{dot}thinks on your time"));
        }
        let mut page = Page::of_wrapped(line, settings, 2);
        if self.analysis_ended {
            page.push(Line::of(Role::Dim, "the analysis is stopped"));
        }
        if self.begins && settings.is_pretty() {
            let words = "type your moves; `undo` takes one back, `hint` helps, `resign`, `draw` and `force` end the game";
            page.wrapped(Line::of(Role::Dim, words), settings, 0);
        }
        page
    }

    fn is_in_sight(&self) -> bool {
        true
    }
}

/// Whether the engine agrees to a draw.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DrawAnswer {
    pub accepted: bool,
}

impl Answer for DrawAnswer {
    const TYPE: &str = "draw";

    fn page(&self, _settings: &Settings) -> Page {
        let text = if self.accepted { "agreed: a draw" } else { "the engine plays on" };
        Page::of(Line::plain(text))
    }
}
