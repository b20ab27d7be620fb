//! The server is killed in the middle of games in all four dialects, again and again. Whatever a client has received must be
//! in the journal, and nothing may be there twice.

mod compare;
mod member;

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

use super::Outcome;
use crate::{Folder, Setup};
use compare::Counts;
use member::Member;

/// Everything is opened from one address.
const OPTIONS: [&str; 3] = [
    "--rooms-per-hour=100000",
    "--requests-per-minute=100000",
    "--pass-keys-per-minute=100000",
];

/// How many pairs play in each narrow dialect.
const PAIRS: usize = 3;

/// How many moves a pair makes at most, before the server is killed for certain.
const MOVES_MAX: usize = 5000;

/// How long a round may take to reach the entries at which the server is killed.
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
    // The members come back once more, and everything is there for them too.
    let server = setup.start(&folder, &OPTIONS)?;
    for member in &mut members {
        member.come_back(server.address()).await?;
    }
    Ok(format!(
        "kills: {rounds}, native entries compared: {}, answers: {}, moves in narrow dialects: {}, messages: {}",
        counts.entries, counts.answers, counts.moves, counts.messages
    ))
}

/// Rooms of every kind, with two members and a spectator each, who outlast the server.
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
    server.kill()?;
    Ok(members)
}

/// Lets all pairs play, kills the server after an odd number of entries, and returns what the pairs of this round know.
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
            // A server keeps an eye on each address: the pairs come from several.
            let from = attacker(u8::try_from(20 + dialect * 10 + pair)?);
            pairs.spawn(async move {
                let mut chance = Chance::new(seed);
                let mut heard = Acknowledged::default();
                let report = || {
                    report.send(()).ok();
                };
                let chance = &mut chance;
                let ended = match dialect {
                    0 => space::play(address, from, chance, MOVES_MAX, &mut heard, report).await,
                    1 => {
                        let code = format!("code-{seed}");
                        chessata::play(address, from, &code, chance, MOVES_MAX, &mut heard, report)
                            .await
                    }
                    _ => {
                        tictactoe::play(address, from, chance, MOVES_MAX, &mut heard, report).await
                    }
                };
                (heard, ended)
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
            "the games came to a stop; log: {}",
            server.log().unwrap_or_default()
        )
    })?;
    server.kill()?;
    while let Some(ended) = playing.join_next().await {
        let (member, ended) = ended?;
        ended.context("a member")?;
        members.push(member);
    }
    let mut heard = Vec::new();
    while let Some(ended) = pairs.join_next().await {
        heard.push(ended?.0);
    }
    Ok(heard)
}
