//! Every extension: the table of named rules and how they combine.
//!
//! A rule is a row: a name, a doc line, a weight in the params and a pure function of the facts of one move. To add one,
//! write its function and its row. A weight of zero switches a rule off.

/// A rule that can make the search look deeper below a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Rule {
    /// `check`: the side to move is in check.
    Check,
    /// `pawn-to-seventh`: a pawn arrives on its seventh rank.
    PawnSeventh,
    /// `pawn-to-sixth`: a pawn arrives on its sixth rank, the opponent has at most one piece, the square ahead is empty and no enemy pawn guards it.
    PawnSixth,
    /// `single-reply`: in check with exactly one legal move.
    SingleReply,
    /// `two-replies`: in check with exactly two legal moves.
    TwoReplies,
    /// `mate-threat`: the side to move would be mated next move if it passed.
    MateThreat,
    /// `recapture`: takes back on the square where a piece of similar value was just taken.
    Recapture,
    /// `pawn-ending`: a capture that answers a capture and leaves no pieces.
    PawnEnding,
    /// `king-attack`: a sacrifice beside the king, or a queen that takes every square from a king on the edge.
    KingAttack,
}

impl Rule {
    /// How many there are.
    pub const COUNT: usize = 9;

    /// All rules, in the order of the table.
    pub const ALL: [Rule; Rule::COUNT] = [
        Rule::Check,
        Rule::PawnSeventh,
        Rule::PawnSixth,
        Rule::SingleReply,
        Rule::TwoReplies,
        Rule::MateThreat,
        Rule::Recapture,
        Rule::PawnEnding,
        Rule::KingAttack,
    ];

    /// The name that `set extension.NAME` and the ledger use.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Check => "check",
            Rule::PawnSeventh => "pawn-to-seventh",
            Rule::PawnSixth => "pawn-to-sixth",
            Rule::SingleReply => "single-reply",
            Rule::TwoReplies => "two-replies",
            Rule::MateThreat => "mate-threat",
            Rule::Recapture => "recapture",
            Rule::PawnEnding => "pawn-ending",
            Rule::KingAttack => "king-attack",
        }
    }

    /// When it fires, in a line.
    pub const fn summary(self) -> &'static str {
        match self {
            Rule::Check => "the side to move is in check",
            Rule::PawnSeventh => "a pawn arrives on its seventh rank",
            Rule::PawnSixth => {
                "a pawn arrives on its sixth rank, the opponent has at most one piece, the square ahead is empty and no enemy pawn guards it"
            }
            Rule::SingleReply => "in check with exactly one legal move",
            Rule::TwoReplies => "in check with exactly two legal moves",
            Rule::MateThreat => "the side to move would be mated next move if it passed",
            Rule::Recapture => {
                "takes back on the square where a piece of similar value was just taken"
            }
            Rule::PawnEnding => "a capture that answers a capture and leaves no pieces",
            Rule::KingAttack => {
                "a sacrifice beside the king, or a queen that takes every square from a king on the edge"
            }
        }
    }

    /// 0 for the first row.
    pub const fn index(self) -> usize {
        self as usize
    }
}
