//! Arguments of `tb`.

use super::error::{Fault, ParseError};
use super::reader::{Reader, expand};
use super::words::Word;
use crate::chess::Piece;
use crate::oracle::endgame::TableMaterial;
use crate::shell::command::Command;
use crate::shell::tables::TableUse;

/// Positions that a table is asked about if nothing is said.
const POSITIONS: u64 = 10_000;

/// `tb [make MATERIAL|5 | check FILE|MATERIAL [N]]`.
pub fn tb(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let usage = match reader.take() {
        None => TableUse::Show,
        Some(word) if word.text == "check" => check(reader)?,
        Some(word) if word.text == "make" => {
            let word = reader.require("the men of a table, as in KRPKR")?;
            TableUse::Make(if word.text == "5" { None } else { Some(material(word)?) })
        }
        Some(word) => return Err(reader.unexpected(word)),
    };
    reader.finish()?;
    Ok(Command::Tables(usage))
}

/// What is checked: a table that is named by its men, or a file of positions.
fn check(reader: &mut Reader<'_>) -> Result<TableUse, ParseError> {
    let word = reader.require("the name of a file, or the men of a table, as in KRPKR")?;
    if !is_material(word.text) {
        return Ok(TableUse::Check(expand(word.text)));
    }
    let material = material(word)?;
    let positions = reader.number_or("the number of positions", 0, 1_000_000_000, POSITIONS)?;
    Ok(TableUse::Verify(material, positions as usize))
}

/// Whether a word is nothing but men and begins with a king: no file is called so without an ending.
fn is_material(text: &str) -> bool {
    text.starts_with(['K', 'k'])
        && text.chars().all(|letter| letter == 'v' || Piece::from_letter(letter).is_some())
}

fn material(word: Word<'_>) -> Result<TableMaterial, ParseError> {
    TableMaterial::parse(word.text)
        .map_err(|error| ParseError::at(word.span(), Fault::Table(error)))
}
