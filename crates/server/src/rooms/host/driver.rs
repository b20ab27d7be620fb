//! Does what a host wants done.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use raum_host::{Backlog, Context, Denied, Effect, Enter, Handshake, Host, Input, Limits, Origin};
use raum_journal::{Append, Priority, RoomId};
use raum_room::{EncodedEntry, Seq};
use raum_wire::native::Close;
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};

use super::{
    Entered, Facts, HostMessage, Newcomer, SessionId, connections::Connections, load::denied,
};
use crate::{
    log, meters,
    rooms::{
        Services,
        hosts::{Asleep, Idle},
        secrets::{random_number, token_hash, transfer_code},
    },
    time::NodeClock,
};

/// A host with its connections, its clock and its journal.
pub(crate) struct Driver {
    id: RoomId,
    services: Services,
    limits: Limits,
    /// The room's time, for everything that happens in it.
    clock: NodeClock,
    host: Host,
    connections: Connections,
    next_session: u64,
    /// When the host wants to be told the time.
    pub(super) wake_at: Option<Instant>,
    idle_since: Instant,
    log_bytes: meters::Share,
    /// Whether the journal has lost what the host knows, so that it must not go on.
    has_stopped: bool,
}

/// What a session hears by another way than its outbox.
#[derive(Default)]
pub(super) struct Heard {
    entered: Option<Result<Option<String>, Denied>>,
    backlog: Option<Backlog>,
}

impl Driver {
    pub(super) fn new(
        id: RoomId,
        services: Services,
        limits: Limits,
        clock: NodeClock,
        host: Host,
    ) -> Self {
        Self {
            id,
            services,
            limits,
            clock,
            host,
            connections: Connections::default(),
            next_session: 0,
            wake_at: None,
            idle_since: Instant::now(),
            log_bytes: meters::room_tail_bytes(0),
            has_stopped: false,
        }
    }

    /// Answers until the server ends or the room is idle. `may_go` is asked before an idle host ends, with what the room
    /// would else forget.
    pub(crate) async fn run(
        mut self,
        mailbox: &mut mpsc::Receiver<HostMessage>,
        idle: &Idle,
        mut may_go: impl FnMut(&mpsc::Receiver<HostMessage>, Option<Asleep>) -> bool,
    ) {
        let ending = self.services.ending.clone();
        while !self.has_stopped {
            idle.set(self.idle_since());
            let idle_until = self.host.is_empty().then(|| self.needed_until());
            let wake_at = self.wake_at.into_iter().chain(idle_until).min();
            let mut asked_to_rest = false;
            tokio::select! {
                () = ending.cancelled() => {
                    self.end(mailbox).await;
                    return;
                }
                Some(message) = mailbox.recv() => {
                    asked_to_rest = matches!(message, HostMessage::Rest);
                    self.answer(message).await;
                }
                () = sleep_until(wake_at.unwrap_or_else(Instant::now)), if wake_at.is_some() => {
                    self.wake().await;
                    if self.idle_since().is_some()
                        && Instant::now() >= self.needed_until()
                        && may_go(mailbox, self.asleep())
                    {
                        return;
                    }
                }
            }
            if asked_to_rest {
                if self.idle_since().is_some() && may_go(mailbox, self.asleep()) {
                    return;
                }
                idle.stays();
            }
        }
    }

    /// Tells the host the time, if it has waited for that. It is told once, and says anew what it waits for.
    pub(super) async fn wake(&mut self) {
        if self.wake_at.take_if(|at| *at <= Instant::now()).is_some() {
            self.feed(Input::Wake).await;
        }
    }

    /// Answers what was asked already, and sends everyone away: they are to come back.
    async fn end(&mut self, mailbox: &mut mpsc::Receiver<HostMessage>) {
        mailbox.close();
        while let Some(message) = mailbox.recv().await {
            self.answer(message).await;
        }
        self.connections.close_all(Close::Restart);
    }

