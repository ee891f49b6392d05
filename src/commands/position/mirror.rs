//! `mirror`: swaps the colours.

use crate::commands::prelude::*;
use crate::shell::session::Sheet;

pub(super) const ROW: CommandSpec = row!(Position Safe "mirror":
"swap the colours: the same position from the other side",
read: |_| Ok(Box::new(|session| {
    session.begin(Sheet::new(session.position().mirrored()));
    Ok(session.changed(Vec::new()).into())
})));
