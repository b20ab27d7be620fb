//! What several tests share: chance with a seed, games from texts; the perft data and the laws of all kinds.
#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "each test uses its part"
)]
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test that cannot go on stops"
)]

pub(crate) mod data;
pub(crate) mod laws;

pub(crate) use data::data_positions;

use raum_rules::{Game, Illegal, Move, Rules};

/// Chance that can be repeated: splitmix64.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// Plays random legal moves, at most `plies`, and shows every position on the way, the first included.
pub(crate) fn random_play<G: Game>(
    start: G,
    plies: usize,
    chance: &mut Chance,
    mut see: impl FnMut(&G),
) {
    let mut game = start;
    for _ in 0..plies {
        see(&game);
        let legal = game.legal();
        if legal.is_empty() {
            return;
        }
        game = game.play(chance.pick(&legal)).unwrap();
    }
}

/// Plays moves given as move texts.
pub(crate) fn play<G: Rules>(game: &G, texts: &[&str]) -> G {
    texts.iter().fold(game.clone(), |game, text| {
        game.play(mv::<G>(text))
            .unwrap_or_else(|_| panic!("{text} is illegal in {game}"))
    })
}

/// The move that a move text stands for.
pub(crate) fn mv<G: Rules>(text: &str) -> Move {
    G::read_move(text).unwrap()
}

/// The position that a text stands for.
pub(crate) fn position<G: Rules>(text: &str) -> G {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The move texts of the legal moves, in order.
pub(crate) fn legal_texts<G: Rules>(game: &G) -> Vec<String> {
    let mut texts: Vec<_> = game.legal().into_iter().map(G::move_text).collect();
    texts.sort();
    texts
}

/// Asserts which of some moves are legal.
pub(crate) fn expect<G: Rules>(text: &str, legal: &[&str], illegal: &[&str]) {
    let game: G = position(text);
    for step in legal {
        assert!(game.play(mv::<G>(step)).is_ok(), "{step} in {text}");
    }
    for step in illegal {
        assert_eq!(game.play(mv::<G>(step)), Err(Illegal), "{step} in {text}");
    }
}

/// Where the piece on a cell may go, promotions apart.
pub(crate) fn targets<G: Rules>(text: &str, from: &str) -> String {
    let mut targets: Vec<String> = legal_texts(&position::<G>(text))
        .iter()
        .filter_map(|step| step.strip_prefix(from)?.get(..from.len()))
        .map(str::to_owned)
        .collect();
    targets.dedup();
    targets.join(" ")
}

/// The position text after some moves.
pub(crate) fn after<G: Rules>(text: &str, moves: &[&str]) -> String {
    play(&position::<G>(text), moves).to_string()
}
