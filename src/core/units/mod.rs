//! The units of a search, each a type of its own: scores, depths, windows and bounds, kinds of nodes.

mod bound;
mod depth;
mod expected;
mod node_kind;
mod score;
mod window;

pub use bound::Bound;
pub use depth::Depth;
pub use expected::{expected_score, win_draw_loss};
#[doc(hidden)]
pub use node_kind::NodeKind;
pub use score::{MAX_PLY, Score, ScoreKind, WhiteScore, pawns};
pub(crate) use window::Window;
