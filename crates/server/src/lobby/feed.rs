//! The state of the lobby and its latest changes, each encoded once for all connections.
//!
//! A connection is a cursor: it takes the changes after its own state, or the whole state if it has fallen behind. So a slow
//! one costs no memory, and nothing waits for it. Connections are in groups, which hear of a change one after another: to wake
//! ten thousand at once would keep everything else waiting until all of them are served.

use std::{
    array,
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use axum::extract::ws::Utf8Bytes;
use raum_lobby::{Board, Part};
use raum_wire::lobby::{Lobby, ServerFrame, write};
use tokio::sync::watch;

use crate::lock::lock;

/// How many changes are kept for connections that lag or resume.
const CHANGES_MAX: usize = 64;

/// The number of groups.
pub(super) const GROUPS: usize = 32;

pub(super) struct Feed {
    log: Arc<Mutex<Log>>,
    /// The number of the state that each group has heard of.
    groups: [watch::Sender<u64>; GROUPS],
    /// The group of the next connection.
    next: AtomicUsize,
}

struct Log {
    board: Board,
    /// The latest changes; the last leads to the current state.
    changes: VecDeque<Utf8Bytes>,
    /// The current state, once a connection has needed it.
    state: Option<Utf8Bytes>,
}

impl Feed {
    /// An empty lobby whose history has this mark.
    pub(super) fn new(mark: String) -> Self {
        Self {
            log: Arc::new(Mutex::new(Log {
                board: Board::new(mark),
                changes: VecDeque::new(),
                state: None,
            })),
            groups: array::from_fn(|_| watch::Sender::new(0)),
            next: AtomicUsize::new(0),
        }
    }

    pub(super) fn state(&self) -> Lobby {
        lock(&self.log).board.shown().clone()
    }

    /// Takes over what a node contributes. It becomes part of the state with the next [`advance`](Self::advance).
    pub(super) fn set(&self, node: u64, part: Part) {
        lock(&self.log).board.set(node, part);
    }

    /// Removes what a node has contributed.
    pub(super) fn remove(&self, node: u64) {
        lock(&self.log).board.remove(node);
    }

    /// Moves on to the next state, if anything has changed. Returns whether it has.
    pub(super) fn advance(&self) -> bool {
        let mut log = lock(&self.log);
        let Some(changes) = log.board.advance() else {
            return false;
        };
        let frame = write(&ServerFrame::Changes(changes));
        log.changes.push_back(frame.into());
        if log.changes.len() > CHANGES_MAX {
            log.changes.pop_front();
        }
        log.state = None;
        true
    }

    /// Tells a group of the current state.
    pub(super) fn notify(&self, group: usize) {
        let number = lock(&self.log).board.shown().number;
        if let Some(group) = self.groups.get(group) {
            group.send_replace(number);
        }
    }

    /// How many connections follow.
    pub(super) fn followers(&self) -> usize {
        self.groups.iter().map(watch::Sender::receiver_count).sum()
    }

    /// A cursor that begins at the state that a client has, if that is a state of this history.
    pub(super) fn follow(&self, after: u64, mark: Option<&str>) -> Cursor {
        let log = lock(&self.log);
        let is_known = mark == Some(&log.board.shown().mark) && after <= log.board.shown().number;
        let group = self.next.fetch_add(1, Relaxed) % GROUPS;
        Cursor {
            log: self.log.clone(),
            number: self.groups[group].subscribe(),
            after: is_known.then_some(after),
        }
    }
}

/// How far a connection is.
pub(super) struct Cursor {
    log: Arc<Mutex<Log>>,
    number: watch::Receiver<u64>,
    /// The state that the client has.
    after: Option<u64>,
}

impl Cursor {
    /// The next frames. Cancel-safe.
    pub(super) async fn next(&mut self) -> Vec<Utf8Bytes> {
        loop {
            self.number.borrow_and_update();
            let frames = self.take();
            if !frames.is_empty() {
                return frames;
            }
            if self.number.changed().await.is_err() {
                // The lobby ends with the program.
                std::future::pending::<()>().await;
            }
        }
    }

    fn take(&mut self) -> Vec<Utf8Bytes> {
        let mut log = lock(&self.log);
        let number = log.board.shown().number;
        let behind = self.after.and_then(|after| number.checked_sub(after));
        let behind = behind.and_then(|behind| usize::try_from(behind).ok());
        self.after = Some(number);
        match behind {
            Some(behind) if behind <= log.changes.len() => {
                let start = log.changes.len() - behind;
                log.changes.range(start..).cloned().collect()
            }
            _ => vec![log.state()],
        }
    }
}

impl Log {
    fn state(&mut self) -> Utf8Bytes {
        let board = &self.board;
        let encode = || write(&ServerFrame::Lobby(board.shown().clone())).into();
        self.state.get_or_insert_with(encode).clone()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use serde_json::Value;

    use super::*;

    fn publish(feed: &Feed, people: usize) {
        let part = Part {
            people,
            ..Part::default()
        };
        feed.set(1, part);
        feed.advance();
        (0..GROUPS).for_each(|group| feed.notify(group));
    }

    /// The types and numbers of the frames that are there, and the number of people.
    fn taken(cursor: &mut Cursor) -> Vec<(String, u64, u64)> {
        let frames = cursor.next().now_or_never().unwrap_or_default();
        let frame = |text: &Utf8Bytes| {
            let json: Value = serde_json::from_str(text).unwrap();
            let number = |name: &str| json[name].as_u64().unwrap();
            let kind = json["type"].as_str().unwrap().to_owned();
            (kind, number("number"), number("people"))
        };
        frames.iter().map(frame).collect()
    }

    fn frame(kind: &str, number: u64, people: u64) -> (String, u64, u64) {
        (kind.to_owned(), number, people)
    }

    #[test]
    fn a_connection_gets_the_state_and_then_changes() {
        let feed = Feed::new("mark".to_owned());
        publish(&feed, 1);
        let mut cursor = feed.follow(0, None);
        assert_eq!(feed.followers(), 1);
        assert_eq!(taken(&mut cursor), [frame("lobby", 1, 1)]);
        assert_eq!(taken(&mut cursor), []);
        publish(&feed, 2);
        publish(&feed, 2);
        publish(&feed, 3);
        let changes = [frame("changes", 2, 2), frame("changes", 3, 3)];
        assert_eq!(taken(&mut cursor), changes);
        assert_eq!(taken(&mut cursor), []);
    }

    /// Clause 5: a client that has a state of this history gets the changes since, any other the whole state.
    #[test]
    fn a_connection_resumes() {
        let feed = Feed::new("mark".to_owned());
        for people in 1..=3 {
            publish(&feed, people);
        }
        let resumed = |after, mark| taken(&mut feed.follow(after, mark));
        assert_eq!(resumed(2, Some("mark")), [frame("changes", 3, 3)]);
        assert_eq!(resumed(3, Some("mark")), []);
        for (after, mark) in [(2, None), (2, Some("other")), (4, Some("mark"))] {
            assert_eq!(resumed(after, mark), [frame("lobby", 3, 3)], "{after}");
        }
        assert_eq!(resumed(0, Some("mark")).len(), 3);
    }

    /// Clause 4: a client that cannot keep up skips changes.
    #[test]
    fn a_slow_connection_gets_the_state_again() {
        let feed = Feed::new("mark".to_owned());
        let mut cursor = feed.follow(0, Some("mark"));
        for people in 1..=CHANGES_MAX {
            publish(&feed, people);
        }
        assert_eq!(taken(&mut cursor).len(), CHANGES_MAX);
        for people in 0..=CHANGES_MAX {
            publish(&feed, people);
        }
        let number = 2 * CHANGES_MAX as u64 + 1;
        let state = frame("lobby", number, CHANGES_MAX as u64);
        assert_eq!(taken(&mut cursor), [state]);
    }
}
