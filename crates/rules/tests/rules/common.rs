//! Shared by the tests: random choices, games from texts, the perft data, and the laws of all kinds.
pub(crate) mod data;
pub(crate) mod laws;

pub(crate) use data::data_positions;

use raum_rules::{Game, Illegal, Move, Rules};

/// Random choices that a seed repeats.
pub(crate) struct Chance(fastrand::Rng);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end)
    }

    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// Plays at most `plies` random legal moves, and passes every position to `see`, the first included.
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

/// Reads a move text.
pub(crate) fn mv<G: Rules>(text: &str) -> Move {
    G::read_move(text).unwrap()
}

/// Reads a position text.
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

/// The targets of the piece on a cell, without promotions.
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
