//! A client of the native dialect for tests. It sends and reads raw JSON.

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

use super::{
    patience::{is_timeout, wait_for},
    serve::Server,
};

pub(crate) struct Client {
    socket: WebSocket<TcpStream>,
    /// The number of the last command. It continues across connections.
    pub(crate) number: u64,
}

/// The next text message of a WebSocket, or `None` once the connection has ended.
pub(crate) fn next_text(socket: &mut WebSocket<TcpStream>) -> Option<String> {
    wait_for(|| match socket.read() {
        Ok(Message::Text(text)) => Some(Some(text.as_str().to_owned())),
        Err(tungstenite::Error::Io(error)) if is_timeout(&error) => panic!("no frame came"),
        Ok(Message::Close(_)) | Err(_) => Some(None),
        Ok(_) => None,
    })
}

/// The code in the server's close frame.
pub(crate) fn close_code(socket: &mut WebSocket<TcpStream>) -> u16 {
    wait_for(|| match socket.read() {
        Ok(Message::Close(Some(frame))) => Some(CloseCode::into(frame.code)),
        Ok(Message::Close(None)) => panic!("closed without a code"),
        Err(error) => panic!("ended without a close frame: {error}"),
        Ok(_) => None,
    })
}

impl Client {
    /// A connection that has not sent its hello.
    pub(crate) fn silent(server: &Server, room: &str) -> Self {
        Self::at(server, &format!("/ws/raum/{room}"))
    }

    /// A connection at this path, in the dialect of that path.
    pub(crate) fn at(server: &Server, path: &str) -> Self {
        let address = format!("ws://{}{path}", server.address);
        let request = address.into_client_request().unwrap();
        let (socket, _) = tungstenite::client(request, server.connect()).unwrap();
        Self { socket, number: 0 }
    }

    /// A connection that has sent this hello.
    pub(crate) fn hello(server: &Server, room: &str, hello: Value) -> Self {
        Self::silent(server, room).greet(hello)
    }

    /// A connection that has been welcomed, or `None` if the server refused it.
    pub(crate) fn try_hello(server: &Server, room: &str) -> Option<Self> {
        let address = format!("ws://{}/ws/raum/{room}", server.address);
        let (socket, _) = tungstenite::client(address, server.connect()).ok()?;
        let mut client = Self { socket, number: 0 }.greet(json!({}));
        client.until("welcome");
        Some(client)
    }

    /// A connection through a proxy, which names the client's address in this header.
    pub(crate) fn from(server: &Server, room: &str, from: (&str, &str), hello: Value) -> Self {
        Self::from_at(server, &format!("/ws/raum/{room}"), from, hello)
    }

    /// The same at another path.
    pub(crate) fn from_at(server: &Server, path: &str, from: (&str, &str), hello: Value) -> Self {
        let address = format!("ws://{}{path}", server.address);
        let mut request = address.into_client_request().unwrap();
        let name: HeaderName = from.0.parse().unwrap();
        request.headers_mut().insert(name, from.1.parse().unwrap());
        let (socket, _) = tungstenite::client(request, server.connect()).unwrap();
        Self { socket, number: 0 }.greet(hello)
    }

    pub(crate) fn greet(mut self, hello: Value) -> Self {
        let mut frame = json!({"type": "hello", "version": 1});
        frame
            .as_object_mut()
            .unwrap()
            .extend(hello.as_object().unwrap().clone());
        self.send(&frame);
        self
    }

    /// A member with a seat, and the seat's token.
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

    /// Sends any message, even binary or invalid JSON.
    pub(crate) fn send_message(&mut self, message: Message) {
        self.socket.send(message).unwrap();
    }

    pub(crate) fn try_send(&mut self, frame: &Value) -> bool {
        self.socket.send(Message::text(frame.to_string())).is_ok()
    }

    /// Sends a command and returns its number.
    pub(crate) fn command(&mut self, command: Value) -> u64 {
        self.number += 1;
        let number = self.number;
        self.send(&json!({"type": "command", "number": number, "command": command}));
        number
    }

    /// Sends a command and returns its answer.
    pub(crate) fn ask(&mut self, command: Value) -> Value {
        let number = self.command(command);
        wait_for(|| {
            let frame = self.next().unwrap();
            let is_answer = frame["type"] == "applied" || frame["type"] == "refused";
            (is_answer && frame["number"] == number).then_some(frame)
        })
    }

    /// The next frame, or `None` once the connection has ended.
    pub(crate) fn next(&mut self) -> Option<Value> {
        let text = next_text(&mut self.socket)?;
        Some(serde_json::from_str(&text).unwrap())
    }

    /// The next frame of this type.
    pub(crate) fn until(&mut self, kind: &str) -> Value {
        wait_for(|| {
            let frame = self.next().unwrap_or_else(|| panic!("no {kind}"));
            (frame["type"] == kind).then_some(frame)
        })
    }

    /// Reads entries until there are at least this many.
    pub(crate) fn entries(&mut self, count: usize) -> Vec<Value> {
        let mut entries = Vec::new();
        while entries.len() < count {
            entries.extend(self.until("entries")["entries"].as_array().unwrap().clone());
        }
        entries
    }

    /// The TCP stream below, on which pings stay unanswered.
    pub(crate) fn into_stream(self) -> TcpStream {
        self.socket.get_ref().try_clone().unwrap()
    }

    /// The code in the server's close frame.
    pub(crate) fn close_code(mut self) -> u16 {
        close_code(&mut self.socket)
    }
}
