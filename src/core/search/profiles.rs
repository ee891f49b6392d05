//! Named sets of params: our own, those after the five engines that the program descends from, and the search without extensions
//! for comparison. The `sources` of each profile list the documented values and our own choices.

use super::extend::{Extensions, Rule};
use super::params::Params;
use super::policy::Policy;
use crate::settings::Worded;

#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// The name for `set Profile NAME`.
    pub name: &'static str,
    pub summary: &'static str,
    /// Documented values of the source, and our own choices; shown by `help profiles`.
    pub sources: &'static str,
    params: &'static Params,
}

impl Profile {
    pub fn params(&self) -> Params {
        self.params.clone()
    }
}

/// The default: Slow Chess's rules, a whole ply for what leaves the opponent no choice, and a fraction, by node kind, for what
/// adds up along a line. What both and whole plies alone bring: search/README.md.
pub(crate) const QUARTERPLY: Params = Params::with(
    Extensions::NONE
        .with(Rule::Check, [4, 4, 4])
        .with(Rule::PawnSeventh, [4, 2, 1])
        .with(Rule::PawnSixth, [3, 1, 0])
        .with(Rule::SingleReply, [4, 4, 4])
        .with(Rule::TwoReplies, [1, 1, 0])
        .with(Rule::MateThreat, [4, 4, 0])
        .with(Rule::Recapture, [2, 1, 0])
        .with(Rule::PawnEnding, [4, 4, 4])
        .with(Rule::KingAttack, [2, 1, 0])
        .with(Rule::Singular, [4, 4, 4]),
);

/// A search as simple as an engine documents it: alpha-beta, and nothing that only the default profile has. Its numbers are
/// its own, so that tuning ours moves none of them (a test).
const fn bare(extensions: Extensions, policy: Policy) -> Params {
    Params {
        policy,
        mate_in_one_depth: DEEPEST,
        mate_threat_depth: DEEPEST,
        probcut_depth: DEEPEST,
        iir_depth: DEEPEST,
        iir_shallow: DEEPEST,
        singular_double: 1_000,
        singular_double_pv: 1_000,
        singular_triple: 1_000,
        singular_negative: 0,
        aspiration_depth: 4,
        aspiration_delta: 50,
        null_depth: 2,
        quiescence_delta: 200,
        quiescence_checks: 2,
        quiescence_active: 4,
        quiescence_neutral: 2,
        cap_percent: 200,
        cap_plies: 16,
        budget_percent: 100,
        budget_plies: 8,
        budget_unforced: 200,
        ..Params::with(extensions)
    }
}

/// The deepest that a depth can be set to: for what is not done at all.
const DEEPEST: i32 = 64;

const DIABLO: Params =
    Params { aspiration_depth: DEEPEST, ..bare(Extensions::NONE, Policy::Diablo) };

const RDCHESS: Params =
    bare(Extensions::NONE.with_all(Rule::Check, 4).with_all(Rule::PawnSeventh, 4), Policy::Rdchess);

const EXCHESS: Params = {
    let extensions = Extensions::NONE
        .with(Rule::Check, [4, 0, 0])
        .with_all(Rule::SingleReply, 4)
        .with_all(Rule::Singular, 4);
    Params {
        aspiration_delta: 15,
        iir_depth: 4,
        singular_depth: 8,
        singular_margin: 3,
        null_depth: 1,
        quiescence_delta: 50,
        quiescence_checks: 1,
        quiescence_active: 3,
        ..bare(extensions, Policy::Exchess)
    }
};

const EXPOSITOR: Params = {
    let extensions = Extensions::NONE.with_all(Rule::Check, 4).with_all(Rule::Singular, 4);
    Params {
        aspiration_depth: 5,
        aspiration_delta: 10,
        iir_depth: 6,
        singular_depth: 9,
        singular_margin: 2,
        null_depth: 4,
        quiescence_delta: 330,
        ..bare(extensions, Policy::Expositor)
    }
};

const SLOW: Params = {
    let extensions = Extensions::NONE
        .with_all(Rule::Check, 4)
        .with_all(Rule::PawnSeventh, 4)
        .with_all(Rule::PawnSixth, 4)
        .with_all(Rule::SingleReply, 3)
        .with_all(Rule::TwoReplies, 1)
        .with_all(Rule::MateThreat, 2)
        .with_all(Rule::Recapture, 3)
        .with_all(Rule::PawnEnding, 8)
        .with_all(Rule::KingAttack, 2);
    // A line's extensions are bounded only by the cap on its length.
    Params {
        mate_threat_depth: 0,
        budget_percent: 1_000,
        budget_plies: 200,
        ..bare(extensions, Policy::Slow)
    }
};

const PLAIN: Params = Params::with(Extensions::NONE);

impl Default for Params {
    fn default() -> Params {
        QUARTERPLY
    }
}

