//! Sessions that switch from polling to a WebSocket.
//!
//! To answer a poll, the crate first checks that the session is not upgrading, and then locks its queue. An upgrade
//! between these two steps makes the crate mistake the poll for a second one: it answers 400 and closes the session. So
//! no upgrade may start during these steps.

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

/// Engine.IO's packet without content, which answers a poll at once.
const NOOP: &str = "6";

/// How long to answer polls this way. The crate does so itself once it has started the upgrade, right after its response
/// to the request.
const BEGUN_AFTER: Duration = Duration::from_secs(10);

/// The sessions whose upgrade was requested a short while ago.
#[derive(Clone, Default)]
pub(super) struct Upgrades {
    sessions: Arc<RwLock<HashSet<Sid>>>,
}

impl Upgrades {
    /// Records the request to upgrade a session. From now on its polls are answered at once.
    pub(super) fn begin(&self, session: Sid) {
        let upgrades = self.clone();
        self.write(|sessions| sessions.insert(session));
        tokio::spawn(async move {
            sleep(BEGUN_AFTER).await;
            upgrades.write(|sessions| sessions.remove(&session));
        });
    }

    /// Answers a poll of this session.
    pub(super) async fn poll(
        &self,
        session: Sid,
        answer: impl Future<Output = Response>,
    ) -> Response {
        let mut answer = pin!(answer);
        // The crate does both steps in the first poll of its future.
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
    async fn a_poll_beside_an_upgrade_is_answered_at_once() {
        let upgrades = Upgrades::default();
        upgrades.begin(Sid::ZERO);
        assert_eq!(text(upgrades.poll(Sid::ZERO, pending()).await).await, NOOP);
        let other = upgrades.poll(Sid::new(), ready("content".into_response()));
        assert_eq!(text(other.await).await, "content");
        tokio::task::yield_now().await;
        advance(BEGUN_AFTER * 2).await;
        tokio::task::yield_now().await;
        let later = upgrades.poll(Sid::ZERO, ready("content".into_response()));
        assert_eq!(text(later.await).await, "content");
    }

    /// No upgrade starts between the crate's two steps, which are in one poll of its future.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn no_upgrade_starts_during_the_start_of_a_poll() {
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
            Poll::Ready("content".into_response())
        });
        assert_eq!(
            text(upgrades.poll(Sid::ZERO, answer).await).await,
            "content"
        );
        let thread = asked.lock().unwrap().take().unwrap();
        thread.join().unwrap();
        assert_eq!(begins.recv(), Ok("begun"));
    }
}
