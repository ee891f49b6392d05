//! The score of the end of every opening line in `book/openings.txt` by a search of so many nodes, as `book check lines`
//! tells it: no line that calls itself sound ends lost, gambits aside. `cargo bench --bench openings`; minutes, and it
//! fails with the lines at fault.

use quarterply::control::StopFlag;
use quarterply::engine::Options;
use quarterply::engine::book::HOUSE;
use quarterply::workshop::book::check::check;

/// Nodes searched for each line.
const NODES: u64 = 20_000;

fn main() {
    let options = Options::default();
    let checked = check(HOUSE, (&options, NODES), &StopFlag::new(), &mut |_, _| {});
    let lines = checked.expect("a book").lines.expect("lines");
    let rows: Vec<String> =
        lines.doubtful.iter().map(|line| format!("{:+} {}", line.cp, line.row)).collect();
    assert!(rows.is_empty(), "{} lines\n{}", rows.len(), rows.join("\n"));
}
