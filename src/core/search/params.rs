//! Every number of the search: its name, range, unit and source.
//!
//! Numbers of the first table can be changed by `set NAME VALUE`; a search copies them when it starts. Those of the second are
//! fixed. Sources: "field" is the range of published engines (Weiss, Simbelmyne, akimbo, Ethereal, early Reckless) from which the
//! starting value was taken, "own" is an unmeasured guess, a measurement names its suite and commit, and "SPSA" is
//! `workshop spsa` with the built-in network, as reported in `workshop/README.md`. A source without a measurement claims none.
//! The weights of the extensions are in `profiles.rs`.

use std::sync::LazyLock;

use super::extend::{Extensions, MOST_QUARTERS, Rule};
use super::policy::Policy;
use super::typed_rules::TypedRules;
use crate::settings::{SettingKind, SettingSpec, SettingValue, ValueError, find, settings};
use crate::units::{Depth, MAX_PLY};

/// The source of a number: the column that only the search's table has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Provenance {
    pub unit: &'static str,
    /// The source of the initial value.
    pub source: &'static str,
}

pub type ParamSpec = SettingSpec<Params, Provenance>;

impl ParamSpec {
    pub fn range(&self) -> String {
        match self.kind {
            SettingKind::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            _ => self.kind.range(),
        }
    }
}

macro_rules! numbers {
    ($($field:ident = $default:literal, $low:literal..=$high:literal, $name:literal, $unit:literal, $summary:literal, $source:literal;)*) => {
        settings! {
            /// The numbers of the search that can be changed, and the weights of the extensions.
            #[derive(Clone, PartialEq, Eq, Debug)]
            pub struct Params: Provenance = (const fn initial) {
                extensions: Extensions = Extensions::NONE,
                /// User-defined extension rules.
                typed: TypedRules = TypedRules::NONE,
                /// Differences that no number expresses.
                policy: Policy = Policy::Quarterly,
            }

            $(#[doc = concat!("Unit: ", $unit, "; source: ", $source, ".")]
            $field: i32 = $default, [$low..=$high], $name, Provenance { unit: $unit, source: $source }, $summary;)*
        }
    };
}

