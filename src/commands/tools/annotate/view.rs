//! The reply of `annotate`: each game when it is done, and the totals, with accuracies, mistakes and a graph of the score.
//! `annotation_page/` draws pages for browsers; `chess/pgn/` writes the annotated record.

use super::item::AnnotatedItem;
use super::{AnnotatedGame, Judgement, MateProof, MoveReview, graph};
use crate::chess::Color;
use crate::ink::json::{FilePath, Milliseconds};
use crate::ink::number::{counted, short, time_with_unit};
use crate::ink::title::title;
use crate::ink::{Answer, Line, Page, Role, Settings, TextTable, movetext};
use crate::shell::session::news::TaskEvent;
use serde::Serialize;
use std::path::Path;

#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnnotatedAnswer {
    /// The file they come from; `None` for the game on the board.
    pub path: Option<FilePath>,
    /// The file they were written into.
    pub to: Option<FilePath>,
    pub html: Option<FilePath>,
    #[serde(rename = "games")]
    pub done: usize,
    #[serde(rename = "of")]
    pub total: usize,
    /// Games that cannot be read, or are not as they should be: game, line and reason.
    pub damaged: Vec<String>,
    /// The games that were done before a stop are kept here.
    pub kept: Option<FilePath>,
    #[serde(rename = "time_ms")]
    pub elapsed: Milliseconds,
    pub stopped: bool,
    /// Games to show on a page.
    #[serde(skip)]
    pub shown: Vec<AnnotatedItem>,
}

impl AnnotatedAnswer {
    /// Returns the file of the page for browsers, and its games, if requested; `annotation_page/` draws it.
    pub fn page_of_games(&self) -> Option<(&Path, &[AnnotatedItem])> {
        let page = self.html.as_ref().filter(|_| !self.shown.is_empty())?;
        Some((&page.0, &self.shown))
    }
}

impl Answer for AnnotatedAnswer {
    const TYPE: &str = "annotated";

    fn page(&self, settings: &Settings) -> Page {
        let of_all =
            if self.done < self.total { format!(" of {}", self.total) } else { String::new() };
        let games = Line::of(Role::Strong, counted(self.done, "game")).with(Role::Plain, of_all);
        let mut facts = vec![
            games.with(Role::Plain, " annotated"),
            Line::plain(time_with_unit(self.elapsed.0)),
        ];
        if self.stopped {
            let goes_on = if self.kept.is_some() { ": the same command goes on" } else { "" };
            facts.push(Line::of(Role::Caution, format!("stopped before the end{goes_on}")));
        }
        let mut page = Page::of_facts(facts, settings);
        let files = [
            ("in ", self.to.as_ref()),
            ("page ", self.html.as_ref().filter(|_| !self.shown.is_empty())),
            ("kept in ", self.kept.as_ref()),
        ];
        for (what, path) in files {
            if let Some(FilePath(path)) = path {
                let line = Line::named(what, path.display().to_string());
                page.wrapped(line, settings, 2);
            }
        }
        page
    }
}

/// A game that is done.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnnotatedEvent {
    #[serde(flatten)]
    pub item: AnnotatedItem,
    #[serde(skip)]
    pub done: usize,
}

impl Answer for AnnotatedEvent {
    const TYPE: &str = "annotated-game";

    fn page(&self, settings: &Settings) -> Page {
        game(&self.item, settings)
    }
}

impl TaskEvent for AnnotatedEvent {
    fn brief(&self) -> Option<(String, usize)> {
        Some((format!("games {}", self.done), 0))
    }
}

fn game(item: &AnnotatedItem, settings: &Settings) -> Page {
    let mut page = Page::new();
    let mut of_game = title(&item.title, settings).into_lines().into_iter();
    let first = Line::of(Role::Dim, format!("game {}  ", item.number));
    page.wrapped(first.and(of_game.next().unwrap_or_default()), settings, 2);
    of_game.for_each(|line| page.push(line));
    let game = &item.game;
    if let Some(opening) = &game.opening {
        let line = Line::named("opening   ", opening.eco.as_str());
        page.wrapped(line.with(Role::Plain, format!(" {}", opening.name)), settings, 10);
    }
    for color in Color::ALL {
        page.facts(side(game, color), settings, 10);
    }
    let marked: Vec<&MoveReview> = game.moves.iter().filter(|review| review.is_marked()).collect();
    if !marked.is_empty() {
        page.append(table(&marked, settings));
    }
    page.append(graph::text(game, settings));
    page
}

/// Formats a side: `White     91.2 % · 1 mistake`.
fn side(game: &AnnotatedGame, color: Color) -> Vec<Line> {
    let review = &game.sides[color];
    let accuracy = review.accuracy.map(|accuracy| format!("{accuracy:.1} %"));
    let mut facts = vec![
        Line::of(Role::Dim, format!("{:<10}", color.name()))
            .with(Role::Strong, accuracy.unwrap_or_else(|| "no move".to_owned())),
    ];
    for judgement in Judgement::ALL {
        let Some(&count) = review.counts.get(&judgement) else { continue };
        facts.push(Line::of(role_of(judgement), judgement.counted(count)));
    }
    if review.missed_mates > 0 {
        facts.push(Line::of(Role::Mate, counted(review.missed_mates, "missed mate")));
    }
    facts
}

const fn role_of(judgement: Judgement) -> Role {
    match judgement {
        Judgement::Inaccuracy => Role::Caution,
        Judgement::Mistake | Judgement::Blunder => Role::Bad,
    }
}

fn table(marked: &[&MoveReview], settings: &Settings) -> Page {
    let columns = if settings.narrower_than(64) { 3 } else { 5 };
    let mut table = TextTable::headed("move||points>|better|").at_most(columns).indented(1);
    for review in marked {
        let better = review.better();
        let better = better.map(|mv| movetext::numbered(&review.before, mv, settings));
        table.row(vec![
            movetext::step(&review.before, review.step, settings),
            review
                .judgement
                .map_or_else(Line::new, |judgement| Line::of(role_of(judgement), judgement.name())),
            points(review, settings),
            better.unwrap_or_default(),
            mates(review),
        ]);
    }
    table.page(settings.width)
}

/// Formats the loss, view of the mover: `58 → 47 %`.
fn points(review: &MoveReview, settings: &Settings) -> Line {
    let [before, after] = review.points().map(|points| 100.0 * points);
    Line::plain(format!("{before:.0} {} {after:.0} %", settings.signs().arrow))
}

fn mates(review: &MoveReview) -> Line {
    let told = |word: &str, mate: &MateProof| {
        format!(
            "{word} #{} (proved, {})",
            mate.proof.mate(),
            counted(mate.proof.positions(), "position")
        )
    };
    let missed = review.missed.iter().map(|mate| told("misses", mate));
    let said: Vec<String> =
        missed.chain(review.allowed.iter().map(|mate| told("allows", mate))).collect();
    Line::of(Role::Mate, said.join(", "))
}

pub fn effort(game: &AnnotatedGame) -> String {
    format!("{} nodes", short(game.nodes))
}
