//! Every option and parameter is changed once: may an annotation be resumed with it?

use super::*;
use crate::commands::tools::annotate::AnnotateOptions;
use crate::control::Limits;
use crate::engine::Options;
use crate::engine::options::{Counts, OPTIONS, OptionSpec};
use crate::search::params::PARAMS;
use crate::settings::SettingKind;
use crate::store::MadeOf;

/// Returns what an annotation depends on.
fn made_of(options: &Options) -> MadeOf {
    AnnotateOptions::default().made_of(options)
}

/// Options that an annotation sets itself, so that their values do not matter.
const SET_BY_ITSELF: [&str; 5] = ["Hash", "Threads", "Persist", "OwnBook", "OwnTables"];

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
    let before = made_of(&usual);
    let mut changed = 0;
    for spec in OPTIONS.iter() {
        let Some(value) = another_value(&usual, spec) else { continue };
        let mut options = usual.clone();
        options.set(&spec.name, &value).unwrap();
        changed += 1;
        let differs = before != made_of(&options);
        let may = SET_BY_ITSELF.contains(&spec.name.as_str());
        assert!(differs == (spec.about.counts != Counts::Never) || may, "{} to {value}", spec.name);
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
        assert!(before != made_of(&options), "{}", entry.name);
    }
}

/// House 5.1 b: an annotation begun with one evaluation was resumed with another.
#[test]
fn an_annotation_that_was_stopped_goes_on_with_the_same_settings_only() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("g.pgn"), folder.path().join("o.pgn"));
    let part = folder.path().join("o.pgn.part");
    std::fs::write(&from, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n").unwrap();
    let line = format!("annotate {} 1k --to {}", from.display(), to.display());
    let mut user = TestUser::new();
    let wanted = AnnotateOptions { limits: Limits::nodes(1_000), ..AnnotateOptions::default() };
    let work = wanted.made_of(user.session.engine.options());
    let work = work.and_file("games", &from).unwrap().and("margin", wanted.margin);
    let begun = format!("% {work}\n");
    std::fs::write(&part, &begun).unwrap();
    user.done("set Evaluation classical");
    let refusal = user.refused(&line);
    assert!(refusal.contains("evaluation was network"), "{refusal}");
    assert_eq!(std::fs::read_to_string(&part).unwrap(), begun);
    user.done("set Evaluation network");
    user.done(&line);
    assert!(to.exists() && !part.exists());
}
