//! The boards of a picture: a flat one seen from above, and a stack seen obliquely, as on the start screen of the page.

use std::{collections::HashMap, sync::LazyLock};

use raum_rules::{Cell, Game, Kind, Piece, Role, Side};
use serde::Deserialize;

use crate::{Picture, add};

const TILE_LIGHT: &str = "#e2dff0";
const TILE_DARK: &str = "#a39cca";
const LAST_LIGHT: &str = "#aed5cd";
const LAST_DARK: &str = "#7ba6b4";
const SLAB: &str = "#554e7d";
const IVORY: &str = "#f2ead8";
const SLATE: &str = "#2f3a4a";

/// A drawing of a piece in a square of this side.
#[derive(Deserialize)]
struct Drawing {
    shape: String,
    lines: String,
}

const PIECE: f32 = 48.0;

/// The page's own drawings, by role, and by side for marks.
static DRAWINGS: LazyLock<HashMap<String, Drawing>> = LazyLock::new(|| {
    let drawings = include_str!("../../../web/src/board/figures.json");
    serde_json::from_str(drawings).unwrap_or_default()
});

fn drawing(piece: Piece) -> Option<&'static Drawing> {
    DRAWINGS.get(match (piece.role, piece.side) {
        (Role::King, _) => "king",
        (Role::Queen, _) => "queen",
        (Role::Rook, _) => "rook",
        (Role::Bishop, _) => "bishop",
        (Role::Knight, _) => "knight",
        (Role::Unicorn, _) => "unicorn",
        (Role::Pawn, _) => "pawn",
        (Role::Mark, Side::First) => "X",
        (Role::Mark, Side::Second) => "O",
    })
}

fn draw_piece(svg: &mut String, piece: Piece, transform: &str) {
    let Some(Drawing { shape, lines }) = drawing(piece) else {
        return;
    };
    let (body, rim) = match piece.side {
        Side::First => (IVORY, SLATE),
        Side::Second => (SLATE, IVORY),
    };
    add(
        svg,
        format_args!(
            r#"<g transform="{transform}"><path d="{shape}" fill="{rim}" stroke="{rim}" stroke-width="3" stroke-linejoin="round"/><path d="{shape}" fill="{body}"/><path d="{lines}" fill="none" stroke="{rim}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/></g>"#
        ),
    );
}

fn colour(picture: &Picture, cell: Cell) -> &'static str {
    let has_ranks = picture.game.kind() != Kind::TicTacToe;
    let is_dark = has_ranks && (cell.x + cell.y + cell.z).is_multiple_of(2);
    match (picture.last.contains(&cell), is_dark) {
        (false, false) => TILE_LIGHT,
        (false, true) => TILE_DARK,
        (true, false) => LAST_LIGHT,
        (true, true) => LAST_DARK,
    }
}

/// Draws a board seen from above, on the right.
pub(crate) fn flat(svg: &mut String, picture: &Picture) {
    const SIDE: f32 = 530.0;
    let kind = picture.game.kind();
    let extent = kind.extent();
    let cell_side = SIDE / f32::from(extent.x);
    let (left, top) = (610.0, 50.0);
    add(
        svg,
        format_args!(
            r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="12" fill="{SLAB}"/>"#,
            left - 8.0,
            top - 8.0,
            SIDE + 16.0,
            SIDE + 16.0
        ),
    );
    // Ranks count from the bottom, the rows of tic-tac-toe from the top.
    let row = |cell: Cell| match kind {
        Kind::TicTacToe => cell.y,
        _ => extent.y - 1 - cell.y,
    };
    let gap = if kind == Kind::TicTacToe { 4.0 } else { 0.0 };
    for cell in extent.cells() {
        let x = left + f32::from(cell.x) * cell_side;
        let y = top + f32::from(row(cell)) * cell_side;
        let (side, colour) = (cell_side - gap, colour(picture, cell));
        add(
            svg,
            format_args!(
                r#"<rect x="{x:.1}" y="{y:.1}" width="{side:.1}" height="{side:.1}" fill="{colour}"/>"#
            ),
        );
        if let Some(piece) = picture.game.piece(cell) {
            let scale = cell_side / PIECE;
            draw_piece(
                svg,
                piece,
                &format!("translate({x:.1} {y:.1}) scale({scale:.3})"),
            );
        }
    }
}

/// The offsets in the picture of one file, one rank and one level.
const FILE: (f32, f32) = (58.0, 6.0);
const RANK: (f32, f32) = (34.0, -10.0);
const LEVEL: f32 = -98.0;

fn project(x: f32, y: f32, z: f32) -> (f32, f32) {
    (x * FILE.0 + y * RANK.0, x * FILE.1 + y * RANK.1 + z * LEVEL)
}

/// A parallelogram on a level as the data of a path, made smaller by a margin.
fn tile(from: (f32, f32), size: f32, z: f32, margin: f32) -> String {
    let (left, near) = (from.0 + margin, from.1 + margin);
    let (right, far) = (from.0 + size - margin, from.1 + size - margin);
    let corners = [(left, near), (right, near), (right, far), (left, far)];
    let points = corners.map(|(x, y)| {
        let (x, y) = project(x, y, z);
        format!("{x:.1} {y:.1}")
    });
    format!("M{}z", points.join("L"))
}

/// Draws a stack of levels, on the right.
pub(crate) fn stack(svg: &mut String, picture: &Picture) {
    let extent = picture.game.kind().extent();
    let side = f32::from(extent.x);
    svg.push_str(r#"<g transform="translate(634 538) scale(1.08)">"#);
    for level in 0..extent.z {
        let z = f32::from(level);
        let slab = tile((0.0, 0.0), side, z, -0.03);
        add(
            svg,
            format_args!(
                r#"<path transform="translate(0 6)" d="{slab}" fill="{SLAB}"/><path d="{slab}" fill="{SLAB}"/>"#
            ),
        );
        for y in 0..extent.y {
            for x in 0..extent.x {
                let cell = Cell::new(x, y, level);
                let path = tile((f32::from(x), f32::from(y)), 1.0, z, 0.03);
                let colour = colour(picture, cell);
                add(svg, format_args!(r#"<path d="{path}" fill="{colour}"/>"#));
            }
        }
        // The far ranks first: nearer pieces stand before them.
        for y in (0..extent.y).rev() {
            for x in 0..extent.x {
                if let Some(piece) = picture.game.piece(Cell::new(x, y, level)) {
                    let (x, y) = project(f32::from(x) + 0.5, f32::from(y) + 0.5, z);
                    let at = format!("translate({:.1} {:.1})", x - 24.0, y - 40.0);
                    draw_piece(svg, piece, &at);
                }
            }
        }
    }
    svg.push_str("</g>\n");
}
