//! The value of a setting and its unit.

use crate::ink::Settings;
use crate::shell::reply::Setting;

pub fn shown(value: &str) -> String {
    if value.is_empty() { "<empty>".to_owned() } else { value.to_owned() }
}

/// The unit behind a value. One that is itself a number would run into the value: `2 × 1/4 ply`.
pub fn unit(setting: &Setting, settings: &Settings) -> String {
    match setting.unit.chars().next() {
        None => String::new(),
        Some('0'..='9') => format!(" {} {}", settings.signs().times, setting.unit),
        Some(_) => format!(" {}", setting.unit),
    }
}
