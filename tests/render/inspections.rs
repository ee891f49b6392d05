//! Made-up looks into the machine, and the small answers of commands about the session.

use std::time::Duration;

use quarterply::chess::{BySquare, Color, Square};
use quarterply::engine::questions::OrderedMove;
use quarterply::search::table::Entry;
use quarterply::shell::Reply;
use quarterply::shell::inspect::{
    CheckReply, CheckRow, ControlReply, InspectionReply, OrderReply, TableReply,
};
use quarterply::units::{Bound, Depth, Score};

use super::events::{ROOT, moves, position};

pub(super) fn replies() -> Vec<(&'static str, Reply)> {
    let root = position(ROOT);
    let mut attackers = BySquare([[0; 2]; 64]);
    for square in Square::ALL {
        let all = root.attackers_to(square, root.occupied());
        attackers[square] = Color::ALL.map(|color| (all & root.color(color)).len());
    }
    let control = ControlReply { position: root, flipped: false, attackers };
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
    let order = OrderReply { position: root, generated, searched, profile: "slow" };
    let entry = |score: i32, quarters: i32, bound| Entry {
        mv: None,
        score: Score::cp(score),
        eval: Some(Score::cp(-12)),
        depth: Depth::quarters(quarters),
        on_pv: false,
        bound,
    };
    let known = TableReply {
        position: root,
        here: Some(Entry { mv: table, ..entry(-35, 49, Bound::Exact) }),
        after: moves(&root, "g6")
            .into_iter()
            .chain(moves(&root, "Qe7"))
            .zip([entry(35, 45, Bound::Exact), entry(61, 20, Bound::Lower)])
            .collect(),
        unknown: 31,
        hashfull: 7,
    };
    let row = |what, compared, fault: Option<&str>| CheckRow {
        what,
        compared,
        fault: fault.map(str::to_owned),
    };
    let check = CheckReply {
        rows: vec![
            row("legal moves, counted and one by one", 12_345, None),
            row("checks that a move is said to give", 12_345, Some("a FEN: e2e4")),
        ],
        positions: 7,
    };
    let inspected = |reply| Reply::Inspected(Box::new(reply));
    let aliases = vec![("m3".to_owned(), "proof 3".to_owned())];
    vec![
        ("control", inspected(InspectionReply::Control(Box::new(control)))),
        ("bitboards", inspected(InspectionReply::Bitboards(root))),
        ("move-order", inspected(InspectionReply::Order(order))),
        ("table", inspected(InspectionReply::Table(known))),
        ("check", inspected(InspectionReply::Check(check))),
        ("aliases", Reply::Aliases(aliases)),
        ("aliases-none", Reply::Aliases(Vec::new())),
        ("log", Reply::Log(Some("sitting-1.log".into()))),
        ("log-none", Reply::Log(None)),
        ("took", Reply::Took(Duration::from_millis(1_234))),
    ]
}
