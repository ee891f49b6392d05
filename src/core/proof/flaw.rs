//! Why a proof or refutation is invalid.

/// Why a strategy is no proof, or a refutation does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Flaw(pub(super) String);
