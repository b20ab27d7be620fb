//! Tic-tac-toe: three levels, the last perfect.

use super::{choose, player};
use raum_engine::Player;
use raum_rules::{AnyGame, Game, Kind, Outcome, Record, Side};

/// Every game of a player on one side: how many it wins, draws and loses, whatever the replies.
fn results(player: &mut Player, side: Side, record: &Record<AnyGame>) -> [usize; 3] {
    match record.outcome() {
        Some(Outcome::Win { winner, .. }) if winner == side => return [1, 0, 0],
        Some(Outcome::Win { .. }) => return [0, 0, 1],
        Some(Outcome::Draw(_)) => return [0, 1, 0],
        None => {}
    }
    let moves = if record.game().turn() == side {
        vec![choose(player, record)]
    } else {
        record.game().legal()
    };
    let mut sum = [0; 3];
    for mv in moves {
        let mut next = record.clone();
        next.play(mv).unwrap();
        let of_move = results(player, side, &next);
        sum = [0, 1, 2].map(|index| sum[index] + of_move[index]);
    }
    sum
}

/// The share of games lost, against every sequence of replies.
fn losses_percent(level: usize) -> usize {
    let start = Record::new(Kind::TicTacToe.start());
    let mut sum = [0; 3];
    for seed in 0..3 {
        for side in Side::BOTH {
            let of_side = results(&mut player(Kind::TicTacToe, level, seed), side, &start);
            sum = [0, 1, 2].map(|index| sum[index] + of_side[index]);
        }
    }
    100 * sum[2] / sum.iter().sum::<usize>()
}

#[test]
fn the_last_level_never_loses() {
    assert_eq!(losses_percent(3), 0);
}

#[test]
fn lower_levels_lose_more() {
    let [first, second] = [1, 2].map(losses_percent);
    assert!(second > 0, "level 2 can be beaten");
    assert!(
        first >= 2 * second,
        "level 1 loses {first} %, level 2 {second} %"
    );
}
