//! The published schema of the native dialect matches the types.

use std::{env, fs};

use raum_wire::native::{ClientFrame, ServerFrame};
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

const PATH: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../docs/dialects/raum.schema.json"
);

/// One document with every type in `$defs`.
fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    generator.subschema_for::<ClientFrame>();
    generator.subschema_for::<ServerFrame>();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The native dialect of raum",
        "description": "A client sends ClientFrame, the server sends ServerFrame. Generated from crates/wire: RAUM_UPDATE=1 cargo test -p raum-wire",
        "anyOf": [
            { "$ref": "#/$defs/ClientFrame" },
            { "$ref": "#/$defs/ServerFrame" },
        ],
        "$defs": generator.take_definitions(true),
    })
}

#[test]
fn the_published_schema_is_current() {
    let schema = format!("{:#}\n", schema());
    if env::var_os("RAUM_UPDATE").is_some() {
        fs::write(PATH, &schema).unwrap();
    }
    assert!(
        fs::read_to_string(PATH).unwrap() == schema,
        "{PATH} is stale: run RAUM_UPDATE=1 cargo test -p raum-wire"
    );
}
