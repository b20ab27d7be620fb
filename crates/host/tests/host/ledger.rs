//! The laws of the ledger.

use raum_host::{AppendOutcome, Ledger, Stamp, Verdict};
use raum_room::{
    Answers, EncodedEntry, Entry, Event, HouseRules, MemberId, Private, Refusal, Room,
};
use raum_rules::Kind;

const NOW: u64 = 5_000;

fn room() -> Room {
    let kind = Kind::TicTacToe;
    let opening = Room::open(kind, HouseRules::native(kind), &kind.start(), []);
    let first = Entry {
        seq: 1,
        at: 1_000,
        format: None,
        answers: None,
        event: opening.into(),
        private: None,
    };
    Room::begin(&first).unwrap()
}

fn said(text: &str) -> Event {
    Event::Said {
        member: None,
        name: "Ann".to_owned(),
        text: text.to_owned(),
    }
}

/// An entry of another writer.
fn other(seq: u64) -> Entry {
    Entry {
        seq,
        at: NOW,
        format: None,
        answers: None,
        event: said("I was first"),
        private: None,
    }
}

fn entries(written: &[EncodedEntry]) -> Vec<Entry> {
    written
        .iter()
        .map(|written| written.entry().clone())
        .collect()
}

/// A ledger that proposes this many entries.
fn proposing(count: usize, tries: u8) -> (Ledger, Vec<Entry>) {
    let mut ledger = Ledger::default();
    let events = (0..count).map(|number| said(&number.to_string())).collect();
    let stamp = Stamp::after(&room(), NOW);
    let proposed = entries(ledger.propose(events, stamp, tries));
    (ledger, proposed)
}

fn written(entries: &[Entry]) -> Vec<EncodedEntry> {
    entries.iter().cloned().map(EncodedEntry::new).collect()
}

#[test]
fn entries_are_stamped_and_the_first_has_the_answer() {
    let mut ledger = Ledger::default();
    let answers = Answers {
        member: MemberId(1),
        number: 9,
    };
    let private = Private {
        nonce: Some(3),
        ..Private::default()
    };
    let stamp = Stamp {
        answers: Some(answers),
        private: Some(private.clone()),
        ..Stamp::after(&room(), 10)
    };
    let proposed = entries(ledger.propose(vec![said("a"), said("b")], stamp, 0));
    let places: Vec<_> = proposed.iter().map(|entry| (entry.seq, entry.at)).collect();
    assert_eq!(
        places,
        [(2, 1_000), (3, 1_000)],
        "a room's time never runs backwards"
    );
    assert_eq!(proposed[0].answers, Some(answers));
    assert_eq!(proposed[0].private, Some(private));
    assert_eq!(proposed[1].answers, None);
    assert_eq!(proposed[1].private, None);
}

#[test]
fn stored_entries_are_durable() {
    for count in [1, 2] {
        let (mut ledger, proposed) = proposing(count, 0);
        assert_eq!(
            ledger.appended(AppendOutcome::Done),
            Verdict::Durable(written(&proposed))
        );
        assert!(ledger.proposed().is_empty());
    }
}

#[test]
fn after_a_conflict_the_decision_is_made_again() {
    for count in [1, 2] {
        let (mut ledger, _) = proposing(count, 0);
        let others = [other(2), other(3)];
        let verdict = ledger.appended(AppendOutcome::Conflict(others.to_vec()));
        assert_eq!(verdict, Verdict::DecideAgain(written(&others)));
        assert!(ledger.proposed().is_empty(), "it will never be stored");
    }
}

#[test]
fn own_entries_are_recognised_in_the_journal() {
    for count in [1, 2] {
        for others in 0..2 {
            for is_read in [false, true] {
                let (mut ledger, proposed) = proposing(count, 0);
                let mut found = proposed;
                found.extend((0..others).map(|place| other(2 + count as u64 + place)));
                let verdict = if is_read {
                    assert_eq!(
                        ledger.appended(AppendOutcome::Unknown),
                        Verdict::ReadJournal
                    );
                    ledger.read(Some(found.clone()))
                } else {
                    ledger.appended(AppendOutcome::Conflict(found.clone()))
                };
                assert_eq!(verdict, Verdict::Durable(written(&found)));
            }
        }
    }
}

