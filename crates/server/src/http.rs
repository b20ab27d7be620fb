//! Everything answered over HTTP: [`app`] puts it together.

mod answers;
mod api;
pub(crate) mod app;
mod browsers;
pub(crate) mod health;
pub(crate) mod hostname;
pub(crate) mod origin;
mod page;
pub(crate) mod problem;
