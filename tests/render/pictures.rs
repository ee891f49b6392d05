//! The pictures of the READMEs: views of made-up answers as SVG, dark and light, compared with `tests/pictures/`.
//!
//! `QUARTERPLY_BLESS=1 cargo test pictures` makes them again.

use std::fs;
use std::path::Path;

use quarterply::ink::text::Page;
use quarterply::ink::{ColorDepth, Settings, Style, Theme};
use quarterply::render::{picture, search_table};

use super::{events, samples};

/// As a terminal of so many columns shows things.
fn settings(theme: Theme, width: usize) -> Settings {
    let style = Style::new(ColorDepth::True, theme);
    Settings { pretty: true, style, width: Some(width), ..Settings::default() }
}

/// What is shown in a picture, and how it is described to who cannot see it.
const VIEWS: [(&str, &str, &str); 5] = [
    ("show", "board-mate", "the board, and beside it what else there is to know of the position"),
    ("eval", "eval", "the evaluation term by term, and what each piece is worth"),
    ("resolve", "resolve", "the quiescence search as a tree: tried, cut off and skipped"),
    ("proof-tree", "proof-tree", "a proof as a tree of defences and answers"),
    ("go", "", "a search, iteration by iteration, and where its extensions went"),
];

fn page(sample: &str, settings: &Settings) -> Page {
    if sample.is_empty() {
        let (root, events) = events::search();
        return search_table::page(&root, &events, settings);
    }
    let found = samples::replies().into_iter().find(|(name, _)| *name == sample);
    found.unwrap().1.page(settings)
}

#[test]
fn the_pictures_are_those_of_the_views() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let bless = crate::blesses();
    for (name, sample, title) in VIEWS {
        for (theme, suffix) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
            let found = picture::svg(&page(sample, &settings(theme, 112)), theme, title);
            let path = folder.join(format!("{name}-{suffix}.svg"));
            if bless {
                fs::create_dir_all(&folder).unwrap();
                fs::write(&path, &found).unwrap();
            }
            let expected = fs::read_to_string(&path).unwrap_or_default();
            assert!(found == expected, "{} is not what is drawn now", path.display());
        }
    }
}
