//! The task of one room: messages arrive in its mailbox, and its driver performs the effects of its
//! [`raum_host::Host`].

mod cluster;
mod connections;
mod driver;
mod effects;
mod listing;
mod load;
mod outbox;

use raum_host::{Action, Backlog, Denied, Handshake};
use raum_room::{Phase, Seq};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

use crate::{net::Address, time::NodeClock};

pub(crate) use driver::Driver;
pub(crate) use load::{denied, read_older};
pub(crate) use outbox::{Frame, Outbox, Outgoing, Socket, outbox};
pub(crate) use raum_host::SessionId;

/// Where to send messages to a room's host.
pub(crate) type Mailbox = mpsc::Sender<HostMessage>;

/// Where a host sends its answer.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Denied>>;

/// A function to run on the host's task. It gets an error if the room cannot be loaded.
type Query = Box<dyn FnOnce(Result<&mut Driver, Denied>) + Send>;

/// A message to a room's host. The host handles its messages in order.
pub(crate) enum HostMessage {
    /// Reads something of the room: see [`query`].
    Query(Box<Query>),
    /// Enters a connection.
    Enter(Box<(Newcomer, Reply<Entered>)>),
    /// Requests entries after one that the session has; the host sends a part of them.
    CatchUp(Box<(SessionId, Seq, Reply<Backlog>)>),
    /// Performs an action of a session. The host drops the permit when it has answered, and the connection reads on.
    Act(Box<(SessionId, Action, Option<OwnedSemaphorePermit>)>),
    /// Removes a session whose connection has closed.
    Disconnect(SessionId),
    /// Asks an idle host to unload, because its memory is needed.
    Unload,
}

/// The mailbox of every loaded room has space for 32 messages.
const _: () = assert!(size_of::<HostMessage>() <= 16);

/// What admission needs to know of a room before a client enters.
pub(crate) struct Facts {
    /// The hash of the pass key, if the room has one.
    pub(crate) pass_key_hash: Option<String>,
    pub(crate) phase: Phase,
}

/// A connection that asks to enter.
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
    /// The room's clock.
    pub(crate) clock: NodeClock,
}

/// Sends a message to a host and waits for the answer. Fails if the host stops first.
pub(crate) async fn ask<T>(
    host: &Mailbox,
    message: impl FnOnce(Reply<T>) -> HostMessage,
) -> Result<T, Denied> {
    let (reply, answer) = oneshot::channel();
    let sent = host.send(message(reply)).await;
    sent.map_err(|_| Denied::Restart)?;
    answer.await.map_err(|_| Denied::Restart)?
}

/// Runs a function on a host's task, after all messages sent before, and returns its result.
pub(crate) async fn query<T: Send + 'static>(
    host: &Mailbox,
    query: impl FnOnce(&mut Driver) -> T + Send + 'static,
) -> Result<T, Denied> {
    ask(host, |reply| {
        HostMessage::Query(Box::new(Box::new(move |driver| {
            // The caller may be gone.
            reply.send(driver.map(query)).ok();
        })))
    })
    .await
}

impl HostMessage {
    /// Answers that the room is not available.
    pub(crate) fn deny(self, why: Denied) {
        // The sender may be gone.
        match self {
            Self::Query(query) => query(Err(why)),
            Self::Enter(request) => drop(request.1.send(Err(why))),
            Self::CatchUp(request) => drop(request.2.send(Err(why))),
            Self::Act(..) | Self::Disconnect(_) | Self::Unload => {}
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
