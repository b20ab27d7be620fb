//! The laws of quotas.

use raum_room::{HouseRules, Room};
use raum_rules::Kind;

use super::*;

const ANN: Speaker = Speaker::Member(MemberId(1));
const BEN: Speaker = Speaker::Member(MemberId(2));

fn limits() -> Limits {
    Limits {
        sessions_per_room_max: 100,
        sessions_per_room_and_address_max: 100,
        changes_per_minute: 3,
        entries_per_game_max: 4,
        entries_per_room_max: 10,
        message_chars_max: 10,
        messages_per_minute: 100,
        messages_per_game_max: 8,
        transfer_millis: 0,
        machines: true,
        clock_stops_unattended: false,
    }
}

fn entry(seq: u64, event: Event) -> Entry {
    Entry {
        seq,
        at: 0,
        format: None,
        answers: None,
        event,
        private: None,
    }
}

/// A host of a new room.
fn host(limits: &Limits) -> Host {
    let kind = Kind::TicTacToe;
    let opening = Room::open(kind, HouseRules::native(kind), &kind.start(), []);
    Host::begin("room", entry(1, opening.into()), limits).unwrap()
}

fn take(host: &mut Host, limits: &Limits, speaker: Speaker, command: &Command) -> Option<Refusal> {
    let context = Context {
        now: 0,
        chance: 0,
        node: 0,
        thinks: false,
        limits,
    };
    host.take_quota(speaker, command, &context).err()
}

fn name() -> String {
    "Ann".to_owned()
}

fn say(host: &mut Host, limits: &Limits, speaker: Speaker) -> Option<Refusal> {
    let text = "hello".to_owned();
    let command = Command::Say {
        name: None,
        text: text.clone(),
    };
    let refusal = take(host, limits, speaker, &command);
    if refusal.is_none() {
        let member = match speaker {
            Speaker::Member(member) => Some(member),
            Speaker::Guest(_) => None,
        };
        let name = name();
        host.load(entry(2, Event::Said { member, name, text }));
    }
    refusal
}

/// One member's usage never limits another member, and no quota limits moves or anything that ends a game.
#[test]
fn one_members_usage_does_not_limit_another() {
    let limits = limits();
    let mut host = host(&limits);
    let rename = Command::Rename { name: name() };
    for command in [&rename, &Command::OfferDraw, &Command::AskTakeback] {
        let refusal = too_many(command);
        let mut ask = |who| take(&mut host, &limits, who, command);
        assert_eq!([(); 3].map(|()| ask(ANN)), [None; 3]);
        assert_eq!(ask(ANN), refusal);
        assert_eq!(ask(BEN), None);
    }
    for seq in 2..6 {
        let (member, name) = (MemberId(1), name());
        host.load(entry(seq, Event::Renamed { member, name }));
    }
    let mut ask = |who, command: &Command| take(&mut host, &limits, who, command);
    assert_eq!(ask(ANN, &rename), Some(Refusal::GameTooLong));
    assert_eq!(ask(BEN, &rename), None);
    let free = [
        Command::Resign,
        Command::Abort,
        Command::AcceptDraw,
        Command::DeclineDraw,
        Command::ClaimDraw,
        Command::AcceptTakeback,
        Command::DeclineTakeback,
        Command::Leave,
    ];
    for command in free {
        let often = (0..100).all(|_| ask(ANN, &command).is_none());
        assert!(often, "{command:?}");
    }
}

#[test]
fn spectators_have_a_message_quota_of_their_own_that_no_network_uses_up() {
    let limits = limits();
    let mut host = host(&limits);
    for network in 1..=4 {
        let guest = Speaker::Guest(Network(network));
        let answers = [(); 3].map(|()| say(&mut host, &limits, guest));
        assert_eq!(answers, [None, None, Some(Refusal::ChatFull)]);
    }
    let late = Speaker::Guest(Network(5));
    assert_eq!(say(&mut host, &limits, late), Some(Refusal::ChatFull));
    for member in [ANN, BEN] {
        assert!((0..8).all(|_| say(&mut host, &limits, member).is_none()));
        let full = say(&mut host, &limits, member);
        assert_eq!(full, Some(Refusal::ChatFull));
    }
}

#[test]
fn a_full_room_starts_no_more_games() {
    let limits = limits();
    let mut host = host(&limits);
    let ask = |host: &mut Host| take(host, &limits, ANN, &Command::AskRematch);
    assert_eq!(ask(&mut host), None);
    host.load(entry(10, Event::ClockResumed));
    assert_eq!(ask(&mut host), Some(Refusal::RoomFull));
}
