//! What people want, and the names of things.

use raum_room::{ClockRule, Millis};
use raum_rules::Kind;

/// A seek by the node at whose desk it is, and a number of that desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeekId {
    /// The node.
    pub node: u64,
    /// The desk's number. No desk uses one twice.
    pub number: u64,
}

/// A browser, however many tabs it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Person(pub u64);

/// A pool by its node, and how many pools the node has had before. A node that takes over again has another pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PoolId {
    /// The node.
    pub node: u64,
    /// Its count of pools.
    pub term: u64,
}

/// A pairing of one pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairingId(pub u64);

/// What is to be played. People with equal terms can play each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The game.
    pub kind: Kind,
    /// The time control; none if absent.
    pub clock: Option<ClockRule>,
}

/// A wish to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seek {
    /// Its name.
    pub id: SeekId,
    /// Whose it is: nobody is paired with themselves.
    pub person: Person,
    /// What is to be played.
    pub terms: Terms,
    /// When the person began to wait, by the clock of the desk's node.
    pub since: Millis,
}
