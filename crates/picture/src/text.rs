//! Words as outlines: the pictures need no fonts.

use std::{collections::HashMap, sync::LazyLock};

use crate::add;

/// An outline, in thousandths of the font size, with the distance to the next letter.
struct Glyph {
    advance: f32,
    outline: &'static str,
}

/// A character, its advance and its outline in each line. See LICENSE-glyphs.txt.
static GLYPHS: LazyLock<HashMap<char, Glyph>> = LazyLock::new(|| {
    let lines = include_str!("glyphs.txt").lines();
    lines
        .filter_map(|line| {
            let mut characters = line.chars();
            let character = characters.next()?;
            let rest = characters.as_str().trim_start();
            let (advance, outline) = rest.split_once(' ').unwrap_or((rest, ""));
            let advance = advance.parse().ok()?;
            Some((character, Glyph { advance, outline }))
        })
        .collect()
});

fn glyphs(text: &str) -> impl Iterator<Item = &'static Glyph> {
    text.chars().filter_map(|letter| GLYPHS.get(&letter))
}

fn width(text: &str, size: f32) -> f32 {
    glyphs(text).map(|glyph| glyph.advance).sum::<f32>() * size / 1000.0
}

/// Draws a line of text, with its left end on the base line at a point.
pub(crate) fn draw(svg: &mut String, text: &str, x: f32, y: f32, size: f32, colour: &str) {
    let scale = size / 1000.0;
    add(
        svg,
        format_args!(
            r#"<g transform="translate({x:.1} {y:.1}) scale({scale:.4})" fill="{colour}">"#
        ),
    );
    let mut left = 0.0;
    for Glyph { advance, outline } in glyphs(text) {
        if !outline.is_empty() {
            add(
                svg,
                format_args!(r#"<path transform="translate({left:.0} 0)" d="{outline}"/>"#),
            );
        }
        left += advance;
    }
    svg.push_str("</g>\n");
}

/// Breaks words into lines of at most this width. A longer word stands alone.
pub(crate) fn wrap(words: &str, size: f32, width_max: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= width_max => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
