//! `explain`: why the search searched the line of a move as deep as it did.
//!
//! The page has the decisions along the line, in plies and quarters; the move next to the others, with their nodes and
//! extensions; and what was extended and pruned below it, by kind. The search is repeated with tracing; if its result differs
//! from that of the explained search, both are shown.

use crate::chess::{Move, Position};
use crate::commands::prelude::*;
use crate::commands::search::ledger;
use crate::control::Limits;
use crate::engine::{Engine, Job};
use crate::ink::json::{Count, PlayedMove, Quarters, SearchedLine, SidedScore};
use crate::ink::number::{percent, short};
use crate::ink::{Spoken, TIE, movetext};
use crate::search;
use crate::search::trace::{Prune, RootMove, TracedStep};
use crate::search::{Explanation, KeepOn};
use crate::units::Depth;

pub(super) const ROW: CommandSpec = row!(Search Reveals "explain", "[MOVE]":
    "why the last search extended, reduced or pruned the line of a move",
    details: "Repeats the last search to its depth, with its parameters, on one thread and from an empty table, and shows both results \
              where they differ. MOVE is the best move if none is given. If it mates or gains much, the depth that found it is searched \
              again without each extension rule of its line.",
    examples: &[("explain Kb1", "why that line was looked at as deep as it was", " 1.Kb1 · …")],
    completer: Completer::Moves,
    answers: &[LineSchema::of::<ExplainAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let word = reader.take();
    let mv = word.map(|word| reader.legal_move(word)).transpose()?;
    Ok(Box::new(move |session| act(session, mv)))
}

/// `None` for the best move.
fn act(session: &mut Session, mv: Option<Move>) -> Acted {
    session.timeline.require_move()?;
    let analysis = session.analysis.last.as_ref().ok_or(CommandError::NoAnalysis)?;
    if analysis.game.position().key() != session.position().key() {
        return Err(CommandError::OtherPosition);
    }
    let best = analysis.finished.best.ok_or(CommandError::NoAnalysis)?;
    let mv = mv.unwrap_or(best);
    let (position, chess960) = (*analysis.game.position(), session.is_chess960());
    let depth = analysis.finished.iteration.depth.max(1);
    let limits = Limits {
        search_moves: analysis.limits.search_moves.clone(),
        excluded_moves: analysis.limits.excluded_moves.clone(),
        ..Limits::depth(depth)
    };
    let order = Job { game: analysis.game.clone(), limits, multi_pv: Some(1), strength: None };
    let said = analysis.finished.iteration.lines.first().cloned();
    let (params, options) = (analysis.params.clone(), session.engine.options().clone());
    let params_changed = params != options.params;
    session.start_task(move |context| {
        context.working("the search is done again, and watched");
        let engine = Engine::with(options);
        let explanation = engine.explain(&order, &params, mv, &context.stop)?;
        Ok(ExplainAnswer { position, explanation, said, params_changed, chess960 }.into())
    })
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "ExplainForm"))]
#[serde(into = "ExplainForm")]
pub struct ExplainAnswer {
    pub position: Position,
    /// From the repeated search, with an empty hash table.
    pub explanation: Explanation,
    /// The best line of the explained search, whose hash table was not empty.
    pub said: Option<search::ScoredLine>,
    /// Whether the search parameters were changed since; the repeated search uses the old ones.
    pub params_changed: bool,
    pub chess960: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ExplainForm {
    #[serde(flatten)]
    mv: PlayedMove,
    depth: u32,
    score: SidedScore,
    line: Vec<StepForm>,
    moves: Vec<SiblingForm>,
    prunes: Vec<PruneForm>,
    extensions: Vec<ExtensionForm>,
    /// The depth that found a mate or a gain.
    found_at: Option<u32>,
    found_by: Vec<WithoutForm>,
    /// The best line of the search that was done again, from an empty table.
    again: SearchedLine,
    /// The best line of the search that is explained.
    said: Option<SearchedLine>,
    /// The search parameters were changed since; it was done again with its own.
    params_changed: bool,
}

/// what the search decided about a move of the line
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "explained-move"))]
struct StepForm {
    #[serde(flatten)]
    mv: PlayedMove,
    ply: usize,
    node: &'static str,
    quarters_left: Quarters,
    fired: Vec<FiredForm>,
    extension: Quarters,
    reduction: Quarters,
    /// Why the main search went on with less than a ply left.
    kept_on: Option<&'static str>,
    score: SidedScore,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "fired"))]
