//! Connections and where they come from: the listener, client addresses, and rate limits.

pub(crate) mod address;
pub(crate) mod bind;
pub(crate) mod listener;
pub(crate) mod rates;
pub(crate) mod throttle;
pub(crate) mod valve;
