//! Named sets of params: our own, those after the five engines that the program comes from, and the search without extensions
//! to compare them with. What an engine did not document is as in our own search, and its profile says so.

use super::extend::{Extensions, Rule};
use super::params::Params;
use super::policy::{
    HorizonPolicy, NullPolicy, OrderPolicy, Policies, PruningPolicy, QuiescencePolicy,
    ReductionPolicy, TablePolicy,
};
use crate::settings::Worded;

/// A named set of params.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// What `set Profile NAME` takes.
    pub name: &'static str,
    /// What it is for.
    pub summary: &'static str,
    params: &'static Params,
}

impl Profile {
    /// Its params.
    pub fn params(&self) -> Params {
        self.params.clone()
    }
}

/// The default: Slow Chess's rules with weights by node kind, so that a line expected to fail is not searched deeper for
/// nothing. Own; singular moves a whole ply and twice that, as in the field (search.md, group 3: +25 [-35, +86] in 71 games of
/// 20,000 nodes); the other weights are unmeasured.
pub const QUARTERPLY: Params = Params::with(
    Extensions::NONE
        .with(Rule::Check, [4, 3, 2])
        .with(Rule::PawnSeventh, [4, 2, 1])
        .with(Rule::PawnSixth, [3, 1, 0])
        .with(Rule::SingleReply, [3, 3, 2])
        .with(Rule::TwoReplies, [1, 1, 0])
        .with(Rule::MateThreat, [2, 2, 1])
        .with(Rule::Recapture, [2, 1, 0])
        .with(Rule::PawnEnding, [4, 4, 2])
        .with(Rule::KingAttack, [2, 1, 0])
        .with(Rule::Singular, [4, 4, 4]),
);

/// Without what none of the five documents, and we have: ProbCut, pruning by history and by exchanges, razoring, futility and
/// reverse futility, late move pruning, internal iterative reductions, double and negative singular extensions. Each profile
/// says what it has of them.
const fn bare(extensions: Extensions) -> Params {
    let mut params = Params::with(extensions);
    params.mate_in_one_depth = DEEPEST;
    params.mate_threat_depth = DEEPEST;
    params.probcut_depth = DEEPEST;
    params.iir_depth = DEEPEST;
    params.iir_shallow = DEEPEST;
    params.singular_double = 1_000;
    params.singular_negative = 0;
    params.history_prune_depth = 0;
    params.exchange_depth = 0;
    params.late_move_depth = 0;
    params.futility_depth = 0;
    params.reverse_futility_depth = 0;
    params.razoring_depth = 0;
    params
}

/// The deepest that a depth can be set to: for what is not done at all.
const DEEPEST: i32 = 64;

/// Diablo, the teaching engine: alpha-beta and nothing else. No extension, no null move, no reduction, no pruning; captures
/// by most valuable victim and least valuable attacker, two killers, history; quiescence of captures alone, standing pat in
/// check too; a table of moves, which ends no node; no aspiration window. Not documented, and so as in our search: that moves
/// after the first are tried with a null window first, which changes no value, and continuation history.
const DIABLO: Params = {
    let mut params = bare(Extensions::NONE);
    params.aspiration_depth = DEEPEST;
    params.policies = Policies {
        order: OrderPolicy::VictimAttacker,
        quiescence: QuiescencePolicy::CapturesOnly,
        reduction: ReductionPolicy::Never,
        null_move: NullPolicy::Never,
        pruning: PruningPolicy::Never,
        table: TablePolicy::Moves,
        horizon: HorizonPolicy::Never,
    };
    params
};

/// RDChess: checks and pawns that arrive on the seventh are extended by a ply; null move before anything is generated;
/// futility at the last ply, extended futility at the last but one, razoring at the third; captures of the piece that has just
/// captured come first, killers before other captures; quiescence with all evasions, ended by the first capture that gains. Not
/// documented, and so ours: the reduction of a null move, the margins, the aspiration window, the order of quiet moves.
const RDCHESS: Params = {
    let extensions = Extensions::NONE.with_all(Rule::Check, 4).with_all(Rule::PawnSeventh, 4);
    let mut params = bare(extensions);
    params.futility_depth = 2;
    params.razoring_depth = 3;
    params.quiescence_checks = 0;
    params.quiescence_active = 0;
    params.policies = Policies {
        order: OrderPolicy::Retaliation,
        quiescence: QuiescencePolicy::FirstGain,
        reduction: ReductionPolicy::Never,
        null_move: NullPolicy::Quarterly,
        pruning: PruningPolicy::Rdchess,
        table: TablePolicy::Scores,
        horizon: HorizonPolicy::InCheck,
    };
    params
};

