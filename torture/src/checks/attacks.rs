//! Ten addresses attack for a while. Honest clients at another address must notice nothing.

use std::time::Duration;

use anyhow::Context;
use raum_torture::{
    attack::{Attack, Scale, Tally},
    honest::{self, Activity},
    native::Connection,
    net::{HONEST, attackers, get, open_room},
    program::Program,
};
use serde_json::json;
use tokio::time::Instant;

use super::{Outcome, eventually};
use crate::Setup;

/// How fast the honest members play. The checks here do not depend on it.
const MOVES_PER_SECOND: u32 = 10;

/// The results of both sides during an attack.
struct Attacked {
    tally: Tally,
    honest: Activity,
    seconds: u64,
}

impl Attacked {
    fn counts(&self) -> String {
        format!(
            "attackers: {} done, {} refused; others: {} moves, {} visits",
            self.tally.done,
            self.tally.refused,
            self.honest.timings.len(),
            self.honest.visits
        )
    }
}

/// Attacks a running server from ten addresses, and fails if an honest client fails.
async fn attack(
    setup: &Setup,
    server: &Program,
    attack: Attack,
    room: Option<String>,
) -> anyhow::Result<Attacked> {
    let seconds = setup.scale(20, 3);
    let end = Instant::now() + Duration::from_secs(seconds);
    let address = server.address();
    let (tally, honest) = tokio::join!(
        attack.run(address, attackers(10), room, end),
        honest::run(address, MOVES_PER_SECOND, end)
    );
    anyhow::ensure!(honest.failures.is_empty(), "others: {:?}", honest.failures);
    anyhow::ensure!(!honest.timings.is_empty(), "others made no move");
    honest::visit(address).await.context("after the attack")?;
    Ok(Attacked {
        tally: tally?,
        honest,
        seconds,
    })
}

fn scale(setup: &Setup) -> Scale {
    setup.scale(Scale::Whole, Scale::Tenth)
}

/// A room with many takebacks is cheap to request, and requests for it do not slow down others.
pub(super) async fn takebacks(setup: &Setup) -> Outcome {
    let folder = setup.folder()?;
    let room = Attack::Takebacks
        .prepare(&folder.data(), scale(setup))
        .await?;
    let server = setup.start(&folder, &[])?;
    let path = format!("/api/rooms/{}", room.clone().unwrap_or_default());
    let before = server.cpu()?;
    // The first request: the server caches its result.
    let seen = get(server.address(), HONEST, &path).await?;
    anyhow::ensure!(seen.status == 200, "{seen:?}");
    let used = server.cpu()? - before;
    let micros = used.all.as_micros();
    // CPU time, not wall time. A debug build is several times slower.
    anyhow::ensure!(
        setup.short || micros < 50_000,
        "a request costs {micros} µs of CPU"
    );
    let attacked = attack(setup, &server, Attack::Takebacks, room).await?;
    Ok(format!(
        "a request costs {micros} µs of CPU; {}",
        attacked.counts()
    ))
}

/// The bytes that an address stores are limited.
pub(super) async fn stored_bytes(setup: &Setup) -> Outcome {
    let allowed: u32 = setup.scale(300_000, 65_536);
    let folder = setup.folder()?;
    let option = format!("--address-bytes-per-hour={allowed}");
    let server = setup.start(&folder, &["--metrics", &option])?;
    let attacked = attack(setup, &server, Attack::StoredBytes, None).await?;
    let stored = server.metric("raum_stored_bytes_total").await?;
    // Ten attackers and the honest address. Commands in flight when the quota runs out are stored too.
    let bound = f64::from(allowed) * 11.0 * 1.25;
    anyhow::ensure!(stored > 0.0, "nothing was stored");
    anyhow::ensure!(
        stored <= bound,
        "{stored} bytes were stored, more than {bound}"
    );
    Ok(format!(
        "{}; bytes stored: {stored} of {bound}",
        attacked.counts()
    ))
}

/// Reconnecting does not reset the rate limit.
pub(super) async fn reconnecting(setup: &Setup) -> Outcome {
    let (burst, rate) = (200, 50);
    let folder = setup.folder()?;
    let options = [
        format!("--commands-burst={burst}"),
        format!("--commands-per-second={rate}"),
    ];
    let server = setup.start(&folder, &options.each_ref().map(String::as_str))?;
    let attacked = attack(setup, &server, Attack::Reconnecting, None).await?;
    // Each of ten addresses has one token. The last answers may come a little after the end.
    let bound = 10 * (burst + rate * (attacked.seconds + 2));
    // Another limit soon refuses the renames, but each answer means that the server read a command.
    let read = attacked.tally.done + attacked.tally.refused;
    anyhow::ensure!(read <= bound, "{read} commands, more than {bound}");
    Ok(format!("{}; at most {bound} allowed", attacked.counts()))
}

/// Reading one long room over and over does not block others from opening and entering rooms.
pub(super) async fn long_room(setup: &Setup) -> Outcome {
    let folder = setup.folder()?;
    let room = Attack::LongRoom
        .prepare(&folder.data(), scale(setup))
        .await?;
    let server = setup.start(&folder, &[])?;
    let attacked = attack(setup, &server, Attack::LongRoom, room).await?;
    Ok(attacked.counts())
}

/// Empty rooms with running clocks do not use up the limit of loaded rooms.
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
        .context("the member could not return")?;
    let unloaded = async || Ok(server.metric("raum_rooms_loaded").await? < 5.0);
    eventually("rooms to be unloaded", unloaded).await?;
    Ok(attacked.counts())
}

/// Requests for pictures of many positions, which take long to render, do not keep others from playing.
pub(super) async fn pictures(setup: &Setup) -> Outcome {
    let folder = setup.folder()?;
    let server = setup.start(&folder, &[])?;
    let attacked = attack(setup, &server, Attack::Pictures, None).await?;
    let picture = get(server.address(), HONEST, "/picture/chess.png").await?;
    anyhow::ensure!(picture.status == 200, "no picture: {}", picture.status);
    Ok(attacked.counts())
}
