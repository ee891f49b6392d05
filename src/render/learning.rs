//! Networks: where one comes from.

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
        Line::of(Role::Dim, "scale ").with(Role::Plain, network.scale().to_string()),
    ];
    page.facts(facts, settings, 2);
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
    page.facts(facts, settings, 2);
    page.wrapped(Line::of(Role::Dim, "from ").with(Role::Plain, &*origin.data), settings, 2);
    for command in &origin.commands {
        page.wrapped(Line::of(Role::Dim, "> ").with(Role::Plain, command), settings, 2);
    }
}
