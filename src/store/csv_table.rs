//! CSV tables for spreadsheets. The first line is a comment with the inputs that the table was made from.

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
    // In memory only a row with another number of fields is an error; then the file is left as it is.
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

/// First characters of a formula in a spreadsheet (source: OWASP, CSV injection).
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Marks a cell as text for a spreadsheet, which does not show it.
const MARK: char = '\'';

/// Returns the cell, marked if a spreadsheet would evaluate it.
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
