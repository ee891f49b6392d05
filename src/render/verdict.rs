//! What is known of a mate: the verdict in fixed words, the line, the keys, how it was come by and how to go on.

use super::proof;
use crate::ink::number::{counted, grouped, rate_with_unit, time_with_unit};
use crate::ink::{Line, Page, Role, Settings, movetext};
use crate::proof::{Proof, Rules};
use crate::prove::solvers::Keys;
use crate::prove::task::{Ended, Goal, Outcome, ProofTask, Restriction};
use crate::shell::mates::{ProofSavedReply, VerdictReply, VerifiedReply};

/// The verdict, in the words that scripts are promised.
pub fn words(outcome: &Outcome, goal: Goal) -> String {
    if outcome.proof.is_none() && outcome.refuted == u16::MAX {
        return "no mate, proved".to_owned();
    }
    let mate = outcome.proof.as_ref().map(Proof::mate);
    proof::words(mate, outcome.refuted, outcome.is_refuted(goal))
}

/// Which rules a proof reckons with, in a word.
pub const fn rules(rules: Rules) -> &'static str {
    match rules {
        Rules::Problem => "problem",
        Rules::Game => "game",
    }
}

/// `proof`: the verdict and all that goes with it.
pub fn view(reply: &VerdictReply, settings: &Settings) -> Page {
    let (task, outcome) = (&reply.task, &reply.outcome);
    let mut page = Page::new();
    let role = match &outcome.proof {
        Some(_) => Role::Mate,
        None if outcome.is_refuted(task.goal) => Role::Good,
        None => Role::Caution,
    };
    page.push(indented(settings).with(role, words(outcome, task.goal)));
    if let Some(keys) = &reply.keys {
        self::keys(keys, task, &mut page, settings);
    }
    if let Some(proof) = &outcome.proof {
        let line = movetext::line(proof.root(), proof.line(), settings);
        let label = indented(settings).with(Role::Dim, "line  ");
        page.wrapped(label.and(line), settings, 7);
    }
    page.facts(facts(reply, settings), settings, 7);
    if let Some(next) = next(reply) {
        page.wrapped(indented(settings).with(Role::Dim, next), settings, 7);
    }
    page
}

fn indented(settings: &Settings) -> Line {
    Line::plain(if settings.is_pretty() { " " } else { "" })
}

/// The first moves that mate, and whether there is but one.
fn keys(keys: &Keys, task: &ProofTask, page: &mut Page, settings: &Settings) {
    let mut line = indented(settings).with(Role::Dim, "keys  ");
    line.push(Role::Strong, keys.keys.len().to_string());
    // The quickest first, a line for each length.
    for (place, group) in keys.keys.chunk_by(|one, next| one.mate == next.mate).enumerate() {
        if place > 0 {
            line = indented(settings).with(Role::Plain, " ".repeat(7));
        }
        line.push(Role::Mate, format!("  #{}", group[0].mate));
        for key in group {
            line.push(Role::Plain, "  ");
            line = line.and(movetext::numbered(&task.root, key.mv, settings));
        }
        page.wrapped(std::mem::take(&mut line), settings, 13);
    }
    if !line.is_empty() {
        page.push(line);
    }
    if !keys.open.is_empty() {
        let mut line = indented(settings).with(Role::Caution, "open ");
        for &mv in &keys.open {
            line = line.with(Role::Plain, " ").and(movetext::san(&task.root, mv));
        }
        page.wrapped(line, settings, 7);
    }
}

/// Who mates, by which rules, under which restrictions, and what it cost.
fn facts(reply: &VerdictReply, settings: &Settings) -> Vec<Line> {
    let (task, outcome) = (&reply.task, &reply.outcome);
    let mut facts = vec![
        indented(settings).with(Role::Plain, format!("{} to mate", task.attacker)),
        Line::plain(format!("rules: {}", rules(task.rules))),
    ];
    facts.extend(restrictions(&task.restriction).into_iter().map(Line::plain));
    if let Some(proof) = &outcome.proof {
        let positions = proof.positions();
        facts.push(Line::plain(format!("{} checked", counted(positions, "position"))));
    }
    if let Some(loaded) = &reply.loaded {
        facts.push(Line::plain(format!("from {}", loaded.path.display())));
        if loaded.shortest {
            facts.push(Line::plain("the file says it is the shortest, which is not checked"));
        }
        return facts;
    }
    if outcome.nodes > 0 {
        facts.push(Line::plain(count_of(outcome.nodes, "node", "nodes")));
        facts.extend(rate_with_unit(outcome.nodes, reply.elapsed).map(Line::plain));
    }
    facts.push(Line::plain(time_with_unit(reply.elapsed)));
    if let Some(reason) = reason(reply) {
        facts.push(Line::of(Role::Dim, reason));
    }
    facts
}

