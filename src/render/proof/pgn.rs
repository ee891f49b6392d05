//! A proof as one game of PGN: the longest line is the game, every other defence a variation.

use super::verdict;
use crate::chess::game_tree::{Annotation, GameTree, NodeId};
use crate::chess::pgn::PgnGame;
use crate::chess::{GameResult, Move, Position, Step, san};
use crate::layout::exhibit::Exhibit;
use crate::layout::tree::{Attack, Continuation, Defence, Threat, Trunk};
use crate::proof::PositionId;
use crate::proof::position_id::PositionSet;

pub(super) fn text(exhibit: &Exhibit) -> String {
    let root = exhibit.proof.root();
    let mut game = ProofGame { tree: GameTree::new(*root), shown: PositionSet::default() };
    let threat = match &exhibit.tree.trunk {
        Trunk::Attack(attack) => {
            game.attack(attack);
            None
        }
        Trunk::Defence(defence) => {
            game.defence(defence);
            threat(defence)
        }
    };
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

struct ProofGame {
    tree: GameTree,
    /// Positions of the attacker that are played from.
    shown: PositionSet,
}

impl ProofGame {
    /// Plays a move, and says something about it.
    fn play(&mut self, mv: Move, after: Vec<String>) {
        // The moves of a proof are legal, and fewer are laid out than a tree has room for.
        let _ = self.tree.step(Step::Move(mv));
        self.tree.annotate(self.tree.current(), Annotation { after, ..Annotation::default() });
    }

    fn attack(&mut self, attack: &Attack) {
        let position = *self.tree.game().position();
        self.shown.insert(PositionId::of(&position));
        let duals = (!attack.duals.is_empty()).then(|| named("or", &position, &attack.duals));
        let more = match &attack.play {
            Continuation::Mate => None,
            Continuation::Folded(_) => Some(format!("mate in {}, left out here", attack.mate)),
            Continuation::Open(defence) => threat(defence),
        };
        self.play(attack.mv, duals.into_iter().chain(more).collect());
        if let Continuation::Open(defence) = &attack.play {
            self.defence(defence);
        }
    }

    /// The first defence of each group; the others are named beside it.
    fn defence(&mut self, defence: &Defence) {
        let here = self.tree.current();
        for group in &defence.groups {
            self.tree.goto_node(here);
            let (first, others) = (group.defences[0], &group.defences[1..]);
            let likewise = || named("likewise", &defence.position, others);
            self.play(first, Vec::from_iter((!others.is_empty()).then(likewise)));
            self.attack(&group.answer);
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
