//! Commands for the session.

pub mod alias;
pub mod assert;
pub mod echo;
pub mod help;
pub mod license;
pub mod log;
pub mod quit;
pub mod restore;
pub mod save;
pub mod source;
pub mod uci;
pub mod xboard;

use super::CommandSpec;

pub(super) const ROWS: &[CommandSpec] = &[
    save::ROW,
    restore::ROW,
    source::ROW,
    alias::ROW,
    log::ROW,
    license::ROW,
    echo::ROW,
    assert::ROW,
    help::ROW,
    uci::ROW,
    xboard::ROW,
    quit::ROW,
];