fn restrictions(restriction: &Restriction) -> Vec<String> {
    let flags = [
        (restriction.nets_only, "nets only"),
        (restriction.checks_only, "checks only"),
        (restriction.no_captures, "no captures"),
        (restriction.no_pawn_moves, "no pawn moves"),
    ];
    let set = flags.into_iter().filter(|(is_set, _)| *is_set);
    let mut named: Vec<String> = set.map(|(_, name)| name.to_owned()).collect();
    named.extend(restriction.king_moves.map(|squares| format!("king mobility {squares}")));
    if !restriction.excluded.is_empty() {
        let squares: Vec<String> = restriction.excluded.map(|square| square.to_string()).collect();
        named.push(format!("excluded {}", squares.join(",")));
    }
    named
}

/// Why it ended, if it was not because there was nothing more to do.
fn reason(reply: &VerdictReply) -> Option<&'static str> {
    match reply.outcome.ended {
        Ended::Nodes => Some("node limit"),
        Ended::Stopped if reply.timed_out => Some("time is up"),
        Ended::Stopped => Some("stopped"),
        Ended::TooLarge => Some("too many positions for a proof"),
        Ended::Settled | Ended::Exhausted => None,
    }
}

/// What to do next, where that is not plain to see.
fn next(reply: &VerdictReply) -> Option<&'static str> {
    let outcome = &reply.outcome;
    let restricted = reply.task.restriction != Restriction::default();
    match (&outcome.proof, outcome.ended) {
        (None, Ended::Exhausted) if restricted => {
            Some("next: ask without the restriction; what it left out may mate")
        }
        (None, Ended::TooLarge) => Some("next: `tb` shows the mate that endgame tables have"),
        (None, _) if outcome.is_refuted(reply.task.goal) => None,
        (None, _) => Some(
            "next: `proof resume` goes on from here; more memory may help, as in `proof resume 1GiB`",
        ),
        (Some(_), _) if reply.loaded.is_some() || outcome.is_shortest() => {
            Some("next: `proof tree` shows every defence; `proof export FILE.html` makes a page")
        }
        (Some(_), _) if matches!(reply.task.goal, Goal::Within(_)) => Some(
            "next: `proof tree` shows every defence; `proof shortest` looks for the shortest mate",
        ),
        (Some(_), _) => {
            Some("next: `proof tree` shows every defence; `proof resume` looks for shorter mates")
        }
    }
}

/// `proof save`, `proof export`.
pub fn saved(reply: &ProofSavedReply, settings: &Settings) -> Page {
    let line = indented(settings)
        .with(Role::Good, "written: ")
        .with(Role::Plain, reply.path.display().to_string())
        .with(
            Role::Dim,
            format!(
                "  mate in {}, {}{}",
                reply.mate,
                counted(reply.positions, "position"),
                if reply.certified { ", certified as the shortest" } else { "" }
            ),
        );
    Page::of_wrapped(line, settings, 5)
}

/// `proof verify`.
pub fn verified(reply: &VerifiedReply, settings: &Settings) -> Page {
    let line = indented(settings).with(Role::Good, "ok: ").with(
        Role::Plain,
        format!(
            "mate in {}; {} with the attacker to move, {} all answered, {}",
            reply.mate,
            counted(reply.positions, "position"),
            count_of(reply.replies, "reply", "replies"),
            counted(reply.mates, "mating move"),
        ),
    );
    let draws = match reply.rules {
        Rules::Problem => "the distance falls with every move, so nothing is repeated",
        Rules::Game => {
            "the distance falls with every move, so nothing is repeated; nowhere do fifty moves pass"
        }
    };
    let line = line.with(Role::Dim, format!("; {draws}"));
    let line = match reply.refutations {
        Some(0) => line.with(Role::Plain, "; there is no shorter mate"),
        Some(count) => {
            let replies = count_of(count as u64, "reply", "replies");
            let text = format!("; no mate in {}: refuted with {replies}", reply.mate - 1);
            line.with(Role::Plain, text)
        }
        None => line,
    };
    Page::of_wrapped(line, settings, 5)
}

fn count_of(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}
