//! Capacity for guests.

use raum_host::Denied;
use raum_wire::native::Close;

use crate::table::Table;

#[test]
fn no_network_fills_a_room() {
    let mut table = Table::native();
    table.limits.sessions_per_room_and_address_max = 2;
    // In these tests a guest's network is the length of its token.
    let guests = ["aa", "bb", "cc"].map(|token| table.connect(token, None, 0));
    assert!(table.has_entered(guests[1]));
    assert_eq!(table.denied(guests[2]), Some(Denied::Full));
    let other = table.connect("ddd", None, 0);
    assert!(table.has_entered(other));
}

#[test]
fn in_a_full_room_the_network_with_the_most_guests_loses_one() {
    let mut table = Table::native();
    table.limits.sessions_per_room_max = 3;
    let guests = ["aa", "bb", "cc"].map(|token| table.connect(token, None, 0));
    let newcomer = table.connect("ddd", None, 0);
    assert!(table.has_entered(newcomer));
    assert_eq!(
        table.closed(guests[0]),
        Some(Close::Full),
        "the oldest guest"
    );
    let third = table.connect("ee", None, 0);
    assert_eq!(table.denied(third), Some(Denied::Full));
}

#[test]
fn members_always_get_in() {
    let mut table = Table::native();
    let ann = table.sit("ann");
    table.limits.sessions_per_room_max = 1;
    table.feed(raum_host::Input::Disconnect(ann));
    let guest = table.connect("guest", None, 0);
    assert!(table.has_entered(guest));
    let ann = table.connect("ann", None, 0);
    assert!(table.has_entered(ann));
}
