//! `resolve`: the quiescence search as a tree.
//!
//! One line a move, its value behind it; what was skipped stands together with its reason. Positions with a single
//! answer are joined into one line, deep subtrees are folded into one, and the number of lines is capped: what was left
//! out is said, never silently dropped.

use crate::chess::{Move, Position};
use crate::commands::prelude::*;
use crate::engine::Engine;
use crate::ink::json::{Count, Fen, PlayedMove, SidedScore};
use crate::ink::{movetext, number};
use crate::search::quiescence_tree::TreeBudget;
use crate::search::trace::{ResolveMove, ResolveNode, Skip};
use crate::units::Score;

pub(super) const ROW: CommandSpec = row!(Search "resolve" | "qs", "[MOVE] [fold N] [lines N]":
    "the quiescence search as a tree: what it tried, what it skipped and why",
    details: "With a move, the tree after it. Subtrees deeper than `fold` are drawn as one line; at most `lines` lines.",
    examples: &[("resolve", "from here", ""), ("resolve Qxf7+", "after that move", " after 3.Qxf7# · Black to move · values in White's view · 1 node")],
    completer: Completer::Moves,
    answers: &[LineSchema::of::<ResolveAnswer>()],
    read: read);

#[derive(Debug)]
struct Resolve {
    after: Option<Move>,
    /// Subtrees deeper than this are folded.
    fold: u64,
    /// Lines shown at most.
    lines: u64,
}

fn read(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let mut resolve = Resolve { after: None, fold: 8, lines: 200 };
    while let Some(word) = reader.take() {
        match word.flag() {
            "fold" => resolve.fold = reader.number("the depth of folding", 1, 1000)?,
            "lines" | "nodes" => {
                resolve.lines = reader.number("the number of lines", 1, 1_000_000)?;
            }
            _ if resolve.after.is_none() => resolve.after = Some(reader.legal_move(word)?),
            _ => return Err(reader.unexpected(word)),
        }
    }
    Ok(resolve.into())
}

impl Act for Resolve {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        let (before, chess960) = (*session.position(), session.is_chess960());
        let position = self.after.map_or(before, |mv| before.play(mv));
        let after = self.after.map(|mv| PlayedMove { before, mv, chess960 });
        let options = session.engine.options().clone();
        session.start_task(move |context| {
            let engine = Engine::with(options);
            let tree = engine.resolve(&position, TreeBudget::default(), &context.stop)?;
            let (fold, lines) = (self.fold as usize, self.lines as usize);
            Ok(ResolveAnswer { position, after, tree, fold, lines, chess960 }.into())
        })
    }
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(into = "ResolveForm")]
#[schemars(with = "ResolveForm")]
pub struct ResolveAnswer {
    /// The position resolved: where the tree begins.
    pub position: Position,
    /// The move asked about, played before resolving.
    pub after: Option<PlayedMove>,
    pub tree: ResolveNode,
    /// Subtrees deeper than this are folded to one line.
    pub fold: usize,
    /// Maximum number of lines shown.
    pub lines: usize,
    /// Castling in coordinates is king takes rook.
    pub chess960: bool,
}

#[derive(Serialize, JsonSchema)]
struct ResolveForm {
    fen: Fen,
    tree: NodeForm,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "resolve-node", description = "a node of the quiescence search")]
struct NodeForm {
    #[serde(flatten)]
    mv: Option<PlayedMove>,
    value: SidedScore,
    stand_pat: Option<SidedScore>,
    in_check: bool,
    cut: bool,
    nodes: Count,
    /// Of these, nodes that were counted and not kept.
    left_out: Count,
    moves: Vec<BranchForm>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "branch")]
enum BranchForm {
    Tried(NodeForm),
    Skipped {
        #[serde(flatten)]
        mv: PlayedMove,
        skipped: SkipForm,
    },
}

/// Why a move was left out.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[schemars(rename = "skip")]
enum SkipForm {
    Exchange { cp: i32 },
    QuietLoss { cp: i32 },
    Neutral,
    Delta { hope: i32, alpha: i32 },
    LateEvasion,
}

impl From<ResolveAnswer> for ResolveForm {
    fn from(answer: ResolveAnswer) -> ResolveForm {
        let tree = NodeForm::of(&answer.position, &answer.tree, answer.chess960);
        ResolveForm { fen: Fen(answer.position), tree }
    }
}

