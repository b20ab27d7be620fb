//! How WebSockets close: the server answers a close frame with its own, and an invalid frame with a close code
//! (RFC 6455, 5.5.1 and 7.4.1). The tests send raw bytes, because client libraries send no invalid frames.

use std::{
    io::{Read, Write},
    net::TcpStream,
};

use tungstenite::{
    Message,
    protocol::{CloseFrame, frame::coding::CloseCode},
};

use super::{
    client::Client,
    patience::{wait_for, wait_until},
    rooms,
    serve::Server,
};

const SOCKET_IO: &str = "/socket.io/?EIO=4&transport=websocket";

/// A path for each dialect. On those of Chessata and Socket.IO the server sends the first frame.
fn paths(server: &Server) -> [String; 4] {
    let room = rooms::open(server, "chess", &serde_json::json!({}));
    [
        format!("/ws/raum/{room}"),
        "/ws".to_owned(),
        "/ws/api/ann/closing/".to_owned(),
        SOCKET_IO.to_owned(),
    ]
}

/// A WebSocket over which tests write raw frames.
struct Raw(TcpStream);

impl Raw {
    fn open(server: &Server, path: &str) -> Self {
        let mut stream = server.connect();

        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: raum\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        .unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.extend(byte);
        }
        assert!(head.starts_with(b"HTTP/1.1 101 "), "{path}");
        Self(stream)
    }

    /// A connection at this path on which the server can send a close frame.
    fn ready(server: &Server, path: &str) -> Self {
        let mut raw = Self::open(server, path);
        if path == SOCKET_IO {
            // The Socket.IO crate writes nothing before it has answered this packet.
            raw.0.write_all(&masked(0x81, b"40")).unwrap();
            wait_until(|| raw.frame().1.starts_with(b"40"));
        }
        raw
    }

    /// The first byte and the content of the next frame.
    fn frame(&mut self) -> (u8, Vec<u8>) {
        let mut head = [0; 2];
        self.0.read_exact(&mut head).unwrap();
        let length = match head[1] {
            126 => {
                let mut length = [0; 2];
                self.0.read_exact(&mut length).unwrap();
                usize::from(u16::from_be_bytes(length))
            }
            length => usize::from(length),
        };
        let mut content = vec![0; length];
        self.0.read_exact(&mut content).unwrap();
        (head[0], content)
    }

    /// The content of the server's close frame. The server must then close the TCP connection.
    fn closed(mut self) -> Vec<u8> {
        let content = wait_for(|| {
            let (first, content) = self.frame();
            (first == 0x88).then_some(content)
        });
        assert_eq!(self.0.read(&mut [0]).unwrap(), 0, "TCP must end cleanly");
        content
    }
}

/// A frame masked with zeros, which leave the content as it is.
fn masked(first: u8, content: &[u8]) -> Vec<u8> {
    let length = 0x80 | u8::try_from(content.len()).unwrap();
    [&[first, length, 0, 0, 0, 0], content].concat()
}

#[test]
fn the_server_echoes_a_close_code_in_every_dialect() {
    let server = Server::on_a_free_port();
    for path in paths(&server) {
        for content in [
            &[][..],
            &1000_u16.to_be_bytes(),
            &1001_u16.to_be_bytes(),
            b"\x0f\xa0bye",
        ] {
            let mut raw = Raw::ready(&server, &path);
            raw.0.write_all(&masked(0x88, content)).unwrap();
            assert_eq!(raw.closed(), content, "{path}");
        }
    }
}

/// A client library completes the close handshake, and then the connection ends.
#[test]
fn a_client_library_closes_cleanly_in_every_dialect() {
    let server = Server::on_a_free_port();
    for path in &paths(&server)[..3] {
        let mut client = Client::at(&server, path);
        client.send_message(Message::Close(Some(CloseFrame {
            code: CloseCode::Normal,
            reason: "done".into(),
        })));
        assert_eq!(client.close_code(), 1000, "{path}");
    }
}

#[test]
fn an_invalid_frame_gets_a_close_code_in_every_dialect() {
    let invalid = [
        ("no mask", vec![0x81, 2, b'{', b'}'], 1002),
        ("reserved bits", masked(0xC1, b"{}"), 1002),
        ("an unknown opcode", masked(0x83, b"{}"), 1002),
        ("a fragmented ping", masked(0x09, b""), 1002),
        ("a continuation of nothing", masked(0x80, b"{}"), 1002),
        ("a reserved code", masked(0x88, b"\x03\xed"), 1002),
        ("half a code", masked(0x88, b"\x03"), 1002),
        ("invalid UTF-8", masked(0x81, b"\xff\xfe"), 1007),
    ];
    let server = Server::on_a_free_port();
    // The Socket.IO crate closes its transport without a code.
    for path in &paths(&server)[..3] {
        for (what, frame, code) in &invalid {
            let mut raw = Raw::open(&server, path);
            raw.0.write_all(frame).unwrap();
            let content = raw.closed();
            let received = content.get(..2).map(|code| [code[0], code[1]]);
            let received = received.map(u16::from_be_bytes);
            assert_eq!(received, Some(*code), "{path}: {what}");
        }
    }
}
