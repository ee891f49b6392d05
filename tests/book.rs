//! The opening lines in `book/` are legal, distinct, and written as the program writes them.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use quarterply::chess::Position;
use quarterply::chess::notation::{parse_move, san};

#[test]
fn every_line_of_the_book_can_be_played() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/openings.txt");
    let text = fs::read_to_string(path).unwrap();
    let rows: Vec<&str> =
        text.lines().filter(|row| !row.starts_with('#') && !row.is_empty()).collect();
    assert!(rows.len() >= 60, "{} lines", rows.len());
    assert!(rows.is_sorted(), "the rows are sorted by code, then name");
    let (mut names, mut ends) = (HashMap::new(), HashMap::new());
    for row in rows {
        let columns: Vec<&str> = row.split(" | ").collect();
        let [code, name, moves] = columns[..] else { panic!("three columns, not: {row}") };
        let (letter, number) = code.split_at(1);
        assert!(matches!(letter, "A" | "B" | "C" | "D" | "E"), "{row}");
        assert!(number.len() == 2 && number.parse::<u8>().is_ok(), "{row}");
        let mut position = Position::start();
        let mut written = Vec::new();
        for text in moves.split(' ').filter(|text| !text.ends_with('.')) {
            let mv = parse_move(&position, text).unwrap_or_else(|error| panic!("{row}\n{error}"));
            if written.len() % 2 == 0 {
                written.push(format!("{}. {}", written.len() / 2 + 1, san(&position, mv)));
            } else {
                written.push(san(&position, mv));
            }
            position = position.play(mv);
        }
        assert_eq!(moves, written.join(" "), "{name}");
        assert!(written.len() >= 4 && position.has_legal_move(), "{row}");
        if let Some(other) = names.insert(name, row).or_else(|| ends.insert(position.key(), row)) {
            panic!("the same name or the same end:\n{other}\n{row}");
        }
    }
}
