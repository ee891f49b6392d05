//! Names of files, and what the tools call themselves in them.

pub use quarterply::commands::files::{beside, name_of};

pub const WRITTEN_BY: &str = concat!("quarterply ", env!("CARGO_PKG_VERSION"));
