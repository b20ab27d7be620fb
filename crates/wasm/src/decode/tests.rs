//! Whatever serde writes is decoded to the same value, and no other input causes a panic.

use std::collections::BTreeSet;

use proptest::{collection::vec, option, prelude::*, strategy::Union};
use raum_room::{
    AbsenceResult, Answers, AnyMove, BadEntry, ClockRule, Command, Ending, Entry, Event, FORMAT,
    HouseRules, Leaver, Machine, MemberId, Opening, Private, Reason, Rematch, Seated, Start,
};
use raum_rules::{Kind, Side};
use raum_wire::native::{Away, Presence, ServerFrame};
use serde_json::Value;

use crate::value::BadJson;

/// One strategy per variant of an enum. The match never runs: it stops compiling when the enum gets a new variant.
macro_rules! variants {
    ($name:ident: $($pattern:pat => $strategy:expr,)*) => {{
        let _ = |value: $name| match value { $($pattern => {})* };
        Union::new([$($strategy.boxed(),)*])
    }};
}

fn text() -> impl Strategy<Value = String> {
    // Every character that needs an escape, and characters of every UTF-8 length.
    "[ -~\\n\\r\\t\\x00-\\x1fäß♞🦄\u{2028}\"\\\\/]{0,12}"
}

fn any_move() -> impl Strategy<Value = AnyMove> {
    let moves = ["e2e4", "e7e8q", "Aa2Aa3", "Dc5Ec5Q", "4"].map(str::to_owned);
    prop_oneof![text(), prop::sample::select(moves.to_vec())].prop_map(AnyMove::from)
}

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0..3_u64, Just(u64::MAX), any::<u64>()]
}

fn member() -> impl Strategy<Value = MemberId> {
    any::<u32>().prop_map(MemberId)
}

fn side() -> impl Strategy<Value = Side> {
    variants! { Side:
        Side::First => Just(Side::First),
        Side::Second => Just(Side::Second),
    }
}

fn kind() -> impl Strategy<Value = Kind> {
    (0..Kind::ALL.len()).prop_map(|index| Kind::ALL[index])
}

fn reason() -> impl Strategy<Value = Reason> {
    macro_rules! reasons {
        ($($reason:ident)*) => {
            variants! { Reason: $(Reason::$reason => Just(Reason::$reason),)* }
        };
    }
    reasons!(Checkmate Line Stalemate DeadPosition FivefoldRepetition SeventyFiveMoves FullBoard
        ThreefoldRepetition FiftyMoves Agreement Resignation Time Absence Leaving Interrupted
        Aborted NoFirstMove)
}

fn leaver() -> impl Strategy<Value = Leaver> {
    variants! { Leaver:
        Leaver::KeepsSeat { .. } => number().prop_map(|grace_millis| Leaver::KeepsSeat { grace_millis }),
        Leaver::LosesGame {} => Just(Leaver::LosesGame {}),
        Leaver::FreesSeat {} => Just(Leaver::FreesSeat {}),
    }
}

fn rematch() -> impl Strategy<Value = Rematch> {
    variants! { Rematch:
        Rematch::None => Just(Rematch::None),
        Rematch::SwapSides => Just(Rematch::SwapSides),
        Rematch::SwapStarter => Just(Rematch::SwapStarter),
    }
}

prop_compose! {
    fn clock()(initial_millis in number(), increment_millis in number()) -> ClockRule {
        ClockRule { initial_millis, increment_millis }
    }
}

prop_compose! {
    fn rules()(
        bools in any::<[bool; 6]>(),
        opener in option::of(side()),
        leaver in leaver(),
        rematch in rematch(),
        clock in option::of(clock()),
        first_move_millis in option::of(number()),
    ) -> HouseRules {
        let [spectators, chat, pass_key, solo, takeback, listed] = bools;
        HouseRules {
            spectators, chat, pass_key, opener, solo, leaver, rematch, takeback, clock, first_move_millis, listed,
        }
    }
}

prop_compose! {
    fn opening()(
        format in 0..=FORMAT,
        kind in kind(),
        rules in rules(),
        start in text(),
        moves in vec(any_move(), 0..3),
    ) -> Opening {
        Opening { format, kind, rules, start, moves }
    }
}

