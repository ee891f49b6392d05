//! Reads the problems of a file: EPD, Lichess's CSV, or the mistakes in annotated games, that is the positions before a move with
//! the glyph ?, ?! or ?? and a better line.

use crate::chess::foreign::readable;
use crate::chess::game_tree::{Annotation, GameTree, NodeId};
use crate::chess::pgn::{PgnGame, PgnReader};
use crate::chess::{Color, Move};
use crate::commands::files::open;
use crate::commands::mates::puzzle;
use crate::commands::mates::puzzle::Puzzle;
use crate::files::text;
use crate::ink::number::counted;
use crate::shell::CommandError;
use crate::store::FileError;
use std::io::BufReader;
use std::path::Path;

/// The glyphs ?, ?? and ?!.
const MISTAKES: [u16; 3] = [2, 4, 6];

fn read_mistakes(path: &Path) -> Result<(Vec<Puzzle>, Vec<String>), CommandError> {
    let mut reader = PgnReader::new(BufReader::new(open(path)?));
    let (mut problems, mut notes) = (Vec::new(), Vec::new());
    while let Some(record) = reader.record().map_err(FileError::reading(path))? {
        let reading = record.read();
        notes.extend(reading.fault.map(|fault| format!("read as far as it is good: {fault}")));
        of_game(&reading.game, &mut problems);
    }
    if problems.is_empty() {
        let name = path.display();
        let why = format!(
            "no move is marked ?, ?! or ?? and has a better line beside it; `annotate {name} --to OUT.pgn` marks moves and adds lines"
        );
        return Err(CommandError::content(path, why));
    }
    Ok((problems, notes))
}

fn of_game(game: &PgnGame, problems: &mut Vec<Puzzle>) {
    let (tree, mut node) = (&game.tree, NodeId::ROOT);
    while let [child, others @ ..] = tree.children(node) {
        let is_mistake = |words: &Annotation| words.nags.iter().any(|nag| MISTAKES.contains(nag));
        let better = tree.annotation(*child).filter(|words| is_mistake(words)).and(others.last());
        let line = better.map(|&better| line_from(tree, better)).filter(|line| !line.is_empty());
        if let Some(line) = line {
            let before = tree.position_before(*child);
            let mut puzzle = Puzzle::given(before, line);
            let name = |tag| readable(game.tag(tag).unwrap_or("?")).into_owned();
            let (white, black, number) = (name("White"), name("Black"), before.fullmoves());
            puzzle.item.id = format!("{white} - {black}, move {number}, {}", before.turn());
            puzzle.item.number = problems.len() + 1;
            problems.push(puzzle);
        }
        node = *child;
    }
}

/// Returns the main line from a node, up to the first pass.
fn line_from(tree: &GameTree, first: NodeId) -> Vec<Move> {
    tree.line_from(first).map_while(|node| tree.step_of(node)?.mv()).collect()
}

#[derive(Debug)]
pub struct DrillProblems {
    pub problems: Vec<Puzzle>,
    pub notes: Vec<String>,
}

impl DrillProblems {
    /// Reads a file with at least one problem. With `side`, only problems in which it is to move.
    pub fn read(path: &Path, side: Option<Color>) -> Result<DrillProblems, CommandError> {
        let (problems, notes) = match text::holds_games(path) {
            true => read_mistakes(path)?,
            false => {
                let (problems, left_out) = puzzle::read(path)?;
                (problems, left_out.bad_records().into_iter().collect())
            }
        };
        let mut read = DrillProblems { problems, notes };
        let all = read.problems.len();
        read.problems.retain(|puzzle| puzzle.item.goal.mate.is_none_or(|moves| moves > 0));
        let mated = all - read.problems.len();
        if mated > 0 {
            let problems = counted(mated, "problem");
            read.notes.push(format!("{problems} left out: the side to move is mated there"));
        }
        if let Some(side) = side {
            read.problems.retain(|puzzle| puzzle.item.position.turn() == side);
        }
        if read.problems.is_empty() {
            let whose = side.map_or(String::new(), |side| format!(" for {side}"));
            return Err(CommandError::content(path, format!("it holds no problem{whose}")));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read_text(text: &str) -> Result<Vec<Puzzle>, CommandError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, text).unwrap();
        Ok(read_mistakes(&path)?.0)
    }

    const HEADERS: &str = "[White \"A\"]\n[Black \"B\"]\n\n";

    #[test]
    fn a_marked_move_with_a_better_line_is_a_problem() {
        let text = format!(
            "{HEADERS}1. e4 e5 2. Qh5 $6 (2. Ke2) (2. Nf3 {{[%eval 0.3,9]}} Nc6) 2... Ke7 $4 \
             (2... Nc6 3. Bc4) 3. Qxe5# 1-0\n"
        );
        let problems = read_text(&text).unwrap();
        let told: Vec<(&str, usize)> =
            problems.iter().map(|puzzle| (&*puzzle.item.id, puzzle.solution.len())).collect();
        assert_eq!(told, [("A - B, move 2, White", 2), ("A - B, move 2, Black", 2)]);
        let first = problems[0].solution[0];
        assert_eq!(
            crate::chess::san(&problems[0].item.position, first),
            "Nf3",
            "`annotate` adds its line last"
        );
    }

    #[test]
    fn games_without_glyphs_or_better_lines_are_refused_with_the_way_to_them() {
        for moves in ["1. e4 $1 (1. d4) e5 *", "1. e4 e5 2. Ke2 $2 *"] {
            let error = read_text(&format!("{HEADERS}{moves}\n")).unwrap_err().to_string();
            assert!(error.contains("`annotate "), "{error}");
        }
        let mixed = read_text(&format!("{HEADERS}1. e4 $2 (1. d4) e5 2. Ke2 $2 *\n")).unwrap();
        assert_eq!(mixed.len(), 1);
    }
}
