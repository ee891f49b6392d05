//! Validates lines of JSON by the schema of `help schema`, for tests and the fuzzer.
//!
//! It implements the part of JSON Schema that the schema uses. Any other keyword is an error, so that none is ignored.

#![allow(clippy::unwrap_used)]

use serde_json::Value;

pub(crate) struct LineSchema {
    pub(crate) root: Value,
}

impl LineSchema {
    /// Reads the schema, which a test of the library has compared with the types of lines, or blessed.
    pub(crate) fn new() -> LineSchema {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/schema.json");
        let text = std::fs::read_to_string(path).unwrap();
        LineSchema { root: serde_json::from_str(&text).unwrap() }
    }

    /// Returns what is wrong with a line: nothing if it is an object that fits the row of its type.
    pub(crate) fn faults(&self, line: &str) -> Vec<String> {
        let value: Value = match serde_json::from_str(line) {
            Ok(value) => value,
            Err(error) => return vec![format!("no JSON: {error}: {line}")],
        };
        let kind = value["type"].as_str().unwrap_or("no type");
        let Some(schema) = self.root["$defs"].get(format!("line:{kind}")) else {
            return vec![format!("{kind} is not in tests/schema.json: {line}")];
        };
        let mut faults = Vec::new();
        Checker { defs: &self.root["$defs"] }.check(schema, &value, kind, &mut faults);
        faults
    }
}

struct Checker<'a> {
    defs: &'a Value,
}

impl Checker<'_> {
    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let mut faults = Vec::new();
        self.check(schema, value, "", &mut faults);
        faults.is_empty()
    }

    fn check(&self, schema: &Value, value: &Value, path: &str, faults: &mut Vec<String>) {
        // `true` allows everything.
        if schema == &Value::Bool(true) {
            return;
        }
        for (keyword, rule) in schema.as_object().unwrap() {
            let fits = match keyword.as_str() {
                // What a member is for people, and what integers hold here.
                "description" | "title" | "format" | "default" => true,
                "minimum" => value.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap()),
                "maximum" => value.as_f64().is_none_or(|number| number <= rule.as_f64().unwrap()),
                "minItems" => list(value).count() as u64 >= rule.as_u64().unwrap(),
                "maxItems" => list(value).count() as u64 <= rule.as_u64().unwrap(),
                "oneOf" => list(rule).filter(|one| self.fits(one, value)).count() == 1,
                "prefixItems" => {
                    for (place, (rule, item)) in list(rule).zip(list(value)).enumerate() {
                        self.check(rule, item, &format!("{path}[{place}]"), faults);
                    }
                    true
                }
                "$ref" => {
                    let name = rule.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                    self.check(&self.defs[name], value, path, faults);
                    true
                }
                "type" => list(rule).any(|name| is_of(value, name.as_str().unwrap())),
                "const" => value == rule,
                "enum" => list(rule).any(|allowed| allowed == value),
                "pattern" => matches(rule.as_str().unwrap(), value.as_str().unwrap_or_default()),
                "anyOf" => list(rule).any(|one| self.fits(one, value)),
                "allOf" => list(rule).all(|one| self.fits(one, value)),
                "required" => list(rule).all(|name| value.get(name.as_str().unwrap()).is_some()),
                "properties" => {
                    for (name, inner) in rule.as_object().unwrap() {
                        if let Some(member) = value.get(name) {
                            self.check(inner, member, &format!("{path}.{name}"), faults);
                        }
                    }
                    true
                }
                "additionalProperties" => {
                    for (name, member) in value.as_object().unwrap() {
                        self.check(rule, member, &format!("{path}.{name}"), faults);
                    }
                    true
                }
                "items" => {
                    // Only of arrays; another rule says whether it may be null.
                    for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(rule, item, &format!("{path}[{place}]"), faults);
                    }
                    true
                }
                other => panic!("the keyword {other} is not understood here"),
            };
            if !fits {
                faults.push(format!("{path}: {value} breaks {keyword} {rule}"));
            }
        }
    }
}

/// One value, or each of a list.
pub(crate) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice).iter()
}

fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type of JSON"),
    }
}

/// The two patterns that the schema has: moves in coordinates, and keys.
fn matches(pattern: &str, text: &str) -> bool {
    if pattern == "^[0-9a-f]{16}$" {
        return text.len() == 16 && text.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'));
    }
    assert_eq!(pattern, "^([a-h][1-8][a-h][1-8][qrbn]?|0000)$");
    let fits = |(place, c): (usize, char)| match place {
        0 | 2 => ('a'..='h').contains(&c),
        1 | 3 => ('1'..='8').contains(&c),
        _ => "qrbn".contains(c),
    };
    text == "0000" || (4..=5).contains(&text.len()) && text.chars().enumerate().all(fits)
}
