//! One contract for all stores: the laws in [`laws`], and in [`follow`] those about several hosts of one room. [`disk`],
//! [`callers`], [`intake`], [`damage`] and [`crash`] test only the store on disk; [`nats`], [`nats_damage`], [`nats_failures`] and [`nats_names`]
//! only the one on NATS.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod callers;
mod crash;
mod damage;
mod disk;
mod follow;
mod intake;
mod laws;
mod nats;
mod nats_damage;
mod nats_failures;
mod nats_names;
mod samples;

use std::sync::Arc;

use raum_journal::{Disk, Journal, Memory, test_server::NatsServer};

/// Defines a test of each law for each store.
macro_rules! contract {
    ($($file:ident: $($law:ident)*;)*) => {
        mod in_memory {
            $($(#[tokio::test(flavor = "multi_thread")]
            async fn $law() {
                super::$file::$law(super::memory()).await;
            })*)*
        }

        mod on_disk {
            $($(#[tokio::test(flavor = "multi_thread")]
            async fn $law() {
                let folder = tempfile::tempdir().unwrap();
                super::$file::$law(super::on_disk_in(&folder)).await;
            })*)*
        }

        mod on_nats {
            $($(#[tokio::test(flavor = "multi_thread")]
            async fn $law() {
                let server = super::NatsServer::start();
                super::$file::$law(super::nats::open(&server).await).await;
            })*)*
        }
    };
}

contract! { laws:
    an_unknown_room_is_empty
    appended_entries_are_read
    reads_begin_at_a_cursor
    pages_add_up_to_the_whole_room
    a_long_room_is_read_in_pages
    a_conflict_changes_nothing
    of_two_writers_one_wins
    an_invalid_batch_is_rejected_as_a_whole
    rooms_are_independent
    rooms_are_listed_in_pages
    a_deleted_room_is_gone
    a_probe_leaves_nothing
    deleting_frees_space
    many_tasks_append_to_many_rooms
    a_room_is_read_from_its_last_game;

follow:
    all_writers_continue_after_conflicts
    a_follower_misses_no_entry
    a_follower_waits_for_later_entries
    a_slow_follower_reads_page_by_page
    a_follower_is_notified_of_deletion;
}

fn memory() -> Arc<dyn Journal> {
    Arc::new(Memory::default())
}

fn on_disk_in(folder: &tempfile::TempDir) -> Arc<dyn Journal> {
    Arc::new(Disk::open(folder.path()).unwrap())
}
