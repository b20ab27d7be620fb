//! Cells and extents, as the page knows them.

use serde::Serialize;

/// One place on a board: file `x`, rank `y`, level `z`, each from 0.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Cell {
    x: u8,
    y: u8,
    z: u8,
}

impl From<raum_rules::Cell> for Cell {
    fn from(raum_rules::Cell { x, y, z }: raum_rules::Cell) -> Self {
        Self { x, y, z }
    }
}

/// How many files, ranks and levels a board has.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Extent {
    x: u8,
    y: u8,
    z: u8,
}

impl From<raum_rules::Extent> for Extent {
    fn from(raum_rules::Extent { x, y, z }: raum_rules::Extent) -> Self {
        Self { x, y, z }
    }
}
