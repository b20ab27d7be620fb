//! Performs the effects of a host: appends, reads, sends and timers.

use raum_host::{AppendOutcome, Backlog, Context, Denied, Effect, Input, Limits};
use raum_journal::Append;
use raum_room::EncodedEntry;
use tokio::time::Instant;

use super::{Driver, Frame, SessionId};
use crate::{cluster::Link, log, meters, rooms::secrets::random_number, time::NodeClock};

/// The host's answers to a session that do not go through its outbox.
#[derive(Default)]
pub(super) struct Answers {
    pub(super) entered: Option<Result<Option<String>, Denied>>,
    pub(super) backlog: Option<Backlog>,
}

impl Driver {
    /// Gives the host an input, and performs its effects until it has none left.
    pub(super) async fn feed(&mut self, input: Input) -> Answers {
        // Only these inputs need randomness.
        let chance = match &input {
            Input::Enter(_) | Input::Act(..) => random_number(),
            _ => 0,
        };
        let mut answers = Answers::default();
        let mut next = Some(input);
        let mut durable_at = None;
        while let Some(input) = next.take() {
            let context = context(&self.clock, &self.limits, self.link.as_ref(), chance);
            let effects = self.host.handle(input, &context);
            let mut append = None;
            for effect in effects {
                match effect {
                    Effect::Append { entries, payer } => append = Some((entries, payer)),
                    Effect::Read(after) => {
                        let read = self.services.store.read(&self.id, after + 1).await;
                        next = Some(Input::Read(read.ok()));
                    }
                    effect => self.perform(effect, &mut answers),
                }
            }
            self.connections.flush();
            if let Some(durable_at) = durable_at.take() {
                meters::broadcast(Instant::now() - durable_at);
            }
            if let Some((entries, payer)) = append {
                next = Some(self.append(&entries, payer).await);
                durable_at = Some(Instant::now());
            }
        }
        self.log_bytes.set(self.host.log_bytes());
        self.update_listing();
        if let Some(link) = &mut self.link {
            link.set_away(self.host.away_since());
        }
        answers
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
                AppendOutcome::Done
            }
            Ok(Append::Conflict { missed }) => AppendOutcome::Conflict(missed),
            Ok(Append::Behind { .. }) => AppendOutcome::Behind,
            Ok(Append::Unknown(_)) => AppendOutcome::Unknown,
            Err(_) => AppendOutcome::Unavailable,
        })
    }

    fn perform(&mut self, effect: Effect, answers: &mut Answers) {
        match effect {
            Effect::Send { to, frame } => {
                self.connections.send(&to, &Frame::from(frame));
            }
            Effect::Close(session, why) => self.connections.close(session, why),
            Effect::Entered(_, welcome) => answers.entered = Some(Ok(welcome)),
            Effect::Denied(_, why) => answers.entered = Some(Err(why)),
            Effect::Backlog(_, backlog) => answers.backlog = Some(backlog),
            Effect::Answered(_, refusal) => {
                meters::command();
                if let Some(refusal) = refusal {
                    meters::refused(refusal.code());
                }
            }
            Effect::LimitHit(limit, network) => {
                let by = network.and_then(|network| self.connections.address_of(network));
                log::limit_hit(limit, by);
            }
            Effect::WakeAt(at) => self.wake_at = at.map(|at| self.clock.instant(at)),
            Effect::Think(thought) => {
                let thinking = &self.services.thinking;
                self.thought = thinking.begin(self.owner, thought, &self.clock);
            }
            Effect::StopThinking => self.thought = None,
            Effect::Stop => self.has_stopped = true,
            Effect::PresenceChanged => {
                if let Some(link) = &self.link {
                    link.publish(self.host.presence());
                }
            }
            // `feed` handles the journal.
            Effect::Append { .. } | Effect::Read(_) => {}
        }
    }
}

pub(super) fn context<'a>(
    clock: &NodeClock,
    limits: &'a Limits,
    link: Option<&Link>,
    chance: u64,
) -> Context<'a> {
    Context {
        now: clock.now(),
        chance,
        node: link.map_or(0, Link::node),
        thinks: limits.machines && link.is_none_or(Link::thinks),
        limits,
    }
}
