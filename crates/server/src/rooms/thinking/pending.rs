//! A thought under way, as a host's driver sees it.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use raum_room::{Command, Thought, ThoughtKey};
use tokio::{
    sync::oneshot,
    time::{Instant, sleep_until, timeout_at},
};

use super::budget;
use crate::time::NodeClock;

/// A thought under way. Dropping it ends the search.
pub(crate) struct Pending {
    /// The situation that it is about.
    pub(crate) key: ThoughtKey,
    hurry: Arc<AtomicBool>,
    answer: Answer,
}

type Answer = Pin<Box<dyn Future<Output = Option<Vec<Command>>> + Send + Sync>>;

impl Pending {
    pub(super) fn new(
        thought: &Thought,
        answer: oneshot::Receiver<Vec<Command>>,
        clock: &NodeClock,
    ) -> Self {
        let hurry = Arc::new(AtomicBool::new(false));
        let deadline = budget::time(thought).map(|time| Instant::now() + time);
        let not_before = clock.instant(thought.not_before);
        Self {
            key: thought.key,
            answer: Box::pin(wait(answer, hurry.clone(), deadline, not_before)),
            hurry,
        }
    }

    pub(super) fn hurry(&self) -> Arc<AtomicBool> {
        self.hurry.clone()
    }

    /// The machine's commands, not before a natural pause; none if the server shuts down. May be cancelled.
    pub(crate) async fn answer(&mut self) -> Option<Vec<Command>> {
        self.answer.as_mut().await
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.hurry.store(true, Relaxed);
    }
}

async fn wait(
    mut answer: oneshot::Receiver<Vec<Command>>,
    hurry: Arc<AtomicBool>,
    deadline: Option<Instant>,
    not_before: Instant,
) -> Option<Vec<Command>> {
    let deadline = deadline.unwrap_or_else(|| Instant::now() + Duration::from_hours(24));
    let in_time = timeout_at(deadline, &mut answer).await;
    let commands = if let Ok(commands) = in_time {
        commands
    } else {
        hurry.store(true, Relaxed);
        answer.await
    };
    sleep_until(not_before).await;
    commands.ok()
}