prop_compose! {
    fn machine()(level in any::<u8>(), seed in any::<u32>(), instant in any::<bool>()) -> Machine {
        Machine { level, seed, instant }
    }
}

prop_compose! {
    fn seated()(member in member(), name in text(), machine in option::of(machine())) -> Seated {
        Seated { member, name, machine }
    }
}

prop_compose! {
    fn start()(
        opening in opening(),
        number in any::<u32>(),
        next_member in member(),
        seats in [seated(), seated()],
    ) -> Start {
        let Opening { kind, rules, start, moves, .. } = opening;
        Start { kind, rules, number, next_member, seats, start, moves }
    }
}

fn event() -> impl Strategy<Value = Event> {
    let ply = any::<usize>;
    variants! { Event:
        Event::RoomOpened(_) => opening().prop_map(Event::RoomOpened),
        Event::SeatTaken { .. } => (member(), text(), option::of(side()), option::of(machine()))
            .prop_map(|(member, name, side, machine)| Event::SeatTaken { member, name, side, machine }),
        Event::LevelChanged { .. } => (member(), any::<u8>())
            .prop_map(|(member, level)| Event::LevelChanged { member, level }),
        Event::Renamed { .. } => (member(), text())
            .prop_map(|(member, name)| Event::Renamed { member, name }),
        Event::GameStarted(_) => start().prop_map(Event::GameStarted),
        Event::MovePlayed { .. } => any_move().prop_map(|mv| Event::MovePlayed { mv }),
        Event::DrawOffered { .. } => side().prop_map(|side| Event::DrawOffered { side }),
        Event::DrawDeclined { .. } => side().prop_map(|side| Event::DrawDeclined { side }),
        Event::TakebackAsked { .. } => (side(), ply())
            .prop_map(|(side, ply)| Event::TakebackAsked { side, ply }),
        Event::TakebackDeclined { .. } => side().prop_map(|side| Event::TakebackDeclined { side }),
        Event::Undone { .. } => ply().prop_map(|ply| Event::Undone { ply }),
        Event::Redone { .. } => ply().prop_map(|ply| Event::Redone { ply }),
        Event::GameEnded(_) => (option::of(side()), reason())
            .prop_map(|(winner, reason)| Event::GameEnded(Ending { winner, reason })),
        Event::RematchAsked { .. } => member().prop_map(|member| Event::RematchAsked { member }),
        Event::Said { .. } => (option::of(member()), text(), text())
            .prop_map(|(member, name, text)| Event::Said { member, name, text }),
        Event::DeviceAdded { .. } => member().prop_map(|member| Event::DeviceAdded { member }),
        Event::SeatLeft { .. } => member().prop_map(|member| Event::SeatLeft { member }),
        Event::ClockResumed => Just(Event::ClockResumed),
        Event::RoomClosed => Just(Event::RoomClosed),
    }
}

fn private() -> impl Strategy<Value = Private> {
    let nonce = option::of(0..1_u64 << 53);
    (option::of(text()), option::of(text()), nonce).prop_map(
        |(pass_key_hash, token_hash, nonce)| Private {
            pass_key_hash,
            token_hash,
            nonce,
        },
    )
}

prop_compose! {
    fn entry()(
        seq in number(),
        at in number(),
        format in option::of(0..=FORMAT),
        answers in option::of((member(), number())),
        event in event(),
        private in option::of(private()),
    ) -> Entry {
        let answers = answers.map(|(member, number)| Answers { member, number });
        Entry { seq, at, format, answers, event, private }
    }
}

