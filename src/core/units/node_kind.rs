//! The expected kind of a node in the search tree.

/// Knuth's three types of nodes, as expected before the node is searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum NodeKind {
    /// On the principal variation: an exact value is required.
    Pv,
    /// Some move is expected to fail high.
    Cut,
    /// Every move is expected to fail low.
    All,
}

impl NodeKind {
    /// All three, in the order of the weights of an extension.
    pub(crate) const ALL: [NodeKind; 3] = [NodeKind::Pv, NodeKind::Cut, NodeKind::All];

    /// Its name in settings and tables.
    pub const fn name(self) -> &'static str {
        ["pv", "cut", "all"][self as usize]
    }

    /// The expected kind of the first move's child.
    pub(crate) const fn first_child(self) -> NodeKind {
        match self {
            NodeKind::Pv => NodeKind::Pv,
            NodeKind::Cut => NodeKind::All,
            NodeKind::All => NodeKind::Cut,
        }
    }

    /// The expected kind of a later move's child.
    pub(crate) const fn later_child(self) -> NodeKind {
        match self {
            NodeKind::Cut => NodeKind::All,
            NodeKind::Pv | NodeKind::All => NodeKind::Cut,
        }
    }
}
