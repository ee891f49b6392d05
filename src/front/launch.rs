//! From a plan made of the command line to the front that does it, and to the status it ends with.

use std::env;
use std::io;
use std::num::NonZero;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use anyhow::Context;

use super::conversation::{Conduct, Conversation};
use super::dialect::{Dialect, Origin, Part};
use super::interrupt::Interrupt;
use super::message::{Inbox, Message};
use super::repl::{Prompt, PromptPlan, history};
use super::screen::{Look, Screen};
use super::script::{Script, Scripts};
use super::status::{self, CLOSED, INTERNAL, USAGE};
use super::terminal::{self, Streams};
use crate::shell::command::{Command, Protocol};
use crate::shell::{CommandError, Session, parse};

/// What the command line asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// How answers are shown.
    pub look: Look,
    /// Commands that set what the options say.
    pub settings: Vec<String>,
    /// One of them is the number of threads; else the prompt takes all the machine has, and scripts one, whose searches
    /// repeat themselves.
    pub threads_given: bool,
    /// What is done without anybody at the keyboard.
    pub scripts: Vec<Script>,
    /// A prompt opens afterwards.
    pub interactive: bool,
    /// The prompt says first who this is.
    pub banner: bool,
    /// UCI from the start.
    pub uci: bool,
    /// Scripts end at the first error.
    pub strict: bool,
    /// Commands of scripts are shown.
    pub echo: bool,
    /// The prompt remembers what is typed.
    pub history: bool,
    /// At the end of the input everything is stopped, also what would end by itself.
    pub quits_at_end: bool,
    /// The settings that are kept; read at the prompt and for scripts, never where a GUI may be listening.
    pub settings_file: Option<PathBuf>,
}

/// Where settings are kept: `$XDG_CONFIG_HOME/quarterply/settings.toml`, or beneath `~/.config`. `None` without a home.
pub fn settings_file() -> Option<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute("XDG_CONFIG_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".config")))?;
    Some(folder.join("quarterply").join("settings.toml"))
}

/// Does what was planned, and returns the status.
pub fn run(plan: Plan) -> u8 {
    terminal::remember();
    terminal::restore_on_panic();
    // A mistake of the program has told about itself by now; it must not look like anything else.
    panic::catch_unwind(AssertUnwindSafe(|| carry_out(plan))).unwrap_or(INTERNAL)
}

fn carry_out(plan: Plan) -> u8 {
    let (sender, inbox) = mpsc::channel();
    // Without Ctrl-C one can still play chess.
    let interrupt = Interrupt::install(&sender).unwrap_or_default();
    let streams = Streams::look();
    let jobs = sender.clone();
    let mut session = Session::new(Arc::new(move |event| drop(jobs.send(Message::Job(event)))));
    let mut screen = Screen::standard(plan.look, streams);
    if let Err(status) = set(&mut session, &mut screen, &plan, streams) {
        return status;
    }
    let led = lead(session, screen, &plan, streams, (inbox, sender), interrupt);
    match led {
        Ok(status) => status,
        Err(error) => match error.downcast_ref::<io::Error>() {
            // Whoever closed the output wants to hear nothing more.
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => CLOSED,
            _ => status::last_words(&error),
        },
    }
}

/// Sets what the options of the command line say.
fn set(
    session: &mut Session,
    screen: &mut Screen,
    plan: &Plan,
    streams: Streams,
) -> Result<(), u8> {
    let at_prompt = streams.input && streams.capable;
    let may_be_gui = plan.uci || plan.scripts.is_empty() && !at_prompt;
    if let Some(path) = plan.settings_file.as_ref().filter(|_| !may_be_gui) {
        for error in session.use_settings_file(path) {
            let part = Part { origin: Origin::Prompt, text: String::new() };
            // If this cannot be said, nothing can, and the conversation will find out.
            let _ = screen.failed(&part, &error);
        }
    }
    for line in &plan.settings {
        let done = parse::parse(line, session.position())
            .map_err(CommandError::from)
            .and_then(|command| session.execute(command));
        if let Err(error) = done {
            let part = Part { origin: Origin::Prompt, text: line.clone() };
            // If not even this can be said, the status still does.
            let _ = screen.failed(&part, &error);
            return Err(USAGE);
        }
    }
    // Nobody reads the output if this fails, and the conversation will find out.
    let _ = screen.heed(session);
    Ok(())
}

fn lead(
    mut session: Session,
    mut screen: Screen,
    plan: &Plan,
    streams: Streams,
    inbox: (Receiver<Message>, Inbox),
    interrupt: Interrupt,
) -> anyhow::Result<u8> {
    let at_prompt = streams.input && streams.capable && !plan.uci;
    let scripts = match &plan.scripts[..] {
        [] if !at_prompt => vec![Script::Input],
        scripts => scripts.to_vec(),
    };
    let stays = plan.scripts.is_empty() || plan.interactive;
    let prompt = match at_prompt && stays {
        true => Some(prompt(&mut session, &mut screen, plan, streams, &inbox.1)?),
        false => None,
    };
    let conduct = Conduct { echo: plan.echo, strict: plan.strict, quits_at_end: plan.quits_at_end };
    let mut conversation = Conversation::new(session, Box::new(screen), inbox, interrupt, conduct);
    if plan.uci {
        conversation.speak(Protocol::Uci, false)?;
        return Ok(conversation.lead(Scripts::default(), None)?);
    }
    Ok(conversation.lead(Scripts::new(scripts), prompt)?)
}

/// Makes ready for somebody at the keyboard.
fn prompt(
    session: &mut Session,
    screen: &mut Screen,
    plan: &Plan,
    streams: Streams,
    inbox: &Inbox,
) -> anyhow::Result<Prompt> {
    if !plan.threads_given && plan.scripts.is_empty() && !session.keeps("threads") {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        session.execute(Command::SetOption {
            name: "Threads".to_owned(),
            value: threads.to_string(),
        })?;
    }
    screen.ask_background();
    let history = if plan.history { history::prepare() } else { None };
    session.set_history_file(history.as_deref());
    if plan.banner && streams.output && !plan.look.json && plan.scripts.is_empty() {
        let options = session.engine().options();
        let (threads, hash) = (options.threads(), options.hash());
        let plural = if threads == 1 { "" } else { "s" };
        let dot = screen.settings().signs().dot;
        let version = env!("CARGO_PKG_VERSION");
        screen.line(&format!(
            "quarterply {version}{dot}{threads} thread{plural}{dot}{hash} MiB{dot}type help"
        ))?;
    }
    let style = screen.settings().style;
    let plan = PromptPlan { output_is_piped: !streams.output, history, style };
    Prompt::begin(plan, session, inbox.clone()).context("cannot begin the prompt")
}
