//! `proof tree`: defences grouped by the answer they get.

use super::rows::{self, TreeRow};
use crate::chess::{Bitboard, Piece};
use crate::ink::number::counted;
use crate::ink::{Line, Page, Role, Settings, movetext};
use crate::layout::summary::MateSummary;
use crate::layout::tree::ProofTree;

/// The column of defences is no wider than this, or half of the terminal.
const WIDEST: usize = 44;

const NARROWEST: usize = 10;

/// Blanks before a row, and more with every level.
const INDENT: usize = 4;
const DEEPER: usize = 3;

pub fn tree(tree: &ProofTree, settings: &Settings) -> Page {
    let (head, rows) = rows::of(tree, settings);
    let mut page = Page::new();
    if let Some(summary) = &tree.summary {
        push_summary(&mut page, tree, summary, settings);
    }
    page.wrapped(head, settings, INDENT);
    let column = column(&rows, settings);
    for row in rows {
        push_row(&mut page, row, column, settings);
    }
    if tree.cut {
        let note = " more than can be shown: \"proof line\" with a defence shows what follows it";
        page.wrapped(Line::of(Role::Dim, note), settings, INDENT);
    }
    page
}

/// What the longest line consists of, and the manoeuvre that is repeated in it.
fn push_summary(page: &mut Page, tree: &ProofTree, summary: &MateSummary, settings: &Settings) {
    let MateSummary { moves, checks, captures, forced, .. } = summary;
    let (checks, captures) = (counted(*checks, "check"), counted(*captures, "capture"));
    let line = format!(" {moves} moves: {checks}, {captures}; forced replies: {forced}");
    page.wrapped(Line::of(Role::Dim, line), settings, INDENT);
    let Some(manoeuvre) = &summary.manoeuvre else { return };
    let Some((first, again)) = manoeuvre.returns.split_first() else { return };
    let again: Vec<String> = again.iter().map(u16::to_string).collect();
    let length = manoeuvre.round.len() / 2;
    let text = format!(
        " manoeuvre of {} from move {first}: {}'s men and the other king return at moves {}",
        counted(length, "move"),
        tree.attacker,
        again.join(", "),
    );
    page.wrapped(Line::of(Role::Dim, text), settings, INDENT);
    let round = movetext::line(&manoeuvre.start, &manoeuvre.round, settings);
    page.wrapped(Line::plain(" ".repeat(INDENT)).and(round), settings, INDENT);
    let named = |gone: &Vec<(Piece, Bitboard)>| {
        let men = gone.iter().flat_map(|&(piece, squares)| {
            squares.map(move |square| format!("{} {square}", piece.name()))
        });
        men.collect::<Vec<String>>().join(" and ")
    };
    let gone: Vec<String> = manoeuvre.gone.iter().map(named).collect();
    if gone.iter().any(|gone| !gone.is_empty()) {
        let text = format!("leaving its square in each round: {}", gone.join("; "));
        let line = Line::plain(" ".repeat(INDENT)).with(Role::Dim, text);
        page.wrapped(line, settings, INDENT);
    }
}

fn column(rows: &[TreeRow], settings: &Settings) -> usize {
    let widest = settings.width.map_or(WIDEST, |width| WIDEST.min(width / 2));
    let widths = rows
        .iter()
        .map(|row| INDENT + DEEPER * row.depth + (row.defences.len() + 2).max(NARROWEST));
    widths.max().unwrap_or(0).min(widest)
}

fn push_row(page: &mut Page, row: TreeRow, column: usize, settings: &Settings) {
    let indent = INDENT + DEEPER * row.depth;
    // Deep down the column of answers moves to the right with the defences.
    let column = column.max(indent + NARROWEST);
    let mut pieces = Line::plain(row.defences).wrapped(column - indent - 1, 0).into_iter();
    let margin = || Line::plain(" ".repeat(indent));
    let first = margin().and(pieces.next().unwrap_or_default()).padded(column).and(row.answer);
    page.wrapped(first, settings, column + 2);
    for piece in pieces {
        page.push(margin().and(piece));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::tree::{AtOnce, Extent};
    use crate::proof::{Rules, brute, verify};

    fn shown(fen: &str, most: u16, plies: u16, settings: &Settings) -> String {
        let proof = verify(&brute::mate(fen, most), Rules::Problem).unwrap();
        let extent = Extent { plies, defences: 500 };
        let laid = crate::layout::tree::tree(&proof, extent, &mut AtOnce);
        let page = tree(&laid, settings);
        let lines: Vec<String> =
            page.lines().iter().map(|line| line.text().trim_end().to_owned()).collect();
        lines.join("\n")
    }

    #[test]
    fn a_waiting_problem() {
        let fen = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1";
        let text = shown(fen, 2, 3, &Settings::default());
        assert!(text.starts_with(" 1.Ne3!   zugzwang · 23 replies, 11 mating moves\n"), "{text}");
        assert!(text.contains("\n    Nd6, Nd8, Ng5, Nh6, Nh8        2.Qe5#\n"), "{text}");
        assert!(text.lines().any(|line| line.ends_with(" 2.Qxe5#")), "{text}");
        let narrow =
            shown(fen, 2, 3, &Settings { width: Some(40), ascii: true, ..Settings::default() });
        assert!(narrow.is_ascii() && narrow.lines().all(|line| line.len() <= 40), "{narrow}");
    }

    #[test]
    fn levels_open_one_below_the_other() {
        let fen = "r6k/6pp/8/4N3/2Q5/8/6PP/6K1 w - - 0 1";
        let settings = Settings::default();
        let text = shown(fen, 4, 9, &settings);
        let expected = [
            " 1.Nf7+!   check · 1 reply, 1 answer",
            "    Kg8             2.Nh6+  check",
            "       Kh8          3.Qg8+  check",
            "          Rxg8      4.Nf7#",
            "       Kf8          3.Qf7#  short",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected, "{text}");
        assert!(shown(fen, 4, 1, &settings).ends_with("mate in 4, 1 reply"));
    }
}
