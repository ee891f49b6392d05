//! Settings of the engine, of its search and of the prompt, behind one `set` and one `get`.

use std::num::NonZero;
use std::thread;

use super::preferences::{PREFERENCES, PreferenceSpec};
use super::{CommandError, Session};
use crate::engine::memory;
use crate::engine::options::{Audience, OPTIONS, OptionId, OptionKind, OptionSpec, find};
use crate::search::extend::Rule;
use crate::search::params::Params;
use crate::shell::reply::{ExtensionRow, ExtensionsReply, Reply, Setting};
use crate::shell::suggest;
use crate::units::NodeKind;

/// Names of all settings that `set` takes, each with the words its value may be; for completion.
pub fn names() -> Vec<(String, Vec<String>)> {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let preferences = PREFERENCES.iter().map(|spec| (spec.name.to_owned(), words(spec.allowed)));
    let options = OPTIONS.iter().filter(|spec| spec.audience != Audience::Uci).map(|spec| {
        let values = match &spec.kind {
            OptionKind::Check { .. } => words(&["true", "false"]),
            OptionKind::Combo { choices, .. } => words(choices),
            _ => Vec::new(),
        };
        (spec.name.clone(), values)
    });
    let params = Params::default().entries().into_iter().map(|entry| (entry.name, Vec::new()));
    preferences.chain(options).chain(params).collect()
}

/// Mebibytes of the largest table that `auto` asks for.
const LARGEST_AUTO: usize = 65_536;

impl Session {
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Reply, CommandError> {
        let (name, value) = self.name_and_value(name, value);
        let (name, value) = (&*name, &*value);
        let Some(before) = self.setting(name) else {
            return Err(no_setting(name));
        };
        let button = find(name).is_some_and(|spec| spec.kind == OptionKind::Button);
        let may_be_empty =
            find(name).is_some_and(|spec| matches!(spec.kind, OptionKind::Text { .. }));
        if value.is_empty() && !button && !may_be_empty {
            let Setting { name, value, range, .. } = before;
            return Err(CommandError::NoValue { name, value, range });
        }
        match PreferenceSpec::find(name) {
            Some(spec) => spec.set(&mut self.preferences, value)?,
            None => self.set_engine(name, value)?,
        }
        if name.eq_ignore_ascii_case("hash") {
            self.engine.prepare().map_err(|error| CommandError::Memory(error.to_string()))?;
        }
        if button {
            return Ok(Reply::Done);
        }
        let setting = self.setting(name).ok_or_else(|| no_setting(name))?;
        Ok(Reply::SettingChanged { setting, before: before.value })
    }

