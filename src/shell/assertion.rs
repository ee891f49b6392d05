//! What a script asserts: something of the last search or of the position, compared with values.
//!
//! How it is read is `parse/session.rs`, whether it holds `session/assertion.rs`.

use crate::settings::named;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assertion {
    pub subject: Subject,
    pub relation: Relation,
    /// With what: numbers, or moves as they are written.
    pub values: Vec<String>,
}

named! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Subject {
        Best = "best",
        /// Moves to mate in the last search, negative if the side to move is mated; nothing if there is no mate.
        Mate = "mate",
        /// Centipawns of the last search, White's view.
        Score = "score",
        Depth = "depth",
        Nodes = "nodes",
        Fen = "fen",
        /// Who moves: `white` or `black`.
        Turn = "turn",
        Legal = "legal",
        /// What the rules say: `open`, `checkmate`, `stalemate`, `draw`.
        Standing = "standing",
    }
}

named! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Relation {
        Equal = "==",
        Unequal = "!=",
        Less = "<",
        AtMost = "<=",
        More = ">",
        AtLeast = ">=",
        In = "in",
    }
}
