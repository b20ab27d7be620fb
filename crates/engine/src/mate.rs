//! Looks for forced mates in two and three moves. The search leaves out moves that promise little, and a quiet move that
//! forces mate is such a move; this tries them all, but only while its share of the nodes lasts.
//!
//! What makes it cheap is that most moves need not be made to see that they do not mate: the king has a flight left.

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicBool, Ordering},
};

use raum_rules::{
    Role,
    node::{Node, ROLES},
};

use crate::{
    oversight::after,
    report::{Line, Report},
    score::{MATE, MATE_MIN},
    search::{Evaluate, Walk},
};

/// The longest mate that is looked for, in moves.
const MOVES_MAX: usize = 3;

/// The most nodes of one attempt: a longer one finds hardly more.
const NODES_MAX: u64 = 1_000_000;

/// Which moves may give check, and where the king can flee to.
pub struct Checks {
    /// The cells where a piece may give check, a bit each, by role.
    pub targets: [u128; ROLES],
    /// The cells from which a piece may move out of the way of another that then gives check.
    pub origins: u128,
    /// The cells that the king could enter, a bit each.
    pub flights: u128,
}

impl Checks {
    fn include<N: Node>(&self, step: N::Step) -> bool {
        let role = N::promotion(step).unwrap_or(N::role(step));
        self.targets[role as usize] >> N::target(step) & 1 != 0
            || self.origins >> N::origin(step) & 1 != 0
    }
}

/// What was tried at one root so far.
#[derive(Default)]
pub(crate) struct Tried {
    /// There is no mate in so many moves.
    refuted: usize,
    /// The nodes used.
    nodes: u64,
    /// The nodes of the last attempt that used up its share.
    last: u64,
}

impl<E: Evaluate> Walk<'_, E> {
    /// The shortest mate in at most [`MOVES_MAX`] moves, if its share of the nodes is enough to find it, and it is shorter
    /// than what the search has found.
    pub(crate) fn find_mate(
        &mut self,
        node: &E::Node,
        known: &Report,
        tried: &mut Tried,
    ) -> Option<Line> {
        // Known when it is compiled, so that kinds that look for no mates carry no code for it.
        if E::PARAMS.mate_share == 0 {
            return None;
        }
        let search = &mut *self.search;
        // A search without a limit of nodes may end at any moment, so its share is one of the nodes so far.
        let total = if search.nodes_max == u64::MAX {
            search.nodes
        } else {
            search.nodes_max
        };
        let share = search.params.mate_share as u64;
        let is_possible = share > 0
            && total >= search.params.mate_nodes_min as u64
            && known.lines.len() == 1
            && search.blind.is_none()
            && node.halfmove_clock() < 100 - 2 * MOVES_MAX as u32;
        if !is_possible {
            return None;
        }
        let known_moves = mate_moves(known.lines[0].score).unwrap_or(usize::MAX);
        let left = search.nodes_max.saturating_sub(search.nodes);
        let most = (total / share).saturating_sub(tried.nodes);
        let most = most.min(left).min(NODES_MAX);
        // An attempt that begins anew must be able to go much further than the last one.
        if most < 200 || most < 4 * tried.last {
            return None;
        }
        let mut attempt = Attempt::<E> {
            left: most,
            stop: self.stop,
            refutations: Default::default(),
            attacks: Default::default(),
            refuted: BTreeSet::new(),
            first_steps: &search.first_steps,
        };
        let mut found = None;
        for moves in tried.refuted + 1..=MOVES_MAX.min(known_moves - 1) {
            let mut line = Vec::new();
            match attempt.attack(node, moves, true, &mut line) {
                Some(true) => {
                    let score = MATE - 2 * moves as i32 + 1;
                    let moves = line.into_iter().map(E::Node::to_move).collect();
                    found = Some(Line { score, moves });
                    break;
                }
                Some(false) => tried.refuted = moves,
                None => {
                    tried.last = most;
                    break;
                }
            }
        }
        let used = most - attempt.left;
        tried.nodes += used;
        self.search.nodes += used;
        found
    }
}

/// In how many moves a score says that the side to move mates.
fn mate_moves(score: i32) -> Option<usize> {
    (score >= MATE_MIN).then_some((MATE - score + 1) as usize / 2)
}

/// One attempt. `None` from its functions means that its nodes are used up.
struct Attempt<'a, E: Evaluate> {
    left: u64,
    stop: &'a AtomicBool,
    /// The replies that refuted the last attacks, by the moves left: often they refute the next one too.
    refutations: [Vec<<E::Node as Node>::Step>; MOVES_MAX],
    /// Attacks that are refuted, by hash and moves: other orders of the same moves lead to them again.
    refuted: BTreeSet<(u64, usize)>,
    /// The moves that mated the last defences, by the moves left: often they mate the next one too.
    attacks: [Vec<<E::Node as Node>::Step>; MOVES_MAX + 1],
    first_steps: &'a [<E::Node as Node>::Step],
}

