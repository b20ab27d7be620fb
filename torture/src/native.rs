//! A client of the native dialect.

use std::net::{IpAddr, SocketAddr};

use anyhow::Context;
use raum_room::Command;
use raum_wire::native::ServerFrame;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::net::{PATIENCE, Received, Socket};

/// A client connected to a room.
pub struct Connection {
    socket: Socket,
    /// The number of the last command.
    pub number: u64,
}

impl Connection {
    /// Connects without a token or cursor.
    pub async fn enter(server: SocketAddr, from: IpAddr, room: &str) -> anyhow::Result<Self> {
        Self::hello(server, from, room, &json!({})).await
    }

    /// Connects and sends a hello with these additional fields.
    pub async fn hello(
        server: SocketAddr,
        from: IpAddr,
        room: &str,
        fields: &Value,
    ) -> anyhow::Result<Self> {
        let socket = Socket::connect(server, from, &format!("/ws/raum/{room}")).await?;
        let mut connection = Self { socket, number: 0 };
        let mut hello = json!({"type": "hello", "version": 1});
        if let (Some(hello), Some(fields)) = (hello.as_object_mut(), fields.as_object()) {
            hello.extend(fields.clone());
        }
        connection.send(&hello).await?;
        Ok(connection)
    }

    /// Connects, takes a seat, and returns its token.
    pub async fn seated(
        server: SocketAddr,
        from: IpAddr,
        room: &str,
        fields: &Value,
    ) -> anyhow::Result<(Self, String)> {
        let mut connection = Self::hello(server, from, room, fields).await?;
        let welcome = connection.until("welcome").await?;
        let token = welcome["token"].as_str().context("no token")?.to_owned();
        let answer = connection
            .ask(&json!({"type": "take-seat", "name": "Ann"}))
            .await?;
        anyhow::ensure!(answer["type"] == "applied", "no seat: {answer}");
        Ok((connection, token))
    }

    /// Sends a command and returns its number.
    pub async fn command(&mut self, command: &Command) -> anyhow::Result<u64> {
        self.number += 1;
        self.send_command(self.number, &serde_json::to_value(command)?)
            .await?;
        Ok(self.number)
    }

    /// Sends a command with this number.
    pub async fn send_command(&mut self, number: u64, command: &Value) -> anyhow::Result<()> {
        self.send(&json!({"type": "command", "number": number, "command": command}))
            .await
    }

    /// Sends a command and waits for its answer.
    pub async fn ask(&mut self, command: &Value) -> anyhow::Result<Value> {
        self.number += 1;
        let number = self.number;
        self.send_command(number, command).await?;
        loop {
            let frame = self.frame().await?;
            if frame["number"] == number {
                return Ok(frame);
            }
        }
    }

    /// The next frame other than pings.
    pub async fn next(&mut self) -> anyhow::Result<ServerFrame> {
        timeout(PATIENCE, self.next_without_timeout())
            .await
            .context("the server does not answer")?
    }

    /// Like [`next`](Self::next), but without a timeout. Dropping the future loses at most one pong, which the server
    /// tolerates.
    pub async fn next_without_timeout(&mut self) -> anyhow::Result<ServerFrame> {
        loop {
            match self.socket.next().await {
                Received::Text(text) => match serde_json::from_str(&text)? {
                    ServerFrame::Ping { id, .. } => self.pong(id).await?,
                    frame => return Ok(frame),
                },
                Received::Closed(code) => anyhow::bail!("the server closed: {code:?}"),
            }
        }
    }

    /// The next frame other than pings, as JSON.
    pub async fn frame(&mut self) -> anyhow::Result<Value> {
        loop {
            let frame: Value = serde_json::from_str(&self.socket.text().await?)?;
            if frame["type"] != "ping" {
                return Ok(frame);
            }
            self.pong(frame["id"].as_u64().unwrap_or_default()).await?;
        }
    }

    /// The next frame of this type.
    pub async fn until(&mut self, kind: &str) -> anyhow::Result<Value> {
        loop {
            let frame = self.frame().await.with_context(|| format!("no {kind}"))?;
            if frame["type"] == kind {
                return Ok(frame);
            }
        }
    }

    /// Reads until the server closes, and returns its close code.
    pub async fn closed(&mut self) -> anyhow::Result<Option<u16>> {
        self.socket.closed().await
    }

    /// Starts the closing handshake, and returns the server's close code.
    pub async fn close(&mut self) -> anyhow::Result<Option<u16>> {
        self.socket.close().await?;
        self.socket.closed().await
    }

    /// Sends a frame.
    pub async fn send(&mut self, frame: &Value) -> anyhow::Result<()> {
        self.socket.send(frame.to_string()).await
    }

    async fn pong(&mut self, id: u64) -> anyhow::Result<()> {
        self.send(&json!({"type": "pong", "id": id})).await
    }
}
