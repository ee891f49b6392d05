//! The result of a session: figures, and at most one fault.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use anyhow::Result;

use super::program::{Program, Wait};

/// The most memory that the program may use beside its table, in KiB.
pub(crate) const MOST_MEMORY: u64 = 200 << 10;

/// A fault: its class, which distinguishes faults, and the observation.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    /// In a few words; the same for the same cause.
    pub class: String,
    /// What was seen.
    pub detail: String,
}

impl Fault {
    pub(crate) fn new(class: impl Into<String>, detail: impl Into<String>) -> Fault {
        let mut detail: String = detail.into();
        if detail.len() > 3000 {
            let cut = (0..=3000).rev().find(|&at| detail.is_char_boundary(at)).unwrap_or(0);
            detail.truncate(cut);
        }
        Fault { class: class.into(), detail }
    }
}

/// What came of a session or a trial.
#[derive(Default, Debug)]
pub(crate) struct Outcome {
    /// Lines, keys, files or kills.
    pub trials: usize,
    /// Those that the program refused.
    pub refused: usize,
    /// Lines that took so long that they were interrupted.
    pub interrupted: usize,
    /// The longest wait for an answer.
    pub slowest: Duration,
    /// The largest memory, in KiB.
    pub memory: u64,
    /// The first fault.
    pub fault: Option<Fault>,
}

impl Outcome {
    /// Keeps the first fault.
    pub(crate) fn blame(&mut self, fault: Option<Fault>) {
        if self.fault.is_none() {
            self.fault = fault;
        }
    }

    /// Ends a program after its last answer, by `quit`; returns false if it hangs.
    pub(crate) fn quit(&mut self, program: &mut Program, ended: Wait) -> Result<bool> {
        if ended == Wait::Hung {
            let last = &program.out[program.out.len().saturating_sub(400)..];
            self.blame(Some(Fault::new("hangs", String::from_utf8_lossy(last))));
            return Ok(false);
        }
        program.say(b"quit\n".to_vec());
        let status = program.status()?;
        self.blame(panicked(&program.err));
        let allowed: &[i32] = if ended == Wait::Left { &[] } else { &[0] };
        self.blame(unexpected(status, allowed, &program.err));
        Ok(true)
    }

    /// Takes the figures of a program that is about to leave.
    pub(crate) fn measure(&mut self, program: &Program) {
        self.measure_within(program, MOST_MEMORY);
    }

    /// The same, where the program may use more memory, in KiB.
    pub(crate) fn measure_within(&mut self, program: &Program, most: u64) {
        self.slowest = self.slowest.max(program.slowest);
        self.interrupted = program.interrupts;
        self.memory = self.memory.max(program.memory());
        if self.memory > most {
            self.blame(Some(Fault::new("memory", format!("{} MiB", self.memory >> 10))));
        }
    }
}

/// Returns the fault if a panic is reported.
pub(crate) fn panicked(text: &[u8]) -> Option<Fault> {
    let text = String::from_utf8_lossy(text);
    let at = text.find("panicked at").or_else(|| text.find("internal error"))?;
    let end = text.len().min(at + 2500);
    let told = &text[at..(at..=end).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(at)];
    let place = told.split(['\n', ',']).next().unwrap_or_default().trim_end_matches(':');
    Some(Fault::new(place, told))
}

/// Returns the fault if the program may not leave with this status.
pub(crate) fn unexpected(status: Option<ExitStatus>, allowed: &[i32], err: &[u8]) -> Option<Fault> {
    let tail = String::from_utf8_lossy(&err[err.len().saturating_sub(600)..]).into_owned();
    let Some(status) = status else {
        return Some(Fault::new("does not leave", tail));
    };
    match (status.code(), status.signal()) {
        (Some(code), _) if allowed.contains(&code) => None,
        (Some(code), _) => Some(Fault::new(format!("status {code}"), tail)),
        (None, signal) => Some(Fault::new(format!("signal {}", signal.unwrap_or(0)), tail)),
    }
}

/// Returns the fault if text holds characters that move or colour what a terminal shows, or is no UTF-8.
pub(crate) fn unclean(bytes: &[u8]) -> Option<Fault> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return Some(Fault::new("output is no UTF-8", error.to_string())),
    };
    let is_control = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let line = text.lines().find(|line| line.contains(is_control))?;
    let found = line.chars().find(|&c| is_control(c)).unwrap_or_default();
    Some(Fault::new(format!("control character U+{:04X}", u32::from(found)), format!("{line:?}")))
}
