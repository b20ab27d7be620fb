//! The floor: a server that does what no durable server can leave out, and nothing else. One thread waits, reads what has
//! come, makes all moves among it durable with one write, and sends the answers to both players. It has no limits and no
//! timers, and trusts its clients. [`Games`] of each dialect know what to answer.

mod space;
mod tictactoe;

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

use super::contender::Dialect;

/// The log is overwritten from its start when it has this size, so that no write changes its length.
const LOG_BYTES: usize = 16 << 20;

const BLOCK_BYTES: usize = 4096;

const MASK_BYTES: usize = 4;

/// Serve the floor of `peers`: what no durable server can leave out
#[derive(Args)]
pub(crate) struct Floor {
    /// The dialect of its clients
    dialect: Dialect,

    /// Where to store moves
    folder: PathBuf,
}

/// What the server of a dialect answers to its clients.
trait Games {
    /// The first message to a client.
    fn greeting(&self) -> Option<&'static str>;

    /// Answers a message from a client.
    fn answer(&mut self, client: u64, text: &str, answers: &mut Answers) -> anyhow::Result<()>;
}

/// What to store, and what to send once it is durable.
#[derive(Default)]
struct Answers {
    batch: Vec<u8>,
    frames: Vec<(u64, Vec<u8>)>,
}

struct Client {
    socket: TcpStream,
    received: Vec<u8>,
}

struct Relay {
    clients: HashMap<u64, Client>,
    games: Box<dyn Games>,
    answers: Answers,
    log: File,
    end: usize,
    /// A batch in whole blocks, at an address that the system takes.
    blocks: Vec<u8>,
}

impl Floor {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let games: Box<dyn Games> = match self.dialect {
            Dialect::Space => Box::new(space::Pairs::default()),
            Dialect::TicTacToe => Box::new(tictactoe::Rooms::default()),
            Dialect::Chessata => anyhow::bail!("there is no floor for chessata"),
        };
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
            games,
            answers: Answers::default(),
            log,
            end: 0,
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
        if client.received.starts_with(b"GET") {
            if client.shake_hands()?
                && let Some(greeting) = self.games.greeting()
            {
                self.answers.send(key, &[greeting]);
            }
            return Ok(());
        }
        while let Some(text) = client.text()? {
            self.games.answer(key, &text, &mut self.answers)?;
        }
        Ok(())
    }

    /// Makes moves durable, and sends them.
    fn send(&mut self) -> anyhow::Result<()> {
        let Answers { batch, frames } = &mut self.answers;
        if !batch.is_empty() {
            let bytes = batch.len().next_multiple_of(BLOCK_BYTES);
            if self.blocks.len() < bytes + BLOCK_BYTES {
                self.blocks = vec![0; bytes + BLOCK_BYTES];
            }
            let start = self.blocks.as_ptr().align_offset(BLOCK_BYTES);
            let blocks = &mut self.blocks[start..][..bytes];
            blocks[..batch.len()].copy_from_slice(batch);
            if self.end + bytes > LOG_BYTES {
                self.end = 0;
            }
            self.log.write_all_at(blocks, self.end as u64)?;
            self.end += bytes;
            batch.clear();
        }
        for (key, frames) in frames.drain(..) {
            if let Some(client) = self.clients.get_mut(&key) {
                client.socket.write_all(&frames)?;
            }
        }
        Ok(())
    }
}

impl Answers {
    /// Stores a move.
    fn store(&mut self, text: &str) {
        self.batch.extend(text.as_bytes());
    }

    /// Sends messages to a client, with one call.
    fn send(&mut self, client: u64, texts: &[&str]) {
        let frames = texts.iter().flat_map(|text| frame(text));
        self.frames.push((client, frames.collect()));
    }
}

impl Client {
    /// Answers the handshake, once it has come. Returns whether it has.
    fn shake_hands(&mut self) -> anyhow::Result<bool> {
        let received = &mut self.received;
        let Some(end) = received.windows(4).position(|bytes| bytes == b"\r\n\r\n") else {
            return Ok(false);
        };
        let head = String::from_utf8_lossy(&received[..end]).into_owned();
        let name = "sec-websocket-key:";
        let line = head
            .lines()
            .find(|line| line.to_lowercase().starts_with(name));
        let websocket_key = line.context("no WebSocket")?[name.len()..].trim();
        let accept = derive_accept_key(websocket_key.as_bytes());
        received.drain(..end + 4);
        let answer = format!(
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Accept: {accept}\r\n\r\n"
        );
        self.socket.write_all(answer.as_bytes())?;
        Ok(true)
    }

    /// The next text that has come completely.
    fn text(&mut self) -> anyhow::Result<Option<String>> {
        let received = &mut self.received;
        // The messages of these dialects are short, and clients mask them.
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
}

/// A text frame from the server.
fn frame(text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).ok();
    let length = length.filter(|length| *length < 126);
    // A client rejects the zero, should a dialect ever have a long message.
    let mut frame = vec![0x81, length.unwrap_or(0)];
    frame.extend(text.as_bytes());
    frame
}
