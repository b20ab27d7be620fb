//! The rules of a room by example: each case is a few lines of data.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test that cannot go on stops"
)]

mod common;
mod facts;
mod script;

/// A test for each file of cases.
macro_rules! cases {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            script::run(include_str!(concat!("data/", stringify!($name), ".cases")));
        }
    )*};
}

cases! { seats leaving play draws takeback undo absence clocks rematch }
