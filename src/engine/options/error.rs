//! Why an option keeps its value: what was asked for, what would have been right, what it stays.

use thiserror::Error;

use super::nearest::nearest;
use super::{OPTIONS, OptionSpec, Options};
use crate::search::params::PARAMS;
use crate::settings::{SettingKind, ValueError};

#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct OptionError(pub(super) String);

impl OptionError {
    pub(crate) fn new(
        spec: &OptionSpec,
        error: ValueError,
        value: &str,
        options: &Options,
    ) -> OptionError {
        let (name, kept) = (&spec.name, spec.value(options));
        let bad = |expected| format!("{name} takes {expected}, not `{value}`; it stays {kept}");
        OptionError(match (error, &spec.kind) {
            (ValueError::Refused(reason), _) => {
                let kept = if kept.is_empty() { "empty" } else { &kept };
                format!("{reason}; {name} stays {kept}")
            }
            (ValueError::Range, SettingKind::Spin { min, max, .. }) => {
                format!("{name} must lie between {min} and {max}, not {value}; it stays {kept}")
            }
            (_, SettingKind::Spin { min, max, .. }) => {
                bad(format!("a whole number between {min} and {max}"))
            }
            (_, SettingKind::Check { .. }) => bad("true or false".to_owned()),
            (_, kind) => bad(format!("one of {}", kind.range())),
        })
    }

    pub(super) fn unknown(name: &str) -> OptionError {
        let options = OPTIONS.iter().map(|spec| spec.name.as_str());
        let near = nearest(name, options.chain(PARAMS.iter().map(|spec| spec.name.as_str())));
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        OptionError(format!("there is no option `{name}`{near}"))
    }
}
