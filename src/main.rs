//! The program: parses the command line, starts a front and sets the exit status.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, ValueEnum};
use clap_complete::Shell;
use quarterply::front::arguments::Arguments;
use quarterply::front::{launch, manual, status};

/// Output of `completions` and `man`, if the arguments ask for them: the bytes or the error.
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

/// Runs the program and returns its exit status.
fn run() -> Result<u8, clap::Error> {
    let mut line: Vec<OsString> = env::args_os().collect();
    let (matches, arguments) = loop {
        let matches = Arguments::command().try_get_matches_from(&line)?;
        let arguments = Arguments::from_arg_matches(&matches)?;
        match arguments.in_order(&line) {
            Some(in_order) => line = in_order,
            None => break (matches, arguments),
        }
    };
    let Some(bytes) = written(&arguments.words) else {
        return Ok(launch::run(&arguments, &arguments.scripts(&matches)));
    };
    let written = io::stdout().write_all(&bytes?);
    Ok(if written.is_ok() { 0 } else { status::CLOSED })
}

fn main() -> ExitCode {
    let code = run().unwrap_or_else(|error| {
        // If printing fails, the status still reports the error.
        let _ = error.print();
        if error.use_stderr() { status::USAGE } else { 0 }
    });
    ExitCode::from(code)
}
