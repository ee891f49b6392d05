//! Annotated games as people read them: how well was played, what was given away, and a graph of the score. As a page for a
//! browser they are in `render/annotation/`; the annotated record itself is PGN, which `chess/pgn/` writes.

use super::item::AnnotatedItem;
use super::{AnnotatedGame, Judgement, MateProof, MoveReview, graph};
use crate::chess::Color;
use crate::ink::number::{counted, short};
use crate::ink::title::title;
use crate::ink::{Line, Page, Role, Settings, TextTable, movetext};

pub(super) fn game(item: &AnnotatedItem, settings: &Settings) -> Page {
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

/// `White     91.2 % · 1 mistake`.
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

/// `58 → 47 %`, of the mover.
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
