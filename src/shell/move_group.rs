//! The groups that a list of legal moves is shown in.

use crate::settings::named;

named! {
    /// What kind of move, for people who look for one.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum MoveGroup {
        Checks = "checks",
        Captures = "captures",
        Promotions = "promotions",
        Castling = "castling",
        Quiet = "quiet",
    }
}
