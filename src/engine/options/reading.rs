//! How the text of a value is read for an option: kindly, and refused with what would be right.

use super::{OptionError, OptionId, OptionKind, OptionSpec};
use crate::search::profiles::{PROFILES, Profile};

/// A value that an option was asked to take.
pub(super) struct Asked<'a> {
    /// The option.
    pub spec: &'static OptionSpec,
    /// As it was written, without space around it.
    pub value: &'a str,
    /// What it is now.
    pub kept: &'a str,
}

impl Asked<'_> {
    /// A whole number in the option's range; for the size of the table `512M` and `2G` will do too.
    pub fn number(&self) -> Result<i64, OptionError> {
        let OptionKind::Spin { default, min, max } = self.spec.kind else {
            return Err(self.refused("no number"));
        };
        if self.is_default() {
            return Ok(default);
        }
        let between = || self.refused(&format!("a whole number between {min} and {max}"));
        let number = self.whole_number().ok_or_else(between)?;
        if (min..=max).contains(&number) {
            return Ok(number);
        }
        let (name, value, kept) =
            (self.spec.name.clone(), self.value.to_owned(), self.kept.to_owned());
        Err(OptionError::OutOfRange { name, value, min, max, kept })
    }

    /// On or off.
    pub fn switch(&self) -> Result<bool, OptionError> {
        let OptionKind::Check { default } = self.spec.kind else {
            return Err(self.refused("no switch"));
        };
        match self.value.to_ascii_lowercase().as_str() {
            "default" => Ok(default),
            "true" | "on" | "yes" | "1" => Ok(true),
            "false" | "off" | "no" | "0" => Ok(false),
            _ => Err(self.refused("true or false")),
        }
    }

    /// A profile by its name.
    pub fn choice(&self) -> Result<&'static Profile, OptionError> {
        let wanted = if self.is_default() { PROFILES[0].name } else { self.value };
        PROFILES.iter().find(|profile| profile.name.eq_ignore_ascii_case(wanted)).ok_or_else(|| {
            let names: Vec<&str> = PROFILES.iter().map(|profile| profile.name).collect();
            self.refused(&format!("one of {}", names.join(", ")))
        })
    }

    /// One of several things by its name; the first is the default.
    pub fn one_of<T: Copy, const N: usize>(
        &self,
        all: [T; N],
        name: impl Fn(T) -> &'static str,
    ) -> Result<T, OptionError> {
        let wanted = if self.is_default() { name(all[0]) } else { self.value };
        let found = all.into_iter().find(|&thing| name(thing).eq_ignore_ascii_case(wanted));
        found.ok_or_else(|| self.refused(&format!("one of {}", all.map(name).join(", "))))
    }

    /// Any text; `<empty>` is what GUIs write for none.
    pub fn text(&self) -> String {
        text_of(self.value).to_owned()
    }

    fn is_default(&self) -> bool {
        self.value.eq_ignore_ascii_case("default")
    }

    fn refused(&self, expected: &str) -> OptionError {
        OptionError::BadValue {
            name: self.spec.name.clone(),
            value: self.value.to_owned(),
            expected: expected.to_owned(),
            kept: self.kept.to_owned(),
        }
    }

    fn whole_number(&self) -> Option<i64> {
        let last = self.value.chars().last().map(|last| last.to_ascii_lowercase());
        let scale = match (self.spec.id, last) {
            (OptionId::Hash, Some('m')) => 1,
            (OptionId::Hash, Some('g')) => 1 << 10,
            _ => return self.value.parse().ok(),
        };
        let digits = &self.value[..self.value.len() - 1];
        digits.trim().parse::<i64>().ok()?.checked_mul(scale)
    }
}

/// The text that a value stands for: `<empty>` is what GUIs write for none.
pub fn text_of(value: &str) -> &str {
    if value == "<empty>" { "" } else { value }
}
