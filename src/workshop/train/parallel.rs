//! Maps items on several threads; the result does not depend on their number.

use std::panic::resume_unwind;
use std::thread;

/// Returns `work` of each item, in order. The items are divided into `jobs` chunks; the calling thread does the first one.
pub fn parallel<T: Send, R: Send>(
    jobs: usize,
    items: impl Iterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut items: Vec<T> = items.collect();
    let (share, work) = (items.len().div_ceil(jobs).max(1), &work);
    thread::scope(|scope| {
        let mut others = Vec::new();
        while items.len() > share {
            let last = items.split_off(items.len() - share);
            others.push(scope.spawn(move || last.into_iter().map(work).collect::<Vec<R>>()));
        }
        let mut done: Vec<R> = items.into_iter().map(work).collect();
        for other in others.into_iter().rev() {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_on_any_number_of_threads() {
        for (jobs, count) in [(1, 5), (2, 5), (3, 5), (4, 5), (9, 5), (3, 0), (3, 1)] {
            let mut numbers: Vec<usize> = (0..count).collect();
            let squares = parallel(jobs, numbers.iter_mut(), |number| {
                *number += 1;
                *number * *number
            });
            assert!(squares.into_iter().eq((1..=count).map(|number| number * number)), "{jobs}");
        }
    }
}
