//! Batches of rooms that are read together. If rooms were read one after another, waking threads would take longer than
//! reading.

use std::iter;

use raum_room::Seq;

/// How many entries the rooms of a batch have together, unless a single room has more. Replaying them takes about a
/// millisecond.
const BATCH_ENTRIES_MAX: Seq = 1000;

/// Splits rooms into batches by the number of their entries.
pub(crate) fn batches<T>(
    mut rooms: &[T],
    entries_of: impl Fn(&T) -> Seq,
) -> impl Iterator<Item = &[T]> {
    iter::from_fn(move || {
        let mut entries: Seq = 0;
        let fits = |room: &&T| {
            entries = entries.saturating_add(entries_of(room));
            entries <= BATCH_ENTRIES_MAX
        };
        let count = rooms.iter().take_while(fits).count().max(1);
        let (batch, rest) = rooms.split_at_checked(count)?;
        rooms = rest;
        Some(batch)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_have_few_entries_or_one_room() {
        let of = |rooms: &[Seq]| -> Vec<Vec<Seq>> {
            batches(rooms, |entries| *entries)
                .map(<[_]>::to_vec)
                .collect()
        };
        assert_eq!(of(&[]), Vec::<Vec<Seq>>::new());
        assert_eq!(of(&[1000, 1]), [vec![1000], vec![1]]);
        assert_eq!(
            of(&[1, 999, 5000, 2, 3]),
            [vec![1, 999], vec![5000], vec![2, 3]]
        );
        assert_eq!(of(&[Seq::MAX, Seq::MAX]), [vec![Seq::MAX], vec![Seq::MAX]]);
    }
}
