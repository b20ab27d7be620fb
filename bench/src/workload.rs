//! The workloads of the comparison: perft by raum and by other libraries.

use cozy_chess::{Board, Move};
use raum_rules::{Game, chess::Chess, space::Space};

/// A way to count the leaves of a game tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Workload {
    /// Chess by `raum-rules`.
    Chess,
    /// Chess by `shakmaty` alone.
    Shakmaty,
    /// Chess by `cozy-chess`, listing the moves of the last ply.
    CozyListed,
    /// Chess by `cozy-chess`, counting the moves of the last ply in bulk.
    CozyCounted,
    /// Space chess, listing the moves of the last ply.
    SpaceListed,
    /// Space chess, counting the moves of the last ply in bulk.
    SpaceCounted,
}

impl Workload {
    pub(crate) const ALL: [Self; 6] = [
        Self::Chess,
        Self::Shakmaty,
        Self::CozyListed,
        Self::CozyCounted,
        Self::SpaceListed,
        Self::SpaceCounted,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Shakmaty => "shakmaty",
            Self::CozyListed => "cozy-listed",
            Self::CozyCounted => "cozy-counted",
            Self::SpaceListed => "space-listed",
            Self::SpaceCounted => "space-counted",
        }
    }

    /// Parses a name. The error lists the valid names.
    pub(crate) fn from_name(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|known| known.name() == name);
        found.ok_or_else(|| Self::ALL.map(Self::name).join(", "))
    }

    /// The depth to measure.
    pub(crate) const fn depth(self) -> u32 {
        match self {
            Self::SpaceListed | Self::SpaceCounted => 5,
            _ => 6,
        }
    }

    /// Counts the leaves.
    pub(crate) fn run(self, depth: u32) -> u64 {
        match self {
            Self::Chess => Chess::default().perft(depth),
            Self::Shakmaty => shakmaty::perft(&shakmaty::Chess::default(), depth),
            Self::CozyListed => {
                cozy_listed(&Board::default(), &mut vec![Vec::new(); depth as usize])
            }
            Self::CozyCounted => cozy_counted(&Board::default(), depth),
            Self::SpaceListed => Space::default().perft_by_lists(depth),
            Self::SpaceCounted => Space::default().perft(depth),
        }
    }
}

fn cozy_listed(board: &Board, lists: &mut [Vec<Move>]) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else {
        return 1;
    };
    list.clear();
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    if rest.is_empty() {
        return list.len() as u64;
    }
    list.iter()
        .map(|mv| cozy_listed(&after(board, *mv), rest))
        .sum()
}

fn cozy_counted(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
        return leaves;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            leaves += cozy_counted(&after(board, mv), depth - 1);
        }
        false
    });
    leaves
}

fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.play_unchecked(mv);
    next
}
