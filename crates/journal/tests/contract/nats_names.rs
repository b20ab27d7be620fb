//! Short-lived names and messages between nodes, on a real NATS server.

use std::time::Duration;

use raum_journal::{Nats, NatsOptions, NatsUrl, test_server::NatsServer};
use tokio::time::{Instant, sleep, timeout};

const MINUTE: Duration = Duration::from_mins(1);

async fn two_nodes(server: &NatsServer) -> [Nats; 2] {
    let url: NatsUrl = server.url().parse().unwrap();
    let options = NatsOptions {
        streams: 1,
        ..NatsOptions::default()
    };
    [
        Nats::open(&url, &options).await.unwrap(),
        Nats::open(&url, &options).await.unwrap(),
    ]
}

#[tokio::test]
async fn of_several_nodes_one_creates_a_name_and_one_removes_it() {
    let server = NatsServer::start();
    let [one, other] = two_nodes(&server).await.map(|node| node.names());
    // Any text is a name.
    for name in ["code k3", "code K3", "a.b *> ♔"] {
        let [first, second] = [("1", &one), ("2", &other)].map(|(value, names)| {
            let names = names.clone();
            tokio::spawn(async move { names.create(name, value, MINUTE).await.unwrap() })
        });
        let won = [first.await.unwrap(), second.await.unwrap()];
        assert_ne!(won[0], won[1], "{name:?}");
        let found = one.get(name).await.unwrap().unwrap();
        assert_eq!(found.value, if won[0] { "1" } else { "2" });
        assert_eq!(other.get(name).await.unwrap(), Some(found.clone()));
        assert!(one.renew(name, &found, MINUTE).await.unwrap());
        // The old value is another message now.
        assert!(!other.renew(name, &found, MINUTE).await.unwrap());
        assert!(!other.remove(&found).await.unwrap());
        let found = one.get(name).await.unwrap().unwrap();
        assert!(other.remove(&found).await.unwrap());
        assert!(!one.remove(&found).await.unwrap());
        assert_eq!(one.get(name).await.unwrap(), None);
        assert!(one.create(name, "3", MINUTE).await.unwrap());
    }
}

#[tokio::test]
async fn a_name_expires_and_can_be_created_again() {
    let server = NatsServer::start();
    let [one, other] = two_nodes(&server).await.map(|node| node.names());
    let second = Duration::from_secs(1);
    assert!(one.create("lease", "1", second).await.unwrap());
    let since = Instant::now();
    while !other.create("lease", "2", MINUTE).await.unwrap() {
        assert!(since.elapsed() < MINUTE, "the name does not expire");
        sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(one.get("lease").await.unwrap().unwrap().value, "2");
}

#[tokio::test]
async fn messages_of_a_node_reach_all_in_order() {
    let server = NatsServer::start();
    let nodes = two_nodes(&server).await;
    let [one, other] = nodes.each_ref().map(Nats::bus);
    let mut heard = [
        one.subscribe("all").await.unwrap(),
        other.subscribe("all").await.unwrap(),
    ];
    let mut elsewhere = other.subscribe("other").await.unwrap();
    for number in 0..100 {
        one.publish("all", vec![number]).await.unwrap();
    }
    for messages in &mut heard {
        for number in 0..100 {
            let message = timeout(MINUTE, messages.next()).await.unwrap();
            assert_eq!(message.unwrap().to_vec(), [number]);
        }
    }
    one.publish("other", "last").await.unwrap();
    let message = timeout(MINUTE, elsewhere.next()).await.unwrap();
    assert_eq!(message.unwrap(), "last");
}
