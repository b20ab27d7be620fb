//! The document of the API, from the table of operations and from the very types that are read and written.

use std::{collections::BTreeMap, env, fs};

use axum::routing::MethodFilter;
use raum_journal::RoomId;
use raum_room::Refusal;
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::http::{
    api::{
        OPERATIONS,
        export::{JSON_LINES, PGN, PLAIN_TEXT, WhichGame, WhichPosition},
        kinds::KindFacts,
        open::{OpenRoom, Opened, bad_position, refused},
        summary::Summary,
        transfer::Issued,
    },
    problem::{
        self, PROBLEM_JSON, Problem, busy, damaged_room, forbidden, journal_unavailable,
        newer_room, no_game, no_ply, no_room, no_seat, no_space, not_json, origin_not_allowed,
        server_full, too_large, too_many, too_slow,
    },
};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api/openapi.json");

/// Makes the schema of a type.
type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// What the document says of an operation.
struct About {
    method: &'static str,
    path: &'static str,
    /// A name for programs that are generated from the document.
    id: &'static str,
    summary: &'static str,
    description: &'static str,
    /// Whether the token of a seat makes a difference.
    token: bool,
    query: Option<SchemaOf>,
    content: Option<SchemaOf>,
    answer: Answer,
    /// Every problem that it can answer with, beside those of all operations.
    problems: &'static [fn() -> Problem],
}

/// What an operation answers with if there is no problem.
struct Answer {
    status: u16,
    has_location: bool,
    content_type: &'static str,
    description: &'static str,
    schema: SchemaOf,
}

