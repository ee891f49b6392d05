//! `explain`: why the search looked at a move's line as deep as it did.
//!
//! First the line, decision by decision, in plies and quarters; then the move beside the others: what each cost and how
//! much was added below it; then what was extended and pruned below, by kind. It describes a search that was repeated:
//! where that came to something else than the search explained, both are stated.

use crate::chess::Position;
use crate::ink::number::{percent, short};
use crate::ink::{Line, Page, Role, Settings, TIE, TextTable, movetext};
use crate::search;
use crate::search::explain::Explanation;
use crate::search::extend::KeepOn;
use crate::search::trace::{Prune, RootMove, TracedStep};
use crate::shell::reply::ExplainReply;
use crate::units::Depth;

/// Root moves shown: those that cost the most.
const MOST_MOVES: usize = 8;

pub fn view(reply: &ExplainReply, settings: &Settings) -> Page {
    let (root, explanation) = (&reply.position, &reply.explanation);
    let mut page = Page::new();
    page.facts(headline(root, explanation, settings), settings, 1);
    for note in notes(reply, settings) {
        page.wrapped(note, settings, 1);
    }
    page.space();
    page.append(steps(root, explanation, settings));
    page.space();
    page.append(siblings(root, explanation, settings));
    page.space();
    page.facts(found_by(root, explanation, settings), settings, 12);
    page.facts(extended(explanation, settings), settings, 12);
    page.facts(pruned(explanation, settings), settings, 12);
    page
}

fn headline(root: &Position, explanation: &Explanation, settings: &Settings) -> [Line; 4] {
    let turn = root.turn();
    let view = format!(" {}'s view", settings.view_name(turn));
    [
        Line::plain(" ").and(movetext::numbered(root, explanation.mv, settings)),
        settings.bounded(explanation.score, explanation.bound, turn).with(Role::Dim, view),
        Line::plain(format!("depth {}", explanation.depth)),
        Line::of(Role::Dim, "plies and quarters"),
    ]
}

/// Where the search done again differs from the one explained, and why it may.
fn notes(reply: &ExplainReply, settings: &Settings) -> Vec<Line> {
    let root = &reply.position;
    let again = &reply.explanation.best;
    let best = |line: &search::ScoredLine| {
        let score = settings.bounded(line.score, line.bound, root.turn());
        let first = line.pv.first().map(|&mv| movetext::numbered(root, mv, settings));
        first.map_or(Line::new(), |mv| mv.with(Role::Plain, " ")).and(score)
    };
    let same = |said: &&search::ScoredLine| {
        (said.score, said.bound, said.pv.first()) == (again.score, again.bound, again.pv.first())
    };
    let mut notes = vec![match &reply.said {
        Some(said) if !same(&said) => Line::of(Role::Caution, " done again from an empty table")
            .with(Role::Plain, ": best ")
            .and(best(again))
            .with(Role::Plain, "; the search, whose table was warm, said ")
            .and(best(said)),
        Some(said) if said.pv != again.pv => Line::of(
            Role::Dim,
            " done again from an empty table: the best move and its value are the same, the line is another",
        ),
        _ => Line::of(
            Role::Dim,
            " done again from an empty table: best move, value and line are the same",
        ),
    }];
    if reply.params_changed {
        let text = " with the parameters that the search had, not those set since";
        notes.push(Line::of(Role::Caution, text));
    }
    notes
}

fn steps(root: &Position, explanation: &Explanation, settings: &Settings) -> Page {
    let wide = !settings.narrower_than(64);
    let more = if wide { "next>|value>|" } else { "" };
    let mut table = TextTable::headed(&format!("move|node|left>|added>|taken>|{more}why"));
    let mut position = *root;
    for step in &explanation.line {
        if !position.is_legal(step.mv) {
            break;
        }
        table.row(step_row(&position, step, wide, settings));
        position = position.play(step.mv);
    }
    table.page(settings.width)
}

fn step_row(position: &Position, step: &TracedStep, wide: bool, settings: &Settings) -> Vec<Line> {
    let amount = |depth: Depth, sign: &str, role: Role| {
        if depth == Depth::ZERO {
            Line::of(Role::Dim, settings.signs().dash)
        } else {
            Line::of(role, format!("{sign}{}", settings.depth(depth)))
        }
    };
    let mut row = vec![
        movetext::numbered(position, step.mv, settings),
        Line::of(Role::Dim, step.node.name()),
        Line::plain(settings.depth(step.depth)),
        amount(step.extension, "+", Role::Extension),
        amount(step.reduction, "-", Role::Caution),
    ];
    if wide {
        row.push(Line::plain(settings.depth(step.child_depth)));
        row.push(settings.bounded(step.score, step.bound, position.turn()));
    }
    row.push(why(step, settings));
    row
}

