//! Options of `annotate`: what is judged, and the limits.

use crate::chess::Color;
use crate::commands::search::reasons::scale::MARGIN;
use crate::control::Limits;
use crate::engine::Options;
use crate::files;
use crate::store::MadeOf;

#[derive(Clone, PartialEq, Debug)]
pub struct AnnotateOptions {
    pub limits: Limits,
    /// Judge only this side's moves; both are evaluated.
    pub side: Option<Color>,
    /// Minimum loss of an inaccuracy, in points; of a mistake twice as much, of a blunder three times.
    pub margin: f64,
    /// Nodes per proof; zero proves nothing.
    pub proof_nodes: u64,
    pub jobs: usize,
}

impl AnnotateOptions {
    /// Returns everything other than the games that findings depend on.
    pub fn made_of(&self, options: &Options) -> MadeOf {
        let Limits { depth, nodes, soft_nodes, movetime, .. } = &self.limits;
        searched_with(options, &self.limits)
            .made_of("", files::work_of_this_version("annotate"))
            .and_if("depth", *depth)
            .and_if("nodes", *nodes)
            .and_if("soft", *soft_nodes)
            .and_if("time", movetime.map(|time| format!("{time:?}")))
            .and("proof", self.proof_nodes)
    }
}

impl Default for AnnotateOptions {
    fn default() -> AnnotateOptions {
        AnnotateOptions {
            limits: Limits::nodes(100_000),
            side: None,
            margin: MARGIN,
            proof_nodes: 1_000_000,
            jobs: 1,
        }
    }
}

/// Returns the options of the searches: no books or tables, one thread, a hash table that fits the limits.
pub(super) fn searched_with(options: &Options, limits: &Limits) -> Options {
    options.without_lookup().alone(table_for(limits, options.hash), false)
}

/// Returns the MiB of the hash table for each search: what its nodes can fill, since every search allocates a new one.
fn table_for(limits: &Limits, most: usize) -> usize {
    const BYTES_OF_A_NODE: u64 = 64;
    let needed = limits.nodes.map(|nodes| (nodes.saturating_mul(BYTES_OF_A_NODE) >> 20) + 1);
    needed.and_then(|needed| usize::try_from(needed).ok()).map_or(most, |needed| needed.min(most))
}
