//! Many connections at once: reconnect storms, stalled readers, slow request heads, and pass keys that cost memory.

use std::{net::SocketAddr, time::Duration};

use anyhow::Context;
use raum_torture::{
    attack::{Attack, Scale},
    honest,
    native::Connection,
    net::{attacker, attackers, connect, connect_stalled, head, open_room},
};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    task::JoinSet,
    time::{Instant, sleep, timeout},
};

use super::{Outcome, eventually};
use crate::Setup;

const MIB: u64 = 1024 * 1024;

/// A member's room, token and number.
type Seat = (String, String, u64);

/// Thousands of members reconnect at once: after a restart, after dropped connections, and after a crash.
pub(super) async fn storm(setup: &Setup) -> Outcome {
    let games: u16 = setup.scale(1000, 100);
    let folder = setup.folder()?;
    let server = setup.start(&folder, &[])?;
    let mut seats = Vec::new();
    let mut seating = JoinSet::new();
    for game in 0..games {
        let (address, from) = (server.address(), 2 + game % 10);
        let from = attacker(u8::try_from(from)?);
        seating.spawn(async move {
            let room = open_room(address, from, &json!({"kind": "chess"})).await?;
            let (ann, anns) = Connection::seated(address, from, &room, &json!({})).await?;
            let (ben, bens) = Connection::seated(address, from, &room, &json!({})).await?;
            anyhow::Ok(([ann, ben], [(room.clone(), anns, 1), (room, bens, 2)]))
        });
        // At most 32 at a time.
        if seating.len() >= 32 {
            let (_, seated) = seating.join_next().await.context("no task")???;
            seats.extend(seated);
        }
    }
    while let Some(seated) = seating.join_next().await {
        seats.extend(seated??.1);
    }
    let connected = reconnect_all(server.address(), &seats).await?;
    let status = server.end()?;
    anyhow::ensure!(status.success(), "the server exited with {status}");
    let mut restarts = 0;
    for mut connection in connected {
        restarts += usize::from(connection.closed().await? == Some(1012));
    }
    anyhow::ensure!(
        restarts == seats.len(),
        "{restarts} of {} were closed with 1012",
        seats.len()
    );
    let server = setup.start(&folder, &[])?;
    let connected = reconnect_all(server.address(), &seats).await?;
    drop(connected);
    let connected = reconnect_all(server.address(), &seats).await?;
    server.kill()?;
    drop(connected);
    let server = setup.start(&folder, &[])?;
    reconnect_all(server.address(), &seats).await?;
    Ok(format!(
        "connections: {}, all reconnected after a restart, a disconnect and a crash",
        seats.len()
    ))
}

/// Reconnects all members at once. Each must get its seat.
async fn reconnect_all(server: SocketAddr, seats: &[Seat]) -> anyhow::Result<Vec<Connection>> {
    let mut coming = JoinSet::new();
    for ((room, token, member), place) in seats.iter().cloned().zip(0_usize..) {
        let from = attacker(u8::try_from(2 + place / 2 % 10)?);
        coming.spawn(async move {
            let hello = json!({"token": token});
            let mut back = Connection::hello(server, from, &room, &hello).await?;
            let welcome = back.until("welcome").await?;
            anyhow::ensure!(welcome["member"] == member, "another seat: {welcome}");
            Ok(back)
        });
    }
    let mut back = Vec::new();
    while let Some(connection) = coming.join_next().await {
        back.push(connection??);
    }
    Ok(back)
}

