//! Networks: where one comes from, what positions there are to learn from, how learning goes.

use crate::eval::network::NetworkRole;
use crate::ink::number::{counted, short, time_with_unit};
use crate::ink::settings::Settings;
use crate::ink::style::Role;
use crate::ink::text::{Line, Page};
use crate::shell::learning::{
    LearningReply, MovedWeight, NetworkReply, TrainReply, WeightsDone, WeightsReply,
};
use crate::store::NetworkOrigin;
use crate::store::learned_weights::WeightLesson;
use crate::workshop::train::TrainProgress;

/// What came of a command about networks.
pub fn reply(reply: &LearningReply, settings: &Settings) -> Page {
    match reply {
        LearningReply::Network(reply) => network(reply, settings),
        LearningReply::Weights(reply) => weights(reply, settings),
        LearningReply::Train(reply) => train(reply, settings),
    }
}

/// `412k/s, held out 0.08123`, for the bar.
pub fn brief(progress: &TrainProgress) -> String {
    let speed = format!("{}/s", short(progress.speed as u64));
    match progress.losses {
        Some((_, held_out)) => format!("{speed}  held out {held_out:.5}"),
        None => speed,
    }
}

/// A line for each epoch that ends; nothing in between.
pub fn news(progress: &TrainProgress, settings: &Settings) -> Page {
    let mut page = Page::new();
    let (Some(epoch), Some((learned, held_out))) = (progress.ended, progress.losses) else {
        return page;
    };
    let facts = vec![
        Line::of(Role::Dim, "epoch ").with(Role::Plain, epoch.to_string()),
        Line::of(Role::Dim, "error ").with(Role::Plain, format!("{learned:.6}")),
        Line::of(Role::Dim, "held out ").with(Role::Strong, format!("{held_out:.6}")),
        Line::plain(format!("{} positions/s", short(progress.speed as u64))),
    ];
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    page
}

fn network(reply: &NetworkReply, settings: &Settings) -> Page {
    let network = &reply.saved.network;
    let mut page = Page::new();
    let name = match &reply.path {
        Some(path) => path.display().to_string(),
        None => "built in".to_owned(),
    };
    let mut title = Line::of(Role::Dim, "network ").with(Role::Strong, name);
    if reply.in_use {
        title.push(Role::Good, "  evaluates");
    }
    page.push_wrapped(title, settings.width, 2);
    let facts = vec![
        Line::plain(format!("768 inputs, {} neurons a side", network.width())),
        Line::plain("4 heads by men"),
        Line::plain(match network.role() {
            NetworkRole::Value => "stands alone",
            NetworkRole::Residual => "added to the classical evaluation",
        }),
        Line::of(Role::Dim, "scale ").with(Role::Plain, network.scale().to_string()),
    ];
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    origin(&mut page, &reply.saved.origin, settings);
    page
}

fn origin(page: &mut Page, origin: &NetworkOrigin, settings: &Settings) {
    let facts = vec![
        Line::of(Role::Dim, "generation ").with(Role::Plain, origin.generation.to_string()),
        Line::plain(counted(origin.positions as usize, "position")),
        Line::of(Role::Dim, "seed ").with(Role::Plain, origin.seed.to_string()),
        Line::of(Role::Dim, "by ").with(Role::Plain, &*origin.written_by),
    ];
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    page.push_wrapped(
        Line::of(Role::Dim, "from ").with(Role::Plain, &*origin.data),
        settings.width,
        2,
    );
    for command in &origin.commands {
        page.push_wrapped(Line::of(Role::Dim, "> ").with(Role::Plain, command), settings.width, 2);
    }
}