/// The rules that fired, the largest first, and why the search went on.
fn why(step: &TracedStep, settings: &Settings) -> Line {
    let mut fired = step.fired.clone();
    fired.sort_by_key(|&(rule, weight)| (std::cmp::Reverse(weight), rule.index()));
    let mut reasons: Vec<Line> = fired
        .iter()
        .enumerate()
        .map(|(place, &(rule, weight))| {
            // Only the largest counts: the others are named, dimly.
            let role = if place == 0 { Role::Extension } else { Role::Dim };
            Line::of(role, format!("{}{TIE}{}", rule.name(), settings.depth(weight)))
        })
        .collect();
    if !fired.is_empty() && step.extension < fired[0].1 {
        reasons.push(Line::of(Role::Caution, "capped"));
    }
    if let Some(kept) = step.kept_on {
        reasons.push(Line::plain(format!("goes on: {}", keep_on(kept))));
    }
    let mut line = Line::new();
    for reason in reasons {
        if !line.is_empty() {
            line.push(Role::Dim, ", ");
        }
        line = line.and(reason);
    }
    line
}

/// Why the main search went on with less than a ply left, in a few words.
pub const fn keep_on(kept: KeepOn) -> &'static str {
    match kept {
        KeepOn::InCheck => "in check",
        KeepOn::PawnPush => "after an extended pawn push",
        KeepOn::SingleReply => "after the single reply to a check",
        KeepOn::TwoReplies => "after one of two replies to a check",
    }
}

/// The move beside the others: what they came to, how long their longest lines are, what was added and what it cost.
fn siblings(root: &Position, explanation: &Explanation, settings: &Settings) -> Page {
    let turn = root.turn();
    let total: u64 = explanation.moves.iter().map(|other| other.nodes).sum();
    let mut moves: Vec<&RootMove> =
        explanation.moves.iter().filter(|other| root.is_legal(other.mv)).collect();
    moves.sort_by_key(|other| std::cmp::Reverse((other.mv == explanation.mv, other.nodes)));
    let hidden = moves.len().saturating_sub(MOST_MOVES);
    moves.truncate(MOST_MOVES);
    let largest = moves.iter().map(|other| other.nodes).max().unwrap_or(0);

    let mut table = TextTable::headed("move|value>|longest>|added>|nodes>|");
    for other in moves {
        let own = other.mv == explanation.mv;
        let name = movetext::san(root, other.mv);
        let block = settings.bar(other.nodes, largest);
        table.row(vec![
            if own { name.with(Role::Strong, " <") } else { name },
            settings.bounded(other.score, other.bound, turn),
            Line::plain(other.seldepth.to_string()),
            match other.added {
                0 => Line::of(Role::Dim, settings.signs().dash),
                added => Line::of(Role::Extension, super::ledger::plies(added)),
            },
            Line::plain(percent(other.nodes, total)),
            Line::of(if own { Role::Accent } else { Role::Dim }, block),
        ]);
    }
    let mut page = table.page(None);
    if hidden > 0 {
        let text = format!(" {} more that cost less", hidden);
        page.push(Line::of(Role::Dim, text));
    }
    page
}

/// The depth that found a mate or a gain, and what it finds without each rule behind it; nothing where there is neither.
fn found_by(root: &Position, explanation: &Explanation, settings: &Settings) -> Vec<Line> {
    let facts = explanation.found_by.iter().map(|without| {
        let score = settings.bounded(without.score, without.bound, root.turn());
        let (role, verdict) = match without.missed {
            true => (Role::Extension, ": without it only "),
            false => (Role::Dim, ": without it also "),
        };
        Line::of(role, without.rule.name()).with(Role::Plain, verdict).and(score)
    });
    match explanation.found_at {
        None => Vec::new(),
        Some(depth) => {
            let depth = std::iter::once(Line::plain(format!("depth {depth}")));
            labelled(" found at   ", depth.chain(facts))
        }
    }
}

fn extended(explanation: &Explanation, settings: &Settings) -> Vec<Line> {
    let facts = explanation.extensions.iter().map(|&(rule, times, added)| {
        let (times, plies) = (short(times), super::ledger::plies(added));
        let text = format!(" {times}{} +{plies}", settings.signs().times);
        Line::of(Role::Extension, rule.name()).with(Role::Plain, text)
    });
    labelled(" extended   ", facts)
}

fn pruned(explanation: &Explanation, settings: &Settings) -> Vec<Line> {
    let facts = explanation.prunes.iter().map(|&(kind, times)| {
        Line::plain(format!("{} {}{}", prune(kind), short(times), settings.signs().times))
    });
    labelled(" pruned     ", facts)
}

/// Facts, the first with a label before it; a word where there are none.
fn labelled(label: &str, facts: impl Iterator<Item = Line>) -> Vec<Line> {
    let mut facts: Vec<Line> = facts.collect();
    if facts.is_empty() {
        facts.push(Line::plain("nothing below this move"));
    }
    facts[0] = Line::of(Role::Dim, label).and(std::mem::take(&mut facts[0]));
    facts
}

/// A kind of pruning, as the field calls it.
pub const fn prune(kind: Prune) -> &'static str {
    match kind {
        Prune::Draw => "draw",
        Prune::MateDistance => "mate distance",
        Prune::MateInOne => "mate in one",
        Prune::Table => "table",
        Prune::ReverseFutility => "reverse futility",
        Prune::Razoring => "razoring",
        Prune::NullMove => "null move",
        Prune::ProbCut => "probcut",
        Prune::MultiCut => "multi-cut",
        Prune::LateMove => "late moves",
        Prune::Futility => "futility",
        Prune::History => "history",
        Prune::Exchange => "exchange",
    }
}
