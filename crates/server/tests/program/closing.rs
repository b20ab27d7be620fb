//! How WebSockets end: close frames are answered, and broken frames are answered with a close frame
//! (RFC 6455, 5.5.1 and 7.4.1). Raw bytes, because no client library sends a broken frame.

use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

use tungstenite::{
    Message,
    protocol::{CloseFrame, frame::coding::CloseCode},
};

use super::{client::Client, rooms, serve::Server};

const SOCKET_IO: &str = "/socket.io/?EIO=4&transport=websocket";

/// Where each dialect's connections begin. Chessata and Socket.IO send frames before they are asked.
fn paths(server: &Server) -> [String; 4] {
    let room = rooms::open(server, "chess", &serde_json::json!({}));
    [
        format!("/ws/raum/{room}"),
        "/ws".to_owned(),
        "/ws/api/ann/closing/".to_owned(),
        SOCKET_IO.to_owned(),
    ]
}

/// A connection over which tests write frames byte by byte.
struct Raw(TcpStream);

impl Raw {
    fn open(server: &Server, path: &str) -> Self {
        let mut stream = server.connect();
        let patience = Some(Duration::from_secs(30));
        stream.set_read_timeout(patience).unwrap();
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

    /// A connection at this path that is ready to be closed.
    fn ready(server: &Server, path: &str) -> Self {
        let mut raw = Self::open(server, path);
        if path == SOCKET_IO {
            // Before it has answered this, the crate that speaks Socket.IO has nothing that writes.
            raw.0.write_all(&masked(0x81, b"40")).unwrap();
            while !raw.frame().1.starts_with(b"40") {}
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

    /// The content of the server's close frame, after which the server ends the connection.
    fn closed(mut self) -> Vec<u8> {
        loop {
            let (first, content) = self.frame();
            if first == 0x88 {
                assert_eq!(self.0.read(&mut [0]).unwrap(), 0, "an orderly end of TCP");
                return content;
            }
        }
    }
}

/// A frame with a mask of zeros, which changes nothing.
fn masked(first: u8, content: &[u8]) -> Vec<u8> {
    let length = 0x80 | u8::try_from(content.len()).unwrap();
    [&[first, length, 0, 0, 0, 0], content].concat()
}

#[test]
fn a_client_sees_its_own_close_code_in_every_dialect() {
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

/// As a client library sees it: the handshake completes, and then the connection ends.
#[test]
fn a_library_closes_cleanly_in_every_dialect() {
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
fn a_broken_frame_is_told_so_in_every_dialect() {
    let broken = [
        ("no mask", vec![0x81, 2, b'{', b'}'], 1002),
        ("reserved bits", masked(0xC1, b"{}"), 1002),
        ("an unknown opcode", masked(0x83, b"{}"), 1002),
        ("a fragmented ping", masked(0x09, b""), 1002),
        ("a continuation of nothing", masked(0x80, b"{}"), 1002),
        (
            "a code that nobody may send",
            masked(0x88, b"\x03\xed"),
            1002,
        ),
        ("half a code", masked(0x88, b"\x03"), 1002),
        ("no UTF-8", masked(0x81, b"\xff\xfe"), 1007),
    ];
    let server = Server::on_a_free_port();
    // Socket.IO's crate ends its transport with a close frame without a code.
    for path in &paths(&server)[..3] {
        for (what, frame, code) in &broken {
            let mut raw = Raw::open(&server, path);
            raw.0.write_all(frame).unwrap();
            let content = raw.closed();
            let told = content.get(..2).map(|code| [code[0], code[1]]);
            let told = told.map(u16::from_be_bytes);
            assert_eq!(told, Some(*code), "{path}: {what}");
        }
    }
}