impl About {
    /// An operation of which nothing is known yet.
    const NOTHING: Self = Self {
        method: "",
        path: "",
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
    const fn json<T: JsonSchema>(description: &'static str) -> Self {
        Self {
            status: 200,
            has_location: false,
            content_type: "application/json",
            description,
            schema: SchemaGenerator::subschema_for::<T>,
        }
    }

    const fn text(content_type: &'static str, description: &'static str) -> Self {
        Self {
            status: 200,
            has_location: false,
            content_type,
            description,
            schema: SchemaGenerator::subschema_for::<String>,
        }
    }

    /// The answer says where something new is.
    const fn created(self) -> Self {
        Self {
            has_location: true,
            ..self.created_nowhere()
        }
    }

    /// There is something new that has no address.
    const fn created_nowhere(self) -> Self {
        Self {
            status: 201,
            ..self
        }
    }
}

/// The operations, in the order of the table.
const ABOUTS: [About; OPERATIONS.len()] = [
    About {
        method: "get",
        path: "/kinds",
        id: "listKinds",
        summary: "The kinds of games",
        description: "Every kind that a room can be opened for, with all that a client must know before there is a game.",
        answer: Answer::json::<Vec<KindFacts>>("The kinds."),
        ..About::NOTHING
    },
    About {
        method: "post",
        path: "/rooms",
        id: "openRoom",
        summary: "Open a room",
        description: "A room for two people who meet over games of one kind. Whoever knows its id can enter it at `/ws/raum/{room}` (docs/dialects/raum.md), and people at the `path` of the answer; with a pass key, only those who know that, too.",
        content: Some(SchemaGenerator::subschema_for::<OpenRoom>),
        answer: Answer::json::<Opened>("The room is open, and kept.").created(),
        problems: &[
            || bad_position(A_SENTENCE),
            || refused(Refusal::BadMove, A_SENTENCE),
            || refused(Refusal::IllegalMove, A_SENTENCE),
            || refused(Refusal::GameOver, A_SENTENCE),
            too_large,
            not_json,
            no_space,
            journal_unavailable,
            busy,
        ],
        ..About::NOTHING
    },
    About {
        method: "get",
        path: "/rooms/{room}",
        id: "showRoom",
        summary: "A room and how its game stands",
        description: "Everybody learns what the room is. Its game is shown to everybody where everybody may watch; in a room with a pass key or without spectators only to those who show the token of a seat, and `game` is absent for others.",
        token: true,
        answer: Answer::json::<Summary>("The room."),
        problems: &[no_room, damaged_room, newer_room, journal_unavailable, busy],
        ..About::NOTHING
    },
    About {
        method: "get",
        path: "/rooms/{room}/journal",
        id: "exportJournal",
        summary: "All that happened in a room",
        description: "The entries of the room, one JSON object a line, as `raum journal export` prints them and `raum journal import` reads them. docs/dialects/raum.schema.json describes an `Entry`. Secrets are not among it. In a room with a pass key or without spectators it needs the token of a seat.",
        token: true,
        answer: Answer::text(JSON_LINES, "The entries, from the first."),
        problems: &[
            forbidden,
            no_room,
            damaged_room,
            newer_room,
            journal_unavailable,
            busy,
        ],
        ..About::NOTHING
    },
    About {
        method: "get",
        path: "/rooms/{room}/pgn",
        id: "exportGame",
        summary: "A game as PGN",
        description: "A game of the room in Portable Game Notation. Space chess and tic-tac-toe use the same form with their own notation and a `Variant` tag. In a room with a pass key or without spectators it needs the token of a seat.",
        token: true,
        query: Some(SchemaGenerator::subschema_for::<WhichGame>),
        answer: Answer::text(PGN, "The game, as far as it came."),
        problems: &[
            forbidden,
            no_room,
            no_game,
            damaged_room,
            newer_room,
            journal_unavailable,
            busy,
        ],
        ..About::NOTHING
    },
    About {
        method: "get",
        path: "/rooms/{room}/position",
        id: "exportPosition",
        summary: "A position of a game",
        description: "The position text (FEN in chess) after any move that is in effect. In a room with a pass key or without spectators it needs the token of a seat.",
        token: true,
        query: Some(SchemaGenerator::subschema_for::<WhichPosition>),
        answer: Answer::text(PLAIN_TEXT, "The position text."),
        problems: &[
            forbidden,
            no_room,
            no_game,
            no_ply,
            damaged_room,
            newer_room,
            journal_unavailable,
            busy,
        ],
        ..About::NOTHING
    },
    About {
        method: "post",
        path: "/rooms/{room}/transfers",
        id: "transferSeat",
        summary: "Take a seat to another device",
        description: "A code for whoever has the seat of the token. The other device shows it in its hello (docs/dialects/raum.md, clause 5) and gets a token of its own. It is good once, and not for long.",
        token: true,
        answer: Answer::json::<Issued>("The code.").created_nowhere(),
        problems: &[
            no_seat,
            no_room,
            damaged_room,
            newer_room,
            journal_unavailable,
            server_full,
        ],
        ..About::NOTHING
    },
    About {
        method: "get",
        path: "/openapi.json",
        id: "showDocument",
        summary: "This document",
        description: "The description of the HTTP API, as OpenAPI 3.1.",
        answer: Answer::json::<BTreeMap<String, Value>>("The document."),
        ..About::NOTHING
    },
];

/// What every operation can answer with.
const PROBLEMS_OF_ALL: [fn() -> Problem; 4] = [
    || Problem::bad_request(A_SENTENCE),
    origin_not_allowed,
    too_slow,
    || too_many(0),
];

/// The detail of a problem of which the code alone does not say what is wrong.
const A_SENTENCE: &str = "";

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
        for (about, (method, path, _)) in ABOUTS.iter().zip(OPERATIONS) {
            assert_eq!((about.method, about.path), (name(method), path));
            let at_path = paths.entry(format!("/api{path}")).or_default();
            let known = at_path.insert(about.method.to_owned(), self.operation(about));
            assert!(known.is_none(), "{path} is there twice");
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

    fn operation(&mut self, about: &About) -> Value {
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

    fn parameters(&mut self, about: &About) -> Vec<Value> {
        let mut parameters = Vec::new();
        if about.path.contains("{room}") {
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
        let query = about.query.map(|query| query(&mut self.requests));
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

    fn responses(&mut self, about: &About) -> Value {
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
                    "description": "The address of the room in this API.",
                    "required": true,
                    "schema": { "type": "string", "format": "uri-reference" },
                },
            });
            answer["links"] = links();
        }
        let mut problems: BTreeMap<u16, Vec<Problem>> = BTreeMap::new();
        for problem in PROBLEMS_OF_ALL.iter().chain(about.problems) {
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
    let about_rooms = ABOUTS.iter().filter(|about| about.path.contains("{room}"));
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

fn name(method: MethodFilter) -> &'static str {
    match method {
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
