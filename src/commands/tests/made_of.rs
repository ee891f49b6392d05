//! Every option and parameter, changed once, and every tool asked whether it would go on.

use super::*;
use crate::chess::pgn::PgnGame;
use crate::engine::Options;
use crate::engine::options::{Counts, OPTIONS, OptionSpec};
use crate::oracle::tables::TableSet;
use crate::search::params::PARAMS;
use crate::settings::SettingKind;
use crate::store::MadeOf;
use crate::store::journal::WorkJournal;
use crate::tools::tool::{ToolCall, ToolDesk, ToolWork};

/// What each tool would make of the options.
fn tools(now: &Options) -> Vec<(&'static str, MadeOf)> {
    let read = |line: &str| grammar::parse(line, &Position::start()).unwrap().command;
    let (position, files) = (Position::start(), WrittenFiles::default());
    let desk = ToolDesk {
        options: now,
        files: &files,
        position: &position,
        game: &PgnGame::default(),
        unfinished: None,
        tables: TableSet { own: None, syzygy: None },
        known: &Arc::default(),
    };
    let made_of = |line: &str| {
        let call: ToolCall = read(line).downcast();
        match call.begin(&desk).unwrap() {
            ToolWork::Resuming(made_of, _) => made_of,
            ToolWork::Whole(_) => panic!("{line} resumes nothing"),
        }
    };
    vec![("annotate", made_of("annotate g.pgn 1k"))]
}

/// Options that tools set themselves, so that it does not matter to all of them what they are.
const SET_BY_TOOLS: [&str; 5] = ["Hash", "Threads", "Persist", "OwnBook", "OwnTables"];

fn another_value(options: &Options, spec: &OptionSpec) -> Option<String> {
    let now = options.get(&spec.name)?;
    Some(match &spec.kind {
        SettingKind::Spin { min, .. } if now == min.to_string() => (min + 1).to_string(),
        SettingKind::Spin { min, .. } => min.to_string(),
        SettingKind::Check { .. } => (now != "true").to_string(),
        SettingKind::Combo { choices, .. } => {
            choices.iter().find(|word| **word != now)?.to_string()
        }
        _ => return None,
    })
}

#[test]
fn no_option_that_can_change_a_node_is_overlooked_and_no_other_is_in_the_way() {
    let usual = Options::default();
    let before = tools(&usual);
    let mut changed = 0;
    for spec in OPTIONS.iter() {
        let Some(value) = another_value(&usual, spec) else { continue };
        let mut options = usual.clone();
        // Learned weights are not there.
        if options.set(&spec.name, &value).is_err() {
            continue;
        }
        changed += 1;
        for ((tool, before), (_, after)) in before.iter().zip(tools(&options)) {
            let differs = *before != after;
            let may = SET_BY_TOOLS.contains(&spec.name.as_str());
            assert!(
                differs == (spec.about.counts != Counts::Never) || may,
                "{tool}: {} to {value}",
                spec.name
            );
        }
    }
    assert!(changed > 30, "{changed}");
    for entry in PARAMS.iter() {
        let mut options = usual.clone();
        let value = entry.value(&usual.params);
        let number: Option<i64> = value.split('/').next().and_then(|text| text.parse().ok());
        let Some(number) = number else { continue };
        let others = [number + 1, number - 1, number / 2, 1 - number];
        let is_set = |value: &i64| options.set(&entry.name, &value.to_string()).is_ok();
        assert!(others.iter().any(is_set), "{} cannot be changed", entry.name);
        for ((tool, before), (_, after)) in before.iter().zip(tools(&options)) {
            assert!(*before != after, "{tool}: {}", entry.name);
        }
    }
}

/// House 5.1 b: what was found by one evaluation was gone on with by another.
#[test]
fn an_annotation_that_was_stopped_goes_on_with_the_same_settings_only() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("g.pgn"), folder.path().join("o.pgn"));
    std::fs::write(&from, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n").unwrap();
    let line = format!("annotate {} 1k --to {}", from.display(), to.display());
    let mut sitting = Sitting::new();
    let source = crate::store::made_of::checksum_of(&from).unwrap();
    let options = sitting.session.engine.options().clone();
    let (_, work) = tools(&options).into_iter().find(|(tool, _)| *tool == "annotate").unwrap();
    let work = work.and("games", source);
    let path = crate::tools::tool::files::beside(&to, ".journal");
    drop(WorkJournal::open(&WrittenFiles::default(), &path, &work).unwrap());
    let before = std::fs::read(&path).unwrap();
    sitting.done("set Evaluation classical");
    let refusal = sitting.refused(&line);
    assert!(refusal.contains("evaluation was network"), "{refusal}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    sitting.done("set Evaluation network");
    sitting.done(&line);
    assert!(to.exists() && !path.exists());
}
