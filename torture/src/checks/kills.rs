//! Kills the server over and over, in the middle of games in all four dialects and against computers. Every entry that a client has received
//! must be in the journal, and no command may have been applied twice.

pub(super) mod compare;

use anyhow::Context;
use raum_torture::{
    narrow::{Acknowledged, Chance, chessata, space, tictactoe},
    net::{HONEST, attacker, open_room},
    program::{Program, check_journal},
};
use serde_json::json;
use tokio::{
    sync::mpsc,
    task::JoinSet,
    time::{Duration, timeout},
};

use super::{Outcome, member::Member};
use crate::{Folder, Setup};
use compare::Counts;

/// All rooms are opened from one address.
const OPTIONS: [&str; 3] = [
    "--rooms-per-hour=100000",
    "--requests-per-minute=100000",
    "--pass-keys-per-minute=100000",
];

/// The pairs in each narrow dialect.
const PAIRS: usize = 3;

/// The most moves of a pair: the server is killed long before.
const MOVES_MAX: usize = 5000;

/// The timeout for reaching the number of entries at which the server is killed.
const ROUND_MAX: Duration = Duration::from_mins(1);

pub(super) async fn check(setup: &Setup) -> Outcome {
    let rounds = setup.scale(50, 6);
    let folder = setup.folder()?;
    let mut members = open_rooms(setup, &folder).await?;
    let mut counts = Counts::default();
    for round in 1..=rounds {
        let server = setup.start(&folder, &OPTIONS)?;
        let pairs = play_and_kill(server, &mut members, round).await?;
        check_journal(&setup.program, &folder.data()).with_context(|| format!("kill {round}"))?;
        counts
            .compare(&folder.data(), &members, &pairs)
            .await
            .with_context(|| format!("kill {round}"))?;
    }
    // The members reconnect once more and receive every missing entry.
    let server = setup.start(&folder, &OPTIONS)?;
    for member in &mut members {
        member.catch_up(server.address()).await?;
    }
    Ok(format!(
        "kills: {rounds}, native entries compared: {}, answers: {}, moves in narrow dialects: {}, messages: {}",
        counts.entries, counts.answers, counts.moves, counts.messages
    ))
}

/// Opens rooms of every kind, with two members and a spectator each, who reconnect after every kill. In some rooms a
/// computer plays instead of the second member.
async fn open_rooms(setup: &Setup, folder: &Folder) -> anyhow::Result<Vec<Member>> {
    let server = setup.start(folder, &OPTIONS)?;
    let mut members = Vec::new();
    for (kind, seed) in ["chess", "space", "tictactoe", "tictactoe"]
        .into_iter()
        .zip(1..)
    {
        let room = open_room(server.address(), HONEST, &json!({"kind": kind})).await?;
        for (seat, place) in [Some("Ann"), Some("Ben"), None].into_iter().zip(1..) {
            members.push(Member::new(&room, seat, seed * 8 + place));
        }
    }
    for (kind, seed) in ["chess", "space", "tictactoe"].into_iter().zip(10..) {
        let computer = json!({"level": 2, "instant": true});
        let room = json!({"kind": kind, "computer": computer});
        let room = open_room(server.address(), HONEST, &room).await?;
        for (seat, place) in [Some("Ann"), None].into_iter().zip(1..) {
            members.push(Member::new(&room, seat, seed * 8 + place));
        }
    }
    server.kill()?;
    Ok(members)
}

/// Lets all pairs play, kills the server after a number of entries, and returns what it had acknowledged to the pairs.
async fn play_and_kill(
    server: Program,
    members: &mut Vec<Member>,
    round: u64,
) -> anyhow::Result<Vec<Acknowledged>> {
    let address = server.address();
    let (report, mut reports) = mpsc::unbounded_channel();
    let mut playing = JoinSet::new();
    for mut member in members.drain(..) {
        let report = report.clone();
        playing.spawn(async move {
            let ended = member
                .play(address, || {
                    report.send(()).ok();
                })
                .await;
            (member, ended)
        });
    }
    let mut pairs = JoinSet::new();
    for dialect in 0..3 {
        for pair in 0..PAIRS {
            let report = report.clone();
            let seed = round * 100 + (dialect * 10 + pair) as u64;
            // The pairs use several addresses, because limits are per address.
            let from = attacker(u8::try_from(20 + dialect * 10 + pair)?);
            pairs.spawn(async move {
                let mut chance = Chance::new(seed);
                let mut acknowledged = Acknowledged::default();
                let report = || {
                    report.send(()).ok();
                };
                let chance = &mut chance;
                let ended = match dialect {
                    0 => {
                        space::play(address, from, chance, MOVES_MAX, &mut acknowledged, report)
                            .await
                    }
                    1 => {
                        let code = format!("code-{seed}");
                        chessata::play(
                            address,
                            from,
                            &code,
                            chance,
                            MOVES_MAX,
                            &mut acknowledged,
                            report,
                        )
                        .await
                    }
                    _ => {
                        tictactoe::play(address, from, chance, MOVES_MAX, &mut acknowledged, report)
                            .await
                    }
                };
                (acknowledged, ended)
            });
        }
    }
    let entries = 400 + 37 * round % 300;
    let enough = async {
        for _ in 0..entries {
            reports.recv().await;
        }
    };
    timeout(ROUND_MAX, enough).await.with_context(|| {
        format!(
            "the games have stalled; log: {}",
            server.log().unwrap_or_default()
        )
    })?;
    server.kill()?;
    while let Some(ended) = playing.join_next().await {
        let (member, ended) = ended?;
        ended.context("a member")?;
        members.push(member);
    }
    let mut acknowledged = Vec::new();
    while let Some(ended) = pairs.join_next().await {
        acknowledged.push(ended?.0);
    }
    Ok(acknowledged)
}
