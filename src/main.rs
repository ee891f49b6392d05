//! The program: reads its command line, picks a front, and says by its status how it went.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ArgAction, ArgMatches, CommandFactory, FromArgMatches, Parser, ValueEnum};
use clap_complete::Shell;
use quarterply::control::quantity;
use quarterply::front::launch::{self, GivenSettings, LaunchPlan};
use quarterply::front::manual;
use quarterply::front::screen::Appearance;
use quarterply::front::script::{self, Script};
use quarterply::front::status;
use quarterply::ink::{ColorChoice, Theme, View};
use quarterply::shell::command::Protocol;

/// A chess program for the terminal: a prompt to analyse at, and a UCI engine, whose search thinks in quarters of a ply.
///
/// Without commands it reads standard input: from a terminal a prompt opens, from a pipe each line is a command, and if
/// the first of them is `uci` it is a GUI's engine. `help` at the prompt lists all commands. `quarterply man` writes a manual page,
/// `quarterply completions SHELL` what a shell needs to complete.
#[derive(Parser, Debug)]
#[command(
    name = "quarterply",
    version,
    max_term_width = 100,
    after_help = "\
Status: 0 all well, 1 a command failed, 2 a wrong option, 3 left at the first error (--strict),
4 a check did not hold, 70 a mistake of the program, 130 interrupted, 141 the output was closed."
)]
struct Arguments {
    /// Do a command; may be given several times
    #[arg(short = 'c', long = "command", value_name = "COMMAND", action = ArgAction::Append, allow_hyphen_values = true)]
    commands: Vec<String>,

    /// Do the commands in a file, `-` for standard input; may be given several times
    #[arg(short = 'f', long = "file", value_name = "FILE", action = ArgAction::Append)]
    files: Vec<PathBuf>,

    /// Go on at the prompt after all commands
    #[arg(short = 'i', long)]
    interactive: bool,

    /// Print no banner
    #[arg(short = 'q', long)]
    quiet: bool,

    /// Speak UCI from the start (a GUI needs no option: `uci` as the first line is enough)
    #[arg(long)]
    uci: bool,

    /// Speak xboard's protocol from the start (`xboard` as the first line is enough)
    #[arg(long, conflicts_with = "uci")]
    xboard: bool,

    /// At the end of the input: finish what ends by itself, or quit at once
    #[arg(long, value_name = "WHAT", default_value = "finish")]
    on_eof: OnEof,

    /// Record what is said in both directions in a file; a % in its name becomes the first free number
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Leave a script at the first error, with status 3
    #[arg(long)]
    strict: bool,

    /// Colour: always, never, or as the terminal and NO_COLOR say
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,

    /// The background that colours are chosen for
    #[arg(long, value_name = "WHICH")]
    theme: Option<Background>,

    /// Draw the board big
    #[arg(long)]
    big: bool,

    /// Show long answers at once, not window by window
    #[arg(long)]
    no_pager: bool,

    /// Draw with nothing but ASCII
    #[arg(long)]
    ascii: bool,

    /// Answer in JSON, an object a line
    #[arg(long)]
    json: bool,

    /// Show each command of a script before doing it
    #[arg(long)]
    echo: bool,

    /// Whose view scores are
    #[arg(long, value_name = "VIEW")]
    pov: Option<Pov>,

    /// Threads that search
    #[arg(short = 't', long, value_name = "N")]
    threads: Option<usize>,

    /// Size of the table: 64, 512M, 1G
    #[arg(short = 'H', long, value_name = "SIZE", value_parser = size)]
    hash: Option<usize>,

    /// Do not remember what is typed at the prompt
    #[arg(long)]
    no_history: bool,

    /// Do not read the file of settings that are kept
    #[arg(long)]
    no_config: bool,

    /// Do not do the commands in the file `init` before the prompt opens
    #[arg(long)]
    no_init: bool,

    /// A command to do, as it would be typed at the prompt: `bench`, `perft 6`, `suite FILE.epd 100k`; or several, each in
    /// quotes: `'position startpos' 'go depth 10' quit`
    #[arg(value_name = "COMMAND", trailing_var_arg = true)]
    words: Vec<String>,
}

/// When to colour.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

/// What is behind the text.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Background {
    Dark,
    Light,
    /// Anything: no colours, weights only
    Mono,
}

/// Whose view.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Pov {
    White,
    #[value(alias = "stm")]
    Mover,
}

