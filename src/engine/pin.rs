//! CPU affinity of the search threads: each is kept to one processor (`Pin`, as Expositor had it), first on cores of their own,
//! then beside each other on the siblings of a core. Threads beyond that are left to the system, and so are all of them where it
//! cannot be asked.
//!
//! Only for a machine that does nothing else: two programs that both pin their threads meet on the same processors.

/// A processor for each thread, as long as there are some.
pub(super) fn places() -> Vec<usize> {
    spread(&machine::processors())
}

pub(super) use machine::keep_to;

/// The processors with their cores, in the order in which threads go to them: one of each core, then the second of each, and
/// so on.
fn spread(processors: &[(usize, usize)]) -> Vec<usize> {
    let rank =
        |at: usize| processors[..at].iter().filter(|(_, core)| *core == processors[at].1).count();
    let mut order: Vec<usize> = (0..processors.len()).collect();
    order.sort_by_key(|&at| rank(at));
    order.into_iter().map(|at| processors[at].0).collect()
}

#[cfg(target_os = "linux")]
mod machine {
    use std::fs;

    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// The processors that this program may use, each with its core: named by the first processor of the core.
    pub(super) fn processors() -> Vec<(usize, usize)> {
        let Ok(allowed) = sched_getaffinity(None) else { return Vec::new() };
        let ours = (0..CpuSet::MAX_CPU).filter(|&processor| allowed.is_set(processor));
        ours.map(|processor| (processor, core_of(processor))).collect()
    }

    /// A processor whose siblings are unknown is a core of its own.
    fn core_of(processor: usize) -> usize {
        let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
        let first = fs::read_to_string(path).ok();
        let first = first.as_deref().and_then(|list| list.split([',', '-']).next());
        first.and_then(|number| number.trim().parse().ok()).unwrap_or(processor)
    }

    /// Keeps the calling thread to a processor. Where that is refused it runs wherever the system likes.
    pub(in super::super) fn keep_to(processor: usize) {
        let mut only = CpuSet::new();
        only.set(processor);
        let _ = sched_setaffinity(None, &only);
    }
}

#[cfg(not(target_os = "linux"))]
mod machine {
    pub(super) fn processors() -> Vec<(usize, usize)> {
        Vec::new()
    }

    pub(in super::super) fn keep_to(_: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_are_filled_before_their_siblings() {
        // Two cores of two processors each, numbered as Linux mostly does, and one after the other.
        assert_eq!(spread(&[(0, 0), (1, 1), (2, 0), (3, 1)]), [0, 1, 2, 3]);
        assert_eq!(spread(&[(0, 0), (1, 0), (2, 2), (3, 2)]), [0, 2, 1, 3]);
        assert_eq!(spread(&[(5, 4), (7, 7)]), [5, 7]);
        assert!(spread(&[]).is_empty());
    }

    #[test]
    fn a_thread_is_kept_to_its_place() {
        if let Some(&processor) = places().first() {
            std::thread::spawn(move || keep_to(processor)).join().unwrap();
        }
    }
}
