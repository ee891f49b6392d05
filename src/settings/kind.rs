//! The kinds of settings, by the values that they take.

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