    async fn answer(&mut self, message: HostMessage) {
        // Who asked may be gone already.
        match message {
            HostMessage::Facts(reply) => {
                let facts = Facts {
                    pass_key_hash: self.host.pass_key_hash().map(str::to_owned),
                    phase: self.host.room().phase(),
                };
                reply.send(Ok(facts)).ok();
            }
            HostMessage::Owns(token_hash, reply) => {
                reply.send(Ok(self.host.owns_seat(&token_hash))).ok();
            }
            HostMessage::Snapshot(known, reply) => {
                let has_changed = known != Some(self.host.room().seq());
                let snapshot = has_changed.then(|| Box::new(self.host.snapshot()));
                reply.send(Ok(snapshot)).ok();
            }
            HostMessage::Enter(newcomer, reply) => {
                let entered = self.enter(*newcomer).await;
                reply.send(entered).ok();
            }
            HostMessage::CatchUp(session, after, reply) => {
                let heard = self.feed(Input::CatchUp(session, after)).await;
                reply.send(heard.backlog.ok_or(Denied::Restart)).ok();
            }
            HostMessage::Act(session, asked, _permit) => {
                self.feed(Input::Act(session, asked)).await;
            }
            HostMessage::Flush(reply) => {
                reply.send(Ok(())).ok();
            }
            HostMessage::Transfer(token_hash, reply) => {
                reply.send(self.offer_transfer(&token_hash)).ok();
            }
            HostMessage::Disconnect(session) => {
                self.feed(Input::Disconnect(session)).await;
                self.connections.remove(session);
                self.idle_since = Instant::now();
            }
            HostMessage::Rest => {}
            #[cfg(test)]
            HostMessage::Panic => panic!("on purpose"),
        }
    }

    async fn enter(&mut self, newcomer: Newcomer) -> Result<Entered, Denied> {
        let Newcomer {
            address,
            key_shown,
            mut handshake,
            outbox,
        } = newcomer;
        self.read_mark(&mut handshake).await?;
        let session = SessionId(self.next_session);
        self.next_session += 1;
        self.connections.add(session, address, outbox);
        let enter = Box::new(Enter {
            session,
            origin: Origin(address.bits()),
            key_shown,
            handshake,
        });
        let heard = self.feed(Input::Enter(enter)).await;
        let welcome = heard.entered.unwrap_or(Err(Denied::Restart));
        if welcome.is_err() {
            self.connections.remove(session);
        }
        Ok(Entered {
            session,
            welcome: welcome?,
            clock: self.clock,
        })
    }

    /// Reads the mark of a client's last entry, where that is so old that only the journal has it.
    async fn read_mark(&self, handshake: &mut Handshake) -> Result<(), Denied> {
        if let Handshake::Native(native) = handshake
            && native.marks[0].is_some()
            && !self.host.knows_mark(native.after)
        {
            let store = &self.services.store;
            let page = store.read_page(&self.id, native.after, 1, Priority::Load);
            let entry = page.await.map_err(|why| denied(&why))?.entries.pop();
            let entry = EncodedEntry::new(entry.ok_or(Denied::Unavailable)?);
            native.marks[1] = Some(raum_host::mark(entry.public()));
        }
        Ok(())
    }

    fn offer_transfer(&mut self, owner_token_hash: &str) -> Result<String, Denied> {
        let code = transfer_code();
        let context = context(&self.clock, &self.limits, 0);
        self.host
            .offer_transfer(owner_token_hash, token_hash(&code), &context)?;
        Ok(code)
    }

    /// Gives the host an input, and does what it wants done until it wants no more.
    pub(super) async fn feed(&mut self, input: Input) -> Heard {
        // Nothing else is ever decided by lot.
        let chance = match &input {
            Input::Enter(_) | Input::Act(..) => random_number(),
            _ => 0,
        };
        let mut heard = Heard::default();
        let mut next = Some(input);
        let mut durable_at = None;
        while let Some(input) = next {
            let context = context(&self.clock, &self.limits, chance);
            let effects = self.host.handle(input, &context);
            next = None;
            let mut stored = None;
            for effect in effects {
                match effect {
                    Effect::Append { entries, payer } => stored = Some((entries, payer)),
                    Effect::Read(after) => next = Some(Input::Read(self.read(after).await)),
                    effect => self.perform(effect, &mut heard),
                }
            }
            if let Some(durable_at) = durable_at.take() {
                meters::broadcast(Instant::now() - durable_at);
            }
            if let Some((entries, payer)) = stored {
                next = Some(self.append(&entries, payer).await);
                durable_at = Some(Instant::now());
            }
        }
        self.log_bytes.set(self.host.log_bytes());
        heard
    }

