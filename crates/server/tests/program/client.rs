//! A client of the native dialect, for tests: it sends and reads raw JSON.

#![expect(
    clippy::needless_pass_by_value,
    reason = "json!({…}) reads better than &json!({…}) in every line of the tests"
)]

use std::net::TcpStream;

use serde_json::{Value, json};
use tungstenite::{
    Message, WebSocket, client::IntoClientRequest, http::HeaderName,
    protocol::frame::coding::CloseCode,
};

use super::serve::Server;

pub(crate) struct Client {
    socket: WebSocket<TcpStream>,
    /// The last command's. It goes on over connections.
    pub(crate) number: u64,
}

impl Client {
    /// A connection that has said nothing yet.
    pub(crate) fn silent(server: &Server, room: &str) -> Self {
        Self::at(server, &format!("/ws/raum/{room}"))
    }

    /// A connection at this path, in whatever dialect is spoken there.
    pub(crate) fn at(server: &Server, path: &str) -> Self {
        let address = format!("ws://{}{path}", server.address);
        let request = address.into_client_request().unwrap();
        let (socket, _) = tungstenite::client(request, server.connect()).unwrap();
        Self { socket, number: 0 }
    }

    /// A connection that has said this hello.
    pub(crate) fn hello(server: &Server, room: &str, hello: Value) -> Self {
        Self::silent(server, room).greet(hello)
    }

    /// One that has come in, if there was a place for it.
    pub(crate) fn try_hello(server: &Server, room: &str) -> Option<Self> {
        let address = format!("ws://{}/ws/raum/{room}", server.address);
        let (socket, _) = tungstenite::client(address, server.connect()).ok()?;
        let mut client = Self { socket, number: 0 }.greet(json!({}));
        client.until("welcome");
        Some(client)
    }

    /// One that comes through a proxy, with a header that says from where.
    pub(crate) fn from(server: &Server, room: &str, from: (&str, &str), hello: Value) -> Self {
        let address = format!("ws://{}/ws/raum/{room}", server.address);
        let mut request = address.into_client_request().unwrap();
        let name: HeaderName = from.0.parse().unwrap();
        request.headers_mut().insert(name, from.1.parse().unwrap());
        let (socket, _) = tungstenite::client(request, server.connect()).unwrap();
        Self { socket, number: 0 }.greet(hello)
    }

    fn greet(mut self, hello: Value) -> Self {
        let mut frame = json!({"type": "hello", "version": 1});
        frame
            .as_object_mut()
            .unwrap()
            .extend(hello.as_object().unwrap().clone());
        self.send(&frame);
        self
    }

    /// Somebody in a seat, and the token that owns it.
    pub(crate) fn seated(server: &Server, room: &str, name: &str) -> (Self, String) {
        let mut client = Self::hello(server, room, json!({}));
        let welcome = client.until("welcome");
        let token = welcome["token"].as_str().unwrap().to_owned();
        let answer = client.ask(json!({"type": "take-seat", "name": name}));
        assert_eq!(answer["type"], "applied", "{answer}");
        (client, token)
    }

    pub(crate) fn send(&mut self, frame: &Value) {
        self.socket.send(Message::text(frame.to_string())).unwrap();
    }

    /// Sends what may be no text, or no JSON.
    pub(crate) fn send_message(&mut self, message: Message) {
        self.socket.send(message).unwrap();
    }

    pub(crate) fn try_send(&mut self, frame: &Value) -> bool {
        self.socket.send(Message::text(frame.to_string())).is_ok()
    }

    /// Sends a command and tells its number.
    pub(crate) fn command(&mut self, command: Value) -> u64 {
        self.number += 1;
        let number = self.number;
        self.send(&json!({"type": "command", "number": number, "command": command}));
        number
    }

    /// The answer to a command.
    pub(crate) fn ask(&mut self, command: Value) -> Value {
        let number = self.command(command);
        loop {
            let frame = self.next().unwrap();
            if frame["number"] == number {
                return frame;
            }
        }
    }

    /// The next frame; none once the connection has ended.
    pub(crate) fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next frame of a type.
    pub(crate) fn until(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().unwrap_or_else(|| panic!("no {kind}"));
            if frame["type"] == kind {
                return frame;
            }
        }
    }

    /// Entries until this many have come.
    pub(crate) fn entries(&mut self, count: usize) -> Vec<Value> {
        let mut entries = Vec::new();
        while entries.len() < count {
            entries.extend(self.until("entries")["entries"].as_array().unwrap().clone());
        }
        entries
    }

    /// The connection below, which answers no pings.
    pub(crate) fn into_stream(self) -> TcpStream {
        self.socket.get_ref().try_clone().unwrap()
    }

    /// The code that the server closes with.
    pub(crate) fn close_code(mut self) -> u16 {
        loop {
            match self.socket.read() {
                Ok(Message::Close(Some(frame))) => return CloseCode::into(frame.code),
                Ok(Message::Close(None)) => panic!("closed without a code"),
                Err(error) => panic!("ended without a close frame: {error}"),
                Ok(_) => {}
            }
        }
    }
}
