//! Facts about a room as short texts, for comparison with expected values.

use raum_room::{Bout, MemberId, Millis, Room};
use raum_rules::{Move, Side};

/// A string field of a value's JSON.
pub(crate) fn word_of(value: &impl serde::Serialize, key: &str) -> String {
    let json = serde_json::to_value(value).expect("JSON");
    json[key].as_str().unwrap_or("-").to_owned()
}

/// A value whose JSON is a string.
fn word(value: &impl serde::Serialize) -> String {
    let json = serde_json::to_value(value).expect("JSON");
    json.as_str().expect("a string").to_owned()
}

/// A fact about a room; `-` for nothing.
pub(crate) fn show(room: &Room, fact: &str, now: Millis) -> String {
    let shown = match (fact, room.bout()) {
        ("phase", _) => Some(word(&room.phase())),
        ("seats", _) => Some(seats(room)),
        ("thought", _) => thought(room, now),
        ("next-member", _) => Some(room.next_member().0.to_string()),
        (fact, Some(bout)) => show_bout(room, bout, fact, now),
        (_, None) => None,
    };
    shown
        .filter(|text| !text.is_empty())
        .unwrap_or_else(|| "-".to_owned())
}

fn seats(room: &Room) -> String {
    let seats = room.seats().iter().map(|seat| {
        let left = seat
            .left_at
            .map_or(String::new(), |at| format!(" left {at}"));
        let machine = seat.machine.map_or(String::new(), |machine| {
            let pace = if machine.instant { " instant" } else { "" };
            format!(" level {}{pace}", machine.level)
        });
        format!(
            "{} {} {}{machine}{left}",
            seat.member.0,
            seat.name,
            seat.side.map_or("-", side_word)
        )
    });
    seats.collect::<Vec<_>>().join(", ")
}

/// Who has to think about what, and the clock.
fn thought(room: &Room, now: Millis) -> Option<String> {
    let thought = room.thought(now)?;
    let record = &thought.record;
    let mut facts = vec![
        thought.member.0.to_string(),
        side_word(thought.side).to_owned(),
        format!("game {} ply {}", thought.number, record.moves().len()),
    ];
    facts.extend(thought.draw_offered.then(|| "offered".to_owned()));
    facts.extend(thought.last_offer.map(|ply| format!("last offer {ply}")));
    facts.extend(
        thought
            .clock
            .map(|clock| format!("clock {}+{}", clock.left_millis, clock.increment_millis)),
    );
    Some(facts.join(" "))
}

fn show_bout(room: &Room, bout: &Bout, fact: &str, now: Millis) -> Option<String> {
    let texts = |moves: &mut dyn Iterator<Item = Move>| {
        let texts: Vec<_> = moves.map(|mv| room.kind().move_text(mv)).collect();
        texts.join(" ")
    };
    match fact {
        "game" => Some(bout.number().to_string()),
        "start" => Some(bout.record().start().to_string()),
        "position" => Some(bout.record().game().to_string()),
        "turn" => Some(side_word(bout.turn()).to_owned()),
        "moves" => Some(texts(&mut bout.record().moves().iter().copied())),
        "redo" => Some(texts(&mut bout.redo_line())),
        "offer" => bout.draw_offer().map(|side| side_word(side).to_owned()),
        "takeback" => bout
            .takeback()
            .map(|wish| format!("{} {}", side_word(wish.side), wish.ply)),
        "first-move-by" => room.first_move_by().map(|at| at.to_string()),
        "votes" => {
            let votes = bout.rematch().iter().map(|member| member.0.to_string());
            Some(votes.collect::<Vec<_>>().join(" "))
        }
        "end" => bout.ending().map(|ending| {
            let without = if ending.is_draw() { "draw" } else { "-" };
            let winner = ending.winner.map_or(without, side_word);
            format!("{winner} {}", word_of(&ending, "reason"))
        }),
        "clock" => bout.clock().map(|clock| {
            let [first, second] = Side::BOTH.map(|side| clock.left_millis(side, now));
            let running = clock.running().map_or("-", side_word);
            format!("{first} {second} {running}")
        }),
        "undo-to" => room.undo_to(MemberId(1)).map(|ply| ply.to_string()),
        "redo-to" => room.redo_to(MemberId(1)).map(|ply| ply.to_string()),
        "deadline" => bout.clock()?.deadline().map(|at| at.to_string()),
        other => panic!("no such fact: {other}"),
    }
}

fn side_word(side: Side) -> &'static str {
    ["first", "second"][side.index()]
}
