//! The words of cards.

use raum_room::ClockRule;

use super::{card::clock_words, *};

#[test]
fn screens_are_found_by_their_paths() {
    assert!(matches!(Screen::at("/"), Some(Screen::Home)));
    assert!(matches!(
        Screen::at("/space"),
        Some(Screen::Kind(Kind::Space))
    ));
    assert!(matches!(
        Screen::at("/learn/chess"),
        Some(Screen::Learn(Kind::Chess))
    ));
    let Some(Screen::Room(name)) = Screen::at("/r/a%20b") else {
        panic!("a room");
    };
    assert_eq!(name, "a b");
    for path in [
        "/assets/index.js",
        "/go",
        "",
        "/r/%ff",
        "/r/a/b",
        "/r/a/",
        "/learn/go",
    ] {
        assert!(Screen::at(path).is_none(), "{path}");
    }
}

#[test]
fn markup_in_names_stays_text() {
    let escaped = escape(r#"<b>"Ada" & 'Bo'</b>"#);
    assert_eq!(
        escaped,
        "&lt;b&gt;&quot;Ada&quot; &amp; &#39;Bo&#39;&lt;/b&gt;"
    );
}

#[test]
fn clocks_are_written_as_players_do() {
    for (initial_millis, increment_millis, words) in [
        (600_000, 5000, ", 10+5"),
        (90_000, 0, ", 1.5+0"),
        (180_000, 2000, ", 3+2"),
    ] {
        let rule = ClockRule {
            initial_millis,
            increment_millis,
        };
        assert_eq!(clock_words(rule), words);
    }
}
