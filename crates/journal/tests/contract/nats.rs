//! The store on NATS: opening it, and several nodes with one journal.

use std::{
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    sync::Arc,
    thread,
    time::Duration,
};

use raum_journal::{
    Append, Journal, Nats, NatsError, NatsOptions, NatsUrl, Priority, RoomId, Store, Upkeep,
    test_server::NatsServer,
};
use raum_room::{Entry, Seq};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::samples::{entries, room, started, write, written};

pub(crate) fn url(server: &NatsServer) -> NatsUrl {
    server.url().parse().unwrap()
}

pub(crate) async fn node(server: &NatsServer) -> Arc<Nats> {
    let opened = Nats::open(&url(server), &NatsOptions::default()).await;
    Arc::new(opened.unwrap())
}

pub(crate) async fn open(server: &NatsServer) -> Arc<dyn Journal> {
    node(server).await
}

/// Sends a request to JetStream's API, behind the store's back.
pub(crate) async fn api(client: &async_nats::Client, subject: &str, payload: &Value) -> Value {
    let payload = if payload.is_null() {
        String::new()
    } else {
        payload.to_string()
    };
    let answer = client
        .request(format!("$JS.API.{subject}"), payload.into())
        .await;
    serde_json::from_slice(&answer.unwrap().payload).unwrap()
}

async fn failure(url: &str, options: &NatsOptions) -> String {
    let url: NatsUrl = url.parse().unwrap();
    let opened = Nats::open(&url, options).await;
    opened.unwrap_err().to_string()
}

#[tokio::test]
async fn each_obstacle_has_its_sentence() {
    let default = NatsOptions::default();
    let nowhere = failure("nats://user:s3cr3t@127.0.0.1:1", &default).await;
    assert!(
        nowhere.starts_with("cannot reach NATS at nats://127.0.0.1:1: "),
        "{nowhere}"
    );

    let plain = NatsServer::start_as("");
    let off = failure(&plain.url(), &default).await;
    assert_eq!(
        off,
        format!(
            "JetStream is off at {}: start nats-server with -js, and enable JetStream for the account",
            plain.url()
        )
    );

    let locked = NatsServer::start_with("authorization { user: ada, password: \"s3cr3t:/@\" }");
    let refused = format!("NATS at {} refused the credentials", locked.url());
    assert_eq!(failure(&locked.url(), &default).await, refused);
    let with = |login: &str| locked.url().replace("nats://", &format!("nats://{login}@"));
    assert_eq!(failure(&with("ada:wr0ng"), &default).await, refused);
    let right: NatsUrl = with("ada:s3cr3t%3A%2F%40").parse().unwrap();
    Nats::open(&right, &default).await.unwrap();

    let no_file = NatsOptions {
        credentials: Some("/no/such.creds".into()),
        ..NatsOptions::default()
    };
    assert_eq!(
        failure(&plain.url(), &no_file).await,
        "cannot read the NATS credentials in /no/such.creds"
    );
    let no_name = NatsOptions {
        name: "a.b".to_owned(),
        ..NatsOptions::default()
    };
    assert!(failure(&plain.url(), &no_name).await.contains("1 to 32"));
    let no_streams = NatsOptions {
        streams: 0,
        ..NatsOptions::default()
    };
    assert!(
        failure(&plain.url(), &no_streams)
            .await
            .contains("1 to 256")
    );
}

#[tokio::test]
async fn a_token_admits() {
    let server = NatsServer::start_with("authorization { token: \"t0k3n\" }");
    let right = server.url().replace("nats://", "nats://t0k3n@");
    let opened = Nats::open(&right.parse().unwrap(), &NatsOptions::default()).await;
    opened.unwrap();
    let wrong = server.url().replace("nats://", "nats://other@");
    let refused = failure(&wrong, &NatsOptions::default()).await;
    assert!(refused.contains("refused the credentials"), "{refused}");
}

/// Accepts one client as a server of this version would.
fn server_of_version(version: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("nats://{}", listener.local_addr().unwrap());
    let info = format!(
        r#"INFO {{"server_id":"x","version":"{version}","proto":1,"headers":true,"max_payload":1048576,"jetstream":true}}"#
    );
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        write!(stream, "{info}\r\n").unwrap();
        let lines = BufReader::new(stream.try_clone().unwrap()).lines();
        for line in lines.map_while(Result::ok) {
            if line.starts_with("PING") {
                stream.write_all(b"PONG\r\n").unwrap();
            }
        }
    });
    url
}

#[tokio::test]
async fn an_old_server_is_rejected() {
    let url = server_of_version("2.11.9");
    assert_eq!(
        failure(&url, &NatsOptions::default()).await,
        format!("NATS at {url} has version 2.11.9: raum needs 2.12 or newer")
    );
}

