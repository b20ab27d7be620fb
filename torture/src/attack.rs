//! Attacks that ten addresses run at once.
