//! Damaged messages on NATS, and messages of a newer raum.

use raum_journal::{
    Append, Error, ListedRoom, Nats, NatsOptions, Store, Upkeep, test_server::NatsServer,
};
use raum_room::{EncodedEntry, FORMAT, Seq};
use serde_json::json;

use crate::{
    nats::{api, node, url},
    samples::{entries, entry, room, written},
};

/// What is changed behind the store's back.
enum Tampering {
    /// A message is deleted: 1 is the first of the room.
    Delete(u64),
    /// Another message is appended.
    Append(&'static str),
}

async fn tamper(server: &NatsServer, store: &Nats, name: &str, tampering: Tampering) {
    let client = async_nats::connect(server.url()).await.unwrap();
    let (stream, subject) = store.subject(&room(name));
    match tampering {
        Tampering::Delete(number) => {
            let mut place = 0;
            for _ in 0..number {
                let wanted = json!({ "seq": place + 1, "next_by_subj": subject });
                let found = api(&client, &format!("STREAM.MSG.GET.{stream}"), &wanted).await;
                place = found["message"]["seq"].as_u64().unwrap();
            }
            let deleted = json!({ "seq": place });
            let answer = api(&client, &format!("STREAM.MSG.DELETE.{stream}"), &deleted).await;
            assert_eq!(answer["success"], true);
        }
        Tampering::Append(payload) => {
            let stored = client.request(subject, payload.into()).await.unwrap();
            assert!(!stored.payload.is_empty());
        }
    }
}

#[tokio::test]
async fn damage_affects_only_its_room() {
    let cases: [(Tampering, Seq, &str); 5] = [
        (Tampering::Delete(1), 1, "missing"),
        (Tampering::Delete(2), 2, "missing"),
        (Tampering::Append("{}"), 4, "malformed"),
        (
            Tampering::Append("raum1 4 4 0 ? x 00000000\n{}"),
            4,
            "checksum",
        ),
        (Tampering::Append("raum1 4 4 0 ? x\n{}"), 4, "checksum"),
    ];
    let [bad, good] = ["bad", "good"].map(room);
    for (tampering, seq, why) in cases {
        let server = NatsServer::start();
        let store = node(&server).await;
        for room in [&bad, &good] {
            for seq in 1..=3 {
                store.append(room, &written(room, [seq])).await.unwrap();
            }
        }
        tamper(&server, &store, "bad", tampering).await;
        // A node that has cached nothing.
        let store = node(&server).await;
        let is_damage = |error: &Error| {
            matches!(error, Error::Damaged { room, seq: at, why: text }
                if *room == bad && *at == seq && text.contains(why))
        };
        for _ in 0..2 {
            let error = store.read(&bad, 1).await.unwrap_err();
            assert!(is_damage(&error), "{seq} {why}: {error}");
            for next in [4, 5] {
                let error = store
                    .append(&bad, &written(&bad, [next]))
                    .await
                    .unwrap_err();
                assert!(is_damage(&error), "{seq} {why}: {error}");
            }
        }
        let listed = store.list(None, 10).await.unwrap();
        assert_eq!(listed[0].room, bad);
        assert_eq!(store.read(&good, 1).await, Ok(entries(&good, 1..=3)));
        let appended = store.append(&good, &written(&good, [4])).await;
        assert_eq!(appended, Ok(Append::Done));
        assert_eq!(store.delete(&bad).await, Ok(true));
        let again = store.append(&bad, &written(&bad, 1..=1)).await;
        assert_eq!(
            again,
            Ok(Append::Done),
            "deleting a room removes its damage, too"
        );
        assert_eq!(store.read(&bad, 1).await, Ok(entries(&bad, 1..=1)));
    }
}

#[tokio::test]
async fn damaged_rooms_are_listed() {
    let server = NatsServer::start();
    let store = node(&server).await;
    let rooms = ["a", "b", "c"].map(room);
    for room in &rooms {
        store.append(room, &written(room, 1..=3)).await.unwrap();
    }
    tamper(
        &server,
        &store,
        "b",
        Tampering::Append("raum1 4 4 0 ? x 00000000\n{}"),
    )
    .await;
    tamper(
        &server,
        &store,
        "c",
        Tampering::Append("no message of raum"),
    )
    .await;
    let listed = |number: usize, last, last_at| ListedRoom {
        room: rooms[number].clone(),
        last,
        last_at,
    };
    let expected = vec![
        listed(0, 3, Some(entry(&rooms[0], 3).at)),
        listed(1, 4, None),
        listed(2, 4, None),
    ];
    assert_eq!(store.list(None, 10).await, Ok(expected));
    assert_eq!(store.flaws().await, Ok(vec![]));
    assert!(store.room_bytes(&rooms[1]).await.unwrap() > 100);
}

#[tokio::test]
async fn subjects_that_belong_to_no_room_are_a_flaw() {
    let server = NatsServer::start();
    let options = NatsOptions {
        streams: 2,
        ..NatsOptions::default()
    };
    let store = Nats::open(&url(&server), &options).await.unwrap();
    let a = room("a");
    store.append(&a, &written(&a, 1..=1)).await.unwrap();
    let client = async_nats::connect(server.url()).await.unwrap();
    let (stream, subject) = store.subject(&a);
    let other = if stream == "RAUM_0" { "1" } else { "0" };
    let misplaced = format!("raum.j.{other}.A");
    assert_ne!(misplaced, subject);
    for subject in [misplaced.as_str(), "raum.j.0.small"] {
        client
            .request(subject.to_owned(), "x".into())
            .await
            .unwrap();
    }
    let flaws = store.flaws().await.unwrap();
    assert_eq!(flaws.len(), 2);
    assert!(flaws[0].contains("\"small\""), "{flaws:?}");
    assert!(
        flaws[1].contains(&format!("A in the stream RAUM_{other}")),
        "{flaws:?}"
    );
    assert_eq!(store.list(None, 10).await.unwrap().len(), 1);
}

/// A message as another version of raum would write it.
fn message(name: &str, label: &str, content: &str) -> String {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(format!("{name} {label}\n{content}").as_bytes());
    format!("{label} {:08x}\n{content}", checksum.finalize())
}

#[tokio::test]
async fn a_room_written_by_a_newer_raum_is_left_alone() {
    let server = NatsServer::start();
    let [new, old] = ["NEW", "OLD"].map(room);
    let said = EncodedEntry::new(entry(&new, 4)).stored();
    let newer_format = said.replacen('{', &format!(r#"{{"format":{},"#, FORMAT + 1), 1);
    let newer_event = r#"{"seq":4,"at":4,"event":{"type":"bot-promoted","level":7}}"#;
    let cases = [
        message("NEW", "raum1 4 4 0 ? x", &newer_format),
        message("NEW", "raum1 4 4 0 ? x", newer_event),
        message("NEW", "raum2 4 4 0 ? x", "anything"),
    ];
    let client = async_nats::connect(server.url()).await.unwrap();
    for case in cases {
        let store = node(&server).await;
        for room in [&new, &old] {
            store.append(room, &written(room, 1..=3)).await.unwrap();
        }
        let (_, subject) = store.subject(&new);
        client.request(subject, case.into()).await.unwrap();
        let store = node(&server).await;
        let newer = Error::Newer {
            room: new.clone(),
            seq: 4,
        };
        for from in [1, 2, 4] {
            assert_eq!(store.read(&new, from).await, Err(newer.clone()), "{from}");
        }
        let appended = store.append(&new, &written(&new, [5])).await;
        assert_eq!(appended, Err(newer));
        assert_eq!(store.last(&new).await, Ok(4));
        assert_eq!(store.read(&old, 1).await, Ok(entries(&old, 1..=3)));
        for room in [&new, &old] {
            store.delete(room).await.unwrap();
        }
    }
}
