//! The suites of `positions/`, which are part of the program under names such as `@mates`.

use std::path::Path;

use crate::store::FileError;

macro_rules! suites {
    ($($name:literal)*) => {
        [$((concat!("@", $name), include_bytes!(concat!("../../positions/", $name, ".epd")))),*]
    };
}

/// Names and contents.
const SUITES: [(&str, &[u8]); 11] = suites![
    "combinations" "draws" "endgames" "ladder" "long" "mates" "perft" "problems" "quiet" "rules" "tactics"
];

pub fn names() -> impl Iterator<Item = &'static str> {
    SUITES.iter().map(|(name, _)| *name)
}

/// Returns the suite of a name; `None` for the name of a file.
///
/// # Errors
/// If there is neither a suite nor a file of a name that begins with `@`.
pub(super) fn find(path: &Path) -> Result<Option<&'static [u8]>, FileError> {
    let Some(name) = path.to_str().filter(|name| name.starts_with('@')) else { return Ok(None) };
    let found = SUITES.iter().find(|(known, _)| *known == name).map(|(_, suite)| *suite);
    if found.is_none() && !path.exists() {
        let all: Vec<&str> = names().collect();
        let all = all.join(" ");
        return Err(FileError::content(path, format!("there is no such suite; there are {all}")));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn suites_are_the_files_of_positions() {
        for name in names() {
            let file = format!("{}/positions/{}.epd", env!("CARGO_MANIFEST_DIR"), &name[1..]);
            assert_eq!(find(Path::new(name)).unwrap(), Some(&*std::fs::read(file).unwrap()));
        }
        assert_eq!(find(Path::new("./@mates")).unwrap(), None);
        assert_eq!(find(Path::new("mates")).unwrap(), None);
        let none = find(&PathBuf::from("@mate")).unwrap_err().to_string();
        assert!(
            none.starts_with("@mate: there is no such suite; there are @combinations "),
            "{none}"
        );
    }
}
