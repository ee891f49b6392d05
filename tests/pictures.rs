//! Pictures of the READMEs: answers of README's session, drawn by `picture`, dark and light, and compared with `tests/pictures/`.
//! Times in a picture are not compared.
//!
//! `QUARTERPLY_BLESS=1 cargo test --release pictures` makes those again that differ.

use std::fs;

use super::readme::{REFUSED, answers, readme, root, session};

/// The first words of the lines whose answers are drawn, and the names of the pictures.
const DRAWN: [(&str, &str); 5] = [
    ("show", "show"),
    ("resolve", "resolve"),
    ("go", "go"),
    ("eval", "eval"),
    ("proof tree", "proof-tree"),
];

/// README's session up to the drawn answers, and its proof.
fn script() -> Vec<String> {
    let lines = session(&readme()).into_iter().map(|(_, _, line)| line);
    let mut lines: Vec<String> = lines.filter(|line| line != REFUSED).collect();
    lines.truncate(lines.iter().position(|line| line == "eval").unwrap() + 1);
    let proof = super::readme::PROOF.iter().map(|&line| line.to_owned());
    lines.into_iter().chain(proof).collect()
}

/// The name of the picture of a line's answer.
fn picture_of(line: &str) -> Option<&'static str> {
    let begins = |words: &str| line == words || line.starts_with(&format!("{words} "));
    DRAWN.iter().find(|(words, _)| begins(words)).map(|&(_, name)| name)
}

/// The pictures in the colours of a theme, by their names.
fn drawn(theme: &str) -> Vec<(&'static str, String)> {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(format!("{name}.svg"));
    let lines: Vec<String> = script()
        .into_iter()
        .map(|line| match picture_of(&line) {
            Some(name) => format!("picture \"{}\" {theme} {line}", path(name).display()),
            None => line,
        })
        .collect();
    let (told, status) = answers(&["-f", "-"], &lines);
    assert_eq!(status, 0, "{told}");
    DRAWN.iter().map(|&(_, name)| (name, fs::read_to_string(path(name)).unwrap())).collect()
}

/// The texts of each line of a picture, with their colours.
fn texts(svg: &str) -> Vec<Vec<(&str, &str)>> {
    let lines = svg.lines().map(|line| line.split("<text ").skip(1).map(text).collect());
    lines.collect()
}

fn text(part: &str) -> (&str, &str) {
    let between = |before: &str, after: &str| {
        let (_, rest) = part.split_once(before).unwrap();
        rest.split(after).next().unwrap()
    };
    (between(">", "<"), between("fill=\"", "\""))
}

/// The compared part of a picture: all of it, or, if it has times, the texts without them; places and lengths follow from the
/// texts.
fn compared(name: &str, svg: &str) -> String {
    if name != "go" {
        return svg.to_owned();
    }
    let without_clock = |text: &str| {
        let words: Vec<&str> = text.trim_end_matches('·').split_whitespace().collect();
        match words[..] {
            // Time, nodes, nodes a second, and the share of the table in use.
            [_, nodes, _, hash] if hash.ends_with('%') => format!("{nodes} {hash}"),
            [time, "s"] if time.parse::<f64>().is_ok() => "time".to_owned(),
            [rate] if rate.ends_with("/s") => "rate".to_owned(),
            _ => text.to_owned(),
        }
    };
    let line = |line: Vec<(&str, &str)>| {
        let texts = line.into_iter().map(|(text, fill)| format!("{} {fill}", without_clock(text)));
        texts.collect::<Vec<String>>().join("\n")
    };
    texts(svg).into_iter().map(line).collect::<Vec<String>>().join("\n")
}

#[test]
fn pictures_are_what_the_session_of_the_readme_draws() {
    let folder = root().join("tests/pictures");
    let mut names = Vec::new();
    for theme in ["dark", "light"] {
        for (name, found) in drawn(theme) {
            assert!(!found.contains("warning"), "{name} shows a warning");
            names.push(format!("{name}-{theme}.svg"));
            let path = folder.join(format!("{name}-{theme}.svg"));
            let is = fs::read_to_string(&path).unwrap_or_default();
            let differs = compared(name, &is) != compared(name, &found);
            if differs && crate::blesses() {
                fs::write(&path, &found).unwrap();
            }
            assert!(
                !differs || crate::blesses(),
                "{} is not what the program draws now; QUARTERPLY_BLESS=1 cargo test --release pictures makes it again",
                path.display()
            );
        }
    }
    let files = fs::read_dir(folder).unwrap();
    let mut files: Vec<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    names.sort();
    assert_eq!(files, names, "each picture is one of the session's");
}

/// The move behind `best` in an answer in plain text: its SAN and the nodes that were searched for it.
fn best_of(told: &str) -> (String, u64) {
    let line = told.lines().rfind(|line| line.starts_with("best ")).unwrap();
    let behind = |word: &str| {
        let mut words = line.split(' ');
        words.find(|found| *found == word).unwrap();
        words.next().unwrap()
    };
    (behind("san").to_owned(), behind("nodes").parse().unwrap())
}

/// A test fixture that recommended a move which is mated at once.
#[test]
fn the_best_move_of_the_picture_is_one() {
    let lines = script();
    let search = lines.iter().position(|line| picture_of(line) == Some("go")).unwrap();
    let (told, _) = answers(&["-f", "-"], &lines[..=search]);
    let (best, nodes) = best_of(&told);
    for theme in ["dark", "light"] {
        let path = root().join(format!("tests/pictures/go-{theme}.svg"));
        let picture = fs::read_to_string(path).unwrap();
        let shown = texts(&picture);
        let summary =
            shown.iter().find(|line| line.first().is_some_and(|(text, _)| *text == "best"));
        assert_eq!(summary.unwrap()[1].0, best, "{theme}");
    }
    // Four times as many nodes agree.
    let deeper = [&lines[..search], &[format!("go nodes {}", 4 * nodes)]].concat();
    let (told, _) = answers(&["-f", "-"], &deeper);
    assert_eq!(best_of(&told).0, best, "{told}");
}
