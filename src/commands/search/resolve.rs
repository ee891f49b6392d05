//! `resolve`: the quiescence search as a tree.
//!
//! One line per move with its value; skipped moves are grouped by reason. Forced sequences are joined into one line, deep
//! subtrees are folded, and the number of lines is limited; what is left out is counted.

use crate::chess::{Move, Position};
use crate::commands::prelude::*;
use crate::engine::Engine;
use crate::ink::json::{Count, Fen, PlayedMove, SidedScore};
use crate::ink::{movetext, number};
use crate::search::TreeBudget;
use crate::search::trace::{ResolveMove, ResolveNode, Skip};
use crate::units::Score;

pub(super) const ROW: CommandSpec = row!(Search Reveals "resolve" | "qs", "[MOVE] [fold N] [lines N]":
    "the quiescence search as a tree: what it tried, what it skipped and why",
    details: "With a move, the tree after it. Subtrees deeper than `fold` are drawn as one line; at most `lines` lines.",
    examples: &[("resolve", "from here", ""), ("resolve Qxf7+", "after that move", " after 3.Qxf7# · Black to move · values in White's view · 1 node")],
    completer: Completer::Moves,
    answers: &[LineSchema::of::<ResolveAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let (mut after, mut fold, mut lines) = (None, 8, 200);
    while let Some(word) = reader.take() {
        match word.flag() {
            "fold" => fold = reader.number("the depth of folding", 1, 1000)?,
            "lines" | "nodes" => {
                lines = reader.number("the number of lines", 1, 1_000_000)?;
            }
            _ if after.is_none() => after = Some(reader.legal_move(word)?),
            _ => return Err(reader.unexpected(word)),
        }
    }
    Ok(Box::new(move |session| act(session, (after, fold as usize, lines as usize))))
}

/// Draws the tree after a move; subtrees deeper than `fold` are folded.
fn act(session: &mut Session, (after, fold, lines): (Option<Move>, usize, usize)) -> Acted {
    let (before, chess960) = (*session.position(), session.is_chess960());
    let root = after.map_or(before, |mv| before.play(mv));
    let after = after.map(|mv| PlayedMove { before, mv, chess960 });
    let options = session.engine.options().clone();
    session.start_task(move |context| {
        let engine = Engine::with(options);
        let tree = engine.resolve(&root, TreeBudget::default(), &context.stop)?;
        let tree = Node::of(&root, &tree, chess960);
        Ok(ResolveAnswer { fen: Fen(root), tree, after, fold, lines }.into())
    })
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ResolveAnswer {
    // The root of the tree.
    pub fen: Fen,
    pub tree: Node,
    /// The move played before resolving.
    #[serde(skip)]
    pub after: Option<PlayedMove>,
    #[serde(skip)]
    pub fold: usize,
    #[serde(skip)]
    pub lines: usize,
}

/// a node of the quiescence search
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "resolve-node"))]
pub struct Node {
    #[serde(flatten)]
    mv: Option<PlayedMove>,
    value: SidedScore,
    stand_pat: Option<SidedScore>,
    in_check: bool,
    cut: bool,
    nodes: Count,
    /// Of these, nodes that were counted and not kept.
    left_out: Count,
    moves: Vec<Child>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "branch"))]
#[serde(untagged)]
enum Child {
    Tried(Node),
    Skipped {
        #[serde(flatten)]
        mv: PlayedMove,
        skipped: SkipReason,
    },
}

/// Why a move was left out.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "skip"))]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum SkipReason {
    Exchange { cp: i32 },
    QuietLoss { cp: i32 },
    Neutral,
    Delta { hope: i32, alpha: i32 },
    LateEvasion,
}

