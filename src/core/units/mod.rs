//! The units of a search, each a type of its own: what a position is worth, how deep to search, between
//! which bounds, at what kind of node.

pub mod bound;
pub mod depth;
pub mod expected;
pub mod node_kind;
pub mod score;
pub mod window;

pub use bound::Bound;
pub use depth::Depth;
pub use expected::{expected_score, win_draw_loss};
pub use node_kind::NodeKind;
pub use score::{MAX_PLY, Score, ScoreKind, WhiteScore, pawns};
pub use window::Window;
