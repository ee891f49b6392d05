//! The history file of the prompt.
//!
//! A bad file must not prevent the prompt: a pipe or a device is ignored, since reading it could block for ever, and invalid
//! UTF-8, for which rustyline would refuse the whole file, is replaced.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use crate::store::{FileError, WrittenFiles, file};

/// Larger than any history, in bytes.
const LARGEST: u64 = 64 << 20;

pub const LINES: usize = 10_000;

/// Returns its path: `$XDG_STATE_HOME/quarterply/history`, or in `~/.local/state`; on Windows in the user's data. `None` without
/// a home directory. The last session is kept beside it.
fn path() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    let folder = base.state_dir().unwrap_or_else(|| base.data_dir());
    Some(folder.join("quarterply").join("history"))
}

/// Returns the file after creating its folder; `None` if that fails: then no history is kept.
pub fn prepare() -> Option<PathBuf> {
    let path = path()?;
    fs::create_dir_all(path.parent()?).ok()?;
    // Opening a pipe waits for a process at its other end.
    if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
        return None;
    }
    keep_private(&path);
    mend(&path);
    Some(path)
}

pub fn last_session() -> Option<PathBuf> {
    Some(path()?.with_file_name("last-session.qs"))
}

/// Replaces invalid UTF-8, which would disable the history permanently.
fn mend(path: &Path) {
    let mended = || {
        let files = WrittenFiles::default().hold(path)?;
        if let Cow::Owned(mended) = String::from_utf8_lossy(&file::read(path, LARGEST)?) {
            files.claim(path, |_| true)?;
            files.write(path, mended.as_bytes())?;
        }
        Ok(())
    };
    // If this fails the file is unchanged, and new lines are appended anyway.
    let _: Result<(), FileError> = mended();
}

/// Only the user may read the history.
#[cfg(unix)]
fn keep_private(path: &Path) {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    let made = fs::OpenOptions::new().append(true).create(true).mode(0o600).open(path);
    if made.is_ok() {
        // A file created with an older umask stays usable even if this fails.
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o600));
    }
}

/// On other systems the home folder is private.
#[cfg(not(unix))]
fn keep_private(_: &Path) {}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_mended() {
        let path = env::temp_dir().join(format!("quarterply-history-{}", std::process::id()));
        fs::write(&path, b"#V2\ne4\nN\xfff3\n").unwrap();
        mend(&path);
        let text = fs::read_to_string(&path);
        fs::remove_file(&path).unwrap();
        assert_eq!(text.unwrap(), "#V2\ne4\nN\u{FFFD}f3\n");
    }
}