impl NodeForm {
    fn of(position: &Position, node: &ResolveNode, chess960: bool) -> NodeForm {
        let played = |mv| PlayedMove { before: *position, mv, chess960 };
        let moves = node.moves.iter().map(|entry| match entry {
            ResolveMove::Tried(child) => BranchForm::Tried(match child.mv {
                None => NodeForm::of(position, child, chess960),
                Some(mv) => NodeForm {
                    mv: Some(played(mv)),
                    ..NodeForm::of(&position.play(mv), child, chess960)
                },
            }),
            ResolveMove::Skipped(mv, skip) => {
                BranchForm::Skipped { mv: played(*mv), skipped: SkipForm::of(*skip) }
            }
        });
        NodeForm {
            mv: None,
            value: SidedScore::exact(node.value, position.turn()),
            stand_pat: node.stand_pat.map(|score| SidedScore::exact(score, position.turn())),
            in_check: node.in_check,
            cut: node.cut,
            nodes: Count(node.nodes),
            left_out: Count(node.left_out),
            moves: moves.collect(),
        }
    }
}

impl SkipForm {
    fn of(skip: Skip) -> SkipForm {
        match skip {
            Skip::Loses(cp) => SkipForm::Exchange { cp },
            Skip::LosesQuietly(cp) => SkipForm::QuietLoss { cp },
            Skip::Neutral => SkipForm::Neutral,
            Skip::Delta { hope, alpha } => SkipForm::Delta { hope: hope.raw(), alpha: alpha.raw() },
            Skip::LateEvasion => SkipForm::LateEvasion,
        }
    }
}

impl Answer for ResolveAnswer {
    const TYPE: &str = "resolve";

    fn page(&self, settings: &Settings) -> Page {
        let root = &self.position;
        let mut page = Page::new();
        page.facts(headline(self, settings), settings, 1);
        let mut drawing = Drawing { page, left: self.lines, hidden: 0, fold: self.fold, settings };
        let stem = Stem { lead: " ".to_owned(), level: 0 };
        drawing.branches(root, &self.tree, &stem);
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
            end = end.and(settings.score(self.tree.value, root.turn()));
        }
        page.push(end);
        page
    }
}

