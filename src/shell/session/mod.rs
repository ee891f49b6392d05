//! A sitting: the game and all before it, the engine, the settings, and what the last search found.
//!
//! [`Session::execute`] does one command from beginning to end and answers with data. What takes long tells a [`Watch`]
//! what it finds on the way and gives up when the interrupt flag is raised. A command that fails changes nothing.

mod annotate;
mod assertion;
mod board;
mod choices;
mod error;
mod files;
mod kept;
mod look;
mod mates;
mod measure;
mod mine;
mod preferences;
mod search;
mod settings;
mod solve;
mod timeline;
mod watch;

use std::path::{Path, PathBuf};

pub use choices::{ColorSetting, PieceSetting, PointOfView, ThemeSetting};
pub use error::CommandError;
pub use preferences::{PREFERENCES, PreferenceSpec, Preferences};
pub use search::Analysis;
pub use settings::names as setting_names;
pub use timeline::{Sheet, Timeline};
pub use watch::{News, Silent, Watch};

use super::command::Command;
use super::mates::ProofExport;
use super::reply::{HelpReply, Reply};
use super::table::{self, COMMANDS};
use crate::chess::Position;
use crate::chess::game::Game;
use crate::control::StopFlag;
use crate::engine::Engine;
use crate::store::WrittenFiles;

/// What came of a command.
#[derive(Debug)]
pub enum Outcome {
    /// It is done, and this is the answer.
    Reply(Box<Reply>),
    /// The lines of this file are to be run.
    Source(PathBuf),
    /// This is to be written into a file; how it looks is not for this floor.
    Export(Box<ProofExport>),
    /// UCI is to be spoken from here on.
    Uci,
    /// The program is to end.
    Quit,
}

/// Everything that a sitting is.
pub struct Session {
    timeline: Timeline,
    engine: Engine,
    preferences: Preferences,
    kept: kept::Kept,
    /// The board on the screen has Black below.
    flipped: bool,
    analysis: Option<Analysis>,
    /// The last question about a mate.
    inquest: Option<mates::Inquest>,
    interrupt: StopFlag,
    /// Where the lines typed at the prompt are kept.
    history_file: Option<PathBuf>,
    /// What was saved, and may be saved again without a question.
    written: WrittenFiles,
}

impl Session {
    /// A new sitting. `interrupt` ends what is running when it is raised.
    pub fn new(interrupt: StopFlag) -> Session {
        Session {
            timeline: Timeline::default(),
            engine: Engine::new(),
            preferences: Preferences::default(),
            kept: kept::Kept::default(),
            flipped: false,
            analysis: None,
            inquest: None,
            interrupt,
            history_file: None,
            written: WrittenFiles::default(),
        }
    }

    /// The game on the board.
    pub fn game(&self) -> &Game {
        self.timeline.game()
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.timeline.game().position()
    }

    /// The engine.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The engine and the game, for another front to go on with.
    pub fn into_parts(self) -> (Engine, Game) {
        let game = self.timeline.game().clone();
        (self.engine, game)
    }

    /// The settings of the prompt.
    pub fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    /// Whether castling is written as in Chess960: the setting says so, or the game cannot be written otherwise.
    pub fn is_chess960(&self) -> bool {
        self.engine.options().chess960() || self.game().start().is_chess960()
    }

    /// What the last search found.
    pub fn analysis(&self) -> Option<&Analysis> {
        self.analysis.as_ref()
    }

    /// Where the lines typed at the prompt are kept, for `info` to tell.
    pub fn set_history_file(&mut self, path: Option<&Path>) {
        self.history_file = path.map(Path::to_owned);
    }

    /// Does a command.
    ///
    /// # Errors
    /// Says what was wrong; nothing has changed then.
    pub fn execute(
        &mut self,
        command: Command,
        watch: &mut dyn Watch,
    ) -> Result<Outcome, CommandError> {
        let reply = match command {
            Command::Source(path) => return Ok(Outcome::Source(path)),
            Command::Uci => return Ok(Outcome::Uci),
            Command::Quit => return Ok(Outcome::Quit),
            Command::Nothing | Command::Stop | Command::Wait => Reply::Done,
            Command::Help(topic) => help(topic),
            Command::Echo(text) => Reply::Text(text),
            Command::New(new) => self.new_game(new),
            Command::SetUp(set_up) => self.set_up(*set_up),
            Command::Play(play) => self.play(*play)?,
            Command::Undo(steps) => self.undo(steps)?,
            Command::Redo(steps) => self.redo(steps)?,
            Command::Goto(place) => self.goto(place)?,
            Command::Mirror => self.mirror(),
            Command::Pass => self.pass()?,
            Command::Fen => Reply::Fen(Box::new(*self.position())),
            Command::Key => self.key(),
            Command::Show => self.show(),
            Command::Flip => self.flip(),
            Command::Moves { from, coordinates } => self.moves(from, coordinates),
            Command::History => self.history(),
            Command::Eval(view) => self.eval(view),
            Command::See(exchanges) => self.see(exchanges)?,
            Command::Resolve { after, fold, lines } => self.resolve(after, fold, lines)?,
            Command::Go { limits, lines } => self.go(limits, lines, watch)?,
            Command::Pv(usage) => self.pv(usage)?,
            Command::ExportProof { path, format } => {
                return Ok(Outcome::Export(Box::new(self.export_proof(path, format)?)));
            }
            Command::Proof(usage) => self.proof(usage, watch)?,
            Command::Tries(request) => self.tries(&request, watch)?,
            Command::Explain(mv) => self.explain(mv, watch)?,
            Command::Extensions => self.extensions(),
            Command::Set { name, value } => self.set(&name, &value)?,
            Command::Keep { name, value } => self.keep(&name, &value)?,
            Command::Forget(name) => self.forget(&name)?,
            Command::Get(name) => self.get(&name)?,
            Command::Clear => self.clear(),
            Command::Perft { depth, divide, expected } => {
                self.perft(depth, divide, expected, watch)?
            }
            Command::PerftSuite { path, depth } => self.perft_suite(&path, depth, watch)?,
            Command::Bench(depth) => self.bench(depth, watch)?,
            Command::Suite { path, limits, ablate } => self.suite(&path, &limits, ablate, watch)?,
            Command::Mine(request) => self.mine(&request, watch)?,
            Command::Solve(request) => self.solve(&request, watch)?,
            Command::Tune { path, epochs, output } => {
                self.tune(&path, epochs, output.as_deref(), watch)?
            }
            Command::Info => self.info(),
            Command::Pgn => self.pgn(),
            Command::AddGame { path, force } => self.add_game(&path, force)?,
            Command::TakeGame(reading) => self.take_game(*reading),
            Command::Games { path, filter } => self.games(&path, &filter)?,
            Command::Annotate(annotate) => self.annotate(annotate)?,
            Command::Load { path, record } => self.load(&path, record)?,
            Command::Save { path, force } => self.save(&path, force)?,
            Command::Restore(path) => self.restore(&path)?,
            Command::Assert(assertion) => self.assert(&assertion)?,
        };
        Ok(Outcome::Reply(Box::new(reply)))
    }
}

fn help(topic: Option<&'static str>) -> Reply {
    match topic.and_then(table::find) {
        Some(spec) => Reply::Help(HelpReply::Command(spec)),
        None => Reply::Help(HelpReply::Overview(COMMANDS)),
    }
}

#[cfg(test)]
mod tests;
