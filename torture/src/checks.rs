//! The checks, each with the attack that it makes.

mod kills;

use futures_util::future::BoxFuture;

use crate::Setup;

/// Counts of what was tried, or why the server did not hold.
type Outcome = anyhow::Result<String>;

/// An attack and what must hold after it.
type Check = for<'a> fn(&'a Setup) -> BoxFuture<'a, Outcome>;

/// All checks by name, in the order in which they run.
pub(crate) const CHECKS: &[(&str, Check)] = &[("kills", |setup| Box::pin(kills::check(setup)))];
