//! Sample answers, one or more for each view.

use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use quarterply::chess::game::{Claim, Ending, Status, Step};
use quarterply::chess::game_tree::GameTree;
use quarterply::chess::{ByColor, BySquare, Color, Position, Square};
use quarterply::commands::display::eval::{EvalAnswer, EvalView};
use quarterply::commands::display::key::KeyAnswer;
use quarterply::commands::display::show::BoardAnswer;
use quarterply::commands::mates::solve::view::SolveAnswer;
use quarterply::commands::mates::solve::{MateTally, Misses, SolveTotals};
use quarterply::commands::play::book::{BookAnswer, BookForgotten, BookSaved};
use quarterply::commands::position::fen::FenAnswer;
use quarterply::commands::position::history::HistoryAnswer;
use quarterply::commands::position::load::LoadedAnswer;
use quarterply::commands::position::moves::{MoveGroup, MovesAnswer};
use quarterply::commands::position::pgn::PgnAnswer;
use quarterply::commands::protocol::ReadyAnswer;
use quarterply::commands::search::explain::ExplainAnswer;
use quarterply::commands::search::extend::trial::{FoundByRule, RuleTrialAnswer};
use quarterply::commands::search::extensions::{ExtensionRow, ExtensionsAnswer};
use quarterply::commands::search::pv::PvAnswer;
use quarterply::commands::search::resolve::{Node, ResolveAnswer};
use quarterply::commands::search::see::{Exchange, SeeAnswer};
use quarterply::commands::search::tb::{TableMoveForm, TablesAnswer};
use quarterply::commands::session::assert::Asserted;
use quarterply::commands::session::restore::RestoredAnswer;
use quarterply::commands::session::save::{SavedAnswer, SavedContent};
use quarterply::commands::settings::get::SettingsAnswer;
use quarterply::commands::tools::bench::BenchAnswer;
use quarterply::commands::tools::info::InfoAnswer;
use quarterply::commands::tools::perft::suite::{Difference, PerftSuiteAnswer};
use quarterply::commands::tools::perft::{Divided, PerftAnswer};
use quarterply::commands::tools::suite::paired::PairedCounts;
use quarterply::commands::tools::suite::view::SuiteAnswer;
use quarterply::commands::tools::suite::{LeftOut, SuiteRun, SuiteTotals};
use quarterply::commands::{Completer, Group, Spoiler};
use quarterply::engine::bench::BenchResult;
use quarterply::engine::book::{BookPage, BookPageMove};
use quarterply::eval::classical::FULL_SCALE;
use quarterply::eval::{EvalReport, NetworkShare, Pair, TermLine};
use quarterply::ink::Spoken;
use quarterply::ink::answer::Done;
use quarterply::ink::json::{
    Count, Fen, FilePath, HashKey, Milliseconds, PlayedMove, PlayedStep, SearchedLine, Standing,
};
use quarterply::oracle::book::{BookMove, Results};
use quarterply::oracle::tables::TableValue;
use quarterply::oracle::{Opening, TableVerdict};
use quarterply::search::trace::{Prune, ResolveMove, ResolveNode, RootMove, Skip};
use quarterply::search::{Explanation, KeepOn, Rule, ScoredLine, WithoutRule, trace as traced};
use quarterply::shell::reply::{
    BoardView, Changed, Setting, SettingChanged, Walk, Walked, WrittenStep,
};

use quarterply::commands::CommandSpec;
use quarterply::commands::session::help::Help;
use quarterply::commands::topics::HelpTopic;
use quarterply::ink::answer::Text;
use quarterply::shell::Reply;
use quarterply::units::{Bound, Depth, Score, WhiteScore};

use super::events::{KINDS, ROOT, ledger, moves, position};
use super::{inspections, mates, networks};

fn played(before: Position, san: &str) -> PlayedStep {
    PlayedStep { before, step: Step::Move(moves(&before, san)[0]), chess960: false }
}

/// Every answer with the name of its file.
pub(super) fn replies() -> Vec<(&'static str, Reply)> {
    let mut all = vec![("changed", changed().into()), ("walked", walked().into())];
    all.extend(boards());
    all.extend(books());
    all.extend(games());
    all.extend(evaluations());
    all.extend(trees());
    all.push(("explain", explained()));
    all.extend(tables());
    all.extend(measured());
    all.extend(about());
    all.extend(mates::replies());
    all.extend(networks::replies());
    all.extend(inspections::replies());
    all
}

