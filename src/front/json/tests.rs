//! The JSON Schema of every line of `--json`, derived from the types of the lines. `help schema` prints `tests/schema.json`,
//! which is compared with it here.

use std::fs;
use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::event_lines::LINES;
use crate::commands::protocol::ReadyAnswer;
use crate::commands::{COMMANDS, SUBCOMMANDS};
use crate::ink::answer::{LineSchema, Text};
use crate::ink::json::VERSION;
use crate::shell::reply::Changed;

/// Lines that several commands share.
const SHARED: &[LineSchema] =
    &[LineSchema::of::<Changed>(), LineSchema::of::<Text>(), LineSchema::of::<ReadyAnswer>()];

#[test]
fn the_schema_is_as_it_was_looked_at() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schema.json");
    let all = all();
    let names = all["$defs"].as_object().unwrap().keys();
    let wrong: Vec<&String> = names.filter(|name| name.contains('_')).collect();
    assert!(wrong.is_empty(), "types have hyphens, members underscores: {wrong:?}");
    let found = format!("{all:#}\n");
    if std::env::var_os("QUARTERPLY_BLESS").is_some() {
        fs::write(&path, &found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(path).unwrap(), "`QUARTERPLY_BLESS=1` writes it anew");
}

fn all() -> Value {
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

/// Returns the schema of a type of lines, named as in the definitions.
fn line(kind: &LineSchema, generator: &mut SchemaGenerator) -> (String, Schema) {
    let mut schema = (kind.members)(generator);
    let object = schema.ensure_object();
    // The name of a definition is not the title of the line.
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
