//! Proofs as a PGN game: the longest line is the main line, other defences are variations.

use std::collections::HashSet;

use super::super::verdict;
use crate::chess::game_tree::{Annotation, GameTree, NodeId};
use crate::chess::pgn::PgnGame;
use crate::chess::{GameResult, Move, Position, Step, san};
use crate::proof::PositionId;
use crate::proof::layout::Exhibit;
use crate::proof::layout::tree::{Attack, Continuation, Defence, ProofTree, Threat, Trunk};

pub(super) fn text(exhibit: &Exhibit) -> String {
    let root = exhibit.proof.root();
    let (tree, shown) = (GameTree::new(*root), HashSet::new());
    let mut game = ProofGame { laid_out: &exhibit.tree, tree, shown };
    let threat = match &exhibit.tree.trunk {
        Trunk::Attack(attack) => {
            game.attack(attack);
            None
        }
        Trunk::Defence(id) => threat(&exhibit.tree[*id]),
    };
    game.defences();
    let (shown, all) = (game.shown.len(), exhibit.proof.positions());
    let mut about = vec![verdict::known_of(exhibit)];
    if shown < all {
        about.push(format!(
            "{shown} of the {all} positions of the proof; the .jsonl form holds all of them"
        ));
    }
    about.extend(threat);
    game.tree.annotate(NodeId::ROOT, Annotation { after: about, ..Annotation::default() });
    let result = GameResult::of(Some(exhibit.proof.attacker()));
    let mut record = PgnGame { tree: game.tree, result, ..PgnGame::default() };
    record.set_tag("Event", &verdict::title(exhibit));
    if exhibit.chess960 {
        record.set_tag("Variant", "Chess960");
    }
    record.set_tag("Annotator", &verdict::program());
    record.to_string()
}

struct ProofGame<'a> {
    laid_out: &'a ProofTree,
    tree: GameTree,
    /// Positions of the attacker that have been written.
    shown: HashSet<PositionId>,
}

impl ProofGame<'_> {
    /// Plays a move and adds comments to it.
    fn play(&mut self, mv: Move, after: Vec<String>) {
        // Moves of a proof are legal, and the layout is smaller than the limit of a tree.
        let _ = self.tree.step(Step::Move(mv));
        self.tree.annotate(self.tree.current(), Annotation { after, ..Annotation::default() });
    }

    fn attack(&mut self, attack: &Attack) {
        let position = *self.tree.game().position();
        self.shown.insert(PositionId::of(&position));
        let duals = (!attack.duals.is_empty()).then(|| named("or", &position, &attack.duals));
        let more = match attack.play {
            Continuation::Mate => None,
            Continuation::Folded(_) => Some(format!("mate in {}, left out here", attack.mate)),
            Continuation::Open(id) => threat(&self.laid_out[id]),
        };
        self.play(attack.mv, duals.into_iter().chain(more).collect());
    }

    /// Writes the first defence of each group; a comment names the others.
    fn defences(&mut self) {
        // The nodes that the defences branch off from.
        let (laid_out, mut path) = (self.laid_out, vec![self.tree.current()]);
        for visit in laid_out.walk() {
            let Some(group) = visit.group else { continue };
            path.truncate(visit.depth + 1);
            if let Some(&here) = path.last().filter(|&&here| here != self.tree.current()) {
                self.tree.goto_node(here);
            }
            let (first, others) = (group.defences[0], &group.defences[1..]);
            let likewise = || named("likewise", &visit.defence.position, others);
            self.play(first, Vec::from_iter((!others.is_empty()).then(likewise)));
            self.attack(&group.answer);
            path.push(self.tree.current());
        }
    }
}

fn threat(defence: &Defence) -> Option<String> {
    match &defence.threat {
        Threat::Zugzwang => Some("zugzwang".to_owned()),
        Threat::Mate { moves, .. } => Some(named("threat", &defence.position.pass()?, moves)),
        Threat::Check | Threat::Unknown => None,
    }
}

fn named(what: &str, position: &Position, moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(|&mv| san(position, mv)).collect();
    format!("{what} {}", moves.join(", "))
}
