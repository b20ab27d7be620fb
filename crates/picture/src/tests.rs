//! What pictures show.

use raum_rules::{Game, Kind};

use super::*;

fn picture_of(kind: Kind) -> String {
    svg(&Picture::new(&kind.start(), "White to move"))
}

#[test]
fn every_piece_is_drawn() {
    for kind in Kind::ALL {
        let game = kind.start();
        let cells = kind.extent().cells();
        let pieces = cells.filter(|cell| game.piece(*cell).is_some()).count();
        // A piece has a line for its rim, which nothing else has.
        let drawn = picture_of(*kind).matches(r#"stroke-width="3""#).count();
        assert_eq!(drawn, pieces, "{kind}");
    }
}

#[test]
fn a_picture_has_the_size_that_messengers_expect() {
    for kind in Kind::ALL {
        let png = png(&picture_of(*kind)).unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let [width, height] =
            [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()));
        assert_eq!((width, height), (WIDTH, HEIGHT));
        assert!(png.len() < 200_000, "{kind}: {} bytes", png.len());
    }
}

#[test]
fn the_last_move_is_marked() {
    let game = Kind::Chess.start();
    let mut picture = Picture::new(&game, "");
    let before = svg(&picture);
    picture.last = vec![Cell::flat(4, 1), Cell::flat(4, 3)];
    assert_ne!(svg(&picture), before);
}

#[test]
fn words_are_outlines_and_cannot_be_markup() {
    let game = Kind::Chess.start();
    let hostile = svg(&Picture::new(&game, "<script>&\"' \u{202e} 漢字"));
    assert!(!hostile.contains("<script") && !hostile.contains("<text"));
    assert!(png(&hostile).is_some());
}

#[test]
fn long_words_are_broken_into_lines() {
    let lines = wrap("White won by checkmate after many moves", 32.0, 300.0);
    assert!(lines.len() > 1);
    assert_eq!(lines.join(" "), "White won by checkmate after many moves");
}

#[test]
fn what_is_no_picture_is_refused() {
    assert_eq!(png("no picture"), None);
}
