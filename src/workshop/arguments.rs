//! Arguments that several tools share: numbers within bounds, names of files, threads.

use clap::Args;
pub use quarterply::commands::arguments::{number, path};

#[derive(Args, Clone, Copy, Debug)]
pub struct Jobs {
    /// How many are done at a time, each on a thread of its own
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<usize>(1..=1024))]
    pub jobs: usize,
}
