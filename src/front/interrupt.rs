//! Ctrl-C: the handler is set once, for the whole program.
//!
//! While a command runs the first Ctrl-C ends the command, which shows what it has; a second one, before it has, ends the
//! program with status 130. At the prompt Ctrl-C is a key of the line editor, and a signal that comes between a command
//! and the next line is a finger that was late: nothing happens. A script that waits for input, and a GUI's engine, end at
//! once. Other signals are left to the system, which ends the program.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use anyhow::Context;

use super::status::INTERRUPTED;
use super::terminal;
use crate::control::StopFlag;

/// What the program is doing, for the handler to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Doing {
    /// Reading a script, or speaking a protocol.
    Reading,
    /// Editing a line.
    Editing,
    /// A command is running.
    Running,
}

/// The handler's side and the program's. Clones are the same.
#[derive(Clone, Debug)]
pub struct Interrupt {
    stop: StopFlag,
    doing: Arc<AtomicU8>,
}

/// While this lives a command is running.
#[derive(Debug)]
pub struct Running<'a> {
    interrupt: &'a Interrupt,
    before: u8,
}

impl Interrupt {
    /// Sets the handler. To be called once.
    ///
    /// # Errors
    /// If the system will not have it.
    pub fn install() -> anyhow::Result<Interrupt> {
        let interrupt = Interrupt::quiet();
        let handler = interrupt.clone();
        ctrlc::set_handler(move || handler.signal()).context("cannot listen to Ctrl-C")?;
        Ok(interrupt)
    }

    /// One that no signal reaches, for tests.
    pub fn quiet() -> Interrupt {
        let doing = Arc::new(AtomicU8::new(Doing::Reading as u8));
        Interrupt { stop: StopFlag::new(), doing }
    }

    /// The flag that ends what is running.
    pub fn stop_flag(&self) -> StopFlag {
        self.stop.clone()
    }

    /// A line is going to be edited.
    pub fn edit(&self) {
        self.doing.store(Doing::Editing as u8, Ordering::SeqCst);
    }

    /// A command is going to run.
    pub fn run(&self) -> Running<'_> {
        self.stop.lower();
        let before = self.doing.swap(Doing::Running as u8, Ordering::SeqCst);
        Running { interrupt: self, before }
    }

    fn signal(&self) {
        let doing = self.doing.load(Ordering::SeqCst);
        if doing == Doing::Running as u8 && !self.stop.is_raised() {
            self.stop.raise();
        } else if doing != Doing::Editing as u8 {
            if doing == Doing::Running as u8 {
                terminal::clear_line();
            }
            terminal::restore();
            process::exit(i32::from(INTERRUPTED));
        }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.interrupt.doing.store(self.before, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_signal_stops_what_runs_and_is_forgotten_by_the_next_command() {
        let interrupt = Interrupt::quiet();
        let running = interrupt.run();
        assert!(!interrupt.stop_flag().is_raised());
        interrupt.signal();
        assert!(interrupt.stop_flag().is_raised());
        drop(running);
        interrupt.edit();
        interrupt.signal();
        let _running = interrupt.run();
        assert!(!interrupt.stop_flag().is_raised());
    }
}
