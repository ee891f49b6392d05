//! The JSON Schema of every line of `--json`, made of the types that the lines are written from.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::protocol::ReadyAnswer;
use super::{COMMANDS, SUBCOMMANDS};
use crate::ink::answer::{LineSchema, Text};
use crate::render::json::{LINES, VERSION};
use crate::shell::reply::Changed;
use crate::tools::learn::view::WeightsAnswer;

/// Lines that are no single command's.
const SHARED: &[LineSchema] = &[
    LineSchema::of::<Changed>(),
    LineSchema::of::<Text>(),
    LineSchema::of::<ReadyAnswer>(),
    LineSchema::of::<WeightsAnswer>(),
];

/// Returns the schema of all lines, pretty-printed. `help schema` prints it, and `tests/schema.json` is a copy.
pub fn text() -> String {
    format!("{:#}", all())
}

pub fn all() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let rows = COMMANDS.iter().chain(SUBCOMMANDS).map(|spec| spec.answers);
    let kinds = rows.chain([SHARED, LINES]).flatten();
    let mut lines: Vec<(String, Schema)> = kinds.map(|kind| line(kind, &mut generator)).collect();
    lines.sort_by(|(a, _), (b, _)| a.cmp(b));
    lines.dedup_by(|(a, _), (b, _)| a == b);
    let refers = |name: &String| json!({ "$ref": format!("#/$defs/{name}") });
    let one_of: Vec<Value> = lines.iter().map(|(name, _)| refers(name)).collect();
    let mut definitions = generator.take_definitions(true);
    definitions.extend(lines.into_iter().map(|(name, schema)| (name, schema.to_value())));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of quarterply --json",
        "description": "Each line of output is one object. Members may be added within version 1; none changes its meaning or goes.",
        "oneOf": one_of,
        "$defs": definitions,
    })
}

/// Returns the schema of a type of lines with its name among the definitions.
fn line(kind: &LineSchema, generator: &mut SchemaGenerator) -> (String, Schema) {
    let mut schema = (kind.members)(generator);
    let object = schema.ensure_object();
    // A form's name for the definitions is no title of the line.
    object.remove("title");
    let mut properties = json!({ "v": { "const": VERSION }, "type": { "const": kind.kind } });
    let mut required = vec![json!("v"), json!("type")];
    if let (Some(all), Some(Value::Object(own))) =
        (properties.as_object_mut(), object.remove("properties"))
    {
        all.extend(own);
    }
    if let Some(Value::Array(own)) = object.remove("required") {
        required.extend(own);
    }
    object.insert("type".to_owned(), json!("object"));
    object.insert("properties".to_owned(), properties);
    object.insert("required".to_owned(), json!(required));
    (format!("line:{}", kind.kind), schema)
}
