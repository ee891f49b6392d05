//! The ideas of the prover that can be switched off one at a time, to see what each is worth.
//!
//! What an idea does stands where it is used; here is only its name and a line about it, from which the argument of
//! `solve --without`, its help and the table of ablations are made.

use crate::settings::named;

named! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Idea {
        /// A quiet move that threatens mate in one counts only the replies that meet the threat.
        Threats = "threats",
        /// Quiet moves are harder to disprove than checks: the search stays with them longer.
        PatientDisproofs = "patience",
        /// Moves that leave the king more squares count for more.
        KingMobility = "mobility",
        /// Checks that can be answered by a capture count for more.
        Captures = "captures",
        /// Weak sums: replies to one move are mostly answered alike, attacks mostly refuted alike, so all but the hardest count a
        /// part only.
        Alike = "alike",
        /// An unvisited node takes the numbers of the same position with a few moves more left.
        Borrowing = "borrowing",
        /// Quiet moves are looked at only when every check is harder to prove than a quiet move may be.
        LateQuiets = "late",
        /// A search that leaves the length open: a position is one node, whatever is left of a bound.
        Unbounded = "unbounded",
        /// The second best may be outdone a little before the search turns to it.
        Slack = "slack",
        /// Estimates of nodes that were not visited are kept as well.
        KeptEstimates = "estimates",
        /// With two moves left the exhaustive solver decides.
        MateInTwo = "two",
        /// Nets are tried beside the search.
        Nets = "nets",
    }
}