numbers! {
    aspiration_delta = 28, 1..=500, "aspiration.delta", "cp", "half the first window around the last score", "SPSA; field: 9 to 20";
    aspiration_depth = 4, 1..=64, "aspiration.depth", "plies", "iterations before it search the full window", "field: 4 to 7";
    reverse_futility_depth = 8, 0..=32, "reverse-futility.depth", "plies", "deepest node that a high static value ends", "field: 7 to 9";
    reverse_futility_margin = 79, 0..=1000, "reverse-futility.margin", "cp a ply", "how far above beta that must be", "SPSA; field: 75";
    mate_in_one_depth = 2, 0..=64, "mate-in-one.depth", "plies", "shallowest node that looks for a mate in one before it searches", "own; shogi engines look everywhere: less deep it costs more than it finds";
    mate_threat_depth = 0, 0..=64, "mate-threat.depth", "plies", "shallowest node that asks whether a pass would be mated at once, before it is pruned", "own";
    razoring_depth = 3, 0..=16, "razoring.depth", "plies", "deepest node that is resolved at once when hopeless", "field: up to 4";
    razoring_margin = 296, 0..=2000, "razoring.margin", "cp a ply", "how far below alpha is hopeless", "SPSA; field: 135 to 500";
    null_depth = 2, 1..=64, "null.depth", "plies", "shallowest node that tries passing", "own";
    null_base = 236, 64..=640, "null.base", "1/64 ply", "what passing takes off the depth, at least", "SPSA; field: 4 plies";
    null_slope = 26, 0..=64, "null.slope", "1/64 of the depth", "what it takes off besides", "SPSA; field: a quarter; Expositor: 0.297";
    null_eval = 135, 20..=2000, "null.eval", "cp a ply", "static value above beta that takes off a ply more", "SPSA; field: 227";
    null_verify = 12, 1..=64, "null.verify", "plies", "from here a null cut is verified by a search without null moves", "Expositor: 10, akimbo: 14";
    probcut_depth = 5, 3..=64, "probcut.depth", "plies", "shallowest node that tries captures at less depth", "field: 5";
    probcut_margin = 288, 20..=1000, "probcut.margin", "cp", "how far above beta they must score", "SPSA; field: 200";
    iir_depth = 4, 1..=64, "iir.depth", "plies", "from here a node without a table move loses a ply", "field: 3 to 8";
    iir_shallow = 4, 1..=64, "iir.shallow", "plies", "an entry so much less deep is as good as none at a cut node", "field";
    late_move_depth = 8, 0..=32, "late-move.depth", "plies", "deepest node that leaves out late quiet moves", "own";
    late_move_base = 5, 0..=64, "late-move.base", "moves", "quiet moves tried at least, plus the square of the depth", "SPSA; field: 2 plus the square of the depth";
    futility_depth = 8, 0..=32, "futility.depth", "plies", "deepest node that leaves out quiet moves below alpha", "field: 4 to 8";
    futility_base = 3, 0..=1000, "futility.base", "cp", "how far below alpha, at least", "SPSA; field: 64";
    futility_slope = 72, 0..=1000, "futility.slope", "cp a ply", "and for each ply", "SPSA; field: 71";
    history_prune_depth = 3, 0..=32, "history-prune.depth", "plies", "deepest node that leaves out moves of bad history", "field: 3";
    history_prune_slope = 5257, 0..=20000, "history-prune.slope", "history a ply", "how bad", "SPSA; field: 1024 of its scale";
    exchange_depth = 8, 0..=32, "exchange.depth", "plies", "deepest node that leaves out losing exchanges", "field: 7";
    exchange_quiet = 90, 0..=1000, "exchange.quiet", "cp a ply", "what a quiet move may lose", "SPSA; field: 40 to 73";
    exchange_capture = 63, 0..=1000, "exchange.capture", "cp a ply", "what a capture may lose", "SPSA; field: 73 to 100";
    reduce_base = 71, -256..=512, "reduce.base", "1/64 ply", "reduction of a late quiet move", "SPSA; field: 0.75 plies";
    reduce_slope = 13, 0..=64, "reduce.slope", "1/64 ply", "times log2 of the depth times log2 of the move's number", "SPSA; field: ln d ln m / 2.25, which is 14 of log2 times log2";
    reduce_noisy = 0, 0..=100, "reduce.noisy", "%", "of that for captures and promotions", "own: Win At Chess at 300,000 nodes, 278 with this and the two numbers named so, 270 before (b6432b6)";
    reduce_history = 242, 10..=2000, "reduce.history", "history a 1/64 ply", "history that takes off one 64th", "SPSA; field: 8000 of history a ply";
    reduce_cut = 80, 0..=256, "reduce.cut", "1/64 ply", "more at expected cut nodes", "SPSA; field: 1 to 2 plies";
    reduce_pv = 47, 0..=256, "reduce.pv", "1/64 ply", "less on the principal variation", "SPSA; field: a ply";
    reduce_worsening = 34, 0..=256, "reduce.worsening", "1/64 ply", "more where the static value fell in two plies", "SPSA; field: up to a ply";
    reduce_check = 200, 0..=256, "reduce.check", "1/64 ply", "less for a move that gives check", "own: with reduce.noisy (b6432b6)";
    reduce_table_noisy = 60, 0..=256, "reduce.table-noisy", "1/64 ply", "more for quiet moves where the table's move takes", "SPSA; field: a ply";
    reduce_cutoffs = 41, 0..=256, "reduce.cutoffs", "1/64 ply", "more where several children failed high already", "SPSA; field: a ply";
    reduce_former_pv = 53, 0..=256, "reduce.former-pv", "1/64 ply", "less where the table remembers a principal variation", "SPSA; field: a ply";
    reduce_deeper = 56, 0..=500, "reduce.deeper", "cp", "a reduced move that beats the best by more is searched again a ply deeper", "SPSA; field: 35 to 50; and a ply less if by hardly anything";
    reduce_losing_check = 64, 0..=256, "reduce.losing-check", "1/64 ply", "less for a move that gives check and loses material", "field: a ply";
    reduce_capture_history = 179, 10..=20000, "reduce.capture-history", "history a 1/64 ply", "capture history that takes off one 64th", "SPSA; field: 8000 to 10000 of history a ply";
    reduce_killer = 71, 0..=256, "reduce.killer", "1/64 ply", "less for killers and counter moves", "SPSA; field: up to a ply";
    reduce_escape = 64, 0..=256, "reduce.escape", "1/64 ply", "less for moves out of check", "own";
    singular_depth = 8, 4..=64, "singular.depth", "plies", "shallowest node that asks whether the table's move is singular", "field: 5 to 8";
    singular_margin = 2, 0..=64, "singular.margin", "cp a ply", "how far short of it all others must fall", "field: 1 to 2";
    singular_double = 23, 0..=1000, "singular.double", "cp", "how much further short they fall where it is extended twice", "SPSA; field: 15 to 25";
    singular_double_pv = 125, 0..=1000, "singular.double-pv", "cp", "the same on the principal variation", "SPSA; field: 250";
    singular_triple = 54, 0..=1000, "singular.triple", "cp", "how much further short they fall where it is extended three times", "SPSA; field: 70 to 120";
    singular_negative = 67, 0..=256, "singular.negative", "1/64 ply", "what the move loses if others are as good, twice if it fails high", "SPSA; field: one to three plies";
    quiescence_delta = 340, 0..=2000, "resolve.delta", "cp", "margin of delta pruning in quiescence search", "SPSA; field: 125 to 165";
    quiescence_checks = 2, 0..=8, "resolve.checks", "plies", "quiescence plies that try quiet checks without cause", "Expositor";
    quiescence_active = 4, 0..=16, "resolve.active", "plies", "quiescence plies that try checks at all", "Expositor";
    quiescence_neutral = 2, 0..=16, "resolve.neutral", "plies", "quiescence plies that still try even exchanges", "Expositor";
    cap_percent = 200, 100..=1000, "cap.percent", "% of the nominal depth", "longest line of the main search", "Weiss: twice the depth";
    cap_plies = 16, 0..=200, "cap.plies", "plies", "and so many more", "own";
    budget_percent = 100, 0..=1000, "budget.percent", "% of the nominal depth", "what extensions may add to one line", "own";
    budget_plies = 8, 0..=200, "budget.plies", "plies", "and so many more", "own";
    budget_unforced = 5, 0..=200, "budget.unforced", "plies", "of it, for moves that are not one of at most two replies to a check", "own";
}

