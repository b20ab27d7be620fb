//! The document of the API, from the table of operations and from the very types that are read and written.

use std::{collections::BTreeMap, env, fs};

use axum::routing::MethodFilter;
use raum_journal::RoomId;
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use super::{OPERATIONS, Operation, request::too_many};
use crate::{
    app, origin,
    problem::{self, PROBLEM_JSON, Problem},
};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api/openapi.json");

/// Makes the schema of a type.
type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// What the document says of an operation beside its method and path.
pub(super) struct About {
    /// A name for programs that are generated from the document.
    pub(super) id: &'static str,
    pub(super) summary: &'static str,
    pub(super) description: &'static str,
    /// Whether the token of a seat makes a difference.
    pub(super) token: bool,
    pub(super) query: Option<SchemaOf>,
    pub(super) content: Option<SchemaOf>,
    pub(super) answer: Answer,
    /// Every problem that it can answer with, beside those of all operations.
    pub(super) problems: &'static [fn() -> Problem],
}

/// What an operation answers with if there is no problem.
pub(super) struct Answer {
    status: u16,
    has_location: bool,
    content_type: &'static str,
    description: &'static str,
    schema: SchemaOf,
}

impl About {
    /// An operation of which nothing is known yet.
    pub(super) const NOTHING: Self = Self {
        id: "",
        summary: "",
        description: "",
        token: false,
        query: None,
        content: None,
        answer: Answer::text("", ""),
        problems: &[],
    };
}

impl Answer {
    pub(super) const fn json<T: JsonSchema>(description: &'static str) -> Self {
        Self {
            status: 200,
            has_location: false,
            content_type: "application/json",
            description,
            schema: SchemaGenerator::subschema_for::<T>,
        }
    }

    pub(super) const fn text(content_type: &'static str, description: &'static str) -> Self {
        Self {
            status: 200,
            has_location: false,
            content_type,
            description,
            schema: SchemaGenerator::subschema_for::<String>,
        }
    }

    /// The answer says where something new is.
    pub(super) const fn created(self) -> Self {
        Self {
            has_location: true,
            ..self.created_nowhere()
        }
    }

    /// There is something new that has no address.
    pub(super) const fn created_nowhere(self) -> Self {
        Self {
            status: 201,
            ..self
        }
    }
}

/// What every operation can answer with.
const PROBLEMS_OF_ALL: [fn() -> Problem; 4] = [
    || Problem::bad_request(A_SENTENCE),
    origin::not_allowed,
    app::too_slow,
    || too_many(0),
];

/// The detail of a problem of which the code alone does not say what is wrong.
pub(super) const A_SENTENCE: &str = "";

/// Collects the schemas of everything that is read and written.
struct Document {
    /// What is written has names, which the whole document shares.
    answers: SchemaGenerator,
    /// What is read stands where it is read: it is stricter than what is written.
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
        for operation in &OPERATIONS {
            let at_path = paths.entry(format!("/api{}", operation.path)).or_default();
            let known = at_path.insert(method(operation).to_owned(), self.operation(operation));
            assert!(known.is_none(), "{} is there twice", operation.path);
        }
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "raum",
                "version": env!("CARGO_PKG_VERSION"),
                "summary": "Rooms for chess, space chess and tic-tac-toe.",
                "description": "Opening rooms, and taking away what happened in them. Playing is not part of it: that goes by WebSocket, in one of the dialects of docs/dialects. Every problem is told as application/problem+json (RFC 9457) with a `code` that does not change. Times are milliseconds since 1970.",
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
                        "description": "The token of a seat in the room, as the server gave it to the member who took the seat.",
                    },
                },
            },
        })
    }

    fn operation(&mut self, operation: &Operation) -> Value {
        let about = &operation.about;
        let mut written = json!({
            "operationId": about.id,
            "summary": about.summary,
            "description": about.description,
            "responses": self.responses(operation),
        });
        let parameters = self.parameters(operation);
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

    fn parameters(&mut self, operation: &Operation) -> Vec<Value> {
        let mut parameters = Vec::new();
        if operation.path.contains("{room}") {
            parameters.push(json!({
                "name": "room",
                "in": "path",
                "required": true,
                "description": "The room's id, in capitals or small letters, or the code that a Chessata client has opened it by. An id wins over an equal code.",
                "schema": {
                    "type": "string",
                    "pattern": format!("^[0-9A-Za-z_-]{{1,{}}}$", RoomId::CHARS_MAX),
                },
            }));
        }
        let query = operation.about.query.map(|query| query(&mut self.requests));
        let fields = query
            .as_ref()
            .and_then(|query| query.get("properties")?.as_object());
        for (name, schema) in fields.into_iter().flatten() {
            let mut schema = schema.clone();
            // A query has no null.
            if schema["type"].is_array() {
                schema["type"] = schema["type"][0].take();
            }
            let fields = schema.as_object_mut().unwrap();
            let description = fields.remove("description").unwrap();
            parameters.push(json!({
                "name": name, "in": "query", "description": description, "schema": schema,
            }));
        }
        parameters
    }

    fn responses(&mut self, operation: &Operation) -> Value {
        let Answer {
            status,
            has_location,
            content_type,
            description,
            schema,
        } = operation.about.answer;
        let mut answer = json!({
            "description": description,
            "content": { content_type: { "schema": schema(&mut self.answers) } },
        });
        if has_location {
            answer["headers"] = json!({
                "Location": {
                    "description": "The address of the room in this API.",
                    "required": true,
                    "schema": { "type": "string", "format": "uri-reference" },
                },
            });
            answer["links"] = links();
        }
        let mut problems: BTreeMap<u16, Vec<Problem>> = BTreeMap::new();
        for problem in PROBLEMS_OF_ALL.iter().chain(operation.about.problems) {
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

    /// The problems of one status.
    fn problems(&mut self, problems: &[Problem]) -> Value {
        let codes: Vec<_> = problems.iter().map(|problem| problem.code).collect();
        let sentences = problems.iter().map(|problem| match &*problem.detail {
            A_SENTENCE => format!("`{}`: `detail` says what is wrong.", problem.code),
            sentence => format!("`{}`: {sentence}", problem.code),
        });
        let mut response = json!({
            "description": sentences.collect::<Vec<_>>().join(" "),
            "content": {
                PROBLEM_JSON: {
                    "schema": {
                        "allOf": [self.answers.subschema_for::<problem::Body<'_>>()],
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
                    "description": "After how many seconds it makes sense to ask again.",
                    "schema": { "type": "integer", "minimum": 0 },
                },
            });
        }
        response
    }
}

/// What can be asked next about a room that was opened.
fn links() -> Value {
    let about_rooms = OPERATIONS
        .iter()
        .filter(|operation| operation.path.contains("{room}"));
    about_rooms
        .map(|operation| {
            let id = operation.about.id;
            let link =
                json!({ "operationId": id, "parameters": { "room": "$response.body#/room" } });
            (id.to_owned(), link)
        })
        .collect::<Map<_, _>>()
        .into()
}

fn method(operation: &Operation) -> &'static str {
    match operation.method {
        MethodFilter::GET => "get",
        MethodFilter::POST => "post",
        other => panic!("{other:?} has no name here"),
    }
}

#[test]
fn the_published_document_is_current() {
    let document = format!("{:#}\n", Document::new().write());
    if env::var_os("RAUM_UPDATE").is_some() {
        fs::write(PATH, &document).unwrap();
    }
    assert!(
        fs::read_to_string(PATH).unwrap() == document,
        "{PATH} is stale: run RAUM_UPDATE=1 cargo test -p raum-server"
    );
}
