//! The pages of a table: small ones at first, huge ones after long use.
//!
//! A random look-up touches a page of its own. Huge pages (2 MiB) save the processor most of the page walk, a fifth of a long
//! search's time; but the kernel zeroes each of them whole at its first touch, so that a few hundred look-ups would cost all of a
//! 256 MiB table: 20 to 500 ms of a search that may have 100. Small pages (4 KiB) cost what is used, about 2 µs each. So a table
//! starts with small pages, and after enough look-ups its pages become huge one by one. Each takes 0.15 ms, or 4 to 5 where
//! memory is fragmented or a core is busy, because the kernel waits for every core. A search that waited for it could not obey a
//! stop, so a separate thread does it. The longer a page takes, the later the next is requested.
//!
//! All of it is advice to the kernel. If it is refused or unknown (collapsing takes Linux 6.1), small pages remain, and only the
//! speed differs.

#[cfg(all(target_os = "linux", not(miri)))]
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Instant;

const HUGE: usize = 2 << 20;

/// Look-ups between two huge pages at least: as many as a huge page has small ones.
const PACE: u64 = 512;

/// Look-ups between two huge pages for each microsecond that the first of them took, by the clock. A look-up of a search comes
/// about every microsecond, so at most a ninth of the time goes into pages.
const PATIENCE: u64 = 8;

/// Look-ups, for each huge page of the memory in use, before the first of them is made: the small pages touched by then have
/// cost about what huge ones would have.
const DELAY: u64 = PACE / 8;

/// Look-ups before the first huge page, however little is in use: a search of some hundredths of a second does not wait for
/// pages.
const EARLIEST: u64 = 1 << 15;

/// The whole huge pages within a table's memory.
pub(super) struct Pages {
    /// Address of the first.
    start: usize,
    count: usize,
    lookups: AtomicU64,
    made: Arc<Made>,
}

#[derive(Default)]
struct Made {
    /// Their number, from the first on.
    count: AtomicUsize,
    /// Look-ups at which the next one is due.
    next: AtomicU64,
    underway: AtomicBool,
}

impl Pages {
    pub(super) fn small<T>(memory: &mut [T]) -> Pages {
        let address = memory.as_ptr().addr();
        let start = address.next_multiple_of(HUGE);
        let count = (address + size_of_val(memory)).saturating_sub(start) / HUGE;
        if count > 0 {
            // Prevents huge pages where the system gives them unasked.
            advise(start, count, &[NO_HUGEPAGE]);
        }
        Pages { start, count, lookups: AtomicU64::new(0), made: Arc::default() }
    }

    /// Counts look-ups, and has the next page made huge once they have paid for it. What earlier ones did not use is not saved
    /// up, or a table that grows would make all of its pages at once. `end` is the address up to which the memory is in use.
    pub(super) fn count_lookups(&self, lookups: u64, end: usize) {
        let lookups = self.lookups.fetch_add(lookups, Ordering::Relaxed).saturating_add(lookups);
        let in_use = end.saturating_sub(self.start).div_ceil(HUGE).min(self.count);
        let made = self.made.count.load(Ordering::Relaxed);
        let due = self.made.next.load(Ordering::Relaxed).max(EARLIEST.max(DELAY * in_use as u64));
        if made >= in_use || lookups <= due || self.made.underway.swap(true, Ordering::Acquire) {
            return;
        }
        let page = HugePage {
            address: self.start + made * HUGE,
            to_the_end: self.count - made,
            lookups,
            made: Arc::clone(&self.made),
        };
        // Without a thread the small pages stay.
        if let Some(maker) = &*MAKER {
            let _ = maker.send(page);
        }
    }
}

/// The queue of the thread that makes huge pages, one for the process, started with the first page; `None` if it cannot be started.
static MAKER: LazyLock<Option<Sender<HugePage>>> = LazyLock::new(|| {
    let (maker, pages) = mpsc::channel::<HugePage>();
    let work = move || pages.into_iter().for_each(HugePage::make);
    thread::Builder::new().name("huge pages".into()).spawn(work).ok().map(|_| maker)
});

struct HugePage {
    address: usize,
    /// Pages from this one to the table's last.
    to_the_end: usize,
    /// Look-ups in the table when it was asked for.
    lookups: u64,
    made: Arc<Made>,
}

impl HugePage {
    /// Makes it huge, if the kernel can. The table may be gone by now: advice about memory that is not mapped is refused, and
    /// about any other it changes nothing in it.
    fn make(self) {
        let (began, made) = (Instant::now(), &self.made);
        if advise(self.address, 1, &[HUGEPAGE, COLLAPSE]) {
            let cost = PATIENCE.saturating_mul(began.elapsed().as_micros() as u64);
            made.next.store(self.lookups.saturating_add(cost.max(PACE)), Ordering::Relaxed);
            made.count.fetch_add(1, Ordering::Relaxed);
        } else {
            // Without the pages now, or without the call: the kernel may do it in its own time. It is asked once.
            advise(self.address, self.to_the_end, &[HUGEPAGE]);
            made.count.fetch_add(self.to_the_end, Ordering::Relaxed);
        }
        made.underway.store(false, Ordering::Release);
    }
}

/// Pieces of advice, of the kernel's `mman.h`; rustix has no word for the last, which makes pages huge at once and keeps what is
/// in them. The first has them made huge in time.
const HUGEPAGE: i32 = 14;
const NO_HUGEPAGE: i32 = 15;
const COLLAPSE: i32 = 25;

/// Gives advice on `count` huge pages from an address on, one piece after the other. Returns whether the kernel followed it.
#[cfg(all(target_os = "linux", not(miri)))]
#[allow(unsafe_code)]
fn advise(start: usize, count: usize, advice: &[i32]) -> bool {
    advice.iter().all(|&advice| {
        let address = std::ptr::without_provenance_mut(start);
        // SAFETY: this advice changes neither the content of the memory nor its access rights; a range that is not the program's
        // is refused.
        unsafe { madvise(address, count * HUGE, advice) == 0 }
    })
}

// SAFETY: as the manual has them, and the standard library links them.
#[cfg(all(target_os = "linux", not(miri)))]
#[allow(unsafe_code)]
unsafe extern "C" {
    fn madvise(address: *mut c_void, bytes: usize, advice: i32) -> i32;
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn advise(_: usize, _: usize, _: &[i32]) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pages made huge, after the one being made.
    fn made(pages: &Pages) -> usize {
        while pages.made.underway.load(Ordering::Acquire) {
            thread::yield_now();
        }
        pages.made.count.load(Ordering::Relaxed)
    }

    #[test]
    fn pages_become_huge_with_the_look_ups() {
        let mut memory = vec![0_u64; 256 << 17];
        let pages = Pages::small(&mut memory);
        let end = memory.as_ptr_range().end.addr();
        // A short search has as many nodes: of 256 MiB nothing is touched but what it looks at.
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
        let made_up_to = |end| {
            for _ in 0..pages.count {
                pages.count_lookups(1 << 40, end);
                made(&pages);
            }
            made(&pages)
        };
        // Only pages in use become huge, if the system supports it.
        assert!([2, pages.count].contains(&made_up_to(pages.start + HUGE + 1)));
        assert_eq!(made_up_to(end), pages.count);
        assert!(memory.iter().step_by(999).zip(1..).all(|(cell, number)| *cell == number));
    }
}
