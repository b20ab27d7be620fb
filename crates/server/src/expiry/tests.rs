//! Sweeps in paused time.
