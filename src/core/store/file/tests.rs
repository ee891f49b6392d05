//! Files that are written whole or not at all, and names of files.

use std::io::Write;

use super::*;

const ALWAYS: fn() -> Result<(), FileError> = || Ok(());

fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    replace(path, |file| file.write_all(bytes), ALWAYS)
}

#[test]
fn bare_names_of_games_and_networks_belong_to_the_data_folder() {
    let expanded = |text: &str| {
        let variables = [("HOME", "/home/me"), (DATA_FOLDER, "/data")];
        let variable = |name: &str| variables.iter().find(|(own, _)| *own == name);
        expand_in(text, |name| variable(name).map(|(_, value)| value.into()))
    };
    for (text, path) in [
        ("gen1.qpr", "/data/gen1.qpr"),
        ("gen1.qpn", "/data/gen1.qpn"),
        ("~/gen1.qpn", "/home/me/gen1.qpn"),
        ("./gen1.qpn", "./gen1.qpn"),
        ("old/gen1.qpd", "old/gen1.qpd"),
        ("/tmp/gen1.qpd", "/tmp/gen1.qpd"),
        ("game.pgn", "game.pgn"),
        ("", ""),
    ] {
        assert_eq!(expanded(text), PathBuf::from(path), "{text}");
    }
    assert_eq!(expand_in("gen1.qpr", |_| None), PathBuf::from("gen1.qpr"));
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn new_and_old_files_are_written_and_nothing_else_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.qply");
    for text in ["first", "", "second, and longer"] {
        write_atomically(&path, text.as_bytes()).unwrap();
        assert_eq!(read(&path, 100).unwrap(), text.as_bytes());
    }
    assert_eq!(names(folder.path()), ["game.qply"]);
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.qply");
    fs::write(&path, "old").unwrap();
    let error = replace(
        &path,
        |file| {
            file.write_all(b"half of the ne")?;
            Err(ErrorKind::StorageFull.into())
        },
        ALWAYS,
    )
    .unwrap_err();
    let text = error.to_string();
    assert!(text.contains("game.qply: the disk is full"), "{text}");
    assert!(text.ends_with("what was there before is untouched"), "{text}");
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(folder.path()), ["game.qply"]);
}

#[test]
fn folders_and_missing_folders_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let error = write_atomically(folder.path(), b"x").unwrap_err();
    assert!(error.to_string().contains("not a plain file"), "{error}");
    let error = write_atomically(&folder.path().join("no/such.qply"), b"x").unwrap_err();
    assert!(error.to_string().contains("there is no such file or folder"), "{error}");
    let error = write_atomically(Path::new("/"), b"x").unwrap_err();
    assert!(error.to_string().contains("not a plain file"), "{error}");
    assert!(names(folder.path()).is_empty());
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_permissions_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("file"), folder.path().join("link"));
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&file, &link).unwrap();
    write_atomically(&link, b"new").unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"new");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

#[cfg(unix)]
#[test]
fn links_to_nothing_yet_are_followed_and_circles_are_refused() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("file"), folder.path().join("link"));
    symlink("file", &link).unwrap();
    write_atomically(&link, b"new").unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    symlink("other", &one).unwrap();
    symlink("one", &other).unwrap();
    let error = write_atomically(&one, b"new").unwrap_err().to_string();
    assert!(error.contains("circle"), "{error}");
    assert!(fs::symlink_metadata(&one).unwrap().is_symlink());
}

#[cfg(unix)]
#[test]
fn read_only_files_are_left_alone() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    for mode in [0o444, 0o000] {
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        let error = write_atomically(&path, b"new").unwrap_err();
        assert!(error.to_string().contains("marked read-only"), "{error}");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }
    assert_eq!(names(folder.path()), ["file"]);
}

#[test]
fn what_a_crash_left_is_swept_away() {
    let folder = tempfile::tempdir().unwrap();
    let (left, used, empty) =
        (".other.quarterply-abc.tmp", ".game.quarterply-def.tmp", ".game.quarterply-ghi.tmp");
    for (name, text) in [(left, "half"), (used, "half"), (empty, "")] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let writing = File::open(folder.path().join(used)).unwrap();
    writing.try_lock().unwrap();
    write_atomically(&folder.path().join("game"), b"whole").unwrap();
    assert_eq!(names(folder.path()), [used, "game"], "others may still be writing");
}

/// Two programs that write in one folder sweep away what the other has just made.
#[test]
fn what_is_swept_away_before_it_is_locked_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for name in ["one", "two", "three"] {
            let path = folder.path().join(name);
            scope.spawn(move || {
                for _ in 0..100 {
                    write_atomically(&path, b"whole").unwrap();
                }
            });
        }
    });
    assert_eq!(names(folder.path()), ["one", "three", "two"]);
}

#[cfg(unix)]
#[test]
fn what_may_never_end_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    for (path, what) in [
        (&pipe, "a pipe"),
        (&PathBuf::from("/dev/zero"), "a device"),
        (&folder.path().into(), "a folder"),
    ] {
        let error = read(path, 100).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text_are_kept() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(OsStr::from_bytes(b"g\xff"));
    write_atomically(&path, b"new").unwrap();
    assert_eq!(read(&path, 3).unwrap(), b"new");
}

#[test]
fn reading_has_a_limit_and_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "12345").unwrap();
    assert_eq!(read(&path, 5).unwrap(), b"12345");
    assert!(read(&path, 4).unwrap_err().to_string().contains("larger than 4 bytes"));
    let error = read(&folder.path().join("none"), 5).unwrap_err().to_string();
    assert!(error.ends_with("none: there is no such file or folder"), "{error}");
}
