//! The groups that a list of legal moves is shown in.

/// What kind of move, for people who look for one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveGroup {
    Checks,
    Captures,
    Promotions,
    Castling,
    Quiet,
}

impl MoveGroup {
    /// All groups, in the order a move is put into them.
    pub const ALL: [MoveGroup; 5] = [
        MoveGroup::Checks,
        MoveGroup::Captures,
        MoveGroup::Promotions,
        MoveGroup::Castling,
        MoveGroup::Quiet,
    ];

    /// `checks`, `captures` and so on.
    pub const fn name(self) -> &'static str {
        match self {
            MoveGroup::Checks => "checks",
            MoveGroup::Captures => "captures",
            MoveGroup::Promotions => "promotions",
            MoveGroup::Castling => "castling",
            MoveGroup::Quiet => "quiet",
        }
    }
}
