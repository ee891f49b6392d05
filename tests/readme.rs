//! `README.md` and its linked pages match the code: tables are generated from the program's own, and links are valid.
//!
//! `QUARTERPLY_BLESS=1 cargo test --release readme` rewrites the tables.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use quarterply::chess::Color;
use quarterply::commands::{COMMANDS, Group};
use quarterply::engine::options::{Interface, OPTIONS};
use quarterply::search::params::Params;
use quarterply::search::{PROFILES, Rule};
use quarterply::settings::SettingKind;

use super::program::{Run, bare, complaints, out};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}

/// A table of Markdown: its head, how its columns are aligned (`---` or `--:`), and its rows.
fn table(head: &[&str], align: &[&str], rows: &[Vec<String>]) -> String {
    let mut text = format!("| {} |\n|{}|\n", head.join(" | "), align.join("|"));
    for row in rows {
        // A bar within a cell would end it.
        let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        writeln!(text, "| {} |", cells.join(" | ")).unwrap();
    }
    text
}

fn weight(params: &Params, rule: Rule) -> String {
    params.get(&format!("extension.{}", rule.name())).unwrap().replace('/', " / ")
}

fn extensions() -> String {
    let shown = PROFILES.iter().filter(|profile| profile.params().extensions.any());
    let profiles: Vec<_> = shown.map(|profile| (profile.name, profile.params())).collect();
    let mut head = vec!["rule"];
    head.extend(profiles.iter().map(|(name, _)| *name));
    head.push("fires when");
    let mut align = vec!["---"];
    align.extend(profiles.iter().map(|_| "--:"));
    align.push("---");
    let rows: Vec<Vec<String>> = Rule::ALL
        .into_iter()
        .map(|rule| {
            let mut row = vec![format!("`{}`", rule.name())];
            row.extend(profiles.iter().map(|(_, params)| weight(params, rule)));
            row.push(rule.summary().to_owned());
            row
        })
        .collect();
    table(&head, &align, &rows)
}

fn profiles() -> String {
    PROFILES.iter().map(|profile| format!("* `{}`: {}\n", profile.name, profile.summary)).collect()
}

/// The names of all commands, a line for each group.
fn groups() -> String {
    let row = |group: Group| {
        let of_group = COMMANDS.iter().filter(|spec| spec.group == group);
        let names: Vec<String> = of_group.map(|spec| format!("`{}`", spec.name)).collect();
        vec![group.name().to_owned(), names.join(" ")]
    };
    table(&["", "commands"], &["---", "---"], &Group::ALL.map(row))
}

fn commands() -> String {
    let mut text = String::new();
    for group in Group::ALL {
        let rows: Vec<Vec<String>> = COMMANDS
            .iter()
            .filter(|spec| spec.group == group)
            .map(|spec| {
                let aliases: Vec<String> =
                    spec.aliases.iter().map(|a| format!(", `{a}`")).collect();
                let line = format!("{} {}", spec.name, spec.arguments);
                vec![format!("`{}`{}", line.trim(), aliases.concat()), spec.summary.to_owned()]
            })
            .collect();
        text.push_str(&table(&[group.name(), ""], &["---", "---"], &rows));
        text.push('\n');
    }
    text
}

fn options() -> String {
    let shown = OPTIONS
        .iter()
        .filter(|spec| spec.is_for(Interface::Uci) && !spec.name.starts_with("Extension "));
    let rows: Vec<Vec<String>> = shown
        .map(|spec| {
            let values = match &spec.kind {
                SettingKind::Spin { default, min, max } => format!("{default}; {min} to {max}"),
                SettingKind::Check { default } => format!("{default}; true or false"),
                SettingKind::Combo { default, choices } => {
                    format!("{default}; {}", choices.join(", "))
                }
                SettingKind::Text { default } if default.is_empty() => "empty; any text".to_owned(),
                SettingKind::Text { .. } | SettingKind::Form { .. } => "a text".to_owned(),
                SettingKind::Button => "a button".to_owned(),
            };
            vec![format!("`{}`", spec.name), values, spec.summary.clone()]
        })
        .collect();
    table(&["option", "at first; values", "what it does"], &["---", "---", "---"], &rows)
}

