//! Settings of the engine, of its search and of the prompt, behind one `set` and one `get`.

use super::autosave::LOG;
use super::preferences::{PREFERENCES, preference};
use super::{CommandError, Session};
use crate::control::quantity;
use crate::engine::options::{Interface, OPTIONS, OptionSpec, find, nearest};
use crate::search::params::{PARAMS, ParamSpec};
use crate::settings::{self, SettingKind, SettingSpec};
use crate::shell::reply::{Setting, SettingChanged};
use crate::tools::tool::ToolError;

/// Names of all settings that `set` takes, each with the words its value may be; for completion.
pub fn names() -> Vec<(String, Vec<String>)> {
    fn row<S, A>(spec: &SettingSpec<S, A>) -> (String, Vec<String>) {
        (spec.name.clone(), spec.kind.words().into_iter().map(str::to_owned).collect())
    }
    let options = OPTIONS.iter().filter(|spec| spec.is_for(Interface::Prompt)).map(row);
    PREFERENCES.iter().map(row).chain(options).chain(PARAMS.iter().map(row)).collect()
}

impl Session {
    /// Returns what changed; nothing for a button.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Option<SettingChanged>, CommandError> {
        let (name, value) = self.name_and_value(name, value);
        let (name, value) = (&*name, &*value);
        let Some(before) = self.setting(name) else {
            return Err(no_setting(name));
        };
        let kind = find(name).map(|spec| &spec.kind);
        let is_button = kind == Some(&SettingKind::Button);
        if value.is_empty() && !is_button && !kind.is_some_and(SettingKind::is_text) {
            let Setting { name, value, range, .. } = before;
            let message = format!("`set {name}` needs a value ({range}); now {value}");
            return Err(CommandError::Setting { message, nearest: None });
        }
        let is_size = name.eq_ignore_ascii_case("hash");
        let size = quantity::mebibytes(value).filter(|_| is_size).map(|size| size.to_string());
        match preference(name) {
            Some(spec) => self.preferences.set(spec, value)?,
            None => self.set_engine(name, size.as_deref().unwrap_or(value))?,
        }
        let prepared = match &*name.to_lowercase() {
            "hash" => self.engine.prepare(),
            "threads" => self.engine.prepare_threads(),
            _ => Ok(()),
        };
        prepared.map_err(|error| ToolError::Memory(error.to_string()))?;
        if is_button {
            return Ok(None);
        }
        let setting = self.setting(name).ok_or_else(|| no_setting(name))?;
        Ok(Some(SettingChanged { setting, before: before.value }))
    }

    pub fn set_engine(&mut self, name: &str, value: &str) -> Result<(), CommandError> {
        if find(name).is_some_and(|spec| spec.name == LOG) {
            return self.log_into(value);
        }
        Ok(self.engine.set_option(name, value)?)
    }

    /// Where a name of several words ends and the value begins: after the longest part that is a name.
    pub fn name_and_value(&self, name: &str, value: &str) -> (String, String) {
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

    pub fn known_setting(&self, name: &str) -> Result<Setting, CommandError> {
        self.setting(name).ok_or_else(|| no_setting(name))
    }

    /// All settings: the prompt's, the engine's, the search's.
    pub fn settings(&self) -> Vec<Setting> {
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

    pub fn setting(&self, name: &str) -> Option<Setting> {
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

pub fn no_setting(name: &str) -> CommandError {
    let known = names();
    let nearest = nearest(name, known.iter().map(|(name, _)| name.as_str()));
    let name = crate::shell::parse::reader::shorten(name);
    let message = format!(
        "there is no setting \"{name}\"{}",
        match nearest {
            Some(nearest) => format!("; did you mean `{nearest}`?"),
            None => "; `get` lists them all".to_owned(),
        }
    );
    CommandError::Setting { message, nearest: nearest.map(str::to_owned) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reliability review, 6: each point of a name was a name to be looked up.
    #[test]
    fn a_name_of_a_million_points_is_looked_up_once() {
        let session = Session::default();
        let error = session.known_setting(&"1.".repeat(1 << 20)).unwrap_err().to_string();
        assert!(error.starts_with("there is no setting"), "{error}");
        assert!(session.known_setting("extension.check.cut").is_ok());
    }
}
