//! What hosts, admission and sessions share.

use std::sync::Arc;

use raum_journal::{Store, Upkeep};
use tokio_util::sync::CancellationToken;

use crate::{limits::Limits, net::rates::Rates, time::NodeClock};

/// What every host needs.
#[derive(Clone)]
pub(crate) struct Services {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) upkeep: Arc<dyn Upkeep>,
    pub(crate) clock: NodeClock,
    pub(crate) limits: Arc<Limits>,
    pub(crate) rates: Arc<Rates>,
    /// Cancelled when the server ends.
    pub(crate) ending: CancellationToken,
}
