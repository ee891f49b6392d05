//! The engine at a GUI's disposal: UCI over standard input and output.
//!
//! One thread reads lines and never waits for anything else; this one takes what comes, lines and events of the search, from
//! one queue, and is the only one that writes. So commands are done strictly in order, `stop` and `isready` are answered
//! while a search runs, and a command that changes what a search rests on first ends it, its `bestmove` included.
//!
//! When the input ends, a search with limits is allowed to finish; an endless one is stopped. When nobody reads the output
//! any more, everything ends at once.

mod dialogue;
mod wire;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;

use super::lines::LineReader;
use super::status::INTERNAL;
use crate::chess::{
    Castling, CastlingSide, Color, File, Game, Move, Position, Rank, Square, parse_move,
};
use crate::control::StopFlag;
use crate::engine::options::{Audience, OPTIONS};
use crate::engine::{Control, Engine, Event, Job, bench, perft};
use crate::render::uci::{self as lines, UciStyle, info_string};
use crate::search::trace::NoTrace;
use crate::shell::parse_uci::{self, UciCommand, UciGo, UciPosition};
use dialogue::Dialogue;
use wire::Wire;

/// Lines read ahead of what has been done; the reader waits when there are more.
const READ_AHEAD: usize = 1_000;

/// Serves a GUI until `quit` or the end of the input; `first` is the line that chose UCI. Returns the exit status.
pub fn run(
    first: &str,
    input: impl BufRead + Send + 'static,
    output: impl Write,
    engine: Engine,
    game: Game,
) -> u8 {
    let (sender, inbox) = mpsc::channel();
    let (ahead, behind) = mpsc::sync_channel(READ_AHEAD);
    let reader = sender.clone();
    let spawned = thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || read(LineReader::new(input), &reader, &ahead));
    let mut front = Front {
        wire: Wire::new(output),
        engine,
        game: Some(game),
        work: None,
        waiting: VecDeque::from([first.to_owned()]),
        inbox,
        sender,
        behind,
        ended: false,
        debug: false,
        status: 0,
    };
    if spawned.is_err() {
        return INTERNAL;
    }
    // Whoever closed the output wants to hear nothing more.
    match front.serve() {
        Ok(()) => front.status,
        Err(_) => 0,
    }
}

/// Passes lines on until there are no more.
fn read(mut input: LineReader<impl BufRead>, sender: &Sender<Message>, ahead: &SyncSender<()>) {
    loop {
        let message = match input.read() {
            Ok(Some(Ok(line))) => Message::Line(line),
            Ok(Some(Err(long))) => Message::Told(vec![info_string(&format!(
                "warning: a line of {} bytes was passed over",
                long.bytes
            ))]),
            Ok(None) | Err(_) => Message::End,
        };
        let last = matches!(message, Message::End);
        let counted = matches!(message, Message::Line(_));
        if (counted && ahead.send(()).is_err()) || sender.send(message).is_err() || last {
            return;
        }
    }
}

/// What comes in.
enum Message {
    /// A line of input.
    Line(String),
    /// The input has ended.
    End,
    /// The search tells something.
    Search(Event),
    /// Lines to send as they are.
    Told(Vec<String>),
    /// A count or a bench is done: its last lines.
    Counted(Vec<String>),
}

/// What is being worked on.
enum Work {
    Search(Control, Box<Dialogue>),
    /// A count or a bench.
    Count(StopFlag),
}

impl Work {
    fn stop(&self) {
        match self {
            Work::Search(control, _) => control.stop(),
            Work::Count(stop) => stop.raise(),
        }
    }

    fn is_bounded(&self) -> bool {
        match self {
            Work::Search(control, _) => control.is_bounded(),
            Work::Count(_) => true,
        }
    }
}

struct Front<W> {
    wire: Wire<W>,
    engine: Engine,
    /// What `go` searches; `None` after a `position` that was none.
    game: Option<Game>,
    work: Option<Work>,
    /// Lines that came while another was being done.
    waiting: VecDeque<String>,
    inbox: Receiver<Message>,
    sender: Sender<Message>,
    /// One for each line read and not yet done.
    behind: Receiver<()>,
    /// Whether the input has ended.
    ended: bool,
    debug: bool,
    status: u8,
}