macro_rules! fixed {
    ($($name:ident: $type:ty = $value:expr, $unit:literal, $summary:literal, $source:literal;)*) => {
        $(
            #[doc = concat!($summary, " (", $unit, "; ", $source, ").")]
            pub(crate) const $name: $type = $value;
        )*
    };
}

/// The deepest iteration (plies; own: half of the plies there is room for).
pub const MAX_DEPTH: u32 = 120;

fixed! {
    CLOCK_INTERVAL: u64 = 1_024, "nodes", "Nodes between two looks at the clock", "own: under a millisecond";
    FIRST_ITERATION: u64 = 4_096, "nodes", "A stop is obeyed after the first iteration, or after so many nodes", "own: a few milliseconds";
    HELPER_SKIP: usize = 3, "iterations", "A helper thread skips every nth iteration, each at its own offset", "own, unmeasured";
    ASPIRATION_GROWTH: i32 = 5, "cp", "What a failed aspiration window grows by, besides a half of itself", "own; field: by a third to a half";
    ASPIRATION_LIMIT: i32 = 2_000, "cp", "Beyond it an aspiration window is wide open: mate is near", "own";
    FAIL_HIGH_DEPTH: u32 = 7, "plies", "From this iteration on a move that fails high at the root is searched again a ply less deep", "field: 6 to 8";
    FAIL_HIGH_MOST: Depth = Depth::plies(2), "depth", "The most that it loses by that", "field: up to 3 plies";
    CAP_RESERVE: usize = 40, "plies", "Plies kept free for quiescence below the longest line of the main search", "own";
    TABLE_HALFMOVES: u16 = 90, "plies", "From here to the fifty-move rule there are no transposition table cutoffs", "Stockfish";
    TABLE_DEEPER: Depth = Depth::plies(4), "depth", "An entry so much deeper is not replaced by a bound of the same search", "field";
    TABLE_AGE: Depth = Depth::plies(4), "depth", "What an entry of the transposition table loses in worth with each search", "own, unmeasured";
    RAZORING_BASE: i32 = 100, "cp", "How far below alpha razoring begins at depth zero", "own, unmeasured";
    REVERSE_FUTILITY_BELIEF: i32 = 50, "64ths", "What reverse futility pruning believes of a static evaluation beyond beta", "SPSA; field: a third to a half; measured with the next three: see src/core/search/README.md";
    STAND_PAT_BELIEF: i32 = 41, "64ths", "What quiescence search believes of standing pat beyond beta", "SPSA; field: a half";
    QUIESCENCE_BELIEF: i32 = 45, "64ths", "And of a move beyond beta", "SPSA; field: two to three quarters";
    PRIOR_MOVE_BONUS: i32 = 183, "% of a cutoff's", "What the quiet move gains that led to a node where nothing raised alpha", "SPSA; field: a half to twice";
    PRIOR_MOVE_MALUS: i32 = 28, "% of a cutoff's", "What it loses that led to a table cutoff", "SPSA";
    REVERSE_FUTILITY_WORSENING: i32 = 10, "cp", "How much less above beta is enough for reverse futility pruning where the opponent's last move cost it something", "SPSA";
    RAISED_ALPHA_REDUCTION: Depth = Depth::from_raw(35), "depth", "What the moves that follow lose when one has raised alpha", "SPSA; field: one to three plies";
    RAISED_ALPHA_DEPTHS: (Depth, Depth) = (Depth::plies(2), Depth::plies(13)), "depth", "Between which depths", "Stockfish";
    REDUCE_CORRECTION: i32 = 6, "1/1024 ply a cp", "Less reduction by how far correction history moved the static evaluation", "SPSA; field: the form";
    CUT_WITHOUT_MOVE: i32 = 42, "1/64 ply", "More reduction at expected cut nodes without a table move", "SPSA; field: up to two plies";
    MATE_THREAT_DEPTH: Depth = Depth::plies(2), "depth", "Shallowest node that asks for a mate threat where no pruning depends on it", "own: less deep it costs more than it finds";
    NULL_STATIC_MARGIN: i32 = 148, "cp", "No null move where the static evaluation is not so far above beta", "SPSA; field: 170 to 400 of its units";
    NULL_STATIC_SLOPE: i32 = 21, "cp a ply", "And so much less with the depth", "SPSA; field: 18 to 21 of its units";
    LATE_MOVES_IMPROVING: i32 = 115, "%", "Of the quiet moves that late move pruning leaves, where the static evaluation rose in two plies", "SPSA; field: all of them";
    LATE_MOVES_OTHERWISE: i32 = 73, "%", "And where it did not", "SPSA; field: a half";
    EXCHANGE_CAPTURE_HISTORY: i32 = 22, "1/1024 cp a history", "What a capture may lose besides for its capture history", "SPSA; field: 26 to 35";
    FUTILITY_HISTORY: i32 = 15, "1/1024 cp a history", "What the history of a quiet move adds to its margin of futility pruning", "SPSA; field: 63 of another scale";
    GOOD_CAPTURE_HISTORY: i32 = 17, "1/1024 cp a history", "What a capture may lose for its history and still come before quiet moves", "SPSA; field: 34";
    REVERSE_FUTILITY_CORRECTION: i32 = 27, "64ths", "How much more above beta reverse futility pruning asks for, of what correction history moved the static evaluation", "SPSA; field: the form";
    NULL_EVAL_MOST: i32 = 192, "1/64 ply", "The most that the static evaluation adds to the reduction of a null move", "field: 3 plies";
    NULL_VERIFY_SHARE: i32 = 3, "quarters of the reduced depth", "For how long the verification of a null move allows that side none", "Stockfish";
    PROBCUT_REDUCTION: Depth = Depth::plies(4), "depth", "What ProbCut takes off the depth, the move's own ply included", "field";
    PROBCUT_TABLE_DEPTH: Depth = Depth::plies(3), "depth", "No ProbCut where an entry at most so much less deep fails low", "field";
    PROBCUT_STORED: Depth = Depth::plies(3), "depth", "How much less deep than the node a ProbCut is remembered", "field";
    IIR_REDUCTION: Depth = Depth::PLY, "depth", "What internal iterative reduction takes off", "field";
    LMR_DEPTH: Depth = Depth::plies(2), "depth", "Shallowest node that reduces late moves", "field";
    LMR_PV_MOVES: usize = 3, "moves", "First move on the principal variation that is reduced", "field";
    CHILD_CUTOFFS: u32 = 2, "cutoffs", "Children that may fail high before a node's late moves are reduced more", "field";
    RESEARCH_SHALLOWER: i32 = 8, "cp", "A reduced move that beats the best by less is searched again a ply less deep", "field";
    SINGULAR_TABLE_DEPTH: Depth = Depth::plies(3), "depth", "How much less deep the entry of a singular move may be", "field";
    QUIESCENCE_LAST_PLY: usize = MAX_PLY - 1, "plies", "The deepest ply of quiescence search", "own: what there is room for";
    HISTORY_BONUS: i32 = 206, "history a ply", "What a move gains that fails high", "SPSA; field: 251";
    HISTORY_BONUS_OFFSET: i32 = 5, "history", "And so much less", "SPSA; field: 267";
    HISTORY_BONUS_MOST: i32 = 1_917, "history", "The most that it gains", "SPSA; field: 2418";
    HISTORY_MALUS: i32 = 157, "% of the bonus", "What the quiet moves lose that were searched before it", "SPSA; field: as much";
    CAPTURE_HISTORY_BONUS: i32 = 122, "% of the bonus", "What a capture gains that fails high", "SPSA; field: as much as a quiet move";
    CAPTURE_HISTORY_MALUS: i32 = 85, "% of the bonus", "What the captures lose that were searched before one", "SPSA; field: as much";
    HISTORY_FAR: i32 = 136, "cp", "A quiet move so far beyond beta gains as if it were a ply deeper", "SPSA; field: 78 to 100";
    BUTTERFLY_WEIGHT: i32 = 22, "64ths", "What butterfly history weighs in the history of a quiet move", "SPSA; field: as much as continuation history, or twice";
    PAWN_HISTORY_WEIGHT: i32 = 68, "64ths", "And pawn history", "SPSA; field: once or twice";
    CONTINUATION_WEIGHTS: [i32; 3] = [56, 45, 21], "64ths", "And continuation history one, two and four plies ago", "SPSA; field: once, once, a half to once";
    EVAL_DIFFERENCE: i32 = 5, "history a cp", "What the move before gains by the static evaluation that it gained", "SPSA; field: 5 to 10";
    EVAL_DIFFERENCE_MOST: i32 = 887, "history", "The most that it gains or loses so", "SPSA; field";
    HINDSIGHT_DEEPER: Depth = Depth::plies(3), "depth", "A move reduced by so much that made nothing worse is searched a ply deeper", "Stockfish, Reckless";
    HINDSIGHT_SHALLOWER: Depth = Depth::plies(2), "depth", "A move reduced by so much that made matters worse is searched a ply less deep", "Stockfish, Reckless";
    HINDSIGHT_MARGIN: i32 = 60, "cp", "How much worse", "field: 175 of its units";
    CORRECTION_DEPTH: Depth = Depth::plies(6), "depth", "Where correction history learns the whole difference at once", "field: 4 to 8 plies";
    CORRECTION_MOST: i32 = 256, "cp", "The most that it learns at once", "field: 250";
    CORRECTION_BOUND: i32 = 1_024, "cp", "The bound of one table", "field";
    CORRECTION_SCALE: i32 = 18, "-", "Tables' centipawns for one of correction", "SPSA; before it 20";
    ORDER_CHECK: i32 = 6_000, "history", "What a quiet move that gives check and loses nothing gains in the order of moves", "own, unmeasured; SPSA: nothing at 1,000 nodes, but mates are found later";
    ORDER_ESCAPE: [i32; 6] = [0, 4_664, 4_664, 7_996, 15_993, 0], "history", "What a pawn, a knight, … a king gains in the order of quiet moves that leaves a square attacked by a lesser piece, and loses on going to one", "SPSA, all together; field: 8,000 to 50,000 of its scale for a queen";
    ORDER_VICTIM: i32 = 16, "order a cp", "Weight of the victim in the order of captures", "own, unmeasured";
    ORDER_CAPTURE_HISTORY: i32 = 5, "history an order", "Capture history that weighs one", "SPSA";
    ORDER_UNDERPROMOTION: i32 = 2, "queens", "What an underpromotion loses in the order of captures", "own";
    TIME_STABLE: [i32; 5] = [250, 120, 90, 80, 75], "% of the time", "Time by the iterations for which the best move has stayed: none, one, …", "Simbelmyne";
    TIME_EFFORT_BASE: i32 = 152, "% of the nodes", "Share of the nodes below the best move at which there would be no time left", "Simbelmyne";
    TIME_EFFORT_SLOPE: i32 = 174, "% of the time for all nodes", "Time for each share of the nodes that is short of that", "Simbelmyne";
    TIME_FALLING: i32 = 1, "% of the time a cp", "More time where the score fell below the mean of the iterations before", "own; form of Stockfish, which takes 2.2 % a hundredth of a pawn";
    TIME_FALLING_RANGE: (i32, i32) = (90, 160), "% of the time", "The least and the most that a score does to it", "Stockfish: 57 to 170";
    TIME_LEAST: i32 = 20, "% of the time", "A plan is never shrunk below this", "own";
    TIME_ONLY_MOVE: u32 = 8, "plies", "In a game an only move is played after so deep an iteration: deep enough for a score", "own";
    MATE_DEPTH_FACTOR: usize = 2, "plies a ply", "A mate is searched for shorter ones to so many times its length", "own";
    MATE_DEPTH_MARGIN: usize = 6, "plies", "And so many more", "own";
}

