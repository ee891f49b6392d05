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
use super::dialect::{Dialect, Part};
use super::interrupt::Interrupt;
use super::message::{Inbox, Message};
use super::repl::{Prompt, PromptPlan, history};
use super::screen::{Appearance, Screen};
use super::script::{Script, Scripts};
use super::status::{self, CLOSED, INTERNAL, USAGE};
use super::terminal::{self, Streams};
use crate::ink::{Theme, View};
use crate::shell::command::{Command, Protocol};
use crate::shell::session::BoardSize;
use crate::shell::sitting::LogUse;
use crate::shell::terms::{Manner, free};
use crate::shell::{Request, Session};
use crate::store::{StoreError, file};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LaunchPlan {
    pub look: Appearance,
    /// Settings that differ from what they would be.
    pub given: GivenSettings,
    /// What is done without anybody at the keyboard.
    pub scripts: Vec<Script>,
    pub interactive: bool,
    /// The prompt says first who this is.
    pub banner: bool,
    /// A program's language from the start.
    pub protocol: Option<Protocol>,
    /// Scripts end at the first error.
    pub strict: bool,
    pub echo: bool,
    /// The prompt remembers what is typed.
    pub history: bool,
    /// At the end of the input everything is stopped, also what would end by itself.
    pub quits_at_end: bool,
    /// The settings that are kept; read at the prompt and for scripts, never where a GUI may be listening.
    pub settings_file: Option<PathBuf>,
    /// Commands that are done before the prompt opens, if there is such a file.
    pub init_file: Option<PathBuf>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GivenSettings {
    pub pov: Option<View>,
    /// The background that colours are chosen for.
    pub theme: Option<Theme>,
    pub big: bool,
    /// Long answers are shown at once.
    pub no_pager: bool,
    /// Threads that search; else the prompt takes all the machine has, and scripts one, whose searches repeat themselves.
    pub threads: Option<usize>,
    /// Size of the table in mebibytes.
    pub hash: Option<usize>,
    pub log: Option<PathBuf>,
}

impl GivenSettings {
    fn options(&self) -> Vec<Command> {
        let named = [
            ("Threads", self.threads.map(|threads| threads.to_string())),
            ("Hash", self.hash.map(|hash| hash.to_string())),
        ];
        let set = named.into_iter().filter_map(|(name, value)| {
            Some(Command::Set { name: name.to_owned(), value: value? })
        });
        set.chain(self.log.clone().map(|path| Command::Log(LogUse::Into(path)))).collect()
    }
}

/// Where settings are kept: `$XDG_CONFIG_HOME/quarterply/settings.toml`, or beneath `~/.config`. `None` without a home.
pub fn settings_file() -> Option<PathBuf> {
    Some(config_folder()?.join("settings.toml"))
}

/// The commands that are done before the prompt opens: the file `init` in the same folder.
pub fn init_file() -> Option<PathBuf> {
    Some(config_folder()?.join("init"))
}

fn config_folder() -> Option<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute("XDG_CONFIG_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".config")))?;
    Some(folder.join("quarterply"))
}

pub fn run(plan: LaunchPlan) -> u8 {
    terminal::remember();
    terminal::restore_on_panic();
    // A mistake of the program has told about itself by now; it must not look like anything else.
    panic::catch_unwind(AssertUnwindSafe(|| carry_out(plan))).unwrap_or(INTERNAL)
}

fn carry_out(plan: LaunchPlan) -> u8 {
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
        Err(error) => match error.downcast_ref().map(io::Error::kind) {
            // Whoever closed the output wants to hear nothing more.
            Some(io::ErrorKind::BrokenPipe) => CLOSED,
            Some(io::ErrorKind::WouldBlock) => {
                status::last_words(&error.context("the system gives no thread to work on"))
            }
            _ => status::last_words(&error),
        },
    }
}

