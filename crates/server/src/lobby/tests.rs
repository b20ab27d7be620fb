//! Pairing in virtual time, with real rooms.

use std::{collections::VecDeque, net::IpAddr, time::Duration};

use axum::extract::ws::Utf8Bytes;
use raum_journal::{Memory, RoomId};
use raum_lobby::Person;
use raum_room::{Phase, Reason};
use raum_rules::Kind;
use raum_wire::lobby::{Command, Lobby as State, Progress, ServerFrame};
use tokio::time::{sleep, timeout};

use super::*;
use crate::{
    limits::Limits,
    net::Address,
    rooms::{Hosts, Services, Thinking},
};

fn start(limits: Limits) -> Arc<Lobby> {
    let store = Arc::new(Memory::default());
    let services = Services::new(store.clone(), store, limits, Thinking::new(0).unwrap());
    let admission = Arc::new(Admission::new(Hosts::new(services)));
    let lobby = Lobby::new(admission, Chat::All);
    tokio::spawn(lobby.clone().run());
    lobby
}

fn here() -> Address {
    IpAddr::from([192, 0, 2, 1]).into()
}

fn enter(lobby: &Arc<Lobby>, person: u64) -> Visitor {
    lobby.enter(Person(person), here(), (0, None))
}

fn seek(name: &str) -> Command {
    Command::Seek {
        kind: "chess".to_owned(),
        clock: None,
        name: name.to_owned(),
        listed: false,
    }
}

/// A visitor, and the frames that have come but were not read.
struct Guest {
    visitor: Visitor,
    frames: VecDeque<Utf8Bytes>,
}

impl Guest {
    fn new(lobby: &Arc<Lobby>, person: u64, name: &str) -> Self {
        let mut visitor = enter(lobby, person);
        visitor.perform(1, seek(name));
        let frames = VecDeque::new();
        Self { visitor, frames }
    }

    /// The next report on the seek.
    async fn progress(&mut self) -> Progress {
        loop {
            while let Some(frame) = self.frames.pop_front() {
                if let ServerFrame::Seek(progress) = serde_json::from_str(&frame).unwrap() {
                    return progress;
                }
            }
            let frames = timeout(Duration::from_mins(5), self.visitor.next()).await;
            self.frames.extend(frames.expect("a frame").unwrap());
        }
    }

    async fn is_waiting(&mut self) -> bool {
        matches!(self.progress().await, Progress::Waiting { .. })
    }

    async fn is_offered(&mut self) -> bool {
        matches!(self.progress().await, Progress::Offered { .. })
    }

    fn ready(&mut self) {
        self.visitor.perform(2, Command::Ready {});
    }

    async fn room(&mut self) -> RoomId {
        match self.progress().await {
            Progress::Paired { room, .. } => room.parse().unwrap(),
            other => panic!("{other:?}"),
        }
    }
}

/// Two people who have been offered each other.
async fn two(lobby: &Arc<Lobby>) -> [Guest; 2] {
    let mut both = [1, 2].map(|person| Guest::new(lobby, person, "Ann"));
    for guest in &mut both {
        assert!(guest.is_waiting().await && guest.is_offered().await);
    }
    both
}

/// Clause 8: both have ten seconds to be there, and the one who was there waits again, in the old place.
#[tokio::test(start_paused = true)]
async fn a_person_who_is_not_there_within_ten_seconds_is_dropped() {
    let lobby = start(Limits::default());
    let [mut ann, mut ben] = two(&lobby).await;
    ben.ready();
    let begun = lobby.now();
    assert_eq!(ann.progress().await, Progress::Dropped);
    let waited = lobby.now() - begun;
    assert!((10_000..12_000).contains(&waited), "{waited}");
    let Progress::Waiting { since } = ben.progress().await else {
        panic!("Ben is out");
    };
    assert!(since <= begun);
    // The next person plays Ben.
    let mut cid = Guest::new(&lobby, 3, "Cid");
    assert!(cid.is_waiting().await);
    for guest in [&mut ben, &mut cid] {
        assert!(guest.is_offered().await);
        guest.ready();
    }
    assert_eq!(ben.room().await, cid.room().await);
}

/// Clause 10: a game whose first move does not come ends by itself, without a result.
#[tokio::test(start_paused = true)]
async fn a_paired_game_without_a_first_move_ends_after_half_a_minute() {
    let lobby = start(Limits::default());
    let mut both = two(&lobby).await;
    for guest in &mut both {
        guest.ready();
    }
    let room = both[0].room().await;
    let hosts = &lobby.admission.hosts;
    let snapshot = async || hosts.snapshot(&room, None).await.unwrap().unwrap();
    // A client loads the room; nobody moves.
    hosts.host(None, &room).unwrap();
    sleep(Duration::from_secs(29)).await;
    let playing = snapshot().await;
    assert_eq!(playing.room.phase(), Phase::Playing);
    assert_eq!(playing.room.seats().len(), 2);
    sleep(Duration::from_secs(2)).await;
    let ended = snapshot().await;
    let ending = ended.room.bout().and_then(raum_room::Bout::ending).unwrap();
    assert_eq!((ending.winner, ending.reason), (None, Reason::NoFirstMove));
}

#[tokio::test(start_paused = true)]
async fn a_second_answer_to_an_offer_does_not_change_the_token() {
    let lobby = start(Limits::default());
    let [mut ann, mut ben] = two(&lobby).await;
    ann.ready();
    ann.ready();
    ben.ready();
    let Progress::Paired { room, token } = ann.progress().await else {
        panic!("not paired");
    };
    let room = room.parse().unwrap();
    let snapshot = lobby.admission.hosts.snapshot(&room, None).await;
    let hash = crate::rooms::secrets::token_hash(&token);
    assert!(snapshot.unwrap().unwrap().owner_of(&hash).is_some());
}

/// Clause 4: many changes within a moment are one frame, and the more connections there are, the fewer frames each gets.
#[tokio::test(start_paused = true)]
async fn changes_are_coalesced() {
    let lobby = start(Limits::default());
    let mut watcher = enter(&lobby, 1);
    let state = watcher.next().await.unwrap();
    let ServerFrame::Lobby(State { number, .. }) = serde_json::from_str(&state[0]).unwrap() else {
        panic!("{state:?}");
    };
    let mut seekers: Vec<_> = (2..30).map(|person| enter(&lobby, person)).collect();
    for seeker in &mut seekers {
        let kind = Kind::Space.name().to_owned();
        seeker.perform(
            1,
            Command::Seek {
                kind,
                clock: None,
                name: "Ann".to_owned(),
                listed: false,
            },
        );
    }
    let changes = watcher.next().await.unwrap();
    assert_eq!(changes.len(), 1);
    let ServerFrame::Changes(changes) = serde_json::from_str(&changes[0]).unwrap() else {
        panic!("{changes:?}");
    };
    assert_eq!(changes.number, number + 1);
    assert_eq!(changes.seeks[0].count, 28);
    assert_eq!(lobby.publish_interval(), Duration::from_millis(250));
    let _crowd: Vec<_> = (0..10_000).map(|person| enter(&lobby, person)).collect();
    let interval = lobby.publish_interval();
    assert!((1000..1010).contains(&interval.as_millis()), "{interval:?}");
}