fn command() -> impl Strategy<Value = Command> {
    let ply = any::<usize>;
    variants! { Command:
        Command::TakeSeat { .. } => (text(), option::of(side()))
            .prop_map(|(name, side)| Command::TakeSeat { name, side }),
        Command::Watch { .. } => option::of(text()).prop_map(|name| Command::Watch { name }),
        Command::Rename { .. } => text().prop_map(|name| Command::Rename { name }),
        Command::Play { .. } => (any_move(), ply()).prop_map(|(mv, ply)| Command::Play { mv, ply }),
        Command::Resign => Just(Command::Resign),
        Command::Abort => Just(Command::Abort),
        Command::OfferDraw => Just(Command::OfferDraw),
        Command::AcceptDraw => Just(Command::AcceptDraw),
        Command::DeclineDraw => Just(Command::DeclineDraw),
        Command::ClaimDraw => Just(Command::ClaimDraw),
        Command::ClaimAbsence { result: AbsenceResult::Win } =>
            Just(Command::ClaimAbsence { result: AbsenceResult::Win }),
        Command::ClaimAbsence { result: AbsenceResult::Draw } =>
            Just(Command::ClaimAbsence { result: AbsenceResult::Draw }),
        Command::AskTakeback => Just(Command::AskTakeback),
        Command::AcceptTakeback => Just(Command::AcceptTakeback),
        Command::DeclineTakeback => Just(Command::DeclineTakeback),
        Command::AskRematch => Just(Command::AskRematch),
        Command::Undo { .. } => ply().prop_map(|ply| Command::Undo { ply }),
        Command::Redo { .. } => ply().prop_map(|ply| Command::Redo { ply }),
        Command::Say { .. } => (option::of(text()), text())
            .prop_map(|(name, text)| Command::Say { name, text }),
        Command::SeatMachine { .. } => (any::<u8>(), option::of(side()), any::<bool>())
            .prop_map(|(level, side, instant)| Command::SeatMachine { level, side, instant }),
        Command::TakeOver => Just(Command::TakeOver),
        Command::SetLevel { .. } => any::<u8>().prop_map(|level| Command::SetLevel { level }),
        Command::Leave => Just(Command::Leave),
    }
}

prop_compose! {
    fn presence()(
        away in vec((member(), number()), 0..3),
        spectators in any::<usize>(),
        watchers in vec(text(), 0..3),
    ) -> Presence {
        let away = away.into_iter().map(|(member, since)| Away { member, since }).collect();
        Presence { away, spectators, watchers }
    }
}

fn server_frame() -> impl Strategy<Value = ServerFrame> {
    variants! { ServerFrame:
        ServerFrame::Welcome { .. } => (
            any::<u32>(), text(), option::of(member()), option::of(text()), number(),
            option::of(text()), number()
        ).prop_map(|(version, room, member, token, last, mark, now)| {
            ServerFrame::Welcome { version, room, member, token, last, mark, now }
        }),
        ServerFrame::Entries { .. } => (vec(entry(), 0..3), option::of(text()))
            .prop_map(|(entries, mark)| ServerFrame::Entries { entries, mark }),
        ServerFrame::Applied { .. } => (number(), number(), option::of(member()))
            .prop_map(|(number, seq, member)| ServerFrame::Applied { number, seq, member }),
        ServerFrame::Refused { .. } => (number(), text(), text())
            .prop_map(|(number, code, message)| ServerFrame::Refused { number, code, message }),
        ServerFrame::Presence(_) => presence().prop_map(ServerFrame::Presence),
        ServerFrame::Ping { .. } => (number(), number(), option::of(number()))
            .prop_map(|(id, now, lag_millis)| ServerFrame::Ping { id, now, lag_millis }),
    }
}

