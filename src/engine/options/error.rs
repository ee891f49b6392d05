//! Why an option keeps its value: what was asked for, what would have been right, what it stays.

use thiserror::Error;

use super::nearest::nearest;
use super::{OPTIONS, OptionSpec, OptionValues};
use crate::search::params::{PARAMS, ParamError};
use crate::settings::{SettingKind, ValueError};

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    #[error("there is no option `{name}`{}", nearest.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    Unknown {
        name: String,
        /// A name much like it.
        nearest: Option<String>,
    },
    #[error("{name} must lie between {min} and {max}, not {value}; it stays {kept}")]
    OutOfRange { name: String, value: String, min: i64, max: i64, kept: String },
    #[error("{name} takes {expected}, not `{value}`; it stays {kept}")]
    BadValue { name: String, value: String, expected: String, kept: String },
    #[error("{reason}; {name} stays {}", if kept.is_empty() { "empty" } else { kept })]
    Refused { name: String, reason: String, kept: String },
    #[error(transparent)]
    Param(#[from] ParamError),
}

impl OptionError {
    pub(crate) fn new(
        spec: &OptionSpec,
        error: ValueError,
        value: &str,
        values: &OptionValues,
    ) -> OptionError {
        let (name, value, kept) = (spec.name.clone(), value.to_owned(), spec.value(values));
        let bad = |value, expected, kept| OptionError::BadValue {
            name: spec.name.clone(),
            value,
            expected,
            kept,
        };
        match (error, &spec.kind) {
            (ValueError::Refused(reason), _) => OptionError::Refused { name, reason, kept },
            (ValueError::Range, &SettingKind::Spin { min, max, .. }) => {
                OptionError::OutOfRange { name, value, min, max, kept }
            }
            (_, SettingKind::Spin { min, max, .. }) => {
                bad(value, format!("a whole number between {min} and {max}"), kept)
            }
            (_, SettingKind::Check { .. }) => bad(value, "true or false".to_owned(), kept),
            (_, kind) => bad(value, format!("one of {}", kind.range()), kept),
        }
    }

    pub(super) fn unknown(name: &str) -> OptionError {
        let options = OPTIONS.iter().map(|spec| spec.name.as_str());
        let near = nearest(name, options.chain(PARAMS.iter().map(|spec| spec.name.as_str())));
        OptionError::Unknown { name: name.to_owned(), nearest: near.map(str::to_owned) }
    }
}
