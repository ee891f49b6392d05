//! The weight of an extension rule at one kind of node, as a parameter of its own: `extension.check.cut`.
//!
//! So the three weights of a rule can be tuned one by one. What is set is the rule's parameter, with the others as they are.

use crate::search::Params;

/// What the weight of this name is; `None` if the name is of something else.
pub(super) fn one(params: &Params, name: &str) -> Option<String> {
    let (rule, at) = parse(name)?;
    Some(all(&params.get(rule)?)[at].clone())
}

/// The rule's parameter, and its value with the weight of this name changed; `None` if the name is of something else.
pub(super) fn with_one<'a>(
    params: &Params,
    profile: &Params,
    name: &'a str,
    value: &str,
) -> Option<(&'a str, String)> {
    let (rule, at) = parse(name)?;
    let mut weights = all(&params.get(rule)?);
    weights[at] = match value.eq_ignore_ascii_case("default") {
        true => all(&profile.get(rule)?)[at].clone(),
        false => value.to_owned(),
    };
    Some((rule, weights.join("/")))
}

/// The rule's parameter, and which weight of the three.
fn parse(name: &str) -> Option<(&str, usize)> {
    let (rule, kind) = name.trim().rsplit_once('.')?;
    let at = ["pv", "cut", "all"].iter().position(|known| known.eq_ignore_ascii_case(kind))?;
    rule.starts_with("extension.").then_some((rule, at))
}

/// Three weights from a parameter's value, which is one for all or has a `/` between them.
fn all(value: &str) -> [String; 3] {
    let mut parts = value.split('/').cycle().map(str::to_owned);
    std::array::from_fn(|_| parts.next().unwrap_or_default())
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