/// The JSON of a value in two layouts, one of them with an unknown field, as a later version may write it.
fn layouts(value: &impl serde::Serialize) -> [String; 2] {
    let mut extended = serde_json::to_value(value).unwrap();
    if let Value::Object(fields) = &mut extended {
        fields.insert("aLaterField".into(), serde_json::json!([{"a": null}, true]));
    }
    [
        serde_json::to_string(value).unwrap(),
        serde_json::to_string_pretty(&extended).unwrap(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn entries_round_trip(entry in entry()) {
        for json in layouts(&entry) {
            prop_assert_eq!(super::entry(&json), Ok(entry.clone()));
        }
    }

    #[test]
    fn commands_round_trip(command in command()) {
        for json in layouts(&command) {
            prop_assert_eq!(super::command(&json), Ok(command.clone()));
        }
    }

    #[test]
    fn frames_round_trip(frame in server_frame()) {
        for json in layouts(&frame) {
            prop_assert_eq!(super::server_frame(&json), Ok(frame.clone()));
        }
    }

    /// If both this module and serde accept a frame, they decode it to the same value. No frame causes a panic.
    #[test]
    fn damaged_frames_are_rejected_or_decoded_as_by_serde(
        frame in server_frame(),
        place in any::<prop::sample::Index>(),
        damage in "[ \"\\\\{}\\[\\]:,0-9a-z\\x00é-]{0,2}",
    ) {
        let mut json = serde_json::to_string(&frame).unwrap();
        let ends: Vec<_> = json.char_indices().map(|(at, char)| at..at + char.len_utf8()).collect();
        json.replace_range(place.get(&ends).clone(), &damage);
        if let (Ok(read), Ok(same)) = (super::server_frame(&json), serde_json::from_str(&json)) {
            prop_assert_eq!(read, same);
        }
    }
}

/// The page and the server have the same rule for what a newer version wrote and what is damaged.
#[test]
fn page_and_server_recognise_the_same_entries_as_newer() {
    let journal = include_str!("../../../room/tests/data/journal-1.jsonl");
    let changes = [
        ("", ""),
        ("{", r#"{"format":1,"#),
        ("{", r#"{"format":2,"#),
        ("{", r#"{"format":3,"#),
        ("{", r#"{"format":4,"#),
        (r#""format":1"#, r#""format":4"#),
        (r#""kind":"chess""#, r#""kind":"go""#),
        (r#""type":""#, r#""type":"later-"#),
        (r#""chat":true"#, r#""chat":true,"bots":true"#),
        (r#""seq":"#, r#""number":"#),
        (r#""at":"#, r#""time":"#),
        (r#""event":"#, r#""events":"#),
        (r#""type":"#, r#""kind":"#),
    ];
    let mut newer = 0;
    for line in journal.lines() {
        for (old, new) in changes {
            let line = line.replacen(old, new, 1);
            let by_server = Entry::read(&line);
            let is_newer = matches!(by_server, Err(BadEntry::Newer(_)));
            newer += usize::from(is_newer);
            let here = super::entry(&line);
            assert_eq!(here == Err(BadJson::Newer), is_newer, "{line}: {here:?}");
            assert_eq!(here.ok(), by_server.ok(), "{line}");
            let frame = format!(r#"{{"type":"entries","entries":[{line}],"mark":"a1"}}"#);
            let frame = super::server_frame(&frame);
            assert_eq!(frame == Err(BadJson::Newer), is_newer, "{line}");
        }
    }
    assert!(newer > 60, "{newer}");
}

/// The fixture of the page's tests has valid frames of the server's dialect.
#[test]
fn recorded_frames_are_valid() {
    let transcript = include_str!("../../../../web/src/raum/fixtures/transcript.jsonl");
    let (mut received, mut sent) = (0, 0);
    for line in transcript.lines() {
        let step: Value = serde_json::from_str(line).unwrap();
        if let Some(frame) = step["receives"].as_str() {
            let by_serde: ServerFrame = serde_json::from_str(frame).unwrap();
            assert_eq!(raum_wire::native::write(&by_serde), frame);
            assert_eq!(super::server_frame(frame), Ok(by_serde));
            received += 1;
        }
        if let Some(frame) = step["sends"].as_str() {
            raum_wire::native::read(frame).unwrap();
            sent += 1;
        }
    }
    assert!(received > 0 && sent > 0);
}

/// The strategies generate every variant, so the tests above cover all of them.
#[test]
fn strategies_generate_every_variant() {
    fn tags<T: serde::Serialize>(strategy: impl Strategy<Value = T>) -> usize {
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let tags: BTreeSet<_> = (0..1024)
            .map(|_| {
                let value = strategy.new_tree(&mut runner).unwrap();
                let json = serde_json::to_value(proptest::strategy::ValueTree::current(&value));
                json.unwrap()["type"].to_string()
            })
            .collect();
        tags.len()
    }
    assert_eq!(
        (tags(event()), tags(command()), tags(server_frame())),
        (19, 22, 6)
    );
}
