//! The values of the options. What is read here is what is in force: a value that was refused was never stored.
//!
//! Search parameters (`extension.check`, `null.reduction`, …) are set through the same door. They are a profile and what
//! was changed on top of it; naming another profile drops the changes, naming the same one again keeps them, so a GUI that
//! sends all its defaults back changes nothing. The rows are in `table.rs`.

mod table;

use std::collections::BTreeMap;
use std::time::Duration;

pub use table::{Audience, MAX_HASH, OPTIONS, OptionId, OptionKind, OptionSpec, find};

use crate::search::Rule;
use crate::search::params::{ParamEntry, ParamError, Params};
use crate::search::profiles;
use thiserror::Error;

/// Why an option was not set. The old value stands.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// No option and no search parameter has this name.
    #[error("there is no option `{name}`{}", nearest.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    Unknown {
        /// The name given.
        name: String,
        /// A name much like it.
        nearest: Option<String>,
    },
    /// A number outside its range.
    #[error("{name} must lie between {min} and {max}, not {value}; it stays {kept}")]
    OutOfRange {
        /// The option.
        name: String,
        /// What was asked for.
        value: String,
        /// The smallest allowed.
        min: i64,
        /// The largest allowed.
        max: i64,
        /// What it was and is.
        kept: String,
    },
    /// Not one of the values that the option takes.
    #[error("{name} takes {expected}, not `{value}`; it stays {kept}")]
    BadValue {
        /// The option.
        name: String,
        /// What was asked for.
        value: String,
        /// What would be right.
        expected: String,
        /// What it was and is.
        kept: String,
    },
    /// A search parameter refused its value.
    #[error(transparent)]
    Param(#[from] ParamError),
}

/// What setting an option did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// It has the value now.
    Value(OptionId),
    /// It is a button: what it stands for is to be done.
    Pressed(OptionId),
    /// The parameters of the search changed.
    Params,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    Number(i64),
    Switch(bool),
    Text(String),
    Nothing,
}

/// All values.
#[derive(Clone, Debug)]
pub struct Options {
    /// One for each row of [`OPTIONS`].
    values: Vec<Value>,
    /// Search parameters that differ from the profile's, as they were given.
    overrides: BTreeMap<String, String>,
    /// The profile with the overrides.
    params: Params,
}

impl Default for Options {
    fn default() -> Options {
        let values = OPTIONS.iter().map(|spec| default_of(&spec.kind)).collect();
        Options { values, overrides: BTreeMap::new(), params: Params::default() }
    }
}

