//! From a plan made of the command line to the front that does it, and to the status it ends with.

use std::env;
use std::io::{self, BufReader};
use std::num::NonZero;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::thread;

use super::driver::{Driver, Flow, Origin};
use super::interrupt::Interrupt;
use super::lines::LineReader;
use super::repl::{self, Manner};
use super::screen::{Look, Screen};
use super::script::{self, Script};
use super::status::{CLOSED, INTERNAL, USAGE};
use super::terminal::{self, Streams};
use super::uci;
use crate::shell::Session;

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
    terminal::restore_on_panic();
    // A mistake of the program has told about itself by now; it must not look like anything else.
    panic::catch_unwind(AssertUnwindSafe(|| carry_out(plan))).unwrap_or(INTERNAL)
}

fn carry_out(plan: Plan) -> u8 {
    let interrupt = Interrupt::install().unwrap_or_else(|_| Interrupt::quiet());
    let streams = Streams::look();
    let session = Session::new(interrupt.stop_flag());
    let screen = Screen::standard(plan.look, streams);
    let mut driver = Driver::new(session, screen, interrupt);
    match drive(&mut driver, &plan, streams) {
        Ok(Next::Status(status)) => status,
        Ok(Next::Uci { first, rest }) => {
            let (engine, game) = driver.session.into_parts();
            uci::run(first, rest.into_inner(), io::stdout(), engine, game)
        }
        Err(error) => match error.downcast_ref::<io::Error>() {
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => CLOSED,
            _ => driver.screen.last_words(&error),
        },
    }
}

/// What standard input still has to say.
type Rest = LineReader<BufReader<io::Stdin>>;

/// What is left to do.
enum Next {
    Status(u8),
    Uci {
        /// The line that chose it; empty if the command line did, for then nobody has said anything yet.
        first: &'static str,
        rest: Rest,
    },
}

fn drive(driver: &mut Driver, plan: &Plan, streams: Streams) -> anyhow::Result<Next> {
    let at_prompt = streams.input && streams.capable;
    let may_be_gui = plan.uci || plan.scripts.is_empty() && !at_prompt;
    if let Some(path) = plan.settings_file.as_ref().filter(|_| !may_be_gui) {
        for error in driver.session.use_settings_file(path) {
            driver.screen.complain(&Origin::Prompt, "", &error)?;
        }
    }
    for line in &plan.settings {
        driver.silently(&Origin::Prompt, line)?;
        if driver.status.code() != 0 {
            return Ok(Next::Status(USAGE));
        }
    }
    driver.screen.heed(driver.session.preferences(), driver.session.is_chess960());
    let mut input = LineReader::new(BufReader::new(io::stdin()));
    if plan.uci {
        return Ok(Next::Uci { first: "", rest: input });
    }
    driver.echo = plan.echo;
    driver.strict = plan.strict;
    let scripts = match &plan.scripts[..] {
        [] if !at_prompt => &[Script::Input],
        scripts => scripts,
    };
    let mut flow = script::run(driver, scripts, &mut input)?;
    let stays = plan.scripts.is_empty() || plan.interactive;
    if flow == Flow::Next && at_prompt && stays {
        driver.echo = false;
        if !plan.threads_given && !driver.session.keeps("threads") {
            let threads = thread::available_parallelism().map_or(1, NonZero::get);
            driver.silently(&Origin::Prompt, &format!("threads {threads}"))?;
        }
        let manner = Manner {
            banner: plan.banner && streams.output && !plan.look.json,
            history: plan.history,
            output_is_piped: !streams.output,
        };
        flow = repl::run(driver, manner)?;
        if flow == Flow::Quit {
            // Somebody was there to see what went wrong.
            return Ok(Next::Status(0));
        }
    }
    Ok(match flow {
        Flow::Uci => Next::Uci { first: "uci", rest: input },
        _ => Next::Status(driver.status.code()),
    })
}