impl<E: Evaluate> Attempt<'_, E> {
    fn enter(&mut self) -> Option<()> {
        if self.left.is_multiple_of(512) && self.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    /// Whether the side to move mates within so many moves; then the line is that of the longest defence.
    fn attack(
        &mut self,
        node: &E::Node,
        moves: usize,
        is_first: bool,
        line: &mut Vec<<E::Node as Node>::Step>,
    ) -> Option<bool> {
        let checks = E::checks(node);
        let mut steps = Vec::new();
        node.list(&mut steps);
        if is_first {
            steps.retain(|step| self.first_steps.contains(step));
        }
        let begin = try_first(&mut steps, &self.attacks[moves]);
        let flights = |step| E::flights_after(node, step, checks.flights);
        if moves == 1 {
            steps.retain(|step| checks.include::<E::Node>(*step) && flights(*step) == 0);
        } else {
            let key = |step: &_| {
                let quiet = usize::from(!checks.include::<E::Node>(*step));
                64 * quiet + flights(*step).count_ones() as usize
            };
            let keys = steps[begin..].iter().map(key).collect();
            sort(&mut steps[begin..], keys);
        }
        if is_first && moves > 1 {
            self.left = self.left.checked_sub(steps.len() as u64)?;
            let key = |step: &_| freedom(&after(node, *step));
            let keys = steps.iter().map(key).collect();
            sort(&mut steps, keys);
        }
        for step in steps {
            self.enter()?;
            let next = after(node, step);
            if moves == 1 && !next.in_check() {
                continue;
            }
            let key = (next.hash(), moves);
            if self.refuted.contains(&key) {
                continue;
            }
            let mut rest = Vec::new();
            if self.is_lost(&next, moves - 1, &mut rest)? {
                line.push(step);
                line.append(&mut rest);
                remember(&mut self.attacks[moves], step);
                return Some(true);
            }
            if moves > 1 {
                self.refuted.insert(key);
            }
        }
        Some(false)
    }

    /// Whether the side to move is mated, or will be within so many moves of the other side.
    fn is_lost(
        &mut self,
        node: &E::Node,
        moves: usize,
        line: &mut Vec<<E::Node as Node>::Step>,
    ) -> Option<bool> {
        let mut replies = Vec::new();
        node.list(&mut replies);
        if replies.is_empty() {
            return Some(node.in_check());
        }
        if moves == 0 || node.is_dead() {
            return Some(false);
        }
        try_first(&mut replies, &self.refutations[moves]);
        for reply in replies {
            self.enter()?;
            let mut rest = Vec::new();
            if !self.attack(&after(node, reply), moves, false, &mut rest)? {
                remember(&mut self.refutations[moves], reply);
                return Some(false);
            }
            if rest.len() >= line.len() {
                line.clear();
                line.push(reply);
                line.append(&mut rest);
            }
        }
        Some(true)
    }
}

/// How many moves are remembered as good ones.
const REMEMBERED: usize = 4;

/// Puts a move before the others.
fn remember<S: PartialEq>(moves: &mut Vec<S>, step: S) {
    moves.retain(|known| *known != step);
    moves.insert(0, step);
    moves.truncate(REMEMBERED);
}

/// Moves the good ones among the steps to the front, and returns how many there are.
fn try_first<S: Copy + PartialEq>(steps: &mut [S], good: &[S]) -> usize {
    let mut count = 0;
    for step in good {
        if let Some(at) = steps.iter().position(|known| known == step) {
            steps[count..=at].rotate_right(1);
            count += 1;
        }
    }
    count
}

/// Sorts moves by their keys. By insertion: the sort of the library is faster for long lists, but
/// would be a tenth of the code in WebAssembly.
#[inline(never)]
fn sort<S>(steps: &mut [S], mut keys: Vec<usize>) {
    for end in 1..steps.len() {
        let mut at = end;
        while at > 0 && keys[at - 1] > keys[at] {
            keys.swap(at - 1, at);
            steps.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// How free the side to move is, above all its king.
fn freedom<N: Node>(node: &N) -> usize {
    let mut replies = Vec::new();
    node.list(&mut replies);
    let is_king = |step: &&N::Step| N::role(**step) == Role::King;
    let by_king = replies.iter().filter(is_king).count();
    8 * by_king + replies.len()
}