fn headline(reply: &ResolveAnswer, settings: &Settings) -> Vec<Line> {
    let root = &reply.position;
    let mut facts = Vec::new();
    if let Some(PlayedMove { before, mv, .. }) = &reply.after {
        facts.push(Line::of(Role::Dim, "after ").and(movetext::numbered(before, *mv, settings)));
    }
    facts.push(Line::plain(format!("{} to move", root.turn())));
    facts
        .push(Line::of(Role::Dim, format!("values in {}'s view", settings.view_name(root.turn()))));
    facts.push(Line::plain(number::counted(reply.tree.nodes as usize, "node")));
    if reply.tree.left_out > 0 {
        let left_out = number::counted(reply.tree.left_out as usize, "node");
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

fn best_line(node: &ResolveNode) -> Vec<Move> {
    let mut line = Vec::new();
    let mut node = node;
    while let Some(next) = best_child(node) {
        line.extend(next.mv);
        node = next;
    }
    line
}

/// The move that a node's value comes from, if it does not stand on its static value.
fn best_child(node: &ResolveNode) -> Option<&ResolveNode> {
    if node.stand_pat == Some(node.value) {
        return None;
    }
    tried(node).find(|child| -child.value == node.value)
}

fn tried(node: &ResolveNode) -> impl Iterator<Item = &ResolveNode> {
    node.moves.iter().filter_map(|entry| match entry {
        ResolveMove::Tried(child) => Some(child),
        ResolveMove::Skipped(..) => None,
    })
}

fn skipped(node: &ResolveNode) -> impl Iterator<Item = (Move, Skip)> {
    node.moves.iter().filter_map(|entry| match entry {
        ResolveMove::Tried(_) => None,
        ResolveMove::Skipped(mv, skip) => Some((*mv, *skip)),
    })
}

struct Stem {
    lead: String,
    level: usize,
}

struct Drawing<'a> {
    page: Page,
    /// Lines that may still be drawn.
    left: usize,
    hidden: usize,
    fold: usize,
    settings: &'a Settings,
}

/// What hangs at a node, one line or more each.
enum Branch<'a> {
    InCheck(usize),
    StandPat(Score),
    Tried(&'a ResolveNode),
    Skipped(Vec<(Move, Skip)>),
}

impl Drawing<'_> {
    fn branches(&mut self, position: &Position, node: &ResolveNode, stem: &Stem) {
        let branches = branches(node);
        let last = branches.len();
        for (place, branch) in branches.into_iter().enumerate() {
            let signs = self.settings.signs();
            let (knot, trunk) = if place + 1 == last {
                (signs.last_branch, "   ")
            } else {
                (signs.branch, signs.trunk)
            };
            let lead = Line::of(Role::Dim, format!("{}{knot}", stem.lead));
            let below = Stem { lead: format!("{}{trunk}", stem.lead), level: stem.level + 1 };
            match branch {
                Branch::InCheck(evasions) => {
                    let count = number::counted(evasions, "evasion");
                    self.line(lead.with(Role::Dim, format!("in check: {count} to look at")));
                }
                Branch::StandPat(score) => {
                    let value = self.settings.score(score, position.turn());
                    self.line(lead.with(Role::Dim, "static eval ").and(value));
                }
                Branch::Skipped(moves) => {
                    let text = skipped_text(position, &moves, self.settings);
                    self.line(lead.with(Role::Dim, text));
                }
                Branch::Tried(child) => self.tried(position, node, child, lead, &below),
            }
        }
    }

    /// One move that was tried, joined with its answers as long as there is just one.
    fn tried(
        &mut self,
        position: &Position,
        parent: &ResolveNode,
        child: &ResolveNode,
        lead: Line,
        below: &Stem,
    ) {
        let best = best_child(parent).is_some_and(|best| std::ptr::eq(best, child));
        let (position, node, mut line) = self.joined(*position, child, lead);
        if best {
            line.push(Role::Strong, "  best");
        }
        let children = branches(node).len();
        if children == 0 {
            self.line(line.and(self.not_kept(node)));
        } else if tried(node).next().is_none() {
            // Nothing was searched: it stands, and what was skipped fits on the same line.
            let moves: Vec<(Move, Skip)> = skipped(node).collect();
            let text = skipped_text(&position, &moves, self.settings);
            self.line(line.with(Role::Dim, format!("  {text}")));
        } else if below.level >= self.fold {
            let nodes = number::counted(node.nodes as usize, "node");
            let mark = self.settings.signs().ellipsis;
            self.line(line.with(Role::Dim, format!("  {mark} {nodes} folded")));
        } else {
            self.line(line);
            self.branches(&position, node, below);
        }
    }

    /// Returns a node's moves in a line with its value, as far as there is one answer only, and the last node and its position.
    fn joined<'n>(
        &self,
        mut position: Position,
        mut node: &'n ResolveNode,
        mut line: Line,
    ) -> (Position, &'n ResolveNode, Line) {
        loop {
            if let Some(mv) = node.mv {
                line = line.and(movetext::san(&position, mv));
                position = position.play(mv);
            }
            let Some(only) = only_answer(node) else { break };
            line.push(Role::Dim, format!(" {} ", self.settings.signs().arrow));
            node = only;
        }
        line.push(Role::Plain, "  ");
        line = line.and(self.settings.score(node.value, position.turn()));
        if node.cut {
            line.push(Role::Dim, "  cut off");
        }
        (position, node, line)
    }

    /// What lies below a node and was too much to keep.
    fn not_kept(&self, node: &ResolveNode) -> Line {
        if node.left_out == 0 {
            return Line::new();
        }
        let nodes = number::counted(node.left_out as usize, "node");
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

/// The answer, if it was the only thing there was to look at.
fn only_answer(node: &ResolveNode) -> Option<&ResolveNode> {
    match node.moves.as_slice() {
        [ResolveMove::Tried(only)] if node.in_check => Some(only),
        _ => None,
    }
}

fn branches(node: &ResolveNode) -> Vec<Branch<'_>> {
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
            ResolveMove::Tried(child) => branches.push(Branch::Tried(child)),
            ResolveMove::Skipped(mv, skip) => match branches.last_mut() {
                Some(Branch::Skipped(group)) if same_kind(group[0].1, *skip) => {
                    group.push((*mv, *skip));
                }
                _ => branches.push(Branch::Skipped(vec![(*mv, *skip)])),
            },
        }
    }
    branches
}

fn same_kind(one: Skip, other: Skip) -> bool {
    std::mem::discriminant(&one) == std::mem::discriminant(&other)
}

/// `skipped, loses by exchange: Nxd7 (2.00), Nxg6 (2.00)`.
fn skipped_text(position: &Position, moves: &[(Move, Skip)], settings: &Settings) -> String {
    let turn = position.turn();
    let mut text = String::new();
    let mut kind = None;
    for &(mv, skip) in moves {
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
        text.push_str(&crate::chess::notation::san(position, mv));
        let detail = match skip {
            Skip::Loses(cp) | Skip::LosesQuietly(cp) => pawns(cp),
            Skip::Delta { hope, alpha } => {
                let (hope, alpha) = (settings.score(hope, turn), settings.score(alpha, turn));
                format!("at best {}, has {}", hope.text(), alpha.text())
            }
            Skip::Neutral | Skip::LateEvasion => continue,
        };
        text.push_str(&format!(" ({detail})"));
    }
    text
}

/// Why a move was skipped, in a few words.
const fn reason(skip: Skip) -> &'static str {
    match skip {
        Skip::Loses(_) => "loses by exchange",
        Skip::Neutral => "even exchange too late in the line",
        Skip::Delta { .. } => "wins too little",
        Skip::LosesQuietly(_) => "puts the piece where it is lost",
        Skip::LateEvasion => "a sound evasion was found already",
    }
}

/// Centipawns lost, without a sign: the words say that they are lost.
fn pawns(centipawns: i32) -> String {
    let size = centipawns.unsigned_abs();
    format!("{}.{:02}", size / 100, size % 100)
}
