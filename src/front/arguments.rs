//! The options of the command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::slice;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, ArgMatches, Parser, ValueEnum};

use super::screen::Appearance;
use super::script::{self, Script};
use crate::commands::grammar;
use crate::ink::settings::BoardSize;
use crate::ink::{Theme, View};
use crate::shell::session::{LOG, Preferences, Protocol};

/// A chess program for the terminal: a prompt to analyse at, and a UCI engine, whose search thinks in quarters of a ply.
///
/// Without commands it reads standard input: from a terminal a prompt opens, from a pipe each line is a command, and if
/// the first of them is `uci` it is a GUI's engine. `help` at the prompt lists all commands. `quarterply man` writes a manual page,
/// `quarterply completions SHELL` what a shell needs to complete.
#[derive(Parser, Clone, Debug)]
#[command(
    name = "quarterply",
    version,
    max_term_width = 100,
    after_help = "\
Status: 0 all well, 1 a command failed, 2 a wrong option, 3 left at the first error (--strict),
4 an assertion failed (1 where a command failed too), 70 internal error, 130 interrupted, 141 the output was closed."
)]
pub struct Arguments {
    /// Run a command (repeatable)
    #[arg(short = 'c', long = "command", value_name = "COMMAND", action = ArgAction::Append, allow_hyphen_values = true)]
    pub(super) commands: Vec<String>,

    /// Do the commands in a file, `-` for standard input; may be given several times
    #[arg(short = 'f', long = "file", value_name = "FILE", action = ArgAction::Append)]
    pub(super) files: Vec<PathBuf>,

    /// Open the prompt afterwards
    #[arg(short = 'i', long)]
    pub(super) interactive: bool,

    /// Print no banner
    #[arg(short = 'q', long)]
    pub(super) quiet: bool,

    /// Speak UCI from the start (a GUI needs no option: `uci` as the first line is enough)
    #[arg(long)]
    pub(super) uci: bool,

    /// Speak xboard's protocol from the start (`xboard` as the first line is enough)
    #[arg(long, conflicts_with = "uci")]
    pub(super) xboard: bool,

    /// At the end of the input: let limited work finish, or quit immediately
    #[arg(long, value_name = "WHAT", default_value = "finish")]
    pub(super) on_eof: OnEof,

    /// Log input and output to a file; a % in its name becomes the first free number
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,

    /// Leave a script at the first error, with status 3
    #[arg(long)]
    pub(super) strict: bool,

    /// Colour: always, never, or as the terminal and NO_COLOR say
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: When,

    /// The background that colours are chosen for
    #[arg(long, value_name = "WHICH", value_parser = theme())]
    pub(super) theme: Option<Theme>,

    /// Use a large board
    #[arg(long)]
    pub(super) big: bool,

    /// Show long answers at once, not by a pager
    #[arg(long)]
    pub(super) no_pager: bool,

    /// Draw with nothing but ASCII
    #[arg(long)]
    pub(super) ascii: bool,

    /// Print JSON Lines
    #[arg(long)]
    pub(super) json: bool,

    /// Show each command of a script before doing it
    #[arg(long)]
    pub(super) echo: bool,

    /// Whose view scores are
    #[arg(long, value_name = "VIEW")]
    pub(super) pov: Option<Pov>,

    /// Threads that search
    #[arg(short = 't', long, value_name = "N")]
    pub(super) threads: Option<usize>,

    /// Size of the table: 64, 512M, 1G
    #[arg(short = 'H', long, value_name = "SIZE")]
    pub(super) hash: Option<String>,

    /// Do not remember what is typed at the prompt
    #[arg(long)]
    pub(super) no_history: bool,

    /// Do not read the file of settings that are kept
    #[arg(long)]
    pub(super) no_config: bool,

    /// Skip the `init` file
    #[arg(long)]
    pub(super) no_init: bool,