#[tokio::test]
async fn the_first_node_decides_the_number_of_streams() {
    let server = NatsServer::start();
    let url = url(&server);
    let absent = Nats::open_existing(&url, &NatsOptions::default()).await;
    assert!(matches!(absent, Err(NatsError::Absent(..))), "{absent:?}");
    let with = |streams| NatsOptions {
        streams,
        ..NatsOptions::default()
    };
    let first = Nats::open(&url, &with(3)).await.unwrap();
    let second = Nats::open(&url, &with(5)).await.unwrap();
    assert_eq!((first.streams(), second.streams()), (3, 3));
    let rooms: Vec<_> = (0..40).map(|number| room(&format!("r{number}"))).collect();
    for room in &rooms {
        first.append(room, &written(room, 1..=2)).await.unwrap();
        assert_eq!(second.subject(room), first.subject(room));
        assert_eq!(second.read(room, 1).await, Ok(entries(room, 1..=2)));
    }
    let mut used: Vec<_> = rooms.iter().map(|room| first.subject(room).0).collect();
    used.sort();
    used.dedup();
    assert_eq!(used, ["RAUM_0", "RAUM_1", "RAUM_2"]);
    // Another journal on the same servers.
    let other = NatsOptions {
        name: "other".to_owned(),
        ..NatsOptions::default()
    };
    let other = Nats::open(&url, &other).await.unwrap();
    assert_eq!(other.list(None, 10).await, Ok(vec![]));
    assert_eq!(other.streams(), 8);
}

#[tokio::test]
async fn nodes_that_start_together_agree() {
    let server = NatsServer::start();
    let url = url(&server);
    let options = [2, 3, 4].map(|streams| NatsOptions {
        streams,
        ..NatsOptions::default()
    });
    let opened = tokio::join!(
        Nats::open(&url, &options[0]),
        Nats::open(&url, &options[1]),
        Nats::open(&url, &options[2])
    );
    let streams = [opened.0, opened.1, opened.2].map(|node| node.unwrap().streams());
    assert!(
        streams.iter().all(|number| *number == streams[0]),
        "{streams:?}"
    );
}

#[tokio::test]
async fn other_streams_are_left_alone() {
    let server = NatsServer::start();
    let client = async_nats::connect(server.url()).await.unwrap();
    let cases = [
        (json!({}), "the NATS stream RAUM_0 is not a journal of raum"),
        (
            json!({ "raum.version": "2", "raum.streams": "4" }),
            "the NATS stream RAUM_0 was made by a newer version of raum",
        ),
    ];
    for (metadata, sentence) in cases {
        let config = json!({ "name": "RAUM_0", "subjects": ["foreign"], "metadata": metadata });
        let created = api(&client, "STREAM.CREATE.RAUM_0", &config).await;
        assert_eq!(created["error"], Value::Null);
        let opened = failure(&server.url(), &NatsOptions::default()).await;
        assert_eq!(opened, sentence);
        api(&client, "STREAM.DELETE.RAUM_0", &Value::Null).await;
    }
}

/// Waits for the next entries, for at most a minute.
async fn next(store: &Nats, room: &RoomId, after: Seq) -> Vec<Entry> {
    let mut follower = store.follow(room);
    let next = timeout(Duration::from_mins(1), store.next(&mut follower, after));
    next.await.unwrap().unwrap()
}

#[tokio::test]
async fn nodes_see_each_others_entries() {
    let server = NatsServer::start();
    let (here, there) = (node(&server).await, node(&server).await);
    let room = room("a");
    let mut follower = there.follow(&room);
    let mut received: Vec<Entry> = Vec::new();
    for seq in 1..=20 {
        let appended = here.append(&room, &written(&room, [seq])).await;
        assert_eq!(appended, Ok(Append::Done));
        let news = timeout(
            Duration::from_mins(1),
            there.next(&mut follower, received.len() as Seq),
        );
        received.extend(news.await.unwrap().unwrap());
    }
    assert_eq!(received, entries(&room, 1..=20));
    // What this node has cached is out of date.
    let conflict = there.append(&room, &written(&room, [20])).await;
    let missed = entries(&room, [20]);
    assert_eq!(conflict, Ok(Append::Conflict { missed }));
    assert_eq!(
        there.append(&room, &written(&room, [21])).await,
        Ok(Append::Done)
    );
    assert_eq!(
        here.append(&room, &written(&room, [22])).await,
        Ok(Append::Done)
    );
    assert_eq!(here.read(&room, 20).await, Ok(entries(&room, 20..=22)));
}

