//! Compares what clients have received with the journal.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    path::Path,
};

use raum_journal::{Disk, RoomId, Store};
use raum_room::{Entry, Event};
use raum_torture::{narrow::Acknowledged, stored};

use crate::checks::member::Member;

/// Counts of what has been compared.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) entries: usize,
    pub(super) answers: usize,
    pub(super) moves: usize,
    pub(super) messages: usize,
    /// The rooms of earlier rounds.
    rooms: HashSet<RoomId>,
}

impl Counts {
    /// Compares everything that the members have ever received, and what the pairs of the last round have.
    pub(super) async fn compare(
        &mut self,
        folder: &Path,
        members: &[Member],
        pairs: &[Acknowledged],
    ) -> anyhow::Result<()> {
        (self.entries, self.answers) = (0, 0);
        for member in members {
            let entries = stored::read(folder, member.room()).await?;
            check_applied_once(&entries)?;
            self.entries += member.compare(&entries)?;
            self.answers += member.compare_answers(&entries)?;
        }
        let new = self.new_rooms(folder).await?;
        for pair in pairs {
            let entries = match &pair.room {
                Some(room) => new.get(room),
                None => new.values().find(|entries| has_said(entries, pair)),
            };
            if let Some(entries) = entries {
                compare_moves(pair, entries)?;
                compare_messages(pair, entries)?;
            } else {
                anyhow::ensure!(pair.moves.is_empty(), "a room is missing: {pair:?}");
            }
            self.moves += pair.moves.len();
            self.messages += pair.messages.len();
        }
        Ok(())
    }

    /// The rooms opened in the last round, by id.
    async fn new_rooms(&mut self, folder: &Path) -> anyhow::Result<HashMap<String, Vec<Entry>>> {
        let rooms = stored::rooms(folder).await?;
        let store = Disk::open_existing(folder)?;
        let mut new = HashMap::new();
        for room in rooms {
            if self.rooms.insert(room.clone()) {
                new.insert(room.to_string(), store.read(&room, 1).await?);
            }
        }
        Ok(new)
    }
}

fn messages(entries: &[Entry]) -> impl Iterator<Item = &str> {
    entries.iter().filter_map(|entry| match &entry.event {
        Event::Said { text, .. } => Some(text.as_str()),
        _ => None,
    })
}

fn has_said(entries: &[Entry], pair: &Acknowledged) -> bool {
    let first = pair.messages.first();
    first.is_some_and(|first| messages(entries).any(|text| text == first))
}

fn compare_messages(pair: &Acknowledged, entries: &[Entry]) -> anyhow::Result<()> {
    for text in &pair.messages {
        let times = messages(entries).filter(|said| said == text).count();
        anyhow::ensure!(times == 1, "{text:?} is stored {times} times");
    }
    Ok(())
}

/// Checks that the journal has the acknowledged moves in order, and at most the one in flight after them.
fn compare_moves(pair: &Acknowledged, entries: &[Entry]) -> anyhow::Result<()> {
    let stored = stored::moves(entries);
    let mut expected: Vec<&str> = pair.moves.iter().map(String::as_str).collect();
    if stored.len() > expected.len() {
        expected.extend(pair.sent.as_deref());
    }
    anyhow::ensure!(
        stored == expected,
        "the journal has {} moves, {} were acknowledged: {:?}",
        stored.len(),
        pair.moves.len(),
        pair.room
    );
    Ok(())
}

/// Checks that no command was applied twice.
pub(in crate::checks) fn check_applied_once(entries: &[Entry]) -> anyhow::Result<()> {
    let mut answered = BTreeSet::new();
    for answers in entries.iter().filter_map(|entry| entry.answers) {
        let is_new = answered.insert((answers.member, answers.number));
        anyhow::ensure!(is_new, "applied twice: {answers:?}");
    }
    Ok(())
}
