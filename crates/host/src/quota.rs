//! Quotas: how much a member, a speaker and a room may add to the journal. One member's usage never limits another
//! member. No quota applies to moves, nor to anything that ends a game.

use std::collections::BTreeMap;

use raum_room::{Command, Entry, Event, MemberId, Refusal};

use crate::{
    Context, Host, Limits, Network, SlidingWindow,
    limits::{GUESTS_PER_CHAT, MINUTE_MILLIS},
};

/// The owner of a quota: a member on any device, or a guest's network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Speaker {
    Member(MemberId),
    Guest(Network),
}

/// The refusal of a change that comes too often, or `None` for a command without a rate limit. Answers to offers need
/// none: there cannot be more of them than offers.
fn too_many(command: &Command) -> Option<Refusal> {
    match command {
        Command::Rename { .. } => Some(Refusal::TooManyRenames),
        Command::TakeSeat { .. } => Some(Refusal::TooManyReturns),
        Command::OfferDraw => Some(Refusal::TooManyOffers),
        Command::AskTakeback | Command::Undo { .. } | Command::Redo { .. } => {
            Some(Refusal::TooManyTakebacks)
        }
        Command::SeatMachine { .. } | Command::TakeOver | Command::SetLevel { .. } => {
            Some(Refusal::TooManyLevels)
        }
        _ => None,
    }
}

/// The usage of all quotas.
#[derive(Clone, Debug)]
pub(crate) struct Quota {
    game: GameUsage,
    messages: SlidingWindow<Speaker>,
    /// By the code of the refusal.
    changes: SlidingWindow<(&'static str, Speaker)>,
}

/// The usage since the last game started.
#[derive(Clone, Debug, Default)]
struct GameUsage {
    /// Entries of each member, not counting moves and messages.
    entries: BTreeMap<MemberId, u64>,
    /// Messages of each member, and under `None` of all spectators together.
    messages: BTreeMap<Option<MemberId>, u64>,
    /// Messages of spectators by network, since the room was loaded: the journal does not record networks.
    guests: BTreeMap<Network, u64>,
}

impl Quota {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            game: GameUsage::default(),
            messages: SlidingWindow::new(limits.messages_per_minute, MINUTE_MILLIS),
            changes: SlidingWindow::new(limits.changes_per_minute, MINUTE_MILLIS),
        }
    }

    /// Counts an entry.
    pub(crate) fn remember(&mut self, entry: &Entry) {
        match &entry.event {
            Event::GameStarted(_) => self.game = GameUsage::default(),
            Event::Said { member, .. } => *self.game.messages.entry(*member).or_default() += 1,
            Event::MovePlayed { .. } => {}
            event => {
                let answers = entry.answers.map(|answers| answers.member);
                if let Some(member) = answers.or(member_of(event)) {
                    *self.game.entries.entry(member).or_default() += 1;
                }
            }
        }
    }

    /// Counts a command, or refuses it as one too many.
    fn take(
        &mut self,
        speaker: Speaker,
        command: &Command,
        context: &Context<'_>,
    ) -> Result<(), Refusal> {
        let Context { limits, now, .. } = *context;
        if let Command::Say { text, .. } = command {
            if text.chars().count() > limits.message_chars_max {
                return Err(Refusal::MessageTooLong);
            }
            if self.is_chat_full(speaker, limits) {
                return Err(Refusal::ChatFull);
            }
            let taken = self.messages.take(speaker, now);
            taken.map_err(|_| Refusal::TooManyMessages)?;
            if let Speaker::Guest(network) = speaker {
                *self.game.guests.entry(network).or_default() += 1;
            }
        } else if let Some(too_many) = too_many(command) {
            if let Speaker::Member(member) = speaker
                && self.game.entries.get(&member) >= Some(&limits.entries_per_game_max)
            {
                return Err(Refusal::GameTooLong);
            }
            let taken = self.changes.take((too_many.code(), speaker), now);
            taken.map_err(|_| too_many)?;
        }
        Ok(())
    }

    fn is_chat_full(&self, speaker: Speaker, limits: &Limits) -> bool {
        let max = limits.messages_per_game_max;
        match speaker {
            Speaker::Member(member) => self.game.messages.get(&Some(member)) >= Some(&max),
            // Several networks share the spectators' quota.
            Speaker::Guest(network) => {
                let own_max = max.div_ceil(GUESTS_PER_CHAT);
                self.game.messages.get(&None) >= Some(&max)
                    || self.game.guests.get(&network) >= Some(&own_max)
            }
        }
    }
}

impl Host {
    /// Counts a command against the speaker's quotas, or refuses it.
    pub(crate) fn take_quota(
        &mut self,
        speaker: Speaker,
        command: &Command,
        context: &Context<'_>,
    ) -> Result<(), Refusal> {
        if matches!(command, Command::AskRematch)
            && self.room().seq() >= context.limits.entries_per_room_max
        {
            return Err(Refusal::RoomFull);
        }
        let taken = self.quota.take(speaker, command, context);
        let limit = match taken {
            Err(Refusal::TooManyMessages) => "messages-per-minute",
            Err(refusal) if Some(refusal) == too_many(command) => "changes-per-minute",
            _ => return taken,
        };
        let network = match speaker {
            Speaker::Member(_) => None,
            Speaker::Guest(network) => Some(network),
        };
        self.limit_hit(limit, network);
        taken
    }
}

/// The member that an event is about.
fn member_of(event: &Event) -> Option<MemberId> {
    match event {
        Event::SeatTaken { member, .. }
        | Event::Renamed { member, .. }
        | Event::RematchAsked { member }
        | Event::LevelChanged { member, .. }
        | Event::DeviceAdded { member }
        | Event::SeatLeft { member } => Some(*member),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
