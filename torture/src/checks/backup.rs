//! An old backup is restored while clients have entries of a newer history.

use std::fs;

use anyhow::Context;
use raum_torture::{
    native::Connection,
    net::{HONEST, attacker, open_room},
    program::check_journal,
};
use rusqlite::Connection as Database;
use serde_json::{Value, json};

use super::{Outcome, eventually};
use crate::Setup;

/// A client whose entries are missing or different in the backup is closed with 4009, and loads the room again.
pub(super) async fn old_backup(setup: &Setup) -> Outcome {
    let folder = setup.folder()?;
    let server = setup.start(&folder, &[])?;
    let address = server.address();
    let room = open_room(address, HONEST, &json!({"kind": "chess"})).await?;
    let (mut ann, token) = Connection::seated(address, HONEST, &room, &json!({})).await?;
    chat(&mut ann, "before the backup").await?;
    let backup = folder.beside("backup.db");
    let database = Database::open(folder.data().join("raum.db"))?;
    // A backup may lack the last second.
    let is_there = async || {
        let sql = "SELECT count(*) > 0 FROM entry WHERE instr(content, 'before the backup')";
        Ok(database.query_row(sql, [], |row| row.get(0))?)
    };
    eventually("the message in the table", is_there).await?;
    let into = backup.to_str().context("the path is not UTF-8")?;
    database.execute("VACUUM INTO ?1", [into])?;
    drop(database);
    chat(&mut ann, "after the backup").await?;
    let mut eve = Connection::enter(address, attacker(2), &room).await?;
    let remembered = newest(&mut eve).await?;
    server.kill()?;

    let restored = setup.folder()?;
    fs::create_dir(restored.data())?;
    fs::copy(&backup, restored.data().join("raum.db"))?;
    check_journal(&setup.program, &restored.data())?;
    let server = setup.start(&restored, &[])?;
    let address = server.address();

    // The cursor is ahead of the backup.
    let mut ahead = Connection::hello(address, attacker(2), &room, &remembered).await?;
    let code = ahead.closed().await?;
    anyhow::ensure!(code == Some(4009), "a cursor ahead of the room: {code:?}");

    // The room gets another history of the same length.
    let hello = json!({"token": token});
    let mut ann = Connection::hello(address, HONEST, &room, &hello).await?;
    ann.until("welcome").await?;
    ann.number = 100;
    chat(&mut ann, "something else").await?;
    let mut other = Connection::hello(address, attacker(2), &room, &remembered).await?;
    let code = other.closed().await?;
    anyhow::ensure!(code == Some(4009), "a cursor in another history: {code:?}");
    let mut anew = Connection::enter(address, attacker(2), &room).await?;
    anyhow::ensure!(
        newest(&mut anew).await? != remembered,
        "the marks are equal"
    );

    // A client without marks resumes after its cursor.
    let mut unmarked = remembered.clone();
    unmarked.as_object_mut().context("a hello")?.remove("mark");
    let mut old = Connection::hello(address, attacker(2), &room, &unmarked).await?;
    old.until("welcome").await?;
    Ok("cursors of another history: 2, rejected: 2".to_owned())
}

/// Sends a chat message and waits until it is stored.
async fn chat(member: &mut Connection, text: &str) -> anyhow::Result<()> {
    let answer = member.ask(&json!({"type": "say", "text": text})).await?;
    anyhow::ensure!(answer["type"] == "applied", "{answer}");
    Ok(())
}

/// The cursor and mark of the newest entry, as fields of a hello.
async fn newest(client: &mut Connection) -> anyhow::Result<Value> {
    let welcome = client.until("welcome").await?;
    let mark = &welcome["mark"];
    anyhow::ensure!(mark.is_string(), "no mark: {welcome}");
    Ok(json!({"after": welcome["last"], "mark": mark}))
}
