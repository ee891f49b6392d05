//! The file that remembers what was typed: the next day's Up arrow begins where today ended.
//!
//! Whatever lies there, the prompt comes: a pipe or a device is left alone, since reading it could take for ever, and
//! bytes that are no text, which the line editor would refuse the whole file for, are replaced by the sign for that.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use crate::store::{FileError, WrittenFiles, file};

/// More than so many lines have, in bytes.
const LARGEST: u64 = 64 << 20;

pub const LINES: usize = 10_000;

/// Where it is: `$XDG_STATE_HOME/quarterply/history`, or beneath `~/.local/state`; on Windows, where there is no such folder,
/// with the user's data. `None` without a home. The last session is kept beside it.
fn path() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    let folder = base.state_dir().unwrap_or_else(|| base.data_dir());
    Some(folder.join("quarterply").join("history"))
}

/// The file of this user, its folder made; `None` if that cannot be: then nothing is remembered, and nothing else is lost.
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

/// Replaces bytes that are no text; one of them would end the remembering for good.
fn mend(path: &Path) {
    let mended = || {
        let files = WrittenFiles::default().hold(path)?;
        if let Cow::Owned(mended) = String::from_utf8_lossy(&file::read(path, LARGEST)?) {
            files.claim(path, |_| true)?;
            files.write(path, mended.as_bytes())?;
        }
        Ok(())
    };
    // If this fails the file is as it was, and today's lines are added to it all the same.
    let _: Result<(), FileError> = mended();
}

/// Only the user may read what was typed.
#[cfg(unix)]
fn keep_private(path: &Path) {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    let made = fs::OpenOptions::new().append(true).create(true).mode(0o600).open(path);
    if made.is_ok() {
        // A file made by an older umask stays usable even if this fails.
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o600));
    }
}

/// Elsewhere the home folder keeps it.
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
