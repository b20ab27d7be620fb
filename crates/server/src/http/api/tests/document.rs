//! Generates the OpenAPI document from the table of operations and from the types of requests and responses.

mod operations;

use std::{collections::BTreeMap, env, fs};

use axum::routing::MethodFilter;
use raum_journal::RoomId;
use raum_room::HouseRules;
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::{
    http::{
        api::OPERATIONS,
        problem::{PROBLEM_JSON, Problem},
    },
    limits::{CLOCK_INCREMENT_MILLIS_MAX, CLOCK_INITIAL_MILLIS, FIRST_MOVE_MILLIS, GRACE_MILLIS},
};
use operations::{Answer, COMMON_PROBLEMS, OPERATION_DOCS, OperationDoc, VARIABLE_DETAIL};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api/openapi.json");

/// Collects the schemas of requests and responses.
struct Document {
    /// Schemas of responses have names and are shared by the whole document.
    answers: SchemaGenerator,
    /// Schemas of requests are inlined, because they are stricter than those of responses.
    requests: SchemaGenerator,
}

impl Document {
    fn new() -> Self {
        let mut answers = SchemaSettings::draft2020_12().for_serialize();
        answers.definitions_path = "/components/schemas".into();
        let mut requests = SchemaSettings::draft2020_12();
        requests.inline_subschemas = true;
        Self {
            answers: answers.into_generator(),
            requests: requests.into_generator(),
        }
    }

    fn write(mut self) -> Value {
        let mut paths: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
        for (about, (method, path, _)) in OPERATION_DOCS.iter().zip(OPERATIONS) {
            assert_eq!((about.method, about.path), (name(*method), *path));
            let at_path = paths.entry(format!("/api{path}")).or_default();
            let known = at_path.insert(about.method.to_owned(), self.operation(about));
            assert!(known.is_none(), "{path} is documented twice");
        }
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "raum",
                "version": env!("CARGO_PKG_VERSION"),
                "summary": "Rooms for chess, space chess and tic-tac-toe.",
                "description": "Open rooms and export games. Playing is not part of this API: clients play over WebSocket, in one of the dialects of docs/dialects. Errors are application/problem+json (RFC 9457) with a stable `code`. Times are milliseconds since 1970.",
                "license": { "name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later" },
            },
            "servers": [{ "url": "/" }],
            "paths": paths,
            "components": {
                "schemas": self.answers.take_definitions(true),
                "securitySchemes": {
                    "seatToken": {
                        "type": "http",
                        "scheme": "bearer",
                        "description": "The token of a seat in the room, which the server sent to the member who took the seat.",
                    },
                },
            },
        })
    }

    fn operation(&mut self, about: &OperationDoc) -> Value {
        let mut written = json!({
            "operationId": about.id,
            "summary": about.summary,
            "description": about.description,
            "responses": self.responses(about),
        });
        let parameters = self.parameters(about);
        if !parameters.is_empty() {
            written["parameters"] = parameters.into();
        }
        if let Some(content) = about.content {
            let schema = content(&mut self.requests);
            written["requestBody"] = json!({
                "required": true,
                "content": { "application/json": { "schema": schema } },
            });
        }
        if about.token {
            written["security"] = json!([{}, { "seatToken": [] }]);
        }
        written
    }

    fn parameters(&mut self, about: &OperationDoc) -> Vec<Value> {
        let mut parameters = Vec::new();
        if about.path.contains("{room}") {
            parameters.push(json!({
                "name": "room",
                "in": "path",
                "required": true,
                "description": "The room's id, in upper or lower case, or the code with which a Chessata client opened it. An id takes precedence over an equal code.",
                "schema": {
                    "type": "string",
                    "pattern": format!("^[0-9A-Za-z_-]{{1,{}}}$", RoomId::CHARS_MAX),
                },
            }));
        }
        let query = about.query.map(|query| query(&mut self.requests));
        let fields = query
            .as_ref()
            .and_then(|query| query.get("properties")?.as_object());
        let required = query
            .as_ref()
            .and_then(|query| query.get("required")?.as_array().cloned())
            .unwrap_or_default();
        for (name, schema) in fields.into_iter().flatten() {
            let mut schema = schema.clone();
            // A query string has no null.
            if schema["type"].is_array() {
                schema["type"] = schema["type"][0].take();
            }
            let fields = schema.as_object_mut().unwrap();
            let description = fields.remove("description").unwrap();
            let mut parameter = json!({
                "name": name, "in": "query", "description": description, "schema": schema,
            });
            if required.iter().any(|required| required == name) {
                parameter["required"] = true.into();
            }
            parameters.push(parameter);
        }
        parameters
    }

    fn responses(&mut self, about: &OperationDoc) -> Value {
        let Answer {
            status,
            has_location,
            content_type,
            description,
            schema,
        } = about.answer;
        let mut answer = json!({
            "description": description,
            "content": { content_type: { "schema": schema(&mut self.answers) } },
        });
        if has_location {
            answer["headers"] = json!({
                "Location": {
                    "description": "The URL of the room in this API.",
                    "required": true,
                    "schema": { "type": "string", "format": "uri-reference" },
                },
            });
            answer["links"] = links();
        }
        let mut problems: BTreeMap<u16, Vec<Problem>> = BTreeMap::new();
        for problem in COMMON_PROBLEMS.iter().chain(about.problems) {
            let problem = problem();
            problems
                .entry(problem.status.as_u16())
                .or_default()
                .push(problem);
        }
        let mut responses = Map::new();
        responses.insert(status.to_string(), answer);
        for (status, problems) in problems {
            responses.insert(status.to_string(), self.problems(&problems));
        }
        responses.into()
    }

    /// The response for the problems of one status.
    fn problems(&mut self, problems: &[Problem]) -> Value {
        let codes: Vec<_> = problems.iter().map(|problem| problem.code).collect();
        let sentences = problems.iter().map(|problem| match &*problem.detail {
            VARIABLE_DETAIL => format!("`{}`: see `detail`.", problem.code),
            sentence => format!("`{}`: {sentence}", problem.code),
        });
        let mut response = json!({
            "description": sentences.collect::<Vec<_>>().join(" "),
            "content": {
                PROBLEM_JSON: {
                    "schema": {
                        "allOf": [self.answers.subschema_for::<Problem>()],
                        "properties": { "code": { "enum": codes } },
                    },
                },
            },
        });
        if problems
            .iter()
            .any(|problem| problem.retry_after_seconds.is_some())
        {
            response["headers"] = json!({
                "Retry-After": {
                    "description": "The number of seconds after which to retry.",
                    "schema": { "type": "integer", "minimum": 0 },
                },
            });
        }
        response
    }
}