#[test]
fn an_entry_with_another_time_is_another_writers() {
    let (mut ledger, mut found) = proposing(1, 0);
    found[0].at += 1;
    let verdict = ledger.appended(AppendOutcome::Conflict(found.clone()));
    assert_eq!(verdict, Verdict::DecideAgain(written(&found)));
}

#[test]
fn missing_entries_are_appended_again_unchanged() {
    let (mut ledger, proposed) = proposing(2, 0);
    assert_eq!(
        ledger.appended(AppendOutcome::Unknown),
        Verdict::ReadJournal
    );
    assert_eq!(ledger.read(Some(Vec::new())), Verdict::AppendAgain);
    assert_eq!(entries(ledger.proposed()), proposed);
}

#[test]
fn journal_unavailable_means_that_nothing_was_stored() {
    let gave_up = |why| Verdict::GiveUp(why, Vec::new());
    let (mut ledger, _) = proposing(1, 0);
    let verdict = ledger.appended(AppendOutcome::Unavailable);
    assert_eq!(verdict, gave_up(Refusal::JournalUnavailable));
    assert!(!ledger.is_uncertain());

    let (mut ledger, _) = proposing(1, 0);
    ledger.appended(AppendOutcome::Unknown);
    assert_eq!(ledger.read(None), gave_up(Refusal::OutcomeUnknown));
    assert!(ledger.is_uncertain());

    // The first append may still arrive after the second has failed.
    let (mut ledger, _) = proposing(1, 0);
    ledger.appended(AppendOutcome::Unknown);
    assert_eq!(ledger.read(Some(Vec::new())), Verdict::AppendAgain);
    let verdict = ledger.appended(AppendOutcome::Unavailable);
    assert_eq!(verdict, gave_up(Refusal::OutcomeUnknown));
    assert!(ledger.is_uncertain());
    assert_eq!(
        ledger.read(Some(Vec::new())),
        Verdict::DecideAgain(Vec::new())
    );
    assert!(!ledger.is_uncertain());
}

#[test]
fn a_journal_that_has_lost_entries_stops_the_ledger() {
    let (mut ledger, _) = proposing(1, 0);
    assert_eq!(ledger.appended(AppendOutcome::Behind), Verdict::Stop);
}

#[test]
fn a_read_without_a_proposal_returns_other_writers_entries() {
    let mut ledger = Ledger::default();
    let verdict = ledger.read(Some(vec![other(2)]));
    assert_eq!(verdict, Verdict::DecideAgain(written(&[other(2)])));
    let verdict = ledger.read(None);
    assert!(matches!(verdict, Verdict::GiveUp(..)));
    assert!(ledger.is_uncertain());
}

#[test]
fn retries_are_limited() {
    let mut decided = 0;
    for tries in 0..100 {
        let (mut ledger, _) = proposing(1, tries);
        decided += 1;
        match ledger.appended(AppendOutcome::Conflict(vec![other(2)])) {
            Verdict::DecideAgain(_) => {}
            verdict => {
                // Another entry has taken the proposal's place, so nothing was stored for certain.
                let others = written(&[other(2)]);
                let gave_up = Verdict::GiveUp(Refusal::JournalUnavailable, others);
                assert_eq!(verdict, gave_up);
                break;
            }
        }
    }
    assert!((2..20).contains(&decided), "{decided}");

    let (mut ledger, _) = proposing(1, 0);
    let mut appended = 1;
    let verdict = loop {
        assert_eq!(
            ledger.appended(AppendOutcome::Unknown),
            Verdict::ReadJournal
        );
        match ledger.read(Some(Vec::new())) {
            Verdict::AppendAgain if appended < 100 => appended += 1,
            verdict => break verdict,
        }
    };
    let gave_up = Verdict::GiveUp(Refusal::OutcomeUnknown, Vec::new());
    assert_eq!(verdict, gave_up);
    assert!((2..20).contains(&appended), "{appended}");
}