struct FiredForm {
    rule: &'static str,
    quarters: Quarters,
}

/// A move at the root beside the one explained.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "sibling"))]
struct SiblingForm {
    #[serde(flatten)]
    mv: PlayedMove,
    score: SidedScore,
    nodes: Count,
    seldepth: u32,
    quarters_added: i64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "pruned"))]
struct PruneForm {
    kind: &'static str,
    times: Count,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "extension"))]
struct ExtensionForm {
    rule: &'static str,
    times: u64,
    quarters: i64,
}

/// What that depth finds without one of the rules.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "without"))]
struct WithoutForm {
    rule: &'static str,
    without: SidedScore,
    missed: bool,
}

impl From<ExplainAnswer> for ExplainForm {
    fn from(answer: ExplainAnswer) -> ExplainForm {
        let ExplainAnswer { position: root, explanation, said, params_changed, chess960 } = answer;
        let score = |score, bound| SidedScore { score, bound, turn: root.turn() };
        let played = |mv| PlayedMove { before: root, mv, chess960 };
        let searched = |line: &search::ScoredLine| SearchedLine {
            root,
            score: (line.score, line.bound),
            pv: line.pv.clone(),
            chess960,
        };
        let legal = explanation.moves.iter().filter(|other| root.is_legal(other.mv));
        let moves = legal.map(|other| SiblingForm {
            mv: played(other.mv),
            score: score(other.score, other.bound),
            nodes: Count(other.nodes),
            seldepth: other.seldepth,
            quarters_added: other.added / 16,
        });
        let prunes = explanation.prunes.iter();
        let extensions = explanation.extensions.iter();
        let found_by = explanation.found_by.iter().map(|without| WithoutForm {
            rule: without.rule.name(),
            without: score(without.score, without.bound),
            missed: without.missed,
        });
        ExplainForm {
            mv: played(explanation.mv),
            depth: explanation.depth,
            score: score(explanation.score, explanation.bound),
            line: steps_of(root, &explanation.line, chess960),
            moves: moves.collect(),
            prunes: prunes
                .map(|&(kind, times)| PruneForm { kind: prune(kind), times: Count(times) })
                .collect(),
            extensions: extensions
                .map(|&(rule, times, added)| ExtensionForm {
                    rule: rule.name(),
                    times,
                    quarters: added / 16,
                })
                .collect(),
            found_at: explanation.found_at,
            found_by: found_by.collect(),
            again: searched(&explanation.best),
            said: said.as_ref().map(searched),
            params_changed,
        }
    }
}

/// Returns the steps of a line up to the first illegal one.
fn steps_of(root: Position, line: &[TracedStep], chess960: bool) -> Vec<StepForm> {
    let mut position = root;
    let mut steps = Vec::new();
    for step in line.iter() {
        if !position.is_legal(step.mv) {
            break;
        }
        let fired = step
            .fired
            .iter()
            .map(|&(rule, weight)| FiredForm { rule: rule.name(), quarters: Quarters(weight) });
        steps.push(StepForm {
            mv: PlayedMove { before: position, mv: step.mv, chess960 },
            ply: step.ply,
            node: step.node.name(),
            quarters_left: Quarters(step.depth),
            fired: fired.collect(),
            extension: Quarters(step.extension),
            reduction: Quarters(step.reduction),
            kept_on: step.kept_on.map(keep_on),
            score: SidedScore { score: step.score, bound: step.bound, turn: position.turn() },
        });
        position = position.play(step.mv);
    }
    steps
}

