//! The floor: a relay for spec 1 that does what no durable server can leave out, and nothing else. One thread waits, reads
//! what has come, makes all moves among it durable with one write, and sends each to both players. It has no
//! rules, no rooms beyond two sockets, no limits and no timers, and trusts its clients.

use std::{
    collections::HashMap,
    fs::File,
    io::{self, Read, Write},
    net::{TcpListener, TcpStream},
    os::unix::fs::{FileExt, OpenOptionsExt},
    path::PathBuf,
};

use anyhow::Context;
use clap::Args;
use rustix::{event::epoll, fs::OFlags};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

/// The log is overwritten from its start when it has this size, so that no write changes its length.
const LOG_BYTES: usize = 16 << 20;

const BLOCK_BYTES: usize = 4096;

const MASK_BYTES: usize = 4;

/// Serve the floor of `peers`: what no durable server can leave out
#[derive(Args)]
pub(crate) struct Floor {
    /// Where to store moves
    folder: PathBuf,
}

/// A client, and its game if it has one.
struct Client {
    socket: TcpStream,
    received: Vec<u8>,
    /// The other player's key and the player's own color.
    game: Option<(u64, &'static str)>,
}

struct Relay {
    clients: HashMap<u64, Client>,
    /// The creators of games by their ids.
    waiting: HashMap<String, u64>,
    log: File,
    end: usize,
    /// Frames that are sent once the log is synced.
    frames: Vec<([u64; 2], Vec<u8>)>,
    batch: Vec<u8>,
    /// A batch in whole blocks, at an address that the system takes.
    blocks: Vec<u8>,
}

impl Floor {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        listener.set_nonblocking(true)?;
        let path = self.folder.join("floor-log");
        let log = File::create(&path)?;
        log.write_all_at(&vec![0; LOG_BYTES], 0)?;
        log.sync_all()?;
        // The cheapest way to make a write durable, as far as we know.
        let flags = OFlags::DIRECT | OFlags::DSYNC;
        let mut options = File::options();
        options.write(true).custom_flags(flags.bits().cast_signed());
        let log = options.open(&path)?;
        println!("listening at http://{}", listener.local_addr()?);
        io::stdout().flush()?;
        let relay = Relay {
            clients: HashMap::new(),
            waiting: HashMap::new(),
            log,
            end: 0,
            frames: Vec::new(),
            batch: Vec::new(),
            blocks: Vec::new(),
        };
        relay.serve(&listener)
    }
}

