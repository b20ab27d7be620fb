//! The house style: phrases that readers stumble over do not occur in sources, words files and documents.
//! CONTRIBUTING.md describes the style.

use std::fs;

use crate::{root, tracked};

/// Phrases without a named subject, in lower case. Each is in two parts, so that this list does not contain it.
const PHRASES: [[&str; 2]; 7] = [
    ["who", "ever"],
    ["some", "body"],
    ["those ", "who"],
    ["is ", "told"],
    ["are ", "told"],
    ["has ", "everyone"],
    ["that there ", "is not"],
];

/// Files whose text is not ours to change, each with the reason.
const EXCEPTIONS: [(&str, &str); 0] = [];

/// Splits text into lower-case words separated by single spaces. Identifiers count as their words. Line breaks and
/// comment marks count as spaces, so that wrapped phrases are found; other punctuation separates phrases.
fn words(text: &str) -> String {
    let mut words = String::from(" ");
    let mut is_lower = false;
    for letter in text.chars() {
        if letter.is_alphabetic() {
            if is_lower && letter.is_uppercase() {
                words.push(' ');
            }
            words.extend(letter.to_lowercase());
        } else if letter.is_whitespace() || "_-/*#!|".contains(letter) {
            if !words.ends_with(' ') {
                words.push(' ');
            }
        } else {
            words.push_str(" . ");
        }
        is_lower = letter.is_lowercase();
    }
    words.push(' ');
    words
}

fn phrases_in(text: &str) -> Vec<String> {
    let words = words(text);
    PHRASES
        .iter()
        .map(|parts| parts.concat())
        .filter(|phrase| words.contains(&format!(" {phrase} ")))
        .collect()
}

#[test]
fn identifiers_and_wrapped_lines_are_searched() {
    let [pronoun, noun, pair, ..] = PHRASES.map(|parts| parts.concat());
    let wrapped = pair.replace(' ', "\n    /// ");
    let found = [
        (format!("/// {wrapped} watch"), pair.clone()),
        (format!("fn {}_watch", pair.replace(' ', "_")), pair),
        (
            format!("const is{}Here", pronoun.replacen('w', "W", 1)),
            pronoun,
        ),
        (format!("`{}`'s", noun.to_uppercase()), noun),
    ];
    for (text, phrase) in found {
        assert_eq!(phrases_in(&text), [phrase], "{text}");
    }
    assert_eq!(
        phrases_in("the client that is. Told apart, she sees those. Who knows"),
        [""; 0]
    );
}

#[test]
fn no_file_contains_a_phrase_without_a_named_subject() {
    let mut found = Vec::new();
    for path in tracked() {
        // Pictures are not text.
        let Ok(text) = fs::read_to_string(root().join(&path)) else {
            continue;
        };
        if EXCEPTIONS.iter().any(|(exception, _)| *exception == path) {
            continue;
        }
        for phrase in phrases_in(&text) {
            found.push(format!("{path}: {phrase}"));
        }
    }
    assert_eq!(found, [""; 0]);
}

#[test]
fn every_exception_is_needed() {
    for (path, reason) in EXCEPTIONS {
        let text = fs::read_to_string(root().join(path)).unwrap();
        assert!(
            !phrases_in(&text).is_empty(),
            "{path} needs no exception: {reason}"
        );
    }
}
