//! The program that the tests run.

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::thread;

/// The program with all that the user has set and typed before.
pub(crate) fn bare() -> Command {
    Command::new(env!("CARGO_BIN_EXE_quarterply"))
}

/// The program at its smallest, with no file of the user's.
pub(crate) fn program() -> Command {
    let mut command = bare();
    command.args(["--no-history", "--no-config", "-H", "1"]);
    command
}

pub(crate) trait Run {
    /// Starts it with a pipe at its standard input and output.
    fn piped(&mut self) -> Child;

    /// Runs it to its end with this on its standard input.
    fn given(&mut self, input: impl AsRef<[u8]>) -> Output;
}

impl Run for Command {
    fn piped(&mut self) -> Child {
        self.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
    }

    fn given(&mut self, input: impl AsRef<[u8]>) -> Output {
        let mut child = self.stderr(Stdio::piped()).piped();
        let mut pipe = child.stdin.take().unwrap();
        let input = input.as_ref();
        thread::scope(|scope| {
            // The program may end, or fill its own pipe, before it has read everything.
            scope.spawn(move || drop(pipe.write_all(input)));
            child.wait_with_output().unwrap()
        })
    }
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn complaints(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}
