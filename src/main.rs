//! The program: reads its command line, picks a front, and says by its status how it went.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgAction, Parser, ValueEnum};
use quarterply::front::launch::{self, Plan};
use quarterply::front::screen::Look;
use quarterply::front::script::Script;
use quarterply::front::status;
use quarterply::render::ColorChoice;

/// A chess program for the terminal: a prompt to analyse at, and a UCI engine, whose search thinks in quarters of a ply.
///
/// Without commands it reads standard input: from a terminal a prompt opens, from a pipe each line is a command, and if
/// the first of them is `uci` it is a GUI's engine. `help` at the prompt lists all commands.
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

    /// Leave a script at the first error, with status 3
    #[arg(long)]
    strict: bool,

    /// Colour: always, never, or as the terminal and NO_COLOR say
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,

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
    #[arg(short = 'H', long, value_name = "SIZE")]
    hash: Option<String>,

    /// Do not remember what is typed at the prompt
    #[arg(long)]
    no_history: bool,

    /// A command to do, as it would be typed at the prompt: `bench`, `perft 6`, `suite FILE.epd 100k`
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

/// Whose view.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Pov {
    White,
    #[value(alias = "stm")]
    Mover,
}

impl Arguments {
    fn plan(self) -> Plan {
        let settings = [
            self.pov.map(|pov| match pov {
                Pov::White => "set pov white".to_owned(),
                Pov::Mover => "set pov mover".to_owned(),
            }),
            self.threads.map(|threads| format!("threads {threads}")),
            self.hash.map(|hash| format!("hash {hash}")),
        ];
        let mut scripts: Vec<Script> = self.commands.into_iter().map(Script::Line).collect();
        scripts.extend(self.files.into_iter().map(|path| match path.to_str() {
            Some("-") => Script::Input,
            _ => Script::File(path),
        }));
        if !self.words.is_empty() {
            scripts.push(Script::Line(quarterply::front::script::line_of(&self.words)));
        }
        Plan {
            look: Look {
                color: match self.color {
                    When::Auto => ColorChoice::Auto,
                    When::Always => ColorChoice::Always,
                    When::Never => ColorChoice::Never,
                },
                ascii: self.ascii,
                json: self.json,
            },
            threads_given: self.threads.is_some(),
            settings: settings.into_iter().flatten().collect(),
            scripts,
            interactive: self.interactive,
            banner: !self.quiet,
            uci: self.uci,
            strict: self.strict,
            echo: self.echo,
            history: !self.no_history,
        }
    }
}

fn main() -> ExitCode {
    let code = match Arguments::try_parse() {
        Ok(arguments) => launch::run(arguments.plan()),
        Err(error) => {
            // If not even this can be printed, the status says it all.
            let _ = error.print();
            if error.use_stderr() { status::USAGE } else { 0 }
        }
    };
    ExitCode::from(code)
}
