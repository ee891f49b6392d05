//! Settings that stay from one session to the next: read once at the beginning, kept and forgotten by `set`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{CommandError, Session};
use crate::files::{KeptSettings, settings};
use crate::tools::tool::ToolError;

#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// `None` if nothing is kept in this session.
    path: Option<PathBuf>,
    /// Their names, in small letters.
    names: BTreeSet<String>,
}

impl Kept {
    pub fn holds(&self, name: &str) -> bool {
        self.names.contains(&name.to_lowercase())
    }
}

impl Session {
    /// Makes all settings as a file says, and keeps settings in it from here on. What cannot be used is reported and skipped.
    pub fn use_settings_file(&mut self, path: &Path) -> Vec<CommandError> {
        self.kept.path = Some(path.to_owned());
        self.engine.keep_book_in(&path.with_file_name("book.txt"));
        let at = |message: String| ToolError::content(path, message).into();
        let found = match KeptSettings::read(path) {
            Ok(found) => found,
            Err(error) => return vec![at(error.to_string())],
        };
        let mut complaints = Vec::new();
        for (line, said) in found.0 {
            let done = said.and_then(|(name, value)| {
                self.set(&name, &value).map_err(|error| error.to_string())?;
                self.kept.names.insert(name.to_lowercase());
                Ok(())
            });
            complaints.extend(done.err().map(|why| at(format!("line {line}: {why}; skipped"))));
        }
        complaints
    }

    /// Changes a setting, if a value is given, and keeps it.
    pub fn keep(&mut self, name: &str, value: &str) -> Result<String, CommandError> {
        let path = self.settings_path()?;
        let (name, value) = self.name_and_value(name, value);
        if !value.is_empty() {
            self.set(&name, &value)?;
        }
        let setting = self.known_setting(&name)?;
        settings::keep(&path, &setting.name, &setting.value)
            .map_err(|error| ToolError::content(&path, error))?;
        self.kept.names.insert(setting.name.to_lowercase());
        Ok(format!("{} {} · kept in {}", setting.name, setting.value, path.display()))
    }

    /// Keeps a setting no longer; its value stays for this session.
    pub fn forget(&mut self, name: &str) -> Result<String, CommandError> {
        let path = self.settings_path()?;
        let setting = self.known_setting(name)?;
        let forgotten = settings::forget(&path, &setting.name);
        let was_kept = forgotten.map_err(|error| ToolError::content(&path, error))?;
        self.kept.names.remove(&setting.name.to_lowercase());
        let (name, path) = (setting.name, path.display());
        Ok(match was_kept {
            true => format!("{name} · no longer kept in {path}"),
            false => format!("{name} · not kept in {path}"),
        })
    }

    fn settings_path(&self) -> Result<PathBuf, CommandError> {
        let why = "nothing is kept in this session: --no-config was given, standard input is a pipe, or \
                   neither XDG_CONFIG_HOME nor HOME names a folder";
        let nowhere = || ToolError::content(Path::new("settings.toml"), why);
        Ok(self.kept.path.clone().ok_or_else(nowhere)?)
    }
}
