//! Searching for rooms by their ids, in every dialect.

use std::net::SocketAddr;

use raum_torture::{
    narrow::tictactoe::Client,
    native::Connection,
    net::{HONEST, Socket, attacker, get, open_room},
};
use serde_json::json;

use super::Outcome;
use crate::Setup;

/// After too many lookups of nonexistent rooms an address learns nothing more: it gets the same answer for rooms that
/// exist and rooms that do not.
pub(super) async fn id_search(setup: &Setup) -> Outcome {
    let folder = setup.folder()?;
    let options = ["--unknown-rooms-per-minute=5", "--rooms-per-hour=3"];
    let server = setup.start(&folder, &options)?;
    let address = server.address();
    let chess = open_room(address, HONEST, &json!({"kind": "chess"})).await?;
    let space = open_room(address, HONEST, &json!({"kind": "space"})).await?;
    let mut searched = 0;
    // Each way uses another address, so each must reach the limit alone.
    let ways = [
        (Way::Api, &chess),
        (Way::Native, &chess),
        (Way::Chessata, &chess),
        (Way::Space, &space),
        (Way::TicTacToe, &chess),
    ];
    for ((way, known), place) in ways.into_iter().zip(2..) {
        let from = place;
        for guess in 0..30 {
            way.ask(address, from, &format!("ZZZZZZZZZZ{guess:02}"))
                .await?;
            searched += 1;
        }
        let unknown = way.ask(address, from, "ZZZZZZZZZZZZ").await?;
        let found = way.ask(address, from, known).await?;
        let found = found.replace(known.as_str(), "ZZZZZZZZZZZZ");
        anyhow::ensure!(
            unknown == found,
            "{way:?} reveals whether a room exists: {found} and {unknown}"
        );
    }
    Ok(format!("ways: 5, ids tried: {searched}, rooms revealed: 0"))
}

#[derive(Clone, Copy, Debug)]
enum Way {
    Api,
    Native,
    Chessata,
    Space,
    TicTacToe,
}

impl Way {
    /// The server's answer to a lookup of a room.
    async fn ask(self, server: SocketAddr, from: u8, room: &str) -> anyhow::Result<String> {
        let from = attacker(from);
        let answer = match self {
            Self::Api => {
                let answer = get(server, from, &format!("/api/rooms/{room}")).await?;
                format!("{} {}", answer.status, answer.code())
            }
            Self::Native => {
                let mut session = Connection::enter(server, from, room).await?;
                match session.frame().await {
                    Ok(frame) => frame["type"].to_string(),
                    Err(error) => error.to_string(),
                }
            }
            Self::Chessata => {
                let mut socket =
                    Socket::connect(server, from, &format!("/ws/api/Eve/{room}/")).await?;
                let first = socket.text().await;
                first.unwrap_or_else(|error| error.to_string())
            }
            Self::Space => {
                let mut socket = Socket::connect(server, from, "/ws").await?;
                let join = json!({"type": "join_game", "gameId": room});
                socket.send(join.to_string()).await?;
                socket.text().await?
            }
            Self::TicTacToe => {
                let mut client = Client::connect(server, from).await?;
                let join = json!({"roomId": room, "passKey": "sesame"});
                client.emit("join_room", &join).await?;
                format!("{:?}", client.event().await?)
            }
        };
        Ok(answer)
    }
}