impl Node {
    pub fn of(position: &Position, node: &ResolveNode, chess960: bool) -> Node {
        let played = |mv| PlayedMove { before: *position, mv, chess960 };
        let moves = node.moves.iter().map(|entry| match entry {
            ResolveMove::Tried(child) => Child::Tried(match child.mv {
                None => Node::of(position, child, chess960),
                Some(mv) => {
                    Node { mv: Some(played(mv)), ..Node::of(&position.play(mv), child, chess960) }
                }
            }),
            ResolveMove::Skipped(mv, skip) => {
                Child::Skipped { mv: played(*mv), skipped: SkipReason::of(*skip) }
            }
        });
        let exact = |score| SidedScore::exact(score, position.turn());
        Node {
            mv: None,
            value: exact(node.value),
            stand_pat: node.stand_pat.map(exact),
            in_check: node.in_check,
            cut: node.cut,
            nodes: Count(node.nodes),
            left_out: Count(node.left_out),
            moves: moves.collect(),
        }
    }
}

impl SkipReason {
    fn of(skip: Skip) -> SkipReason {
        match skip {
            Skip::Loses(cp) => SkipReason::Exchange { cp },
            Skip::LosesQuietly(cp) => SkipReason::QuietLoss { cp },
            Skip::Neutral => SkipReason::Neutral,
            Skip::Delta { hope, alpha } => {
                SkipReason::Delta { hope: hope.raw(), alpha: alpha.raw() }
            }
            Skip::LateEvasion => SkipReason::LateEvasion,
        }
    }
}

impl Answer for ResolveAnswer {
    const TYPE: &str = "resolve";

    fn page(&self, settings: &Settings) -> Page {
        let root = &self.fen.0;
        let mut page = Page::new();
        page.facts(headline(self, settings), settings, 1);
        let mut drawing = Drawing { page, left: self.lines, hidden: 0, fold: self.fold, settings };
        drawing.branches(&self.tree, " ", 0);
        let Drawing { mut page, hidden, .. } = drawing;
        if hidden > 0 {
            let lines = number::counted(hidden, "line");
            let hint =
                format!("{lines} not shown: resolve lines {} shows all", self.lines + hidden);
            let mark = settings.signs().ellipsis;
            page.wrapped(Line::of(Role::Dim, format!(" {mark} {hint}")), settings, 3);
        }
        let mut end = Line::of(Role::Dim, " = ");
        if root.in_check() && root.legal_count() == 0 {
            end.push(Role::Mate, format!("checkmate: {} wins", !root.turn()));
        } else {
            end = end.and(value_text(&self.tree.value, settings));
        }
        page.push(end);
        page
    }
}

fn headline(reply: &ResolveAnswer, settings: &Settings) -> Vec<Line> {
    let root = &reply.fen.0;
    let mut facts = Vec::new();
    if let Some(PlayedMove { before, mv, .. }) = &reply.after {
        facts.push(Line::of(Role::Dim, "after ").and(movetext::numbered(before, *mv, settings)));
    }
    facts.push(Line::plain(format!("{} to move", root.turn())));
    facts
        .push(Line::of(Role::Dim, format!("values in {}'s view", settings.view_name(root.turn()))));
    facts.push(Line::plain(number::counted(reply.tree.nodes.0 as usize, "node")));
    if reply.tree.left_out.0 > 0 {
        let left_out = number::counted(reply.tree.left_out.0 as usize, "node");
        facts.push(Line::of(Role::Caution, format!("{left_out} counted, not kept")));
    }
    let best = best_line(&reply.tree);
    if !best.is_empty() {
        let line = movetext::line(root, &best, settings);
        facts.push(Line::of(Role::Dim, "best ").and(line));
    }
    facts[0] = Line::plain(" ").and(std::mem::take(&mut facts[0]));
    facts
}

fn value_text(score: &SidedScore, settings: &Settings) -> Line {
    settings.score(score.score, score.turn)
}

fn best_line(node: &Node) -> Vec<Move> {
    let mut line = Vec::new();
    let mut node = node;
    while let Some(next) = best_child(node) {
        line.extend(next.mv.map(|played| played.mv));
        node = next;
    }
    line
}

