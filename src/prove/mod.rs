//! Finding mates and strategies that prove them; nothing here is believed before `proof/` has checked it.

pub mod task;
pub mod tree;
