//! Memory for large tables: zeroed, in whole cache lines, on pages that become larger with use.

mod cache_lines;
mod pages;

pub(crate) use cache_lines::CacheLines;