/// EXchess 7.97b: a check is extended by a ply on the principal variation, the only reply to one everywhere, a singular move
/// by a ply from eight plies on; null move of three to five plies, not verified; futility below four plies; late moves left
/// out by a share of them, reduced by a ply and more; captures that lose half a pawn at most are good; aspiration windows of
/// 15. Not documented, or not in terms that carry over, and so ours: what flags danger to the king and what is near the
/// principal variation (no extension there), its two hashes of replies (counter move and continuation history), and internal
/// iterative deepening, in whose place a node without a table move loses a ply. Its singular margin of 25 is here 3 a ply.
const EXCHESS: Params = {
    let extensions = Extensions::NONE
        .with(Rule::Check, [4, 0, 0])
        .with_all(Rule::SingleReply, 4)
        .with_all(Rule::Singular, 4);
    let mut params = bare(extensions);
    params.aspiration_delta = 15;
    params.iir_depth = 4;
    params.singular_depth = 8;
    params.singular_margin = 3;
    params.null_depth = 1;
    params.quiescence_delta = 50;
    params.quiescence_checks = 1;
    params.quiescence_active = 3;
    params.policies = Policies {
        order: OrderPolicy::Tolerant,
        quiescence: QuiescencePolicy::Quarterly,
        reduction: ReductionPolicy::Exchess,
        null_move: NullPolicy::Exchess,
        pruning: PruningPolicy::Exchess,
        table: TablePolicy::Scores,
        horizon: HorizonPolicy::Never,
    };
    params
};

/// Expositor: a ply for each node in check, a ply for a singular move from nine plies on, multi-cut; null move of 2.5 plies and
/// 0.297 of the depth, verified from ten; futility and reverse futility below eight plies; late moves reduced by logarithms
/// from the fourth; a node without a table move loses a ply from six on; captures by exchange; its three selectivities of
/// quiescence, which are ours too, with 330 for delta pruning. Its singular margin of 4 and 1.875 a ply is here 2 a ply. Not
/// documented: the scale of its history.
const EXPOSITOR: Params = {
    let extensions = Extensions::NONE.with_all(Rule::Check, 4).with_all(Rule::Singular, 4);
    let mut params = bare(extensions);
    params.aspiration_depth = 5;
    params.aspiration_delta = 10;
    params.iir_depth = 6;
    params.singular_depth = 9;
    params.singular_margin = 2;
    params.null_depth = 4;
    params.quiescence_delta = 330;
    params.policies = Policies {
        order: OrderPolicy::Exchange,
        quiescence: QuiescencePolicy::Quarterly,
        reduction: ReductionPolicy::Expositor,
        null_move: NullPolicy::Expositor,
        pruning: PruningPolicy::Expositor,
        table: TablePolicy::Scores,
        horizon: HorizonPolicy::InCheck,
    };
    params
};

/// Slow Chess Blitz WV's amounts, the same at every node (Jonathan Kreuzer's page of implementation details). It names no
/// amount for attacks on the king, and has no singular extension; a recapture after a check gets a quarter. Its quiescence
/// has no checks. Null move, pruning and reductions are not documented for that version, and so ours.
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
    let mut params = Params::with(extensions);
    params.policies.quiescence = QuiescencePolicy::NoChecks;
    params
};

/// No extensions.
const PLAIN: Params = Params::with(Extensions::NONE);

/// The profile `quarterply`.
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
        params: &QUARTERPLY,
    },
    Profile { name: "slow", summary: "Slow Chess Blitz WV's amounts at every node", params: &SLOW },
    Profile {
        name: "expositor",
        summary: "Expositor: checks and singular moves, logarithmic reductions",
        params: &EXPOSITOR,
    },
    Profile {
        name: "exchess",
        summary: "EXchess 7.97b: checks on the principal variation, hard reductions",
        params: &EXCHESS,
    },
    Profile {
        name: "rdchess",
        summary: "RDChess: checks and pawns by a ply, no reductions, retaliation first",
        params: &RDCHESS,
    },
    Profile {
        name: "diablo",
        summary: "Diablo: alpha-beta with captures at the end, and nothing else",
        params: &DIABLO,
    },
    Profile {
        name: "plain",
        summary: "no extensions: what the others are measured against",
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

/// The params of a profile by name.
pub fn params_of(name: &str) -> Option<Params> {
    PROFILES.iter().find(|profile| profile.name == name).map(Profile::params)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source: Jonathan Kreuzer, "Extensions Used, Detailed Description" (seeds.md, 4), in quarters of a ply.
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
        assert!(!SLOW.policies.quiescence.checks());
    }

    /// seeds.md, 3 to 8.
    #[test]
    fn the_others_have_what_they_document() {
        let of = |params: &Params, rule| params.extensions.get(rule);
        assert!(!DIABLO.extensions.any());
        assert_eq!(DIABLO.policies.null_move, NullPolicy::Never);
        assert_eq!(DIABLO.policies.table, TablePolicy::Moves);
        assert_eq!((of(&RDCHESS, Rule::Check), of(&RDCHESS, Rule::PawnSeventh)), ([4; 3], [4; 3]));
        assert_eq!((RDCHESS.futility_depth, RDCHESS.razoring_depth), (2, 3));
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
            assert_eq!((named.count(), params_of(profile.name)), (1, Some(profile.params())));
        }
        assert_eq!(PROFILES.len(), 7);
    }
}
