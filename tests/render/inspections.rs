//! Made-up looks into the machine, and the small answers of commands about the session.

use std::time::Duration;

use quarterply::chess::{BySquare, Color, Square};
use quarterply::commands::display::bits::BitsAnswer;
use quarterply::commands::display::control::ControlAnswer;
use quarterply::commands::position::order::OrderAnswer;
use quarterply::commands::search::tt::TableAnswer;
use quarterply::commands::session::alias::{AliasRow, Aliases};
use quarterply::commands::session::log::LogFile;
use quarterply::commands::tools::check::{CheckAnswer, CheckRow};
use quarterply::commands::tools::time::Took;
use quarterply::engine::questions::OrderedMove;
use quarterply::ink::json::{Count, Milliseconds};
use quarterply::search::table::Entry;
use quarterply::shell::Reply;
use quarterply::units::{Bound, Depth, Score};

use super::events::{ROOT, moves, position};

pub(super) fn replies() -> Vec<(&'static str, Reply)> {
    let root = position(ROOT);
    let mut attackers = BySquare([[0; 2]; 64]);
    for square in Square::ALL {
        let all = root.attackers_to(square, root.occupied());
        attackers[square] = Color::ALL.map(|color| (all & root.color(color)).len());
    }
    let control = ControlAnswer { position: root, flipped: false, attackers };
    let generated: Vec<_> = root.legal_moves().iter().map(|legal| legal.mv).collect();
    let table = moves(&root, "g6").first().copied();
    let mut searched: Vec<_> = generated
        .iter()
        .map(|&mv| match Some(mv) == table {
            true => OrderedMove { mv, stage: "table", score: None },
            false => OrderedMove { mv, stage: "quiet", score: Some(mv.to().index() as i32) },
        })
        .collect();
    searched.sort_by_key(|searched| searched.score.map(|score| -score));
    let (profile, chess960) = ("slow", false);
    let order = OrderAnswer { position: root, generated, searched, profile, chess960 };
    let entry = |score: i32, quarters: i32, bound| Entry {
        mv: None,
        score: Score::cp(score),
        eval: Some(Score::cp(-12)),
        depth: Depth::quarters(quarters),
        on_pv: false,
        bound,
    };
    let known = TableAnswer {
        position: root,
        here: Some(Entry { mv: table, ..entry(-35, 49, Bound::Exact) }),
        after: moves(&root, "g6")
            .into_iter()
            .chain(moves(&root, "Qe7"))
            .zip([entry(35, 45, Bound::Exact), entry(61, 20, Bound::Lower)])
            .collect(),
        unknown: 31,
        hashfull: 7,
        chess960,
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
    };
    let aliases = vec![AliasRow { word: "m3".to_owned(), command: "proof 3".to_owned() }];
    vec![
        ("control", control.into()),
        ("bitboards", BitsAnswer { position: root }.into()),
        ("move-order", order.into()),
        ("table", known.into()),
        ("check", check.into()),
        ("aliases", Aliases { aliases }.into()),
        ("aliases-none", Aliases { aliases: Vec::new() }.into()),
        ("log", LogFile { path: Some("sitting-1.log".to_owned()) }.into()),
        ("log-none", LogFile { path: None }.into()),
        ("took", Took { time_ms: Milliseconds(Duration::from_millis(1_234)) }.into()),
    ]
}
