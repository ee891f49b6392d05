//! Memory for large tables: zeroed, in whole cache lines, on huge pages where the system gives them.

pub mod cache_lines;

pub use cache_lines::{CacheLines, OutOfMemory};
