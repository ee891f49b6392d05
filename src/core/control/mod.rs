//! When to stop: the flag, the limits, the clock; and the threads that work until then.

mod clock;
#[doc(hidden)]
pub mod guard;
mod limits;
#[doc(hidden)]
pub mod lock;
#[doc(hidden)]
pub mod quantity;
#[doc(hidden)]
pub mod stop;
mod time_plan;

#[doc(hidden)]
pub use clock::Clock;
pub use limits::{Limits, SideClock};
pub use stop::StopFlag;
pub(crate) use stop::Stopped;
