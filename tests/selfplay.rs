//! `selfplay` through the real program: killed in the middle of a game, it goes on to the very same bytes.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::prelude::*;

const GAMES: [&str; 14] = [
    "selfplay",
    "8",
    "--b",
    "Profile=plain",
    "nodes",
    "200",
    "--openings",
    "random:4",
    "--longest",
    "60",
    "--seed",
    "3",
    "--jobs",
    "2",
];

fn selfplay(to: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarterply"));
    command.args(["--no-history", "--no-config"]).args(GAMES).arg("--to").arg(to);
    command
}

/// Waits until the file has games in it, or the program is done.
fn wait_for_games(child: &mut Child, path: &Path, bytes: u64) {
    while child.try_wait().unwrap().is_none() {
        if fs::metadata(path).is_ok_and(|file| file.len() > bytes) {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_match_that_was_killed_goes_on_to_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole.qpr"), folder.path().join("killed.qpr"));
    let told = selfplay(&whole).assert().success().get_output().stdout.clone();
    let told = String::from_utf8(told).unwrap();
    assert!(told.starts_with("8 games · a +"), "{told}");
    let bytes = fs::read(&whole).unwrap();
    // Killed three times, each time with more of it done, the second time in the middle of a block.
    for share in [10, 3, 2] {
        let mut child = selfplay(&killed).stdout(Stdio::null()).spawn().unwrap();
        wait_for_games(&mut child, &killed, bytes.len() as u64 / share);
        child.kill().unwrap();
        child.wait().unwrap();
        let so_far = fs::read(&killed).unwrap();
        assert!(bytes.starts_with(&so_far), "nothing but the games of the match");
        if share == 3 {
            fs::write(&killed, &so_far[..so_far.len() - 5]).unwrap();
        }
    }
    selfplay(&killed).assert().success();
    assert!(fs::read(&killed).unwrap() == bytes, "nothing lost, nothing doubled");
    // Once more: nothing is left to play, and the answer is the same but for the time.
    let again = selfplay(&killed).assert().success().get_output().stdout.clone();
    let again = String::from_utf8(again).unwrap();
    assert_eq!(again.lines().next(), told.lines().next());
    assert!(again.contains("8 games were there"), "{again}");
}

#[test]
fn a_damaged_file_of_records_is_refused_with_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.qpr");
    selfplay(&path).assert().success();
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x40;
    fs::write(&path, &bytes).unwrap();
    let output = selfplay(&path).assert().failure().get_output().stderr.clone();
    let told = String::from_utf8(output).unwrap();
    assert!(told.contains("games.qpr: at byte ") && told.contains("damaged"), "{told}");
    assert!(fs::read(&path).unwrap() == bytes, "left as it is");
}

fn spsa(to: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarterply"));
    command.args([
        "--no-history",
        "--no-config",
        "tune",
        "spsa",
        "razoring.margin=100..400",
        "24",
        "nodes",
        "60",
    ]);
    command.args(["--openings", "random:4", "--longest", "24", "--jobs", "2", "--to"]).arg(to);
    command
}

#[test]
fn a_tuning_that_was_killed_goes_on_to_the_same_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole.qpt"), folder.path().join("killed.qpt"));
    let told = spsa(&whole).assert().success().get_output().stdout.clone();
    let told = String::from_utf8(told).unwrap();
    assert!(
        told.starts_with("24 pairs of 24") && told.contains("\nset razoring.margin "),
        "{told}"
    );
    let mut child = spsa(&killed).stdout(Stdio::null()).spawn().unwrap();
    wait_for_games(&mut child, &killed, 0);
    child.kill().unwrap();
    child.wait().unwrap();
    spsa(&killed).assert().success();
    assert!(fs::read(&killed).unwrap() == fs::read(&whole).unwrap());
    let mut other = spsa(&killed);
    let told = other.args(["--seed", "2"]).assert().failure().get_output().stderr.clone();
    assert!(String::from_utf8(told).unwrap().contains("holds other work: seed was 1, is 2"));
}
