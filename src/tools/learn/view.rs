//! What is shown of learned weights: the lesson, those before it and the weights that moved most; and their line of JSON.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::td_leaf::TdLeafStep;
use crate::engine::Options;
use crate::eval::classical::features::{GROUPS, WEIGHTS};
use crate::ink::json::{FilePath, Milliseconds};
use crate::ink::number::{counted, time_with_unit};
use crate::ink::{Answer, Line, Page, Role, Settings};
use crate::store::learned_weights::{LearnedWeights, WeightLesson};

/// The most lessons that are shown, the last ones.
const LESSONS: usize = 10;

/// The most moved weights that are shown, and the fewest centipawns that one of them has moved.
const MOVED: usize = 8;
const LEAST_MOVED: f64 = 0.05;

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WeightsAnswer {
    pub path: FilePath,
    pub in_use: bool,
    pub learned: Option<WeightsLearned>,
    /// What was learned so far, the earliest first.
    pub lessons: Vec<WeightsLesson>,
    /// The weights that are farthest from the tuned ones, the farthest first.
    pub moved: Vec<MovedWeight>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WeightsLearned {
    #[serde(flatten)]
    pub step: TdLeafStep,
    #[serde(rename = "time_ms")]
    pub elapsed: Milliseconds,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "weight_lesson"))]
pub struct WeightsLesson {
    pub source: String,
    pub settings: String,
    pub games: u32,
    pub positions: u64,
    pub can_be_undone: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MovedWeight {
    /// Its group, as `features.rs` calls it, and its number there, from 0.
    pub group: String,
    pub index: usize,
    /// As it was tuned, and as it is now.
    pub tuned: WeightHalves,
    pub now: WeightHalves,
}

/// A weight in centipawns: middle game and endgame.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "weight_halves"))]
pub struct WeightHalves {
    pub mg: f64,
    pub eg: f64,
}

impl From<&WeightLesson> for WeightsLesson {
    fn from(lesson: &WeightLesson) -> WeightsLesson {
        let (can_be_undone, lesson) = (lesson.can_be_undone(), lesson.clone());
        let (source, settings) = (lesson.source, lesson.settings);
        let (games, positions) = (lesson.games, lesson.positions);
        WeightsLesson { source, settings, games, positions, can_be_undone }
    }
}

impl WeightsAnswer {
    /// Returns what is known of the weights of a file. If it `has_changed`, the session that has these options reads it
    /// again.
    pub fn new(
        path: PathBuf,
        weights: &LearnedWeights,
        options: &Options,
        has_changed: bool,
    ) -> WeightsAnswer {
        let is_read_again = has_changed && Path::new(&options.weights_file.text) == path;
        let in_use = options
            .learned()
            .is_some_and(|learned| is_read_again || **learned == weights.rounded());
        let lessons = weights.lessons().iter().map(WeightsLesson::from).collect();
        let (path, moved) = (FilePath(path), moved(weights));
        WeightsAnswer { path, in_use, learned: None, lessons, moved }
    }
}

fn moved(weights: &LearnedWeights) -> Vec<MovedWeight> {
    let names = GROUPS.iter().flat_map(|group| (0..group.len).map(move |at| (group.name, at)));
    let all = WEIGHTS.iter().zip(weights.values()).zip(names);
    let far = |tuned: WeightHalves, now: WeightHalves| {
        (now.mg - tuned.mg).abs().max((now.eg - tuned.eg).abs())
    };
    let mut all: Vec<(f64, _, _, _)> = all
        .map(|((pair, &[mg, eg]), name)| {
            let tuned = WeightHalves { mg: f64::from(pair.mg()), eg: f64::from(pair.eg()) };
            let now = WeightHalves { mg, eg };
            (far(tuned, now), name, tuned, now)
        })
        .collect();
    all.retain(|(far, ..)| *far >= LEAST_MOVED);
    all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    all.truncate(MOVED);
    let moved = all.into_iter().map(|(_, (group, index), tuned, now)| MovedWeight {
        group: group.to_lowercase(),
        index,
        tuned,
        now,
    });
    moved.collect()
}

impl Answer for WeightsAnswer {
    const TYPE: &str = "weights";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        let mut title =
            Line::of(Role::Dim, "weights ").with(Role::Strong, self.path.0.display().to_string());
        if self.in_use {
            title.push(Role::Good, "  evaluate");
        }
        page.wrapped(title, settings, 2);
        if let Some(learned) = &self.learned {
            let TdLeafStep { games, positions, error } = learned.step;
            let facts = [
                Line::plain(counted(games as usize, "game")),
                Line::plain(counted(positions as usize, "position")),
                Line::named("error ", format!("{error:.6}")),
                Line::plain(time_with_unit(learned.elapsed.0)),
            ];
            page.facts(facts, settings, 2);
        }
        let count = self.lessons.len();
        for (number, lesson) in (1..).zip(&self.lessons).skip(count.saturating_sub(LESSONS)) {
            let mut line = Line::of(Role::Dim, format!("lesson {number} "));
            line.push(Role::Plain, lesson_in_words(lesson));
            if !lesson.can_be_undone {
                line.push(Role::Dim, ", for good");
            }
            page.wrapped(line, settings, 2);
        }
        if !self.moved.is_empty() {
            page.space();
            page.append(moved_weights(&self.moved, settings));
        }
        page
    }
}

fn lesson_in_words(lesson: &WeightsLesson) -> String {
    let games = counted(lesson.games as usize, "game");
    let positions = counted(lesson.positions as usize, "position");
    format!("{} ({games}, {positions}; {})", lesson.source, lesson.settings)
}

fn moved_weights(moved: &[MovedWeight], settings: &Settings) -> Page {
    let mut page = Page::new();
    for MovedWeight { group, index, tuned, now } in moved {
        let half = |name: &str, tuned: f64, now: f64| {
            let text = format!("{tuned:.1} to {now:.1}");
            Line::named(format!("{name} "), text)
        };
        let halves = [half("middle game", tuned.mg, now.mg), half("endgame", tuned.eg, now.eg)];
        let facts = std::iter::once(Line::plain(format!("{group}[{index}]"))).chain(halves);
        page.facts(facts, settings, 2);
    }
    page
}