    async fn append(&self, entries: &[EncodedEntry], payer: Option<SessionId>) -> Input {
        let store = &self.services.store;
        Input::Appended(match store.append(&self.id, entries).await {
            Ok(Append::Done) => {
                if let Some(address) = payer.and_then(|payer| self.connections.address(payer)) {
                    let bytes = entries.iter().map(|entry| entry.public().len()).sum();
                    let rates = &self.services.rates;
                    rates.stored(address, entries.len(), bytes);
                }
                raum_host::AppendOutcome::Done
            }
            Ok(Append::Conflict { missed }) => raum_host::AppendOutcome::Conflict(missed),
            Ok(Append::Behind { .. }) => raum_host::AppendOutcome::Behind,
            Ok(Append::Unknown(_)) => raum_host::AppendOutcome::Unknown,
            Err(_) => raum_host::AppendOutcome::Unavailable,
        })
    }

    async fn read(&self, after: Seq) -> Option<Vec<raum_room::Entry>> {
        let store = &self.services.store;
        store.read(&self.id, after + 1).await.ok()
    }

    fn perform(&mut self, effect: Effect, heard: &mut Heard) {
        match effect {
            Effect::Send { to, frame } => {
                let frame = Utf8Bytes::from(frame);
                for session in to {
                    self.connections.send(session, &frame);
                }
            }
            Effect::Close(session, why) => self.connections.close(session, why),
            Effect::Entered(_, welcome) => heard.entered = Some(Ok(welcome)),
            Effect::Denied(_, why) => heard.entered = Some(Err(why)),
            Effect::Backlog(_, backlog) => heard.backlog = Some(backlog),
            Effect::Answered(_, refusal) => {
                meters::command();
                if let Some(refusal) = refusal {
                    meters::refused(refusal.code());
                }
            }
            Effect::LimitHit(limit, origin) => {
                let by = origin.and_then(|origin| self.connections.address_of(origin));
                log::limit_hit(limit, by);
            }
            Effect::WakeAt(at) => self.wake_at = at.map(|at| self.clock.instant(at)),
            Effect::Stop => self.has_stopped = true,
            // A single node has no other to tell, and `feed` sees to the journal.
            Effect::PresenceChanged | Effect::Append { .. } | Effect::Read(_) => {}
        }
    }

    /// Since when the room has had no sessions and no transfer code that is good.
    fn idle_since(&self) -> Option<Instant> {
        let has_transfers = self.transfers_until() > Some(Instant::now());
        (self.host.is_empty() && !has_transfers).then_some(self.idle_since)
    }

    /// How long a room without sessions stays loaded.
    fn idle(&self) -> Duration {
        Duration::from_secs(self.services.limits.room_idle_seconds)
    }

    fn transfers_until(&self) -> Option<Instant> {
        let until = self.host.transfers_until();
        until.map(|until| self.clock.instant(until))
    }

    /// Until when a room without sessions stays loaded: for a while, and until no transfer code is good any more.
    fn needed_until(&self) -> Instant {
        let idle_until = self.idle_since + self.idle();
        self.transfers_until()
            .map_or(idle_until, |until| until.max(idle_until))
    }

    /// What is remembered for the room while it is not loaded, if there is anything.
    fn asleep(&self) -> Option<Asleep> {
        let instant = |at| self.clock.instant(at);
        let flag_at = self.host.flag_at().map(instant);
        let absences = self.host.absences_until().map(instant);
        let until = absences.into_iter().chain(flag_at).max()?;
        (until > Instant::now()).then(|| Asleep {
            clock: self.clock,
            away_since: self.host.away_since().collect(),
            flag_at,
            until,
        })
    }

    /// Nobody has asked for the room: it may go as soon as it has done what is due.
    pub(crate) fn was_woken_by_timer(&mut self) {
        let idle = self.idle();
        self.idle_since = Instant::now().checked_sub(idle).unwrap_or(self.idle_since);
    }
}

fn context<'a>(clock: &NodeClock, limits: &'a Limits, chance: u64) -> Context<'a> {
    Context {
        now: clock.now(),
        chance,
        node: 0,
        limits,
    }
}
