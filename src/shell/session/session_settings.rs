//! Settings of the engine, of its search and of the prompt, behind one `set` and one `get`. Some are kept from one session to the
//! next: they are read at the start, and written and removed by `set`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::aliases::Aliases;
use super::preferences::{PREFERENCES, Preferences, preference};
use super::session_files::LOG;
use super::{CommandError, Session};
use crate::control::quantity;
use crate::engine::options::{Interface, OPTIONS, OptionSpec, find, nearest};
use crate::engine::{Options, ProofLimits};
use crate::files;
use crate::files::KeptSettings;
use crate::search::params::{PARAMS, ParamSpec};
use crate::settings::{self, SettingKind, SettingSpec};
use crate::shell::reply::{Setting, SettingChanged};

/// Names of all settings with their possible values, for completion.
pub fn names() -> Vec<(String, Vec<String>)> {
    fn row<S, A>(spec: &SettingSpec<S, A>) -> (String, Vec<String>) {
        (spec.name.clone(), spec.kind.words().into_iter().map(str::to_owned).collect())
    }
    let options = OPTIONS.iter().filter(|spec| spec.is_for(Interface::Prompt)).map(row);
    PREFERENCES.iter().map(row).chain(options).chain(PARAMS.iter().map(row)).collect()
}

/// Settings of the prompt; those of the engine and its search are its options.
#[derive(Default)]
pub struct SessionSettings {
    pub preferences: Preferences,
    pub aliases: Aliases,
    /// The board is turned round from what the game suggests: [`Session::is_flipped`].
    pub flipped: bool,
    /// Lines are typed at a prompt: a game is opened at its beginning, and a drill waits for Enter.
    pub at_prompt: bool,
    /// File of the kept settings; `None` if nothing is kept in this session.
    file: Option<PathBuf>,
    /// Names of the kept settings, in lower case.
    kept: BTreeSet<String>,
}

impl SessionSettings {
    /// Splits a text into the longest prefix that is a setting's name, and the value.
    fn name_and_value(&self, name: &str, value: &str, options: &Options) -> (String, String) {
        let all = format!("{name} {value}");
        let words: Vec<&str> = all.split_whitespace().collect();
        if self.setting(name, options).is_none() {
            let known = names();
            let most = known.iter().map(|(name, _)| name.split_whitespace().count()).max();
            for length in (1..=words.len().min(most.unwrap_or(0))).rev() {
                let candidate = words[..length].join(" ");
                if self.setting(&candidate, options).is_some() {
                    return (candidate, words[length..].join(" "));
                }
            }
        }
        (name.to_owned(), value.to_owned())
    }

    pub fn known_setting(&self, name: &str, options: &Options) -> Result<Setting, CommandError> {
        self.setting(name, options).ok_or_else(|| no_setting(name))
    }

    /// Returns all settings: of the prompt, the engine and the search.
    pub fn all(&self, options: &Options) -> Vec<Setting> {
        let shown =
            |spec: &&OptionSpec| spec.is_for(Interface::Prompt) && spec.kind != SettingKind::Button;
        let preferences = PREFERENCES.iter().map(|spec| row_of(spec, &self.preferences));
        let engine = OPTIONS.iter().filter(shown).map(|spec| row_of(spec, options));
        let params = PARAMS.iter().map(|spec| param(spec, options));
        let mut all: Vec<Setting> = preferences.chain(engine).chain(params).collect();
        for setting in all.iter_mut().filter(|setting| self.keeps(&setting.name)) {
            setting.summary.push_str(" (kept)");
        }
        all
    }

    pub fn setting(&self, name: &str, options: &Options) -> Option<Setting> {
        if let Some(spec) = preference(name) {
            return Some(row_of(spec, &self.preferences));
        }
        if let Some(spec) = find(name) {
            return Some(row_of(spec, options));
        }
        let param = settings::find(&PARAMS, name).map(|spec| param(spec, options));
        param.or_else(|| extension_weight(name, options))
    }

    /// Returns the limits, or the default ones if these end nothing.
    pub fn proof_limits(&self, limits: ProofLimits) -> ProofLimits {
        if limits.is_ended() {
            return limits;
        }
        ProofLimits { mebibytes: limits.mebibytes, ..self.preferences.proof_default.value }
    }

    pub fn keeps(&self, name: &str) -> bool {
        self.kept.contains(&name.to_lowercase())
    }

    /// Removes a setting from the file; its value stays for this session.
    pub fn forget(&mut self, name: &str, options: &Options) -> Result<String, CommandError> {
        let path = self.file()?;
        let setting = self.known_setting(name, options)?;
        let forgotten = files::settings::forget(&path, &setting.name);
        let was_kept = forgotten.map_err(|error| CommandError::content(&path, error))?;
        self.kept.remove(&setting.name.to_lowercase());
        let (name, path) = (setting.name, path.display());
        Ok(match was_kept {
            true => format!("{name} · no longer kept in {path}"),
            false => format!("{name} · not kept in {path}"),
        })
    }

