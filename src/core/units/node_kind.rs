//! What a node of the search tree is expected to be.

/// Knuth's three types of nodes, as expected before the node is searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum NodeKind {
    /// On the principal variation: an exact value is wanted.
    Pv,
    /// Some move is expected to fail high.
    Cut,
    /// Every move is expected to fail low.
    All,
}

impl NodeKind {
    /// All three, in the order of the weights of an extension.
    pub const ALL: [NodeKind; 3] = [NodeKind::Pv, NodeKind::Cut, NodeKind::All];

    /// Its name in settings and tables.
    pub const fn name(self) -> &'static str {
        ["pv", "cut", "all"][self as usize]
    }

    /// What the child of the first move is expected to be.
    pub const fn first_child(self) -> NodeKind {
        match self {
            NodeKind::Pv => NodeKind::Pv,
            NodeKind::Cut => NodeKind::All,
            NodeKind::All => NodeKind::Cut,
        }
    }

    /// What the child of a later move is expected to be.
    pub const fn later_child(self) -> NodeKind {
        match self {
            NodeKind::Cut => NodeKind::All,
            NodeKind::Pv | NodeKind::All => NodeKind::Cut,
        }
    }
}
