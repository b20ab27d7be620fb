//! Cells and extents as JSON.

use serde::Serialize;

/// Defines a type with the fields `x`, `y` and `z`, made from the type of the same name in the rules.
macro_rules! coordinates {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub(crate) struct $name {
            x: u8,
            y: u8,
            z: u8,
        }

        impl From<raum_rules::$name> for $name {
            fn from(raum_rules::$name { x, y, z }: raum_rules::$name) -> Self {
                Self { x, y, z }
            }
        }
    )*};
}

coordinates! {
    /// A cell of a board: file `x`, rank `y`, level `z`, each from 0.
    Cell;
}

// Only generated files have one.
#[cfg(test)]
coordinates! {
    /// The size of a board: the number of files, ranks and levels.
    Extent;
}
