//! HTML pages as written: each is self-contained, and its markup, styles and script match.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::program::{Run, complaints, program};

/// A proof and an annotated game, as pages.
fn pages(folder: &Path) -> [String; 2] {
    let path = |name: &str| folder.join(name).display().to_string();
    let script = format!(
        "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\nproof 1\nproof export {}\nnew\n\
         1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#\nannotate nodes 200 --proof 1k --html {}\n",
        path("proof.html"),
        path("game.html"),
    );
    let done = program().args(["-t", "1", "--strict", "-f", "-"]).given(script);
    assert_eq!(done.status.code(), Some(0), "{}", complaints(&done));
    ["proof.html", "game.html"].map(|name| fs::read_to_string(path(name)).unwrap())
}

/// Texts between each `begin` and the next `end`.
fn all_between<'a>(text: &'a str, begin: &str, end: &str) -> BTreeSet<&'a str> {
    text.split(begin).skip(1).filter_map(|rest| rest.split_once(end)).map(|(it, _)| it).collect()
}

#[test]
fn what_a_page_asks_for_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    for page in pages(folder.path()) {
        for foreign in ["{{", "src=", "href=\"http", "url(", "@import", "fetch(", "XMLHttp"] {
            assert!(!page.contains(foreign), "the page has {foreign}");
        }
        // Light; dark by the browser's preference; dark by the reader's choice.
        for color in all_between(&page, "var(--", ")").iter().filter(|name| !name.contains('$')) {
            assert_eq!(page.matches(&format!(" --{color}: #")).count(), 3, "{color}");
        }
        let made = all_between(&page, " id=\"", "\"");
        let wanted = all_between(&page, "byId(\"", "\")");
        for wanted in wanted.iter().filter(|name| name.chars().all(char::is_alphabetic)) {
            // A page of one game needs no selection.
            assert!(made.contains(wanted) || *wanted == "chooser", "#{wanted} of {made:?}");
        }
        for piece in ["wk", "bp"] {
            assert!(made.contains(piece), "the symbol {piece}");
        }
    }
}
