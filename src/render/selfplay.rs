//! Self-play: how a match stands, in one line of facts, and what it came to.

use crate::ink::number::{counted, grouped, percent, time_with_unit};
use crate::ink::settings::Settings;
use crate::ink::style::Role;
use crate::ink::text::{Line, Page};
use crate::shell::selfplay::{SelfPlayNews, SelfPlayReply, SpsaReply};
use crate::workshop::selfplay::{Sprt, Standing};

/// How it stands while it goes on, where that is worth a line.
pub fn news(news: &SelfPlayNews, settings: &Settings) -> Page {
    let mut page = Page::new();
    if news.is_milestone {
        let facts = standing(&news.standing, news.sprt);
        page.push_facts(facts, settings.signs().dot, settings.width, 2);
    }
    page
}

/// The same as plain text, for a bar of progress: what comes behind the number of games.
pub fn brief(news: &SelfPlayNews) -> String {
    let facts = standing(&news.standing, news.sprt);
    let texts: Vec<String> = facts.iter().skip(1).map(Line::text).collect();
    texts.join(" ")
}

/// What it came to.
pub fn reply(reply: &SelfPlayReply, settings: &Settings) -> Page {
    let played = &reply.played;
    let mut facts = standing(&played.standing, reply.sprt);
    if let Some(accepted) = played.decision {
        facts.push(match accepted {
            true => Line::of(Role::Good, "accepted"),
            false => Line::of(Role::Bad, "refused"),
        });
    }
    if played.stopped {
        facts.push(Line::of(Role::Caution, "stopped before the end"));
    }
    let dot = settings.signs().dot;
    let mut page = Page::new();
    page.push_facts(facts, dot, settings.width, 2);
    page.push_facts(effort(reply, settings), dot, settings.width, 2);
    let ends = played.standing.causes.iter();
    let ends = ends.map(|(cause, count)| {
        Line::of(Role::Dim, format!("{} ", cause.name())).with(Role::Plain, count.to_string())
    });
    page.push_facts(ends, dot, settings.width, 2);
    if let Some((path, bytes)) = &reply.records {
        let bytes = number(*bytes, settings);
        let text = format!("{}, {bytes} bytes", path.display());
        page.push_wrapped(
            Line::of(Role::Dim, "records in ").with(Role::Plain, text),
            settings.width,
            2,
        );
    }
    if let Some(path) = &reply.pgn {
        let text = path.display().to_string();
        page.push_wrapped(
            Line::of(Role::Dim, "games in ").with(Role::Plain, text),
            settings.width,
            2,
        );
    }
    page
}

fn effort(reply: &SelfPlayReply, settings: &Settings) -> Vec<Line> {
    let standing = &reply.played.standing;
    let new = standing.games - reply.known;
    let mut facts = vec![
        Line::plain(format!(
            "{} searched of {} plies",
            number(standing.searched, settings),
            number(standing.plies, settings)
        )),
        Line::plain(time_with_unit(reply.elapsed)),
    ];
    if reply.known > 0 {
        facts.push(Line::plain(format!("{} were there", counted(reply.known as usize, "game"))));
    }
    let seconds = reply.elapsed.as_secs_f64();
    if new > 0 && seconds > 0.0 {
        facts.push(Line::plain(format!("{:.2} games/s", f64::from(new) / seconds)));
    }
    facts
}

/// `tune spsa`: how far it is, each parameter, and the settings as they can be typed.
pub fn tuned(reply: &SpsaReply, settings: &Settings) -> Page {
    let mut facts = vec![
        Line::of(Role::Strong, counted(reply.trials as usize, "pair"))
            .with(Role::Plain, format!(" of {}", reply.of)),
        Line::plain(time_with_unit(reply.elapsed)),
        Line::of(Role::Dim, "kept in ").with(Role::Plain, reply.path.display().to_string()),
    ];
    if reply.stopped {
        facts.push(Line::of(Role::Caution, "stopped before the end"));
    }
    let mut page = Page::new();
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    for row in &reply.rows {
        let text = format!("{} {} {:.2}", row.before, settings.signs().arrow, row.value);
        page.push(Line::of(Role::Dim, format!("{} ", row.name)).with(Role::Plain, text));
    }
    for row in &reply.rows {
        page.push(Line::plain(format!("set {} {}", row.name, row.value.round())));
    }
    page
}

/// Games, results, the difference and the test.
fn standing(standing: &Standing, sprt: Option<Sprt>) -> Vec<Line> {
    let [won, drawn, lost] = standing.results;
    let games = u64::from(standing.games);
    let score = 2 * u64::from(won) + u64::from(drawn);
    let who = if standing.is_match() { "a" } else { "white" };
    let mut facts = vec![
        Line::of(Role::Strong, counted(standing.games as usize, "game")),
        Line::of(Role::Dim, format!("{who} "))
            .with(Role::Plain, format!("+{won} ={drawn} -{lost} {}", percent(score, 2 * games))),
    ];
    if !standing.is_match() {
        return facts;
    }
    if let Some((elo, error)) = standing.pairs.elo() {
        let sign = if elo < 0.0 { "-" } else { "+" };
        let text = format!("{sign}{:.1} ±{error:.1}", elo.abs());
        facts.push(Line::of(Role::Dim, "Elo ").with(Role::Strong, text));
    }
    let pairs = standing.pairs.0.map(|count| count.to_string()).join(" ");
    facts.push(Line::of(Role::Dim, "pairs ").with(Role::Plain, pairs));
    if let Some(test) = sprt {
        let ratio = standing.pairs.likelihood_ratio(test);
        let sign = if ratio < 0.0 { "-" } else { "+" };
        let text = format!("{sign}{:.2} of {:.2}", ratio.abs(), Sprt::bound());
        let between = format!(" for {} to {}", test.elo0, test.elo1);
        facts.push(Line::of(Role::Dim, "LLR ").with(Role::Plain, text).with(Role::Dim, between));
    }
    facts
}

fn number(count: u64, settings: &Settings) -> String {
    if settings.is_pretty() { grouped(count) } else { count.to_string() }
}
