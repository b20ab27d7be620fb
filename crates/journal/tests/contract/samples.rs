//! Sample rooms and entries.

use raum_journal::{Disk, RoomId, Store};
use raum_room::{
    Answers, EncodedEntry, Entry, Event, HouseRules, MemberId, OPENING_FORMAT, Opening, Private,
    Seated, Seq, Start,
};
use raum_rules::Kind;
use tempfile::{TempDir, tempdir};

pub(crate) fn room(text: &str) -> RoomId {
    text.parse().unwrap()
}

/// Sample entries of a room, which depend only on the room and the sequence numbers.
pub(crate) fn entries(room: &RoomId, seqs: impl IntoIterator<Item = Seq>) -> Vec<Entry> {
    seqs.into_iter().map(|seq| entry(room, seq)).collect()
}

pub(crate) fn written(room: &RoomId, seqs: impl IntoIterator<Item = Seq>) -> Vec<EncodedEntry> {
    write(entries(room, seqs))
}

pub(crate) fn write(entries: Vec<Entry>) -> Vec<EncodedEntry> {
    entries.into_iter().map(EncodedEntry::new).collect()
}

pub(crate) fn entry(room: &RoomId, seq: Seq) -> Entry {
    let (answers, event, private) = match seq {
        1 => (None, opened(OPENING_FORMAT), Some(secret("pass key"))),
        _ => (
            Some(Answers {
                member: MemberId(1),
                number: seq,
            }),
            Event::Said {
                member: Some(MemberId(1)),
                name: format!("{room}"),
                text: format!("‘{seq}’, he said"),
            },
            None,
        ),
    };
    Entry {
        seq,
        at: 1_800_000_000_000 + seq,
        format: None,
        answers,
        event,
        private,
    }
}

/// An entry that starts a game.
pub(crate) fn started(room: &RoomId, seq: Seq) -> Entry {
    let kind = Kind::TicTacToe;
    let seat = |number| Seated {
        member: MemberId(number),
        name: format!("{room}"),
        machine: None,
    };
    Entry {
        event: Event::GameStarted(Start {
            kind,
            rules: HouseRules::native(kind),
            number: 1,
            next_member: MemberId(3),
            seats: [seat(1), seat(2)],
            start: kind.start().to_string(),
            moves: Vec::new(),
        }),
        ..entry(room, seq)
    }
}

pub(crate) fn opened(format: u32) -> Event {
    let kind = Kind::TicTacToe;
    Event::RoomOpened(Opening {
        format,
        kind,
        rules: HouseRules::native(kind),
        start: kind.start().to_string(),
        moves: Vec::new(),
    })
}

fn secret(text: &str) -> Private {
    Private {
        pass_key_hash: Some(format!("hash of the {text}")),
        token_hash: None,
        nonce: None,
    }
}

/// Creates a folder with a store of these rooms, with three entries each.
pub(crate) async fn folder_with(rooms: &[RoomId]) -> TempDir {
    let folder = tempdir().unwrap();
    let store = Disk::open(folder.path()).unwrap();
    for room in rooms {
        store.append(room, &written(room, 1..=3)).await.unwrap();
    }
    folder
}
