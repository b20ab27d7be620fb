//! Extractors for the parts of a request: query, body, and room. Invalid input is a [`Problem`].

use std::{convert::Infallible, sync::Arc};

use axum::{
    Extension, Json,
    extract::{FromRequest, FromRequestParts, Path, Query, Request, rejection::JsonRejection},
    http::{HeaderMap, StatusCode, header::AUTHORIZATION, request::Parts},
};
use raum_journal::RoomId;
use raum_room::MemberId;
use serde::{Deserialize, de::DeserializeOwned};

use crate::{
    http::problem::{self, Problem},
    net::Address,
    rooms::{Admission, CachedSnapshot, secrets::token_hash},
};

/// The query string. Its type must deny unknown fields.
pub(super) struct Parameters<T>(pub(super) T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Parameters<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Query::try_from_uri(&parts.uri)
            .map(|Query(parameters)| Self(parameters))
            .map_err(|error| Problem::bad_request(error.body_text()))
    }
}

/// The query string of an operation without parameters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoParameters {}

/// The JSON body of a request.
pub(super) struct Content<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Content<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        match Json::from_request(request, state).await {
            Ok(Json(content)) => Ok(Self(content)),
            Err(rejection) => Err(invalid_body(&rejection)),
        }
    }
}

fn invalid_body(rejection: &JsonRejection) -> Problem {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => problem::too_large(),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => problem::not_json(),
        _ => Problem::bad_request(rejection.body_text()),
    }
}

/// The room's name in the path. The room may not exist.
pub(super) struct NamedRoom(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for NamedRoom {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        Ok(Self(path.map(|Path(name)| name).unwrap_or_default()))
    }
}

/// The room of a request, in its current state.
pub(super) struct RequestedRoom {
    pub(super) id: RoomId,
    pub(super) snapshot: Arc<CachedSnapshot>,
    /// The client's address.
    pub(super) from: Address,
    /// The client's seat, if the request has its token.
    pub(super) member: Option<MemberId>,
    /// Whether the client may see the games of the room.
    may_see_games: bool,
}

impl RequestedRoom {
    /// The room, if the client may see its games.
    pub(super) fn permitted(&self) -> Result<&Arc<CachedSnapshot>, Problem> {
        self.if_permitted().ok_or_else(problem::forbidden)
    }

    pub(super) fn if_permitted(&self) -> Option<&Arc<CachedSnapshot>> {
        self.may_see_games.then_some(&self.snapshot)
    }
}

impl FromRequestParts<Arc<Admission>> for RequestedRoom {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut Parts,
        admission: &Arc<Admission>,
    ) -> Result<Self, Problem> {
        let from = Extension::<Address>::from_request_parts(parts, admission).await;
        let Extension(from) = from.map_err(|error| Problem::bad_request(error.body_text()))?;
        let Ok(NamedRoom(name)) = NamedRoom::from_request_parts(parts, admission).await;
        let (id, snapshot) = find_room(admission, &name, from).await?;
        let token = seat_token(&parts.headers);
        let member = token.and_then(|token| snapshot.owner_of(&token_hash(token)));
        Ok(Self {
            may_see_games: member.is_some() || snapshot.shows_games(),
            member,
            snapshot,
            from,
            id,
        })
    }
}

/// Finds a room by its name. A room that does not exist counts for the limit of its address.
pub(crate) async fn find_room(
    admission: &Admission,
    name: &str,
    from: Address,
) -> Result<(RoomId, Arc<CachedSnapshot>), Problem> {
    admission.may_look(from)?;
    let found = match admission.named(name).await? {
        Some(id) => {
            let snapshot = admission.hosts.snapshot(&id, from.into()).await?;
            snapshot.map(|snapshot| (id, snapshot))
        }
        None => None,
    };
    let found = match found {
        Some((id, snapshot)) => {
            let phase = snapshot.room.phase();
            let is_released = admission.is_released(name, &id, phase).await?;
            (!is_released).then_some((id, snapshot))
        }
        None => None,
    };
    found.ok_or_else(|| {
        admission.found_nothing(from);
        problem::no_room()
    })
}

/// The token in `Authorization: Bearer TOKEN`.
pub(super) fn seat_token(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