/// The program's answers to these lines, with its errors in place.
pub(crate) fn answers(arguments: &[&str], lines: &[String]) -> (String, i32) {
    let output = bare()
        .args(["--no-history", "--no-config", "--color", "never", "-H", "16"])
        .env_remove("COLUMNS")
        .args(arguments)
        .given(lines.join("\n"));
    (out(&output) + &complaints(&output), output.status.code().unwrap())
}

/// The illegal move of the first session.
pub(crate) const REFUSED: &str = "Nd7";

/// The lines of "A first session": the turn and number in the prompt, and the line.
pub(crate) fn session(readme: &str) -> Vec<(Color, String, String)> {
    let part = readme.split("## A first session").nth(1).unwrap();
    let block = part.split("```").nth(1).unwrap();
    let typed = block.lines().filter_map(|line| line.split_once(" > "));
    typed
        .map(|(prompt, rest)| {
            // Behind them the prompt may tell of a game or a drill.
            let mut words = prompt.split(' ');
            let (turn, number) = (words.next().unwrap(), words.next().unwrap());
            let turn = if turn == "w" { Color::White } else { Color::Black };
            let number = number.trim_end_matches(['.', '…']).to_owned();
            (turn, number, rest.split("  ").next().unwrap().to_owned())
        })
        .collect()
}

fn first_answers() -> String {
    let mut text = String::from("```\n");
    let mut before = Vec::new();
    for (_, _, line) in session(&readme()).into_iter().take(3) {
        // At the end of a script alone, so that its error is separate.
        let (known, _) = answers(&["-f", "-"], &before);
        before.push(line.clone());
        let (all, _) = answers(&["-f", "-"], &before);
        writeln!(text, "> {line}").unwrap();
        text.push_str(all.strip_prefix(&known).unwrap());
    }
    text + "```\n"
}

/// The lines typed from `first` on, and the answers. Lines with `timed` contain times and are left out.
fn transcript(script: &[&str], first: usize, timed: &str) -> String {
    let script: Vec<String> = script.iter().map(|line| (*line).to_owned()).collect();
    let said = |lines: usize| -> Vec<String> {
        let (all, status) = answers(&["-f", "-"], &script[..lines]);
        assert_eq!(status, 0, "{all}");
        all.lines().filter(|line| !line.contains(timed)).map(str::to_owned).collect()
    };
    let mut text = String::from("```\n");
    let mut known = said(first);
    for (number, line) in script.iter().enumerate().skip(first) {
        let all = said(number + 1);
        writeln!(text, "> {line}").unwrap();
        for answer in &all[known.len()..] {
            writeln!(text, "{answer}").unwrap();
        }
        known = all;
    }
    text + "```\n"
}

/// The first search of the session, with the reason for its depth.
fn a_search() -> String {
    let lines: Vec<String> = session(&readme()).into_iter().map(|(_, _, line)| line).collect();
    let place = |word: &str| lines.iter().position(|line| line.starts_with(word)).unwrap();
    let (search, explained) = (place("go "), place("explain"));
    assert_eq!(explained, search + 1);
    // Without the refused line and commands that only show the board.
    let plays = |line: &&str| !["show", REFUSED, "resolve"].contains(line);
    let script: Vec<&str> = lines[..=explained].iter().map(String::as_str).filter(plays).collect();
    transcript(&script, script.len() - 2, " time_ms ")
}