/// Maximum number of root moves shown, the costliest first.
const MOST_MOVES: usize = 8;

impl Answer for ExplainAnswer {
    const TYPE: &str = "explain";

    fn page(&self, settings: &Settings) -> Page {
        // Spoken moves are too wide for this table.
        let spoken = if settings.narrower_than(60) { Spoken::Off } else { settings.spoken };
        let settings = &Settings { spoken, ..*settings };
        let (root, explanation) = (&self.position, &self.explanation);
        let mut page = Page::new();
        page.facts(headline(root, explanation, settings), settings, 1);
        for note in notes(self, settings) {
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

/// Notes where the repeated search differs from the explained one, and why it may.
fn notes(reply: &ExplainAnswer, settings: &Settings) -> Vec<Line> {
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
    let amount = |depth: Depth, role: Role| {
        if depth == Depth::ZERO {
            Line::of(Role::Dim, settings.signs().dash)
        } else {
            let (sign, size) =
                if depth < Depth::ZERO { ("-", Depth::ZERO - depth) } else { ("+", depth) };
            Line::of(role, format!("{sign}{}", settings.depth(size)))
        }
    };
    // Of the rounded depths, so that each row adds up.
    let rounded = |depth: Depth| Depth::quarters(depth.in_quarters());
    let added = rounded(step.extension);
    let taken = rounded(step.child_depth) - rounded(step.depth) + Depth::plies(1) - added;
    let mut row = vec![
        movetext::numbered(position, step.mv, settings),
        Line::of(Role::Dim, step.node.name()),
        Line::plain(settings.depth(step.depth)),
        amount(added, Role::Extension),
        amount(taken, Role::Caution),
    ];
    if wide {
        row.push(Line::plain(settings.depth(step.child_depth)));
        row.push(settings.bounded(step.score, step.bound, position.turn()));
    }
    row.push(why(step, settings));
    row
}

/// Lists the rules that fired, the largest first, and why the search went on.
fn why(step: &TracedStep, settings: &Settings) -> Line {
    let mut fired = step.fired.clone();
    fired.sort_by_key(|&(rule, weight)| (std::cmp::Reverse(weight), rule.index()));
    let mut reasons: Vec<Line> = fired
        .iter()
        .enumerate()
        .map(|(place, &(rule, weight))| {
            // Only the largest extension counts; the others are dimmed.
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

/// Formats why the main search went on with less than a ply left.
const fn keep_on(kept: KeepOn) -> &'static str {
    match kept {
        KeepOn::InCheck => "in check",
        KeepOn::PawnPush => "after an extended pawn push",
        KeepOn::SingleReply => "after the single reply to a check",
        KeepOn::TwoReplies => "after one of two replies to a check",
    }
}

/// Compares the root moves: scores, longest lines, extensions and nodes.
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
        let name = movetext::san(root, other.mv, settings);
        let block = settings.bar(other.nodes, largest);
        table.row(vec![
            if own { name.with(Role::Strong, " <") } else { name },
            settings.bounded(other.score, other.bound, turn),
            Line::plain(other.seldepth.to_string()),
            match other.added {
                0 => Line::of(Role::Dim, settings.signs().dash),
                added => Line::of(Role::Extension, ledger::plies(added)),
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

/// Shows which depth found a mate or a gain, and the result without each rule; empty if there was neither.
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
        let (times, plies) = (short(times), ledger::plies(added));
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

/// Puts a label in front of the first fact; without facts, says that there are none.
fn labelled(label: &str, facts: impl Iterator<Item = Line>) -> Vec<Line> {
    let mut facts: Vec<Line> = facts.collect();
    if facts.is_empty() {
        facts.push(Line::plain("nothing below this move"));
    }
    facts[0] = Line::of(Role::Dim, label).and(std::mem::take(&mut facts[0]));
    facts
}

const fn prune(kind: Prune) -> &'static str {
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
