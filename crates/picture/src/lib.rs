//! Pictures of positions, for links in messengers: [`svg`] draws one, [`png`] turns it into pixels.

#![warn(missing_docs)]

mod board;
mod text;

use std::fmt::Write;

use raum_rules::{AnyGame, Cell, Kind};
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};

use text::{draw, wrap};

/// The size of a picture, as messengers show it.
pub const WIDTH: u32 = 1200;
/// The height of a picture.
pub const HEIGHT: u32 = 630;

/// What a picture shows: a position, with words beside it. Characters other than those of plain English are left out.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The position.
    pub game: &'a AnyGame,
    /// The cells of the last move.
    pub last: Vec<Cell>,
    /// What it says, below the name of the kind.
    pub words: &'a str,
}

impl<'a> Picture<'a> {
    /// A picture of a position, without a last move.
    pub fn new(game: &'a AnyGame, words: &'a str) -> Self {
        Self {
            game,
            last: Vec::new(),
            words,
        }
    }
}

/// The left edge of the words, and their width.
const WORDS: (f32, f32) = (80.0, 470.0);
const TITLE_SIZE: f32 = 62.0;
const WORDS_SIZE: f32 = 32.0;

/// Draws a picture as SVG.
pub fn svg(picture: &Picture) -> String {
    let kind = picture.game.kind();
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">
<defs><radialGradient id="g" cx="0.74" cy="0.5" r="0.8"><stop offset="0" stop-color="#fbfbff"/><stop offset="1" stop-color="#dedcf0"/></radialGradient></defs>
<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#g)"/>
<g transform="translate(76 66) scale(2.6)">{LOGO}</g>
"##
    );
    let (left, width) = WORDS;
    draw(&mut svg, "raum", left + 94.0, 124.0, 54.0, INK);
    draw(&mut svg, kind.title(), left, 330.0, TITLE_SIZE, INK);
    let lines = wrap(picture.words, WORDS_SIZE, width);
    for (line, bottom) in lines.iter().zip([392.0, 436.0, 480.0]) {
        draw(&mut svg, line, left, bottom, WORDS_SIZE, QUIET);
    }
    if kind == Kind::Space {
        board::stack(&mut svg, picture);
    } else {
        board::flat(&mut svg, picture);
    }
    svg.push_str("</svg>\n");
    svg
}

const INK: &str = "#1d1b2c";
const QUIET: &str = "#5b5872";

/// The icon, 32 units wide.
const LOGO: &str = r##"<path d="M16 15 30 21 16 27 2 21z" fill="#4a43b5"/><path d="M16 9.5 30 15.5 16 21.5 2 15.5z" fill="#7d75e0"/><path d="M16 4 30 10 16 16 2 10z" fill="#f2ead8"/><path d="M16 4 23 7 16 10 9 7zM16 10 23 13 16 16 9 13z" fill="#e69f00"/>"##;

/// Renders an SVG of [`svg`] as PNG. Takes some ten milliseconds; `None` if it is not such an SVG.
pub fn png(svg: &str) -> Option<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default()).ok()?;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT)?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

/// Appends formatted text. Writing to a string cannot fail.
pub(crate) fn add(svg: &mut String, arguments: std::fmt::Arguments) {
    svg.write_fmt(arguments).ok();
}

#[cfg(test)]
mod tests;