/// A line for each ancestor, about the position of the first session.
fn ancestors() -> String {
    let fen = "r1bqkb1r/ppp2ppp/2n5/3np1N1/2B5/8/PPPP1PPP/RNBQK2R w KQkq - 0 6";
    let lines = ["getvalue null", "check", "resolve Nxf7 fold 2", "show control", "profile slow"];
    let script: Vec<&str> = [fen].into_iter().chain(lines).collect();
    transcript(&script, 1, " time_ms ")
}

/// What is typed for the proof that is shown.
pub(crate) const PROOF: [&str; 3] =
    ["5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1", "proof 2", "proof tree"];

/// A mate proved and looked at.
fn a_proof() -> String {
    transcript(&PROOF, 0, " nodes · ")
}

/// An ending that tables know, move by move.
fn an_ending() -> String {
    transcript(&["8/8/8/8/8/2k5/8/KR6 b - - 0 1", "tb"], 0, " time_ms ")
}

/// A short game annotated.
fn an_annotation() -> String {
    let game = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. a3 g6 5. Qf3 Nd4 6. Qxf6 Qxf6";
    transcript(&[game, "annotate 5k --proof 50k"], 0, " annotated · ")
}

fn help() -> String {
    let (text, status) = answers(&["-h"], &[]);
    assert_eq!(status, 0);
    let usage = text.lines().skip_while(|line| !line.starts_with("Usage")).map(str::trim_end);
    format!("```\n{}\n```\n", usage.collect::<Vec<_>>().join("\n"))
}

/// The generated sections: page, name and text, between `<!-- NAME:begin -->` and `<!-- NAME:end -->`.
fn sections() -> Vec<(&'static str, &'static str, String)> {
    vec![
        ("README.md", "session", first_answers()),
        ("README.md", "groups", groups()),
        ("README.md", "extensions", extensions()),
        ("README.md", "proof", a_proof()),
        ("src/shell/README.md", "commands", commands()),
        ("src/shell/README.md", "help", help()),
        ("src/core/engine/README.md", "options", options()),
        ("src/core/search/README.md", "search", a_search()),
        ("src/core/search/policy/README.md", "ancestors", ancestors()),
        ("src/core/search/policy/README.md", "profiles", profiles()),
        ("src/core/oracle/README.md", "tables", an_ending()),
        ("src/commands/tools/README.md", "annotation", an_annotation()),
    ]
}

