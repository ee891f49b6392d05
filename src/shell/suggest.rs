//! The nearest word, for people who mistyped one. It lives with the options, since `setoption` suggests too.

pub use crate::engine::options::nearest;
