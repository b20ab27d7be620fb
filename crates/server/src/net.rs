//! Connections and client addresses: the listener, rate limits and back-pressure.

mod address;
mod bind;
mod listener;
mod rates;
mod throttle;

pub(crate) use address::Address;
pub(crate) use bind::{bind, socket_address};
pub(crate) use listener::Listener;
pub(crate) use rates::{Client, Rates};
pub(crate) use throttle::{Headcount, Slot, Throttle};
