//! Sessions: lines sent to one process, from its start to its end; and shrinking failing ones.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::chance::Chance;
use super::outcome::{Fault, Outcome};
use super::world::World;

/// Maximum time for shrinking.
const SHRINKING: Duration = Duration::from_secs(45);

/// A unit of input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Step {
    /// A line or a few, without the last line end; or keys.
    pub text: Vec<u8>,
    /// Nothing runs beside it, so that state can be compared.
    pub calm: bool,
    /// The position in which exactly one move must be answered.
    pub answer: Option<String>,
    /// Wait for the answer before the next step.
    pub alone: bool,
}

/// A way of controlling the program.
pub(crate) trait Dialect: Sync {
    fn name(&self) -> &'static str;

    /// Generates about this many lines.
    fn steps(&self, chance: &mut Chance, lines: usize) -> Vec<Step>;

    /// Sends them to the program.
    fn run(&self, world: &World, room: &Path, steps: &[Step]) -> Result<Outcome>;
}

/// Runs one session in its own folder.
pub(crate) fn hold(dialect: &dyn Dialect, world: &World, steps: &[Step]) -> Result<Outcome> {
    let room = world.room()?;
    dialect.run(world, room.path(), steps)
}

/// Returns the fewest steps found that end in a fault of the same class, and that fault; the given steps if it is not
/// reproducible.
pub(crate) fn shrink(
    dialect: &dyn Dialect,
    world: &World,
    steps: &[Step],
    class: &str,
) -> Result<(Vec<Step>, Option<Fault>)> {
    fewest(steps, |steps| {
        Ok(hold(dialect, world, steps)?.fault.filter(|fault| fault.class == class))
    })
}

/// Returns the fewest items found that still fail, and the fault (delta debugging, Zeller 2002); all of them if they do not
/// fail again.
pub(crate) fn fewest<T: Clone>(
    items: &[T],
    mut fails: impl FnMut(&[T]) -> Result<Option<Fault>>,
) -> Result<(Vec<T>, Option<Fault>)> {
    let begun = Instant::now();
    let Some(mut seen) = fails(items)? else { return Ok((items.to_vec(), None)) };
    let mut kept = items.to_vec();
    let mut parts = 2;
    while kept.len() > 1 && begun.elapsed() < SHRINKING {
        let size = kept.len().div_ceil(parts);
        let mut smaller = None;
        // From the front: what comes last is mostly what fails.
        for from in (0..kept.len()).step_by(size) {
            let behind = &kept[(from + size).min(kept.len())..];
            let rest: Vec<T> = kept[..from].iter().chain(behind).cloned().collect();
            if rest.is_empty() || begun.elapsed() > SHRINKING {
                continue;
            }
            if let Some(fault) = fails(&rest)? {
                seen = fault;
                smaller = Some(rest);
                break;
            }
        }
        match smaller {
            Some(rest) => {
                kept = rest;
                parts = (parts - 1).max(2);
            }
            None if size == 1 => break,
            None => parts = (parts * 2).min(kept.len()),
        }
    }
    Ok((kept, Some(seen)))
}