fn set(
    session: &mut Session,
    screen: &mut Screen,
    plan: &LaunchPlan,
    streams: Streams,
) -> Result<(), u8> {
    let at_prompt = streams.input && streams.capable;
    let may_be_gui = plan.protocol.is_some() || plan.scripts.is_empty() && !at_prompt;
    if let Some(path) = plan.settings_file.as_ref().filter(|_| !may_be_gui) {
        for error in session.use_settings_file(path) {
            // If this cannot be said, nothing can, and the conversation will find out.
            let _ = screen.failed(&Part::default(), &error);
        }
    }
    let given = &plan.given;
    session.prefer(|preferences| {
        preferences.pov = given.pov.unwrap_or(preferences.pov);
        preferences.theme = given.theme.or(preferences.theme);
        if given.big {
            preferences.board = BoardSize::Big;
        }
        preferences.pager &= !given.no_pager;
    });
    for command in given.options() {
        // A log that cannot be kept is no reason to leave a GUI without an engine.
        let may_fail = may_be_gui && matches!(command, Command::Log(_));
        if let Err(error) = session.execute(Request::new(command, free(Manner::Alone))) {
            // If not even this can be said, the status still does.
            let _ = screen.failed(&Part::default(), &error);
            if !may_fail {
                return Err(USAGE);
            }
        }
    }
    // If this cannot be said, the conversation will find out.
    let _ = screen.heed(session);
    Ok(())
}

fn lead(
    mut session: Session,
    mut screen: Screen,
    plan: &LaunchPlan,
    streams: Streams,
    inbox: (Receiver<Message>, Inbox),
    interrupt: Interrupt,
) -> anyhow::Result<u8> {
    let at_prompt = streams.input && streams.capable && plan.protocol.is_none();
    let mut scripts = match &plan.scripts[..] {
        [] if !at_prompt => vec![Script::Input],
        scripts => scripts.to_vec(),
    };
    let stays = plan.scripts.is_empty() || plan.interactive;
    let prompt = match at_prompt && stays {
        true => Some(prompt(&mut session, &mut screen, plan, streams, &inbox.1)?),
        false => None,
    };
    if let (Some(_), Some(init)) = (&prompt, plan.init_file.as_ref().filter(|path| path.exists())) {
        // A pipe could keep the program from ever beginning.
        match file::open(init) {
            Ok(_) => scripts.insert(0, Script::File(init.clone())),
            Err(error) => {
                let part = Part::default();
                screen.failed(&part, &StoreError::from(error).into())?;
            }
        }
    }
    let conduct = Conduct { echo: plan.echo, strict: plan.strict, quits_at_end: plan.quits_at_end };
    let mut conversation = Conversation::new(session, Box::new(screen), inbox, interrupt, conduct);
    if let Some(protocol) = plan.protocol {
        conversation.speak(protocol, false)?;
        return Ok(conversation.lead(Scripts::default(), None)?);
    }
    Ok(conversation.lead(Scripts::new(scripts), prompt)?)
}

/// Makes ready for somebody at the keyboard.
fn prompt(
    session: &mut Session,
    screen: &mut Screen,
    plan: &LaunchPlan,
    streams: Streams,
    inbox: &Inbox,
) -> anyhow::Result<Prompt> {
    if plan.given.threads.is_none() && plan.scripts.is_empty() && !session.keeps("threads") {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let (name, value) = ("Threads".to_owned(), threads.to_string());
        let set = Command::SetOption { name, value };
        session.execute(Request::new(set, free(Manner::Alone)))?;
    }
    let typed = screen.open_prompt(inbox.clone());
    let history = if plan.history { history::prepare() } else { None };
    session.set_history_file(history.as_deref());
    if let Some(path) = history::last_sitting().filter(|_| history.is_some()) {
        session.keep_last_sitting_in(&path);
    }
    if plan.banner && streams.output && !plan.look.json && plan.scripts.is_empty() {
        let options = session.engine().options();
        let (threads, hash) = (options.threads, options.hash);
        let plural = if threads == 1 { "" } else { "s" };
        let dot = screen.settings().signs().dot;
        let version = env!("CARGO_PKG_VERSION");
        screen.line(&format!(
            "quarterply {version}{dot}{threads} thread{plural}{dot}{hash} MiB{dot}type help"
        ))?;
    }
    let style = screen.settings().style;
    let plan = PromptPlan { output_is_piped: !streams.output, history, style, typed };
    Prompt::begin(plan, session, inbox.clone()).context("cannot begin the prompt")
}
