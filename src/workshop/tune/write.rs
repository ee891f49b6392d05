//! Tuned weights as the text of `eval/classical/weights.rs`.
//!
//! Before that, what tables share with material is moved there: adding to a whole table and taking the same from the
//! piece's value changes no score, and makes the numbers mean what they are called.

use std::fmt::Write as _;

use super::fit::Weight;
use crate::chess::Piece;
use crate::eval::classical::features::{FeatureGroup, GROUPS, MATERIAL, TABLES};

/// Moves the mean of every table of a piece to the piece's value; `uses` tells how often each weight counted.
pub(super) fn settle(weights: &mut [Weight], uses: &[u64]) {
    for table in TABLES {
        let range = table.start..table.start + table.len;
        let total: u64 = uses[range.clone()].iter().sum();
        for half in [0, 1] {
            let weighted: f64 =
                range.clone().map(|weight| weights[weight][half] * uses[weight] as f64).sum();
            let mean = weighted / total.max(1) as f64;
            for weight in range.clone() {
                // What never counted says nothing.
                weights[weight][half] =
                    if uses[weight] == 0 { 0.0 } else { weights[weight][half] - mean };
            }
            // Each side has one king: what both have in common counts for nothing.
            if table.piece != Piece::King {
                weights[MATERIAL.at(table.piece.index())][half] += mean;
            }
        }
    }
}

/// The text of `weights.rs`, with a note on how its numbers were made.
pub(super) fn source(weights: &[Weight], note: &str) -> String {
    let mut text = String::from(
        "//! What everything in `features.rs` counts, in centipawns: the middle game, then the endgame.\n//!\n\
         //! Squares run from a1 to h8 in the side's own view, a rank a row. Written by the program's own tuner:\n",
    );
    for line in note.lines() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "//! {line}");
    }
    text.push_str("\nuse crate::eval::pair::weight_groups;\n\nweight_groups! {\n");
    GROUPS.iter().for_each(|group| text.push_str(&row(group, weights)));
    text.push_str("}\n");
    text
}

fn row(group: &FeatureGroup, weights: &[Weight]) -> String {
    let cells: Vec<String> = weights[group.start..group.start + group.len]
        .iter()
        .map(|[mg, eg]| format!("{} {}", mg.round() as i32, eg.round() as i32))
        .collect();
    if cells.len() <= 8 {
        return format!("    {}: {};\n", group.name, cells.join(", "));
    }
    let width = cells.iter().map(String::len).max().unwrap_or(0) + 1;
    let lines = cells.chunks(8).map(|row| {
        let row: Vec<String> =
            row.iter().map(|cell| format!("{:<width$}", format!("{cell},"))).collect();
        format!("        {}", row.join(" ").trim_end())
    });
    let lines = lines.collect::<Vec<String>>().join("\n");
    format!("    {}:\n{};\n", group.name, lines.trim_end_matches(','))
}
