//! The workshop from self-play to a network, on a small scale; and killed during its work, which it resumes to the same bytes.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

fn workshop(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_workshop"));
    command.current_dir(folder).args(line.split(' '));
    command
}

/// Returns its output.
fn run(folder: &Path, line: &str) -> String {
    let output = workshop(folder, line).output().unwrap();
    assert!(output.status.success(), "{line}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns its errors.
fn refused(folder: &Path, line: &str) -> String {
    let output = workshop(folder, line).output().unwrap();
    assert!(!output.status.success(), "{line}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Waits until the file is longer than `bytes`, or the program has ended.
fn wait_for(child: &mut Child, path: &Path, bytes: u64) {
    while child.try_wait().unwrap().is_none() {
        if fs::metadata(path).is_ok_and(|file| file.len() > bytes) {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

fn kill(folder: &Path, line: &str, file: &str, bytes: u64) {
    let mut child = workshop(folder, line).stdout(Stdio::null()).spawn().unwrap();
    wait_for(&mut child, &folder.join(file), bytes);
    child.kill().unwrap();
    child.wait().unwrap();
}

const MATCH: &str = "selfplay --games 8 --b Profile=plain --nodes 200 --openings random:4 --longest 60 --seed 3 --jobs 2 --to";

#[test]
fn a_match_that_was_killed_goes_on_to_the_same_games() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let told = run(folder, &format!("{MATCH} whole.qpr"));
    assert!(told.starts_with("8 games, a +"), "{told}");
    let bytes = fs::read(folder.join("whole.qpr")).unwrap();
    let (line, killed) = (format!("{MATCH} killed.qpr"), folder.join("killed.qpr"));
    // Killed three times, each time later, the second time in the middle of a block.
    for share in [10, 3, 2] {
        kill(folder, &line, "killed.qpr", bytes.len() as u64 / share);
        let so_far = fs::read(&killed).unwrap();
        assert!(bytes.starts_with(&so_far), "nothing but the games of the match");
        if share == 3 {
            fs::write(&killed, &so_far[..so_far.len() - 5]).unwrap();
        }
    }
    // To its end, and once more: no game is left to play, and the answer is the same except for the time.
    for _ in 0..2 {
        assert_eq!(run(folder, &line).lines().next(), told.lines().next());
        assert!(fs::read(&killed).unwrap() == bytes, "nothing lost, nothing doubled");
    }
    let other = refused(folder, &line.replace("--b Profile=plain", "--b Evaluation=classical"));
    assert!(other.contains("holds other work") && other.contains("evaluation"), "{other}");
    let mut damaged = bytes;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0x40;
    fs::write(&killed, &damaged).unwrap();
    let told = refused(folder, &line);
    assert!(
        told.contains("killed.qpr") && told.contains("at byte ") && told.contains("damaged"),
        "{told}"
    );
    assert!(fs::read(&killed).unwrap() == damaged, "left as it is");
}

const PLAY: &str =
    "selfplay --games 60 --soft 100 --openings random:8-9:300 --seed 3 --to games.qpr";
const DATA: &str = "data games.qpr --to gen1.qpd";
const TRAIN: &str = "train gen1.qpd --width 32 --epochs 8 --batch 256 --rate 4000 --seed 5";

#[test]
fn a_network_is_made_from_nothing_and_the_same_seed_gives_the_same_bytes() {
    let [first, second] = [0, 1].map(|_| tempfile::tempdir().unwrap());
    let (first, second) = (first.path(), second.path());
    run(first, PLAY);
    let data = run(first, DATA);
    let count = |told: &str| -> u64 {
        told.split(' ').nth(1).and_then(|count| count.parse().ok()).unwrap_or_default()
    };
    assert!(count(&data) > 1_500, "{data}");
    let told = run(first, TRAIN);
    // On unseen positions sixty games help little, on seen ones a lot.
    let error = |line: &str| -> f64 {
        let error = line.split("error ").nth(1).and_then(|rest| rest.split(',').next());
        error.and_then(|error| error.parse().ok()).unwrap()
    };
    let errors: Vec<f64> =
        told.lines().filter(|line| line.starts_with("epoch ")).map(error).collect();
    assert!(errors.len() == 8 && errors[7] < 0.5 * errors[0], "the error falls: {told}");
    assert!(!first.join("gen1.qpn.part").exists());
    let again = run(first, TRAIN);
    assert_eq!(again, "gen1.qpn is what this command makes already\n");

    // Everything again, on two threads, with the training killed on its way.
    for line in [PLAY, DATA] {
        run(second, &format!("{line} --jobs 2"));
    }
    let line = format!("{TRAIN} --jobs 2");
    kill(second, &line, "gen1.qpn.part", 0);
    run(second, &line);
    for name in ["gen1.qpd", "gen1.qpn"] {
        let bytes = [first, second].map(|folder| fs::read(folder.join(name)).unwrap());
        assert!(bytes[0] == bytes[1], "{name} is the same");
    }

    let half = run(first, "data gen1.qpd --every 2 --to half.qpd");
    assert_eq!(count(&half), count(&data).div_ceil(2), "{half}");
    let trees = "data half.qpd --to trees.qpd --nodes 100 --tree 4 --set EvalFile=gen1.qpn";
    let trees = run(first, trees);
    assert!(count(&trees) > count(&data), "{trees}");
    let joined = run(first, "data half.qpd gen1.qpd --to all.qpd");
    assert_eq!(count(&joined), count(&data), "each position once: {joined}");
    run(first, "data trees.qpd --to trees.quick");
    let quick = run(first, "data trees.quick --to quick.qpd");
    assert!(count(&quick) > count(&trees) * 9 / 10, "{quick}");
    let further = run(first, "train trees.qpd --width 32 --from gen1.qpn --epochs 1 --to gen2.qpn");
    assert!(further.contains("the network before"), "{further}");
    fs::write(first.join("mine.txt"), "something else").unwrap();
    for line in [DATA, TRAIN] {
        let told = refused(first, &format!("{} --to mine.txt", line.replace(" --to gen1.qpd", "")));
        assert!(told.contains("--force"), "{told}");
    }
}

#[test]
fn a_tuning_that_was_killed_goes_on_to_the_same_numbers() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let line = "spsa razoring.margin=100..400 --pairs 24 --nodes 60 --openings random:4 --longest 24 --jobs 2 --to";
    let told = run(folder, &format!("{line} whole.qpt"));
    assert!(
        told.starts_with("24 pairs of 24") && told.contains("\nset razoring.margin "),
        "{told}"
    );
    let line = format!("{line} killed.qpt");
    kill(folder, &line, "killed.qpt", 0);
    run(folder, &line);
    let bytes = ["whole.qpt", "killed.qpt"].map(|name| fs::read(folder.join(name)).unwrap());
    assert!(bytes[0] == bytes[1]);
    let told = refused(folder, &format!("{line} --seed 2"));
    assert!(told.contains("holds other work: seed was 1, is 2"), "{told}");
}

/// The words and numbers of a table of weights, each number as 0.
fn form(table: &str) -> Vec<&str> {
    let number = |word: &str| word.parse::<i32>().is_ok();
    table.split_whitespace().map(|word| if number(word) { "0" } else { word }).collect()
}

#[test]
fn weights_learn_from_games_into_the_table_that_is_compiled_in() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let game = "[Result \"0-1\"]\n\n1. f4 e5 2. fxe5 d6 3. exd6 Bxd6 4. Nc3 Nc6 5. e4 Qh4+ 6. Ke2 Nd4+ 7. Kd3 Bg4 \
                8. Nf3 Bxf3 9. gxf3 O-O-O 10. Kc4 Nf6 0-1\n\n1. e4 e5 *\n";
    fs::write(folder.join("club.pgn"), game).unwrap();
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let compiled = include_str!("../src/core/eval/classical/weights.txt");
    let line = "learn --games 9 --nodes 80 --seed 3 --rate 500 --to";
    let told = run(folder, &format!("{line} mine.txt"));
    assert!(told.contains("mine.txt: 9 games, "), "{told}");
    let learned = read("mine.txt");
    assert!(learned != compiled && form(&learned) == form(compiled), "{learned}");
    // The same line elsewhere gives the same weights, on two threads, too.
    run(folder, &format!("{line} twin.txt --jobs 2"));
    assert!(learned == read("twin.txt"));

    // Another run starts with the compiled weights again, and replaces the table.
    let told = run(folder, "learn club.pgn --nodes 200 --rate 500 --to mine.txt");
    assert!(told.contains("1 games are damaged or have no result"), "{told}");
    let learned_else = read("mine.txt");
    assert!(learned_else != learned && form(&learned_else) == form(compiled), "{learned_else}");
    let told = refused(folder, "learn club.pgn --to club.pgn");
    assert!(told.contains("club.pgn"), "{told}");
    fs::write(folder.join("notes.txt"), "something else").unwrap();
    assert!(refused(folder, &format!("{line} notes.txt")).contains("--force"));
    assert_eq!(read("notes.txt"), "something else");
}

/// Each overwrites its input, or writes one file twice.
const SHARERS: [&str; 5] = [
    "data in --to in",
    "train in --to=in --width 32",
    "learn in --to in",
    "spsa razoring.margin=100..400/20 --suite in --to in",
    "book in --to hard",
];

#[test]
fn no_tool_writes_over_what_it_reads() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";
    fs::write(folder.join("in"), text).unwrap();
    fs::hard_link(folder.join("in"), folder.join("hard")).unwrap();
    for line in SHARERS {
        let told = refused(folder, &format!("{line} --force"));
        // Some read first, and find nothing usable.
        let is_refused = told.contains("this command reads or writes that file as");
        assert!(is_refused || line.starts_with("spsa"), "{line}: {told}");
        assert_eq!(fs::read_to_string(folder.join("in")).unwrap(), text, "{line}");
    }
    assert!(!folder.join("new.qpr").exists());
}