impl Options {
    /// Sets an option, or a search parameter. `default` as the value restores the default of anything but text.
    ///
    /// # Errors
    /// If there is none of that name or the value will not do; nothing has changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Change, OptionError> {
        let value = value.trim();
        let Some(index) = position_of(name) else {
            return self.set_param(name.trim(), value);
        };
        let spec = &OPTIONS[index];
        if spec.kind == OptionKind::Button {
            return Ok(Change::Pressed(spec.id));
        }
        let new = read(spec, value, &self.show(index))?;
        if new == self.values[index] {
            return Ok(Change::Value(spec.id));
        }
        match (spec.id, &new) {
            (OptionId::About, _) => return Ok(Change::Value(spec.id)),
            (OptionId::Profile, Value::Text(profile)) => self.take_profile(profile),
            (OptionId::Extension(rule), &Value::Number(quarters)) => {
                let name = format!("extension.{}", rule.name());
                let weight = if quarters == table::BY_PROFILE {
                    "default".to_owned()
                } else {
                    quarters.to_string()
                };
                self.set_param(&name, &weight)?;
            }
            _ => {}
        }
        self.values[index] = new;
        Ok(Change::Value(spec.id))
    }

    /// What an option or search parameter is set to, as `set` would take it.
    pub fn get(&self, name: &str) -> Option<String> {
        match position_of(name) {
            Some(index) => Some(self.show(index)),
            None => self.params.get(name.trim()),
        }
    }

    /// The parameters of the search in force.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Sets the weight of an extension rule to nothing.
    pub fn switch_off(&mut self, rule: Rule) {
        let name = format!("extension.{}", rule.name());
        self.overrides.insert(name.clone(), "0".to_owned());
        self.params.extensions.set(rule, [0; 3]);
        self.sync_extension(&name);
    }

    /// Every parameter of the search with its value and default.
    pub fn param_entries(&self) -> Vec<ParamEntry> {
        self.params.entries()
    }

    /// Size of the table in MiB.
    pub fn hash(&self) -> usize {
        self.number(OptionId::Hash) as usize
    }

    /// Threads that search.
    pub fn threads(&self) -> usize {
        self.number(OptionId::Threads) as usize
    }

    /// Lines of analysis.
    pub fn multi_pv(&self) -> usize {
        self.number(OptionId::MultiPv) as usize
    }

    /// Time lost on the way to the GUI and back.
    pub fn move_overhead(&self) -> Duration {
        Duration::from_millis(self.number(OptionId::MoveOverhead) as u64)
    }

    /// Whether a search may build on earlier ones.
    pub fn persist(&self) -> bool {
        self.is_on(OptionId::Persist)
    }

    /// Whether an analysis looks for mates to prove beside its search.
    pub fn proves_mates(&self) -> bool {
        self.is_on(OptionId::ProveMates)
    }

    /// Whether castling is written as king takes rook.
    pub fn chess960(&self) -> bool {
        self.is_on(OptionId::Chess960)
    }

    /// Whether chances of win, draw and loss are wanted beside the score.
    pub fn show_wdl(&self) -> bool {
        self.is_on(OptionId::ShowWdl)
    }

    /// The file that records the dialogue; empty for none.
    pub fn debug_log_file(&self) -> &str {
        self.text(OptionId::DebugLogFile)
    }

    /// The profile in force.
    pub fn profile(&self) -> &str {
        self.text(OptionId::Profile)
    }

    /// The table could not grow: the value goes back to the truth.
    pub(in crate::engine) fn correct_hash(&mut self, mebibytes: usize) {
        self.values[row_of(OptionId::Hash)] = Value::Number(mebibytes as i64);
    }

    fn set_param(&mut self, name: &str, value: &str) -> Result<Change, OptionError> {
        let known = self.params.entries().into_iter().map(|entry| entry.name);
        let names: Vec<String> = known.collect();
        let Some(name) = names.iter().find(|known| known.eq_ignore_ascii_case(name)) else {
            return Err(unknown(name, &names));
        };
        let mut overrides = self.overrides.clone();
        if value.eq_ignore_ascii_case("default") {
            overrides.remove(name);
        } else {
            overrides.insert(name.clone(), value.to_owned());
        }
        let params = build(self.profile(), &overrides)?;
        self.overrides = overrides;
        self.params = params;
        self.sync_extension(name);
        Ok(Change::Params)
    }

    /// `set extension.check 3` shows in the UCI option of the same rule, as far as one number can say it.
    fn sync_extension(&mut self, param: &str) {
        for (index, spec) in OPTIONS.iter().enumerate() {
            if let OptionId::Extension(rule) = spec.id
                && param.strip_prefix("extension.") == Some(rule.name())
            {
                let quarters = self.overrides.get(param).and_then(|value| value.parse().ok());
                self.values[index] = Value::Number(quarters.unwrap_or(table::BY_PROFILE));
            }
        }
    }

    fn take_profile(&mut self, profile: &str) {
        self.overrides.clear();
        self.params = profiles::params_of(profile).unwrap_or_default();
        for (index, spec) in OPTIONS.iter().enumerate() {
            if matches!(spec.id, OptionId::Extension(_)) {
                self.values[index] = Value::Number(table::BY_PROFILE);
            }
        }
    }

    fn show(&self, index: usize) -> String {
        match &self.values[index] {
            Value::Number(number) => number.to_string(),
            Value::Switch(on) => on.to_string(),
            Value::Text(text) => text.clone(),
            Value::Nothing => String::new(),
        }
    }

    fn number(&self, id: OptionId) -> i64 {
        match self.values[row_of(id)] {
            Value::Number(number) => number,
            _ => 0,
        }
    }

    fn is_on(&self, id: OptionId) -> bool {
        self.values[row_of(id)] == Value::Switch(true)
    }

    fn text(&self, id: OptionId) -> &str {
        match &self.values[row_of(id)] {
            Value::Text(text) => text,
            _ => "",
        }
    }
}

