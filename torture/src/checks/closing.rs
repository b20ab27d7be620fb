//! Close frames in every dialect, and games during a restart.

use anyhow::Context;
use raum_room::Event;
use raum_torture::{
    narrow::tictactoe,
    native::Connection,
    net::{HONEST, NO_CODE, Socket, open_room},
    stored,
};
use serde_json::{Value, json};

use super::Outcome;
use crate::Setup;

/// The server answers a client's close frame in every dialect.
pub(super) async fn close_frames(setup: &Setup) -> Outcome {
    let folder = setup.folder()?;
    let server = setup.start(&folder, &[])?;
    let address = server.address();
    let room = open_room(address, HONEST, &json!({"kind": "chess"})).await?;
    let mut native = Connection::enter(address, HONEST, &room).await?;
    native.until("welcome").await?;
    let mut space = Socket::connect(address, HONEST, "/ws").await?;
    let mut chessata = Socket::connect(address, HONEST, "/ws/api/Ann/close-frames/").await?;
    let mut tictactoe = tictactoe::Client::connect(address, HONEST).await?;
    space.close().await?;
    chessata.close().await?;
    let ends = [
        ("native", native.close().await?),
        ("space", space.closed().await?),
        ("chessata", chessata.closed().await?),
        ("tictactoe", tictactoe.close().await?),
    ];
    for (dialect, code) in ends {
        anyhow::ensure!(matches!(code, Some(1000 | NO_CODE)), "{dialect}: {code:?}");
    }
    Ok(format!("close frames answered: {}", ends.len()))
}

/// A clean restart ends the games of clients that cannot reconnect, without a winner.
pub(super) async fn restart(setup: &Setup) -> Outcome {
    let games = 8;
    let folder = setup.folder()?;
    let server = setup.start(&folder, &[])?;
    let mut sockets = Vec::new();
    for game in 0..games {
        for name in ["Ann", "Ben"] {
            let path = format!("/ws/api/{name}/restart-{game}/");
            let mut socket = Socket::connect(server.address(), HONEST, &path).await?;
            socket.text().await?;
            sockets.push(socket);
        }
        let last = sockets.last_mut().context("no socket")?;
        while !last.text().await?.contains("game_state") {}
    }
    let status = server.end()?;
    anyhow::ensure!(status.success(), "the server exited with {status}");
    for socket in &mut sockets {
        let code = socket.closed().await?;
        anyhow::ensure!(code == Some(1012), "a restart closed with {code:?}");
    }
    let rooms = stored::rooms(&folder.data()).await?;
    anyhow::ensure!(rooms.len() == games, "{} rooms are stored", rooms.len());
    let server = setup.start(&folder, &[])?;
    for room in &rooms {
        let mut spectator = Connection::enter(server.address(), HONEST, room.as_str()).await?;
        spectator.until("welcome").await?;
        spectator.until("presence").await?;
    }
    server.kill()?;
    let mut undecided = 0;
    for room in &rooms {
        for entry in stored::read(&folder.data(), room.as_str()).await? {
            if let Event::GameEnded(ending) = &entry.event {
                let ending: Value = serde_json::to_value(ending)?;
                anyhow::ensure!(
                    ending["winner"].is_null(),
                    "a restart decided a game: {ending}"
                );
                undecided += 1;
            }
        }
    }
    Ok(format!(
        "games: {games}, ended without a winner: {undecided}"
    ))
}
