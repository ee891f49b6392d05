//! Answers of commands: data that renders itself for people and for programs.

use std::any::Any;
use std::fmt;

use serde::Serialize;
use serde_json::{Value, json};

use super::{Page, Settings};

/// Bound for types of lines in tests only, which generate `tests/schema.json` from them.
#[cfg(test)]
pub use schemars::JsonSchema;

#[cfg(not(test))]
pub trait JsonSchema {}

#[cfg(not(test))]
impl<L> JsonSchema for L {}

/// The answer of a command. Its members are those of its JSON line.
pub trait Answer: Serialize + JsonSchema + fmt::Debug + Send + Sync + 'static {
    /// The member `type` of its line; empty if there is no line.
    const TYPE: &'static str;

    fn page(&self, settings: &Settings) -> Page;

    /// Whether it belongs below the board in sight until the next one.
    fn is_in_sight(&self) -> bool {
        false
    }
}

/// Any answer. A dialect with lines of its own for it matches its type; all others print its page or its line.
pub trait AnyAnswer: Any + fmt::Debug + Send + Sync {
    /// Returns the type and the members of its JSON line; `None` if there is no line.
    fn line(&self) -> Option<(&'static str, Value)>;

    fn page(&self, settings: &Settings) -> Page;

    /// As [`Answer::is_in_sight`].
    fn is_in_sight(&self) -> bool {
        false
    }
}

impl<A: Answer> AnyAnswer for A {
    fn line(&self) -> Option<(&'static str, Value)> {
        (!A::TYPE.is_empty()).then(|| (A::TYPE, members(self)))
    }

    fn page(&self, settings: &Settings) -> Page {
        Answer::page(self, settings)
    }

    fn is_in_sight(&self) -> bool {
        Answer::is_in_sight(self)
    }
}

impl dyn AnyAnswer {
    pub fn of<A: AnyAnswer>(&self) -> Option<&A> {
        (self as &dyn Any).downcast_ref()
    }
}

pub fn members(line: &impl Serialize) -> Value {
    // Lines are structs of numbers and texts, which always serialize; an error would be written into the line.
    serde_json::to_value(line).unwrap_or_else(|error| json!({ "fault": error.to_string() }))
}

/// A type of lines and, in tests, its JSON Schema.
#[derive(Clone, Copy)]
pub struct LineSchema {
    pub kind: &'static str,
    #[cfg(test)]
    pub members: fn(&mut schemars::SchemaGenerator) -> schemars::Schema,
}

impl LineSchema {
    pub const fn of<A: Answer>() -> LineSchema {
        LineSchema::named::<A>(A::TYPE)
    }

    pub const fn named<L: JsonSchema>(kind: &'static str) -> LineSchema {
        LineSchema {
            kind,
            #[cfg(test)]
            members: L::json_schema,
        }
    }
}

/// No output: the command succeeded.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Done;

impl Answer for Done {
    const TYPE: &'static str = "";

    fn page(&self, _settings: &Settings) -> Page {
        Page::new()
    }
}

/// A text, printed as it is.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Text {
    pub text: String,
}

impl Text {
    pub fn of(text: impl Into<String>) -> Text {
        Text { text: text.into() }
    }
}

impl Answer for Text {
    const TYPE: &'static str = "text";

    fn page(&self, _settings: &Settings) -> Page {
        Page::of_text(&self.text)
    }
}
