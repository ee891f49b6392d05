//! Commands for searching.

pub mod analyze;
pub mod ask;
pub mod compare;
pub mod explain;
pub mod extend;
pub mod extensions;
pub mod go;
pub mod hint;
pub mod judge;
pub mod ledger;
pub mod outcome;
pub mod pv;
pub mod reasons;
pub mod resolve;
pub mod search_table;
pub mod see;
pub mod status;
pub mod stop;
pub mod tb;
pub mod threat;
pub mod top;
pub mod tt;
pub mod wait;
pub mod watch;
pub mod why;

use super::CommandSpec;

pub(super) const ROWS: &[CommandSpec] = &[
    resolve::ROW,
    see::ROW,
    tt::ROW,
    go::ROW,
    top::ROW,
    analyze::ROW,
    threat::ROW,
    hint::ROW,
    status::ROW,
    watch::ROW,
    stop::ROW,
    wait::ROW,
    pv::ROW,
    tb::ROW,
    explain::ROW,
    why::ROW,
    extensions::ROW,
    extend::ROW,
    ask::ROW,
    compare::ROW,
];
