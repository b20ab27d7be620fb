//! Attacks of one client on the others in the same room.

use anyhow::Context;
use raum_room::Event;
use raum_rules::Side;
use raum_torture::{
    native::Connection,
    net::{HONEST, attacker, open_room},
    stored,
};
use serde_json::json;

use super::Outcome;
use crate::Setup;

/// White mates with a1a8.
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";

/// A losing member uses up every quota of the game. The opponent can still mate.
pub(super) async fn lost_game(setup: &Setup) -> Outcome {
    let folder = setup.folder()?;
    // A high limit per minute, so that the quota of the game runs out first.
    let options = ["--entries-per-game-max=100", "--changes-per-minute=1000"];
    let server = setup.start(&folder, &options)?;
    let (address, loser) = (server.address(), attacker(2));
    let clock = json!({"initialMillis": 3_600_000, "incrementMillis": 0});
    let rules = json!({"clock": clock, "opener": "first"});
    let room = json!({"kind": "chess", "start": MATE_IN_ONE, "rules": rules});
    let room = open_room(address, HONEST, &room).await?;
    let (mut white, _) = Connection::seated(address, HONEST, &room, &json!({})).await?;
    let (mut black, _) = Connection::seated(address, loser, &room, &json!({})).await?;
    let (mut applied, mut refused) = (0, 0);
    for round in 0..400 {
        let name = format!("Eve {round}");
        let answer = black.ask(&json!({"type": "rename", "name": name})).await?;
        let counter = if answer["type"] == "applied" {
            &mut applied
        } else {
            &mut refused
        };
        *counter += 1;
        // Enough refusals to show that the quota is used up.
        if refused > 20 {
            break;
        }
    }
    let mate = white
        .ask(&json!({"type": "play", "move": "a1a8", "ply": 0}))
        .await?;
    anyhow::ensure!(
        mate["type"] == "applied",
        "the mating move was refused: {mate}"
    );
    server.kill()?;
    let entries = stored::read(&folder.data(), &room).await?;
    let ending = entries.iter().find_map(|entry| match &entry.event {
        Event::GameEnded(ending) => Some(*ending),
        _ => None,
    });
    let winner = ending.and_then(|ending| ending.winner);
    anyhow::ensure!(
        winner == Some(Side::First),
        "the game ended with {ending:?}"
    );
    Ok(format!(
        "renames applied: {applied}, refused: {refused}, then mate"
    ))
}

/// A client asks for a seat over two connections at once and gets one seat.
pub(super) async fn seat_twice(setup: &Setup) -> Outcome {
    let rounds = setup.scale(40, 10);
    let folder = setup.folder()?;
    let server = setup.start(&folder, &[])?;
    let address = server.address();
    let mut seats = Vec::new();
    for _ in 0..rounds {
        let room = open_room(address, HONEST, &json!({"kind": "chess"})).await?;
        let mut first = Connection::enter(address, HONEST, &room).await?;
        let welcome = first.until("welcome").await?;
        let token = welcome["token"].as_str().context("no token")?.to_owned();
        let hello = json!({"token": token});
        let mut second = Connection::hello(address, HONEST, &room, &hello).await?;
        second.until("welcome").await?;
        let seat = json!({"type": "take-seat", "name": "Ann"});
        first.send_command(1, &seat).await?;
        second.send_command(1, &seat).await?;
        // The server closes one of the connections without an answer.
        first.until("applied").await.ok();
        second.until("applied").await.ok();
        let (_friend, _) = Connection::seated(address, attacker(2), &room, &json!({}))
            .await
            .context("the opponent")?;
        seats.push((room, hello));
    }
    server.kill()?;
    let server = setup.start(&folder, &[])?;
    for (room, hello) in &seats {
        for _ in 0..3 {
            let mut back = Connection::hello(server.address(), HONEST, room, hello).await?;
            let welcome = back.until("welcome").await?;
            anyhow::ensure!(
                welcome["member"] == 1,
                "the token has another seat: {welcome}"
            );
        }
    }
    server.kill()?;
    for (room, _) in &seats {
        let entries = stored::read(&folder.data(), room).await?;
        let taken = |event: &Event| matches!(event, Event::SeatTaken { .. });
        let taken = entries.iter().filter(|entry| taken(&entry.event)).count();
        anyhow::ensure!(taken == 2, "two members took {taken} seats");
    }
    Ok(format!("seats asked for twice: {rounds}, taken once"))
}

