//! What people want, and the names of things.

use raum_room::{ClockRule, Millis, words::Word};
use raum_rules::Kind;
use serde::{Deserialize, Serialize};

/// A seek by the node at whose desk it is, and a number of that desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SeekId {
    /// The node.
    pub node: u64,
    /// The desk's number. No desk uses one twice.
    pub number: u64,
}

/// A browser, however many tabs it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Person(pub u64);

/// A pool by its node, and how many pools the node has had before. A node that takes over again has another pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PoolId {
    /// The node.
    pub node: u64,
    /// Its count of pools.
    pub term: u64,
}

/// A pairing of one pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PairingId(pub u64);

/// What is to be played. People with equal terms can play each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Terms {
    /// The game.
    #[serde(with = "Word::<Kind>")]
    pub kind: Kind,
    /// The time control; none if absent.
    pub clock: Option<ClockRule>,
}

const fn clock(minutes: Millis, increment_seconds: Millis) -> ClockRule {
    ClockRule {
        initial_millis: minutes * 60_000,
        increment_millis: increment_seconds * 1_000,
    }
}

/// The time controls of both chesses. Few, so that people who come alone meet.
const CLOCKS: &[Option<ClockRule>] = &[
    Some(clock(3, 2)),
    Some(clock(5, 0)),
    Some(clock(10, 0)),
    Some(clock(15, 10)),
    None,
];

impl Terms {
    /// What people are paired for.
    pub fn offered() -> impl Iterator<Item = Self> {
        Kind::ALL.iter().flat_map(|&kind| {
            let clocks = match kind {
                Kind::Chess | Kind::Space => CLOCKS,
                Kind::TicTacToe => &[None],
            };
            clocks.iter().map(move |&clock| Self { kind, clock })
        })
    }

    /// Whether people are paired for these terms.
    pub fn is_offered(self) -> bool {
        Self::offered().any(|offered| offered == self)
    }
}

/// A wish to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seek {
    /// Its name.
    pub id: SeekId,
    /// Whose it is: nobody is paired with themselves.
    pub person: Person,
    /// What is to be played.
    pub terms: Terms,
    /// Whether others may find the game and watch it.
    pub listed: bool,
    /// When the person began to wait, by the clock of the desk's node.
    pub since: Millis,
}

/// A person who is ready to sit down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// The name to play under.
    pub name: String,
    /// The hash of the token that will own the seat.
    pub token_hash: String,
}

/// A game to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// What is to be played.
    pub terms: Terms,
    /// Whether the room is listed: both have to want it.
    pub listed: bool,
    /// The two who play, the one that waited longer first.
    pub entrants: [Entrant; 2],
}
