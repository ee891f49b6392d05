//! Starts the front that the command line names, and returns its exit status.

use std::env;
use std::io::{self, BufWriter};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use anyhow::Context;
use etcetera::BaseStrategy;

use super::arguments::{Arguments, OnEof};
use super::conversation::{Conversation, RunOptions};
use super::dialect::{Dialect, Part};
use super::guard;
use super::input;
use super::interrupt;
use super::message::{Inbox, Message};
use super::repl::{Prompt, history};
use super::screen::Screen;
use super::script::{Script, Scripts};
use super::status::{self, CLOSED, INTERNAL, USAGE};
use super::terminal::{self, Streams};
use crate::control;
use crate::files::stdin;
use crate::ink::number::counted;
use crate::shell::Session;
use crate::shell::second;
use crate::shell::session::LOG;
use crate::store::file;

/// Returns the path of a file of the user's configuration: in `$XDG_CONFIG_HOME/quarterply` or `~/.config/quarterply`; on Windows
/// in the application data. `None` without a home directory.
fn config(name: &str) -> Option<PathBuf> {
    Some(etcetera::choose_base_strategy().ok()?.config_dir().join("quarterply").join(name))
}

pub fn run(arguments: &Arguments, scripts: &[Script]) -> u8 {
    terminal::remember();
    // A panic's message would be unreadable on a terminal in raw mode.
    guard::install_hook(terminal::restore);
    // The internal error was reported; its status must differ from all others.
    let status = control::guard::caught(|| carry_out(arguments, scripts)).unwrap_or(INTERNAL);
    // A running command may still hold it.
    second::end_all();
    status
}

fn carry_out(arguments: &Arguments, scripts: &[Script]) -> u8 {
    let _in_use = input::in_use();
    let (sender, inbox) = mpsc::channel();
    // Without handlers Ctrl-C ends the program at once.
    let _ = interrupt::install(&sender);
    let jobs = sender.clone();
    let mut session =
        Session::new(move |job, told| drop(jobs.send(Message::Job(job, Box::new(told)))));
    let out = Box::new(BufWriter::new(io::stdout()));
    let mut screen = Screen::new(arguments.look(), Streams::look(), out, Box::new(io::stderr()));
    if let Err(status) = set(&mut session, &mut screen, arguments, scripts) {
        return status;
    }
    match lead(session, screen, arguments, scripts, (inbox, sender)) {
        Ok(status) => status,
        Err(error) => match error.downcast_ref().map(io::Error::kind) {
            // The output is closed: nothing more is printed.
            Some(io::ErrorKind::BrokenPipe) => CLOSED,
            Some(io::ErrorKind::WouldBlock) => {
                status::report_fatal(&error.context("the system gives no thread to work on"))
            }
            _ => status::report_fatal(&error),
        },
    }
}

fn set(
    session: &mut Session,
    screen: &mut Screen,
    arguments: &Arguments,
    scripts: &[Script],
) -> Result<(), u8> {
    let is_for_person = screen.streams.input || arguments.interactive;
    let may_be_gui = arguments.protocol().is_some() || scripts.is_empty() && !is_for_person;
    if let Some(path) = config("settings.toml").filter(|_| !arguments.no_config && !may_be_gui) {
        for error in session.use_settings_file(&path) {
            // If this fails all output fails, which the conversation will notice.
            let _ = screen.failed(&Part::default(), &error);
        }
    }
    // It affects nothing under a protocol.
    session.drill.path = config("drill.jsonl").filter(|_| !arguments.no_config);
    arguments.prefer(&mut session.settings.preferences);
    for (name, value) in arguments.options() {
        if let Err(error) = session.set(name, &value) {
            // If printing fails, the status still reports the error.
            let _ = screen.failed(&Part::default(), &error);
            // A GUI must get an engine even if the log cannot be written.
            if !may_be_gui || name != LOG {
                return Err(USAGE);
            }
        }
    }
    // If this fails, the conversation will notice.
    let _ = screen.refresh(session);
    Ok(())
}

