//! Arguments that several tools share: numbers within bounds, names of files, sizes of memory, threads.

use clap::Args;
pub use quarterply::commands::arguments::{number, path};
use quarterply::control::quantity::{self, QuantityFault};
use quarterply::engine::limit_words::LimitKind;

#[derive(Args, Clone, Copy, Debug)]
pub struct Jobs {
    /// How many are done at a time, each on a thread of its own
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<usize>(1..=1024))]
    pub jobs: usize,
}

/// Reads a size of memory, in MiB: `64`, `512M`, `1G`.
pub fn mebibytes(text: &str) -> Result<usize, QuantityFault> {
    let kind = LimitKind::Memory;
    quantity::size(text, kind.what(), kind.most())
}