fn build(profile: &str, overrides: &BTreeMap<String, String>) -> Result<Params, ParamError> {
    let mut params = profiles::params_of(profile).unwrap_or_default();
    for (name, value) in overrides {
        params.set(name, value)?;
    }
    Ok(params)
}

fn position_of(name: &str) -> Option<usize> {
    let spec = find(name)?;
    Some(row_of(spec.id))
}

fn row_of(id: OptionId) -> usize {
    OPTIONS.iter().position(|spec| spec.id == id).unwrap_or_default()
}

fn default_of(kind: &OptionKind) -> Value {
    match kind {
        OptionKind::Spin { default, .. } => Value::Number(*default),
        OptionKind::Check { default } => Value::Switch(*default),
        OptionKind::Combo { default, .. } | OptionKind::Text { default } => {
            Value::Text((*default).to_owned())
        }
        OptionKind::Button => Value::Nothing,
    }
}

/// Reads a value for a row of the table; `kept` is what the error says it stays.
fn read(spec: &OptionSpec, value: &str, kept: &str) -> Result<Value, OptionError> {
    let bad = |expected: String| OptionError::BadValue {
        name: spec.name.clone(),
        value: value.to_owned(),
        expected,
        kept: kept.to_owned(),
    };
    let is_text = matches!(spec.kind, OptionKind::Text { .. });
    if !is_text && value.eq_ignore_ascii_case("default") {
        return Ok(default_of(&spec.kind));
    }
    match &spec.kind {
        OptionKind::Spin { min, max, .. } => {
            let number = read_number(spec.id, value)
                .ok_or_else(|| bad(format!("a whole number between {min} and {max}")))?;
            if !(*min..=*max).contains(&number) {
                let (name, value, kept) = (spec.name.clone(), value.to_owned(), kept.to_owned());
                return Err(OptionError::OutOfRange { name, value, min: *min, max: *max, kept });
            }
            Ok(Value::Number(number))
        }
        OptionKind::Check { .. } => match value.to_ascii_lowercase().as_str() {
            "true" | "on" | "yes" | "1" => Ok(Value::Switch(true)),
            "false" | "off" | "no" | "0" => Ok(Value::Switch(false)),
            _ => Err(bad("true or false".to_owned())),
        },
        OptionKind::Combo { choices, .. } => choices
            .iter()
            .find(|choice| choice.eq_ignore_ascii_case(value))
            .map(|choice| Value::Text((*choice).to_owned()))
            .ok_or_else(|| bad(format!("one of {}", choices.join(", ")))),
        OptionKind::Text { .. } => {
            Ok(Value::Text(if value == "<empty>" { "" } else { value }.to_owned()))
        }
        OptionKind::Button => Ok(Value::Nothing),
    }
}

/// A whole number; for the size of the table `512M` and `2G` will do too.
fn read_number(id: OptionId, text: &str) -> Option<i64> {
    let scale = match (id, text.chars().last().map(|last| last.to_ascii_lowercase())) {
        (OptionId::Hash, Some('m')) => Some(1),
        (OptionId::Hash, Some('g')) => Some(1 << 10),
        _ => None,
    };
    match scale {
        Some(scale) => text[..text.len() - 1].trim().parse::<i64>().ok()?.checked_mul(scale),
        None => text.parse().ok(),
    }
}

