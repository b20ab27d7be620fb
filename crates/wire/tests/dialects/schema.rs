//! The published schemas of the native dialect and the lobby match the types.

use std::{env, fs};

use raum_wire::{lobby, native};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Value, json};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/dialects/");

/// One document with every type in `$defs`.
fn schema<Client: JsonSchema, Server: JsonSchema>(title: &str) -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    generator.subschema_for::<Client>();
    generator.subschema_for::<Server>();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": "A client sends ClientFrame, the server sends ServerFrame. Generated from crates/wire: RAUM_UPDATE=1 cargo test -p raum-wire",
        "anyOf": [
            { "$ref": "#/$defs/ClientFrame" },
            { "$ref": "#/$defs/ServerFrame" },
        ],
        "$defs": generator.take_definitions(true),
    })
}

#[test]
fn the_published_schemas_are_current() {
    let native = schema::<native::ClientFrame, native::ServerFrame>("The native dialect of raum");
    check("raum.schema.json", &native);
    let lobby = schema::<lobby::ClientFrame, lobby::ServerFrame>("The lobby of raum");
    check("lobby.schema.json", &lobby);
}

fn check(name: &str, schema: &Value) {
    let (path, schema) = (format!("{FOLDER}{name}"), format!("{schema:#}\n"));
    if env::var_os("RAUM_UPDATE").is_some() {
        fs::write(&path, &schema).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap() == schema,
        "{path} is stale: run RAUM_UPDATE=1 cargo test -p raum-wire"
    );
}
