//! `proof show`: the verdict, the line, the keys, the search behind it, and how to continue.

use super::verdict::{count_of, indented, words};
use crate::commands::mates::mate_forms::KeyForm;
use crate::commands::prelude::*;
use crate::ink::json::{
    Coordinates, Count, Fen, FilePath, Milliseconds, PlayedMove, San, Side, coordinates, sans,
    written_as,
};
use crate::ink::movetext;
use crate::ink::number::{counted, rate_with_unit, time_with_unit};
use crate::proof::Proof;
use crate::prove::solvers::Keys;
use crate::prove::{Ended, Goal, ProofTask, Restriction};
use crate::settings::Worded;
use crate::shell::proof_answers::VerdictAnswer;

pub(super) const ROW: CommandSpec = row!(Mates Reveals "proof show":
    "show the result of the last proof again",
    answers: &[LineSchema::of::<VerdictAnswer>()],
    read: |_| Ok(Box::new(show)));

fn show(session: &mut Session) -> Acted {
    Ok(session.mates.verdict()?.into())
}

/// What is known of a mate.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct VerdictForm {
    #[cfg_attr(test, schemars(extend("enum" = ["proven", "refuted", "undecided"])))]
    status: &'static str,
    verdict: String,
    fen: Fen,
    attacker: Side,
    /// A number of moves, `any` or `shortest`.
    asked: AskedForm,
    #[cfg_attr(test, schemars(extend("enum" = ["problem", "game"])))]
    rules: &'static str,
    mate: Option<u16>,
    shortest: bool,
    no_mate_in: u16,
    #[cfg_attr(test, schemars(extend("enum" = ["settled", "nodes", "time", "stopped", "restriction", "rules", "size"])))]
    ended: &'static str,
    nodes: Count,
    time_ms: Milliseconds,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<Coordinates>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_san: Option<Vec<San>>,
    /// The file that it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<FilePath>,
    /// Every first move that mates, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Vec<KeyForm>>,
    /// First moves that are not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<Vec<Coordinates>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "asked"))]
#[serde(untagged)]
enum AskedForm {
    Moves(u16),
    Word(&'static str),
}

impl VerdictForm {
    fn of(answer: &VerdictAnswer) -> VerdictForm {
        let VerdictAnswer { task, outcome, keys, chess960, .. } = answer;
        let proof = outcome.proof.as_ref();
        let key = |key: &crate::prove::solvers::MateKey| KeyForm {
            mv: PlayedMove { before: task.root, mv: key.mv, chess960: *chess960 },
            mate: key.mate,
        };
        VerdictForm {
            status: match proof {
                Some(_) => "proven",
                None if outcome.is_refuted(task.goal) => "refuted",
                None => "undecided",
            },
            verdict: words(outcome, task.goal),
            fen: Fen(task.root),
            attacker: Side(task.attacker),
            asked: match task.goal {
                Goal::Within(moves) => AskedForm::Moves(moves),
                Goal::Any => AskedForm::Word("any"),
                Goal::Shortest => AskedForm::Word("shortest"),
            },
            rules: task.rules.word(),
            mate: proof.map(Proof::mate),
            shortest: outcome.is_shortest(),
            no_mate_in: outcome.refuted,
            ended: match outcome.ended {
                Ended::Settled => "settled",
                Ended::Nodes => "nodes",
                Ended::Stopped if answer.timed_out => "time",
                Ended::Stopped => "stopped",
                Ended::Exhausted if task.restriction == Restriction::default() => "rules",
                Ended::Exhausted => "restriction",
                Ended::TooLarge => "size",
            },
            nodes: Count(outcome.nodes),
            time_ms: Milliseconds(answer.elapsed),
            positions: proof.map(Proof::positions),
            line: proof.map(|proof| coordinates(proof.root(), proof.line(), *chess960)),
            line_san: proof.map(|proof| sans(proof.root(), proof.line())),
            path: answer.loaded.as_ref().map(|loaded| FilePath(loaded.path.clone())),
            keys: keys.as_ref().map(|keys| keys.keys.iter().map(key).collect()),
            open: keys
                .as_ref()
                .map(|keys| keys.open.iter().map(|&mv| Coordinates(mv, *chess960)).collect()),
        }
    }
}

written_as!(VerdictAnswer as VerdictForm);

impl Answer for VerdictAnswer {
    const TYPE: &str = "proof";

    fn page(&self, settings: &Settings) -> Page {
        let (task, outcome) = (&self.task, &self.outcome);
        let mut page = Page::new();
        let role = match &outcome.proof {
            Some(_) => Role::Mate,
            None if outcome.is_refuted(task.goal) => Role::Good,
            None => Role::Caution,
        };
        page.push(indented(settings).with(role, words(outcome, task.goal)));
        if let Some(keys) = &self.keys {
            self::keys(keys, task, &mut page, settings);
        }
        if let Some(proof) = &outcome.proof {
            let line = movetext::line(proof.root(), proof.line(), settings);
            let label = indented(settings).with(Role::Dim, "line  ");
            page.wrapped(label.and(line), settings, 7);
        }
        page.facts(facts(self, settings), settings, 7);
        if let Some(next) = next(self) {
            page.wrapped(indented(settings).with(Role::Dim, next), settings, 7);
        }
        page
    }
}

/// Draws the first moves that mate, and whether there is only one.
fn keys(keys: &Keys, task: &ProofTask, page: &mut Page, settings: &Settings) {
    let mut line = indented(settings).with(Role::Dim, "keys  ");
    line.push(Role::Strong, keys.keys.len().to_string());
    // The quickest first, one line per length.
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
            line = line.with(Role::Plain, " ").and(movetext::san(&task.root, mv, settings));
        }
        page.wrapped(line, settings, 7);
    }
}

/// Lists who mates, under which rules and restrictions, and what the search cost.
fn facts(reply: &VerdictAnswer, settings: &Settings) -> Vec<Line> {
    let (task, outcome) = (&reply.task, &reply.outcome);
    let mut facts = vec![
        indented(settings).with(Role::Plain, format!("{} to mate", task.attacker)),
        Line::plain(format!("rules: {}", task.rules.word())),
    ];
    facts.extend(restrictions(&task.restriction).into_iter().map(Line::plain));
    if let Some(proof) = &outcome.proof {
        let positions = proof.positions();
        facts.push(Line::plain(format!("{} checked", counted(positions, "position"))));
    }
    if let Some(loaded) = &reply.loaded {
        facts.push(Line::plain(format!("from {}", loaded.path.display())));
        if loaded.shortest && !outcome.is_shortest() {
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

/// Returns why the proof ended early; `None` if nothing was left to do.
fn reason(reply: &VerdictAnswer) -> Option<&'static str> {
    match reply.outcome.ended {
        Ended::Nodes => Some("node limit"),
        Ended::Stopped if reply.timed_out => Some("time is up"),
        Ended::Stopped => Some("stopped"),
        Ended::TooLarge => Some("too many positions for a proof"),
        Ended::Settled | Ended::Exhausted => None,
    }
}

/// Suggests the next step, unless it is obvious.
fn next(reply: &VerdictAnswer) -> Option<&'static str> {
    let outcome = &reply.outcome;
    let restricted = reply.task.restriction != Restriction::default();
    match (&outcome.proof, outcome.ended) {
        (None, Ended::Exhausted) => {
            restricted.then_some("next: ask without the restriction; what it left out may mate")
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
