//! `resolve`: the quiescence search as a tree.
//!
//! One line a move, its value behind it; what was skipped stands together with its reason. Positions with a single
//! answer are joined into one line, deep subtrees are folded into one, and the number of lines is capped: what was left
//! out is said, never silently dropped.

use crate::chess::{Move, Position};
use crate::ink::{Line, Page, Role, Settings, movetext, number};
use crate::search::trace::{ResolveMove, ResolveNode, Skip};
use crate::shell::reply::ResolveReply;
use crate::units::Score;

pub fn view(reply: &ResolveReply, settings: &Settings) -> Page {
    let root = &reply.position;
    let mut page = Page::new();
    page.facts(headline(reply, settings), settings, 1);
    let mut drawing = Drawing { page, left: reply.lines, hidden: 0, fold: reply.fold, settings };
    let stem = Stem { lead: " ".to_owned(), level: 0 };
    drawing.branches(root, &reply.tree, &stem);
    let Drawing { mut page, hidden, .. } = drawing;
    if hidden > 0 {
        let lines = number::counted(hidden, "line");
        let hint = format!("{lines} not shown: resolve lines {} shows all", reply.lines + hidden);
        let mark = settings.signs().ellipsis;
        page.wrapped(Line::of(Role::Dim, format!(" {mark} {hint}")), settings, 3);
    }
    let mut end = Line::of(Role::Dim, " = ");
    if root.in_check() && root.legal_count() == 0 {
        end.push(Role::Mate, format!("checkmate: {} wins", !root.turn()));
    } else {
        end = end.and(settings.score(reply.tree.value, root.turn()));
    }
    page.push(end);
    page
}

fn headline(reply: &ResolveReply, settings: &Settings) -> Vec<Line> {
    let root = &reply.position;
    let mut facts = Vec::new();
    if let Some((before, mv)) = &reply.after {
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
pub const fn reason(skip: Skip) -> &'static str {
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
