//! Fixed positions of every kind, searched to a fixed depth. The number of nodes is the signature of the search: it is the
//! same on every machine and in WebAssembly, and changes whenever the search or an evaluation does.

use std::sync::atomic::AtomicBool;

use raum_rules::{AnyGame, Kind, Record};

use crate::{Engine, Limits, Table};

/// The size of the hash table, on which the number of nodes depends.
const HASH_MEBIBYTES: usize = 16;

/// The start, and positions of a game of the engine against itself.
const SPACE: [&str; 6] = [
    "5/5/5/PPPPP/RNKNR|5/5/5/PPPPP/BUQBU|5/5/5/5/5|ubqub/ppppp/5/5/5|rnknr/ppppp/5/5/5 w 0 1",
    "2r2/P3P/5/1PPP1/RBKR1|5/5/4N/PPPPP/1UQBU|2n2/5/5/5/2N2|ubqu1/pppbp/3p1/5/5|r1k2/1ppp1/2n2/p3p/5 b 8 11",
    "2r2/P3P/5/1PPP1/RBKR1|5/4q/3U1/PPPPP/2QBU|2n2/2u2/5/5/2N2|ub3/pppbp/2pp1/4p/5|r1k2/2pp1/5/p4/5 w 2 17",
    "2r2/P3P/R4/1PP1Q/1BKR1|5/4q/1P3/P1P1P/5|5/3p1/5/4P/5|1b3/pppp1/3p1/2p1p/5|r1k2/2p2/5/p4/5 w 0 28",
    "2R2/5/5/2P2/2bB1|5/P4/1P2P/PPq2/5|5/3K1/5/4P/5|1Q3/pp1p1/2p2/2p1p/5|r2k1/2p2/5/5/p4 b 0 44",
    "5/2R2/5/5/3B1|5/5/1P2P/2P2/5|2r2/P4/5/2p1P/5|5/p2p1/5/5/4K|3k1/2p2/2b2/5/p4 b 0 55",
];

/// The start and the positions that every engine counts moves in, from the Chess Programming Wiki.
const CHESS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
];

/// The start alone: its tree contains every position.
const TIC_TAC_TOE: [&str; 1] = ["......... X"];

/// The positions of a kind.
pub fn positions(kind: Kind) -> Vec<AnyGame> {
    let texts: &[&str] = match kind {
        Kind::Chess => &CHESS,
        Kind::Space => &SPACE,
        Kind::TicTacToe => &TIC_TAC_TOE,
    };
    let games = texts.iter().map(|text| kind.read_position(text));
    games.filter_map(Result::ok).collect()
}

/// How deep the signature searches: a second or so for all kinds.
pub fn depth(kind: Kind) -> i32 {
    match kind {
        Kind::Chess => 7,
        Kind::Space | Kind::TicTacToe => 9,
    }
}

/// The nodes that searching the positions of a kind to a depth takes.
pub fn nodes(kind: Kind, depth: i32) -> u64 {
    let table = Table::new(HASH_MEBIBYTES);
    let mut engine = Engine::new(kind);
    let limits = Limits {
        depth,
        ..Limits::default()
    };
    let stop = AtomicBool::new(false);
    let searches = positions(kind).into_iter().map(|game| {
        let record = Record::new(game);
        engine.search(&record, &limits, &table, &stop, &mut |_| true)
    });
    searches.map(|report| report.nodes).sum()
}

/// The nodes of all kinds, each to its own depth.
pub fn signature() -> u64 {
    let kinds = Kind::ALL.iter();
    kinds.map(|kind| nodes(*kind, depth(*kind))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_valid() {
        let counts = [Kind::Chess, Kind::Space, Kind::TicTacToe].map(|kind| positions(kind).len());
        assert_eq!(counts, [CHESS.len(), SPACE.len(), TIC_TAC_TOE.len()]);
    }

    #[test]
    fn the_signature_is_repeatable() {
        for kind in Kind::ALL {
            let first = nodes(*kind, 5);
            assert!(first > 0);
            assert_eq!(nodes(*kind, 5), first, "{kind}");
        }
    }
}
