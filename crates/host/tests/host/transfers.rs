//! Transfer codes.

use raum_host::Denied;
use raum_room::{Event, MemberId};

use crate::table::Table;

/// Whether a device gets a seat with a code.
fn takes(table: &mut Table, device: &str, code: &str) -> bool {
    let session = table.connect(device, Some(code), 0);
    table.store();
    match table.denied(session) {
        None => matches!(table.last(), Event::DeviceAdded { .. }),
        Some(why) => {
            assert_eq!(why, Denied::Forbidden);
            false
        }
    }
}

#[test]
fn a_code_works_once_and_expires() {
    let mut table = Table::native();
    table.sit("ann");
    assert_eq!(table.offer("stranger", "code"), Err(Denied::Forbidden));
    assert!(!takes(&mut table, "phone", "code"));
    assert_eq!(table.offer("ann", "code"), Ok(()));
    assert!(takes(&mut table, "phone", "code"));
    assert!(!takes(&mut table, "thief", "code"));
    assert_eq!(table.host.presence().members[0].member, MemberId(1));
    assert_eq!(table.offer("phone", "late"), Ok(()));
    assert_eq!(table.host.transfers_until(), Some(table.now + 10_000));
    table.now += 10_000;
    assert!(!takes(&mut table, "laptop", "late"));
}

#[test]
fn only_the_newest_codes_of_a_seat_work() {
    let mut table = Table::native();
    table.sit("ann");
    for code in ["1", "2", "3", "4", "5"] {
        assert_eq!(table.offer("ann", code), Ok(()));
    }
    assert!(!takes(&mut table, "old", "1"));
    assert!(takes(&mut table, "new", "2"));
}
