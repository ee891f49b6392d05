//! Weights of the classical evaluation that learn from games as they are played, kept in a file of their own.

mod fit;
mod lesson;
mod td_leaf;
pub mod view;

pub use fit::SCALE;
pub use lesson::Lesson;
pub use td_leaf::{LAMBDA, LearnedGame, TdLeaf, TdLeafOptions, TdLeafStep};