    /// `setoption`: an option of the engine, and nothing else.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<Reply, CommandError> {
        self.set_engine(name, value)?;
        Ok(Reply::Done)
    }

    /// `auto`: threads and table by what the machine has, as Expositor reckons it, but never more than half of its memory.
    pub(super) fn auto(&mut self, all: bool) -> Result<Reply, CommandError> {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = if all { cores.max(3) - 2 } else { cores.max(2) / 2 };
        let most = memory::total().map_or(LARGEST_AUTO, |total| LARGEST_AUTO.min(total / 2));
        let hash = (54 * threads + 10 * threads * threads).min(most).max(1);
        self.set("Threads", &threads.to_string())?;
        self.set("Hash", &hash.to_string())?;
        Ok(Reply::Settings(vec![self.known_setting("Threads")?, self.known_setting("Hash")?]))
    }

    fn set_engine(&mut self, name: &str, value: &str) -> Result<(), CommandError> {
        self.engine.set_option(name, value)?;
        if find(name).is_some_and(|spec| spec.id == OptionId::DebugLogFile) {
            self.number_the_log();
        }
        Ok(())
    }

    /// The file of the dialogue cannot be written: it is not asked for any more.
    pub fn forget_log(&mut self) {
        // The empty path is always taken.
        let _ = self.engine.set_option("Debug Log File", "");
    }

    /// Where a name of several words ends and the value begins: after the longest part that is a name.
    pub(super) fn name_and_value(&self, name: &str, value: &str) -> (String, String) {
        let all = format!("{name} {value}");
        let words: Vec<&str> = all.split_whitespace().collect();
        if self.setting(name).is_none() {
            let known = names();
            let most = known.iter().map(|(name, _)| name.split_whitespace().count()).max();
            for length in (1..=words.len().min(most.unwrap_or(0))).rev() {
                let candidate = words[..length].join(" ");
                if self.setting(&candidate).is_some() {
                    return (candidate, words[length..].join(" "));
                }
            }
        }
        (name.to_owned(), value.to_owned())
    }

    /// The setting of a name that must be one.
    pub(super) fn known_setting(&self, name: &str) -> Result<Setting, CommandError> {
        self.setting(name).ok_or_else(|| no_setting(name))
    }

    pub(super) fn get(&self, name: &str) -> Result<Reply, CommandError> {
        if let Some(setting) = self.setting(name) {
            return Ok(Reply::Settings(vec![setting]));
        }
        let wanted = name.to_lowercase();
        let begins = |setting: &Setting| setting.name.to_lowercase().starts_with(&wanted);
        let found: Vec<Setting> = self.settings().into_iter().filter(begins).collect();
        if found.is_empty() { Err(no_setting(name)) } else { Ok(Reply::Settings(found)) }
    }

    pub(super) fn clear(&mut self) -> Reply {
        self.engine.new_game();
        Reply::Text("hash table and histories cleared (for the screen: Ctrl-L)".to_owned())
    }

    /// All settings: the prompt's, the engine's, the search's.
    pub(super) fn settings(&self) -> Vec<Setting> {
        let shown =
            |spec: &&OptionSpec| spec.audience != Audience::Uci && spec.kind != OptionKind::Button;
        let preferences = PREFERENCES.iter().map(|spec| self.preference(spec));
        let options = OPTIONS.iter().filter(shown).map(|spec| self.option(spec));
        let mut all: Vec<Setting> = preferences.chain(options).chain(self.params()).collect();
        for setting in all.iter_mut().filter(|setting| self.kept.holds(&setting.name)) {
            setting.summary.push_str(" (kept)");
        }
        all
    }

    /// The setting of a name, in any case.
    fn setting(&self, name: &str) -> Option<Setting> {
        if let Some(spec) = PreferenceSpec::find(name) {
            return Some(self.preference(spec));
        }
        if let Some(spec) = find(name) {
            return Some(self.option(spec));
        }
        self.param(name).or_else(|| self.extension_weight(name))
    }

    fn param(&self, name: &str) -> Option<Setting> {
        self.params().into_iter().find(|known| known.name.eq_ignore_ascii_case(name))
    }

    /// The weight of an extension at one kind of node, as `extension.check.cut`.
    fn extension_weight(&self, name: &str) -> Option<Setting> {
        let rule = self.param(name.rsplit_once('.')?.0)?;
        let mut usual = self.engine.options().clone();
        let value = usual.get(name)?;
        usual.set(name, "default").ok()?;
        Some(Setting { name: name.to_owned(), value, default: usual.get(name)?, ..rule })
    }

    fn preference(&self, spec: &PreferenceSpec) -> Setting {
        Setting {
            name: spec.name.to_owned(),
            value: spec.of(&self.preferences).to_owned(),
            default: spec.default(),
            unit: "",
            range: spec.range(),
            summary: spec.summary.to_owned(),
        }
    }

    fn option(&self, spec: &OptionSpec) -> Setting {
        let (default, range) = match &spec.kind {
            OptionKind::Spin { default, min, max } => (default.to_string(), format!("{min}–{max}")),
            OptionKind::Check { default } => (default.to_string(), "true, false".to_owned()),
            OptionKind::Combo { default, choices } => ((*default).to_owned(), choices.join(", ")),
            OptionKind::Text { default } => ((*default).to_owned(), "a text".to_owned()),
            OptionKind::Button => (String::new(), String::new()),
        };
        Setting {
            name: spec.name.clone(),
            value: self.engine.options().show(spec.id),
            default,
            unit: "",
            range,
            summary: spec.summary.clone(),
        }
    }

    fn params(&self) -> Vec<Setting> {
        let entries = self.engine.options().param_entries();
        let profile = self.engine.options().profile_params();
        let setting = |entry: crate::search::params::ParamEntry| Setting {
            default: profile.get(&entry.name).unwrap_or(entry.default),
            name: entry.name,
            value: entry.value,
            unit: entry.unit,
            range: format!("{} (source: {})", entry.range, entry.source),
            summary: entry.summary.to_owned(),
        };
        entries.into_iter().map(setting).collect()
    }

    pub(super) fn extensions(&self) -> Reply {
        let options = self.engine.options();
        let profile = options.profile().to_owned();
        let usual = options.profile_params();
        let last = self
            .analysis
            .as_ref()
            .map(|last| (*last.game.position(), last.finished.ledger.clone()));
        let weights = |params: &Params, rule| {
            [NodeKind::Pv, NodeKind::Cut, NodeKind::All]
                .map(|kind| params.extensions.of(rule, kind))
        };
        let row = |rule| ExtensionRow {
            rule,
            weights: weights(options.params(), rule),
            defaults: weights(&usual, rule),
            used: last.as_ref().and_then(|(_, ledger)| {
                ledger.rules.iter().find(|used| used.rule == rule).copied()
            }),
        };
        Reply::Extensions(ExtensionsReply { profile, rows: Rule::ALL.map(row).to_vec(), last })
    }
}

fn no_setting(name: &str) -> CommandError {
    let known = names();
    let nearest = suggest::nearest(name, known.iter().map(|(name, _)| name.as_str()));
    CommandError::NoSetting {
        name: crate::shell::parse::reader::shorten(name),
        nearest: nearest.map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Reliability review, 6: each point of a name was a name to be looked up.
    #[test]
    fn a_name_of_a_million_points_is_looked_up_once() {
        let session = Session::new(Arc::new(|_| ()));
        let error = session.get(&"1.".repeat(1 << 20)).unwrap_err().to_string();
        assert!(error.starts_with("there is no setting"), "{error}");
        assert!(session.get("extension.check.cut").is_ok());
    }
}
