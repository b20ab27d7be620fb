//! Attacks over sessions of the native dialect.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep, timeout_at},
};

use super::Tally;
use crate::{
    native::Connection,
    net::{get, open_room},
};

/// The rooms in which an address fills memory and disk, with two sessions in each.
const ROOMS: usize = 39;

/// The time between two commands of such a session.
const COMMAND_PERIOD: Duration = Duration::from_millis(50);

/// How long an attacker pauses after a refusal.
const PAUSE: Duration = Duration::from_millis(250);

/// The concurrent connections of an address for one seat, and the commands it sends over each.
const RECONNECTING: usize = 4;
const COMMANDS: usize = 40;

/// Renames members and sends chat messages in many rooms.
pub(super) async fn fill(server: SocketAddr, from: IpAddr, end: Instant) -> Tally {
    let mut sessions = JoinSet::new();
    for _ in 0..ROOMS {
        let Ok(room) = open_room(server, from, &json!({"kind": "chess"})).await else {
            continue;
        };
        for _ in 0..2 {
            let room = room.clone();
            sessions.spawn(async move {
                let mut tally = Tally::default();
                while Instant::now() < end {
                    // If the server closes the session, a new one continues.
                    timeout_at(end, rename_and_chat(server, from, &room, &mut tally))
                        .await
                        .ok();
                    tally.count(false);
                    sleep(PAUSE).await;
                }
                tally
            });
        }
    }
    sum(sessions).await
}

/// Takes a seat, then renames itself and chats until something fails.
async fn rename_and_chat(
    server: SocketAddr,
    from: IpAddr,
    room: &str,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let (mut session, _) = Connection::seated(server, from, room, &json!({})).await?;
    let text = "x".repeat(400);
    let commands = [
        json!({"type": "rename", "name": "n".repeat(40)}),
        json!({"type": "say", "text": text}),
        json!({"type": "rename", "name": "m".repeat(40)}),
    ];
    for command in commands.iter().cycle() {
        let answer = session.ask(command).await?;
        tally.count(answer["type"] == "applied");
        sleep(COMMAND_PERIOD).await;
    }
    Ok(())
}

/// Sends bursts of commands for one seat, each over a new connection.
pub(super) async fn reconnect(server: SocketAddr, from: IpAddr, end: Instant) -> Tally {
    let seat = async {
        let room = open_room(server, from, &json!({"kind": "chess"})).await?;
        let (_, token) = Connection::seated(server, from, &room, &json!({})).await?;
        anyhow::Ok((room, token))
    };
    let Ok((room, token)) = seat.await else {
        return Tally::default();
    };
    let mut sessions = JoinSet::new();
    for lane in 0..RECONNECTING {
        let (room, hello) = (room.clone(), json!({"token": token}));
        sessions.spawn(async move {
            let mut tally = Tally::default();
            // Each command needs a new number: the server would take a repeated one for a retry.
            let mut number = 1_000_000 * (lane as u64 + 1);
            while Instant::now() < end {
                let burst = burst(server, from, &room, &hello, &mut number, &mut tally);
                if !matches!(timeout_at(end, burst).await, Ok(Ok(()))) {
                    tally.count(false);
                    sleep(PAUSE).await;
                }
            }
            tally
        });
    }
    sum(sessions).await
}

/// Connects, sends commands without waiting, and then reads their answers.
async fn burst(
    server: SocketAddr,
    from: IpAddr,
    room: &str,
    hello: &Value,
    number: &mut u64,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let mut session = Connection::hello(server, from, room, hello).await?;
    session.until("welcome").await?;
    let command = json!({"type": "rename", "name": "Eve"});
    for _ in 0..COMMANDS {
        *number += 1;
        session.send_command(*number, &command).await?;
    }
    for _ in 0..COMMANDS {
        loop {
            let frame = session.frame().await?;
            if frame["number"].is_u64() {
                tally.count(frame["type"] == "applied");
                break;
            }
        }
    }
    Ok(())
}

/// Opens rooms, starts the clock in each, and leaves.
pub(super) async fn leave_clocks(server: SocketAddr, from: IpAddr, end: Instant) -> Tally {
    let mut tally = Tally::default();
    while Instant::now() < end {
        let left = timeout_at(end, start_clock(server, from)).await;
        let left = matches!(left, Ok(Ok(())));
        tally.count(left);
        if !left {
            sleep(PAUSE).await;
        }
    }
    tally
}

async fn start_clock(server: SocketAddr, from: IpAddr) -> anyhow::Result<()> {
    let clock = json!({"initialMillis": 86_400_000, "incrementMillis": 0});
    let room = json!({"kind": "chess", "rules": {"clock": clock, "opener": "first"}});
    let room = open_room(server, from, &room).await?;
    let (mut white, _) = Connection::seated(server, from, &room, &json!({})).await?;
    let (mut black, _) = Connection::seated(server, from, &room, &json!({})).await?;
    for (session, text, ply) in [(&mut white, "e2e4", 0), (&mut black, "e7e5", 1)] {
        let answer = session
            .ask(&json!({"type": "play", "move": text, "ply": ply}))
            .await?;
        anyhow::ensure!(answer["type"] == "applied", "{answer}");
    }
    let seen = get(server, from, &format!("/api/rooms/{room}")).await?;
    anyhow::ensure!(seen.status == 200, "{seen:?}");
    Ok(())
}

/// How many rooms an address opens for their pictures: ten addresses have more than the server keeps.
const PICTURED_ROOMS: usize = 8;

/// Starts games with different positions, and returns the paths of their pictures.
pub(super) async fn start_games(server: SocketAddr, from: IpAddr) -> Vec<String> {
    let address = match from {
        IpAddr::V4(address) => address.octets()[3],
        IpAddr::V6(address) => address.octets()[15],
    };
    let mut paths = Vec::new();
    for file in "abcdefgh".chars().take(PICTURED_ROOMS) {
        if let Ok(room) = start_game(server, from, file, address).await {
            paths.push(format!("/picture/r/{room}.png"));
        }
    }
    paths
}

/// Starts a game in which White pushes the pawn of a file, and Black one that depends on the address.
async fn start_game(
    server: SocketAddr,
    from: IpAddr,
    file: char,
    address: u8,
) -> anyhow::Result<String> {
    let room = json!({"kind": "chess", "rules": {"opener": "first"}});
    let room = open_room(server, from, &room).await?;
    let (mut white, _) = Connection::seated(server, from, &room, &json!({})).await?;
    let (mut black, _) = Connection::seated(server, from, &room, &json!({})).await?;
    let other = char::from(b'a' + address % 8);
    let rank = 6 - (address / 8) % 2;
    let moves = [format!("{file}2{file}3"), format!("{other}7{other}{rank}")];
    for (ply, (session, text)) in [&mut white, &mut black].into_iter().zip(moves).enumerate() {
        let play = json!({"type": "play", "move": text, "ply": ply});
        let answer = session.ask(&play).await?;
        anyhow::ensure!(answer["type"] == "applied", "{answer}");
    }
    Ok(room)
}

async fn sum(mut sessions: JoinSet<Tally>) -> Tally {
    let mut tally = Tally::default();
    while let Some(Ok(of_one)) = sessions.join_next().await {
        tally.add(of_one);
    }
    tally
}
