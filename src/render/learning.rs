//! Networks: where one comes from.

use crate::chess::Piece;
use crate::eval::network::NetworkRole;
use crate::ink::number::counted;
use crate::ink::{Line, Page, Role, Settings};
use crate::shell::learning::NetworkReply;
use crate::store::NetworkOrigin;

pub fn network(reply: &NetworkReply, settings: &Settings) -> Page {
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
    page.wrapped(title, settings, 2);
    let facts = vec![
        Line::plain(format!("768 inputs, {} neurons a side", network.width())),
        Line::plain("4 heads by men"),
        Line::plain(match network.role() {
            NetworkRole::Value => "stands alone",
            NetworkRole::Residual => "added to the classical evaluation",
        }),
        Line::named("scale ", network.scale().to_string()),
    ];
    page.facts(facts, settings, 2);
    match reply.shown() {
        Some((number, weights)) => page.append(neuron(number, &weights, settings)),
        None => origin(&mut page, &reply.saved.origin, settings),
    }
    page
}

/// The weights of a neuron, a board for each piece, in hundredths of the largest.
fn neuron(number: usize, weights: &[i16], settings: &Settings) -> Page {
    /// Columns of a weight.
    const CELL: usize = 4;
    let largest = weights.iter().map(|weight| i32::from(weight.abs())).max().unwrap_or(0).max(1);
    let board = |(at, weights): (usize, &[i16])| {
        let side = if at < Piece::ALL.len() { "own" } else { "other" };
        let title = format!("{side} {}", Piece::ALL[at % Piece::ALL.len()]);
        let mut page = Page::of(Line::of(Role::Strong, title).padded(8 * CELL));
        for rank in weights.chunks(8).rev() {
            let mut line = Line::new();
            for &weight in rank {
                let role = match weight {
                    0 => Role::Dim,
                    1.. => Role::White,
                    _ => Role::Black,
                };
                line.push(role, format!("{:>CELL$}", i32::from(weight) * 100 / largest));
            }
            page.push(line);
        }
        page
    };
    let title = format!("neuron {number}, 100 for {largest}");
    let mut page = Page::of(Line::of(Role::Dim, title));
    let across = if settings.narrower_than(2 * (8 * CELL + 2)) { 1 } else { 2 };
    let boards: Vec<Page> = weights.chunks(64).enumerate().map(board).collect();
    for row in boards.chunks(across) {
        page.space();
        page.append(
            row.iter().cloned().reduce(|left, right| left.beside(right, 2)).unwrap_or_default(),
        );
    }
    page
}

fn origin(page: &mut Page, origin: &NetworkOrigin, settings: &Settings) {
    let facts = vec![
        Line::named("generation ", origin.generation.to_string()),
        Line::plain(counted(origin.positions as usize, "position")),
        Line::named("seed ", origin.seed.to_string()),
        Line::named("by ", &*origin.written_by),
    ];
    page.facts(facts, settings, 2);
    page.wrapped(Line::named("from ", &*origin.data), settings, 2);
    for command in &origin.commands {
        page.wrapped(Line::named("> ", command), settings, 2);
    }
}
