//! `license`: prints its own help.

use super::help::Help;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Session Safe "license" | "licence":
    "under which licence the program is",
    details: concat!(
        "Quarterply is free software (",
        env!("CARGO_PKG_LICENSE"),
        "): you may use, change and redistribute it under the GNU General Public License of the \
         Free Software Foundation, version 3 or any later one. It comes without any warranty, as far as the law permits. The whole text is \
         in the file LICENSE and at https://www.gnu.org/licenses/gpl-3.0.html."
    ),
    terms: free(Concurrent),
    read: |_| Ok(Help::Command(&ROW).command()));
