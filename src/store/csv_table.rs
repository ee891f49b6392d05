//! Tables of comma-separated values, for spreadsheets. The first line says what they were made of.

use std::fmt::Display;
use std::path::Path;

use csv::WriterBuilder;

use super::made_of::MadeOf;
use super::{StoreError, WrittenFiles};

/// Writes a table, whole or not at all.
pub fn write(
    files: &WrittenFiles,
    path: &Path,
    made_of: &MadeOf,
    head: &[&str],
    rows: impl IntoIterator<Item = Vec<String>>,
) -> Result<(), StoreError> {
    let mut writer = WriterBuilder::new().from_writer(format!("# {made_of}\n").into_bytes());
    // Writing to memory fails only where fields differ in number, and then nothing is to be written.
    let broken = |error: &dyn Display| StoreError::Unwritable {
        path: path.display().to_string(),
        reason: error.to_string(),
    };
    writer.write_record(head).map_err(|error| broken(&error))?;
    for row in rows {
        let cells = row.into_iter().map(as_text);
        writer.write_record(cells).map_err(|error| broken(&error))?;
    }
    let bytes = writer.into_inner().map_err(|error| broken(&error))?;
    Ok(files.write(path, &bytes)?)
}

/// Signs by which a spreadsheet knows a formula, as OWASP lists them.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// What a spreadsheet takes as a sign that a cell is text. It is no part of the text.
const MARK: char = '\'';

/// Returns a cell that no spreadsheet takes for a formula.
fn as_text(cell: String) -> String {
    if cell.starts_with(FORMULA) || cell.starts_with(MARK) { format!("{MARK}{cell}") } else { cell }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use csv::ReaderBuilder;

    use super::*;

    #[test]
    fn what_is_written_is_read_and_no_cell_is_a_formula() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lab.csv");
        let made_of = MadeOf::work("lab").and("nodes", 100);
        let plain = ["a name, with \"quotes\"\nand a line", "", "12", "x"];
        let marked =
            ["=HYPERLINK(\"x\")", "+cmd|' /C calc'!A0", "-1", "@x", "\t=1", "'=1", "''=1", "'x"];
        let rows = plain.iter().chain(&marked).map(|cell| vec![cell.to_string(), "1".to_owned()]);
        let files = WrittenFiles::default();
        write(&files, &path, &made_of, &["id", "n"], rows).unwrap();
        let text = fs::read(&path).unwrap();
        assert!(text.starts_with(format!("# {made_of}\nid,n\n").as_bytes()));
        let mut reader = ReaderBuilder::new().comment(Some(b'#')).from_reader(&text[..]);
        let read: Vec<String> = reader.records().map(|row| row.unwrap()[0].to_owned()).collect();
        let wanted = plain.iter().map(|cell| cell.to_string());
        assert!(
            read.iter().cloned().eq(wanted.chain(marked.iter().map(|cell| format!("'{cell}"))))
        );
        assert!(write(&files, &path, &made_of, &["id"], [vec![String::new(); 2]]).is_err());
        assert_eq!(fs::read(&path).unwrap(), text, "what was there is untouched");
    }
}
