//! The task that drives one room's [`raum_host::Host`]: it takes what is asked from a mailbox, and does what the host wants done.

mod connections;
mod driver;
mod load;
mod outbox;

use raum_host::{Action, Backlog, Denied, Handshake, Snapshot};
use raum_room::{Phase, Seq};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

use crate::{net::address::Address, time::NodeClock};

pub(crate) use driver::Driver;
pub(crate) use load::{denied, read_older};
pub(crate) use outbox::{Outbox, Outgoing, outbox};
pub(crate) use raum_host::SessionId;

/// Where a host's answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Denied>>;

/// What is asked of a room's host. It answers in order.
pub(crate) enum HostMessage {
    /// What must be known before a session can enter.
    Facts(Reply<Facts>),
    /// Whether a token, given by its hash, owns a seat.
    Owns(String, Reply<bool>),
    /// The room at this moment; nothing if its last entry is still this one.
    Snapshot(Option<Seq>, Reply<Option<Box<Snapshot>>>),
    /// To enter.
    Enter(Box<Newcomer>, Reply<Entered>),
    /// Some of the entries after one.
    CatchUp(SessionId, Seq, Reply<Backlog>),
    /// Something of the room. The permit is dropped once it is answered, so that the connection reads on.
    Act(SessionId, Action, Option<OwnedSemaphorePermit>),
    /// To say so once everything that was asked before is answered.
    Flush(Reply<()>),
    /// A code that takes the seat of this token, given by its hash, to another device.
    Transfer(String, Reply<String>),
    /// To go.
    Disconnect(SessionId),
    /// That an idle host goes, because its memory is needed.
    Rest,
    /// To panic, as a mistake of ours would.
    #[cfg(test)]
    Panic,
}

/// What must be known before a session can enter.
pub(crate) struct Facts {
    /// The hash of the pass key, where the room has one.
    pub(crate) pass_key_hash: Option<String>,
    /// How far the room has come.
    pub(crate) phase: Phase,
}

/// A connection that wants to enter.
pub(crate) struct Newcomer {
    pub(crate) address: Address,
    pub(crate) key_shown: bool,
    pub(crate) handshake: Handshake,
    pub(crate) outbox: Outbox,
}

/// A connection that has entered.
pub(crate) struct Entered {
    pub(crate) session: SessionId,
    /// The first frame, in the native dialect.
    pub(crate) welcome: Option<String>,
    /// The room's time.
    pub(crate) clock: NodeClock,
}

/// Puts a question to a host that may be about to end.
pub(crate) async fn ask<T>(
    host: &mpsc::Sender<HostMessage>,
    question: impl FnOnce(Reply<T>) -> HostMessage,
) -> Result<T, Denied> {
    let (reply, answer) = oneshot::channel();
    let asked = host.send(question(reply)).await;
    asked.map_err(|_| Denied::Restart)?;
    answer.await.map_err(|_| Denied::Restart)?
}

impl HostMessage {
    /// Answers that the room cannot be had.
    pub(crate) fn deny(self, why: Denied) {
        // Who asked may be gone already.
        match self {
            Self::Facts(reply) => reply.send(Err(why)).is_ok(),
            Self::Owns(_, reply) => reply.send(Err(why)).is_ok(),
            Self::Snapshot(_, reply) => reply.send(Err(why)).is_ok(),
            Self::Enter(_, reply) => reply.send(Err(why)).is_ok(),
            Self::CatchUp(_, _, reply) => reply.send(Err(why)).is_ok(),
            Self::Flush(reply) => reply.send(Err(why)).is_ok(),
            Self::Transfer(_, reply) => reply.send(Err(why)).is_ok(),
            Self::Act(..) | Self::Disconnect(_) | Self::Rest => false,
            #[cfg(test)]
            Self::Panic => false,
        };
    }
}

#[cfg(test)]
pub(crate) mod tests;