    /// A command to do, as it would be typed at the prompt: `bench`, `perft 6`, `suite FILE.epd 100k`; or several, each in
    /// quotes: `'position startpos' 'go depth 10' quit`; or a file to open at the prompt: `game.pgn`
    #[arg(value_name = "COMMAND | FILE", trailing_var_arg = true)]
    pub words: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum When {
    Auto,
    Always,
    Never,
}

fn theme() -> impl TypedValueParser<Value = Theme> {
    let named = |word: String| Theme::ALL.into_iter().find(|theme| theme.name() == word);
    PossibleValuesParser::new(Theme::ALL.map(Theme::name))
        .map(move |word| named(word).unwrap_or_default())
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Pov {
    White,
    #[value(alias = "stm")]
    Mover,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum OnEof {
    Finish,
    Quit,
}

impl Arguments {
    /// Returns the scripts to run: commands and files in the order of the command line (`matches`), then the words.
    pub fn scripts(&self, matches: &ArgMatches) -> Vec<Script> {
        let places = |name| matches.indices_of(name).into_iter().flatten();
        let commands = places("commands").zip(self.commands.iter().cloned().map(Script::Line));
        let files = self.files.iter().map(|path| match path.to_str() {
            Some("-") => Script::Input,
            _ => Script::File(path.clone()),
        });
        let mut given: Vec<(usize, Script)> = commands.chain(places("files").zip(files)).collect();
        given.sort_by_key(|(place, _)| *place);
        let mut scripts: Vec<Script> = given.into_iter().map(|(_, script)| script).collect();
        match self.opened() {
            Some(opening) => scripts.insert(0, Script::Line(opening)),
            None => scripts.extend(script::lines_of(&self.words).into_iter().map(Script::Line)),
        }
        scripts
    }

    /// Command that opens the file named by the words, if they are not a command.
    fn opened(&self) -> Option<String> {
        let command = grammar::reader_of(self.words.first()?)?.to_owned();
        script::lines_of(&[&[command], &self.words[..]].concat()).pop()
    }

    /// Returns the command line with options moved before the words if they were parsed as words of a command: those after an
    /// opened file, and `-i` at the end.
    pub fn in_order(&self, line: &[OsString]) -> Option<Vec<OsString>> {
        let (options, words) = line.split_at(line.len() - self.words.len());
        let is_option = |word: &OsString| word.len() > 1 && word.as_encoded_bytes()[0] == b'-';
        match (self.opened().and_then(|_| words.iter().position(is_option)), words) {
            (Some(behind @ 1..), _) => Some([options, &words[behind..], &words[..behind]].concat()),
            (_, [words @ .., last]) if last == "-i" || last == "--interactive" => {
                let (program, options) = options.split_at(1);
                Some([program, slice::from_ref(last), options, words].concat())
            }
            _ => None,
        }
    }

    /// Whether the words only open an existing file, to work with it at the prompt.
    pub(super) fn opens_file(&self) -> bool {
        let opens = self.commands.is_empty() && self.files.is_empty() && self.opened().is_some();
        opens && self.words.first().is_some_and(|name| Path::new(name).exists())
    }

    pub(super) fn look(&self) -> Appearance {
        let color = match self.color {
            When::Auto => None,
            When::Always => Some(true),
            When::Never => Some(false),
        };
        Appearance { color, ascii: self.ascii, json: self.json, background: None }
    }

    pub(super) fn protocol(&self) -> Option<Protocol> {
        match (self.uci, self.xboard) {
            (true, _) => Some(Protocol::Uci),
            (false, true) => Some(Protocol::Xboard),
            (false, false) => None,
        }
    }

    pub(super) fn prefer(&self, preferences: &mut Preferences) {
        match self.pov {
            Some(Pov::White) => preferences.pov = View::White,
            Some(Pov::Mover) => preferences.pov = View::SideToMove,
            None => {}
        }
        preferences.theme = self.theme.or(preferences.theme);
        if self.big {
            preferences.board = BoardSize::Big;
        }
        preferences.pager &= !self.no_pager;
    }

    pub(super) fn options(&self) -> impl Iterator<Item = (&'static str, String)> {
        let named = [
            ("Threads", self.threads.map(|threads| threads.to_string())),
            ("Hash", self.hash.clone()),
            (LOG, self.log.as_ref().map(|path| path.display().to_string())),
        ];
        named.into_iter().filter_map(|(name, value)| Some((name, value?)))
    }
}
