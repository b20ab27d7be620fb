//! Runs a host: the loop over messages and timers, and when an idle room unloads.

use std::{future::pending, pin::pin, time::Duration};

use raum_host::{Denied, Enter, Handshake, Host, Input, Limits, Network, Snapshot};
use raum_journal::{Priority, RoomId};
use raum_room::{Command, EncodedEntry, MemberId, Seq};
use raum_wire::native::Close;
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};

use super::{
    Entered, Facts, HostMessage, Newcomer, SessionId, cluster::news, connections::Connections,
    effects::context, load::denied,
};
use crate::{
    cluster::Link,
    lobby::Listing,
    meters,
    rooms::{Idle, Owner, Services, SleepState, thinking::Pending},
    time::NodeClock,
};

/// A host with its connections, its clock and its journal.
pub(crate) struct Driver {
    pub(super) id: RoomId,
    pub(super) services: Services,
    pub(super) limits: Limits,
    /// The room's clock, for everything that happens in it.
    pub(super) clock: NodeClock,
    pub(super) host: Host,
    pub(super) connections: Connections,
    pub(super) next_session: u64,
    /// When the host asked to be woken.
    pub(super) wake_at: Option<Instant>,
    pub(super) idle_since: Instant,
    /// The address that the room was loaded for.
    pub(super) owner: Owner,
    /// What the room's machine is thinking about.
    pub(super) thought: Option<Pending>,
    /// The other nodes, if there may be any.
    pub(super) link: Option<Link>,
    pub(super) log_bytes: meters::Share,
    /// The room's place in the lobby's list, if it has been listed.
    pub(super) listing: Option<Listing>,
    /// Whether the host must stop, because the journal has lost entries that the host has.
    pub(super) has_stopped: bool,
}

impl Driver {
    /// Handles messages until the server shuts down or the room is idle. Before an idle host unloads, `may_unload`
    /// decides whether it may, and stores what the room would otherwise forget.
    pub(crate) async fn run(
        mut self: Box<Self>,
        mailbox: &mut mpsc::Receiver<HostMessage>,
        idle: &Idle,
        mut may_unload: impl FnMut(&mpsc::Receiver<HostMessage>, Option<SleepState>) -> bool,
    ) {
        let ending = self.services.ending.clone();
        // Once for all passes, because each registration takes a lock that all rooms share.
        let mut ended = pin!(ending.cancelled());
        while !self.has_stopped {
            idle.set(self.idle_since());
            let idle_until = self.is_idle().then(|| self.needed_until());
            let wake_at = self.wake_at.into_iter().chain(idle_until).min();
            let mut asked_to_unload = false;
            tokio::select! {
                () = &mut ended => {
                    self.shut_down(mailbox).await;
                    return;
                }
                Some(message) = mailbox.recv() => {
                    asked_to_unload = matches!(message, HostMessage::Unload);
                    self.handle(message).await;
                }
                commands = answer(&mut self.thought), if self.thought.is_some() => {
                    self.thought_of(commands).await;
                }
                news = news(&mut self.link, &*self.services.store, self.host.room().seq()), if self.link.is_some() => {
                    self.hear(news).await;
                }
                () = sleep_until_any(wake_at) => {
                    self.wake().await;
                }
            }
            let is_due = asked_to_unload || Instant::now() >= self.needed_until();
            if is_due && self.idle_since().is_some() && may_unload(mailbox, self.sleep_state()) {
                return;
            }
            if asked_to_unload {
                idle.declined();
            }
        }
    }

    /// Wakes the host if its timer is due. The host then sets its timer anew.
    pub(super) async fn wake(&mut self) {
        if self.wake_at.take_if(|at| *at <= Instant::now()).is_some() {
            self.feed(Input::Wake).await;
        }
    }

    /// Gives the host what its machine has decided to do.
    async fn thought_of(&mut self, commands: Option<Vec<Command>>) {
        if let (Some(thought), Some(commands)) = (self.thought.take(), commands) {
            self.feed(Input::Thought(thought.key, commands)).await;
        }
    }

    /// Handles the messages already sent, and closes all connections: clients reconnect after the restart.
    async fn shut_down(&mut self, mailbox: &mut mpsc::Receiver<HostMessage>) {
        mailbox.close();
        while let Some(message) = mailbox.recv().await {
            self.handle(message).await;
        }
        self.connections.close_all(Close::Restart);
    }

    async fn handle(&mut self, message: HostMessage) {
        // A sender that waits for the answer may be gone.
        match message {
            HostMessage::Query(query) => query(Ok(self)),
            HostMessage::Enter(request) => {
                let (newcomer, reply) = *request;
                // Boxed, because the task would hold its state for as long as the room is loaded.
                let entered = Box::pin(self.enter(newcomer)).await;
                drop(reply.send(entered));
            }
            HostMessage::CatchUp(request) => {
                let (session, after, reply) = *request;
                let answers = self.feed(Input::CatchUp(session, after)).await;
                drop(reply.send(answers.backlog.ok_or(Denied::Restart)));
            }
            HostMessage::Act(act) => {
                let (session, action, _permit) = *act;
                self.feed(Input::Act(session, action)).await;
            }
            HostMessage::Disconnect(session) => {
                self.feed(Input::Disconnect(session)).await;
                self.connections.remove(session);
                self.idle_since = Instant::now();
            }
            HostMessage::Unload => {}
        }
    }

