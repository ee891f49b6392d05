//! When to stop: the flag, the limits, the clock; and the threads that work until then.

mod clock;
pub mod guard;
mod limits;
pub mod lock;
pub mod quantity;
pub mod stop;
mod time_plan;

pub use clock::Clock;
pub use limits::{Limits, SideClock};
pub use stop::StopFlag;
pub(crate) use stop::Stopped;
