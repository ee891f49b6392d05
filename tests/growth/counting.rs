//! An allocator that counts, so that growth is measured in allocations and bytes, the same on every machine.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed};

#[global_allocator]
static COUNTING: Counting = Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);
static HELD: AtomicI64 = AtomicI64::new(0);
static MOST_HELD: AtomicI64 = AtomicI64::new(0);

/// The tables of the search and of the prover: memory that is asked for zeroed and at once, whose size is a setting.
static TABLES: [AtomicUsize; 64] = [const { AtomicUsize::new(0) }; 64];

/// Bytes from which zeroed memory is a table.
const TABLE: usize = 1 << 18;

/// Puts one address in the place of another in [`TABLES`]; returns whether the other was there.
fn swapped(from: usize, to: usize) -> bool {
    TABLES.iter().any(|table| table.compare_exchange(from, to, Relaxed, Relaxed).is_ok())
}

struct Counting;

fn taken(bytes: usize) {
    ALLOCATIONS.fetch_add(1, Relaxed);
    BYTES.fetch_add(bytes as u64, Relaxed);
    let held = HELD.fetch_add(bytes as i64, Relaxed) + bytes as i64;
    MOST_HELD.fetch_max(held, Relaxed);
}

fn given_back(bytes: usize) {
    HELD.fetch_sub(bytes as i64, Relaxed);
}

// SAFETY: every call goes to the allocator of the system as it came.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        taken(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let memory = unsafe { System.alloc_zeroed(layout) };
        if layout.size() < TABLE || memory.is_null() || !swapped(0, memory.addr()) {
            taken(layout.size());
        }
        memory
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        if layout.size() < TABLE || !swapped(memory.addr(), 0) {
            given_back(layout.size());
        }
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        taken(size);
        if layout.size() < TABLE || !swapped(memory.addr(), 0) {
            given_back(layout.size());
        }
        // SAFETY: as the caller promises.
        unsafe { System.realloc(memory, layout, size) }
    }
}

/// What a process has allocated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub(super) allocations: f64,
    pub(super) bytes: f64,
    /// The most bytes held at one time.
    pub(super) most_held: f64,
}

impl Counts {
    /// Forgets what was held before.
    pub(super) fn begin() {
        HELD.store(0, Relaxed);
        MOST_HELD.store(0, Relaxed);
    }

    pub(super) fn now() -> Counts {
        Counts {
            allocations: ALLOCATIONS.load(Relaxed) as f64,
            bytes: BYTES.load(Relaxed) as f64,
            most_held: MOST_HELD.load(Relaxed) as f64,
        }
    }

    pub(super) fn text(self) -> String {
        format!("{} {} {}", self.allocations, self.bytes, self.most_held)
    }

    pub(super) fn read(text: &str) -> Counts {
        let numbers: Vec<f64> = text.split(' ').map(|number| number.parse().unwrap()).collect();
        Counts { allocations: numbers[0], bytes: numbers[1], most_held: numbers[2] }
    }
}
