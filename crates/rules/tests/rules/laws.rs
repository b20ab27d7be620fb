//! The laws for every kind, and one more: `AnyGame` behaves like the game it contains.

use crate::common::laws::{everywhere, laws};
use raum_rules::{
    AnyGame, Game, Kind, Rules, Side, chess::Chess, space::Space, tic_tac_toe::TicTacToe,
};

laws! {
    chess: raum_rules::chess::Chess, 30;
    space: raum_rules::space::Space, 10;
    tic_tac_toe: raum_rules::tic_tac_toe::TicTacToe, 100;
}

#[test]
fn any_game_behaves_like_its_game() {
    everywhere::<Chess>(same_as_any_game);
    everywhere::<Space>(same_as_any_game);
    everywhere::<TicTacToe>(same_as_any_game);
}

fn same_as_any_game<G: Rules>(game: &G) {
    let kind: Kind = G::FACTS.name.parse().expect("a kind");
    let any: AnyGame = kind.read_position(&game.to_string()).expect("a position");
    assert_eq!(any.kind(), kind);
    assert_eq!(any.to_string(), game.to_string());
    assert_eq!(any.legal(), game.legal(), "{game}");
    assert_eq!(any.turn(), game.turn(), "{game}");
    assert_eq!(any.outcome(), game.outcome(), "{game}");
    assert_eq!(any.claim(), game.claim(), "{game}");
    assert_eq!(any.history(), game.history(), "{game}");
    assert_eq!(any.check(), game.check(), "{game}");
    assert_eq!(any.key(), game.key(), "{game}");
    for cell in G::EXTENT.cells() {
        assert_eq!(any.piece(cell), game.piece(cell), "{cell:?} of {game}");
        assert_eq!(kind.cell_name(cell), G::cell_name(cell));
        for side in Side::BOTH {
            assert_eq!(any.attacks(side, cell), game.attacks(side, cell), "{game}");
        }
    }
    for mv in game.legal() {
        let next = any.play(mv).map(|next| next.to_string());
        assert_eq!(next, game.play(mv).map(|next| next.to_string()), "{game}");
        assert_eq!(any.notation(mv), game.notation(mv), "{game}");
        assert_eq!(any.captured(mv), game.captured(mv), "{game}");
    }
}