impl Relay {
    fn serve(mut self, listener: &TcpListener) -> anyhow::Result<()> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let interest = |key| (epoll::EventData::new_u64(key), epoll::EventFlags::IN);
        let (data, flags) = interest(0);
        epoll::add(&epoll, listener, data, flags)?;
        let mut events = Vec::with_capacity(256);
        for key in 1.. {
            events.clear();
            epoll::wait(&epoll, rustix::buffer::spare_capacity(&mut events), None)?;
            for event in &events {
                let ready = event.data.u64();
                if ready > 0 {
                    self.read(ready)?;
                } else if let Ok((socket, _)) = listener.accept() {
                    // One at a time: the listener stays ready while there are more.
                    socket.set_nodelay(true)?;
                    let (data, flags) = interest(key);
                    epoll::add(&epoll, &socket, data, flags)?;
                    self.clients.insert(
                        key,
                        Client {
                            socket,
                            received: Vec::new(),
                            game: None,
                        },
                    );
                }
            }
            self.send()?;
        }
        Ok(())
    }

    /// Reads what a client has sent.
    fn read(&mut self, key: u64) -> anyhow::Result<()> {
        let client = self.clients.get_mut(&key).context("no such client")?;
        let mut bytes = [0; 4096];
        let Ok(count @ 1..) = client.socket.read(&mut bytes) else {
            self.clients.remove(&key);
            return Ok(());
        };
        client.received.extend(&bytes[..count]);
        while let Some(text) = client_text(&mut self.clients, key)? {
            self.hear(key, &text)?;
        }
        Ok(())
    }

    fn hear(&mut self, key: u64, text: &str) -> anyhow::Result<()> {
        if text.contains(r#""create_game""#) {
            self.waiting.insert(key.to_string(), key);
            let created = format!(r#"{{"type":"game_created","gameId":"{key}"}}"#);
            self.frames.push(([key, 0], frame(&created)));
        } else if text.contains(r#""join_game""#) {
            let id = text
                .split('"')
                .find(|part| self.waiting.contains_key(*part));
            let creator = id.and_then(|id| self.waiting.get(id)).copied();
            let creator = creator.context("no such game")?;
            self.waiting.remove(&creator.to_string());
            for (one, other, color) in [(creator, key, "white"), (key, creator, "black")] {
                let client = self.clients.get_mut(&one).context("no such client")?;
                client.game = Some((other, color));
                let start = format!(r#"{{"type":"game_start","color":"{color}"}}"#);
                self.frames.push(([one, 0], frame(&start)));
            }
        } else {
            let client = self.clients.get(&key).context("no such client")?;
            let (other, color) = client.game.context("no game")?;
            let made = format!(r#""type":"move_made","by":"{color}""#);
            let made = text.replace(r#""type":"move""#, &made);
            self.batch.extend(made.as_bytes());
            self.frames.push(([key, other], frame(&made)));
        }
        Ok(())
    }

    /// Makes moves durable, and sends them.
    fn send(&mut self) -> anyhow::Result<()> {
        if !self.batch.is_empty() {
            let bytes = self.batch.len().next_multiple_of(BLOCK_BYTES);
            if self.blocks.len() < bytes + BLOCK_BYTES {
                self.blocks = vec![0; bytes + BLOCK_BYTES];
            }
            let start = self.blocks.as_ptr().align_offset(BLOCK_BYTES);
            let blocks = &mut self.blocks[start..][..bytes];
            blocks[..self.batch.len()].copy_from_slice(&self.batch);
            if self.end + bytes > LOG_BYTES {
                self.end = 0;
            }
            self.log.write_all_at(blocks, self.end as u64)?;
            self.end += bytes;
            self.batch.clear();
        }
        for (to, frame) in self.frames.drain(..) {
            for key in to {
                if let Some(client) = self.clients.get_mut(&key) {
                    client.socket.write_all(&frame)?;
                }
            }
        }
        Ok(())
    }
}

/// The next text that a client has sent completely. Answers the handshake.
fn client_text(clients: &mut HashMap<u64, Client>, key: u64) -> anyhow::Result<Option<String>> {
    let client = clients.get_mut(&key).context("no such client")?;
    let received = &mut client.received;
    if received.starts_with(b"GET") {
        let Some(end) = received.windows(4).position(|bytes| bytes == b"\r\n\r\n") else {
            return Ok(None);
        };
        let head = String::from_utf8_lossy(&received[..end]).to_lowercase();
        let name = "sec-websocket-key:";
        let line = head.lines().position(|line| line.starts_with(name));
        let head = String::from_utf8_lossy(&received[..end]).into_owned();
        let line = line.and_then(|line| head.lines().nth(line));
        let websocket_key = line.context("no WebSocket")?[name.len()..].trim();
        let accept = derive_accept_key(websocket_key.as_bytes());
        received.drain(..end + 4);
        let answer = format!(
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Accept: {accept}\r\n\r\n"
        );
        client.socket.write_all(answer.as_bytes())?;
        return Ok(None);
    }
    // The messages of this dialect are short, and clients mask them.
    let [_, length, ..] = received[..] else {
        return Ok(None);
    };
    let length = usize::from(length & 0x7F);
    anyhow::ensure!(length < 126, "a long message");
    let end = 2 + MASK_BYTES + length;
    if received.len() < end {
        return Ok(None);
    }
    let (mask, payload) = received[2..end].split_at(MASK_BYTES);
    let payload = payload.iter().zip(mask.iter().cycle());
    let text = payload.map(|(byte, mask)| byte ^ mask).collect();
    received.drain(..end);
    Ok(Some(String::from_utf8(text)?))
}

/// A text frame from the server.
fn frame(text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).ok();
    let length = length.filter(|length| *length < 126);
    // A client rejects the zero, should this dialect ever have a long message.
    let mut frame = vec![0x81, length.unwrap_or(0)];
    frame.extend(text.as_bytes());
    frame
}
