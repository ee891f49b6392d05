//! `src/README.md` names the right places.

use std::fs;

use crate::layering::floors;
use crate::sources::{root, sources};

/// Folders of places on the map.
const FOLDERS: [&str; 3] = ["src/core", "src", "."];

fn map() -> String {
    fs::read_to_string(root().join("src/README.md")).unwrap()
}

/// Texts between single backquotes outside of code blocks.
fn quoted(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    prose.flat_map(|part| part.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn every_place_on_the_map_exists() {
    let map = map();
    let is_path = |word: &&str| {
        (word.contains('/') || word.ends_with(".rs")) && !word.contains([' ', '*', ':'])
    };
    let places: Vec<&str> = quoted(&map).into_iter().filter(is_path).collect();
    assert!(places.len() > 20, "{places:?}");
    let missing: Vec<&&str> = places
        .iter()
        .filter(|place| !FOLDERS.iter().any(|folder| root().join(folder).join(place).exists()))
        .collect();
    assert!(missing.is_empty(), "src/README.md names what is not there: {missing:?}");
}

#[test]
fn every_room_is_on_the_map() {
    let map = map();
    let entries = FOLDERS[..2].iter().flat_map(|folder| fs::read_dir(root().join(folder)).unwrap());
    for entry in entries {
        let entry = entry.unwrap();
        let is_room = !["core", "book"].iter().any(|name| entry.file_name() == *name);
        if entry.path().is_dir() && is_room {
            let row = format!("\n| `{}/` |", entry.file_name().to_string_lossy());
            assert!(map.contains(&row), "src/README.md's table of rooms has no row {row:?}");
        }
    }
}

#[test]
fn the_floors_on_the_map_are_those_that_are_checked() {
    let map = map();
    let drawing = map.split("```").nth(1).unwrap();
    let mut drawn: Vec<(&str, usize)> = Vec::new();
    for line in drawing.trim().lines() {
        let (floor, rooms) = line.split_once(' ').unwrap();
        let rooms = rooms.trim_start().split("  ").next().unwrap();
        for room in rooms.split(' ') {
            drawn.push((room.trim_end_matches('/'), floor.parse().unwrap()));
        }
    }
    let mut checked: Vec<(&str, usize)> = floors().collect();
    drawn.sort();
    checked.sort();
    assert_eq!(drawn, checked, "src/README.md against FLOORS of tests/layering.rs");
}

#[test]
fn rooms_that_are_not_built_are_called_so() {
    let map = map();
    // The sentence is absent when every room is built.
    let sentence = map.split("Not built yet:").nth(1).and_then(|rest| rest.split('.').next());
    let mut named = sentence.map_or_else(Vec::new, quoted);
    let built = |room: &str| {
        FOLDERS[..2].iter().any(|folder| {
            let place = root().join(folder).join(room);
            place.is_dir() || place.with_extension("rs").is_file()
        })
    };
    let mut missing: Vec<&str> =
        floors().map(|(room, _)| room).filter(|room| !built(room)).collect();
    named.sort();
    missing.sort();
    assert_eq!(named, missing, "src/README.md's sentence \"Not built yet\"");
}

/// Files named in module headers exist: beside the file, in a folder above, or below its own module.
#[test]
fn every_file_that_a_header_names_exists() {
    let src = root().join("src");
    let core = src.join("core");
    let mut named = 0;
    let mut missing = Vec::new();
    for (file, source) in sources(&src) {
        let header: Vec<&str> = source.lines().map_while(|line| line.strip_prefix("//!")).collect();
        let header = header.join("\n");
        let is_file = |word: &&str| word.ends_with(".rs") || word.ends_with(".md");
        for name in quoted(&header).into_iter().filter(is_file) {
            named += 1;
            let beside = src.join(&file);
            let above = beside.ancestors().skip(1).take_while(|folder| folder.starts_with(root()));
            let above = above.chain([&*core]);
            if !above.map(|folder| folder.join(name)).any(|path| path.is_file()) {
                missing.push(format!("src/{file} speaks of `{name}`"));
            }
        }
    }
    assert!(named > 50, "only {named} files are named");
    assert!(missing.is_empty(), "headers that name what is not there:\n{}", missing.join("\n"));
}
