//! What a weaker player overlooks: some of its own moves, and some replies.

use raum_rules::{Cell, Move, Role, Rules, Side, node::Node};

/// Never more than this is overlooked, in percent: the worst player still sees something.
const PERCENT_MAX: u64 = 98;

/// How likely moves are overlooked at the first two plies of a search.
///
/// A seed decides, so that a move is either seen or not seen during a whole search, and the same game with the same seed
/// is played the same way.
#[derive(Clone, Copy, Debug)]
pub struct Oversight {
    /// Decides which moves are overlooked.
    pub seed: u64,
    /// The plies played before the position that is searched: another position, other oversights.
    pub ply: usize,
    /// The chances of overlooking a first move that captures or checks, and a reply, in percent; more than 100 for moves
    /// that are easier to see than others.
    pub percents: [u32; 2],
    /// Whether moves that win at once are always seen.
    pub sees_mates: bool,
    /// Where the last move captured: the recapture is always seen.
    pub captured_on: Option<Cell>,
}

/// The oversights of one search.
pub(crate) struct Blind {
    oversight: Oversight,
    /// The cells that the first move can capture on, a bit each: capturing there next is a recapture.
    captured_on: u128,
}

impl Blind {
    pub(crate) fn new<N: Node>(oversight: Oversight, root: &N) -> Self {
        let mut steps = Vec::new();
        root.list(&mut steps);
        let captured_on = steps
            .into_iter()
            .filter(|step| root.captured(*step).is_some())
            .fold(0, |cells, step| cells | 1 << N::target(step));
        Self {
            oversight,
            captured_on,
        }
    }

    /// Drops the first moves that are overlooked, unless nothing would remain.
    pub(crate) fn drop_first_moves<N: Node>(&self, root: &N, steps: &mut Vec<N::Step>) {
        let recaptured = steps
            .iter()
            .filter(|step| Some(N::to_move(**step).to) == self.oversight.captured_on)
            .fold(0, |cells, step| cells | 1 << N::target(*step));
        self.drop(root, 0, steps, true, recaptured);
    }

    /// Drops the replies that are overlooked; the last ones remain if they are all there is.
    pub(crate) fn drop_replies<N: Node>(
        &self,
        node: &N,
        steps: &mut Vec<N::Step>,
        are_all_moves: bool,
    ) {
        self.drop(node, 1, steps, are_all_moves, self.captured_on);
    }

    /// `recaptured` has the cells where a capture is always seen, a bit each.
    #[inline(never)]
    fn drop<N: Node>(
        &self,
        node: &N,
        ply: usize,
        steps: &mut Vec<N::Step>,
        keeps_some: bool,
        recaptured: u128,
    ) {
        let sees = |step: &N::Step| {
            !self.is_hard_to_see(node, ply, *step)
                || node.captured(*step).is_some() && recaptured & 1 << N::target(*step) != 0
                || self.oversight.sees_mates && wins_at_once(node, *step)
        };
        let left: Vec<_> = steps.iter().copied().filter(sees).collect();
        if !keeps_some || !left.is_empty() {
            *steps = left;
        }
    }

    fn is_hard_to_see<N: Node>(&self, node: &N, ply: usize, step: N::Step) -> bool {
        let Oversight { seed, percents, .. } = self.oversight;
        let mv = N::to_move(step);
        // It is captures and checks that are missed; among quiet moves a player finds one anyway.
        let is_quiet =
            || node.captured(step).is_none() && mv.from.is_some() && !after(node, step).in_check();
        if ply == 0 && is_quiet() {
            return false;
        }
        let depth = <N::Game as Rules>::FACTS.extent.z;
        let chance =
            u64::from(percents[ply]) * difficulty(mv, N::role(step), node.turn(), depth > 1);
        let ply = (self.oversight.ply + ply) as u64;
        let number = mix(mix(seed ^ mix(ply)) ^ u64::from(N::code(step)));
        number % 10_000 < chance.min(100 * PERCENT_MAX)
    }
}

/// The position after a step, where speed matters less than size: [`Node::after`] is large and always inlined.
#[inline(never)]
pub(crate) fn after<N: Node>(node: &N, step: N::Step) -> N {
    node.after(step)
}

/// Whether a move ends the game with a win.
fn wins_at_once<N: Node>(node: &N, step: N::Step) -> bool {
    let next = after(node, step);
    if !next.in_check() {
        return next.is_lost();
    }
    let mut replies = Vec::new();
    next.list(&mut replies);
    replies.is_empty()
}

/// How much harder than others a move is to see, in percent. In space, people lose sight of lines through several levels;
/// on a flat board, of long diagonals and of moves backwards.
fn difficulty(mv: Move, role: Role, side: Side, in_space: bool) -> u64 {
    let Some(from) = mv.from else {
        return 100;
    };
    let distance = |from: u8, to: u8| i32::from(to) - i32::from(from);
    let [x, y, z] = [
        distance(from.x, mv.to.x),
        distance(from.y, mv.to.y),
        distance(from.z, mv.to.z),
    ];
    let length = x.abs().max(y.abs()).max(z.abs());
    let axes = [x, y, z].iter().filter(|way| **way != 0).count();
    let slides = matches!(
        role,
        Role::Queen | Role::Rook | Role::Bishop | Role::Unicorn
    );
    let mut percent = 100;
    if in_space {
        if slides {
            percent = match (axes, z) {
                (3, _) => 200,
                (2, -4..=-1 | 1..=4) => 150,
                (1, 0) => 30,
                _ => 100,
            };
            if length >= 3 {
                percent = percent * 13 / 10;
            }
        }
    } else {
        if slides && axes == 2 && length >= 4 {
            percent = 160;
        }
        let forward = if side == Side::First { y } else { -y };
        if forward < 0 {
            percent = percent * 14 / 10;
        }
        if length == 1 {
            percent = percent * 6 / 10;
        }
    }
    percent
}

/// Scatters a number: the finaliser of `SplitMix64`.
pub(crate) const fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
