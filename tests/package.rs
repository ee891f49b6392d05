//! The distributed archive: packed by `.ci/package`, unpacked in an empty folder, and tested there.

#![cfg(unix)]

use std::process::{Command, Output};

use tempfile::TempDir;

fn done(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

#[test]
fn an_archive_is_unpacked_and_works() {
    let (dist, empty) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let packer = concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/package");
    let program = env!("CARGO_BIN_EXE_quarterply");
    let packed = done(Command::new(packer).args([program, "here"]).arg(dist.path()));
    let archive = String::from_utf8(packed.stdout).unwrap().trim().to_owned();
    // macOS has only the second of them.
    let check =
        "if command -v sha256sum; then sha256sum -c \"$1\"; else shasum -a 256 -c \"$1\"; fi";
    let sum = format!("{archive}.sha256");
    done(Command::new("sh").args(["-c", check, "sh", &sum]).current_dir(dist.path()));
    let first = std::fs::read(&archive).unwrap();
    done(Command::new(packer).args([program, "here"]).arg(dist.path()));
    assert!(first == std::fs::read(&archive).unwrap(), "packed twice, it is another archive");
    done(Command::new("tar").arg("-xzf").arg(&archive).current_dir(empty.path()));
    let name = format!("quarterply-{}-here", env!("CARGO_PKG_VERSION"));
    let folder = empty.path().join(name);
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
    let mut unpacked = Command::new(folder.join("quarterply"));
    let answer = done(unpacked.args(["-H", "1", "-c", "go d4"]).current_dir(&folder).env_clear());
    assert!(String::from_utf8(answer.stdout).unwrap().contains("best"));
}
