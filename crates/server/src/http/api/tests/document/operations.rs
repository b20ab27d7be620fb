//! The documentation of each operation.

use std::collections::BTreeMap;

use raum_room::Refusal;
use raum_wire::lobby::Lobby;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

use crate::http::{
    api::{
        OPERATIONS,
        export::{JSON_LINES, PGN, PLAIN_TEXT, WhichGame, WhichPosition},
        kinds::KindFacts,
        oembed::{Embed, Wanted},
        open::{OpenRoom, Opened, bad_position, refused},
        report::{ReportMessage, Reported},
        summary::Summary,
        transfer::Issued,
    },
    problem::{
        Problem, busy, damaged_room, forbidden, journal_unavailable, newer_room, no_embed, no_game,
        no_message, no_ply, no_room, no_seat, no_space, no_such_format, not_json,
        origin_not_allowed, server_full, too_large, too_many, too_slow,
    },
};

/// Generates the schema of a type.
type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// The documentation of an operation.
pub(super) struct OperationDoc {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    /// The name in generated clients.
    pub(super) id: &'static str,
    pub(super) summary: &'static str,
    pub(super) description: &'static str,
    /// Whether the token of a seat makes a difference.
    pub(super) token: bool,
    pub(super) query: Option<SchemaOf>,
    pub(super) content: Option<SchemaOf>,
    pub(super) answer: Answer,
    /// The problems that it can return, besides those of all operations.
    pub(super) problems: &'static [fn() -> Problem],
}

/// The successful response of an operation.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) has_location: bool,
    pub(super) content_type: &'static str,
    pub(super) description: &'static str,
    pub(super) schema: SchemaOf,
}

