//! What is under way: `status` and `hint`.

use crate::ink::number::{short, time};
use crate::ink::{Line, Page, Role, Settings, movetext};
use crate::shell::reply::{HintReply, StatusReply};

pub fn view(reply: &StatusReply, settings: &Settings) -> Page {
    let mut page = Page::new();
    match &reply.search {
        Some((root, Some(iteration))) => {
            let progress = &iteration.progress;
            let dot = settings.signs().dot;
            let mut line = Line::of(Role::Strong, "searching");
            line.push(Role::Dim, format!("{dot}depth {}/{}", iteration.depth, iteration.seldepth));
            if let Some(best) = iteration.lines.first() {
                line.push(Role::Dim, dot);
                line = line.and(settings.bounded(best.score, best.bound, root.turn()));
            }
            let spent =
                format!("{dot}{} nodes{dot}{}", short(progress.nodes), time(progress.elapsed));
            line.push(Role::Dim, spent);
            page.push(line);
            if let Some(best) = iteration.lines.first() {
                let line = Line::plain("line ").and(movetext::line(root, &best.pv, settings));
                page.wrapped(line, settings, 5);
            }
        }
        Some((_, None)) => page.push(Line::of(Role::Strong, "searching")),
        None => {}
    }
    match reply.others {
        0 => {}
        1 => page.push(Line::plain("another command is under way")),
        others => page.push(Line::plain(format!("{others} other commands are under way"))),
    }
    if reply.search.is_none() && reply.others == 0 {
        page.push(Line::plain("nothing is under way"));
    }
    if reply.follows {
        page.push(Line::of(Role::Dim, "analyze is on: the search follows the board"));
    }
    page
}

pub fn hint(reply: &HintReply, settings: &Settings) -> Page {
    Page::of(movetext::numbered(&reply.position, reply.mv, settings))
}
