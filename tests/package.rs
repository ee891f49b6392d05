//! The distributed archive: packed by `.ci/package`, unpacked in an empty folder, and tested there; and packed with the tools of
//! other systems.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, UNIX_EPOCH};

use tempfile::TempDir;

/// bsdtar and others, which lack the words that GNU tar has for order, time and owner.
const PLAIN_TAR: &str = r#"case "$*" in *--*) echo "tar: unknown option" >&2; exit 1 ;; esac
exec tar "$@""#;

/// Windows, where cargo writes paths with backslashes.
const BACKSLASHES: &str =
    r#"case $1 in metadata) cargo "$@" | sed 's|/|\\\\|g' ;; *) exec cargo "$@" ;; esac"#;

fn done(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn packer(dist: &Path) -> Command {
    let mut packer = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/package"));
    packer.args([env!("CARGO_BIN_EXE_quarterply"), "here"]).arg(dist);
    packer
}

/// Packs, and returns the path of the archive.
fn packed(packer: &mut Command) -> String {
    String::from_utf8(done(packer).stdout).unwrap().trim().to_owned()
}

fn unpacked(archive: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    done(Command::new("tar").arg("-xzf").arg(archive).current_dir(folder.path()));
    folder
}

/// Puts programs before those of the system, which they find behind themselves on the path.
fn with_programs<'a>(
    command: &'a mut Command,
    programs: &[(&str, &str)],
    at: &Path,
) -> &'a mut Command {
    for (name, script) in programs {
        let path = at.join(name);
        fs::write(&path, format!("#!/bin/sh\nPATH=${{PATH#*:}}\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    command.env("PATH", format!("{}:{}", at.display(), std::env::var("PATH").unwrap()))
}

#[test]
fn an_archive_is_unpacked_and_works() {
    let dist = TempDir::new().unwrap();
    let archive = packed(&mut packer(dist.path()));
    // macOS has only the second of them.
    let check =
        "if command -v sha256sum; then sha256sum -c \"$1\"; else shasum -a 256 -c \"$1\"; fi";
    let sum = format!("{archive}.sha256");
    done(Command::new("sh").args(["-c", check, "sh", &sum]).current_dir(dist.path()));
    let first = fs::read(&archive).unwrap();
    packed(&mut packer(dist.path()));
    assert!(first == fs::read(&archive).unwrap(), "packed twice, it is another archive");
    let (place, name) =
        (unpacked(&archive), format!("quarterply-{}-here", env!("CARGO_PKG_VERSION")));
    let folder = place.path().join(name);
    for file in [
        "LICENSE",
        "LICENSES-OF-PACKAGES.txt",
        "README.md",
        "CHANGELOG.md",
        "quarterply.1",
        "completions/quarterply.fish",
        "completions/_quarterply",
    ] {
        assert!(folder.join(file).metadata().unwrap().len() > 100, "{file}");
    }
    let mut program = Command::new(folder.join("quarterply"));
    let answer = done(program.args(["-H", "1", "-c", "go d4"]).current_dir(&folder).env_clear());
    assert!(String::from_utf8(answer.stdout).unwrap().contains("best"));
}

#[test]
fn tools_of_other_systems_pack_the_same() {
    let (dist, tools) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let licences = |archive: &str| {
        let name =
            format!("quarterply-{}-here/LICENSES-OF-PACKAGES.txt", env!("CARGO_PKG_VERSION"));
        fs::read(unpacked(archive).path().join(name)).unwrap()
    };
    let ours = licences(&packed(&mut packer(dist.path())));
    let programs = [("tar", PLAIN_TAR), ("cargo", BACKSLASHES)];
    let pack = || {
        let mut packer = packer(dist.path());
        // The copies have this time, and not that of the run.
        packer.env("SOURCE_DATE_EPOCH", "1000000000");
        packed(with_programs(&mut packer, &programs, tools.path()))
    };
    let archive = pack();
    let first = fs::read(&archive).unwrap();
    assert!(licences(&archive) == ours, "the licences differ");
    assert!(fs::read(pack()).unwrap() == first, "packed twice, it is another archive");
    let time = UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let place = unpacked(&archive);
    let listed =
        String::from_utf8(done(Command::new("tar").arg("-tzf").arg(&archive)).stdout).unwrap();
    assert!(listed.lines().is_sorted(), "{listed}");
    for file in listed.lines() {
        assert_eq!(place.path().join(file).metadata().unwrap().modified().unwrap(), time, "{file}");
    }
}

#[test]
fn a_failure_says_what_failed() {
    let (dist, tools) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let silent = "case $1 in metadata) exit 3 ;; *) exec cargo \"$@\" ;; esac";
    let empty = "case $1 in metadata) echo '\"manifest_path\":\"/nowhere/Cargo.toml\"' ;; *) exec cargo \"$@\" ;; esac";
    for (program, script, said) in [
        ("cargo", silent, "failed: cargo metadata "),
        ("cargo", empty, "cargo metadata names no folder of "),
        ("tar", "exit 2", "failed: tar "),
    ] {
        let mut packer = packer(dist.path());
        let output =
            with_programs(&mut packer, &[(program, script)], tools.path()).output().unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && complaint.contains(said), "{script}: {complaint}");
        assert_eq!(fs::read_dir(dist.path()).unwrap().count(), 0);
        fs::remove_file(tools.path().join(program)).unwrap();
    }
}
