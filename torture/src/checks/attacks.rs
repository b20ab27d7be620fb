//! Ten addresses attack for a while, and another one goes on as if nothing had happened.

use std::time::Duration;

use anyhow::Context;
use raum_torture::{
    attack::{Attack, Scale, Tally},
    honest::{self, Life},
    native::Connection,
    net::{HONEST, attackers, get, open_room},
    program::Program,
};
use serde_json::json;
use tokio::time::Instant;

use super::{Outcome, eventually};
use crate::Setup;

/// How fast the honest members play: the rate is not what is tried here.
const MOVES_PER_SECOND: u32 = 10;

/// What happened on both sides while the addresses attacked.
struct Attacked {
    tally: Tally,
    life: Life,
    seconds: u64,
}

impl Attacked {
    fn counts(&self) -> String {
        format!(
            "attackers did {} and were refused {}; others made {} moves and {} visits",
            self.tally.done,
            self.tally.refused,
            self.life.timings.len(),
            self.life.visits
        )
    }
}

/// Has ten addresses attack a running server, and fails if anything of the honest address does.
async fn attack(
    setup: &Setup,
    server: &Program,
    attack: Attack,
    room: Option<String>,
) -> anyhow::Result<Attacked> {
    let seconds = setup.scale(20, 3);
    let end = Instant::now() + Duration::from_secs(seconds);
    let address = server.address();
    let (tally, life) = tokio::join!(
        attack.run(address, attackers(10), room, end),
        honest::live(address, MOVES_PER_SECOND, end)
    );
    anyhow::ensure!(life.failures.is_empty(), "others: {:?}", life.failures);
    anyhow::ensure!(!life.timings.is_empty(), "others made no move");
    honest::visit(address).await.context("after the attack")?;
    Ok(Attacked {
        tally: tally?,
        life,
        seconds,
    })
}

fn scale(setup: &Setup) -> Scale {
    setup.scale(Scale::Whole, Scale::Tenth)
}

/// A room of takebacks costs little to look at, and nothing to others.
pub(super) async fn takebacks(setup: &Setup) -> Outcome {
    let folder = setup.folder()?;
    let room = Attack::Takebacks
        .prepare(&folder.data(), scale(setup))
        .await?;
    let server = setup.start(&folder, &[])?;
    let path = format!("/api/rooms/{}", room.clone().unwrap_or_default());
    let before = server.cpu()?;
    // The first look, because the server remembers what it has found.
    let seen = get(server.address(), HONEST, &path).await?;
    anyhow::ensure!(seen.status == 200, "{seen:?}");
    let used = server.cpu()? - before;
    let micros = used.all.as_micros();
    // Processor time and no wall time. A build without optimisation is several times as slow.
    anyhow::ensure!(
        setup.short || micros < 50_000,
        "a look costs {micros} µs of CPU"
    );
    let attacked = attack(setup, &server, Attack::Takebacks, room).await?;
    Ok(format!(
        "a look costs {micros} µs of CPU; {}",
        attacked.counts()
    ))
}

/// What addresses store has a bound.
pub(super) async fn stored_bytes(setup: &Setup) -> Outcome {
    let allowed: u32 = setup.scale(300_000, 65_536);
    let folder = setup.folder()?;
    let option = format!("--address-bytes-per-hour={allowed}");
    let server = setup.start(&folder, &["--metrics", &option])?;
    let attacked = attack(setup, &server, Attack::StoredBytes, None).await?;
    let stored = server.metric("raum_stored_bytes_total").await?;
    // Ten attackers and the honest address. What is under way when the allowance ends is stored, too.
    let bound = f64::from(allowed) * 11.0 * 1.25;
    anyhow::ensure!(stored > 0.0, "nothing was charged");
    anyhow::ensure!(
        stored <= bound,
        "{stored} bytes were stored, more than {bound}"
    );
    Ok(format!(
        "{}; bytes stored: {stored} of {bound}",
        attacked.counts()
    ))
}

/// To connect again brings no new allowance.
pub(super) async fn reconnecting(setup: &Setup) -> Outcome {
    let (burst, rate) = (200, 50);
    let folder = setup.folder()?;
    let options = [
        format!("--commands-burst={burst}"),
        format!("--commands-per-second={rate}"),
    ];
    let server = setup.start(&folder, &options.each_ref().map(String::as_str))?;
    let attacked = attack(setup, &server, Attack::Reconnecting, None).await?;
    // One token for each of ten addresses. The last commands may be answered a little after the end.
    let bound = 10 * (burst + rate * (attacked.seconds + 2));
    // Renames are refused by another limit soon, but each answer was a command that was read.
    let read = attacked.tally.done + attacked.tally.refused;
    anyhow::ensure!(read <= bound, "{read} commands, more than {bound}");
    Ok(format!("{}; at most {bound} allowed", attacked.counts()))
}

/// Reading one long room again and again keeps nobody from opening and entering others.
pub(super) async fn long_room(setup: &Setup) -> Outcome {
    let folder = setup.folder()?;
    let room = Attack::LongRoom
        .prepare(&folder.data(), scale(setup))
        .await?;
    let server = setup.start(&folder, &[])?;
    let attacked = attack(setup, &server, Attack::LongRoom, room).await?;
    Ok(attacked.counts())
}

/// Rooms with running clocks and nobody in them do not use up the rooms that can be loaded.
pub(super) async fn running_clocks(setup: &Setup) -> Outcome {
    let folder = setup.folder()?;
    let options = ["--rooms-max=40", "--room-idle-seconds=1", "--metrics"];
    let server = setup.start(&folder, &options)?;
    let address = server.address();
    let own = open_room(address, HONEST, &json!({"kind": "chess"})).await?;
    let (mut member, token) = Connection::seated(address, HONEST, &own, &json!({})).await?;
    member.close().await?;
    let attacked = attack(setup, &server, Attack::RunningClocks, None).await?;
    anyhow::ensure!(
        attacked.tally.done > 40,
        "too few rooms: {:?}",
        attacked.tally
    );
    let hello = json!({"token": token});
    let mut back = Connection::hello(address, HONEST, &own, &hello).await?;
    back.until("welcome")
        .await
        .context("coming back to one's own game")?;
    let asleep = async || Ok(server.metric("raum_rooms_loaded").await? < 5.0);
    eventually("rooms that sleep", asleep).await?;
    Ok(attacked.counts())
}
