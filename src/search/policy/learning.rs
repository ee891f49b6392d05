//! What a search learns while it runs.

/// What a search learns while it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LearningPolicy {
    /// Histories and correction history. Quiet moves also gain or lose history by the score of the node after them, by the
    /// change of the static evaluation, by a second search, and by a table cutoff.
    Outcomes,
    /// Histories of the moves that failed high and of those searched before them; no correction history.
    Cutoffs,
}