/// All profiles, the default first.
pub const PROFILES: &[Profile] = &[
    Profile {
        name: "quarterply",
        summary: "our own weights, by kind of node",
        sources: "quarterply: Slow Chess's rules with weights by kind of node, singular extensions, and the pruning and reductions of \
                  today's engines. `get` shows every number; the source of each is in src/core/search/params.rs.",
        params: &QUARTERPLY,
    },
    Profile {
        name: "slow",
        summary: "Slow Chess Blitz WV's amounts at every node",
        sources: "slow: Jonathan Kreuzer's page on Slow Chess Blitz WV. Documented: the amounts of eight rules, the four cases that \
                  keep the main search going, mate threats looked for before quiescence too, no bound to extensions but the longest \
                  line, a table, null moves, no check and no position in check in quiescence; late \
                  move reductions were missing. Ours: half a ply for king attacks, a null move of two plies, delta pruning by 200, \
                  the order of moves (Diablo's).",
        params: &SLOW,
    },
    Profile {
        name: "expositor",
        summary: "Expositor: checks and singular moves, logarithmic reductions",
        sources: "expositor: its readme and source. Documented: a ply in check, a ply for a singular move from nine plies on (margin 4 and \
                  1.875 a ply, here 2 a ply), multi-cut; null moves of 2.5 plies and 0.297 of the depth, verified from ten; futility and \
                  reverse futility below eight plies; reductions by logarithms; a ply less without a table move; captures by exchange; \
                  three selectivities of quiescence, delta 330, which reads the table and never writes it. Ours: the scale of its history.",
        params: &EXPOSITOR,
    },
    Profile {
        name: "exchess",
        summary: "EXchess 7.97b: checks on the principal variation, hard reductions",
        sources: "exchess: EXchess 7.97b. Documented: checks by a ply on the principal variation, the only reply to one everywhere, singular \
                  moves from eight plies on (margin 25, here 3 a ply); null moves of three to five plies, not verified; futility below four \
                  plies; late moves left out by a share and reduced by a ply and more; captures that lose half a pawn count as good; windows \
                  of 15. Left out: its flag of danger to the king. Ours: counter moves and continuation history for its two hashes of \
                  replies, a ply less without a table move for internal deepening.",
        params: &EXCHESS,
    },
    Profile {
        name: "rdchess",
        summary: "RDChess: checks and pawns by a ply, no reductions, ten classes of moves in order",
        sources: "rdchess: its author's description. Documented: a ply in check and for pawns to the seventh; ten classes of moves in order, \
                  forward moves first, no history; futility at the last ply, extended futility before it, razoring at the third; \
                  quiescence with all evasions, ended by the first gain, which writes the table at its first ply alone. \
                  Ours: their margins (a bishop, a rook, a queen), a null move of two plies, windows of 50, delta pruning by 200, what a \
                  strongly attacked square is.",
        params: &RDCHESS,
    },
    Profile {
        name: "diablo",
        summary: "Diablo: alpha-beta with captures at the end, and nothing else",
        sources: "diablo: the teaching engine. Documented: alpha-beta without extension, null move, reduction or pruning; captures by most \
                  valuable victim and least valuable attacker, two killers, history; captures alone in quiescence, standing pat in check \
                  too; a table of moves that ends no node. Ours: null windows after the first move, which change no value, and a history \
                  of from and to.",
        params: &DIABLO,
    },
    Profile {
        name: "plain",
        summary: "no extensions: what the others are measured against",
        sources: "plain: quarterply with all extensions off. In all profiles the evaluation is ours, and so are mate distance pruning, \
                  draws by a repetition to come, and how a move that fails high at the root is searched again.",
        params: &PLAIN,
    },
];

impl Worded for &'static Profile {
    fn all() -> Vec<&'static Profile> {
        PROFILES.iter().collect()
    }

    fn word(self) -> &'static str {
        self.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source: Jonathan Kreuzer, "Extensions Used, Detailed Description", in quarters of a ply.
    #[test]
    fn slow_has_the_amounts_of_its_source() {
        let amounts = [
            (Rule::Check, 4),
            (Rule::PawnSeventh, 4),
            (Rule::PawnSixth, 4),
            (Rule::SingleReply, 3),
            (Rule::TwoReplies, 1),
            (Rule::MateThreat, 2),
            (Rule::Recapture, 3),
            (Rule::PawnEnding, 8),
            (Rule::Singular, 0),
        ];
        for (rule, quarters) in amounts {
            assert_eq!(SLOW.extensions.get(rule), [quarters; 3], "{}", rule.name());
        }
        assert!(!SLOW.policy.checks());
    }

    /// The sources: EXchess's and Expositor's source, RDChess's manual, Diablo's documentation.
    #[test]
    fn the_others_have_what_they_document() {
        let of = |params: &Params, rule| params.extensions.get(rule);
        assert!(!DIABLO.extensions.any());
        assert_eq!((of(&RDCHESS, Rule::Check), of(&RDCHESS, Rule::PawnSeventh)), ([4; 3], [4; 3]));
        assert_eq!(of(&EXCHESS, Rule::Check), [4, 0, 0]);
        assert_eq!(
            (of(&EXCHESS, Rule::SingleReply), of(&EXCHESS, Rule::Singular)),
            ([4; 3], [4; 3])
        );
        assert_eq!((EXCHESS.aspiration_delta, EXCHESS.quiescence_delta), (15, 50));
        assert_eq!((of(&EXPOSITOR, Rule::Check), of(&EXPOSITOR, Rule::Singular)), ([4; 3], [4; 3]));
        assert_eq!(
            (EXPOSITOR.singular_depth, EXPOSITOR.iir_depth, EXPOSITOR.null_depth),
            (9, 6, 4)
        );
        assert_eq!((EXPOSITOR.quiescence_delta, EXPOSITOR.aspiration_depth), (330, 5));
    }

    #[test]
    fn names_are_not_used_twice() {
        for profile in PROFILES {
            let named = PROFILES.iter().filter(|other| other.name == profile.name);
            assert_eq!(named.count(), 1, "{}", profile.name);
        }
        assert_eq!(PROFILES.len(), 7);
    }
}
