//! Clocks of a game as people read them.

use std::time::Duration;

use crate::ink::Settings;
use crate::ink::json::Milliseconds;

/// `5:00 – 4:31`, White's first.
pub fn clocks([white, black]: [Option<Milliseconds>; 2], settings: &Settings) -> Option<String> {
    Some(format!("{} {} {}", clock(white?.0), settings.signs().dash, clock(black?.0)))
}

pub fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
