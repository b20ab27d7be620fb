//! Attacks that many addresses run at once, for a given time.

mod requests;
mod sessions;

use std::{
    net::{IpAddr, SocketAddr},
    path::Path,
    sync::Arc,
};

use raum_journal::RoomId;
use raum_room::{By, Command, HouseRules};
use raum_rules::Kind;
use tokio::{task::JoinSet, time::Instant};

use crate::{narrow::Chance, stored};

/// A kind of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// Request a room with a long game and many takebacks.
    Takebacks,
    /// Request long journals and leave the responses unread.
    UnreadAnswers,
    /// Fill memory and disk with names and messages, in many rooms.
    StoredBytes,
    /// Reconnect to escape the rate limit on commands.
    Reconnecting,
    /// Read a very long room over and over.
    LongRoom,
    /// Abandon rooms with running clocks.
    RunningClocks,
    /// Request pictures of more positions than the server keeps.
    Pictures,
}

/// The size of an attack's rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// As large as rooms can be.
    Whole,
    /// A tenth of that.
    Tenth,
}

/// What the attackers achieved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Actions that succeeded.
    pub done: u64,
    /// Actions that the server refused, closed, or had not answered by the end.
    pub refused: u64,
}

impl Tally {
    fn count(&mut self, done: bool) {
        let counter = if done {
            &mut self.done
        } else {
            &mut self.refused
        };
        *counter += 1;
    }

    fn add(&mut self, other: Self) {
        self.done += other.done;
        self.refused += other.refused;
    }
}

impl Attack {
    /// Every attack.
    pub const ALL: [Self; 7] = [
        Self::Takebacks,
        Self::UnreadAnswers,
        Self::StoredBytes,
        Self::Reconnecting,
        Self::LongRoom,
        Self::RunningClocks,
        Self::Pictures,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Takebacks => "takebacks",
            Self::UnreadAnswers => "unread-answers",
            Self::StoredBytes => "stored-bytes",
            Self::Reconnecting => "reconnecting",
            Self::LongRoom => "long-room",
            Self::RunningClocks => "running-clocks",
            Self::Pictures => "pictures",
        }
    }

    /// Stores the room to attack in a data folder, if the attack needs one, and returns its id.
    pub async fn prepare(self, folder: &Path, scale: Scale) -> anyhow::Result<Option<String>> {
        let shrink = |count: usize| match scale {
            Scale::Whole => count,
            Scale::Tenth => count / 10,
        };
        let mut chance = Chance::new(1);
        let rules = HouseRules::native(Kind::Chess);
        let opening_moves = if self == Self::Takebacks { 2000 } else { 0 };
        let mut room = stored::Growing::open(Kind::Chess, rules, opening_moves, &mut chance)?;
        match self {
            Self::Takebacks => {
                room.play(&mut chance)?;
                for _ in 0..shrink(498) {
                    room.take_back(&mut chance)?;
                }
            }
            Self::UnreadAnswers => {
                let text = "x".repeat(400);
                for _ in 0..shrink(18_000) {
                    let (name, text) = (Some("Eve".to_owned()), text.clone());
                    room.ask(By::Guest, &Command::Say { name, text })?;
                }
            }
            Self::LongRoom => room.rename_until(shrink(200_000))?,
            Self::StoredBytes | Self::Reconnecting | Self::RunningClocks | Self::Pictures => {
                return Ok(None);
            }
        }
        let id = RoomId::from_bits(1);
        stored::write(folder, &id, room.entries()).await?;
        Ok(Some(id.to_string()))
    }

    /// Attacks from all these addresses until the end. Counts each closed or refused connection, and reconnects.
    pub async fn run(
        self,
        server: SocketAddr,
        from: impl IntoIterator<Item = IpAddr>,
        room: Option<String>,
        end: Instant,
    ) -> anyhow::Result<Tally> {
        let room: Arc<str> = room.unwrap_or_default().into();
        let mut under_way = JoinSet::new();
        for from in from {
            let room = room.clone();
            under_way.spawn(async move {
                match self {
                    Self::Takebacks => {
                        let paths = ["", "/pgn", "/position"].map(|part| in_room(&room, part));
                        requests::poll(server, from, &paths, end).await
                    }
                    Self::LongRoom => {
                        let paths = ["", "/journal"].map(|part| in_room(&room, part));
                        requests::poll(server, from, &paths, end).await
                    }
                    Self::UnreadAnswers => requests::leave_unread(server, from, &room, end).await,
                    Self::StoredBytes => sessions::fill(server, from, end).await,
                    Self::Reconnecting => sessions::reconnect(server, from, end).await,
                    Self::RunningClocks => sessions::leave_clocks(server, from, end).await,
                    Self::Pictures => {
                        let paths = sessions::start_games(server, from).await;
                        requests::poll(server, from, &paths, end).await
                    }
                }
            });
        }
        let mut tally = Tally::default();
        while let Some(of_one) = under_way.join_next().await {
            tally.add(of_one?);
        }
        Ok(tally)
    }
}

/// The path of a part of a room in the API.
fn in_room(room: &str, part: &str) -> String {
    format!("/api/rooms/{room}{part}")
}
