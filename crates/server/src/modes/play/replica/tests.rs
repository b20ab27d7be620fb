//! Frames of a server, and what the copy makes of them.

use raum_room::{Answers, Event, HouseRules, Opening};
use raum_rules::Kind;
use serde_json::{Value, json};

use super::*;

fn entry(seq: Seq, event: &Event, answers: Option<(u32, u64)>) -> Value {
    let answers = answers.map(|(member, number)| Answers {
        member: MemberId(member),
        number,
    });
    let mut entry = json!({"seq": seq, "at": 1000 * seq, "event": event});
    if let Some(answers) = answers {
        entry["answers"] = json!(answers);
    }
    entry
}

fn opened() -> Value {
    let kind = Kind::TicTacToe;
    let opening = Opening {
        format: 1,
        kind,
        rules: HouseRules::native(kind),
        start: kind.start().to_string(),
        moves: Vec::new(),
    };
    entry(1, &Event::RoomOpened(opening), None)
}

fn said(seq: Seq, answers: Option<(u32, u64)>) -> Value {
    let said = json!({"type": "said", "name": "Eve", "text": "Hi"});
    entry(seq, &serde_json::from_value(said).unwrap(), answers)
}

fn entries(entries: &[Value], mark: &str) -> Value {
    json!({"type": "entries", "entries": entries, "mark": mark})
}

fn welcome(member: Option<u32>, last: Seq) -> Value {
    json!({"type": "welcome", "version": 1, "room": "R", "member": member, "last": last, "mark": "m", "now": 5000})
}

impl Replica {
    fn get(&mut self, frame: &Value) -> Vec<Value> {
        let frames = self.receive(&frame.to_string(), 4000).unwrap();
        let read = |frame: &String| serde_json::from_str(frame).unwrap();
        frames.iter().map(read).collect()
    }

    fn say_hello(&mut self) -> Value {
        serde_json::from_str(&self.hello()).unwrap()
    }
}

/// A copy with one entry, as member 1.
fn live() -> Replica {
    let mut replica = Replica::new(Some("token".to_owned()), None);
    replica.hello();
    replica.get(&welcome(Some(1), 1));
    replica.get(&entries(&[opened()], "m"));
    assert!(replica.is_live());
    replica
}

#[test]
fn a_copy_is_live_once_all_entries_have_come() {
    let mut replica = Replica::new(None, Some("sesame".to_owned()));
    let hello = replica.say_hello();
    assert_eq!(
        hello,
        json!({"type": "hello", "version": 1, "after": 0, "key": "sesame"})
    );
    let mut frame = welcome(None, 2);
    frame["token"] = json!("given");
    assert_eq!(replica.get(&frame), [] as [Value; 0]);
    assert_eq!(replica.take_new_token(), Some("given"));
    assert_eq!(replica.take_new_token(), None);
    replica.get(&entries(&[opened()], "a"));
    assert!(replica.room().is_none());
    replica.get(&entries(&[said(2, None)], "b"));
    assert_eq!(replica.room().unwrap().seq(), 2);
    assert_eq!(replica.now(4500), 5500);

    let again = replica.say_hello();
    assert!(replica.room().is_none(), "until the next welcome");
    let cursor = [&again["after"], &again["mark"], &again["token"]];
    assert_eq!(cursor, [&json!(2), &json!("b"), &json!("given")]);
}

/// Clause 9: what has no answer is sent again with the same number, and what the replay answers is not.
#[test]
fn commands_without_an_answer_are_sent_again() {
    let mut replica = live();
    let frame: Value = serde_json::from_str(&replica.ask(Command::Resign)).unwrap();
    assert_eq!(frame["number"], 1);
    replica.hello();
    assert_eq!(replica.get(&welcome(Some(1), 1)), [frame]);
    assert!(replica.has_unanswered());

    replica.hello();
    replica.get(&welcome(Some(1), 2));
    let answered = entries(&[said(2, Some((1, 1)))], "m");
    assert_eq!(replica.get(&answered), [] as [Value; 0]);
    assert!(!replica.has_unanswered());

    replica.ask(Command::Resign);
    replica.get(&json!({"type": "applied", "number": 2, "seq": 2, "member": 1}));
    assert!(!replica.has_unanswered());
}

/// Clause 6: numbers continue across processes, which the replay tells.
#[test]
fn numbers_continue_after_those_in_the_replay() {
    let mut replica = Replica::new(Some("token".to_owned()), None);
    replica.hello();
    replica.get(&welcome(Some(1), 3));
    let own = said(2, Some((1, 7)));
    let other = said(3, Some((2, 90)));
    replica.get(&entries(&[opened(), own, other], "m"));
    let frame: Value = serde_json::from_str(&replica.ask(Command::Leave)).unwrap();
    assert_eq!(frame["number"], 8);
}

#[test]
fn a_refusal_counts_until_the_room_changes() {
    let mut replica = live();
    replica.ask(Command::Resign);
    let refused =
        |code: &str| json!({"type": "refused", "number": 1, "code": code, "message": "No."});
    // The server does not know: the command stays, for the next connection.
    let unknown = replica.receive(&refused("outcome-unknown").to_string(), 0);
    assert!(matches!(unknown, Err(Unusable::UnknownOutcome)));
    assert!(replica.has_unanswered() && replica.refused().is_none());

    replica.get(&refused("not-started"));
    assert!(!replica.has_unanswered());
    assert_eq!(replica.refused().unwrap().command, Command::Resign);
    assert_eq!(replica.refused().unwrap().message, "No.");
    replica.get(&entries(&[said(2, None)], "m"));
    assert_eq!(replica.refused(), None);
}

#[test]
fn pings_are_answered_and_set_the_clock() {
    let mut replica = live();
    let ping = json!({"type": "ping", "id": 4, "now": 9000, "lagMillis": 30});
    assert_eq!(replica.get(&ping), [json!({"type": "pong", "id": 4})]);
    assert_eq!((replica.now(4000), replica.lag_millis()), (9000, 30));
    assert_eq!(
        replica.get(&json!({"type": "presence", "away": [], "spectators": 0})),
        [] as [Value; 0]
    );
}

#[test]
fn another_history_is_forgotten() {
    let mut replica = live();
    replica.ask(Command::Resign);
    replica.start_over();
    let hello = replica.say_hello();
    assert_eq!(hello["after"], 0);
    assert_eq!(hello.get("mark"), None);
    replica.get(&welcome(Some(1), 1));
    // The command was for the other history.
    assert_eq!(replica.get(&entries(&[opened()], "m")), [] as [Value; 0]);
}

#[test]
fn frames_that_do_not_fit_are_errors() {
    let mut newer = said(2, None);
    newer["format"] = json!(1_000_000);
    let mut unknown = said(2, None);
    unknown["event"]["type"] = json!("levitated");
    let cases = [
        (json!("hi"), "not part of the native dialect"),
        (json!({"type": "song"}), "not part of the native dialect"),
        (json!({"type": "entries"}), "not part of the native dialect"),
        (entries(&[said(3, None)], "m"), "do not follow entry 1"),
        (entries(&[newer], "m"), "written by a newer raum"),
        (entries(&[unknown], "m"), "written by a newer raum"),
        (
            json!({"type": "welcome", "version": 9, "room": "R", "member": null, "last": 1, "now": 1}),
            "version 9",
        ),
    ];
    for (frame, sentence) in cases {
        let error = live().receive(&frame.to_string(), 0).unwrap_err();
        assert!(error.to_string().contains(sentence), "{frame}: {error}");
    }
}
