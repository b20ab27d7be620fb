//! One contract for every store: the laws in [`laws`] hold for all of them, and those in [`follow`] for several hosts of
//! one room. What only a store on disk
//! can do is in [`disk`], how it takes damage in [`damage`], and what it survives in [`crash`].

#![expect(
    clippy::unwrap_used,
    reason = "a test says what went wrong by panicking"
)]

mod crash;
mod damage;
mod disk;
mod follow;
mod laws;
mod samples;

use std::sync::Arc;

use raum_journal::{Disk, Journal, Memory};

/// Makes a test of each law for each store.
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
    };
}

contract! { laws:
    an_unknown_room_is_empty
    what_is_appended_is_read
    reading_begins_at_a_cursor
    pages_make_up_the_whole
    a_long_room_is_read_in_turns
    a_conflict_changes_nothing
    of_two_writers_one_wins
    a_batch_that_does_not_fit_is_refused_whole
    rooms_are_apart
    lists_come_in_pages
    a_deleted_room_is_gone
    a_probe_leaves_nothing
    deleting_gives_space_back
    many_tasks_append_to_many_rooms
    a_room_is_read_from_its_last_start;

follow:
    both_writers_go_on_after_conflicts
    a_follower_misses_nothing
    a_follower_waits_for_what_it_does_not_have
    a_slow_follower_reads_page_by_page
    a_follower_hears_that_its_room_is_deleted;
}

fn memory() -> Arc<dyn Journal> {
    Arc::new(Memory::default())
}

fn on_disk_in(folder: &tempfile::TempDir) -> Arc<dyn Journal> {
    Arc::new(Disk::open(folder.path()).unwrap())
}
