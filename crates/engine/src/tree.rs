//! The tree of positions above quiescence.

use std::ops::ControlFlow::Break;

use raum_rules::node::Node;

use crate::{
    order::Landing,
    picker::{Picked, Picker},
    pruning::Verdict,
    score::{INFINITE, MATE, MATE_MIN, PLIES_MAX, to_table},
    search::{Evaluate, Frame, Walk, is_mated},
    table::{Bound, Found},
};

/// What is known about a position before its moves are tried.
#[derive(Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact about the position"
)]
pub(crate) struct Outlook {
    /// Whether the position is one of the principal variation.
    pub(crate) is_pv: bool,
    pub(crate) in_check: bool,
    /// The evaluation; none in check.
    pub(crate) evaluation: Option<i32>,
    /// Whether the evaluation rose since the side's last move.
    pub(crate) improving: bool,
    /// Whether a cutoff is expected, by how the search came here.
    pub(crate) expects_cut: bool,
}

impl<E: Evaluate> Walk<'_, E> {
    /// Searches a position. Returns `None` if the search was stopped.
    ///
    /// Only the positions of the principal variation have a window between alpha and beta.
    pub(crate) fn node(
        &mut self,
        node: &E::Node,
        ply: usize,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        expects_cut: bool,
    ) -> Option<i32> {
        let params = self.search.params;
        let is_pv = beta - alpha > 1;
        let in_check = node.in_check();
        if in_check && params.check_extension != 0 && ply > 0 {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiescence(node, ply, alpha, beta);
        }
        self.enter(ply)?;
        if ply > 0 {
            if let Some(score) = self.end_of_line(node, ply, in_check) {
                return Some(score);
            }
            // A mate that is closer than any in this subtree is known already.
            alpha = alpha.max(ply as i32 - MATE);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return Some(alpha);
            }
        }
        let found = self.found(node);
        // Close to the fiftieth move, the score of a position depends on how it was reached.
        if !is_pv
            && let Some(found) = found
            && found.depth >= depth
            && let Some(score) = found.settles(ply, alpha, beta)
            && node.halfmove_clock() < 90
        {
            return Some(score);
        }
        let outlook = self.outlook(node, ply, found, [is_pv, in_check, expects_cut]);
        if !E::IS_SMALL
            && !is_pv
            && let Some(evaluation) = outlook.evaluation
            && beta.abs() < MATE_MIN
        {
            let guess = found.map_or(evaluation, |found| found.refine(evaluation, ply));
            if let Break(score) = self.cut_early(node, ply, depth, beta, guess, outlook) {
                return score;
            }
        }
        let known = found.and_then(|found| node.find(found.code));
        if params.internal_reductions != 0
            && depth >= 4
            && known.is_none()
            && (is_pv || expects_cut)
            && !in_check
        {
            depth -= 1;
        }
        self.try_moves(node, ply, depth, [alpha, beta], known, outlook)
    }

    /// The score of a position that is searched no further: the game ends there, or the line is too long.
    pub(crate) fn end_of_line(
        &mut self,
        node: &E::Node,
        ply: usize,
        in_check: bool,
    ) -> Option<i32> {
        if node.is_lost() {
            Some(ply as i32 - MATE)
        } else if self.is_draw(node) && !(in_check && is_mated(node)) {
            Some(0)
        } else if ply >= PLIES_MAX {
            Some(self.evaluate(node))
        } else {
            None
        }
    }

    /// What the hash table knows about a position.
    pub(crate) fn found(&self, node: &E::Node) -> Option<Found> {
        let is_on = self.search.params.hash != 0;
        is_on.then(|| self.table.get(node.hash()))?
    }

    fn outlook(
        &mut self,
        node: &E::Node,
        ply: usize,
        found: Option<Found>,
        [is_pv, in_check, expects_cut]: [bool; 3],
    ) -> Outlook {
        let evaluation = (!in_check).then(|| match found {
            Some(found) => found.evaluation,
            None => self.evaluate(node),
        });
        self.search.frames[ply].evaluation = evaluation;
        let before = ply
            .checked_sub(2)
            .and_then(|ply| self.search.frames[ply].evaluation);
        Outlook {
            is_pv,
            in_check,
            evaluation,
            improving: match (evaluation, before) {
                (Some(now), Some(before)) => now > before,
                (now, _) => now.is_some(),
            },
            expects_cut,
        }
    }

    /// Tries the moves of a position, the most promising first, and stores what it learns.
    fn try_moves(
        &mut self,
        node: &E::Node,
        ply: usize,
        depth: i32,
        [mut alpha, beta]: [i32; 2],
        known: Option<<E::Node as Node>::Step>,
        outlook: Outlook,
    ) -> Option<i32> {
        let before = self.search.before(ply);
        let mut picker = Picker::new(known, before);
        // The killers of a ply hold among siblings.
        self.search.frames[ply + 1].killers = [None; 2];
        self.search.frames[ply].tried.clear();
        let first_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_step = None;
        let mut number = 0;
        let mut quiet_count = 0;
        let seen = self.seen_replies(node, ply);
        let mut has_moves = false;
        while let Some(picked) = self.pick(node, ply, &mut picker) {
            let step = picked.step;
            has_moves = true;
            if ply == 0 && !self.search.first_steps.contains(&step)
                || seen.as_ref().is_some_and(|seen| !seen.contains(&step))
            {
                continue;
            }
            if !E::IS_SMALL && ply > 0 && best > -MATE_MIN && node.has_pieces() {
                match self.judge(node, depth, alpha, [number, quiet_count], picked, outlook) {
                    Verdict::Try => {}
                    Verdict::Skip => continue,
                    Verdict::SkipQuiet => {
                        picker.skips_quiet = true;
                        continue;
                    }
                }
            }
            number += 1;
            quiet_count += i32::from(picked.is_quiet);
            let next = node.after(step);
            self.table.fetch(next.hash());
            self.search.frames[ply].landing = Some(self.search.histories.landing::<E::Node>(step));
            self.search.path.push(next.hash());
            self.search.evaluator.push(node, step);
            let score = self.child(
                &next,
                ply,
                depth - 1,
                [alpha, beta],
                number,
                picked,
                outlook,
            );
            self.search.evaluator.pop();
            self.search.path.pop();
            let score = score?;
            if score > best {
                best = score;
                if score > alpha {
                    best_step = Some(step);
                    if outlook.is_pv {
                        self.extend_line(ply, step);
                    }
                    if ply == 0 {
                        self.search.first_score = score;
                    }
                    if score >= beta {
                        self.learn(node, ply, depth, step, before);
                        break;
                    }
                    alpha = score;
                }
            }
            self.search.frames[ply].tried.push(step);
        }
        if !has_moves {
            let mated = ply as i32 - MATE;
            return Some(if outlook.in_check { mated } else { 0 });
        }
        let found = Found {
            code: best_step.or(known).map_or(0, E::Node::code),
            score: to_table(best, ply),
            evaluation: outlook.evaluation.unwrap_or(0),
            depth,
            bound: Bound::of(best, first_alpha, beta),
        };
        self.table.put(node.hash(), found);
        Some(best)
    }

    /// The replies to the first move that a weak player sees; `None` if it sees all.
    fn seen_replies(&self, node: &E::Node, ply: usize) -> Option<Vec<<E::Node as Node>::Step>> {
        let blind = self.search.blind.as_ref().filter(|_| ply == 1)?;
        let mut steps = Vec::new();
        node.list(&mut steps);
        blind.drop_replies(node, &mut steps, true);
        Some(steps)
    }

    /// Searches a child: late moves first with less depth and without a window.
    #[expect(clippy::too_many_arguments, reason = "they are the state of one loop")]
    fn child(
        &mut self,
        next: &E::Node,
        ply: usize,
        depth: i32,
        [alpha, beta]: [i32; 2],
        number: i32,
        picked: Picked<<E::Node as Node>::Step>,
        outlook: Outlook,
    ) -> Option<i32> {
        let params = &self.search.params;
        let Outlook {
            is_pv, expects_cut, ..
        } = outlook;
        if number == 1 {
            let score = self.node(next, ply + 1, depth, -beta, -alpha, !is_pv && !expects_cut)?;
            return Some(-score);
        }
        let mut less = 0;
        if !E::IS_SMALL && params.reductions != 0 && depth >= 2 && number > 1 + 2 * i32::from(is_pv)
        {
            less = self.reduction(depth + 1, number);
            if !picked.is_quiet {
                less /= 2;
            }
            less += i32::from(expects_cut) + i32::from(!outlook.improving);
            less -= i32::from(is_pv) + i32::from(outlook.in_check);
            less -= picked.history / params.reduction_history;
            less = less.clamp(0, depth - 1);
        }
        let mut score = -self.node(next, ply + 1, depth - less, -alpha - 1, -alpha, true)?;
        if score > alpha && less > 0 {
            score = -self.node(next, ply + 1, depth, -alpha - 1, -alpha, !expects_cut)?;
        }
        if is_pv && score > alpha && score < beta {
            score = -self.node(next, ply + 1, depth, -beta, -alpha, false)?;
        }
        Some(score)
    }

    /// Makes a step and the best line after it the best line of a ply.
    pub(crate) fn extend_line(&mut self, ply: usize, step: <E::Node as Node>::Step) {
        if let [frame, next, ..] = &mut self.search.frames[ply..] {
            frame.line.clear();
            frame.line.push(step);
            frame.line.extend_from_slice(&next.line);
        }
    }

    /// Learns from a cutoff: its move is tried earlier next time, those tried before it later.
    fn learn(
        &mut self,
        node: &E::Node,
        ply: usize,
        depth: i32,
        step: <E::Node as Node>::Step,
        before: [Option<Landing>; 2],
    ) {
        let (side, captured) = (node.turn(), node.captured(step));
        let bonus = (depth * depth * 8 + 64 * depth).min(2000);
        let search = &mut *self.search;
        let Frame { tried, killers, .. } = &mut search.frames[ply];
        let histories = &mut search.histories;
        if captured.is_none() && E::Node::promotion(step).is_none() {
            if killers[0] != Some(step) {
                killers[1] = killers[0];
                killers[0] = Some(step);
            }
            histories.learn_quiet::<E::Node>(side, step, before, bonus);
        } else if let Some(captured) = captured {
            histories.learn_capture::<E::Node>(step, captured, bonus);
        }
        let was_quiet = captured.is_none();
        for other in tried {
            match node.captured(*other) {
                Some(captured) => histories.learn_capture::<E::Node>(*other, captured, -bonus),
                None if was_quiet => histories.learn_quiet::<E::Node>(side, *other, before, -bonus),
                None => {}
            }
        }
    }
}
