//! Settings of the engine, of its search and of the prompt, behind one `set` and one `get`.

use std::num::NonZero;
use std::thread;

use super::preferences::{PREFERENCES, preference};
use super::sitting::LOG;
use super::{CommandError, Session};
use crate::engine::memory;
use crate::engine::options::{Interface, OPTIONS, OptionSpec, find, nearest};
use crate::search::Rule;
use crate::search::params::{PARAMS, ParamSpec, Params};
use crate::search::profiles::QUARTERPLY;
use crate::settings::{self, SettingKind, SettingSpec};
use crate::shell::reply::{ExtensionRow, ExtensionsReply, Reply, Setting};
use crate::tools::measured::MeasuredRules;
use crate::tools::tool::ToolError;
use crate::units::NodeKind;

/// Names of all settings that `set` takes, each with the words its value may be; for completion.
pub fn names() -> Vec<(String, Vec<String>)> {
    fn row<S, A>(spec: &SettingSpec<S, A>) -> (String, Vec<String>) {
        (spec.name.clone(), spec.kind.words().into_iter().map(str::to_owned).collect())
    }
    let options = OPTIONS.iter().filter(|spec| spec.is_for(Interface::Prompt)).map(row);
    PREFERENCES.iter().map(row).chain(options).chain(PARAMS.iter().map(row)).collect()
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
        let kind = find(name).map(|spec| &spec.kind);
        let is_button = kind == Some(&SettingKind::Button);
        if value.is_empty() && !is_button && !kind.is_some_and(SettingKind::is_text) {
            let Setting { name, value, range, .. } = before;
            return Err(CommandError::NoValue { name, value, range });
        }
        match preference(name) {
            Some(spec) => self.preferences.set(spec, value)?,
            None => self.set_engine(name, value)?,
        }
        if name.eq_ignore_ascii_case("hash") {
            self.engine.prepare().map_err(|error| ToolError::Memory(error.to_string()))?;
        }
        if is_button {
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
        if find(name).is_some_and(|spec| spec.name == LOG) {
            return self.log_into(value);
        }
        Ok(self.engine.set_option(name, value)?)
    }

    /// The file of the dialogue cannot be written: it is not asked for any more.
    pub fn forget_log(&mut self) {
        // The empty path is always taken.
        let _ = self.engine.set_option(LOG, "");
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
            |spec: &&OptionSpec| spec.is_for(Interface::Prompt) && spec.kind != SettingKind::Button;
        let options = self.engine.options();
        let preferences = PREFERENCES.iter().map(|spec| row_of(spec, &self.preferences));
        let engine = OPTIONS.iter().filter(shown).map(|spec| row_of(spec, options));
        let params = PARAMS.iter().map(|spec| self.param(spec));
        let mut all: Vec<Setting> = preferences.chain(engine).chain(params).collect();
        for setting in all.iter_mut().filter(|setting| self.kept.holds(&setting.name)) {
            setting.summary.push_str(" (kept)");
        }
        all
    }

    fn setting(&self, name: &str) -> Option<Setting> {
        if let Some(spec) = preference(name) {
            return Some(row_of(spec, &self.preferences));
        }
        if let Some(spec) = find(name) {
            return Some(row_of(spec, self.engine.options()));
        }
        let param = settings::find(&PARAMS, name).map(|spec| self.param(spec));
        param.or_else(|| self.extension_weight(name))
    }

    /// The weight of an extension at one kind of node, as `extension.check.cut`.
    fn extension_weight(&self, name: &str) -> Option<Setting> {
        let rule = self.param(settings::find(&PARAMS, name.rsplit_once('.')?.0)?);
        let mut usual = self.engine.options().clone();
        let value = usual.get(name)?;
        usual.set(name, "default").ok()?;
        Some(Setting { name: name.to_owned(), value, default: usual.get(name)?, ..rule })
    }

    fn param(&self, spec: &ParamSpec) -> Setting {
        let options = self.engine.options();
        Setting {
            default: spec.value(&options.profile.params()),
            unit: spec.about.unit,
            range: format!("{} (source: {})", spec.range(), spec.about.source),
            ..row_of(spec, &options.params)
        }
    }

    pub(super) fn extensions(&self) -> Reply {
        let options = self.engine.options();
        let profile = options.profile.name.to_owned();
        let usual = options.profile.params();
        let last = self
            .analysis
            .as_ref()
            .map(|last| (*last.game.position(), last.finished.ledger.clone()));
        let weights = |params: &Params, rule| {
            [NodeKind::Pv, NodeKind::Cut, NodeKind::All]
                .map(|kind| params.extensions.of(rule, kind))
        };
        let kept = (usual == QUARTERPLY).then(MeasuredRules::kept);
        let row = |rule| ExtensionRow {
            rule,
            weights: weights(&options.params, rule),
            defaults: weights(&usual, rule),
            used: last.as_ref().and_then(|(_, ledger)| {
                ledger.rules.iter().find(|used| used.rule == rule).copied()
            }),
            measured: kept.and_then(|kept| kept.of(rule)),
        };
        Reply::Extensions(ExtensionsReply { profile, rows: Rule::ALL.map(row).to_vec(), last })
    }
}

fn row_of<S: 'static, A>(spec: &SettingSpec<S, A>, all: &S) -> Setting {
    Setting {
        name: spec.name.clone(),
        value: spec.value(all),
        default: spec.kind.initial(),
        unit: "",
        range: spec.kind.range(),
        summary: spec.summary.clone(),
    }
}

fn no_setting(name: &str) -> CommandError {
    let known = names();
    let nearest = nearest(name, known.iter().map(|(name, _)| name.as_str()));
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
