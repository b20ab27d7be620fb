//! Folds rooms from the journal page by page, so that a long room delays other work by one page at most.

use std::ops::ControlFlow::{self, Break, Continue};

use raum_host::Denied;
use raum_journal::{Page, Priority, RoomId};
use raum_room::Entry;

use super::Hosts;
use crate::rooms::{Owner, Urgency, denied};

impl Hosts {
    /// Folds the pages of a room into a state, on the worker threads, until the last page or until `step` breaks.
    pub(crate) async fn fold<T: Send + 'static>(
        &self,
        room: &RoomId,
        (owner, urgency): (Owner, Urgency),
        mut state: T,
        step: impl Fn(T, Vec<Entry>) -> ControlFlow<T, T> + Clone + Send + 'static,
    ) -> Result<T, Denied> {
        let priority = match urgency {
            Urgency::Entering => Priority::Load,
            Urgency::Asking => Priority::Query,
        };
        let mut next = Some(1);
        while let Some(from) = next {
            let store = &self.services.store;
            let page = store.read_page(room, from, usize::MAX, priority).await;
            let Page {
                entries,
                next: more,
            } = page.map_err(denied)?;
            let step = step.clone();
            let fold = move || step(state, entries);
            match self.workers.run(owner, urgency, fold).await? {
                Continue(folded) => state = folded,
                Break(folded) => return Ok(folded),
            }
            next = more;
        }
        Ok(state)
    }
}
