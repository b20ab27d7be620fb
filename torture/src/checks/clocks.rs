//! The wall clock is set back or forth between two runs. To the server that is the same as entries that lie in the future or in
//! the past, and so the entries are moved: the machine keeps its clock.

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

/// The clock is two hours behind the journal: no member is absent at once, and clocks run.
pub(super) async fn clock_back(setup: &Setup) -> Outcome {
    let folder = setup.folder()?;
    let server = setup.start(&folder, &[])?;
    let address = server.address();
    let plain = open_room(address, HONEST, &json!({"kind": "chess"})).await?;
    let (mut ann, token) = Connection::seated(address, HONEST, &plain, &json!({})).await?;
    let (mut ben, _) = Connection::seated(address, attacker(2), &plain, &json!({})).await?;
    move_of_white([&mut ann, &mut ben]).await?;
    let clock = json!({"initialMillis": 3000, "incrementMillis": 0});
    let room = json!({"kind": "chess", "rules": {"clock": clock}});
    let timed = open_room(address, HONEST, &room).await?;
    let (mut cat, cats) = Connection::seated(address, HONEST, &timed, &json!({})).await?;
    let (mut dan, _) = Connection::seated(address, attacker(2), &timed, &json!({})).await?;
    move_of_white([&mut cat, &mut dan]).await?;
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
        "an absence of no time was claimed: {answer}"
    );
    let mut cat = Connection::hello(address, HONEST, &timed, &json!({"token": cats})).await?;
    loop {
        // The clock of three seconds runs out, and not in two hours: a frame is waited for with a bound.
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
        move_of_white([&mut ann, &mut ben]).await?;
        members.push((room, token));
    }
    server.kill()?;
    let later = setup.folder()?;
    shift(&folder.data(), &later.data(), -400 * DAY_MILLIS).await?;

    // The same again, with a room of today: it shows that the clock is right, and that most rooms are over their time.
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
    Ok(format!("rooms kept: {}, games ended: 0", 2 * count + 1))
}

/// The first sweep has come to its end, has deleted nothing, and has said that it doubts the clock.
async fn swept(server: &Program, rooms: u32) -> anyhow::Result<()> {
    let kept = async || Ok(server.metric("raum_rooms_kept").await? >= f64::from(rooms));
    eventually("a sweep that keeps all rooms", kept).await?;
    let log = server.log()?;
    anyhow::ensure!(log.contains("clock"), "the log says nothing: {log}");
    Ok(())
}

/// The member who has White makes a move.
async fn move_of_white(members: [&mut Connection; 2]) -> anyhow::Result<()> {
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

/// Copies all rooms to another folder, with every entry as much later.
async fn shift(from: &Path, to: &Path, millis: i64) -> anyhow::Result<()> {
    for room in stored::rooms(from).await? {
        let entries = stored::read(from, room.as_str()).await?;
        let moved = entries.into_iter().map(|entry| Entry {
            at: entry.at.saturating_add_signed(millis),
            ..entry
        });
        stored::write(to, &room, &moved.collect::<Vec<_>>()).await?;
    }
    Ok(())
}
