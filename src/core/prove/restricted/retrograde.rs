//! Retrograde analysis, from mate backwards through a restricted graph: the moves to mate from every position that cannot escape.

use super::graph::{NodeRole, RestrictedGraph};
use crate::control::{StopFlag, Stopped};

const UNKNOWN: u16 = u16::MAX;

/// Number of nodes between two polls of the stop flag.
const PATIENCE: usize = 4096;

pub(super) struct Distances {
    moves: Vec<u16>,
}

struct Parents {
    first: Vec<u32>,
    nodes: Vec<u32>,
}

impl Parents {
    fn of(graph: &RestrictedGraph<'_>) -> Parents {
        let mut first = vec![0u32; graph.nodes.len() + 1];
        for &child in &graph.edges {
            first[child as usize] += 1;
        }
        let mut sum = 0;
        for count in &mut first {
            sum += *count;
            *count = sum;
        }
        let mut nodes = vec![0; graph.edges.len()];
        for node in (0..graph.nodes.len()).rev() {
            for &child in graph.children(node) {
                first[child as usize] -= 1;
                nodes[first[child as usize] as usize] = node as u32;
            }
        }
        Parents { first, nodes }
    }

    fn of_node(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.nodes[self.first[node] as usize..self.first[node + 1] as usize]
    }
}

impl Distances {
    /// Moves of the attacker to mate from a node.
    pub(super) fn of(&self, node: u32) -> Option<u16> {
        let moves = self.moves[node as usize];
        (moves != UNKNOWN).then_some(moves)
    }

    pub(super) fn in_graph(graph: &RestrictedGraph<'_>) -> Result<Distances, Stopped> {
        let stop = graph.stop;
        let parents = Parents::of(graph);
        let mut moves = vec![UNKNOWN; graph.nodes.len()];
        let mut unanswered = vec![0u16; graph.nodes.len()];
        let mut given: Vec<Vec<u32>> = Vec::new();
        let mut mated = Vec::new();
        for (number, node) in graph.nodes.iter().enumerate() {
            match node.role {
                NodeRole::Attacker(0) | NodeRole::Escape => {}
                NodeRole::Attacker(distance) => {
                    let distance = usize::from(distance);
                    given.resize_with(given.len().max(distance + 1), Vec::new);
                    given[distance].push(number as u32);
                }
                NodeRole::Defender => {
                    let replies = graph.children(number).len() as u16;
                    unanswered[number] = replies;
                    if replies == 0 {
                        moves[number] = 0;
                        mated.push(number as u32);
                    }
                }
            }
        }
        let mut distance = 1;
        while !mated.is_empty() || usize::from(distance) < given.len() {
            let mut mating =
                given.get_mut(usize::from(distance)).map(std::mem::take).unwrap_or_default();
            for (done, &node) in mated.iter().enumerate() {
                look(stop, done)?;
                mating.extend_from_slice(parents.of_node(node));
            }
            mated.clear();
            for (done, &node) in mating.iter().enumerate() {
                look(stop, done)?;
                if moves[node as usize] != UNKNOWN {
                    continue;
                }
                moves[node as usize] = distance;
                for &parent in parents.of_node(node) {
                    let left = &mut unanswered[parent as usize];
                    if *left == 1 {
                        moves[parent as usize] = distance;
                        mated.push(parent);
                    }
                    *left = left.saturating_sub(1);
                }
            }
            distance += 1;
        }
        Ok(Distances { moves })
    }
}

fn look(stop: &StopFlag, done: usize) -> Result<(), Stopped> {
    if done.is_multiple_of(PATIENCE) && stop.is_raised() { Err(Stopped) } else { Ok(()) }
}