/// What to do when nobody says anything any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum OnEof {
    Finish,
    Quit,
}

/// A size in mebibytes.
fn size(text: &str) -> Result<usize, String> {
    quantity::mebibytes(text)
        .ok_or_else(|| "a size is a number of mebibytes, as 64, 512M or 1G".to_owned())
}

impl Arguments {
    fn settings(&self) -> GivenSettings {
        GivenSettings {
            pov: self.pov.map(|pov| match pov {
                Pov::White => View::White,
                Pov::Mover => View::SideToMove,
            }),
            theme: self.theme.map(|theme| match theme {
                Background::Dark => Theme::Dark,
                Background::Light => Theme::Light,
                Background::Mono => Theme::Mono,
            }),
            big: self.big,
            no_pager: self.no_pager,
            threads: self.threads,
            hash: self.hash,
            log: self.log.clone(),
        }
    }

    /// What is to be done; `matches` knows in which order commands and files were given.
    fn plan(self, matches: &ArgMatches) -> LaunchPlan {
        let settings = self.settings();
        let places = |name| matches.indices_of(name).into_iter().flatten();
        let commands = places("commands").zip(self.commands.into_iter().map(Script::Line));
        let files = self.files.into_iter().map(|path| match path.to_str() {
            Some("-") => Script::Input,
            _ => Script::File(path),
        });
        let mut given: Vec<(usize, Script)> = commands.chain(places("files").zip(files)).collect();
        given.sort_by_key(|(place, _)| *place);
        let mut scripts: Vec<Script> = given.into_iter().map(|(_, script)| script).collect();
        scripts.extend(script::lines_of(&self.words).into_iter().map(Script::Line));
        LaunchPlan {
            look: Appearance {
                color: match self.color {
                    When::Auto => ColorChoice::Auto,
                    When::Always => ColorChoice::Always,
                    When::Never => ColorChoice::Never,
                },
                ascii: self.ascii,
                json: self.json,
                background: None,
            },
            given: settings,
            scripts,
            interactive: self.interactive,
            banner: !self.quiet,
            protocol: match (self.uci, self.xboard) {
                (true, _) => Some(Protocol::Uci),
                (false, true) => Some(Protocol::Xboard),
                (false, false) => None,
            },
            strict: self.strict,
            echo: self.echo,
            history: !self.no_history,
            settings_file: if self.no_config { None } else { launch::settings_file() },
            init_file: if self.no_init { None } else { launch::init_file() },
            quits_at_end: self.on_eof == OnEof::Quit,
        }
    }
}

/// What is written for a shell or for `man`, if that is what the words ask for: the bytes, or why not.
fn written(words: &[String]) -> Option<Result<Vec<u8>, clap::Error>> {
    let mut bytes = Vec::new();
    let written = match words {
        [word] if word == "man" => manual::man(Arguments::command(), &mut bytes),
        [word, shell] if word == "completions" => match Shell::from_str(shell, true) {
            Ok(shell) => manual::completions(Arguments::command(), shell, &mut bytes),
            Err(why) => {
                let names: Vec<String> =
                    Shell::value_variants().iter().map(Shell::to_string).collect();
                let message = format!("{why}: completions are for {}\n", names.join(", "));
                return Some(Err(Arguments::command().error(ErrorKind::InvalidValue, message)));
            }
        },
        _ => return None,
    };
    Some(written.map(|()| bytes).map_err(clap::Error::from))
}

/// The plan, or what is to be written instead.
fn read() -> Result<Result<LaunchPlan, Vec<u8>>, clap::Error> {
    let matches = Arguments::command().try_get_matches()?;
    let arguments = Arguments::from_arg_matches(&matches)?;
    Ok(match written(&arguments.words) {
        Some(bytes) => Err(bytes?),
        None => Ok(arguments.plan(&matches)),
    })
}

fn main() -> ExitCode {
    let code = match read() {
        Ok(Ok(plan)) => launch::run(plan),
        Ok(Err(bytes)) => match io::Write::write_all(&mut io::stdout(), &bytes) {
            Ok(()) => 0,
            Err(_) => status::CLOSED,
        },
        Err(error) => {
            // If not even this can be printed, the status says it all.
            let _ = error.print();
            if error.use_stderr() { status::USAGE } else { 0 }
        }
    };
    ExitCode::from(code)
}
