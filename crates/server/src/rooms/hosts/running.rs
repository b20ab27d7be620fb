//! The life of one host: from its start until it is unloaded.

use std::mem;

use raum_host::Denied;
use raum_journal::RoomId;
use tokio::{sync::mpsc, time::Instant};

use super::{Hosts, Idle, SleepState, Start};
use crate::{
    limits::RETRY,
    lock::lock,
    rooms::{Driver, HostMessage},
};

impl Hosts {
    /// Boxed, because an async function holds its arguments twice, for as long as the room is loaded.
    pub(super) async fn run(self, mut start: Box<Start>) {
        let Start {
            id,
            mailbox,
            idle,
            from,
            entries,
            asleep,
            waking,
        } = &mut *start;
        let (id, idle) = (&*id, &*idle);
        let guard = LoadedGuard(&self, id, idle);
        // Boxed, or the task would hold the state of loading for as long as the room is loaded.
        let loaded = Box::pin(Driver::load(
            &self,
            id,
            *from,
            mem::take(entries),
            asleep.clone(),
        ));
        match loaded.await {
            Ok(mut driver) => {
                *asleep = None;
                if waking.take().is_some() {
                    driver.was_woken_by_timer();
                }
                let may_unload = |mailbox: &mpsc::Receiver<HostMessage>, asleep| {
                    self.unload(id, mailbox, asleep)
                };
                driver.run(mailbox, idle, may_unload).await;
            }
            Err(why) => {
                if let Some(asleep) = asleep.take() {
                    self.sleep_again(id.clone(), asleep);
                }
                drop(guard);
                deny_all(mailbox, why).await;
            }
        }
    }

    /// Puts a room that could not be loaded back to sleep, and retries a little later.
    fn sleep_again(&self, id: RoomId, asleep: SleepState) {
        let later = Instant::now() + RETRY;
        let asleep = SleepState {
            flag_at: asleep.flag_at.map(|flag_at| flag_at.max(later)),
            ..asleep
        };
        lock(&self.rooms).sleeping.insert(id, asleep);
        self.slept.notify_one();
    }

    /// Removes an idle host, unless a message is waiting or a client is about to send one. Puts the room to sleep if it
    /// has something to remember.
    pub(super) fn unload(
        &self,
        id: &RoomId,
        mailbox: &mpsc::Receiver<HostMessage>,
        asleep: Option<SleepState>,
    ) -> bool {
        let mut rooms = lock(&self.rooms);
        if !mailbox.is_empty() || mailbox.sender_strong_count() != 1 {
            return false;
        }
        if let Some(asleep) = asleep {
            let has_flag = asleep.flag_at.is_some();
            let registration = asleep.registration.clone();
            if !rooms.sleeping.insert(id.clone(), asleep) && has_flag {
                return false;
            }
            if let Some(registration) = registration {
                registration.fell_asleep();
            }
            self.slept.notify_one();
        }
        rooms.loaded.remove(id);
        true
    }
}

/// Removes a host from the loaded rooms when its task ends, even by a panic, so that the next message loads it again.
struct LoadedGuard<'a>(&'a Hosts, &'a RoomId, &'a Idle);

impl Drop for LoadedGuard<'_> {
    fn drop(&mut self) {
        let Self(hosts, id, idle) = self;
        lock(&hosts.rooms).loaded.remove_own(id, idle);
    }
}

/// Denies all messages of a mailbox that is no longer listed, until its last sender is gone.
pub(super) async fn deny_all(mailbox: &mut mpsc::Receiver<HostMessage>, why: Denied) {
    while let Some(message) = mailbox.recv().await {
        message.deny(why);
    }
}
