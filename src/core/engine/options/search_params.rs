//! Search parameters as options: by name, by one weight of an extension rule (`extension.check.cut`), and by a rule's weight in
//! the form that GUIs set.

use super::table::BY_PROFILE;
use super::{OptionError, Options};
use crate::search::Rule;
use crate::search::params::{PARAMS, Params};
use crate::settings::{ValueError, find};
use crate::units::NodeKind;

pub(super) fn name_of(rule: Rule) -> String {
    let is_typed = rule.index() >= Rule::COUNT;
    format!("extension.{}", if is_typed { "typed" } else { rule.name() })
}

impl Options {
    pub(super) fn param(&self, name: &str) -> Option<String> {
        match one_weight(name) {
            Some((rule, at)) => Some(weights(&self.params, rule)?[at].clone()),
            None => self.params.get(name),
        }
    }

    /// Sets a search parameter, or one weight of a rule and leaves its others as they are.
    pub(super) fn set_param(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let resets = value.eq_ignore_ascii_case("default");
        if let Some((rule, at)) = one_weight(name)
            && let Some(mut all) = weights(&self.params, rule)
        {
            let profile = weights(&self.profile.params(), rule).filter(|_| resets);
            all[at] = profile.map_or_else(|| value.to_owned(), |profile| profile[at].clone());
            return self.set_param(rule, &all.join("/"));
        }
        let spec = find(&PARAMS, name).ok_or_else(|| OptionError::unknown(name))?;
        let value = (!resets).then_some(value);
        self.override_param(&spec.name, value).map_err(OptionError)
    }

    /// Changes a parameter on top of the profile, or with no value goes back to the profile's.
    fn override_param(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let mut params = self.params.clone();
        match value {
            Some(value) => params.set(name, value)?,
            None => params.set(name, &self.profile.params().get(name).unwrap_or_default())?,
        }
        match value {
            Some(value) => drop(self.overrides.insert(name.to_owned(), value.to_owned())),
            None => drop(self.overrides.remove(name)),
        }
        self.params = params;
        Ok(())
    }

    /// Returns the weight of a rule as its UCI option has it, as far as one number can: [`BY_PROFILE`] if it was not changed,
    /// or differs by kind of node.
    pub(super) fn weight(&self, rule: Rule) -> i64 {
        let given = self.overrides.get(&name_of(rule));
        given.and_then(|value| value.parse().ok()).unwrap_or(BY_PROFILE)
    }

    pub(super) fn set_weight(&mut self, rule: Rule, quarters: i64) -> Result<(), ValueError> {
        // A GUI that sends back the reported value must not undo what one number cannot say.
        if quarters == self.weight(rule) {
            return Ok(());
        }
        let given = (quarters != BY_PROFILE).then(|| quarters.to_string());
        self.override_param(&name_of(rule), given.as_deref()).map_err(ValueError::Refused)
    }
}

/// Returns the rule's parameter and which of its three weights; `None` if the name is of something else.
fn one_weight(name: &str) -> Option<(&str, usize)> {
    let (rule, kind) = name.trim().rsplit_once('.')?;
    let at = NodeKind::ALL.iter().position(|known| known.name().eq_ignore_ascii_case(kind))?;
    rule.starts_with("extension.").then_some((rule, at))
}

/// Returns the three weights of a rule; its parameter is one number for all, or has a `/` between them.
fn weights(params: &Params, rule: &str) -> Option<[String; 3]> {
    let value = params.get(rule)?;
    let mut parts = value.split('/').cycle().map(str::to_owned);
    Some(std::array::from_fn(|_| parts.next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use crate::engine::Options;

    #[test]
    fn one_weight_of_a_rule_is_set_and_told_by_itself() {
        let mut options = Options::default();
        let before = options.get("extension.check").unwrap();
        options.set("extension.check", "4/3/2").unwrap();
        options.set("extension.check.cut", "1").unwrap();
        assert_eq!(options.get("extension.check").as_deref(), Some("4/1/2"));
        assert_eq!(options.get("extension.check.all").as_deref(), Some("2"));
        options.set("extension.check", "3").unwrap();
        options.set("extension.check.PV", "0").unwrap();
        assert_eq!(options.get("extension.check").as_deref(), Some("0/3/3"));
        for kind in ["pv", "cut", "all"] {
            options.set(&format!("extension.check.{kind}"), "default").unwrap();
        }
        assert_eq!(options.get("extension.check"), Some(before));
        assert!(options.set("extension.check.pv", "4/2").is_err());
        assert!(options.set("extension.check.quiet", "4").is_err());
        assert_eq!(options.get("extension.check.quiet"), None);
    }
}
