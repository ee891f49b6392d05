//! The exit status of the program.

use std::io::{self, Write};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ScriptStatus {
    pub failed: bool,
    /// A check (`assert`, `suite`, an expected count) failed.
    pub unmet: bool,
    /// A script ended at its first error.
    pub left: bool,
    /// A bounded command was interrupted from the keyboard.
    pub interrupted: bool,
    /// An internal error that the protocol cannot report.
    pub internal: bool,
}

pub const USAGE: u8 = 2;

pub const INTERNAL: u8 = 70;

/// Interrupted from the keyboard: 128 plus the number of SIGINT.
pub const INTERRUPTED: u8 = 130;

/// The output is closed: 128 plus the number of SIGPIPE.
pub const CLOSED: u8 = 141;

pub fn report_fatal(error: &anyhow::Error) -> u8 {
    // If printing fails, the status still reports the error.
    let _ = writeln!(io::stderr(), "error: {error:#}");
    1
}

impl ScriptStatus {
    /// Returns 0 for success, 1 if a command failed, 3 if a script ended at its first error, 4 if a check failed, 130 if a
    /// command was interrupted: its check is then undecided.
    pub fn code(self) -> u8 {
        match self {
            ScriptStatus { internal: true, .. } => INTERNAL,
            ScriptStatus { left: true, .. } => 3,
            ScriptStatus { failed: true, .. } => 1,
            ScriptStatus { unmet: true, .. } => 4,
            ScriptStatus { interrupted: true, .. } => INTERRUPTED,
            ScriptStatus { .. } => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gravest_counts() {
        assert_eq!(ScriptStatus::default().code(), 0);
        assert_eq!(ScriptStatus { unmet: true, ..ScriptStatus::default() }.code(), 4);
        assert_eq!(ScriptStatus { unmet: true, failed: true, ..ScriptStatus::default() }.code(), 1);
        assert_eq!(ScriptStatus { unmet: true, left: true, ..ScriptStatus::default() }.code(), 3);
        let interrupted = ScriptStatus { interrupted: true, ..ScriptStatus::default() };
        assert_eq!(interrupted.code(), 130);
        assert_eq!(ScriptStatus { failed: true, ..interrupted }.code(), 1);
    }
}