/// Returns the move that gives a node its value; `None` if that is the static value.
fn best_child(node: &Node) -> Option<&Node> {
    if node.stand_pat == Some(node.value) {
        return None;
    }
    tried(node).find(|child| -child.value.score == node.value.score)
}

fn tried(node: &Node) -> impl Iterator<Item = &Node> {
    node.moves.iter().filter_map(|entry| match entry {
        Child::Tried(child) => Some(child),
        Child::Skipped { .. } => None,
    })
}

fn skipped(node: &Node) -> impl Iterator<Item = (PlayedMove, SkipReason)> {
    node.moves.iter().filter_map(|entry| match entry {
        Child::Tried(_) => None,
        Child::Skipped { mv, skipped } => Some((*mv, *skipped)),
    })
}

struct Drawing<'a> {
    page: Page,
    /// Lines that may still be drawn.
    left: usize,
    hidden: usize,
    fold: usize,
    settings: &'a Settings,
}

/// The children of a node, at least one line each.
enum Branch<'a> {
    InCheck(usize),
    StandPat(SidedScore),
    Tried(&'a Node),
    Skipped(Vec<(PlayedMove, SkipReason)>),
}

impl Drawing<'_> {
    /// Draws the children of a node behind `stem`, at a depth of the tree.
    fn branches(&mut self, node: &Node, stem: &str, level: usize) {
        let branches = branches(node);
        let last = branches.len();
        for (place, branch) in branches.into_iter().enumerate() {
            let signs = self.settings.signs();
            let (knot, trunk) = if place + 1 == last {
                (signs.last_branch, "   ")
            } else {
                (signs.branch, signs.trunk)
            };
            let lead = Line::of(Role::Dim, format!("{stem}{knot}"));
            match branch {
                Branch::InCheck(evasions) => {
                    let count = number::counted(evasions, "evasion");
                    self.line(lead.with(Role::Dim, format!("in check: {count} to look at")));
                }
                Branch::StandPat(score) => {
                    let value = value_text(&score, self.settings);
                    self.line(lead.with(Role::Dim, "static eval ").and(value));
                }
                Branch::Skipped(moves) => {
                    let text = skipped_text(&moves, self.settings);
                    self.line(lead.with(Role::Dim, text));
                }
                Branch::Tried(child) => {
                    self.tried(node, child, lead, (&format!("{stem}{trunk}"), level + 1));
                }
            }
        }
    }

    /// Draws a move that was searched, joined with its replies as long as there is only one.
    fn tried(&mut self, parent: &Node, child: &Node, lead: Line, below: (&str, usize)) {
        let best = best_child(parent).is_some_and(|best| std::ptr::eq(best, child));
        let (node, mut line) = self.joined(child, lead);
        if best {
            line.push(Role::Strong, "  best");
        }
        let children = branches(node).len();
        if children == 0 {
            self.line(line.and(self.not_kept(node)));
        } else if tried(node).next().is_none() {
            // Nothing was searched, so the skipped moves fit on the same line.
            let moves: Vec<_> = skipped(node).collect();
            let text = skipped_text(&moves, self.settings);
            self.line(line.with(Role::Dim, format!("  {text}")));
        } else if below.1 >= self.fold {
            let nodes = number::counted(node.nodes.0 as usize, "node");
            let mark = self.settings.signs().ellipsis;
            self.line(line.with(Role::Dim, format!("  {mark} {nodes} folded")));
        } else {
            self.line(line);
            self.branches(node, below.0, below.1);
        }
    }

    /// Joins single replies into one line with the value; returns it with its last node.
    fn joined<'n>(&self, mut node: &'n Node, mut line: Line) -> (&'n Node, Line) {
        loop {
            if let Some(PlayedMove { before, mv, .. }) = node.mv {
                line = line.and(movetext::san(&before, mv, self.settings));
            }
            let Some(only) = only_answer(node) else { break };
            line.push(Role::Dim, format!(" {} ", self.settings.signs().arrow));
            node = only;
        }
        line.push(Role::Plain, "  ");
        line = line.and(value_text(&node.value, self.settings));
        if node.cut {
            line.push(Role::Dim, "  cut off");
        }
        (node, line)
    }

    /// Describes the nodes below that were counted but not stored.
    fn not_kept(&self, node: &Node) -> Line {
        if node.left_out.0 == 0 {
            return Line::new();
        }
        let nodes = number::counted(node.left_out.0 as usize, "node");
        let mark = self.settings.signs().ellipsis;
        Line::of(Role::Dim, format!("  {mark} {nodes} not kept"))
    }

    fn line(&mut self, line: Line) {
        if self.left == 0 {
            self.hidden += 1;
            return;
        }
        self.left -= 1;
        let line = match self.settings.width {
            Some(width) => line.cut(width, self.settings.signs().ellipsis),
            None => line,
        };
        self.page.push(line);
    }
}