/// Wrong keys from an address do not lock out a seated member at the same address.
pub(super) async fn wrong_keys(setup: &Setup) -> Outcome {
    let tries = 25;
    let folder = setup.folder()?;
    let server = setup.start(&folder, &[])?;
    let address = server.address();
    let room = open_room(
        address,
        HONEST,
        &json!({"kind": "chess", "passKey": "sesame"}),
    )
    .await?;
    let key = json!({"key": "sesame"});
    let (mut member, token) = Connection::seated(address, HONEST, &room, &key).await?;
    member.close().await?;
    let (mut wrong, mut throttled) = (0, 0);
    for _ in 0..tries {
        let hello = json!({"key": "wrong key"});
        let mut guess = Connection::hello(address, HONEST, &room, &hello).await?;
        match guess.closed().await? {
            Some(4004) => wrong += 1,
            Some(4008) => throttled += 1,
            code => anyhow::bail!("a wrong key was closed with {code:?}"),
        }
    }
    anyhow::ensure!(throttled > 0, "{tries} wrong keys, and none was throttled");
    for hello in [
        json!({"token": token, "key": "sesame"}),
        json!({"token": token}),
    ] {
        let mut back = Connection::hello(address, HONEST, &room, &hello).await?;
        let welcome = back
            .until("welcome")
            .await
            .context("the member is locked out")?;
        anyhow::ensure!(welcome["member"] == 1, "{welcome}");
    }
    Ok(format!(
        "wrong keys: {wrong}, throttled: {throttled}, the member returned"
    ))
}

/// One address uses up a room's sessions and chat quota. The invited opponent can still take a seat and chat.
pub(super) async fn crowd(setup: &Setup) -> Outcome {
    let folder = setup.folder()?;
    let options = ["--messages-per-game-max=50", "--sessions-per-room-max=200"];
    let server = setup.start(&folder, &options)?;
    let (address, crowded) = (server.address(), attacker(2));
    let room = open_room(address, HONEST, &json!({"kind": "chess"})).await?;
    let (mut ann, _) = Connection::seated(address, HONEST, &room, &json!({})).await?;
    let mut crowd = Vec::new();
    let mut refused = 0;
    for _ in 0..250 {
        let mut spectator = Connection::enter(address, crowded, &room).await?;
        match spectator.until("welcome").await {
            Ok(_) => crowd.push(spectator),
            Err(_) => refused += 1,
        }
    }
    let (mut ben, _) = Connection::seated(address, attacker(3), &room, &json!({}))
        .await
        .context("the opponent could not take a seat")?;
    let mut sent = 0;
    'chatting: for round in 0..20 {
        for spectator in crowd.iter_mut().take(10) {
            let say = json!({"type": "say", "name": "Eve", "text": format!("noise {round}")});
            if spectator.ask(&say).await?["type"] != "applied" {
                break 'chatting;
            }
            sent += 1;
        }
    }
    for member in [&mut ann, &mut ben] {
        let answer = member.ask(&json!({"type": "say", "text": "hello"})).await?;
        anyhow::ensure!(
            answer["type"] == "applied",
            "a member cannot chat: {answer}"
        );
    }
    Ok(format!(
        "spectators of one address: {}, refused: {refused}, their messages: {sent}, then the opponent takes a seat and chats",
        crowd.len()
    ))
}
