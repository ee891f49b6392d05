//! All integration tests, in one binary: each binary would pay for a link of its own.

// Tests and their helpers should panic when they fail.
#![allow(clippy::unwrap_used)]

/// Whether generated files are rewritten instead of compared.
fn blesses() -> bool {
    std::env::var_os("QUARTERPLY_BLESS").is_some()
}

mod ancestors;
mod annotate;
mod book;
mod conversation;
mod drill;
mod examples;
mod figures;
mod files;
mod growth;
mod hostile;
mod inventory;
mod json_schema;
mod kept;
mod known_endings;
mod layering;
mod long_proofs;
mod map;
mod mates_oracle;
mod memory;
mod networks;
mod package;
mod pages;
mod parsers;
mod parts;
mod perft;
mod pgn_oracle;
mod pictures;
mod positions;
mod program;
mod proofs;
mod readme;
mod render;
mod repl_pty;
mod script;
mod session;
mod signature;
mod sources;
mod steps;
mod stream;
mod uci;
mod xboard;
