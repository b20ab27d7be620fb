//! How much one member, one speaker and one room may add to the journal. Each quota has an owner, and using it up refuses
//! nothing to other members. No quota refuses a move, or anything that ends a game.

use std::collections::BTreeMap;

use raum_room::{Command, Entry, Event, MemberId, Millis, Refusal};

use crate::{
    Context, Host, Limits, Origin, SlidingWindow,
    limits::{GUESTS_PER_CHAT, MINUTE_MILLIS},
};

/// Who asks: a member wherever they are, or a guest by origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Speaker {
    Member(MemberId),
    Guest(Origin),
}

/// What has a quota of its own beside messages. An answer to an offer has none: there are no more of them than offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Change {
    Name,
    Seat,
    Offer,
    Takeback,
}

impl Change {
    fn of(command: &Command) -> Option<Self> {
        match command {
            Command::Rename { .. } => Some(Self::Name),
            Command::TakeSeat { .. } => Some(Self::Seat),
            Command::OfferDraw => Some(Self::Offer),
            Command::AskTakeback | Command::Undo { .. } | Command::Redo { .. } => {
                Some(Self::Takeback)
            }
            _ => None,
        }
    }

    const fn refusal(self) -> Refusal {
        match self {
            Self::Name => Refusal::TooManyRenames,
            Self::Seat => Refusal::TooManyReturns,
            Self::Offer => Refusal::TooManyOffers,
            Self::Takeback => Refusal::TooManyTakebacks,
        }
    }
}

/// What has been used of the quotas.
#[derive(Clone, Debug)]
pub(crate) struct Quota {
    /// Since the last game began.
    game: Game,
    speakers: SlidingWindow<Speaker>,
    changes: SlidingWindow<(Change, Speaker)>,
}

/// What each has added to a game.
#[derive(Clone, Debug, Default)]
struct Game {
    /// Entries of each member, apart from moves and messages.
    entries: BTreeMap<MemberId, u64>,
    /// Messages of each member; without one, of all spectators together.
    messages: BTreeMap<Option<MemberId>, u64>,
    /// Messages of each origin that watches, since the room was loaded: the journal has no origins.
    guests: BTreeMap<Origin, u64>,
}

impl Quota {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            game: Game::default(),
            speakers: SlidingWindow::new(limits.messages_per_minute, MINUTE_MILLIS),
            changes: SlidingWindow::new(limits.changes_per_minute, MINUTE_MILLIS),
        }
    }

    /// Counts an entry.
    pub(crate) fn remember(&mut self, entry: &Entry) {
        match &entry.event {
            Event::GameStarted(_) => self.game = Game::default(),
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

    /// Counts a change, unless it is one too many.
    fn change(
        &mut self,
        limits: &Limits,
        speaker: Speaker,
        change: Change,
        now: Millis,
    ) -> Result<(), Refusal> {
        if let Speaker::Member(member) = speaker
            && self.game.entries.get(&member) >= Some(&limits.entries_per_game_max)
        {
            return Err(Refusal::GameTooLong);
        }
        let taken = self.changes.take((change, speaker), now);
        taken.map_err(|_| change.refusal())
    }

    /// Counts a message, unless it is one too many.
    fn message(
        &mut self,
        limits: &Limits,
        speaker: Speaker,
        text: &str,
        now: Millis,
    ) -> Result<(), Refusal> {
        if text.chars().count() > limits.message_chars_max {
            return Err(Refusal::MessageTooLong);
        }
        let max = limits.messages_per_game_max;
        let is_full = match speaker {
            Speaker::Member(member) => self.game.messages.get(&Some(member)) >= Some(&max),
            // The spectators' share is for several origins.
            Speaker::Guest(origin) => {
                let own_max = max.div_ceil(GUESTS_PER_CHAT);
                self.game.messages.get(&None) >= Some(&max)
                    || self.game.guests.get(&origin) >= Some(&own_max)
            }
        };
        if is_full {
            return Err(Refusal::ChatFull);
        }
        let taken = self.speakers.take(speaker, now);
        taken.map_err(|_| Refusal::TooManyMessages)?;
        if let Speaker::Guest(origin) = speaker {
            *self.game.guests.entry(origin).or_default() += 1;
        }
        Ok(())
    }
}

impl Host {
    /// Counts what a command adds, unless it is too much.
    pub(crate) fn take_quota(
        &mut self,
        speaker: Speaker,
        command: &Command,
        context: &Context<'_>,
    ) -> Result<(), Refusal> {
        let Context { limits, now, .. } = *context;
        match command {
            Command::Say { text, .. } => {
                let said = self.quota.message(limits, speaker, text, now);
                if let Err(Refusal::TooManyMessages) = said {
                    self.quota_hit("messages-per-minute", speaker);
                }
                said
            }
            Command::AskRematch if self.room().seq() >= limits.entries_per_room_max => {
                Err(Refusal::RoomFull)
            }
            _ => match Change::of(command) {
                Some(change) => self.take_change(speaker, change, context),
                None => Ok(()),
            },
        }
    }

    /// Counts a change, unless it is one too many.
    pub(crate) fn take_change(
        &mut self,
        speaker: Speaker,
        change: Change,
        context: &Context<'_>,
    ) -> Result<(), Refusal> {
        let Context { limits, now, .. } = *context;
        let changed = self.quota.change(limits, speaker, change, now);
        if changed == Err(change.refusal()) {
            self.quota_hit("changes-per-minute", speaker);
        }
        changed
    }

    fn quota_hit(&mut self, limit: &'static str, by: Speaker) {
        let origin = match by {
            Speaker::Member(_) => None,
            Speaker::Guest(origin) => Some(origin),
        };
        self.effects.push(crate::Effect::LimitHit(limit, origin));
    }
}

/// The member that an event is about.
fn member_of(event: &Event) -> Option<MemberId> {
    match event {
        Event::SeatTaken { member, .. }
        | Event::Renamed { member, .. }
        | Event::RematchAsked { member }
        | Event::DeviceAdded { member }
        | Event::SeatLeft { member } => Some(*member),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
