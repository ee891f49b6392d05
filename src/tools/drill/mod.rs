//! `drill`: training with problems. A problem is shown without its solution, answers are judged, and what was missed comes
//! again when the schedule says.
//!
//! [`problems`](mod@problems) reads files, [`judge`](mod@judge) judges an answer, [`schedule`](mod@schedule) keeps what is due when,
//! [`drilling`](mod@drilling) goes through the problems of one sitting. Nothing here reads a clock: the time is a parameter.

pub mod drilling;
pub mod judge;
mod mistakes;
pub mod problems;
pub mod schedule;
#[cfg(test)]
mod tests;

pub use drilling::{DrillOutcome, DrillTally, Drilling};
pub use judge::{DrillJudge, DrillMark, DrillVerdict, Question};
pub use schedule::{DrillDesk, DrillSchedule};
