//! Sessions that leave polling for a WebSocket.
//!
//! The crate looks whether a session is upgrading, and only then takes hold of what it has to say. An upgrade that
//! begins between the two makes it take the poll for a second one at once, answer 400 and end the session. So here
//! no poll begins while an upgrade does.

use std::{
    collections::HashSet,
    future::{Future, poll_fn},
    pin::pin,
    sync::{Arc, PoisonError, RwLock},
    task::Poll,
    time::Duration,
};

use axum::response::{IntoResponse, Response};
use socketioxide::socket::Sid;
use tokio::time::sleep;

/// What a poll is answered that has to wait no longer: Engine.IO's packet for nothing.
const NOOP: &str = "6";

/// The crate answers polls so by itself once it has begun the upgrade, which it does as soon as its answer to the
/// request is sent, or never.
const BEGUN_AFTER: Duration = Duration::from_secs(10);

/// The sessions whose upgrade was asked for a short while ago.
#[derive(Clone, Default)]
pub(super) struct Upgrades {
    sessions: Arc<RwLock<HashSet<Sid>>>,
}

impl Upgrades {
    /// An upgrade of this session is asked for. From now on its polls are answered at once.
    pub(super) fn begin(&self, session: Sid) {
        let upgrades = self.clone();
        self.write(|sessions| sessions.insert(session));
        tokio::spawn(async move {
            sleep(BEGUN_AFTER).await;
            upgrades.write(|sessions| sessions.remove(&session));
        });
    }

    /// The answer to a poll of this session.
    pub(super) async fn poll(
        &self,
        session: Sid,
        answer: impl Future<Output = Response>,
    ) -> Response {
        let mut answer = pin!(answer);
        // The crate looks and takes hold at the first poll of its future.
        let first = poll_fn(|context| {
            let sessions = self.sessions.read();
            let sessions = sessions.unwrap_or_else(PoisonError::into_inner);
            Poll::Ready(if sessions.contains(&session) {
                Poll::Ready(NOOP.into_response())
            } else {
                answer.as_mut().poll(context)
            })
        });
        match first.await {
            Poll::Ready(answered) => answered,
            Poll::Pending => answer.await,
        }
    }

    fn write(&self, change: impl FnOnce(&mut HashSet<Sid>) -> bool) {
        let sessions = self.sessions.write();
        change(&mut sessions.unwrap_or_else(PoisonError::into_inner));
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use axum::body::to_bytes;
    use tokio::time::advance;

    use super::*;

    async fn text(answer: Response) -> String {
        let bytes = to_bytes(answer.into_body(), 100).await.unwrap();
        String::from_utf8(bytes.into()).unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn a_poll_beside_an_upgrade_waits_for_nothing() {
        let upgrades = Upgrades::default();
        upgrades.begin(Sid::ZERO);
        assert_eq!(text(upgrades.poll(Sid::ZERO, pending()).await).await, NOOP);
        let other = upgrades.poll(Sid::new(), ready("said".into_response()));
        assert_eq!(text(other.await).await, "said");
        tokio::task::yield_now().await;
        advance(BEGUN_AFTER * 2).await;
        tokio::task::yield_now().await;
        let later = upgrades.poll(Sid::ZERO, ready("said".into_response()));
        assert_eq!(text(later.await).await, "said");
    }

    /// The law: between the crate's look and its hold, which are in one poll of its future, no upgrade begins.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn no_upgrade_begins_while_a_poll_does() {
        let upgrades = Upgrades::default();
        let (began, begins) = std::sync::mpsc::channel();
        let beginning = upgrades.clone();
        let asked = std::sync::Mutex::new(None);
        let answer = poll_fn(|_| {
            let (upgrades, began) = (beginning.clone(), began.clone());
            let runtime = tokio::runtime::Handle::current();
            *asked.lock().unwrap() = Some(std::thread::spawn(move || {
                let _inside = runtime.enter();
                began.send("asked").unwrap();
                upgrades.begin(Sid::ZERO);
                began.send("begun").unwrap();
            }));
            assert_eq!(begins.recv(), Ok("asked"));
            assert!(begins.try_recv().is_err());
            Poll::Ready("said".into_response())
        });
        assert_eq!(text(upgrades.poll(Sid::ZERO, answer).await).await, "said");
        let thread = asked.lock().unwrap().take().unwrap();
        thread.join().unwrap();
        assert_eq!(begins.recv(), Ok("begun"));
    }
}
