//! Types of settings: lenient parsing of values, and the kind of setting that each makes.

use std::ops::RangeInclusive;

use super::choice::Worded;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingKind {
    Spin {
        default: i64,
        min: i64,
        max: i64,
    },
    Check {
        default: bool,
    },
    Combo {
        default: &'static str,
        choices: Vec<&'static str>,
    },
    /// Any text, which may be empty.
    Text {
        default: String,
    },
    Form {
        default: String,
        takes: String,
    },
    /// No value: an action.
    Button,
}

impl SettingKind {
    /// Returns the initial value as text; empty for a button.
    pub fn initial(&self) -> String {
        match self {
            SettingKind::Spin { default, .. } => default.to_string(),
            SettingKind::Check { default } => default.to_string(),
            SettingKind::Combo { default, .. } => (*default).to_owned(),
            SettingKind::Text { default } | SettingKind::Form { default, .. } => default.clone(),
            SettingKind::Button => String::new(),
        }
    }

    /// Describes the values allowed, for people; empty for a button.
    pub fn range(&self) -> String {
        match self {
            SettingKind::Spin { min, max, .. } => format!("{min}–{max}"),
            SettingKind::Check { .. } | SettingKind::Combo { .. } => self.words().join(", "),
            SettingKind::Text { .. } => "a text".to_owned(),
            SettingKind::Form { takes, .. } => takes.clone(),
            SettingKind::Button => String::new(),
        }
    }

    /// Lists the values of a setting that takes one of a few words; empty for others.
    pub fn words(&self) -> Vec<&'static str> {
        match self {
            SettingKind::Check { .. } => vec!["true", "false"],
            SettingKind::Combo { choices, .. } => choices.clone(),
            _ => Vec::new(),
        }
    }

    pub const fn is_text(&self) -> bool {
        matches!(self, SettingKind::Text { .. })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValueError {
    /// It is not of the kind that the setting takes.
    Kind,
    Range,
    /// It is of the right kind and cannot be used: the reason.
    Refused(String),
}

/// A type of settings. `D`, the domain, limits the values of one setting: `()` if the type is enough.
pub trait SettingValue<D = ()>: Sized {
    /// Describes a setting whose initial value is this one.
    fn kind(&self, domain: &D) -> SettingKind;

    fn read(text: &str, domain: &D) -> Result<Self, ValueError>;
}

/// A whole number, which has a range as its domain.
impl<T> SettingValue<RangeInclusive<T>> for T
where
    T: Copy + TryFrom<i64>,
    i64: TryFrom<T>,
{
    fn kind(&self, range: &RangeInclusive<T>) -> SettingKind {
        let [default, min, max] = [*self, *range.start(), *range.end()].map(whole);
        SettingKind::Spin { default, min, max }
    }

    fn read(text: &str, range: &RangeInclusive<T>) -> Result<T, ValueError> {
        let number: i64 = text.parse().map_err(|_| ValueError::Kind)?;
        let is_in_range = (whole(*range.start())..=whole(*range.end())).contains(&number);
        T::try_from(number).ok().filter(|_| is_in_range).ok_or(ValueError::Range)
    }
}

/// Ranges end before the type does.
fn whole<T>(number: T) -> i64
where
    i64: TryFrom<T>,
{
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl SettingValue for bool {
    fn kind(&self, (): &()) -> SettingKind {
        SettingKind::Check { default: *self }
    }

    fn read(text: &str, (): &()) -> Result<bool, ValueError> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "on" | "yes" | "1" => Ok(true),
            "false" | "off" | "no" | "0" => Ok(false),
            _ => Err(ValueError::Kind),
        }
    }
}

/// The domain of a switch that is shown as `on` or `off`.
#[derive(Clone, Copy, Debug)]
pub struct OnOff;

impl SettingValue<OnOff> for bool {
    fn kind(&self, _: &OnOff) -> SettingKind {
        let choices = vec!["off", "on"];
        SettingKind::Combo { default: choices[usize::from(*self)], choices }
    }

    fn read(text: &str, _: &OnOff) -> Result<bool, ValueError> {
        <bool as SettingValue>::read(text, &())
    }
}

impl<T: Worded> SettingValue for T {
    fn kind(&self, (): &()) -> SettingKind {
        let choices = T::all().into_iter().map(T::word).collect();
        SettingKind::Combo { default: self.word(), choices }
    }

    fn read(text: &str, (): &()) -> Result<T, ValueError> {
        let found = T::all().into_iter().find(|value| value.word().eq_ignore_ascii_case(text));
        found.ok_or(ValueError::Kind)
    }
}

impl SettingValue for String {
    fn kind(&self, (): &()) -> SettingKind {
        SettingKind::Text { default: self.clone() }
    }

    fn read(text: &str, (): &()) -> Result<String, ValueError> {
        // GUIs write an empty text so.
        Ok(if text == "<empty>" { "" } else { text }.to_owned())
    }
}

/// A value with the text that it was read from, which is also how it is shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written<T> {
    pub text: String,
    pub value: T,
}

/// A type that can be parsed from text.
pub(crate) trait FromText: Sized {
    fn from_text(text: &str) -> Result<Self, ValueError>;
}

/// Free text; an empty one means nothing.
impl<T: FromText> SettingValue for Written<Option<T>> {
    fn kind(&self, (): &()) -> SettingKind {
        self.text.kind(&())
    }

    fn read(text: &str, (): &()) -> Result<Written<Option<T>>, ValueError> {
        let text = String::read(text, &())?;
        let value = if text.is_empty() { None } else { Some(T::from_text(&text)?) };
        Ok(Written { text, value })
    }
}

/// A form of text: its description and parser.
pub type Form<T> = (&'static str, fn(&str) -> Option<T>);

impl<T> SettingValue<Form<T>> for Written<T> {
    fn kind(&self, (takes, _): &Form<T>) -> SettingKind {
        SettingKind::Form { default: self.text.clone(), takes: (*takes).to_owned() }
    }

    fn read(text: &str, (_, read): &Form<T>) -> Result<Written<T>, ValueError> {
        Ok(Written { text: text.to_owned(), value: read(text).ok_or(ValueError::Kind)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_within_their_range() {
        assert_eq!(u8::read("7", &(1..=9)), Ok(7));
        assert_eq!(u8::read("10", &(1..=9)), Err(ValueError::Range));
        assert_eq!(u8::read("-300", &(1..=9)), Err(ValueError::Range));
        assert_eq!(u8::read("7.5", &(1..=9)), Err(ValueError::Kind));
        let top = SettingKind::Spin { default: 3, min: 1, max: i64::from(i32::MAX) };
        assert_eq!(3_u64.kind(&(1..=i32::MAX as u64)), top);
    }

    #[test]
    fn switches_have_two_pairs_of_words() {
        assert_eq!(<bool as SettingValue<OnOff>>::read("TRUE", &OnOff), Ok(true));
        assert_eq!(SettingValue::<OnOff>::kind(&true, &OnOff).initial(), "on");
        assert_eq!(SettingValue::<()>::kind(&true, &()).initial(), "true");
    }
}
