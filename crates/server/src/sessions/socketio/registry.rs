//! The sessions that poll, by id. Sessions over WebSockets need no entry: no other request refers to them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use super::polling::PollingQueue;
use crate::lock::lock;

#[derive(Default)]
pub(super) struct Registry(Mutex<HashMap<String, Arc<PollingQueue>>>);

/// A session's place in the registry, which it leaves when it ends or switches to a WebSocket.
pub(super) struct Registration {
    registry: Arc<Registry>,
    id: String,
    pub(super) queue: Arc<PollingQueue>,
}

impl Registry {
    pub(super) fn get(&self, id: &str) -> Option<Arc<PollingQueue>> {
        lock(&self.0).get(id).cloned()
    }

    pub(super) fn add(self: &Arc<Self>, id: String, queue: PollingQueue) -> Registration {
        let queue = Arc::new(queue);
        lock(&self.0).insert(id.clone(), queue.clone());
        let registry = self.clone();
        Registration {
            registry,
            id,
            queue,
        }
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        lock(&self.registry.0).remove(&self.id);
        self.queue.close();
    }
}
