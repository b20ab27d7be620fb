//! The wall clock jumps back or forward between two runs. The checks shift the entries' timestamps instead of the
//! machine's clock, which looks the same to the server.

use std::path::Path;

use raum_journal::RoomId;
use raum_room::{Entry, Event, HouseRules};
use raum_rules::Kind;
use raum_torture::{
    narrow::Chance,
    native::Connection,
    net::{HONEST, attacker, open_room},
    program::Program,
    stored,
};
use serde_json::json;

use super::{Outcome, eventually};
use crate::Setup;

const HOUR_MILLIS: i64 = 3_600_000;
const DAY_MILLIS: i64 = 24 * HOUR_MILLIS;

/// The clock is two hours behind the journal: no member counts as absent at once, and game clocks run.
pub(super) async fn clock_back(setup: &Setup) -> Outcome {
    let folder = setup.folder()?;
    let server = setup.start(&folder, &[])?;
    let address = server.address();
    let plain = open_room(address, HONEST, &json!({"kind": "chess"})).await?;
    let (mut ann, token) = Connection::seated(address, HONEST, &plain, &json!({})).await?;
    let (mut ben, _) = Connection::seated(address, attacker(2), &plain, &json!({})).await?;
    play_as_white([&mut ann, &mut ben]).await?;
    let clock = json!({"initialMillis": 3000, "incrementMillis": 0});
    let room = json!({"kind": "chess", "rules": {"clock": clock}});
    let timed = open_room(address, HONEST, &room).await?;
    let (mut cat, cats) = Connection::seated(address, HONEST, &timed, &json!({})).await?;
    let (mut dan, _) = Connection::seated(address, attacker(2), &timed, &json!({})).await?;
    play_as_white([&mut cat, &mut dan]).await?;
    server.kill()?;
    let later = setup.folder()?;
    shift(&folder.data(), &later.data(), 2 * HOUR_MILLIS).await?;

    let server = setup.start(&later, &[])?;
    let address = server.address();
    let mut ann = Connection::hello(address, HONEST, &plain, &json!({"token": token})).await?;
    ann.number = 100;
    let claim = json!({"type": "claim-absence", "result": "win"});
    let answer = ann.ask(&claim).await?;
    anyhow::ensure!(
        answer["type"] == "refused",
        "an absence was claimed at once: {answer}"
    );
    let mut cat = Connection::hello(address, HONEST, &timed, &json!({"token": cats})).await?;
    loop {
        // The game's clock of three seconds runs out, and not after two hours: reading a frame has a timeout.
        let frame = cat.until("entries").await?;
        let entries = frame["entries"].as_array().cloned().unwrap_or_default();
        if entries
            .iter()
            .any(|entry| entry["event"]["type"] == "game-ended")
        {
            break;
        }
    }
    Ok("the claim was refused, and the flag fell".to_owned())
}

/// The clock is 400 days ahead of the journal: no room is deleted, and no game ends.
pub(super) async fn clock_forth(setup: &Setup) -> Outcome {
    let count = 12;
    let folder = setup.folder()?;
    let server = setup.start(&folder, &[])?;
    let address = server.address();
    let mut members = Vec::new();
    for _ in 0..count {
        let clock = json!({"initialMillis": 60_000, "incrementMillis": 0});
        let room = json!({"kind": "chess", "rules": {"clock": clock}});
        let room = open_room(address, HONEST, &room).await?;
        let (mut ann, token) = Connection::seated(address, HONEST, &room, &json!({})).await?;
        let (mut ben, _) = Connection::seated(address, attacker(2), &room, &json!({})).await?;
        play_as_white([&mut ann, &mut ben]).await?;
        members.push((room, token));
    }
    server.kill()?;
    let later = setup.folder()?;
    shift(&folder.data(), &later.data(), -400 * DAY_MILLIS).await?;

    // The same with a room of today, which suggests that the clock is right and that most rooms have expired.
    let mixed = setup.folder()?;
    shift(&folder.data(), &mixed.data(), -400 * DAY_MILLIS).await?;
    let today = stored::Growing::open(
        Kind::Chess,
        HouseRules::native(Kind::Chess),
        0,
        &mut Chance::new(1),
    )?;
    stored::write(&mixed.data(), &RoomId::from_bits(1), today.entries()).await?;
    let server = setup.start(&mixed, &["--metrics"])?;
    swept(&server, count + 1).await?;
    server.kill()?;

    let server = setup.start(&later, &["--metrics"])?;
    swept(&server, count).await?;
    for (room, token) in &members {
        let hello = json!({"token": token});
        let mut ann = Connection::hello(server.address(), HONEST, room, &hello).await?;
        let welcome = ann.until("welcome").await?;
        anyhow::ensure!(welcome["member"] == 1, "{welcome}");
    }
    server.kill()?;
    for (room, _) in &members {
        let entries = stored::read(&later.data(), room).await?;
        let ended = entries
            .iter()
            .any(|entry| matches!(entry.event, Event::GameEnded(_)));
        anyhow::ensure!(!ended, "a game has ended while the server was down");
    }
    Ok(format!("rooms left: {}, games ended: 0", 2 * count + 1))
}

/// Waits for the first sweep, which must delete nothing and log a warning about the clock.
async fn swept(server: &Program, rooms: u32) -> anyhow::Result<()> {
    let swept = async || Ok(server.metric("raum_rooms_kept").await? >= f64::from(rooms));
    eventually("a sweep that deletes no room", swept).await?;
    let log = server.log()?;
    anyhow::ensure!(log.contains("clock"), "no warning about the clock: {log}");
    Ok(())
}

/// Both members send a move. Only White's is applied.
async fn play_as_white(members: [&mut Connection; 2]) -> anyhow::Result<()> {
    let mut applied = 0;
    for member in members {
        let answer = member
            .ask(&json!({"type": "play", "move": "e2e4", "ply": 0}))
            .await?;
        applied += usize::from(answer["type"] == "applied");
    }
    anyhow::ensure!(applied == 1, "{applied} members have White");
    Ok(())
}

/// Copies all rooms to another folder, with the time of every entry shifted.
async fn shift(from: &Path, to: &Path, millis: i64) -> anyhow::Result<()> {
    for room in stored::rooms(from).await? {
        let entries = stored::read(from, room.as_str()).await?;
        let moved = entries.into_iter().map(|entry| Entry {
            at: entry.at.saturating_add_signed(millis),
            format: None,
            ..entry
        });
        stored::write(to, &room, &moved.collect::<Vec<_>>()).await?;
    }
    Ok(())
}