    pub(crate) fn facts(&mut self) -> Facts {
        Facts {
            pass_key_hash: self.host.pass_key_hash().map(str::to_owned),
            phase: self.host.room().phase(),
        }
    }

    /// Whether a token, given by its hash, owns a seat.
    pub(crate) fn owns_seat(&self, token_hash: &str) -> bool {
        self.host.owns_seat(token_hash)
    }

    /// A snapshot of the room; none if `known` is still its last entry.
    pub(crate) fn snapshot(&self, known: Option<Seq>) -> Option<Snapshot> {
        (known != Some(self.host.room().seq())).then(|| self.host.snapshot())
    }

    /// Adds a code, given by its hash, that transfers the seat of a token to another device.
    pub(crate) fn offer_transfer(
        &mut self,
        owner_token_hash: &str,
        code_hash: String,
    ) -> Result<(), Denied> {
        let context = context(&self.clock, &self.limits, self.link.as_ref(), 0);
        let host = &mut self.host;
        host.offer_transfer(owner_token_hash, code_hash, &context)
    }

    /// The member whose seat a token, given by its hash, owns.
    pub(crate) fn seat_of(&self, token_hash: &str) -> Option<MemberId> {
        self.host.seat_of(token_hash)
    }

    async fn enter(&mut self, newcomer: Newcomer) -> Result<Entered, Denied> {
        let Newcomer {
            address,
            key_shown,
            mut handshake,
            outbox,
        } = newcomer;
        self.catch_up_with_journal().await?;
        self.read_mark(&mut handshake).await?;
        self.take_transfer(&handshake).await?;
        let session = SessionId(self.next_session);
        self.next_session += 1;
        let can_resume = matches!(handshake, Handshake::Native(_));
        self.connections.add(session, address, outbox, can_resume);
        let enter = Box::new(Enter {
            session,
            network: Network(address.bits()),
            key_shown,
            handshake,
        });
        let answers = self.feed(Input::Enter(enter)).await;
        let welcome = answers.entered.unwrap_or(Err(Denied::Restart));
        if welcome.is_err() {
            self.connections.remove(session);
        }
        Ok(Entered {
            session,
            welcome: welcome?,
            clock: self.clock,
        })
    }

    /// Reads the mark of a client's last entry from the journal if the host no longer has it.
    async fn read_mark(&self, handshake: &mut Handshake) -> Result<(), Denied> {
        if let Handshake::Native(native) = handshake
            && native.marks[0].is_some()
            && !self.host.knows_mark(native.after)
        {
            let store = &self.services.store;
            let page = store.read_page(&self.id, native.after, 1, Priority::Load);
            let entry = page.await.map_err(denied)?.entries.pop();
            let entry = EncodedEntry::new(entry.ok_or(Denied::Unavailable)?);
            native.marks[1] = Some(raum_host::mark(entry.public()));
        }
        Ok(())
    }

    /// Whether the room has no sessions, and no machine that has to act.
    fn is_idle(&self) -> bool {
        self.host.is_empty() && !self.host.is_thinking()
    }

    /// Since when the room has been idle, without a valid transfer code.
    fn idle_since(&self) -> Option<Instant> {
        let has_transfers = self.transfers_until() > Some(Instant::now());
        (self.is_idle() && !has_transfers).then_some(self.idle_since)
    }

    /// How long a room without sessions stays loaded.
    fn idle(&self) -> Duration {
        Duration::from_secs(self.services.limits.room_idle_seconds)
    }

    fn transfers_until(&self) -> Option<Instant> {
        let until = self.host.transfers_until();
        until.map(|until| self.clock.instant(until))
    }

    /// Until when a room without sessions stays loaded: for a while, and until its last transfer code expires.
    fn needed_until(&self) -> Instant {
        let idle_until = self.idle_since + self.idle();
        self.transfers_until()
            .map_or(idle_until, |until| until.max(idle_until))
    }

    /// What the room has to remember while it is not loaded.
    fn sleep_state(&self) -> Option<SleepState> {
        let instant = |at| self.clock.instant(at);
        let flag_at = self.host.flag_at().map(instant);
        let absences = self.host.absences_until().map(instant);
        let until = absences.into_iter().chain(flag_at).max()?;
        (until > Instant::now()).then(|| SleepState {
            clock: self.clock,
            away_since: self.host.away_since().collect(),
            flag_at,
            until,
            registration: self.link.as_ref().map(Link::registration),
        })
    }

    /// Lets a room that a timer woke unload as soon as it has handled what is due: no client asked for it.
    pub(crate) fn was_woken_by_timer(&mut self) {
        let idle = self.idle();
        self.idle_since = Instant::now().checked_sub(idle).unwrap_or(self.idle_since);
    }
}

/// Sleeps until this time, or forever. `select!` would create a timer even for a branch that it skips, and all timers
/// count references to the runtime.
async fn sleep_until_any(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => pending().await,
    }
}

/// The commands of a machine. Called only while it has a thought.
async fn answer(thought: &mut Option<Pending>) -> Option<Vec<Command>> {
    thought.as_mut()?.answer().await
}