impl<W: Write> Front<W> {
    fn serve(&mut self) -> io::Result<()> {
        loop {
            while let Some(line) = self.waiting.pop_front() {
                let _ = self.behind.try_recv();
                if self.execute(&line)?.is_break() {
                    return Ok(());
                }
            }
            if self.ended && self.work.is_none() {
                return Ok(());
            }
            self.receive()?;
        }
    }

    /// Takes one message: lines wait their turn, everything else is dealt with.
    fn receive(&mut self) -> io::Result<()> {
        // This end of the channel is kept open by the sender beside it.
        match self.inbox.recv().unwrap_or(Message::End) {
            Message::Line(line) => self.waiting.push_back(line),
            Message::End => self.ended = true,
            Message::Search(event) => self.event(&event)?,
            Message::Told(told) => self.tell(&told)?,
            Message::Counted(told) => {
                self.work = None;
                self.tell(&told)?;
            }
        }
        if self.ended && self.waiting.is_empty() {
            self.work.iter().filter(|work| !work.is_bounded()).for_each(Work::stop);
        }
        Ok(())
    }

    fn tell(&mut self, told: &[String]) -> io::Result<()> {
        told.iter().try_for_each(|line| self.wire.line(line))
    }

    fn info(&mut self, text: &str) -> io::Result<()> {
        self.wire.line(&info_string(text))
    }

    fn event(&mut self, event: &Event) -> io::Result<()> {
        let Some(Work::Search(_, dialogue)) = &mut self.work else { return Ok(()) };
        let told = dialogue.tell(event);
        if event.is_last() {
            self.work = None;
        }
        if matches!(event, Event::Crashed(_)) {
            self.status = INTERNAL;
        }
        self.tell(&told)
    }

    /// Ends what is being worked on, as if `stop` had been said.
    fn settle(&mut self) -> io::Result<()> {
        if let Some(work) = &self.work {
            work.stop();
        }
        while self.work.is_some() {
            self.receive()?;
        }
        Ok(())
    }