    fn file(&self) -> Result<PathBuf, CommandError> {
        let why = "nothing is kept in this session: --no-config was given, standard input is a pipe, or \
                   neither XDG_CONFIG_HOME nor HOME names a folder";
        let nowhere = || CommandError::content(Path::new("settings.toml"), why);
        self.file.clone().ok_or_else(nowhere)
    }
}

impl Session {
    /// Returns what changed; nothing for a button.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Option<SettingChanged>, CommandError> {
        let (name, value) = self.settings.name_and_value(name, value, self.engine.options());
        let (name, value) = (&*name, &*value);
        let before = self.settings.known_setting(name, self.engine.options())?;
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
            Some(spec) => self.settings.preferences.set(spec, value)?,
            None => self.set_engine(name, size.as_deref().unwrap_or(value))?,
        }
        let prepared = match &*name.to_lowercase() {
            "hash" => self.engine.prepare(),
            "threads" => self.engine.prepare_threads(),
            _ => Ok(()),
        };
        prepared.map_err(|error| CommandError::Memory(error.to_string()))?;
        if is_button {
            return Ok(None);
        }
        let setting = self.settings.known_setting(name, self.engine.options())?;
        Ok(Some(SettingChanged { setting, before: before.value }))
    }

    pub fn set_engine(&mut self, name: &str, value: &str) -> Result<(), CommandError> {
        if find(name).is_some_and(|spec| spec.name == LOG) {
            return self.files.log_into(&mut self.engine, value);
        }
        Ok(self.engine.set_option(name, value)?)
    }

    /// Applies the settings in a file, and keeps settings in it from now on. Invalid ones are reported and skipped.
    pub fn use_settings_file(&mut self, path: &Path) -> Vec<CommandError> {
        self.settings.file = Some(path.to_owned());
        self.engine.keep_book_in(&path.with_file_name("book.txt"));
        let at = |message: String| CommandError::content(path, message);
        let found = match KeptSettings::read(path) {
            Ok(found) => found,
            Err(error) => return vec![at(error.to_string())],
        };
        let mut complaints = Vec::new();
        for (line, said) in found.0 {
            let done = said.and_then(|(name, value)| {
                self.set(&name, &value).map_err(|error| error.to_string())?;
                self.settings.kept.insert(name.to_lowercase());
                Ok(())
            });
            complaints.extend(done.err().map(|why| at(format!("line {line}: {why}; skipped"))));
        }
        complaints
    }

    /// Sets a value, if one is given, and keeps the setting. If it cannot be kept it is not set either.
    pub fn keep(&mut self, name: &str, value: &str) -> Result<String, CommandError> {
        let path = self.settings.file()?;
        let (name, value) = self.settings.name_and_value(name, value, self.engine.options());
        let before = self.settings.known_setting(&name, self.engine.options())?;
        if !value.is_empty() {
            self.set(&name, &value)?;
        }
        let setting = self.settings.known_setting(&name, self.engine.options())?;
        if let Err(error) = files::settings::keep(&path, &setting.name, &setting.value) {
            self.set(&name, &before.value)?;
            return Err(CommandError::content(&path, error));
        }
        self.settings.kept.insert(setting.name.to_lowercase());
        Ok(format!("{} {} · kept in {}", setting.name, setting.value, path.display()))
    }
}

/// The weight of an extension for one kind of node, as `extension.check.cut`.
fn extension_weight(name: &str, options: &Options) -> Option<Setting> {
    let rule = param(settings::find(&PARAMS, name.rsplit_once('.')?.0)?, options);
    let mut usual = options.clone();
    let value = usual.get(name)?;
    usual.set(name, "default").ok()?;
    Some(Setting { name: name.to_owned(), value, default: usual.get(name)?, ..rule })
}

fn param(spec: &ParamSpec, options: &Options) -> Setting {
    Setting {
        default: spec.value(&options.profile.params()),
        unit: spec.about.unit,
        range: format!("{} (source: {})", spec.range(), spec.about.source),
        ..row_of(spec, &options.params)
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

    /// Reliability review, 6: each part of a dotted name was looked up as a name.
    #[test]
    fn a_name_of_a_million_points_is_looked_up_once() {
        let (settings, options) = (SessionSettings::default(), Options::default());
        let known = |name: &str| settings.known_setting(name, &options);
        let error = known(&"1.".repeat(1 << 20)).unwrap_err().to_string();
        assert!(error.starts_with("there is no setting"), "{error}");
        assert!(known("extension.check.cut").is_ok());
    }
}
