//! A question about a mate in parts: first moves times replies, and deeper where a part was left open. The parts can be asked
//! anywhere; their answers are joined here.
//!
//! This is proof-number search whose leaves are jobs (Wu and others, "Job-Level Proof-Number Search for Connect6", 2010). Of an
//! answer only what was checked is believed. A claim that there is no mate decides what is asked next, and nothing else.

mod answers;
mod graph;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

pub use self::answers::{Claim, Part, PartAnswers};
use self::graph::{Graph, Node, moves_of};
pub use super::dfpn::MateFacts;
use super::task::ProofTask;
use crate::proof::{Strategy, StrategyStep};

impl PartAnswers {
    /// Returns the strategy of the shortest mate that the answers together have, whatever is claimed.
    pub fn strategy(&self, task: &ProofTask) -> Option<Strategy> {
        let graph = Graph::new(self, task, (false, 0));
        graph.mate(&graph.top)?;
        let mut steps = self.steps.clone();
        for node in &graph.nodes {
            let Some((mv, mate)) = graph.step(node) else { continue };
            if steps.get(&node.id).is_none_or(|step| step.mate > mate) {
                steps.insert(node.id, StrategyStep { mv, mate });
            }
        }
        let whole = Strategy::new(task.root, task.attacker).with_steps(steps);
        Some(whole.rooted_at(task.root))
    }

    /// Returns in how many moves there is no mate: as checked, and as claimed.
    pub fn refuted(&self, task: &ProofTask) -> (u16, u16) {
        let graph = Graph::new(self, task, (true, 0));
        let most = |of| graph.most(&graph.top, of);
        (most(|node: &Node| node.refuted), most(|node: &Node| node.claimed))
    }

    /// Returns what is open, at most `most` parts, the cheapest to refute first. A part is divided if about as many nodes as
    /// `nodes`, those of the next round, have left it open. Claims are asked about again where nothing else is left.
    pub fn open(&self, task: &ProofTask, most: usize, nodes: u64) -> Vec<Part> {
        let parts = Graph::new(self, task, (true, nodes)).take_all(most);
        if !parts.is_empty() {
            return parts;
        }
        Graph::new(self, task, (false, nodes)).take_all(most)
    }

    /// Returns what has to be refuted for there to be no mate within the moves of the task: of each first move one reply, where
    /// there are claims the one that took the fewest nodes.
    pub fn unchecked(&self, task: &ProofTask) -> Vec<Part> {
        let graph = Graph::new(self, task, (true, 0));
        let (mut seen, mut parts) = (HashSet::new(), Vec::new());
        graph.rest_on(&graph.top, moves_of(task), &mut seen, &mut parts);
        parts
    }
}
