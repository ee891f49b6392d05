//! What a search learns on its way.

/// What a search learns on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LearningPolicy {
    /// How far static evaluations are off (correction history); and of quiet moves also what the node they led to came to, what
    /// they did to the static evaluation, and what a second search or the table said of them.
    Outcomes,
    /// Which moves failed high, and which were searched before them.
    Cutoffs,
}
