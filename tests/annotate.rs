//! `annotate` from the command line: several games, some damaged, interrupted and resumed, as PGN and as a page.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use quarterply::chess::pgn::PgnReader;

use super::program::{Run, complaints, out};

const GAMES: &str = "[White \"Morphy & Co\"]\n[Black \"<b>\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. a3 {kept} g6 5. Qf3 Nd4 1/2-1/2\n\n\
    [White \"C\"]\n\n1. e4 Ke7 2. d4 *\n\n[White \"D\"]\n\n1. f3 e5 2. g4 Nc6 3. Nc3 (3. h4 Qxh4#) 3... d6 0-1\n";

fn program() -> Command {
    let mut program = super::program::program();
    program.args(["-t", "1"]);
    program
}

/// Arguments of these tests, on the file `games.pgn` of a folder.
fn arguments(folder: &Path, nodes: &str) -> Vec<String> {
    let path = |name: &str| folder.join(name).display().to_string();
    let words = ["annotate", &path("games.pgn"), nodes, "--proof", "20k", "--to", &path("out.pgn")];
    words.map(str::to_owned).to_vec()
}

#[test]
fn games_become_pgn_and_a_page_and_damaged_ones_are_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let more = ["--html", &path("out.html"), "--proofs", &path("proofs")];
    let done = program().args(arguments(folder.path(), "1k")).args(more).output().unwrap();
    let (out, errors) = (out(&done), complaints(&done));
    assert_eq!(done.status.code(), Some(1), "{errors}");
    assert!(errors.contains("games.pgn: game 2, line 8, column 7: "), "{errors}");
    assert!(out.contains("\n2 games annotated") && out.contains("misses #1 (proved"), "{out}");
    let text = fs::read_to_string(path("out.pgn")).unwrap();
    let games: Vec<_> = PgnReader::new(text.as_bytes()).collect();
    assert!(games.len() == 2 && games.iter().all(Result::is_ok), "{text}");
    for part in ["{kept}", "Misses mate in 1 (proved, 1 position)", "Qxh4+", "4. Qxf7#"] {
        assert!(text.replace('\n', " ").contains(part), "{part} in {text}");
    }
    let page = fs::read_to_string(path("out.html")).unwrap();
    assert!(page.contains("Morphy &amp; Co") && !page.contains("<b>\""), "names are text");
    for foreign in ["src=", "href=\"http", "url(", "@import", "fetch(", "XMLHttp"] {
        assert!(!page.contains(foreign), "the page asks for {foreign}");
    }
    assert!(page.starts_with("<!-- quarterply annotate "));
    assert!(fs::read_dir(path("proofs")).unwrap().count() >= 2);
    assert!(!Path::new(&path("out.pgn.part")).exists());
    let again = program().args(arguments(folder.path(), "1k")).output().unwrap();
    assert!(complaints(&again).contains("--force"), "nothing is replaced unasked");
}

/// Kills the program when its partial file has `games` complete games.
fn killed(folder: &Path, nodes: &str, games: usize) {
    let mut child = program()
        .args(arguments(folder, nodes))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let part = folder.join("out.pgn.part");
    let held = || fs::read_to_string(&part).unwrap_or_default().matches("\n% whole\n").count();
    while !part.exists() || held() < games {
        assert!(child.try_wait().unwrap().is_none(), "killed before its end");
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn games_that_were_done_before_a_kill_are_kept() {
    let (whole, broken) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for folder in [&whole, &broken] {
        fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    }
    program().args(arguments(whole.path(), "10k")).output().unwrap();
    let expected = fs::read_to_string(whole.path().join("out.pgn")).unwrap();
    for games in [0, 1] {
        killed(broken.path(), "10k", games);
    }
    assert!(!broken.path().join("out.pgn").exists(), "nothing half done");
    let part = broken.path().join("out.pgn.part");
    // Another limit or margin is other work.
    let margin = ["--margin".to_owned(), "10".to_owned()];
    for other in [
        arguments(broken.path(), "11k"),
        [arguments(broken.path(), "10k"), margin.to_vec()].concat(),
    ] {
        let refused = program().args(other).output().unwrap();
        assert!(complaints(&refused).contains("out.pgn.part holds other work: "));
    }
    // A page would lack the finished game.
    let page = ["--html".to_owned(), broken.path().join("out.html").display().to_string()];
    let refused = program().args(arguments(broken.path(), "10k")).args(page).output().unwrap();
    assert!(complaints(&refused).contains("it holds 1 game that a page"));
    // Finished games are not searched again, and an incomplete one is dropped.
    let kept = fs::read_to_string(&part).unwrap().replace("{kept}", "{as it was}");
    fs::write(&part, kept + "[White \"D\"]\n[Bla").unwrap();
    program().args(arguments(broken.path(), "10k")).output().unwrap();
    let done = fs::read_to_string(broken.path().join("out.pgn")).unwrap();
    assert_eq!(done, expected.replace("{kept}", "{as it was}"));
    assert!(!part.exists());
}

/// Killed after its last byte but before the removal of the partial file, a run left one that no other run removed.
#[test]
fn a_run_killed_behind_its_last_byte_is_ended_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("games.pgn"), GAMES).unwrap();
    let annotate = || program().args(arguments(folder.path(), "1k")).output().unwrap();
    // The contents of the partial file remain under another name.
    fs::write(path("out.pgn.part"), "").unwrap();
    fs::hard_link(path("out.pgn.part"), path("kept")).unwrap();
    annotate();
    let expected = fs::read(path("out.pgn")).unwrap();
    fs::copy(path("kept"), path("out.pgn.part")).unwrap();
    annotate();
    assert!(!path("out.pgn.part").exists());
    assert_eq!(fs::read(path("out.pgn")).unwrap(), expected);
    // After a change it belongs to the user.
    fs::copy(path("kept"), path("out.pgn.part")).unwrap();
    fs::write(path("out.pgn"), "1. e4 *").unwrap();
    let refused = annotate();
    assert!(complaints(&refused).contains("--force"));
    assert_eq!(fs::read(path("out.pgn")).unwrap(), b"1. e4 *");
}

#[test]
fn a_page_that_cannot_be_written_is_refused_before_the_work() {
    let script = "1. e4 e5 2. Bc4\nannotate nodes 20 --html nosuch/x\npgn\n";
    let done = program().args(["-f", "-"]).given(script);
    assert!(complaints(&done).contains("cannot write nosuch/x: "));
    assert!(!out(&done).contains("Annotator"), "nothing is changed");
}

#[test]
fn the_game_on_the_board_gets_its_words_and_undo_takes_them_away() {
    let script = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. a3\nannotate 500 nodes\n";
    let script = script.replace("500 nodes", "nodes 500") + "pgn\nundo 1\npgn\n";
    let done = program().args(["-f", "-"]).given(script);
    let text = out(&done);
    assert_eq!(done.status.code(), Some(0), "{}", complaints(&done));
    assert_eq!(text.matches("{Accuracy: White ").count(), 1, "{text}");
    assert!(text.contains("[%eval"), "{text}");
}
