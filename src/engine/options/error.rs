//! Why an option keeps its value: what was asked for, what would have been right, what it stays.

use thiserror::Error;

use super::OPTIONS;
use super::nearest::nearest;
use crate::search::params::ParamError;

/// Why an option was not set. The old value stands.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// No option and no search parameter has this name.
    #[error("there is no option `{name}`{}", nearest.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    Unknown {
        /// The name given.
        name: String,
        /// A name much like it.
        nearest: Option<String>,
    },
    /// A number outside its range.
    #[error("{name} must lie between {min} and {max}, not {value}; it stays {kept}")]
    OutOfRange {
        /// The option.
        name: String,
        /// What was asked for.
        value: String,
        /// The smallest allowed.
        min: i64,
        /// The largest allowed.
        max: i64,
        /// What it was and is.
        kept: String,
    },
    /// Not one of the values that the option takes.
    #[error("{name} takes {expected}, not `{value}`; it stays {kept}")]
    BadValue {
        /// The option.
        name: String,
        /// What was asked for.
        value: String,
        /// What would be right.
        expected: String,
        /// What it was and is.
        kept: String,
    },
    /// Tables that cannot be had.
    #[error("no endgame tables: {reason}; {option} stays {}", if kept.is_empty() { "empty" } else { kept })]
    Tables {
        /// The option.
        option: &'static str,
        /// Why.
        reason: String,
        /// What the option stays.
        kept: String,
    },
    /// A book that cannot be played from.
    #[error("{reason}; {option} stays {kept}")]
    Book {
        /// The option.
        option: &'static str,
        /// What is wrong with it.
        reason: String,
        /// What it was and is.
        kept: String,
    },
    /// A file of weights that cannot be used, or one that cannot be taken away.
    #[error("{reason}; {option} stays {kept}")]
    Unread {
        /// The option.
        option: &'static str,
        /// What is wrong with it.
        reason: String,
        /// What it was and is.
        kept: String,
    },
    /// There are no learned weights; what stays as it was.
    #[error(
        "no learned weights are loaded; make some (`learn 100 --to FILE.qpw`) or name a file (`set WeightsFile FILE`) first; {0}"
    )]
    NoWeights(&'static str),
    /// A search parameter refused its value.
    #[error(transparent)]
    Param(#[from] ParamError),
}

impl OptionError {
    /// A file of weights cannot be used.
    pub(super) fn unread(option: &'static str, reason: String, kept: &str) -> OptionError {
        let kept = if kept.is_empty() { "empty" } else { kept };
        OptionError::Unread { option, reason, kept: kept.to_owned() }
    }

    /// There is neither an option nor, among `params`, a search parameter of this name.
    pub(super) fn unknown(name: &str, params: &[String]) -> OptionError {
        let options = OPTIONS.iter().map(|spec| spec.name.as_str());
        let near = nearest(name, options.chain(params.iter().map(String::as_str)));
        OptionError::Unknown { name: name.to_owned(), nearest: near.map(str::to_owned) }
    }
}