/// The whole table: the extensions first.
pub static PARAMS: LazyLock<Vec<ParamSpec>> = LazyLock::new(|| {
    let rules = Rule::ALL.into_iter().map(weights_row).chain([typed_row()]);
    rules.chain(Params::rows()).collect()
});

/// Creates the row of an extension rule: quarters of a ply, one for all nodes or three as `4/2/1` for Pv, Cut and All nodes.
fn weights_row(rule: Rule) -> ParamSpec {
    let show = move |params: &Params| match params.extensions.get(rule) {
        [pv, cut, all] if pv == cut && cut == all => pv.to_string(),
        [pv, cut, all] => format!("{pv}/{cut}/{all}"),
    };
    let takes = format!("quarters of a ply, 0 to {MOST_QUARTERS}, or three of them as 4/2/1");
    SettingSpec {
        name: format!("extension.{}", rule.name()),
        kind: SettingKind::Form { default: show(&Params::default()), takes },
        summary: rule.summary().to_owned(),
        about: Provenance { unit: "quarters", source: "the profile: see profiles.rs" },
        show: Box::new(show),
        read: Box::new(move |params, text| {
            let quarters = |part: &str| i32::read(part.trim(), &(0..=MOST_QUARTERS));
            let parts: Vec<i32> = text.split('/').map(quarters).collect::<Result<_, _>>()?;
            let weights = match parts[..] {
                [all] => [all; 3],
                [pv, cut, all] => [pv, cut, all],
                _ => return Err(ValueError::Kind),
            };
            params.extensions = params.extensions.with(rule, weights);
            Ok(())
        }),
    }
}