fn changed() -> Changed {
    let root = position(ROOT);
    Changed {
        fen: Fen(root),
        status: Standing(Status::Claimable(Claim::ThreefoldRepetition)),
        notes: vec![
            "move 1 again: this is a new game (undo brings the old one back)".to_owned(),
            "the text says move 4, the board is at move 3".to_owned(),
        ],
        walk: None,
        last: None,
        board_view: None,
        opening: None,
    }
}

fn walked() -> Changed {
    let before = Position::start();
    let written = |word: &str, nags: &[u16], comment: &str| WrittenStep {
        step: played(before, word),
        nags: nags.to_vec(),
        comments: vec![comment.to_owned()],
    };
    let next = vec![written("e4", &[1], ""), written("d4", &[], "")];
    let first = Some(written("e4", &[1], "best by test [%clk 0:05:00]"));
    let walked = Walked::Back { first, plies: 1 };
    let walk = Walk { walked, next, ended: None, plays: false };
    let view = BoardView { flipped: false, followed: false, always: true };
    let (fen, status) = (Fen(before), Standing(Status::Ongoing));
    Changed {
        fen,
        status,
        notes: Vec::new(),
        walk: Some(Box::new(walk)),
        last: None,
        board_view: Some(view),
        opening: None,
    }
}

fn boards() -> Vec<(&'static str, Reply)> {
    let before = position("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
    let mate = played(before, "Qxf7#");
    let Step::Move(mv) = mate.step else { unreachable!() };
    let board = |position, last, flipped, seen, status, operations| {
        let opening = (seen == 2).then(najdorf);
        let big = false;
        let status = Standing(status);
        BoardAnswer {
            turned: false,
            position,
            last,
            opening,
            flipped,
            big,
            words: false,
            seen,
            status,
            operations,
        }
        .into()
    };
    let over = Status::Over(Ending::Checkmate { winner: Color::White });
    let start = Position::start();
    let castling = position("r3k2r/8/8/1b6/8/8/8/R3K2R b KQkq - 92 60");
    let castled = played(castling, "O-O-O");
    let Step::Move(castle) = castled.step else { unreachable!() };
    let operations =
        vec![("bm".to_owned(), "Kf2".to_owned()), ("id".to_owned(), "\"a name\"".to_owned())];
    vec![
        ("board", board(start, None, false, 1, Status::Ongoing, Vec::new())),
        ("board-mate", board(before.play(mv), Some(mate), false, 1, over, Vec::new())),
        (
            "board-flipped",
            board(castling.play(castle), Some(castled), true, 2, Status::Ongoing, operations),
        ),
    ]
}

fn najdorf() -> Opening {
    Opening { eco: "B90".to_owned(), name: "Sicilian Defence, Najdorf".to_owned() }
}

fn table_moves() -> Reply {
    let root = position("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1");
    let value = |verdict, mate, zeroing| TableValue { verdict, mate, zeroing };
    let played = |mv| PlayedMove { before: root, mv, chess960: false };
    let found = |san: &str, value: TableValue| TableMoveForm {
        mv: played(moves(&root, san)[0]),
        value: value.into(),
    };
    let rows = vec![
        found("Qb7#", value(TableVerdict::Win, Some(1), None)),
        found("Qb6", value(TableVerdict::Draw, None, Some(0))),
        found("Qb4", value(TableVerdict::CursedWin, None, Some(101))),
        found("Kd6", value(TableVerdict::Loss, Some(12), Some(3))),
    ];
    let value = value(TableVerdict::Win, Some(1), None);
    let (fen, value, syzygy_men) = (Fen(root), value.into(), Some(5));
    TablesAnswer { fen, value, moves: rows, syzygy_men, files: 145 }.into()
}

fn books() -> Vec<(&'static str, Reply)> {
    let root = Position::start();
    let row = |san: &str, weight, (wins, draws, losses), permille, score: Option<i32>| {
        let mv = moves(&root, san)[0];
        let results = Results { wins, draws, losses };
        let learned = Results { wins: u32::from(weight == 0), draws: 0, losses: 2 };
        let learned = if wins == 0 { learned } else { Results::default() };
        let found = BookMove { mv, weight, results, learned };
        BookPageMove { found, permille, score: score.map(Score::cp) }
    };
    let listed = vec![
        row("e4", 65_535, (1_200, 1_100, 900), 812, Some(31)),
        row("Nf3", 180, (40, 50, 30), 188, None),
        row("f4", 0, (0, 0, 0), 0, Some(-42)),
    ];
    let names = vec![None, Some(najdorf()), None];
    let page = |moves: &[BookPageMove], source: Option<&str>| {
        let page = BookPage { source: source.map(str::to_owned), moves: moves.to_vec() };
        let opening = Some(najdorf());
        let (names, plays, chess960) = (names.clone(), true, false);
        BookAnswer { position: root, opening, page, names, plays, chess960 }.into()
    };
    vec![
        ("book", page(&listed, Some("my.bin"))),
        ("book-none", page(&[], None)),
        ("book-forgotten", BookForgotten { moves: 3 }.into()),
        ("tables", table_moves()),
        (
            "book-saved",
            BookSaved { path: FilePath("my.bin".into()), moves: 4_400, positions: 4_191 }.into(),
        ),
    ]
}

fn games() -> Vec<(&'static str, Reply)> {
    let start = Position::start();
    let root = position(ROOT);
    let mut steps: Vec<Step> =
        moves(&start, "e4 e5 Bc4 Nc6 Qh5 Nf6").into_iter().map(Step::Move).collect();
    steps.insert(4, Step::Pass);
    steps.truncate(5);
    let mut tree = GameTree::new(start);
    for &step in &steps {
        tree.step(step).unwrap();
    }
    tree.goto(3);
    let takes = position("4k3/8/2n5/4p3/8/5N2/8/4K3 w - - 0 1");
    let exchange = |mv| Exchange::of(PlayedMove { before: takes, mv, chess960: false });
    let exchanges = moves(&takes, "Nxe5").into_iter().map(exchange).collect();
    let group = |kind, moves: Vec<quarterply::chess::Move>| MoveGroup {
        kind,
        words: moves.iter().map(|&mv| Spoken::Words.mv(&takes, mv)).collect(),
        moves: moves
            .into_iter()
            .map(|mv| PlayedMove { before: takes, mv, chess960: false }.into())
            .collect(),
    };
    let groups = vec![
        group("captures", moves(&takes, "Nxe5")),
        group("quiet", takes.legal_moves().iter().map(|legal| legal.mv).collect()),
    ];
    let (score, pv) = ((Score::cp(-35), Bound::Exact), moves(&root, "g6 Qf3 Nf6"));
    let line = SearchedLine { root, score, pv, chess960: false };
    let empty = GameTree::new(root);
    let history = |tree| HistoryAnswer::of(tree, false).into();
    let (key, pawn_key) = (HashKey(0x8F1C_0000_0000_0001), HashKey(7));
    vec![
        ("fen", FenAnswer { fen: Fen(root) }.into()),
        ("key", KeyAnswer { key, pawn_key }.into()),
        ("history", history(tree)),
        ("history-empty", history(empty)),
        ("pgn", PgnAnswer { text: "[Event \"?\"]\n\n1. e4 e5 *\n".to_owned() }.into()),
        (
            "moves",
            MovesAnswer {
                groups,
                from: None,
                no_piece: false,
                coordinates: false,
                in_check: false,
            }
            .into(),
        ),
        ("see", SeeAnswer { position: takes, exchanges }.into()),
        ("pv", PvAnswer { depth: 12, lines: vec![line], board: Some(root) }.into()),
    ]
}

fn evaluations() -> Vec<(&'static str, Reply)> {
    let term = |name, white: (i32, i32), black: (i32, i32)| TermLine {
        name,
        sides: ByColor::new(Pair::new(white.0, white.1), Pair::new(black.0, black.1)),
    };
    let terms = vec![
        term("material", (3_940, 4_200), (3_940, 4_200)),
        term("placement", (38, 12), (21, 10)),
        term("king safety", (20, 0), (74, 0)),
        term("tempo", (18, 10), (0, 0)),
    ];
    let total = terms.iter().fold(Pair::ZERO, |sum, term| sum + term.balance());
    let place = position("4k3/8/2n5/4p3/8/5N2/8/Q3K3 w - - 0 1");
    let mut pieces = BySquare([None; 64]);
    for (square, cp) in
        [(Square::C6, -312), (Square::E5, -104), (Square::F3, 327), (Square::A1, 1_042)]
    {
        pieces[square] = Some(WhiteScore::from_score(Score::cp(cp)));
    }
    let report = EvalReport {
        terms,
        total,
        phase: 14,
        scale: 48,
        fifty_move_scale: FULL_SCALE,
        ending: None,
        score: WhiteScore::from_score(Score::cp(-9)),
        pieces,
        network: None,
    };
    let eval = |position, report, view| EvalAnswer { position, report, view }.into();
    let checked = position("4k3/8/8/8/7b/8/8/4K3 w - - 0 1");
    let known =
        EvalReport { ending: Some("KB v K"), score: WhiteScore::default(), ..report.clone() };
    let share = NetworkShare {
        residual: false,
        head: 1,
        mirrored: ByColor([true, false]),
        alone: WhiteScore::from_score(Score::cp(-21)),
        classical: WhiteScore::from_score(Score::cp(34)),
    };
    let by_network = EvalReport { network: Some(share), ..report.clone() };
    vec![
        ("eval-network", eval(place, by_network, EvalView::Full)),
        ("eval", eval(place, report.clone(), EvalView::Full)),
        ("eval-check", eval(checked, known, EvalView::Terms)),
        ("eval-raw", eval(place, report, EvalView::Raw)),
    ]
}

fn leaf(value: i32) -> ResolveNode {
    ResolveNode {
        mv: None,
        in_check: false,
        stand_pat: Some(Score::cp(value)),
        left_out: 0,
        moves: Vec::new(),
        value: Score::cp(value),
        cut: false,
        nodes: 1,
    }
}

/// The tree of Expositor's picture, roughly: a fork, two evasions and what was skipped.
fn trees() -> Vec<(&'static str, Reply)> {
    let root = position("3k3r/3p1p2/3P2p1/4N1P1/8/8/8/3K4 w - - 0 1");
    let mv = |position: &Position, san: &str| moves(position, san)[0];
    let fork = mv(&root, "Nxf7+");
    let forked = root.play(fork);
    let evasion = |san: &str, value: i32| {
        let mv = mv(&forked, san);
        let takes = moves(&forked.play(mv), "Nxh8")[0];
        let end = ResolveNode { mv: Some(takes), ..leaf(-value) };
        let skipped =
            ResolveMove::Skipped(moves(&forked.play(mv), "Ne5")[0], Skip::LosesQuietly(320));
        ResolveMove::Tried(ResolveNode {
            mv: Some(mv),
            moves: vec![ResolveMove::Tried(end), skipped],
            stand_pat: Some(Score::cp(value - 400)),
            value: Score::cp(value),
            cut: value == 363,
            nodes: 2,
            ..leaf(0)
        })
    };
    let checked = ResolveNode {
        mv: Some(fork),
        in_check: true,
        stand_pat: None,
        left_out: 0,
        moves: vec![evasion("Kc8", 363), evasion("Ke8", 248)],
        value: Score::cp(-248),
        cut: false,
        nodes: 5,
    };
    let skip = |san: &str, skip| ResolveMove::Skipped(mv(&root, san), skip);
    let tree = ResolveNode {
        stand_pat: Some(Score::cp(-401)),
        moves: vec![
            ResolveMove::Tried(checked),
            skip("Nc6+", Skip::Loses(300)),
            skip("Nxd7", Skip::Loses(200)),
            skip("Nxg6", Skip::Delta { hope: Score::cp(-120), alpha: Score::cp(248) }),
        ],
        value: Score::cp(248),
        nodes: 9,
        ..leaf(0)
    };
    let resolve = |fold, lines| {
        let (fen, tree) = (Fen(root), Node::of(&root, &tree, false));
        ResolveAnswer { fen, tree, after: None, fold, lines }.into()
    };
    vec![("resolve", resolve(9, 200)), ("resolve-folded", resolve(2, 4))]
}

fn explained() -> Reply {
    let root = position(ROOT);
    let line = moves(&root, "Nf6 Qxf7#");
    let step =
        |ply: usize, fired: Vec<(Rule, Depth)>, extension, reduction, kept_on| traced::TracedStep {
            mv: line[ply],
            node: KINDS[ply],
            ply,
            depth: Depth::quarters(29 - 5 * ply as i32),
            fired,
            extension: Depth::quarters(extension),
            reduction: Depth::quarters(reduction),
            child_depth: Depth::quarters(25 - 5 * ply as i32),
            kept_on,
            score: Score::cp(-30),
            bound: Bound::Upper,
        };
    let both = vec![(Rule::KingAttack, Depth::quarters(2)), (Rule::Check, Depth::quarters(4))];
    let root_move = |san: &str, nodes, score: Score, bound, added| RootMove {
        mv: moves(&root, san)[0],
        nodes,
        score,
        bound,
        seldepth: 9,
        added,
    };
    let explanation = Explanation {
        mv: line[0],
        depth: 7,
        score: Score::mated_at(2),
        bound: Bound::Upper,
        best: ScoredLine { score: Score::cp(-29), bound: Bound::Exact, pv: moves(&root, "g6 Qf3") },
        line: vec![step(0, Vec::new(), 0, 6, None), step(1, both, 3, 0, Some(KeepOn::InCheck))],
        moves: vec![
            root_move("g6", 80_000, Score::cp(-29), Bound::Exact, 0),
            root_move("Nf6", 3_100, Score::mated_at(2), Bound::Upper, 64 * 1_234),
            root_move("Qf6", 900, Score::cp(-128), Bound::Upper, 100),
        ],
        prunes: vec![(Prune::Futility, 1_200), (Prune::NullMove, 90)],
        extensions: vec![(Rule::Check, 912, 912 * 64), (Rule::SingleReply, 3, 144)],
        found_at: Some(7),
        found_by: vec![
            WithoutRule {
                rule: Rule::Check,
                score: Score::cp(-42),
                bound: Bound::Upper,
                missed: true,
            },
            WithoutRule {
                rule: Rule::SingleReply,
                score: Score::mates_at(3),
                bound: Bound::Exact,
                missed: false,
            },
        ],
    };
    let said =
        ScoredLine { score: Score::cp(-35), bound: Bound::Exact, pv: moves(&root, "g6 Qf3 Nf6") };
    let said = Some(said);
    let (params_changed, chess960) = (true, false);
    ExplainAnswer { position: root, explanation, said, params_changed, chess960 }.into()
}

fn tables() -> Vec<(&'static str, Reply)> {
    let ledger = ledger(Vec::new());
    let rows = |used: bool| {
        let row = |rule: Rule| ExtensionRow {
            rule,
            weights: [Depth::quarters(4), Depth::quarters(3), Depth::ZERO],
            defaults: [
                Depth::quarters(4),
                Depth::quarters(if rule == Rule::Check { 4 } else { 3 }),
                Depth::ZERO,
            ],
            summary: rule.summary(),
            used: used.then(|| ledger.rules[rule.index()]),
        };
        // Not all rules: a new one must change no golden file.
        [Rule::Check, Rule::PawnSixth, Rule::SingleReply, Rule::Recapture].map(row).to_vec()
    };
    let table = |used: bool| {
        let last = used.then(|| (position(ROOT), ledger.clone()));
        let profile = "quarterply".to_owned();
        ExtensionsAnswer { profile, rows: rows(used), last, gain: false }.into()
    };
    let setting = |name: &str, value: &str, unit, summary: &str| Setting {
        name: name.to_owned(),
        value: value.to_owned(),
        default: "64".to_owned(),
        unit,
        range: "1–1048576".to_owned(),
        summary: summary.to_owned(),
    };
    let hash = setting("Hash", "256", "MiB", "memory for what was searched already");
    let list = vec![
        hash.clone(),
        setting("extension.check", "64", "quarters", "the side to move is in check"),
    ];
    vec![
        ("extensions", table(true)),
        ("extensions-unused", table(false)),
        ("settings", SettingsAnswer { settings: list }.into()),
        ("setting", SettingsAnswer { settings: vec![hash.clone()] }.into()),
        ("setting-changed", SettingChanged { setting: hash, before: String::new() }.into()),
    ]
}

fn measured() -> Vec<(&'static str, Reply)> {
    let start = Position::start();
    let elapsed = Duration::from_millis(210);
    let a3 = PlayedMove { before: start, mv: moves(&start, "a3")[0], chess960: false };
    let perft = PerftAnswer {
        depth: 5,
        nodes: Count(4_865_609),
        time_ms: Milliseconds(elapsed),
        stopped: false,
        expected: Some(Count(4_865_610)),
        divide: vec![Divided { mv: a3, nodes: Count(380) }],
    };
    let wrong = vec![Difference {
        line: 3,
        fen: Fen(start),
        depth: 2,
        expected: Count(401),
        found: Count(400),
    }];
    let path = FilePath("suite.epd".into());
    let comparison = PerftSuiteAnswer {
        path: path.clone(),
        depth: 4,
        positions: 6_839,
        counts: 27_356,
        wrong,
        nodes: Count(1_234_567_890),
        elapsed: Milliseconds(elapsed),
        stopped: false,
    };
    let run = |profile, solved, nodes, paired| SuiteRun {
        profile,
        paired,
        totals: SuiteTotals {
            positions: 300,
            solved,
            undecided: 0,
            nodes: Count(nodes),
            elapsed: Milliseconds(Duration::from_secs(90)),
            stopped: false,
        },
    };
    let runs = vec![run(None, 291, 214_000_000, None)];
    let paired = paired([248, 2, 43, 7]);
    let under = vec![
        run(Some("quarterply"), 291, 214_000_000, None),
        run(Some("slow"), 250, 220_000_000, Some(paired)),
    ];
    let bench = BenchResult { positions: 50, depth: 12, nodes: 2_345_678, elapsed, stopped: false };
    vec![
        ("perft", perft.into()),
        ("perft-suite", comparison.into()),
        ("bench", BenchAnswer::from(bench).into()),
        ("suite", SuiteAnswer { path: path.clone(), runs, left_out: LeftOut::default() }.into()),
        (
            "suite-profiles",
            SuiteAnswer { path: path.clone(), runs: under, left_out: LeftOut::default() }.into(),
        ),
        ("rule-trial", tried(path.clone()).into()),
        ("solve", solved(path.0).into()),
    ]
}

/// Positions that both solve, only the second, only the first, and neither.
fn paired([both, gained, lost, neither]: [usize; 4]) -> PairedCounts {
    let pairs = [
        vec![[true; 2]; both],
        vec![[false, true]; gained],
        vec![[true, false]; lost],
        vec![[false; 2]; neither],
    ];
    PairedCounts::of(&pairs.concat())
}

fn tried(path: FilePath) -> RuleTrialAnswer {
    let found = |position: &str, with, without: Option<u64>| FoundByRule {
        position: position.to_owned(),
        fen: Fen(Position::start()),
        with: Count(with),
        without: without.map(Count),
    };
    RuleTrialAnswer {
        rule: "check",
        path,
        limit: Count(20_000),
        fired: Count(1_234_567),
        file: paired([206, 18, 7, 209]),
        quiet: paired([60, 2, 3, 38]),
        quiet_nodes: [Count(81_000), Count(2_060_000)],
        examples: vec![found("Spassky-Tal 1979", 5_457, Some(55_353)), found("line 12", 812, None)],
        stopped: true,
        left_out: LeftOut::default(),
    }
}

fn solved(path: PathBuf) -> SolveAnswer {
    let tally = |tried, found, best, shortest| MateTally {
        tried,
        found,
        best,
        shortest,
        nodes: Count(123_456 * tried as u64),
        time: Milliseconds(Duration::from_millis(150) * tried as u32),
    };
    let all = SuiteTotals {
        positions: 120,
        solved: 101,
        undecided: 0,
        nodes: Count(14_814_720),
        elapsed: Milliseconds(Duration::from_secs(18)),
        stopped: true,
    };
    let mates =
        [(2, tally(40, 40, 40, 40)), (6, tally(30, 30, 29, 20)), (7, tally(30, 28, 26, 12))];
    SolveAnswer {
        path,
        size: 300,
        totals: SolveTotals { all, mates: mates.into_iter().collect() },
        misses: Some(Misses { path: "suite.miss.epd".into(), missed: 19, untried: 180 }),
        proofs: Some(("proofs".into(), 98)),
        left_out: LeftOut::default(),
    }
}

static SPEC: CommandSpec = CommandSpec {
    name: "walk",
    aliases: &["w"],
    arguments: "[STEPS] [slowly]",
    group: Group::Tools,
    spoiler: Spoiler::Safe,
    summary: "go for a walk",
    details: "Without a number, one step; the board stays where it is, and a long walk may take more than a line to tell about.",
    examples: &[
        ("walk", "one step", "one step, and the board stays"),
        ("walk 12 slowly", "twelve, with time to look", ""),
    ],
    completer: Completer::Nothing,
    takes_text: false,
    answers: &[],
    terms: quarterply::shell::terms::free(quarterply::shell::terms::Scheduling::Concurrent),
    read: |_| Ok(Box::new(|_| Ok(Done.into()))),
};

static TOPIC: HelpTopic = HelpTopic {
    name: "weather",
    summary: "what to wear on a walk",
    text: &[
        "A coat in winter, a hat in summer, and boots whenever it rains, which here it does rather often.",
        "Nothing else.",
    ],
    examples: &[("walk 3", "long enough to find out")],
};

fn about() -> Vec<(&'static str, Reply)> {
    let path = PathBuf::from("session.quarterply");
    let info = InfoAnswer {
        version: "0.1.0",
        cpu: vec!["bmi2", "avx2"],
        checked: false,
        threads: 2,
        hash: 64,
        hashfull: 171,
        profile: "quarterply".to_owned(),
        history: None,
        lag: Some(Milliseconds(Duration::from_millis(12))),
        license: "GPL-3.0-or-later",
    };
    let saved = |content| SavedAnswer::new(path.clone(), content).into();
    vec![
        ("help", Help::Short(std::slice::from_ref(&SPEC)).into()),
        ("help-all", Help::Overview(std::slice::from_ref(&SPEC)).into()),
        ("help-group", Help::Group(Group::Tools, std::slice::from_ref(&SPEC)).into()),
        ("help-topic", Help::Topic(&TOPIC).into()),
        ("help-command", Help::Command(&SPEC).into()),
        ("info", info.into()),
        ("saved", saved(SavedContent::Session { moves: 1 })),
        ("saved-game", saved(SavedContent::Game { moves: 12 })),
        ("saved-added", saved(SavedContent::Added { games: 3 })),
        (
            "loaded",
            LoadedAnswer {
                changed: changed(),
                title: None,
                path: FilePath(path.clone()),
                record: 2,
                records: 3,
                board: None,
            }
            .into(),
        ),
        (
            "restored",
            RestoredAnswer { changed: changed(), path: FilePath(path), settings: 1 }.into(),
        ),
        ("text", Text::of("said \u{1b}[31mas it was\u{1b}[0m given").into()),
        ("ready", ReadyAnswer { message: None }.into()),
        (
            "ready-fault",
            ReadyAnswer { message: Some("the table has 16 MiB, not 64".to_owned()) }.into(),
        ),
        ("asserted", Asserted { ok: true, found: "Nf3".to_owned() }.into()),
    ]
}

/// A name, a sentence, and the line with the place that it points at.
type SampleError = (&'static str, &'static str, Option<(&'static str, Range<usize>)>);

/// Errors at the prompt and in a script, short and long.
pub(super) fn complaints() -> Vec<SampleError> {
    vec![
        (
            "",
            "move 4 of 4: no black queen can reach h5 (Qe7 Qf6 Qg5 Qh4 are legal); nothing was played",
            Some(("d4 exd4 Nxd4 Qh5", 13..16)),
        ),
        (
            "",
            "FEN field 5 (half-move clock) must be a number, got \"x\"",
            Some(("8/8/8/8/8/8/8/K6k w - - x", 24..25)),
        ),
        ("session.txt:12: ", "there is nothing to take back", None),
    ]
}
