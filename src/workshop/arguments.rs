//! Arguments that several tools share: numbers within bounds, names of files, sizes of memory, threads.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use quarterply::control::quantity::{self, QuantityFault};
use quarterply::engine::limit_words::LimitKind;
use quarterply::store::file::expand;

#[derive(Args, Clone, Copy, Debug)]
pub struct Jobs {
    /// How many are done at a time, each on a thread of its own
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<usize>(1..=1024))]
    pub jobs: usize,
}

/// Returns a parser of whole numbers within bounds: `500`, `20k`, `1M`.
pub fn number<T: TryFrom<u64> + Clone + Send + Sync + 'static>(
    bounds: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, QuantityFault> + Clone + Send + Sync + 'static {
    move |text| {
        let (low, high) = (*bounds.start(), *bounds.end());
        let number = quantity::within(text, "it", low, high)?;
        T::try_from(number).map_err(|_| QuantityFault::out_of_range(text, "it", low, high))
    }
}

/// Reads the name of a file, as [`expand`] does.
pub fn path(text: &str) -> Result<PathBuf, String> {
    match text {
        "" => Err("the name of a file is wanted".to_owned()),
        text => Ok(expand(text)),
    }
}

/// Reads a size of memory, in MiB: `64`, `512M`, `1G`.
pub fn mebibytes(text: &str) -> Result<usize, QuantityFault> {
    let kind = LimitKind::Memory;
    quantity::size(text, kind.what(), kind.most())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_bounds() {
        let jobs = number::<usize>(1..=8);
        assert_eq!(jobs("8"), Ok(8));
        assert_eq!(jobs("9").unwrap_err().to_string(), "it must be from 1 to 8, got 9");
        assert!(jobs("many").is_err() && jobs("-1").is_err());
    }
}
