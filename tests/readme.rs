//! `README.md` says what the code says: its tables are made from the program's own, and its links lead somewhere.
//!
//! `QUARTERPLY_BLESS=1 cargo test --release readme` writes the tables anew.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use quarterply::engine::options::{Audience, OPTIONS, OptionId, OptionKind};
use quarterply::search::extend::Rule;
use quarterply::search::params::Params;
use quarterply::search::profiles::PROFILES;
use quarterply::shell::command::Group;
use quarterply::shell::table::COMMANDS;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
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
    let mut text = table(&head, &align, &rows);
    text.push_str("\nThe profiles:\n\n");
    for profile in PROFILES {
        writeln!(text, "* `{}`: {}", profile.name, profile.summary).unwrap();
    }
    text
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
    let shown = OPTIONS.iter().filter(|spec| {
        spec.audience != Audience::Prompt && !matches!(spec.id, OptionId::Extension(_))
    });
    let rows: Vec<Vec<String>> = shown
        .map(|spec| {
            let values = match &spec.kind {
                OptionKind::Spin { default, min, max } => format!("{default}; {min} to {max}"),
                OptionKind::Check { default } => format!("{default}; true or false"),
                OptionKind::Combo { default, choices } => {
                    format!("{default}; {}", choices.join(", "))
                }
                OptionKind::Text { default: "" } => "empty; any text".to_owned(),
                OptionKind::Text { .. } => "a text".to_owned(),
                OptionKind::Button => "a button".to_owned(),
            };
            vec![format!("`{}`", spec.name), values, spec.summary.clone()]
        })
        .collect();
    table(&["option", "at first; values", "what it does"], &["---", "---", "---"], &rows)
}

/// The sections that are made from the code, each between `<!-- NAME:begin -->` and `<!-- NAME:end -->`.
fn sections() -> Vec<(&'static str, String)> {
    vec![("commands", commands()), ("extensions", extensions()), ("options", options())]
}

/// `readme` with a section's text in its place.
fn with_section(readme: &str, name: &str, text: &str) -> String {
    let (begin, end) = (format!("<!-- {name}:begin -->\n"), format!("<!-- {name}:end -->"));
    let (before, rest) = readme.split_once(&begin).unwrap_or_else(|| panic!("no {begin}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("no {end}"));
    format!("{before}{begin}{text}{end}{after}")
}

#[test]
fn the_tables_are_those_of_the_code() {
    let path = root().join("README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let mut made = readme.clone();
    for (name, text) in sections() {
        made = with_section(&made, name, &text);
    }
    if env::var_os("QUARTERPLY_BLESS").is_some() {
        fs::write(&path, made).unwrap();
    } else if let Some((is, should)) =
        readme.lines().zip(made.lines()).find(|(is, should)| is != should)
    {
        panic!(
            "README.md differs from the code; QUARTERPLY_BLESS=1 cargo test --release readme writes it anew\n\
             is:     {is}\nshould: {should}"
        );
    } else {
        assert_eq!(
            readme.lines().count(),
            made.lines().count(),
            "a table of README.md is cut short"
        );
    }
}

#[test]
fn links_lead_somewhere() {
    for page in ["README.md", "src/README.md", "CHANGELOG.md"] {
        let path = root().join(page);
        let text = fs::read_to_string(&path).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let there = link.starts_with("https://") || path.with_file_name(link).exists();
            assert!(there, "{page} links to {link}");
        }
    }
}

#[test]
fn the_commands_of_the_first_lines_are_those_that_are_checked() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let check = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(readme.contains("\ncargo run --release "), "README's first command");
    assert!(readme.contains("\ncargo test --release "), "README's second command");
    assert!(check.contains("\nstep cargo test --release\n"), ".ci/run runs README's test command");
}
