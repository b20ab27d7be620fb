//! A pair of tic-tac-toe clients over Socket.IO.

use std::net::{IpAddr, SocketAddr};

use anyhow::Context;
use raum_rules::{Game, Kind};
use serde_json::{Value, json};

use super::{Acknowledged, Chance};
use crate::net::Socket;

/// A Socket.IO client over a WebSocket.
pub struct Client(Socket);

impl Client {
    /// Connects to the main namespace.
    pub async fn connect(server: SocketAddr, from: IpAddr) -> anyhow::Result<Self> {
        let path = "/socket.io/?EIO=4&transport=websocket";
        let mut client = Self(Socket::connect(server, from, path).await?);
        client.0.send("40".to_owned()).await?;
        while !client.packet().await?.starts_with("40") {}
        Ok(client)
    }

    /// Sends an event.
    pub async fn emit(&mut self, event: &str, fields: &Value) -> anyhow::Result<()> {
        self.0.send(format!("42{}", json!([event, fields]))).await
    }

    /// The next event and its argument.
    pub async fn event(&mut self) -> anyhow::Result<(String, Value)> {
        let packet = self.packet().await?;
        let event = packet.strip_prefix("42").with_context(|| packet.clone())?;
        let mut event: Value = serde_json::from_str(event)?;
        let name = event[0].as_str().unwrap_or_default().to_owned();
        Ok((name, event[1].take()))
    }

    /// The argument of the next event of this name. Fails on an `error` event.
    pub async fn until(&mut self, name: &str) -> anyhow::Result<Value> {
        loop {
            let (event, fields) = self.event().await?;
            anyhow::ensure!(event != "error", "instead of {name}: {fields}");
            if event == name {
                return Ok(fields);
            }
        }
    }

    /// The next packet other than pings, which it answers.
    async fn packet(&mut self) -> anyhow::Result<String> {
        loop {
            let packet = self.0.text().await?;
            if packet != "2" {
                return Ok(packet);
            }
            self.0.send("3".to_owned()).await?;
        }
    }

    /// Starts the closing handshake, and returns the server's close code.
    pub async fn close(&mut self) -> anyhow::Result<Option<u16>> {
        self.0.close().await?;
        self.0.closed().await
    }
}

/// Creates a room with a pass key, joins it, and plays games until `moves_max` moves.
pub async fn play(
    server: SocketAddr,
    from: IpAddr,
    chance: &mut Chance,
    moves_max: usize,
    acknowledged: &mut Acknowledged,
    report: impl Fn(),
) -> anyhow::Result<()> {
    let mut x = Client::connect(server, from).await?;
    x.emit("create_room", &json!({"passKey": "sesame"})).await?;
    let room = x.until("room_created").await?["roomId"].clone();
    acknowledged.room = room.as_str().map(String::from);
    let mut o = Client::connect(server, from).await?;
    o.emit("join_room", &json!({"roomId": room, "passKey": "sesame"}))
        .await?;
    let mut clients = [x, o];
    let mut games = 0;
    while acknowledged.moves.len() < moves_max {
        for client in &mut clients {
            client.until("game_start").await?;
        }
        // X starts the first game, O the second, and so on.
        let mut mover = games % 2;
        let mut game = Kind::TicTacToe.start();
        while game.outcome().is_none() {
            let mv = chance.legal(&game).context("no move")?;
            let text = Kind::TicTacToe.move_text(mv);
            let index: u8 = text.parse()?;
            acknowledged.send(text);
            clients[mover]
                .emit("make_move", &json!({"roomId": room, "index": index}))
                .await?;
            for client in &mut clients {
                client.until("board_update").await?;
                if acknowledged.sent.is_some() {
                    acknowledged.receive();
                    report();
                }
            }
            game = game.play(mv)?;
            mover = 1 - mover;
        }
        for client in &mut clients {
            client
                .emit("replay_request", &json!({"roomId": room}))
                .await?;
        }
        games += 1;
    }
    Ok(())
}