#[tokio::test]
async fn a_deletion_reaches_other_nodes() {
    let server = NatsServer::start();
    let (here, there) = (node(&server).await, node(&server).await);
    let room = room("a");
    for last in [9, 4] {
        here.append(&room, &written(&room, 1..=last)).await.unwrap();
        assert_eq!(there.read(&room, 3).await, Ok(entries(&room, 3..=last)));
        let mut follower = there.follow(&room);
        let deleted = timeout(Duration::from_mins(1), there.next(&mut follower, last));
        let (news, was) = tokio::join!(deleted, here.delete(&room));
        assert_eq!((news.unwrap(), was), (Ok(vec![]), Ok(true)));
        let late = there.append(&room, &written(&room, [last + 1])).await;
        assert_eq!(late, Ok(Append::Behind { last: 0 }));
    }
    // A new room with the old id has nothing of the old one, whatever a node has cached.
    here.append(&room, &written(&room, 1..=9)).await.unwrap();
    there.read(&room, 5).await.unwrap();
    here.delete(&room).await.unwrap();
    for seq in 1..=9 {
        here.append(&room, &written(&room, [seq])).await.unwrap();
    }
    assert_eq!(there.read(&room, 5).await, Ok(entries(&room, 5..=9)));
    assert_eq!(
        there.append(&room, &written(&room, [10])).await,
        Ok(Append::Done)
    );
}

/// Followers do not depend on messages that NATS delivers at most once.
#[tokio::test]
async fn a_follower_misses_no_entry_when_nothing_is_republished() {
    let server = NatsServer::start();
    let options = NatsOptions {
        streams: 1,
        ..NatsOptions::default()
    };
    let here = Nats::open(&url(&server), &options).await.unwrap();
    let there = Nats::open(&url(&server), &options).await.unwrap();
    let client = async_nats::connect(server.url()).await.unwrap();
    let info = api(&client, "STREAM.INFO.RAUM_0", &Value::Null).await;
    let mut config = info["config"].clone();
    config.as_object_mut().unwrap().remove("republish");
    let updated = api(&client, "STREAM.UPDATE.RAUM_0", &config).await;
    assert_eq!(updated["config"]["republish"], Value::Null, "{updated}");
    let room = room("a");
    here.append(&room, &written(&room, 1..=3)).await.unwrap();
    assert_eq!(next(&there, &room, 0).await, entries(&room, 1..=3));
}

/// An append that does not fit into one message is still atomic, and read like others.
#[tokio::test]
async fn a_long_append_is_several_messages() {
    const LAST: Seq = 9000;
    let server = NatsServer::start_with("max_payload: 65536");
    let store = node(&server).await;
    let long = room("long");
    let mut whole = entries(&long, 1..=LAST);
    whole[4999] = started(&long, 5000);
    let appended = store.append(&long, &write(whole.clone())).await;
    assert_eq!(appended, Ok(Append::Done));
    let client = async_nats::connect(server.url()).await.unwrap();
    let (stream, _) = store.subject(&long);
    let info = api(&client, &format!("STREAM.INFO.{stream}"), &Value::Null).await;
    assert!(info["state"]["messages"].as_u64().unwrap() > 10, "{info}");

    assert_eq!(store.read(&long, 1).await, Ok(whole.clone()));
    assert_eq!(store.last_start(&long, Priority::Load).await, Ok(5000));
    let other = node(&server).await;
    let game = other.read_last_game(&long, Priority::Load).await;
    assert_eq!(game, Ok(whole[4999..].to_vec()));
    let conflict = other.append(&long, &write(whole)).await;
    let Ok(Append::Conflict { missed }) = conflict else {
        panic!("{conflict:?}");
    };
    assert_eq!(missed[0], entries(&long, [1])[0]);
    let next = other.append(&long, &written(&long, [LAST + 1])).await;
    assert_eq!(next, Ok(Append::Done));
    assert_eq!(store.last_start(&long, Priority::Load).await, Ok(5000));
    assert_eq!(
        store.append(&long, &written(&long, [LAST + 2])).await,
        Ok(Append::Done)
    );
}

#[tokio::test]
async fn a_full_account_is_reported() {
    let server =
        NatsServer::start_as("jetstream { store_dir: \"FOLDER\", max_file_store: 200000 }");
    let store = node(&server).await;
    let room = room("a");
    let mut last = 0;
    let full = loop {
        let batch = written(&room, last + 1..=last + 100);
        match store.append(&room, &batch).await {
            Ok(Append::Done) => last += 100,
            other => break other,
        }
        assert!(last < 10_000);
    };
    assert_eq!(full, Err(raum_journal::Error::Full));
    assert_eq!(store.last(&room).await, Ok(last));
}
