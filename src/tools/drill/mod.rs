//! `drill`: training with problems. Problems are shown without solutions, answers are judged, and a schedule repeats problems.
//!
//! [`problems`](mod@problems) reads files, [`judge`](mod@judge) judges an answer, [`schedule`](mod@schedule) stores due dates,
//! [`drilling`](mod@drilling) is the state of one drill. The time is a parameter everywhere.

pub mod drilling;
pub mod judge;
pub mod problems;
pub mod schedule;
#[cfg(test)]
mod tests;

pub use drilling::{DrillOutcome, DrillTally, Drilling};
pub use judge::{DrillJudge, DrillMark, DrillVerdict, Question};
pub use schedule::{DrillDesk, DrillSchedule};