/// Clients that request a lot and read nothing, over HTTP and WebSocket, are disconnected and use little memory.
pub(super) async fn stalled_readers(setup: &Setup) -> Outcome {
    let count: u64 = setup.scale(60, 20);
    let folder = setup.folder()?;
    // Always a whole room: a tenth would fit into the system's buffers.
    let attack = Attack::UnreadAnswers;
    let room = attack.prepare(&folder.data(), Scale::Whole).await?;
    let room = room.unwrap_or_default();
    let options = ["--send-seconds-max=3", "--ping-seconds=3600", "--metrics"];
    let server = setup.start(&folder, &options)?;
    let address = server.address();
    let before = server.resident_bytes()?;
    let mut stalled = Vec::new();
    let request = head(address, "GET", &format!("/api/rooms/{room}/journal"), &[]);
    let upgrade = [
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    for _ in 0..count {
        let mut stream = connect_stalled(address, attacker(2)).await?;
        stream.write_all(request.as_bytes()).await?;
        stalled.push(stream);
    }
    // The upgrade request and the masked hello are written by hand, because a WebSocket client would read the answer.
    let hello = json!({"type": "hello", "version": 1, "after": 0}).to_string();
    let mut frame = vec![0x81, 0x80 | u8::try_from(hello.len())?, 0, 0, 0, 0];
    frame.extend(hello.bytes());
    let upgrade = head(address, "GET", &format!("/ws/raum/{room}"), &upgrade);
    let upgrade = upgrade.replace("Connection: close", "Connection: Upgrade");
    for _ in 0..count {
        let mut stream = connect_stalled(address, attacker(3)).await?;
        stream.write_all(upgrade.as_bytes()).await?;
        stream.write_all(&frame).await?;
        stalled.push(stream);
    }
    let mut most = 0;
    let are_closed = async || {
        most = most.max(server.resident_bytes()?);
        // The connection that requests the metrics counts too.
        Ok(server.metric("raum_connections").await? <= 1.0)
    };
    let closed = eventually("stalled connections to be closed", are_closed).await;
    closed.with_context(|| format!("resident: {most} bytes at most"))?;
    let grown = most.saturating_sub(before) / MIB;
    // A quarter of a MiB per client, and the room itself.
    let bound = 2 * count / 4 + 48;
    anyhow::ensure!(
        grown <= bound,
        "{grown} MiB for stalled readers, more than {bound}"
    );
    honest::visit(address).await?;
    drop(stalled);
    Ok(format!(
        "stalled: {}, disconnected: all, memory: +{grown} MiB at most",
        2 * count
    ))
}

/// Requests whose heads arrive a byte at a time time out, and others are served meanwhile.
pub(super) async fn slow_heads(setup: &Setup) -> Outcome {
    let count: usize = setup.scale(900, 200);
    let folder = setup.folder()?;
    let server = setup.start(&folder, &["--idle-seconds-max=3"])?;
    let address = server.address();
    let mut slow = JoinSet::new();
    for _ in 0..count {
        slow.spawn(async move {
            let mut stream = connect(address, attacker(2)).await?;
            // This takes minutes unless the server closes the connection.
            for byte in b"GET /healthz HTTP/1.1\r\nX-Slow: "
                .iter()
                .chain([&b'x'; 400])
            {
                let mut answer = [0; 64];
                let read = timeout(Duration::from_millis(300), stream.read(&mut answer)).await;
                if let Ok(read) = read {
                    anyhow::ensure!(matches!(read, Ok(0) | Err(_)) || answer.starts_with(b"HTTP"));
                    return Ok(());
                }
                if stream.write_all(&[*byte]).await.is_err() {
                    return Ok(());
                }
            }
            anyhow::bail!("a slow request did not time out")
        });
    }
    let honest = honest::run(address, 10, Instant::now() + Duration::from_secs(3)).await;
    anyhow::ensure!(honest.failures.is_empty(), "others: {:?}", honest.failures);
    let mut ended = 0;
    while let Some(end) = slow.join_next().await {
        end??;
        ended += 1;
    }
    Ok(format!(
        "slow heads: {count}, timed out: {ended}, visits meanwhile: {}",
        honest.visits
    ))
}

/// Hashing pass keys leaks no memory.
pub(super) async fn pass_key_memory(setup: &Setup) -> Outcome {
    let rooms = setup.scale(100, 4);
    let folder = setup.folder()?;
    let server = setup.start(&folder, &["--room-idle-seconds=1", "--metrics"])?;
    let address = server.address();
    honest::visit(address).await?;
    let before = server.resident_bytes()?;
    let mut opening = JoinSet::new();
    for from in attackers(10) {
        opening.spawn(async move {
            for _ in 0..rooms {
                let room = json!({"kind": "chess", "passKey": "sesame"});
                let room = open_room(address, from, &room).await?;
                let key = json!({"key": "sesame"});
                let mut session = Connection::hello(address, from, &room, &key).await?;
                session.until("welcome").await?;
                session.close().await.ok();
            }
            anyhow::Ok(())
        });
    }
    while let Some(opened) = opening.join_next().await {
        opened??;
    }
    let unloaded = async || Ok(server.metric("raum_rooms_loaded").await? < 0.5);
    eventually("rooms to be unloaded", unloaded).await?;
    // Less than one buffer of 19 MiB more, so not even one may leak.
    let bound = before * 12 / 10 + 10 * MIB;
    // Memory may be freed a little after the rooms.
    let mut after = server.resident_bytes()?;
    for _ in 0..100 {
        if after <= bound {
            break;
        }
        sleep(Duration::from_millis(100)).await;
        after = server.resident_bytes()?;
    }
    let mib = |bytes: u64| bytes / MIB;
    anyhow::ensure!(
        after <= bound,
        "{} MiB, more than {}",
        mib(after),
        mib(bound)
    );
    Ok(format!(
        "rooms: {}, memory: {} MiB before, {} after, at most {} allowed",
        10 * rooms,
        mib(before),
        mib(after),
        mib(bound)
    ))
}
