//! From a room's id to its host: rooms are loaded when somebody asks for them, and go when nobody does.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use raum_journal::{Append, RoomId};
use raum_room::{Entry, Event, Private};
use raum_wire::native::Close;
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

use crate::{
    host::{Ask, Host, Surroundings},
    limits::MAILBOX_MAX,
    secrets,
};

/// All rooms that are loaded.
#[derive(Clone)]
pub(crate) struct Lobby {
    surroundings: Surroundings,
    hosts: Arc<Mutex<HashMap<RoomId, mpsc::Sender<Ask>>>>,
    tasks: TaskTracker,
}

impl Lobby {
    pub(crate) fn new(surroundings: Surroundings) -> Self {
        Self {
            surroundings,
            hosts: Arc::default(),
            tasks: TaskTracker::new(),
        }
    }

    /// The tasks of all hosts, and of whatever else must end before the program does.
    pub(crate) fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }

    pub(crate) fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    /// Opens a room: its first entry is durable when this returns.
    pub(crate) async fn open(
        &self,
        opening: Event,
        pass_key_hash: Option<String>,
    ) -> Result<RoomId, Close> {
        let id = RoomId::from_bits(secrets::random_number());
        let entry = Entry {
            seq: 1,
            at: self.surroundings.clock.now(),
            answers: None,
            event: opening,
            private: pass_key_hash.map(|hash| Private {
                pass_key_hash: Some(hash),
                ..Private::default()
            }),
        };
        match self.surroundings.store.append(&id, &[entry]).await {
            Ok(Append::Done) => Ok(id),
            _ => Err(Close::Journal),
        }
    }

    /// The mailbox of a room's host, which is started if there is none. Whether there is such a room, the
    /// host finds out.
    pub(crate) fn host(&self, id: &RoomId) -> Result<mpsc::Sender<Ask>, Close> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(host) = hosts.get(id) {
            return Ok(host.clone());
        }
        if hosts.len() >= self.surroundings.limits.rooms_max {
            return Err(Close::Full);
        }
        let (sender, mailbox) = mpsc::channel(MAILBOX_MAX);
        hosts.insert(id.clone(), sender.clone());
        self.tasks.spawn(self.clone().run(id.clone(), mailbox));
        Ok(sender)
    }

    /// How many rooms are loaded.
    #[cfg(test)]
    pub(crate) fn loaded(&self) -> usize {
        let hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        hosts.len()
    }

    async fn run(self, id: RoomId, mut mailbox: mpsc::Receiver<Ask>) {
        match Host::load(id.clone(), self.surroundings.clone()).await {
            Ok(host) => {
                host.run(&mut mailbox, |mailbox| self.unlist(&id, mailbox))
                    .await;
                self.forget(&id);
            }
            Err(why) => {
                self.forget(&id);
                mailbox.close();
                while let Some(ask) = mailbox.recv().await {
                    refuse(ask, why);
                }
            }
        }
    }

    /// Takes an idle host off the list, unless somebody is just asking for it.
    fn unlist(&self, id: &RoomId, mailbox: &mpsc::Receiver<Ask>) -> bool {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = mailbox.is_empty() && mailbox.sender_strong_count() == 1;
        if idle {
            hosts.remove(id);
        }
        idle
    }

    fn forget(&self, id: &RoomId) {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        hosts.remove(id);
    }
}

fn refuse(ask: Ask, why: Close) {
    match ask {
        // Who asked may be gone already.
        Ask::Door(reply) => {
            reply.send(Err(why)).ok();
        }
        Ask::Join(_, reply) => {
            reply.send(Err(why)).ok();
        }
        Ask::Transfer(_, reply) => {
            reply.send(Err(why)).ok();
        }
        Ask::Replay(_, _, reply) => {
            reply.send(Err(why)).ok();
        }
        Ask::Command { .. } | Ask::Gone(_) => {}
    }
}
