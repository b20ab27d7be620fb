//! The rules of a room by example; `script` explains the format.

use crate::script;

/// Defines a test for each file of cases.
macro_rules! cases {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            script::run(include_str!(concat!("../data/", stringify!($name), ".cases")));
        }
    )*};
}

cases! { seats leaving play draws takeback undo absence clocks first_move rematch machines }
