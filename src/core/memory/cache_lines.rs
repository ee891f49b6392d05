//! The memory of a table: an array of cache lines, initially zero.
//!
//! The system provides it zeroed and commits a page at its first use, so even a huge table is available at once and takes only
//! the memory that was written. Pages become larger with use (`pages.rs`). The table decides which entries a line holds.

use super::pages::Pages;
use bytemuck::Zeroable;

const LINE: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the system does not give that much memory")]
pub(crate) struct OutOfMemory;

/// A row of cache lines, each of whole cells of type `T`.
pub(crate) struct CacheLines<T> {
    /// Whole lines from `first` on. The alignment is found by `first`, not asked of the type: memory that is asked for with
    /// more than its usual alignment is zeroed by hand, all of it, at once.
    cells: Vec<T>,
    first: usize,
    pages: Pages,
}

impl<T: Zeroable> CacheLines<T> {
    pub(crate) const CELLS: usize = LINE / size_of::<T>();

    pub(crate) fn zeroed(lines: usize) -> Result<CacheLines<T>, OutOfMemory> {
        const { assert!(LINE.is_multiple_of(size_of::<T>()), "a line is whole cells") }
        let count = lines.checked_add(1).and_then(|lines| lines.checked_mul(Self::CELLS));
        let mut cells: Vec<T> = bytemuck::allocation::try_zeroed_vec(count.ok_or(OutOfMemory)?)
            .map_err(|()| OutOfMemory)?;
        let pages = Pages::small(&mut cells);
        let first = cells.as_ptr().addr().next_multiple_of(LINE) - cells.as_ptr().addr();
        Ok(CacheLines { first: first / size_of::<T>(), cells, pages })
    }

    /// Counts look-ups at random within the first `lines` lines: enough of them bring huge pages. To be called now and then.
    ///
    /// # Panics
    /// If there are fewer lines.
    pub(crate) fn count_lookups(&self, lookups: u64, lines: usize) {
        self.pages.count_lookups(lookups, self.first_lines(lines).as_ptr_range().end.addr());
    }

    /// The cells of a line.
    ///
    /// # Panics
    /// If there is none of this number, from zero.
    #[inline(always)]
    pub(crate) fn line(&self, number: usize) -> &[T] {
        let at = self.first + number * Self::CELLS;
        &self.cells[at..at + Self::CELLS]
    }

    /// Prefetches a line into the processor's caches.
    ///
    /// # Panics
    /// If there is none of this number, from zero.
    #[inline(always)]
    pub(crate) fn prefetch(&self, number: usize) {
        let line = self.line(number).as_ptr();
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            #[allow(unsafe_code)]
            // SAFETY: every x86-64 has the instruction; it has no effect that the program could observe, and the address is that
            // of a live reference.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(line.cast::<i8>());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = line;
    }

    /// The cells of a line, to be changed.
    ///
    /// # Panics
    /// If there is none of this number, from zero.
    #[inline(always)]
    pub(crate) fn line_mut(&mut self, number: usize) -> &mut [T] {
        let at = self.first + number * Self::CELLS;
        &mut self.cells[at..at + Self::CELLS]
    }

    /// The cells of the first `count` lines.
    ///
    /// # Panics
    /// If there are fewer.
    pub(crate) fn first_lines(&self, count: usize) -> &[T] {
        &self.cells[self.first..][..count * Self::CELLS]
    }

    pub(crate) fn clear(&mut self) {
        self.cells.fill_with(T::zeroed);
    }
}

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
