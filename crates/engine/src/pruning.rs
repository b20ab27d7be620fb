//! What the search leaves out, and how much less deep it looks at late moves.

use std::ops::ControlFlow::{self, Break, Continue};

use raum_rules::node::Node;

use crate::{
    params::Params,
    picker::Picked,
    score::MATE_MIN,
    search::{Evaluate, Walk},
    tree::Outlook,
};

/// What to do with a move.
pub(crate) enum Verdict {
    Try,
    Skip,
    /// Skip it and every quiet move after it.
    SkipQuiet,
}

impl<E: Evaluate> Walk<'_, E> {
    /// Decides on a position by a guess at its score, without trying its moves. Breaks with the score.
    pub(crate) fn cut_early(
        &mut self,
        node: &E::Node,
        ply: usize,
        depth: i32,
        beta: i32,
        guess: i32,
        outlook: Outlook,
    ) -> ControlFlow<Option<i32>> {
        let params = self.search.params;
        let margin = params.reverse_margin * (depth - i32::from(outlook.improving)).max(0);
        if params.reverse_futility != 0 && depth <= 7 && guess - margin >= beta && guess < MATE_MIN
        {
            return Break(Some(i32::midpoint(guess, beta)));
        }
        let passed_before = ply > 0 && self.search.frames[ply - 1].landing.is_none();
        if params.null_move != 0
            && depth >= 3
            && guess >= beta
            && !passed_before
            && node.has_pieces()
        {
            let less = 3 + depth / 4 + ((guess - beta) / 200).min(3);
            let next = node.pass();
            self.search.frames[ply].landing = None;
            self.search.path.push(next.hash());
            self.search.evaluator.push_pass();
            let expects_cut = !outlook.expects_cut;
            let score = self.node(&next, ply + 1, depth - less, -beta, 1 - beta, expects_cut);
            self.search.evaluator.pop();
            self.search.path.pop();
            match score.map(|score| -score) {
                None => return Break(None),
                Some(score) if score >= MATE_MIN => return Break(Some(beta)),
                Some(score) if score >= beta => return Break(Some(score)),
                Some(_) => {}
            }
        }
        Continue(())
    }

    /// Decides whether a move is worth trying, once another one has a score.
    pub(crate) fn judge(
        &self,
        node: &E::Node,
        depth: i32,
        alpha: i32,
        [number, quiet_count]: [i32; 2],
        picked: Picked<<E::Node as Node>::Step>,
        outlook: Outlook,
    ) -> Verdict {
        let params = &self.search.params;
        let Picked { step, is_quiet, .. } = picked;
        if params.spare_checks != 0 && node.gives_check(step) {
            return Verdict::Try;
        }
        let costs = |most: i32| !node.exchange_wins(step, -most, &E::VALUES);
        if !is_quiet {
            let prunes = params.exchange_pruning != 0 && depth <= 6;
            return if prunes && costs(params.exchange_capture * depth) {
                Verdict::Skip
            } else {
                Verdict::Try
            };
        }
        let most = params.late_base + params.late_slope * depth * depth / 100;
        if params.late_pruning != 0
            && !outlook.in_check
            && quiet_count >= most / (2 - i32::from(outlook.improving))
        {
            return Verdict::SkipQuiet;
        }
        let left = depth - self.reduction(depth, number);
        let gain = params.futility_base + params.futility_slope * left.max(0);
        let is_futile = params.futility != 0
            && left <= 6
            && outlook
                .evaluation
                .is_some_and(|evaluation| evaluation + gain <= alpha);
        if is_futile && params.spare_checks == 0 {
            // The same holds for every later one.
            return Verdict::SkipQuiet;
        }
        let prunes = params.exchange_pruning != 0 && left <= 7;
        let loss = params.exchange_quiet * left.max(0) * left.max(0);
        if is_futile || prunes && costs(loss) {
            Verdict::Skip
        } else {
            Verdict::Try
        }
    }

    /// By how many plies less a late move is searched.
    pub(crate) fn reduction(&self, depth: i32, number: i32) -> i32 {
        let [depth, number] = [depth, number].map(|index| index.clamp(0, 63) as usize);
        i32::from(self.search.reductions[depth][number])
    }
}

/// How much less deep late moves are searched, by depth and move number.
///
/// Made of integers, so that it is the same on every platform.
pub(crate) fn reductions(params: &Params) -> Vec<[u8; 64]> {
    let mut table = vec![[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, plies) in row.iter_mut().enumerate().skip(1) {
            let product = logarithm(depth) * logarithm(number) / 1000;
            let hundredths = params.reduction_base + 10 * product / params.reduction_divisor.max(1);
            *plies = (hundredths / 100).clamp(0, 255) as u8;
        }
    }
    table
}

/// A thousand times the natural logarithm of a small number.
fn logarithm(number: usize) -> i32 {
    // By halves of the interval: the logarithm of a square is twice the logarithm.
    let mut value = (number as u64) << 32;
    let mut log2 = 0u64;
    while value >= 2 << 32 {
        value >>= 1;
        log2 += 1 << 20;
    }
    for bit in (0..20).rev() {
        value = ((u128::from(value) * u128::from(value)) >> 32) as u64;
        if value >= 2 << 32 {
            value >>= 1;
            log2 += 1 << bit;
        }
    }
    ((log2 * 693_147 / 1000) >> 20) as i32
}

#[cfg(test)]
mod tests {
    use super::logarithm;

    #[test]
    fn our_logarithm_agrees_with_the_library() {
        for number in 1..64u8 {
            let library = f64::from(number).ln() * 1000.0;
            assert!(
                (f64::from(logarithm(number.into())) - library).abs() < 1.1,
                "{number}"
            );
        }
    }
}