/// The row of all typed rules.
fn typed_row() -> ParamSpec {
    SettingSpec {
        name: "extension.typed".to_owned(),
        kind: SettingKind::Form {
            default: "none".to_owned(),
            takes: "rules as `extend` takes them, with commas between them, or none".to_owned(),
        },
        summary: "rules of extension of your own; `extend` adds one and takes it out".to_owned(),
        about: Provenance { unit: "", source: "typed" },
        show: Box::new(|params| params.typed.to_string()),
        read: Box::new(|params, text| {
            params.typed = TypedRules::read(text).map_err(ValueError::Refused)?;
            Ok(())
        }),
    }
}

impl Params {
    /// Switches a rule off, built in or typed.
    pub(crate) fn switch_off(&mut self, rule: Rule) {
        self.typed = self.typed.without(rule);
        if rule.index() < Rule::COUNT {
            self.extensions = self.extensions.with(rule, [0; 3]);
        }
    }

    pub(crate) const fn with(extensions: Extensions) -> Params {
        Params { extensions, ..Params::initial() }
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let spec = find(&PARAMS, name)
            .ok_or_else(|| format!("there is no parameter \"{name}\"; `get` lists them all"))?;
        spec.set(self, value.trim())
            .map_err(|_| format!("{name} takes {}, not \"{value}\"", spec.range()))
    }

    pub fn get(&self, name: &str) -> Option<String> {
        find(&PARAMS, name).map(|spec| spec.value(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::NodeKind;

    #[test]
    fn every_parameter_can_be_set_to_what_it_is() {
        let mut params = Params::default();
        for spec in PARAMS.iter() {
            let value = spec.value(&params);
            params.set(&spec.name, &value).unwrap();
        }
        assert_eq!(params, Params::default());
    }

    #[test]
    fn extensions_take_one_weight_or_three() {
        let mut params = Params::default();
        params.set("extension.check", "0").unwrap();
        assert!(!params.extensions.is_on(Rule::Check));
        params.set("extension.check", "4/2/1").unwrap();
        assert_eq!(params.extensions.of(Rule::Check, NodeKind::Cut), Depth::quarters(2));
        assert_eq!(params.get("extension.check").as_deref(), Some("4/2/1"));
        assert!(params.set("extension.check", "9").is_err());
        assert!(params.set("extension.check", "4/2").is_err());
        assert!(params.set("extension.chess", "4").is_err());
        assert!(params.set("null.base", "many").is_err());
    }
}