fn lead(
    mut session: Session,
    mut screen: Screen,
    arguments: &Arguments,
    scripts: &[Script],
    inbox: (Receiver<Message>, Inbox),
) -> anyhow::Result<u8> {
    let Streams { input, output, capable, .. } = screen.streams;
    let (asks, opens) = (arguments.interactive, input && output && arguments.opens_file());
    // Piped input is read first; lines are then edited on the terminal itself.
    let has_terminal = input || asks && terminal::is_at_hand();
    let at_prompt = has_terminal && capable && arguments.protocol().is_none();
    let is_free = input && scripts.is_empty() || opens;
    let prompt = match at_prompt && (is_free || asks) {
        true => Some(prompt(&mut session, &mut screen, arguments, is_free, &inbox.1)?),
        false => None,
    };
    let mut scripts = match scripts {
        [] if !at_prompt || !input => vec![Script::Input],
        scripts => scripts.to_vec(),
    };
    // A terminal without line editing is read like a file.
    let reads_input = scripts == [Script::Input] && arguments.protocol().is_none();
    let is_typed = input && !capable && reads_input;
    if is_typed {
        remember(&mut session, arguments);
        banner(&session, &mut screen, arguments)?;
    }
    let gives_commands = scripts.contains(&Script::Input) || prompt.is_some() && input;
    if !gives_commands && arguments.protocol().is_none() {
        stdin::offer(io::stdin());
    }
    let init = config("init").filter(|path| !arguments.no_init && path.exists());
    if let Some(init) = init.filter(|_| prompt.is_some() || is_typed) {
        // A pipe could block the start for ever.
        match file::open(&init) {
            Ok(_) => scripts.insert(0, Script::File(init)),
            Err(error) => {
                let part = Part::default();
                screen.failed(&part, &error.into())?;
            }
        }
    }
    let &Arguments { echo, strict, on_eof, .. } = arguments;
    let (quits_at_end, look) = (on_eof == OnEof::Quit, arguments.look());
    let run_options = RunOptions { echo, strict, quits_at_end, is_typed, look };
    let mut conversation = Conversation::new(session, Box::new(screen), inbox, run_options);
    if let Some(protocol) = arguments.protocol() {
        conversation.speak(protocol, false)?;
        return Ok(conversation.run(Scripts::default(), None)?);
    }
    Ok(conversation.run(Scripts::new(scripts), prompt)?)
}

/// Prepares the prompt; `is_free`: no scripts run before it.
fn prompt(
    session: &mut Session,
    screen: &mut Screen,
    arguments: &Arguments,
    is_free: bool,
    inbox: &Inbox,
) -> anyhow::Result<Prompt> {
    if arguments.threads.is_none() && is_free && !session.settings.keeps("threads") {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        session.set_engine("Threads", &threads.to_string())?;
    }
    session.settings.at_prompt = true;
    screen.open_prompt();
    let history = remember(session, arguments);
    session.files.history.clone_from(&history);
    let is_piped = !screen.streams.output || !screen.streams.input;
    if is_free {
        banner(session, screen, arguments)?;
    }
    let prompt = Prompt::begin(is_piped, history, session, inbox.clone());
    prompt.context("cannot begin the prompt")
}

/// Turns on autosave and history, unless `--no-history` is given. Returns the path of the history.
fn remember(session: &mut Session, arguments: &Arguments) -> Option<PathBuf> {
    let history = if arguments.no_history { None } else { history::prepare() };
    session.files.autosave = history::last_session().filter(|_| history.is_some());
    history
}

fn banner(session: &Session, screen: &mut Screen, arguments: &Arguments) -> io::Result<()> {
    if arguments.quiet || arguments.json || !screen.streams.output {
        return Ok(());
    }
    let options = session.engine.options();
    let (threads, hash) = (counted(options.threads, "thread"), options.hash);
    let dot = screen.settings.signs().dot;
    let version = env!("CARGO_PKG_VERSION");
    screen.line(&format!("quarterply {version}{dot}{threads}{dot}{hash} MiB{dot}type help"))
}
