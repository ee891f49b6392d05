//! Our perft beside cozy-chess.
fn main() {}
