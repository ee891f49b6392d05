//! Memory of the machine: the system grants more than there is lazily, and the program would fail when it is used.

use std::fs;
use std::sync::OnceLock;

use super::guard;

/// Memory of the machine in mebibytes; `None` if unknown.
pub fn total() -> Option<usize> {
    static TOTAL: OnceLock<Option<usize>> = OnceLock::new();
    *TOTAL.get_or_init(|| told_in(&fs::read_to_string("/proc/meminfo").ok()?))
}

/// Parses Linux's report, in kibibytes.
fn told_in(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes / 1_024)
}

/// Returns whether the machine has this much memory, as far as it reports it.
pub(super) fn is_there(mebibytes: usize) -> bool {
    total().is_none_or(|total| mebibytes <= total)
}

/// Returns whether there is memory for `threads` search threads and two helpers. The memory is reserved and released, so that a
/// limit (`ulimit -v`) is noticed here instead of aborting the program later.
pub(super) fn has_room_for_threads(threads: usize) -> bool {
    /// More than the histories and frames of one, and what its allocator takes at once.
    const WORKER: usize = 16 << 20;
    let reserve = |_| {
        let mut room: Vec<u8> = Vec::new();
        room.try_reserve_exact(guard::STACK + WORKER).is_ok().then_some(room)
    };
    (0..threads + 2).map(reserve).collect::<Option<Vec<Vec<u8>>>>().is_some()
}

/// Returns `mebibytes`, or the machine's remaining memory beside `taken` if that is less; at least one.
pub(super) fn beside(taken: usize, mebibytes: usize) -> usize {
    total().map_or(mebibytes, |total| mebibytes.min(total.saturating_sub(taken))).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_linux_tells_is_read() {
        let text = "MemTotal:       24642048 kB\nMemFree:         1234567 kB\n";
        assert_eq!(told_in(text), Some(24_064));
        assert_eq!(told_in("MemTotal: lots\n"), None);
        assert_eq!(told_in(""), None);
    }

    #[test]
    fn two_tables_are_no_more_than_the_machine() {
        assert!(is_there(1) && beside(0, 1) == 1);
        if let Some(total) = total() {
            assert!(!is_there(total + 1));
            assert_eq!(beside(total - 7, total), 7);
            assert_eq!(beside(total + 7, 64), 1);
        }
    }
}
