//! Memory for large tables: zeroed, in whole cache lines, on pages that grow with its use.

pub mod cache_lines;
mod pages;

pub use cache_lines::{CacheLines, OutOfMemory};
