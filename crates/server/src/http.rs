//! Everything served over HTTP. [`app`] assembles the router.

mod answers;
mod api;
pub(crate) mod app;
mod browsers;
pub(crate) mod cards;
pub(crate) mod health;
pub(crate) mod hostname;
pub(crate) mod origin;
mod page;
pub(crate) mod problem;
pub(crate) mod public_url;
