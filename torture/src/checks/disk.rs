//! Full and failing disks.

use std::{fs, process::Command};

use anyhow::Context;
use raum_room::Event;
use raum_torture::{
    native::Connection,
    net::{HONEST, get, open_room},
    program::{Program, check_journal, command, serve},
    stored,
};
use rustix::process::{Resource, Rlimit, prlimit};
use serde_json::json;

use super::{Outcome, eventually};
use crate::Setup;

/// More messages than fit on any of the disks here.
const MESSAGES_MAX: usize = 5000;

/// Lifts the limits on what one member may write.
const UNLIMITED: [&str; 6] = [
    "--messages-per-minute=10000",
    "--messages-per-game-max=1000000",
    "--entries-per-game-max=1000000",
    "--commands-per-second=1000000",
    "--commands-burst=1000000",
    "--metrics",
];

/// The messages of one member, by the server's answer.
#[derive(Default)]
struct Messages {
    applied: Vec<String>,
    /// Refused with the guarantee that nothing was stored.
    refused: Vec<String>,
    /// Stored or not: the server does not know.
    unknown: Vec<String>,
}

impl Messages {
    /// Sends messages until this many have been refused.
    async fn until_refused(
        &mut self,
        member: &mut Connection,
        refusals: usize,
    ) -> anyhow::Result<()> {
        let filler = "x".repeat(300);
        let before = self.refused.len() + self.unknown.len();
        for _ in 0..MESSAGES_MAX {
            let number = member.number + 1;
            let text = format!("{number} {filler}");
            let answer = member.ask(&json!({"type": "say", "text": text})).await?;
            match (answer["type"].as_str(), answer["code"].as_str()) {
                (Some("applied"), _) => self.applied.push(text),
                (_, Some("journal-unavailable")) => self.refused.push(text),
                (_, Some("outcome-unknown")) => self.unknown.push(text),
                _ => anyhow::bail!("unexpected answer: {answer}"),
            }
            if self.refused.len() + self.unknown.len() >= before + refusals {
                return Ok(());
            }
        }
        anyhow::bail!("the disk was never full")
    }

    /// Checks that applied messages are stored, in order, and refused ones are not.
    async fn compare(&self, folder: &std::path::Path, room: &str) -> anyhow::Result<()> {
        let entries = stored::read(folder, room).await?;
        let stored = entries.iter().filter_map(|entry| match &entry.event {
            Event::Said { text, .. } => Some(text),
            _ => None,
        });
        let known: Vec<_> = stored.filter(|text| !self.unknown.contains(text)).collect();
        let applied: Vec<_> = self.applied.iter().collect();
        anyhow::ensure!(
            known == applied,
            "stored: {}, applied: {}, refused but stored: {}",
            known.len(),
            applied.len(),
            self.refused
                .iter()
                .filter(|text| known.contains(text))
                .count()
        );
        Ok(())
    }
}

/// The data folder reaches its size limit. The server is killed, restarts while full, and continues with more space.
pub(super) async fn full_data(setup: &Setup) -> Outcome {
    let folder = setup.folder()?;
    let full = [&UNLIMITED[..], &["--data-bytes-max=300000"]].concat();
    let server = setup.start(&folder, &full)?;
    let room = open_room(server.address(), HONEST, &json!({"kind": "chess"})).await?;
    let (mut ann, token) = Connection::seated(server.address(), HONEST, &room, &json!({})).await?;
    let mut messages = Messages::default();
    messages.until_refused(&mut ann, 3).await?;
    let number = ann.number;
    server.kill()?;
    check_journal(&setup.program, &folder.data())?;
    messages.compare(&folder.data(), &room).await?;

    let server = setup.start(&folder, &full)?;
    let ready = get(server.address(), HONEST, "/readyz").await?;
    anyhow::ensure!(ready.status == 503, "ready on a full disk: {ready:?}");
    server.kill()?;

    let server = setup.start(&folder, &UNLIMITED)?;
    let hello = json!({"token": token});
    let mut ann = Connection::hello(server.address(), HONEST, &room, &hello).await?;
    ann.number = number;
    let answer = ann.ask(&json!({"type": "say", "text": "again"})).await?;
    anyhow::ensure!(
        answer["type"] == "applied",
        "not applied with space again: {answer}"
    );
    Ok(format!(
        "applied: {}, refused: {}",
        messages.applied.len(),
        messages.refused.len()
    ))
}

