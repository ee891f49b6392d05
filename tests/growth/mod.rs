//! What the program does with an input grows as the input does: every kind that can grow, well-formed and badly formed, at n and
//! 4n, in the whole program on a thread of two MiB of stack.
//!
//! The program runs in this test's own process, started anew, with an allocator that counts. Work that allocates nothing is not
//! seen; tables, whose size is a setting, are not counted. To add a kind, add a row to `rows.rs`.

mod counting;
mod rows;

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use clap::{CommandFactory, FromArgMatches};
use counting::Counts;
use quarterply::front::arguments::Arguments;
use quarterply::front::launch;

use super::program::Run;
use rows::{ROWS, Row};

/// Allocations and bytes may grow with this power of the input.
const POWER: f64 = 1.3;

/// Bytes of memory for a byte of input, after unpacking.
const FACTOR: f64 = 200.0;

/// Set for the process that runs the program: the file for what it has allocated, and the arguments, a line each.
const CHILD: &str = "QUARTERPLY_GROWTH";

/// Runs the program where [`CHILD`] asks for it. Otherwise it does nothing: the test below starts it.
#[test]
fn child() {
    let Ok(asked) = env::var(CHILD) else { return };
    let mut words = asked.lines();
    let counts = words.next().unwrap();
    let line = ["quarterply"].into_iter().chain(words);
    let matches = Arguments::command().try_get_matches_from(line).unwrap();
    let arguments = Arguments::from_arg_matches(&matches).unwrap();
    // What reading the network takes is not the input's.
    let _ = quarterply::store::network::built_in();
    Counts::begin();
    launch::run(&arguments, &arguments.scripts(&matches));
    fs::write(counts, Counts::now().text()).unwrap();
}

/// Gives the program an input of a size; returns what it allocated and the length of the input.
fn run(row: &Row, size: usize, folder: &Path) -> (Counts, f64) {
    let (counts, out) = (folder.join("counts"), folder.join("out"));
    let input = match row.ending {
        "toml" => folder.join("quarterply/settings.toml"),
        ending => folder.join(format!("input.{ending}")),
    };
    let made = (row.made)(size);
    // A packed text counts as what it unpacks to.
    let length = match row.ending.ends_with(".gz") {
        true => std::io::copy(&mut flate2::read::GzDecoder::new(&made[..]), &mut std::io::sink())
            .unwrap() as usize,
        false => made.len(),
    };
    let _ = fs::remove_dir_all(&out);
    fs::create_dir(&out).unwrap();
    fs::create_dir_all(input.parent().unwrap()).unwrap();
    let typed = if row.ending.is_empty() {
        made
    } else {
        fs::write(&input, made).unwrap();
        let lines = row.lines.replace("{}", &input.display().to_string());
        lines.replace("OUT", &out.display().to_string()).into_bytes()
    };
    let mut words = vec![counts.display().to_string()];
    let usual = "--no-history --no-init -t 1 -H 1".split(' ');
    // Settings are read by every command.
    let is_settings = row.ending == "toml";
    words.extend(usual.chain((!is_settings).then_some("--no-config")).map(str::to_owned));
    words.extend(row.arguments.split_whitespace().map(str::to_owned));
    let mut child = Command::new(env::current_exe().unwrap());
    child.args(["growth::child", "--exact", "--nocapture"]).env(CHILD, words.join("\n"));
    child.env("XDG_CONFIG_HOME", folder);
    child.env("RUST_MIN_STACK", (2 << 20).to_string()).stderr(Stdio::null());
    let output = child.given(typed);
    assert!(output.status.success(), "{}: {output:?}", row.name);
    (Counts::read(&fs::read_to_string(counts).unwrap()), length as f64)
}

#[test]
fn work_and_memory_grow_as_the_input_does() {
    let folder = tempfile::tempdir().unwrap();
    let mut faults = Vec::new();
    for row in ROWS {
        let [few, some, many] =
            [1, row.size, 4 * row.size].map(|size| run(row, size, folder.path()));
        let power = |of: fn(&Counts) -> f64| {
            let [few, some, many] = [few, some, many].map(|(counts, _)| of(&counts));
            // What a start takes is not the input's; less than a page more is not growth.
            ((many - few).max(4096.0) / (some - few).max(1024.0)).log(4.0)
        };
        let (allocations, bytes) =
            (power(|counts| counts.allocations), power(|counts| counts.bytes));
        let factor = (many.0.most_held - few.0.most_held) / (many.1 - few.1);
        // What one item needs could otherwise be more than all of the others may take.
        let can_fail = few.0.most_held < FACTOR * many.1;
        let found = format!(
            "{}: allocations n^{allocations:.2}, bytes n^{bytes:.2}, {factor:.0} for a byte; {} of {} MiB for one",
            row.name,
            if can_fail { "less than the limit" } else { "the limit cannot fail" },
            few.0.most_held / 1048576.0,
        );
        if env::var_os("QUARTERPLY_SHOW").is_some() {
            eprintln!("{found}");
        }
        if allocations > POWER || bytes > POWER || factor > FACTOR || !can_fail {
            faults.push(found);
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
