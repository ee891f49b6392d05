//! A table's memory: one long row of cache lines, all of them zero at first.
//!
//! It comes zeroed from the system and is touched only when it is used, so even a huge table is there at once; whoever
//! touches a page first, on whatever thread, has it zeroed. A look-up at random also costs the way to its page: where pages
//! have 4 KiB nearly each one asks for a walk through the tables of the system (twice over in a virtual machine), which was
//! a fifth of a search's time (perf, ../shared/reviews/search.md). So huge pages are asked for, 2 MiB each. That is advice:
//! a system that knows none, or has none left, gives small ones, and nothing changes but the speed. Which entries a line
//! holds is the table's own affair.

use bytemuck::Zeroable;

/// Bytes of a cache line.
const LINE: usize = 64;

/// The memory was not to be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the system does not give that much memory")]
pub struct OutOfMemory;

/// A row of cache lines, each of whole cells of type `T`.
pub struct CacheLines<T> {
    /// Whole lines from `first` on. The alignment is found by `first`, not asked of the type: memory that is asked for with
    /// more than its usual alignment is zeroed by hand, all of it, at once.
    cells: Vec<T>,
    first: usize,
}

impl<T: Zeroable> CacheLines<T> {
    /// Cells of a line.
    pub const CELLS: usize = LINE / size_of::<T>();

    /// So many lines, zero.
    ///
    /// # Errors
    /// If the system does not give that much memory.
    pub fn zeroed(lines: usize) -> Result<CacheLines<T>, OutOfMemory> {
        const { assert!(LINE.is_multiple_of(size_of::<T>()), "a line is whole cells") }
        let count = lines.checked_add(1).and_then(|lines| lines.checked_mul(Self::CELLS));
        let mut cells: Vec<T> = bytemuck::allocation::try_zeroed_vec(count.ok_or(OutOfMemory)?)
            .map_err(|()| OutOfMemory)?;
        ask_for_huge_pages(&mut cells);
        let first = cells.as_ptr().addr().next_multiple_of(LINE) - cells.as_ptr().addr();
        Ok(CacheLines { first: first / size_of::<T>(), cells })
    }

    /// The cells of a line.
    ///
    /// # Panics
    /// If there is none of this number, from zero.
    #[inline(always)]
    pub fn line(&self, number: usize) -> &[T] {
        let at = self.first + number * Self::CELLS;
        &self.cells[at..at + Self::CELLS]
    }

    /// The cells of a line, to be changed.
    ///
    /// # Panics
    /// If there is none of this number, from zero.
    #[inline(always)]
    pub fn line_mut(&mut self, number: usize) -> &mut [T] {
        let at = self.first + number * Self::CELLS;
        &mut self.cells[at..at + Self::CELLS]
    }

    /// The cells of the first so many lines.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn first_lines(&self, count: usize) -> &[T] {
        &self.cells[self.first..][..count * Self::CELLS]
    }

    /// Makes all of it zero again.
    pub fn clear(&mut self) {
        self.cells.fill_with(T::zeroed);
    }
}

/// Asks the system for huge pages beneath this memory. Refused or not known here, the small ones stay.
#[cfg(target_os = "linux")]
fn ask_for_huge_pages<T>(memory: &mut [T]) {
    use rustix::mm::{Advice, madvise};

    /// A huge page, or several of them where they are smaller; what is in front of the first whole one keeps small pages.
    const PAGE: usize = 2 << 20;

    let bytes = size_of_val(memory);
    let start = memory.as_mut_ptr().cast::<u8>();
    let before = start.align_offset(PAGE);
    if bytes < before.saturating_add(PAGE) {
        return;
    }
    #[allow(unsafe_code)]
    // SAFETY: the range lies within memory that is borrowed here for writing, and this advice changes nothing of what is in
    // it. A kernel without huge pages refuses; then there is nothing to be done.
    let _ = unsafe {
        madvise(start.wrapping_add(before).cast(), bytes - before, Advice::LinuxHugepage)
    };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages<T>(_: &mut [T]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_aligned_zero_and_apart() {
        // Beneath one huge page, and several of them.
        for lines in [1, 1_000, 100_000] {
            let mut memory = CacheLines::<[u64; 2]>::zeroed(lines).unwrap();
            assert_eq!(memory.line(0).as_ptr().addr() % LINE, 0);
            assert!(memory.first_lines(lines).iter().all(|cell| *cell == [0, 0]));
            let last = lines - 1;
            memory.line_mut(last).fill([7, 9]);
            assert_eq!(memory.line(last), [[7, 9]; 4]);
            assert!(last == 0 || memory.line(last - 1) == [[0, 0]; 4]);
            memory.clear();
            assert_eq!(memory.line(last), [[0, 0]; 4]);
        }
    }

    #[test]
    fn an_absurd_amount_is_an_error() {
        for lines in [usize::MAX, usize::MAX / LINE, 1 << 50] {
            assert_eq!(CacheLines::<u64>::zeroed(lines).err(), Some(OutOfMemory));
        }
    }
}