fn unknown(name: &str, params: &[String]) -> OptionError {
    let lower = name.to_lowercase();
    let names = OPTIONS.iter().map(|spec| &spec.name).chain(params);
    let nearest = names
        .map(|known| (distance(&lower, &known.to_lowercase()), known))
        .min_by_key(|(edits, _)| *edits)
        .filter(|(edits, known)| *edits <= 1 + known.len() / 4)
        .map(|(_, known)| known.clone());
    OptionError::Unknown { name: name.to_owned(), nearest }
}

/// How many letters must be put in, taken out or changed to make one word of the other (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let change = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_value_leaves_the_old_one() {
        let mut options = Options::default();
        options.set("hash", "128").unwrap();
        for wrong in ["0", "1048577", "many", "", "-5", "1.5"] {
            let error = options.set("Hash", wrong).unwrap_err().to_string();
            assert!(error.contains("1048576") && error.contains("stays 128"), "{error}");
            assert_eq!(options.hash(), 128);
        }
        assert!(options.set("Ponder", "perhaps").is_err());
        assert!(
            options.set("Profile", "fast").unwrap_err().to_string().contains("quarterply, slow")
        );
    }

    #[test]
    fn values_are_read_kindly() {
        let mut options = Options::default();
        options.set("Hash", "2G").unwrap();
        assert_eq!(options.get("HASH").as_deref(), Some("2048"));
        options.set("uci_chess960", "On").unwrap();
        assert!(options.chess960());
        options.set("move  overhead", " 30 ").unwrap();
        assert_eq!(options.move_overhead(), Duration::from_millis(30));
        options.set("Debug Log File", "<empty>").unwrap();
        assert_eq!(options.debug_log_file(), "");
        options.set("Hash", "default").unwrap();
        assert_eq!(options.hash(), 256);
    }

    #[test]
    fn unknown_names_get_a_suggestion() {
        let error = Options::default().set("Hsh", "1").unwrap_err().to_string();
        assert_eq!(error, "there is no option `Hsh`; did you mean `Hash`?");
        assert!(Options::default().set("OwnBook", "true").is_err());
        let error = Options::default().set("extension.chek", "1").unwrap_err().to_string();
        assert!(error.contains("`extension.check`"), "{error}");
    }

    #[test]
    fn a_rule_is_set_through_either_name() {
        let mut options = Options::default();
        let by_profile = options.get("extension.check");
        options.set("Extension check", "0").unwrap();
        assert_eq!(options.get("extension.check").as_deref(), Some("0"));
        options.set("extension.check", "3").unwrap();
        assert_eq!(options.get("Extension check").as_deref(), Some("3"));
        options.set("extension.check", "4/2/1").unwrap();
        assert_eq!(options.get("Extension check").as_deref(), Some("-1"));
        options.set("extension.check", "default").unwrap();
        assert_eq!(options.get("extension.check"), by_profile);
        assert!(options.set("extension.check", "99").is_err());
        assert_eq!(options.get("extension.check"), by_profile);
    }

    #[test]
    fn all_defaults_sent_back_change_nothing() {
        let mut options = Options::default();
        options.set("null.base", "240").unwrap();
        let params = options.params().clone();
        for spec in OPTIONS.iter() {
            let value = options.get(&spec.name).unwrap();
            options.set(&spec.name, &value).unwrap();
        }
        assert_eq!(*options.params(), params);
    }

    #[test]
    fn another_profile_drops_what_was_changed() {
        let mut options = Options::default();
        options.set("Extension check", "1").unwrap();
        options.set("Profile", "SLOW").unwrap();
        assert_eq!(options.get("Extension check").as_deref(), Some("-1"));
        assert_eq!(Some(options.params().clone()), profiles::params_of("slow"));
    }
}