    /// Reads on when the work is done. What acts at once still does, in its turn.
    fn wait(&mut self) -> io::Result<ControlFlow<()>> {
        while self.work.is_some() {
            if let Some(line) = self.waiting.pop_front_if(|line| acts_at_once(line)) {
                let _ = self.behind.try_recv();
                if self.execute(&line)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            } else {
                self.receive()?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Does what a line asks for; `Break` to end.
    fn execute(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        self.wire.heard(line);
        let command = match parse_uci::parse(line) {
            Ok(command) => command,
            Err(error) => {
                self.settle()?;
                self.game = None;
                self.info(&format!("error: {error}"))?;
                return Ok(ControlFlow::Continue(()));
            }
        };
        match command {
            UciCommand::Quit => return Ok(ControlFlow::Break(())),
            UciCommand::Wait => return self.wait(),
            UciCommand::Nothing => {}
            UciCommand::Uci => self.introduce()?,
            UciCommand::IsReady => self.ready()?,
            UciCommand::Stop => self.work.iter().for_each(Work::stop),
            UciCommand::PonderHit => {
                if let Some(Work::Search(control, _)) = &self.work {
                    control.ponderhit();
                }
            }
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::Display => self.display()?,
            UciCommand::Eval => self.evaluate()?,
            UciCommand::Help => self.info(HELP)?,
            UciCommand::Unknown(text) => {
                self.info(&format!("unknown command: {text} (help lists them)"))?
            }
            change => {
                self.settle()?;
                self.change(change)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Commands that nothing may be worked on for.
    fn change(&mut self, command: UciCommand) -> io::Result<()> {
        match command {
            UciCommand::NewGame => {
                self.engine.new_game();
                self.game = Some(Game::new(Position::start()));
                Ok(())
            }
            UciCommand::SetOption { name, value } => self.set_option(&name, &value),
            UciCommand::Position(position) => self.set_up(*position),
            UciCommand::Go(go) => self.go(*go),
            UciCommand::Perft(depth) => self.perft(depth),
            UciCommand::Bench(depth) => self.bench(depth),
            _ => Ok(()),
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.wire.line(concat!("id name Quarterply ", env!("CARGO_PKG_VERSION")))?;
        self.wire.line("id author the Quarterply authors")?;
        for spec in OPTIONS.iter().filter(|spec| spec.audience != Audience::Prompt) {
            self.wire.line(&lines::option(spec))?;
        }
        self.wire.line("uciok")
    }

    fn ready(&mut self) -> io::Result<()> {
        if self.work.is_none()
            && let Err(error) = self.engine.prepare()
        {
            self.info(&format!("error: {error}"))?;
        }
        self.wire.line("readyok")
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        let log_before = self.engine.options().debug_log_file().to_owned();
        if let Err(error) = self.engine.set_option(name, value) {
            return self.info(&format!("warning: {error}"));
        }
        let log = self.engine.options().debug_log_file().to_owned();
        if log != log_before
            && let Err(error) = self.wire.record(&log)
        {
            // What is not recorded is not said to be.
            let _ = self.engine.set_option(name, "");
            return self.info(&format!("error: {log} cannot be written: {error}"));
        }
        Ok(())
    }

    fn set_up(&mut self, position: UciPosition) -> io::Result<()> {
        for note in &position.notes {
            self.info(&format!("warning: {note}"))?;
        }
        if is_chess960(position.game.position()) && !self.engine.options().chess960() {
            self.info(
                "these castling rights are of Chess960: castling is written as king takes rook",
            )?;
        }
        self.game = Some(position.game);
        Ok(())
    }

    fn go(&mut self, go: UciGo) -> io::Result<()> {
        let Some(game) = self.game.clone() else {
            self.info("error: no valid position to search; the last `position` was refused")?;
            return self.wire.line("bestmove (none)");
        };
        let root = *game.position();
        let mut limits = go.limits;
        // Some GUIs send one clock only.
        limits.clock[root.turn()] = limits.clock[root.turn()].or(limits.clock[!root.turn()]);
        let (moves, unknown) = legal_among(&root, &go.search_moves);
        if !unknown.is_empty() {
            self.info(&format!("warning: not legal here, so not searched: {}", unknown.join(" ")))?;
        }
        limits.search_moves = moves;
        let options = self.engine.options();
        let style = UciStyle {
            chess960: options.chess960() || is_chess960(game.start()),
            show_wdl: options.show_wdl(),
        };
        let sender = self.sender.clone();
        let job = Job { game, limits, multi_pv: None };
        let control =
            self.engine.start_into(job, move |event| drop(sender.send(Message::Search(event))));
        self.work = Some(Work::Search(control, Box::new(Dialogue::new(root, style, self.debug))));
        Ok(())
    }

    fn perft(&mut self, depth: u32) -> io::Result<()> {
        let Some(root) = self.game.as_ref().map(|game| *game.position()) else {
            return self.info("error: no valid position to count from");
        };
        let options = self.engine.options();
        let style =
            UciStyle { chess960: options.chess960() || is_chess960(&root), show_wdl: false };
        let threads = options.threads();
        self.count(move |stop, _| {
            let result = perft::count(&root, depth, threads, stop, &mut |_| {});
            if result.stopped {
                return vec![info_string("stopped before everything was counted")];
            }
            let rows =
                result.divide.iter().map(|&(mv, leaves)| format!("{}: {leaves}", style.mv(mv)));
            rows.chain([format!("Nodes searched: {}", result.nodes)]).collect()
        })
    }

    fn bench(&mut self, depth: Option<u32>) -> io::Result<()> {
        let params = self.engine.options().params().clone();
        self.count(move |stop, sender| {
            let mut progress = |done: usize| {
                let name = bench::POSITIONS[done - 1].0;
                let line = info_string(&format!("{done}/{} {name}", bench::POSITIONS.len()));
                drop(sender.send(Message::Told(vec![line])));
            };
            match bench::run(
                &params,
                depth.unwrap_or(bench::DEPTH),
                &|| NoTrace,
                stop,
                &mut progress,
            ) {
                Ok(result) if result.stopped => vec![info_string("stopped: there is no signature")],
                Ok(result) => vec![format!("{} nodes {} nps", result.nodes, result.speed())],
                Err(error) => vec![info_string(&format!("error: {error}"))],
            }
        })
    }

    /// Has something counted on a thread of its own.
    fn count(
        &mut self,
        work: impl FnOnce(&StopFlag, &Sender<Message>) -> Vec<String> + Send + 'static,
    ) -> io::Result<()> {
        let (stop, sender) = (StopFlag::new(), self.sender.clone());
        let flag = stop.clone();
        let named = thread::Builder::new().name("count".to_owned());
        let spawned = named.spawn(move || {
            let told = work(&flag, &sender);
            drop(sender.send(Message::Counted(told)));
        });
        match spawned {
            Ok(_) => {
                self.work = Some(Work::Count(stop));
                Ok(())
            }
            Err(error) => self.info(&format!("error: the system gives no thread: {error}")),
        }
    }

    fn display(&mut self) -> io::Result<()> {
        let Some(position) = self.game.as_ref().map(|game| *game.position()) else {
            return self.info("error: no valid position to show");
        };
        for rank in Rank::ALL.into_iter().rev() {
            let men = File::ALL
                .map(|file| position.at(Square::at(file, rank)).map_or('.', |man| man.letter()));
            let row: Vec<String> = men.iter().map(char::to_string).collect();
            self.info(&format!("{} {}", rank.letter(), row.join(" ")))?;
        }
        self.info("  a b c d e f g h")?;
        self.info(&format!("fen {}", position.to_fen()))?;
        self.info(&format!("key {:016x}", position.key()))
    }

    fn evaluate(&mut self) -> io::Result<()> {
        let Some(position) = self.game.as_ref().map(|game| *game.position()) else {
            return self.info("error: no valid position to evaluate");
        };
        let score = self.engine.evaluate(&position).score;
        let check =
            if position.in_check() { " (in check: a search would look further)" } else { "" };
        self.info(&format!("static value {score}, White's view{check}"))
    }
}

/// The commands, for a person who speaks UCI by hand.
const HELP: &str = "uci isready ucinewgame setoption position go stop ponderhit debug quit; besides: d eval \
    bench [DEPTH] perft N wait. Started without `uci` the program has a prompt with a help of its own.";

/// Whether a line need not wait for the work to end.
fn acts_at_once(line: &str) -> bool {
    use UciCommand::{Debug, IsReady, PonderHit, Quit, Stop, Uci};
    matches!(parse_uci::parse(line), Ok(Stop | PonderHit | IsReady | Quit | Uci | Debug(_)))
}

/// The legal moves among these, and the texts that are none.
fn legal_among<'a>(position: &Position, texts: &'a [String]) -> (Vec<Move>, Vec<&'a str>) {
    let mut moves = Vec::new();
    let mut unknown = Vec::new();
    for text in texts {
        match parse_move(position, text) {
            Ok(mv) if !moves.contains(&mv) => moves.push(mv),
            Ok(_) => {}
            Err(_) => unknown.push(text.as_str()),
        }
    }
    (moves, unknown)
}

/// Whether somebody may castle with a king or rook that does not begin there in standard chess.
fn is_chess960(position: &Position) -> bool {
    let castling: &Castling = position.castling();
    Color::ALL.into_iter().any(|color| {
        let of = |wing, home| {
            castling
                .rook(color, wing)
                .is_some_and(|file| file != home || position.king(color).file() != File::E)
        };
        of(CastlingSide::King, File::H) || of(CastlingSide::Queen, File::A)
    })
}
