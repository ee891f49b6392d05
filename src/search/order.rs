//! Which move first.

/// What a node of the main search is expected to be (Knuth's three types).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeKind {
    /// On the principal variation: an exact value is wanted.
    Pv,
    /// Some move is expected to be too good.
    Cut,
    /// No move is expected to be good enough.
    All,
}
