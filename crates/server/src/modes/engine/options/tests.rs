//! Options as data.

use super::*;

#[test]
fn values_within_the_bounds_are_set_by_names_in_any_case() {
    let mut options = Options::default();
    let cases = [
        ("UCI_Variant", "space", Change::Kind),
        ("hash", "1", Change::Hash),
        ("HASH", "4096", Change::Hash),
        ("Threads", "2", Change::Threads),
        ("MultiPV", "3", Change::Later),
        ("Level", "1", Change::Later),
        ("move overhead", "100", Change::Later),
        ("UCI_Elo", "1500", Change::Later),
        ("UCI_LimitStrength", "true", Change::Later),
        ("clear hash", "", Change::ClearHash),
    ];
    for (name, value, change) in cases {
        assert_eq!(options.set(name, value), Ok(change), "{name}");
    }
    let expected = Options {
        kind: Kind::Space,
        hash: 4096,
        threads: 2,
        lines: 3,
        overhead: Duration::from_millis(100),
        level: 1,
        limits_strength: true,
        elo: 1500,
    };
    assert_eq!(options, expected);
}

#[test]
fn bad_values_get_a_sentence_and_change_nothing() {
    let cases = [
        ("Hash", "0", r#"Hash is from 1 to 4096, not "0""#),
        ("Hash", "4097", r#"Hash is from 1 to 4096, not "4097""#),
        ("Hash", "", r#"Hash is from 1 to 4096, not """#),
        ("Hash", "-1", r#"Hash is from 1 to 4096, not "-1""#),
        (
            "Threads",
            "99999999999999999999999",
            r#"Threads is from 1 to 64, not "99999999999999999999999""#,
        ),
        ("Level", "9", r#"Level is from 1 to 8, not "9""#),
        ("MultiPV", "0", r#"MultiPV is from 1 to 500, not "0""#),
        (
            "Move Overhead",
            "5001",
            r#"Move Overhead is from 0 to 5000, not "5001""#,
        ),
        (
            "UCI_Variant",
            "go",
            r#""go": unknown kind: expected one of chess, space, tictactoe"#,
        ),
        (
            "UCI_LimitStrength",
            "yes",
            r#"UCI_LimitStrength is true or false, not "yes""#,
        ),
        ("Ponder", "true", r#"unknown option "Ponder""#),
    ];
    for (name, value, sentence) in cases {
        let mut options = Options::default();
        assert_eq!(options.set(name, value), Err(sentence.into()));
        assert_eq!(options, Options::default());
    }
}

#[test]
fn the_level_follows_the_option_or_the_rating() {
    let level = |settings: &[(&str, &str)]| {
        let mut options = Options::default();
        for (name, value) in settings {
            options.set(name, value).unwrap();
        }
        options.level().map(Level::number)
    };
    let limited = ("UCI_LimitStrength", "true");
    assert_eq!(level(&[]), None);
    assert_eq!(level(&[("Level", "8")]), None);
    assert_eq!(level(&[("Level", "3")]), Some(3));
    assert_eq!(level(&[("UCI_Elo", "600")]), None);
    assert_eq!(level(&[limited]), None);
    assert_eq!(level(&[limited, ("UCI_Elo", "600")]), Some(1));
    assert_eq!(level(&[limited, ("UCI_Elo", "1500")]), Some(5));
    assert_eq!(level(&[limited, ("UCI_Elo", "2400")]), None);
    // The rating is one of chess.
    let space = ("UCI_Variant", "space");
    assert_eq!(level(&[limited, ("UCI_Elo", "600"), space]), None);
    let tictactoe = ("UCI_Variant", "tictactoe");
    assert_eq!(level(&[tictactoe, ("Level", "2")]), Some(2));
    assert_eq!(level(&[tictactoe, ("Level", "7")]), Some(3));
}