/// Replaces a section of `page`.
fn with_section(page: &str, name: &str, text: &str) -> String {
    let (begin, end) = (format!("<!-- {name}:begin -->\n"), format!("<!-- {name}:end -->"));
    let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("no {begin}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("no {end}"));
    format!("{before}{begin}{text}{end}{after}")
}

#[test]
fn the_tables_are_those_of_the_code() {
    let mut pages: BTreeMap<&str, (String, String)> = BTreeMap::new();
    for (page, name, text) in sections() {
        let (_, made) = pages.entry(page).or_insert_with(|| {
            let is = fs::read_to_string(root().join(page)).unwrap();
            (is.clone(), is)
        });
        *made = with_section(made, name, &text);
    }
    for (page, (is, made)) in pages {
        if crate::blesses() {
            fs::write(root().join(page), made).unwrap();
        } else if let Some((is, should)) =
            is.lines().zip(made.lines()).find(|(is, should)| is != should)
        {
            panic!(
                "{page} differs from the code; QUARTERPLY_BLESS=1 cargo test --release readme rewrites it\n\
                 is:     {is}\nshould: {should}"
            );
        } else {
            assert_eq!(is, made, "a table of {page} is cut short");
        }
    }
}

#[test]
fn the_readme_fits_in_the_hand() {
    let lines = fs::read_to_string(root().join("README.md")).unwrap().lines().count();
    assert!(
        lines <= 250,
        "README.md has {lines} lines; what only some readers need belongs to the page of its room"
    );
}

/// Every line of the first session is valid in its place, except the one that says so.
#[test]
fn the_first_session_happens() {
    let mut script = Vec::new();
    for (turn, number, line) in session(&readme()) {
        let letter = turn.letter();
        script.push(format!("assert turn == {}", turn.name().to_lowercase()));
        script.push(format!("echo {letter} {number}"));
        script.push("fen".to_owned());
        script.push(line);
    }
    let (text, status) = answers(&["-f", "-"], &script);
    assert_eq!(status, 1, "{text}");
    let complaints: Vec<&str> = text.lines().filter(|line| line.contains("error:")).collect();
    assert!(complaints.len() == 1 && complaints[0].contains("can reach d7"), "{complaints:?}");
    assert!(text.contains("\nbest d1f3 san Qf3+ "), "{text}");
    let told = text.split("\nbest d1f3").next().unwrap();
    assert!(told.contains("{check 1}") && told.contains("\nextension check fired "), "{told}");
    assert!(text.contains("\nbest f1f2 san Rxf2+ mate -4 depth 2 "), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    let prompts: Vec<&[&str]> = lines
        .windows(2)
        .filter(|two| two[0].starts_with("w ") || two[0].starts_with("b "))
        .collect();
    assert_eq!(prompts.len(), session(&readme()).len());
    for prompt in prompts {
        let fields: Vec<&str> = prompt[1].split(' ').collect();
        assert_eq!(prompt[0], format!("{} {}", fields[1], fields[5]), "the prompts in README.md");
    }
}

/// `help` begins with what a newcomer needs, and fits on one screen with the prompt below it.
#[test]
fn help_fits_on_a_screen() {
    let (text, status) = answers(&["-c", "help"], &[]);
    assert_eq!(status, 0, "{text}");
    assert!(text.lines().count() < 24 && text.lines().all(|line| line.len() < 80), "{text}");
    assert!(text.starts_with(" New here? ") && text.contains(" help all  lists all "), "{text}");
}

/// README, the changelog, and the pages of rooms and of test folders.
fn pages() -> Vec<PathBuf> {
    let mut pages =
        vec![root().join("README.md"), root().join("CHANGELOG.md"), root().join("src/README.md")];
    for folder in ["src", "src/core", "src/core/search", "tests"] {
        let rooms = fs::read_dir(root().join(folder)).unwrap();
        let inside = rooms.map(|room| room.unwrap().path().join("README.md"));
        pages.extend(inside.filter(|page| page.exists()));
    }
    pages
}

/// Targets of a page's links and pictures.
fn links(text: &str) -> impl Iterator<Item = &str> {
    [("](", ')'), ("src=\"", '"'), ("srcset=\"", '"')].into_iter().flat_map(|(before, end)| {
        text.split(before).skip(1).filter_map(move |rest| rest.split(end).next())
    })
}

fn has_title(page: &Path, anchor: &str) -> bool {
    let text = fs::read_to_string(page).unwrap();
    let mut titles = text.lines().filter_map(|line| line.strip_prefix("## "));
    titles.any(|title| title.to_lowercase().replace(' ', "-") == anchor)
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    assert!(pages.len() > 8, "{pages:?}");
    let mut linked = Vec::new();
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        for link in links(&text).filter(|link| !link.starts_with("https://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let there = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            let leads = there.exists() && (anchor.is_empty() || has_title(&there, anchor));
            assert!(leads, "{} links to {link}", page.display());
            linked.push(there.canonicalize().unwrap());
        }
    }
    let unlinked =
        pages.iter().skip(1).find(|page| !linked.contains(&page.canonicalize().unwrap()));
    assert_eq!(unlinked, None, "no page leads there");
}

#[test]
fn the_commands_of_the_first_lines_are_those_that_are_checked() {
    let readme = readme();
    let check = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(readme.contains("\ncargo run --release "), "README's first command");
    assert!(readme.contains("\ncargo test --release --workspace "), "README's second command");
    assert!(
        check.contains("\nstep cargo test --release --workspace\n"),
        ".ci/run runs README's test command"
    );
}
