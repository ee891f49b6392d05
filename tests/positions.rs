//! The suites in `positions/` say what is true.

use std::fs;
use std::path::Path;

use quarterply::chess::game::{Claim, Game, Status};
use quarterply::chess::notation::parse_move;
use quarterply::chess::perft::perft;
use quarterply::chess::{LegalMove, Position};

/// The rows of a suite: what is neither a comment nor empty.
fn rows(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions").join(file);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows = text.lines().filter(|row| !row.starts_with('#') && !row.is_empty());
    rows.map(str::to_owned).collect()
}

/// The position of a row, and what it says about it.
struct Row {
    position: Position,
    operations: Vec<(String, String)>,
    text: String,
}

impl Row {
    fn new(text: &str) -> Row {
        let fields: Vec<&str> = text.splitn(5, ' ').collect();
        let operations: Vec<(String, String)> = fields[4]
            .split(';')
            .filter_map(|operation| operation.trim().split_once(' '))
            .map(|(code, value)| (code.to_owned(), value.trim_matches('"').to_owned()))
            .collect();
        let halfmoves = operations.iter().find(|(code, _)| code == "hmvc");
        let halfmoves = halfmoves.map_or("0", |(_, value)| value);
        let fen = format!("{} {halfmoves} 60", fields[..4].join(" "));
        let position = Position::from_fen(&fen).unwrap_or_else(|error| panic!("{text}\n{error}"));
        Row { position, operations, text: text.to_owned() }
    }

    fn get(&self, code: &str) -> &str {
        let found = self.operations.iter().find(|(name, _)| name == code);
        found.map_or_else(|| panic!("no {code} in {}", self.text), |(_, value)| value)
    }
}

#[test]
fn perft_counts_are_ours() {
    for row in rows("perft.epd") {
        let (fen, counts) = row.split_once(" ;").unwrap();
        let position = Position::from_fen(fen).unwrap();
        for (depth, count) in (1..).zip(counts.split(" ;")) {
            let expected = count.strip_prefix(&format!("D{depth} ")).unwrap().parse().unwrap();
            assert_eq!(perft(&position, depth), expected, "depth {depth} of {fen}");
        }
    }
}

/// Whether the side to move can mate in at most so many moves: tries everything.
fn mates(position: &Position, moves: u32) -> bool {
    let mut list = position.legal_moves();
    // Checks first, since most mates are made of them; the last move must be one.
    list.sort_by_key(|legal| !legal.check.any());
    let worth_trying = |legal: &&LegalMove| moves > 1 || legal.check.any();
    list.iter().take_while(worth_trying).any(|legal| is_mated(&position.play(legal.mv), moves - 1))
}

/// Whether the side to move is mated, or will be in at most so many moves of the other side whatever it plays.
fn is_mated(position: &Position, moves: u32) -> bool {
    let list = position.legal_moves();
    if list.is_empty() {
        return position.in_check();
    }
    moves > 0 && list.iter().all(|legal| mates(&position.play(legal.mv), moves))
}

#[test]
fn mates_are_mates_and_none_is_shorter() {
    for row in rows("mates.epd") {
        let row = Row::new(&row);
        let number: i32 = row.get("bm").strip_prefix('#').unwrap().parse().unwrap();
        let solve = if number > 0 { mates } else { is_mated };
        let moves = number.unsigned_abs();
        assert!(solve(&row.position, moves), "no such mate: {}", row.text);
        if moves > 1 {
            assert!(!solve(&row.position, moves - 1), "there is a shorter mate: {}", row.text);
        }
    }
}

#[test]
fn the_solver_is_not_fooled() {
    // Without the rook on f8 the "smothered" king walks away; and a stalemate is no mate.
    let free = Position::from_fen("7k/6pp/8/6N1/8/8/8/6K1 w - - 0 1").unwrap();
    assert!(!mates(&free, 2));
    let stalemate = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    assert!(!is_mated(&stalemate, 0) && !is_mated(&stalemate, 3));
}

#[test]
fn draws_are_draws_for_the_reason_given() {
    for row in rows("draws.epd") {
        let row = Row::new(&row);
        let mut game = Game::new(row.position);
        let reason = row.get("c0");
        if matches!(reason, "repetition" | "fifty") {
            for san in row.get("pv").split(' ') {
                assert_eq!(game.status(), Status::Ongoing, "too early: {}", row.text);
                let mv = parse_move(game.position(), san)
                    .unwrap_or_else(|error| panic!("{}: {error}", row.text));
                game.play(mv).unwrap();
            }
        }
        let position = game.position();
        let holds = match reason {
            "stalemate" => !position.has_legal_move() && !position.in_check(),
            "material" => position.is_insufficient(),
            "repetition" => game.status() == Status::Claimable(Claim::ThreefoldRepetition),
            "fifty" => game.status() == Status::Claimable(Claim::FiftyMoves),
            "table" => game.status() == Status::Ongoing && position.occupied().len() <= 4,
            _ => panic!("no such reason: {}", row.text),
        };
        assert!(holds, "{}", row.text);
    }
}

#[test]
fn every_row_has_a_name_of_its_own() {
    for file in ["mates.epd", "draws.epd"] {
        let mut names: Vec<String> =
            rows(file).iter().map(|row| Row::new(row).get("id").to_owned()).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "two rows of {file} have one name");
    }
}