/// Links from a new room to the operations on it.
fn links() -> Value {
    let about_rooms = OPERATION_DOCS
        .iter()
        .filter(|about| about.path.contains("{room}"));
    about_rooms
        .map(|about| {
            let id = about.id;
            let link =
                json!({ "operationId": id, "parameters": { "room": "$response.body#/room" } });
            (id.to_owned(), link)
        })
        .collect::<Map<_, _>>()
        .into()
}

/// The schema of house rules in a request: all optional, and within the limits for new rooms.
pub(in crate::http::api) fn partial_rules(requests: &mut SchemaGenerator) -> Schema {
    let mut rules = HouseRules::json_schema(requests);
    rules.remove("required");
    let grace = "/properties/leaver/oneOf/0/properties/graceMillis";
    let clock = "/properties/clock/properties";
    let bounds = [
        (grace.to_owned(), GRACE_MILLIS),
        ("/properties/firstMoveMillis".to_owned(), FIRST_MOVE_MILLIS),
        (format!("{clock}/initialMillis"), CLOCK_INITIAL_MILLIS),
        (
            format!("{clock}/incrementMillis"),
            0..=CLOCK_INCREMENT_MILLIS_MAX,
        ),
    ];
    for (path, bounds) in bounds {
        let number = rules.pointer_mut(&path).unwrap();
        number["minimum"] = (*bounds.start()).into();
        number["maximum"] = (*bounds.end()).into();
    }
    rules.pointer_mut("/properties/solo").unwrap()["const"] = false.into();
    rules
}

fn name(method: MethodFilter) -> &'static str {
    match method {
        MethodFilter::GET => "get",
        MethodFilter::POST => "post",
        other => panic!("unexpected method {other:?}"),
    }
}

#[test]
fn the_stored_document_is_up_to_date() {
    let document = format!("{:#}\n", Document::new().write());
    if env::var_os("RAUM_UPDATE").is_some() {
        fs::write(PATH, &document).unwrap();
    }
    assert!(
        fs::read_to_string(PATH).unwrap() == document,
        "{PATH} is stale: run RAUM_UPDATE=1 cargo test -p raum-server"
    );
}