impl OperationDoc {
    /// The defaults of the fields.
    const EMPTY: Self = Self {
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

    /// A response with the location of a new resource.
    const fn created(self) -> Self {
        Self {
            has_location: true,
            ..self.created_without_location()
        }
    }

    /// A response for something that is done later, or by other means.
    const fn accepted(self) -> Self {
        Self {
            status: 202,
            ..self
        }
    }

    /// A response for something new that has no URL.
    const fn created_without_location(self) -> Self {
        Self {
            status: 201,
            ..self
        }
    }
}

/// The operations, in the order of the table.
pub(super) const OPERATION_DOCS: [OperationDoc; OPERATIONS.len()] = [
    OperationDoc {
        method: "get",
        path: "/kinds",
        id: "listKinds",
        summary: "The kinds of games",
        description: "Every kind that a room can be opened for, with the facts that a client needs before a game starts.",
        answer: Answer::json::<Vec<KindFacts>>("The kinds."),
        ..OperationDoc::EMPTY
    },
    OperationDoc {
        method: "get",
        path: "/lobby",
        id: "showLobby",
        summary: "The lobby",
        description: "What people look for an opponent for, and the rooms that their openers have listed: open games, and games to watch. `/ws/lobby` (docs/dialects/lobby.md) sends the same and then its changes.",
        answer: Answer::json::<Lobby>("The state of the lobby."),
        ..OperationDoc::EMPTY
    },
    OperationDoc {
        method: "post",
        path: "/rooms",
        id: "openRoom",
        summary: "Open a room",
        description: "Opens a room for two players and one kind of game. Programs enter it at `/ws/raum/{room}` (docs/dialects/raum.md) and browsers at the `path` in the response. The room's id is enough to enter, unless the room has a pass key. With a `computer`, the first client that takes a seat starts the game.",
        content: Some(SchemaGenerator::subschema_for::<OpenRoom>),
        answer: Answer::json::<Opened>("The room has been opened and stored.").created(),
        problems: &[
            || bad_position(VARIABLE_DETAIL),
            || refused(Refusal::BadMove, VARIABLE_DETAIL),
            || refused(Refusal::IllegalMove, VARIABLE_DETAIL),
            || refused(Refusal::GameOver, VARIABLE_DETAIL),
            || refused(Refusal::BadLevel { max: 8 }, VARIABLE_DETAIL),
            || refused(Refusal::SideTaken, Refusal::SideTaken),
            || refused(Refusal::NoComputers, Refusal::NoComputers),
            too_large,
            not_json,
            no_space,
            journal_unavailable,
            busy,
        ],
        ..OperationDoc::EMPTY
    },
    OperationDoc {
        method: "get",
        path: "/rooms/{room}",
        id: "showRoom",
        summary: "The state of a room and its game",
        description: "The room's facts are public. Its game is public too, except in a room with a pass key or without spectators: there it takes the token of a seat, and `game` is absent without one.",
        token: true,
        answer: Answer::json::<Summary>("The room."),
        problems: &[no_room, damaged_room, newer_room, journal_unavailable, busy],
        ..OperationDoc::EMPTY
    },
    OperationDoc {
        method: "get",
        path: "/rooms/{room}/journal",
        id: "exportJournal",
        summary: "The journal of a room",
        description: "The entries of the room, one JSON object per line, in the format of `raum journal export` and `raum journal import`. docs/dialects/raum.schema.json describes an `Entry`. Secrets are not included. A room with a pass key or without spectators requires the token of a seat.",
        token: true,
        answer: Answer::text(JSON_LINES, "The entries, starting with the first."),
        problems: &[
            forbidden,
            no_room,
            damaged_room,
            newer_room,
            journal_unavailable,
            busy,
        ],
        ..OperationDoc::EMPTY
    },
    OperationDoc {
        method: "get",
        path: "/rooms/{room}/pgn",
        id: "exportGame",
        summary: "A game as PGN",
        description: "A game of the room in Portable Game Notation. Space chess and tic-tac-toe use the same format with their own notation and a `Variant` tag. A room with a pass key or without spectators requires the token of a seat.",
        token: true,
        query: Some(SchemaGenerator::subschema_for::<WhichGame>),
        answer: Answer::text(PGN, "The game so far."),
        problems: &[
            forbidden,
            no_room,
            no_game,
            damaged_room,
            newer_room,
            journal_unavailable,
            busy,
        ],
        ..OperationDoc::EMPTY
    },
    OperationDoc {
        method: "get",
        path: "/rooms/{room}/position",
        id: "exportPosition",
        summary: "A position of a game",
        description: "The position after any move, as text (FEN in chess), not counting moves taken back. A room with a pass key or without spectators requires the token of a seat.",
        token: true,
        query: Some(SchemaGenerator::subschema_for::<WhichPosition>),
        answer: Answer::text(PLAIN_TEXT, "The position as text."),
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
        ..OperationDoc::EMPTY
    },
    OperationDoc {
        method: "post",
        path: "/rooms/{room}/reports",
        id: "reportMessage",
        summary: "Report a chat message",
        description: "Tells the people who run the server of a chat message, by the number of its entry. They find the report in the server's log and the message in the journal. A room with a pass key or without spectators requires the token of a seat.",
        token: true,
        content: Some(SchemaGenerator::subschema_for::<ReportMessage>),
        answer: Answer::json::<Reported>("The report was written to the log.").accepted(),
        problems: &[
            forbidden,
            no_room,
            no_message,
            too_large,
            not_json,
            damaged_room,
            newer_room,
            journal_unavailable,
            busy,
        ],
        ..OperationDoc::EMPTY
    },
    OperationDoc {
        method: "post",
        path: "/rooms/{room}/transfers",
        id: "transferSeat",
        summary: "Transfer a seat to another device",
        description: "Issues a code for the seat of the token. The other device sends the code in its hello (docs/dialects/raum.md, clause 5) and gets its own token. The code works once and expires soon.",
        token: true,
        answer: Answer::json::<Issued>("The code.").created_without_location(),
        problems: &[
            no_seat,
            no_room,
            damaged_room,
            newer_room,
            journal_unavailable,
            server_full,
        ],
        ..OperationDoc::EMPTY
    },
    OperationDoc {
        method: "get",
        path: "/oembed",
        id: "showEmbed",
        summary: "How to embed a room",
        description: "The embed of a room for another site, as oEmbed (https://oembed.com) defines it. Unknown parameters are ignored. Rooms with a pass key or without spectators have no embed; nor does any room on a server without `--public-url`.",
        query: Some(SchemaGenerator::subschema_for::<Wanted>),
        answer: Answer::json::<Embed>("The embed."),
        problems: &[
            no_embed,
            no_such_format,
            damaged_room,
            newer_room,
            journal_unavailable,
            busy,
        ],
        ..OperationDoc::EMPTY
    },
    OperationDoc {
        method: "get",
        path: "/openapi.json",
        id: "showDocument",
        summary: "This document",
        description: "The description of the HTTP API, as OpenAPI 3.1.",
        answer: Answer::json::<BTreeMap<String, Value>>("The document."),
        ..OperationDoc::EMPTY
    },
];

/// The problems that every operation can return.
pub(super) const COMMON_PROBLEMS: [fn() -> Problem; 4] = [
    || Problem::bad_request(VARIABLE_DETAIL),
    origin_not_allowed,
    too_slow,
    || too_many(0),
];

/// Stands for a detail that differs from request to request.
pub(super) const VARIABLE_DETAIL: &str = "";
