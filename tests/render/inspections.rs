//! Sample answers of inspection commands, and of small commands about the session.

use std::time::Duration;

use quarterply::commands::display::bits::BitsAnswer;
use quarterply::commands::display::control::ControlAnswer;
use quarterply::commands::position::order::{OrderAnswer, Stage};
use quarterply::commands::search::tt::{EntryAfter, KnownEntry, TableAnswer};
use quarterply::commands::session::alias::{AliasRow, Aliases};
use quarterply::commands::session::log::LogFile;
use quarterply::commands::tools::check::{CheckAnswer, CheckRow};
use quarterply::commands::tools::time::Took;
use quarterply::eval::{Certainty, Evaluation};
use quarterply::ink::json::{Count, Fen, Milliseconds, PlayedMove};
use quarterply::search::table::Entry;
use quarterply::shell::Reply;
use quarterply::units::{Bound, Depth, Score};

use super::events::{ROOT, moves, position};

pub(super) fn replies() -> Vec<(&'static str, Reply)> {
    let root = position(ROOT);
    let chess960 = false;
    let played = |mv| PlayedMove { before: root, mv, chess960 };
    let generated: Vec<_> = root.legal_moves().iter().map(|legal| played(legal.mv)).collect();
    let table = moves(&root, "g6").first().copied();
    let mut searched: Vec<_> = generated
        .iter()
        .map(|&searched| match Some(searched.mv) == table {
            true => (searched, Stage { stage: "table", score: None }),
            false => {
                (searched, Stage { stage: "quiet", score: Some(searched.mv.to().index() as i32) })
            }
        })
        .collect();
    searched.sort_by_key(|(_, stage)| stage.score.map(|score| -score));
    let (searched, stages) = searched.into_iter().unzip();
    let order =
        OrderAnswer { profile: "slow", generated, searched, stages, table: table.map(played) };
    let entry = |score: i32, quarters: i32, bound| Entry {
        mv: None,
        score: Score::cp(score),
        eval: Some(Evaluation { score: Score::cp(-12), certainty: Certainty::Estimate }),
        depth: Depth::quarters(quarters),
        on_pv: false,
        bound,
    };
    let here = Entry { mv: table, ..entry(-35, 49, Bound::Exact) };
    let after = |mv, entry| {
        let entry = KnownEntry::of(&root.play(mv), &entry, chess960);
        EntryAfter { after: played(mv), entry }
    };
    let known = TableAnswer {
        fen: Fen(root),
        here: Some(KnownEntry::of(&root, &here, chess960)),
        moves: vec![
            after(moves(&root, "g6")[0], entry(35, 45, Bound::Exact)),
            after(moves(&root, "Qe7")[0], entry(61, 20, Bound::Lower)),
        ],
        unknown: 31,
        hashfull: 7,
    };
    let row = |what, compared, fault: Option<&str>| CheckRow {
        what,
        compared: Count(compared),
        fault: fault.map(str::to_owned),
    };
    let check = CheckAnswer {
        rows: vec![
            row("legal moves, counted and one by one", 12_345, None),
            row("checks that a move is said to give", 12_345, Some("a FEN: e2e4")),
        ],
        positions: Count(7),
        stopped: false,
    };
    let aliases = vec![AliasRow { word: "m3".to_owned(), command: "proof 3".to_owned() }];
    vec![
        ("control", ControlAnswer::of(&root, false).into()),
        ("bitboards", BitsAnswer::of(&root).into()),
        ("move-order", order.into()),
        ("table", known.into()),
        ("check", check.into()),
        ("aliases", Aliases { aliases }.into()),
        ("aliases-none", Aliases { aliases: Vec::new() }.into()),
        ("log", LogFile { path: Some("session-1.log".to_owned()) }.into()),
        ("log-none", LogFile { path: None }.into()),
        ("took", Took { time_ms: Milliseconds(Duration::from_millis(1_234)) }.into()),
    ]
}
