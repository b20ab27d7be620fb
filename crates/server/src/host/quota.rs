//! How much one member, one speaker and one room may add to the journal. Each quota has an owner, and using it
//! up refuses nothing to other members. No quota refuses a move, or anything that ends a game.

use std::collections::HashMap;

use raum_room::{Command, Entry, Event, MemberId, Refusal, Seq};

use crate::{
    address::Address,
    limits::{GUESTS_PER_CHAT, Limits},
    throttle::{Owner, Throttle},
};

/// Who asks: a member wherever they are, or a guest by address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Speaker {
    Member(MemberId),
    Guest(Address),
}

/// What has a quota of its own beside messages. An answer to an offer has none: there are no more of them than offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Change {
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

impl Owner for Speaker {
    fn address(&self) -> Option<Address> {
        match self {
            Self::Member(_) => None,
            Self::Guest(address) => Some(*address),
        }
    }
}

impl Owner for (Change, Speaker) {
    fn address(&self) -> Option<Address> {
        self.1.address()
    }
}

/// What has been used of the quotas.
pub(super) struct Used {
    /// Since the last game began.
    game: Game,
    speakers: Throttle<Speaker>,
    changes: Throttle<(Change, Speaker)>,
}

/// What each has added to a game.
#[derive(Default)]
struct Game {
    /// Entries of each member, apart from moves and messages.
    entries: HashMap<MemberId, u64>,
    /// Messages of each member; without one, of all spectators together.
    messages: HashMap<Option<MemberId>, u64>,
    /// Messages of each address that watches, since the room was loaded: the journal has no addresses.
    guests: HashMap<Address, u64>,
}

impl Used {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            game: Game::default(),
            speakers: Throttle::per_minute("messages-per-minute", limits.messages_per_minute),
            changes: Throttle::per_minute("changes-per-minute", limits.changes_per_minute),
        }
    }

    /// Counts an entry.
    pub(super) fn remember(&mut self, entry: &Entry) {
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

    /// Whether a command would be too much in a room with so many entries, and why. What is not too much is counted.
    pub(super) fn excess(
        &mut self,
        limits: &Limits,
        room_entries: Seq,
        speaker: Speaker,
        command: &Command,
    ) -> Option<Refusal> {
        match command {
            Command::Say { text, .. } => self.excess_of_message(limits, speaker, text),
            Command::AskRematch => {
                (room_entries >= limits.entries_per_room_max).then_some(Refusal::RoomFull)
            }
            _ => Change::of(command)
                .and_then(|change| self.excess_of_change(limits, speaker, change)),
        }
    }

    /// Whether a speaker changes too much.
    pub(super) fn excess_of_change(
        &self,
        limits: &Limits,
        speaker: Speaker,
        change: Change,
    ) -> Option<Refusal> {
        if let Speaker::Member(member) = speaker
            && self.game.entries.get(&member) >= Some(&limits.entries_per_game_max)
        {
            return Some(Refusal::GameTooLong);
        }
        let taken = self.changes.take((change, speaker));
        taken.is_err().then_some(change.refusal())
    }

    fn excess_of_message(
        &mut self,
        limits: &Limits,
        speaker: Speaker,
        text: &str,
    ) -> Option<Refusal> {
        if text.chars().count() > limits.message_chars_max {
            return Some(Refusal::MessageTooLong);
        }
        let max = limits.messages_per_game_max;
        let is_full = match speaker {
            Speaker::Member(member) => self.game.messages.get(&Some(member)) >= Some(&max),
            // The spectators' share is for several addresses.
            Speaker::Guest(address) => {
                let own_max = max.div_ceil(GUESTS_PER_CHAT);
                self.game.messages.get(&None) >= Some(&max)
                    || self.game.guests.get(&address) >= Some(&own_max)
            }
        };
        if is_full {
            return Some(Refusal::ChatFull);
        }
        if self.speakers.take(speaker).is_err() {
            return Some(Refusal::TooManyMessages);
        }
        if let Speaker::Guest(address) = speaker {
            *self.game.guests.entry(address).or_default() += 1;
        }
        None
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
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn address(last: u8) -> Address {
        IpAddr::from([192, 0, 2, last]).into()
    }

    fn said(member: Option<MemberId>) -> Entry {
        entry(Event::Said {
            member,
            name: "Ann".to_owned(),
            text: "hello".to_owned(),
        })
    }

    fn entry(event: Event) -> Entry {
        Entry {
            seq: 1,
            at: 0,
            answers: None,
            event,
            private: None,
        }
    }

    fn say() -> Command {
        Command::Say {
            name: None,
            text: "hello".to_owned(),
        }
    }

    /// The law: whatever one uses, nothing is refused to another, and no move to anybody.
    #[tokio::test(start_paused = true)]
    async fn a_quota_is_its_owners_alone() {
        let limits = Limits {
            messages_per_game_max: 8,
            messages_per_minute: 5,
            changes_per_minute: 3,
            entries_per_game_max: 4,
            ..Limits::default()
        };
        let mut used = Used::new(&limits);
        let [ann, ben] = [MemberId(1), MemberId(2)];
        let name = || "Ann".to_owned();
        let rename = Command::Rename { name: name() };
        let play = Command::Play {
            mv: "e2e4".to_owned().into(),
            ply: 0,
        };
        let changes = [&rename, &Command::OfferDraw, &Command::AskTakeback];
        for command in changes {
            let change = Change::of(command).unwrap();
            let mut ask = |who| used.excess(&limits, 0, Speaker::Member(who), command);
            assert_eq!([(); 3].map(|()| ask(ann)), [None; 3]);
            assert_eq!(ask(ann), Some(change.refusal()));
            assert_eq!(ask(ben), None);
        }
        for _ in 0..4 {
            let name = name();
            used.remember(&entry(Event::Renamed { member: ann, name }));
        }
        let mut ask =
            |who, command: &Command| used.excess(&limits, 0, Speaker::Member(who), command);
        assert_eq!(ask(ann, &rename), Some(Refusal::GameTooLong));
        assert_eq!(ask(ben, &rename), None);
        let free = [
            play,
            Command::Resign,
            Command::AcceptDraw,
            Command::DeclineDraw,
            Command::ClaimDraw,
            Command::AcceptTakeback,
            Command::DeclineTakeback,
            Command::Leave,
        ];
        for command in free {
            let often = (0..100).all(|_| ask(ann, &command).is_none());
            assert!(often, "{command:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn spectators_talk_in_a_share_of_their_own_and_no_address_uses_it_up() {
        let limits = Limits {
            messages_per_game_max: 8,
            ..Limits::default()
        };
        let mut used = Used::new(&limits);
        let mut say_by = |speaker| {
            let excess = used.excess(&limits, 0, speaker, &say());
            if excess.is_none() {
                used.remember(&said(match speaker {
                    Speaker::Member(member) => Some(member),
                    Speaker::Guest(_) => None,
                }));
            }
            excess
        };
        for last in 1..=4 {
            let guest = Speaker::Guest(address(last));
            let answers = [(); 3].map(|()| say_by(guest));
            assert_eq!(answers, [None, None, Some(Refusal::ChatFull)]);
        }
        let late = Speaker::Guest(address(5));
        assert_eq!(say_by(late), Some(Refusal::ChatFull));
        for member in [MemberId(1), MemberId(2)] {
            let member = Speaker::Member(member);
            assert!((0..8).all(|_| say_by(member).is_none()));
            assert_eq!(say_by(member), Some(Refusal::ChatFull));
        }
    }
}
