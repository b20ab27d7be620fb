//! A connection to the lobby.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use raum_lobby::{Person, Terms};
use raum_room::{ClockRule, is_name};
use raum_wire::{
    lobby::{Command, LobbyRefusal, ServerFrame, refused, write},
    native::Close,
};

use super::{Lobby, feed::Cursor};
use crate::{
    net::Address,
    rooms::{Outbox, Outgoing, outbox, secrets::random_number},
};

/// A connection to the lobby. Its seek ends when this is dropped.
pub(crate) struct Visitor {
    lobby: Arc<Lobby>,
    connection: u64,
    person: Person,
    address: Address,
    cursor: Cursor,
    outbox: Arc<Outbox>,
    /// The answers to its commands, and the progress of its seek.
    outgoing: Outgoing,
    /// The number of its last seek.
    seek: Option<u64>,
}

/// The person that a token identifies, by the token's hash.
pub(crate) fn person_of(token_hash: &str) -> Person {
    let digits = token_hash.get(..16).unwrap_or_default();
    Person(u64::from_str_radix(digits, 16).unwrap_or_default())
}

impl Lobby {
    /// Lets a connection in. It has the state with this number and mark.
    pub(crate) fn enter(
        self: &Arc<Self>,
        person: Person,
        address: Address,
        (after, mark): (u64, Option<&str>),
    ) -> Visitor {
        let frames_max = self.admission.hosts.services.limits.outbox_frames_max;
        let (outbox, outgoing) = outbox(frames_max);
        if let Some(missed) = self.pairing().missed(person) {
            outbox.put(missed.into());
        }
        Visitor {
            lobby: self.clone(),
            connection: random_number(),
            person,
            address,
            cursor: self.feed.follow(after, mark),
            outbox: Arc::new(outbox),
            outgoing,
            seek: None,
        }
    }
}

impl Visitor {
    /// The next frames to the client: answers first, then changes of the lobby. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Result<Vec<Utf8Bytes>, Close> {
        tokio::select! {
            biased;
            answers = self.outgoing.next() => {
                Ok(answers?.into())
            }
            changes = self.cursor.next() => Ok(changes),
        }
    }

    /// Performs a command, and answers it.
    pub(crate) fn perform(&mut self, number: u64, command: Command) {
        let lobby = self.lobby.clone();
        let now = lobby.now();
        let applied = || write(&ServerFrame::Applied { number }).into();
        let outgoing = match command {
            Command::Seek {
                kind,
                clock,
                name,
                listed,
            } => match self.check(&kind, clock, &name) {
                Ok(terms) => {
                    self.outbox.put(applied());
                    let connection = (self.connection, self.outbox.clone());
                    let who = (self.person, name);
                    let (seek, outgoing) =
                        lobby.pairing().seek(who, (terms, listed), connection, now);
                    self.seek = Some(seek);
                    outgoing
                }
                Err(why) => {
                    self.outbox.put(write(&refused(number, why)).into());
                    return;
                }
            },
            Command::Ready {} => {
                self.outbox.put(applied());
                let ready = |seek| lobby.pairing().ready(seek, now);
                self.seek.map(ready).unwrap_or_default()
            }
            Command::Withdraw {} => {
                self.outbox.put(applied());
                let withdraw = |seek| lobby.pairing().withdraw(seek, now);
                self.seek.take().map(withdraw).unwrap_or_default()
            }
        };
        lobby.send(outgoing);
    }

    /// The terms of a seek, if it is valid and not one too many.
    fn check(
        &self,
        kind: &str,
        clock: Option<ClockRule>,
        name: &str,
    ) -> Result<Terms, LobbyRefusal> {
        let kind = kind.parse().map_err(|_| LobbyRefusal::BadSeek)?;
        let terms = Terms { kind, clock };
        if !terms.is_offered() {
            return Err(LobbyRefusal::BadSeek);
        }
        if !is_name(name) {
            return Err(LobbyRefusal::BadName);
        }
        let services = &self.lobby.admission.hosts.services;
        if services.listings.names.blocks(name) {
            return Err(LobbyRefusal::BlockedName);
        }
        let (own, of_address) = (&self.lobby.seeks, &self.lobby.address_seeks);
        let own = own.take((self.address, self.person.0));
        own.and_then(|()| of_address.take((self.address, ())))
            .map_err(|_| LobbyRefusal::TooManySeeks)?;
        Ok(terms)
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        if let Some(seek) = self.seek {
            let now = self.lobby.now();
            let outgoing = self.lobby.pairing().disconnect(seek, now);
            self.lobby.send(outgoing);
        }
    }
}