fn weights(reply: &WeightsReply, settings: &Settings) -> Page {
    let (mut page, dot) = (Page::new(), settings.signs().dot);
    let mut title =
        Line::of(Role::Dim, "weights ").with(Role::Strong, reply.path.display().to_string());
    if reply.in_use {
        title.push(Role::Good, "  evaluate");
    }
    page.push_wrapped(title, settings.width, 2);
    match &reply.done {
        WeightsDone::Shown => {}
        WeightsDone::Undone(lesson) => {
            let text = format!("taken back: {}", lesson_in_words(lesson));
            page.push_wrapped(Line::of(Role::Caution, text), settings.width, 2);
        }
        WeightsDone::Learned { step, games, passed_over, elapsed } => {
            let mut facts = vec![Line::plain(counted(step.games as usize, "game"))];
            if step.games < *games {
                facts.push(Line::of(Role::Caution, format!("stopped, of {games}")));
            }
            facts.push(Line::plain(counted(step.positions as usize, "position")));
            facts.push(
                Line::of(Role::Dim, "error ").with(Role::Plain, format!("{:.6}", step.error)),
            );
            facts.push(Line::plain(time_with_unit(*elapsed)));
            if *passed_over > 0 {
                facts.push(Line::of(Role::Caution, format!("{passed_over} skipped")));
            }
            page.push_facts(facts, dot, settings.width, 2);
        }
    }
    let count = reply.lessons.len();
    for (number, lesson) in (1..).zip(&reply.lessons).skip(count.saturating_sub(LESSONS)) {
        let mut line = Line::of(Role::Dim, format!("lesson {number} "));
        line.push(Role::Plain, lesson_in_words(lesson));
        if !lesson.can_be_undone() {
            line.push(Role::Dim, ", for good");
        }
        page.push_wrapped(line, settings.width, 2);
    }
    if !reply.moved.is_empty() {
        page.space();
        page.append(moved_weights(&reply.moved, settings));
    }
    page
}

/// The most lessons that are told of, the last ones.
const LESSONS: usize = 10;

fn lesson_in_words(lesson: &WeightLesson) -> String {
    let games = counted(lesson.games as usize, "game");
    let positions = counted(lesson.positions as usize, "position");
    format!("{} ({games}, {positions}; {})", lesson.source, lesson.settings)
}

/// The weights that are farthest from the tuned ones, a line each.
fn moved_weights(moved: &[MovedWeight], settings: &Settings) -> Page {
    let mut page = Page::new();
    for MovedWeight { group: (name, at), tuned, now } in moved {
        let half = |name: &str, half: usize| {
            let text = format!("{:.1} to {:.1}", tuned[half], now[half]);
            Line::of(Role::Dim, format!("{name} ")).with(Role::Plain, text)
        };
        let name = Line::plain(format!("{}[{at}]", name.to_lowercase()));
        let facts = vec![name, half("middle game", 0), half("endgame", 1)];
        page.push_facts(facts, settings.signs().dot, settings.width, 2);
    }
    page
}

fn train(reply: &TrainReply, settings: &Settings) -> Page {
    let mut page = Page::new();
    let (learned, held_out) = reply.positions;
    let mut facts = match reply.rounding {
        Some(_) => vec![
            Line::of(Role::Good, "learned"),
            Line::of(Role::Dim, "network in ").with(Role::Strong, reply.path.display().to_string()),
        ],
        None => vec![
            Line::of(Role::Caution, "stopped before the end"),
            Line::plain("the same line with --resume goes on"),
        ],
    };
    if let (Some(first), Some(last)) = (reply.losses.first(), reply.losses.last()) {
        let text = format!(
            "held-out error {:.6} after the first epoch, {:.6} after the last",
            first.1, last.1
        );
        facts.push(Line::plain(text));
    }
    facts.extend([
        Line::plain(format!("{} learned from", counted(learned as usize, "position"))),
        Line::plain(format!("{held_out} held out")),
        Line::plain(format!("{} positions/s", short(reply.speed as u64))),
        Line::plain(time_with_unit(reply.elapsed)),
    ]);
    if let Some((rounding, scale)) = reply.rounding {
        facts.extend([
            Line::plain(format!("classical evaluation there {:.6}", rounding.classical_error)),
            Line::plain(format!(
                "scale {scale}, agreement with classical {:.3}",
                rounding.agreement
            )),
            Line::plain(format!(
                "rounding changes values by {:.2} centipawns, at most {:.1}",
                rounding.mean_error, rounding.largest_error
            )),
        ]);
    }
    facts.push(
        Line::of(Role::Dim, "errors in ").with(Role::Plain, reply.chart.display().to_string()),
    );
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    page
}
