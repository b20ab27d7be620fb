//! What the lobby shows: listed rooms, how many people look for what, and how many are here.
//!
//! Each node contributes its [`Part`], as a whole: a lost one is repaired by the next.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};

use raum_room::Seq;
use raum_wire::lobby::{Changes, ListedRoom, Lobby, SeekCount};
use serde::{Deserialize, Serialize};

use crate::Terms;

/// The most rooms that the lobby shows.
pub const ROOMS_MAX: usize = 100;

/// What one node contributes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Part {
    /// The connections to the node.
    pub people: usize,
    /// How many people at its desk look for what.
    pub seeks: Vec<(Terms, usize)>,
    /// The listed rooms that it has loaded, each with the number of its last entry. Their spectators are the node's own.
    pub rooms: Vec<(Seq, ListedRoom)>,
}

impl Part {
    /// Counts what people look for.
    pub fn count(seeks: impl Iterator<Item = Terms>) -> Vec<(Terms, usize)> {
        let mut counts: HashMap<Terms, usize> = HashMap::new();
        for terms in seeks {
            *counts.entry(terms).or_default() += 1;
        }
        let offered = Terms::offered();
        offered
            .filter_map(|terms| Some((terms, *counts.get(&terms)?)))
            .collect()
    }
}

/// The parts of all nodes, and the state that was last shown.
pub struct Board {
    parts: BTreeMap<u64, Part>,
    shown: Lobby,
}

impl Board {
    /// An empty board, whose states have this mark.
    pub fn new(mark: String) -> Self {
        let mut board = Self {
            parts: BTreeMap::new(),
            shown: Lobby {
                mark,
                ..Lobby::default()
            },
        };
        board.shown = board.merged();
        board
    }

    /// Takes over the part of a node.
    pub fn set(&mut self, node: u64, part: Part) {
        self.parts.insert(node, part);
    }

    /// Removes the part of a node that has ended.
    pub fn remove(&mut self, node: u64) {
        self.parts.remove(&node);
    }

    /// The state that was last shown.
    pub fn shown(&self) -> &Lobby {
        &self.shown
    }

    /// Moves on to the next state, and returns what has changed; none if nothing has.
    pub fn advance(&mut self) -> Option<Changes> {
        let merged = self.merged();
        let before = &self.shown;
        let seeks = merged.seeks.iter().zip(&before.seeks);
        let seeks = seeks.filter(|(new, old)| new != old);
        let old: HashMap<_, _> = before.rooms.iter().map(|room| (&room.room, room)).collect();
        let rooms = merged.rooms.iter();
        let rooms = rooms.filter(|room| old.get(&room.room) != Some(room));
        let is_gone = |room: &&ListedRoom| !merged.rooms.iter().any(|new| new.room == room.room);
        let gone = before.rooms.iter().filter(is_gone);
        let changes = Changes {
            number: before.number + 1,
            people: (merged.people != before.people).then_some(merged.people),
            seeks: seeks.map(|(new, _)| *new).collect(),
            rooms: rooms.cloned().collect(),
            gone: gone.map(|room| room.room.clone()).collect(),
        };
        let nothing = Changes {
            number: changes.number,
            ..Changes::default()
        };
        if changes == nothing {
            return None;
        }
        self.shown = Lobby {
            number: changes.number,
            ..merged
        };
        Some(changes)
    }

    /// All parts together.
    fn merged(&self) -> Lobby {
        let parts = || self.parts.values();
        let count = |terms: Terms| {
            let counts = parts().flat_map(|part| &part.seeks);
            let counts = counts.filter(|(known, _)| *known == terms);
            counts.map(|(_, count)| count).sum()
        };
        let seeks = Terms::offered().map(|terms| SeekCount {
            kind: terms.kind,
            clock: terms.clock,
            count: count(terms),
        });
        // Several nodes may have a room loaded, and one of them may be ahead.
        let mut rooms: HashMap<&str, (Seq, ListedRoom)> = HashMap::new();
        for (seq, room) in parts().flat_map(|part| &part.rooms) {
            let mut spectators = room.spectators;
            if let Some((known, other)) = rooms.get_mut(room.room.as_str()) {
                if *known >= *seq {
                    other.spectators += spectators;
                    continue;
                }
                spectators += other.spectators;
            }
            let room_and_all = ListedRoom {
                spectators,
                ..room.clone()
            };
            rooms.insert(&room.room, (*seq, room_and_all));
        }
        let mut rooms: Vec<_> = rooms.into_values().map(|(_, room)| room).collect();
        rooms.sort_unstable_by(|one, other| {
            (Reverse(one.since), &one.room).cmp(&(Reverse(other.since), &other.room))
        });
        rooms.truncate(ROOMS_MAX);
        Lobby {
            number: self.shown.number,
            mark: self.shown.mark.clone(),
            people: parts().map(|part| part.people).sum(),
            seeks: seeks.collect(),
            rooms,
        }
    }
}