/// Returns the only reply to a check.
fn only_answer(node: &Node) -> Option<&Node> {
    match node.moves.as_slice() {
        [Child::Tried(only)] if node.in_check => Some(only),
        _ => None,
    }
}

fn branches(node: &Node) -> Vec<Branch<'_>> {
    let mut branches = Vec::new();
    if node.moves.is_empty() {
        return branches;
    }
    match node.stand_pat {
        Some(score) => branches.push(Branch::StandPat(score)),
        None if node.in_check => branches.push(Branch::InCheck(node.moves.len())),
        None => {}
    }
    for entry in &node.moves {
        match entry {
            Child::Tried(child) => branches.push(Branch::Tried(child)),
            &Child::Skipped { mv, skipped } => match branches.last_mut() {
                Some(Branch::Skipped(group)) if same_kind(group[0].1, skipped) => {
                    group.push((mv, skipped));
                }
                _ => branches.push(Branch::Skipped(vec![(mv, skipped)])),
            },
        }
    }
    branches
}

fn same_kind(one: SkipReason, other: SkipReason) -> bool {
    std::mem::discriminant(&one) == std::mem::discriminant(&other)
}

/// Formats skipped moves: `skipped, loses by exchange: Nxd7 (2.00), Nxg6 (2.00)`.
fn skipped_text(moves: &[(PlayedMove, SkipReason)], settings: &Settings) -> String {
    let mut text = String::new();
    let mut kind = None;
    for &(PlayedMove { before, mv, .. }, skip) in moves {
        if kind.is_none_or(|kind| !same_kind(kind, skip)) {
            if kind.is_some() {
                text.push_str("; ");
            }
            text.push_str("skipped, ");
            text.push_str(reason(skip));
            text.push_str(": ");
        } else {
            text.push_str(", ");
        }
        kind = Some(skip);
        text.push_str(&crate::chess::notation::san(&before, mv));
        let detail = match skip {
            SkipReason::Exchange { cp } | SkipReason::QuietLoss { cp } => pawns(cp),
            SkipReason::Delta { hope, alpha } => {
                let [hope, alpha] =
                    [hope, alpha].map(|cp| settings.score(Score::from_raw(cp), before.turn()));
                format!("at best {}, has {}", hope.text(), alpha.text())
            }
            SkipReason::Neutral | SkipReason::LateEvasion => continue,
        };
        text.push_str(&format!(" ({detail})"));
    }
    text
}

const fn reason(skip: SkipReason) -> &'static str {
    match skip {
        SkipReason::Exchange { .. } => "loses by exchange",
        SkipReason::Neutral => "even exchange too late in the line",
        SkipReason::Delta { .. } => "wins too little",
        SkipReason::QuietLoss { .. } => "puts the piece where it is lost",
        SkipReason::LateEvasion => "a sound evasion was found already",
    }
}

/// Formats the loss without a sign.
fn pawns(centipawns: i32) -> String {
    let size = centipawns.unsigned_abs();
    format!("{}.{:02}", size / 100, size % 100)
}
