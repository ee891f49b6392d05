//! The ideas of the prover that can be switched off one at a time, to see what each is worth.
//!
//! What an idea does stands where it is used; here is only its name and a line about it, from which the argument of
//! `solve --without`, its help and the table of ablations are made.

/// What the search could do without, each worth a row in the table of ablations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Idea {
    /// A quiet move that threatens mate in one counts only the replies that meet the threat.
    Threats,
    /// Quiet moves are harder to disprove than checks: the search stays with them longer.
    PatientDisproofs,
    /// Checks that leave the king more squares count for more.
    KingMobility,
    /// Weak sums: replies to one move are mostly answered alike, attacks mostly refuted alike, so all but the hardest count a
    /// part only.
    Alike,
    /// An unvisited node takes the numbers of the same position with a few moves more left.
    Borrowing,
    /// The second best may be outdone a little before the search turns to it.
    Slack,
    /// Estimates of nodes that were not visited are kept as well.
    KeptEstimates,
    /// Nets are tried beside the search.
    Nets,
}

impl Idea {
    pub const ALL: [Idea; 8] = [
        Idea::Threats,
        Idea::PatientDisproofs,
        Idea::KingMobility,
        Idea::Alike,
        Idea::Borrowing,
        Idea::Slack,
        Idea::KeptEstimates,
        Idea::Nets,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Idea::Threats => "threats",
            Idea::PatientDisproofs => "patience",
            Idea::KingMobility => "mobility",
            Idea::Alike => "alike",
            Idea::Borrowing => "borrowing",
            Idea::Slack => "slack",
            Idea::KeptEstimates => "estimates",
            Idea::Nets => "nets",
        }
    }
}