/// The disk fills up and gets space again while the server is running.
pub(super) async fn full_disk(setup: &Setup) -> Outcome {
    let folder = setup.folder()?;
    // To a program a file size limit looks like a full disk, and setting it needs no privileges. The shell counts in
    // units of 512 bytes. With the signal ignored, the write returns an error instead.
    let mut shell = command("sh".as_ref());
    let script = "trap '' XFSZ; ulimit -S -f 1024; exec \"$0\" \"$@\"";
    shell.args(["-c", script]).arg(&setup.program);
    shell.args(serve(&folder.data())).args(UNLIMITED);
    let server = Program::spawn(shell, &folder.data())?;
    let room = open_room(server.address(), HONEST, &json!({"kind": "chess"})).await?;
    let (mut ann, _) = Connection::seated(server.address(), HONEST, &room, &json!({})).await?;
    let mut messages = Messages::default();
    // The journal may find a little space in its log, and be ready again for a moment.
    let mut is_ready = true;
    for _ in 0..10 {
        messages.until_refused(&mut ann, 3).await?;
        is_ready = get(server.address(), HONEST, "/readyz").await?.status == 200;
        if !is_ready {
            break;
        }
    }
    anyhow::ensure!(!is_ready, "ready on a full disk");
    let limit = Rlimit {
        current: None,
        maximum: None,
    };
    prlimit(Some(server.pid()?), Resource::Fsize, limit).context("cannot lift the limit")?;
    let ready = async || Ok(get(server.address(), HONEST, "/readyz").await?.status == 200);
    eventually("/readyz with space again", ready).await?;
    let answer = ann.ask(&json!({"type": "say", "text": "again"})).await?;
    anyhow::ensure!(
        answer["type"] == "applied",
        "not applied with space again: {answer}"
    );
    messages.applied.push("again".to_owned());
    server.kill()?;
    check_journal(&setup.program, &folder.data())?;
    messages.compare(&folder.data(), &room).await?;
    Ok(format!(
        "applied: {}, refused: {}, unknown: {}",
        messages.applied.len(),
        messages.refused.len(),
        messages.unknown.len()
    ))
}

/// Writes to the files of the journal start to fail, and syncs, and the server is killed while they do.
pub(super) async fn failing_fsync(setup: &Setup) -> Outcome {
    let has_strace = Command::new("strace").arg("-V").output().is_ok();
    if !has_strace {
        return Ok("skipped: strace is not installed".to_owned());
    }
    let rounds = setup.scale(10, 2);
    let (mut applied, mut refused, mut unknown) = (0, 0, 0);
    for round in 0..rounds {
        let folder = setup.folder()?;
        let first = 30 + 7 * round;
        let mut tracer = command("strace".as_ref());
        // strace counts the calls of each thread.
        tracer.args(["-D", "-f", "-qq", "-o"]).arg("/dev/null");
        tracer.args(["-e", "trace=pwrite64,fsync,fdatasync", "-e"]);
        let calls = "pwrite64,fsync,fdatasync";
        tracer.arg(format!("inject={calls}:error=EIO:when={first}+"));
        tracer
            .arg(&setup.program)
            .args(serve(&folder.data()))
            .args(UNLIMITED);
        let server = Program::spawn(tracer, &folder.data())?;
        let room = open_room(server.address(), HONEST, &json!({"kind": "chess"})).await?;
        let (mut ann, _) = Connection::seated(server.address(), HONEST, &room, &json!({})).await?;
        let mut messages = Messages::default();
        messages.until_refused(&mut ann, 5).await?;
        server.kill()?;
        check_journal(&setup.program, &folder.data())?;
        messages.compare(&folder.data(), &room).await?;
        applied += messages.applied.len();
        refused += messages.refused.len();
        unknown += messages.unknown.len();
        fs::remove_file(folder.data().with_extension("log"))?;
    }
    Ok(format!(
        "rounds: {rounds}, applied: {applied}, refused: {refused}, unknown: {unknown}"
    ))
}
