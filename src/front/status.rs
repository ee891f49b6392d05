//! The exit status of the program.

use std::io::{self, Write};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ScriptStatus {
    pub failed: bool,
    /// A check (`assert`, `suite`, an expected count) did not hold.
    pub unmet: bool,
    /// A script was left at its first error.
    pub left: bool,
    /// A command that would have ended by itself was ended from the keyboard.
    pub interrupted: bool,
    /// The program made a mistake that a protocol has no word for.
    pub internal: bool,
}

pub const USAGE: u8 = 2;

pub const INTERNAL: u8 = 70;

/// Interrupted from the keyboard: 128 and the number of SIGINT.
pub const INTERRUPTED: u8 = 130;

/// The output is closed: 128 and the number of SIGPIPE.
pub const CLOSED: u8 = 141;

pub fn last_words(error: &anyhow::Error) -> u8 {
    // If not even this can be said, the status still does.
    let _ = writeln!(io::stderr(), "error: {error:#}");
    1
}

impl ScriptStatus {
    /// 0 if all went well, 1 if a command failed, 3 if a script was left at its first error, 4 if a check did not hold, 130 if
    /// a command was interrupted: whether what it was to check holds is not known then.
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
