//! The numbers that shape the search. A match against a search with a part switched off shows what the part is worth.

/// Defines [`Params`] from one line per number.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        /// The numbers that shape a search. Zero switches a part off where its comment says "whether".
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Params {
            /// What suits space chess.
            pub const SPACE: Self = Self { $($name: $value,)* };

            /// Sets a number by its name. Returns whether there is such a number.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

params! {
    /// Half the width of the first window around the last score.
    window = 25;
    /// Whether the hash table's scores and moves are used.
    hash = 1;
    /// Whether a side that would stay ahead after passing is cut off.
    null_move = 1;
    /// Whether late moves are searched less deep.
    reductions = 1;
    /// The reduction of every late move, in hundredths of a ply.
    reduction_base = 90;
    /// Divides the product of the logarithms of depth and move number, in hundredths.
    reduction_divisor = 170;
    /// Divides the history score by which a reduction shrinks.
    reduction_history = 8192;
    /// Whether late quiet moves are left out at low depth.
    late_pruning = 1;
    /// How many quiet moves are tried at depth 0.
    late_base = 13;
    /// How many more are tried by the square of the depth, in hundredths.
    late_slope = 200;
    /// Whether quiet moves that cannot reach alpha are left out.
    futility = 1;
    /// What a quiet move may gain at depth 0.
    futility_base = 100;
    /// What it may gain more for each ply.
    futility_slope = 50;
    /// Whether positions far above beta are cut off.
    reverse_futility = 1;
    /// How far above beta for each ply.
    reverse_margin = 60;
    /// Whether moves that lose material on their cell are left out at low depth.
    exchange_pruning = 1;
    /// The loss that a quiet move may cost, by the square of the depth.
    exchange_quiet = 30;
    /// The loss that a capture may cost, by the depth.
    exchange_capture = 90;
    /// Whether moves that give check are never left out.
    spare_checks = 0;
    /// Whether checks are searched deeper.
    check_extension = 0;
    /// Whether positions without a known best move are searched less deep.
    internal_reductions = 0;
    /// Whether moves are ordered by what cut off before.
    histories = 1;
    /// One in so many nodes looks for mates; 0 for none.
    mate_share = 12;
    /// The nodes of a search that is large enough to look for mates.
    mate_nodes_min = 40_000;
    /// Whether quiescence may stop at one quiet evasion.
    one_evasion = 1;
    /// What a capture may gain above its piece in quiescence.
    quiescence_margin = 120;
}

impl Params {
    /// The parts of a plain search, frozen: later versions are measured against it.
    pub const PLAIN: Self = Self {
        window: 25,
        hash: 1,
        null_move: 1,
        reductions: 1,
        reduction_base: 90,
        reduction_divisor: 170,
        reduction_history: 8192,
        late_pruning: 1,
        late_base: 3,
        late_slope: 100,
        futility: 1,
        futility_base: 100,
        futility_slope: 50,
        reverse_futility: 1,
        reverse_margin: 60,
        exchange_pruning: 1,
        exchange_quiet: 30,
        exchange_capture: 90,
        spare_checks: 0,
        check_extension: 1,
        internal_reductions: 1,
        histories: 1,
        mate_share: 0,
        mate_nodes_min: 40_000,
        one_evasion: 1,
        quiescence_margin: 120,
    };
}

impl Default for Params {
    fn default() -> Self {
        Self::SPACE
    }
}
