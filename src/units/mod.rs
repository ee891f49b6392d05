//! The units of a search, each a type of its own: what a position is worth, how deep to look, between which bounds.

pub mod bound;
pub mod depth;
pub mod score;
pub mod wdl;
pub mod window;

pub use bound::Bound;
pub use depth::Depth;
pub use score::{MAX_PLY, Score, ScoreKind, WhiteScore};
pub use wdl::win_draw_loss;
pub use window::Window;
