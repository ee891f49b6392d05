//! The pages beneath a table: small ones at first, huge ones once it has been used for long.
//!
//! A look-up at random touches a page of its own. Huge pages (2 MiB) spare the processor most of the walk to it, a fifth of
//! a long search's time; but the kernel zeroes each of them whole at its first touch, so that a few hundred look-ups would
//! cost all of a 256 MiB table: 20 to 500 ms of a search that may have 100. Small pages (4 KiB) cost what is used, about 2 µs
//! each. So a table starts with small pages, and after enough look-ups its pages become huge one by one. Each takes 0.15 ms,
//! or 4 to 5 where memory is fragmented or a core is busy, because the kernel waits for every core. The thread waits with it and
//! cannot hear a stop. The dearer the last was, the later comes the next.
//!
//! All of it is advice to the kernel. Where it is refused or unknown (collapsing takes Linux 6.1), small pages remain, and only
//! the speed differs.

#[cfg(target_os = "linux")]
use std::ffi::{c_int, c_void};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Bytes of a huge page.
const HUGE: usize = 2 << 20;

/// Look-ups between two huge pages at least: as many as a huge page has small ones.
const PACE: u64 = 512;

/// Look-ups between two huge pages for each microsecond that the first of them took, by the clock. A look-up of a search comes
/// about every microsecond, so at most a ninth of the time goes into pages.
const PATIENCE: u64 = 8;

/// Look-ups, for each huge page of the memory in use, before the first of them is made: the small pages touched by then have
/// cost about what huge ones would have.
const DELAY: u64 = PACE / 8;

/// Look-ups before the first of them is made, however little is in use: what is done in some hundredths of a second does not
/// wait for pages.
const EARLIEST: u64 = 1 << 15;

/// The whole huge pages within a table's memory.
pub(super) struct Pages {
    /// Address of the first.
    start: usize,
    count: usize,
    /// Look-ups in the table so far.
    lookups: AtomicU64,
    made: Mutex<Made>,
}

/// The pages made huge so far.
#[derive(Default)]
struct Made {
    /// Their number, from the first on.
    count: usize,
    /// Look-ups at which the next one is due.
    next: u64,
}

impl Pages {
    /// Asks for small pages beneath this memory.
    pub fn small<T>(memory: &mut [T]) -> Pages {
        let address = memory.as_ptr().addr();
        let start = address.next_multiple_of(HUGE);
        let count = (address + size_of_val(memory)).saturating_sub(start) / HUGE;
        if count > 0 {
            // Where the system is set to give huge pages unasked, it would.
            advise(start, count, Advice::Small);
        }
        Pages { start, count, lookups: AtomicU64::new(0), made: Mutex::default() }
    }

    /// Counts look-ups, and makes as many pages huge as these look-ups pay for: what earlier ones did not use is not saved up, or
    /// a table that grows would make all of its pages at once. `end` is the address up to which the memory is in use.
    pub fn count_lookups(&self, lookups: u64, end: usize) {
        let before = self.lookups.fetch_add(lookups, Ordering::Relaxed);
        let lookups = before.saturating_add(lookups);
        let in_use = end.saturating_sub(self.start).div_ceil(HUGE).min(self.count);
        // If another thread is at it, it need not wait.
        let Ok(mut made) = self.made.try_lock() else { return };
        let mut due = made.next.max(before).max(EARLIEST.max(DELAY * in_use as u64));
        while made.count < in_use && lookups > due {
            let (began, page) = (Instant::now(), self.start + made.count * HUGE);
            if !advise(page, 1, Advice::Huge) {
                // Without the pages now, or without the call: the kernel may do it in its own time. It is asked once.
                advise(page, self.count - made.count, Advice::HugeLater);
                made.count = self.count;
                return;
            }
            let cost = PATIENCE.saturating_mul(began.elapsed().as_micros() as u64);
            made.count += 1;
            due += cost.max(PACE);
            made.next = due;
        }
    }
}

/// What the kernel is asked to do with a range of pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Advice {
    Small,
    /// Make them huge at once; what is in them stays.
    Huge,
    /// Give huge pages where none are yet, and make others huge in time.
    HugeLater,
}

/// Gives advice on `count` huge pages from an address on. Returns whether the kernel followed it.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn advise(start: usize, count: usize, advice: Advice) -> bool {
    /// Of the kernel's `mman.h`; rustix has no word for the last.
    const HUGEPAGE: c_int = 14;
    const NO_HUGEPAGE: c_int = 15;
    const COLLAPSE: c_int = 25;

    let call = |advice| {
        let address = std::ptr::without_provenance_mut(start);
        // SAFETY: none of these pieces of advice changes what is in the memory, nor whether it may be read and written; a
        // range that is not the program's is refused.
        unsafe { madvise(address, count * HUGE, advice) == 0 }
    };
    match advice {
        Advice::Small => call(NO_HUGEPAGE),
        Advice::HugeLater => call(HUGEPAGE),
        Advice::Huge => call(HUGEPAGE) && call(COLLAPSE),
    }
}

// SAFETY: as the manual has them, and the standard library links them.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
unsafe extern "C" {
    fn madvise(address: *mut c_void, bytes: usize, advice: c_int) -> c_int;
}

#[cfg(not(target_os = "linux"))]
fn advise(_: usize, _: usize, _: Advice) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(pages: &Pages) -> usize {
        pages.made.lock().unwrap().count
    }

    #[test]
    fn pages_become_huge_with_the_look_ups() {
        let mut memory = vec![0_u64; 256 << 17];
        let pages = Pages::small(&mut memory);
        let end = memory.as_ptr_range().end.addr();
        // So many nodes has a short search: of 256 MiB nothing is touched but what it looks at.
        pages.count_lookups(8_000, end);
        pages.count_lookups(8_000, pages.start + 8 * HUGE);
        assert_eq!(made(&pages), 0);
        pages.count_lookups(EARLIEST, pages.start + 8 * HUGE);
        assert!(made(&pages) > 0, "a small part in use is soon looked at everywhere");
        // One at a time, however many look-ups there were before more of the memory came into use.
        pages.count_lookups(1 << 30, pages.start + 8 * HUGE);
        let mut before = made(&pages);
        for _ in 0..4 {
            pages.count_lookups(PACE, end);
            assert!(made(&pages) <= before + 1 || made(&pages) == pages.count);
            before = made(&pages);
        }
    }

    #[test]
    fn huge_pages_keep_what_was_in_the_small_ones() {
        let mut memory = vec![0_u64; 8 << 17];
        let pages = Pages::small(&mut memory);
        let end = memory.as_ptr_range().end.addr();
        assert!(pages.count >= 3 && pages.start - memory.as_ptr().addr() < HUGE);
        memory.iter_mut().step_by(999).zip(1..).for_each(|(cell, number)| *cell = number);
        // Only what is in use becomes huge, if the system has any of these pages.
        pages.count_lookups(1 << 40, pages.start + HUGE + 1);
        assert!([2, pages.count].contains(&made(&pages)));
        pages.count_lookups(1 << 40, end);
        assert_eq!(made(&pages), pages.count);
        assert!(memory.iter().step_by(999).zip(1..).all(|(cell, number)| *cell == number));
    }
}
