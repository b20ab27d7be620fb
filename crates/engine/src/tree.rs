//! The tree of positions above quiescence.

use raum_rules::node::Node;

use crate::{
    order::Landing,
    picker::{Picked, Picker},
    score::{INFINITE, MATE, MATE_MIN, PLIES_MAX, from_table, to_table},
    search::{Evaluate, Frame, Walk, is_mated},
    table::{Bound, Found},
};

/// What decides how much a late move is reduced.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact about the move"
)]
struct Late {
    number: i32,
    is_quiet: bool,
    history: i32,
    in_check: bool,
    improving: bool,
    expects_cut: bool,
}

impl<E: Evaluate> Walk<'_, E> {
    #[expect(
        clippy::too_many_lines,
        reason = "one loop with shared state: taken apart it would pass a dozen arguments around"
    )]
    pub(crate) fn node<const PV: bool>(
        &mut self,
        node: &E::Node,
        ply: usize,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        expects_cut: bool,
    ) -> Option<i32> {
        let in_check = node.in_check();
        if in_check && self.search.params.check_extension != 0 && ply > 0 {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiescence::<PV>(node, ply, alpha, beta);
        }
        self.enter()?;
        self.search.frames[ply].line.clear();
        self.search.longest = self.search.longest.max(ply);
        if ply > 0 {
            if node.is_lost() {
                return Some(ply as i32 - MATE);
            }
            if self.is_draw(node) && !(in_check && is_mated(node)) {
                return Some(0);
            }
            if ply >= PLIES_MAX {
                return Some(self.evaluate(node));
            }
            // A mate that is closer than any in this subtree is known already.
            alpha = alpha.max(ply as i32 - MATE);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return Some(alpha);
            }
        }
        let params = self.search.params;
        let excluded = self.search.frames[ply].excluded;
        let found = if excluded.is_none() && params.hash != 0 {
            self.table.get(node.hash())
        } else {
            None
        };
        if let Some(found) = found
            && !PV
            && found.depth >= depth
        {
            let score = from_table(found.score, ply);
            let settles = match found.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if settles && node.halfmove_clock() < 90 {
                return Some(score);
            }
        }
        let raw = if in_check {
            None
        } else {
            Some(match found {
                Some(found) => found.evaluation,
                None => self.evaluate(node),
            })
        };
        self.search.frames[ply].evaluation = raw;
        let improving = match (
            raw,
            ply.checked_sub(2)
                .and_then(|ply| self.search.frames[ply].evaluation),
        ) {
            (Some(now), Some(before)) => now > before,
            (Some(_), None) => true,
            (None, _) => false,
        };
        // The table's score is a better guess than the evaluation where its bound allows.
        let guess = raw.map(|raw| match found {
            Some(found) => {
                let score = from_table(found.score, ply);
                match found.bound {
                    Bound::Exact => score,
                    Bound::Lower => raw.max(score),
                    Bound::Upper => raw.min(score),
                }
            }
            None => raw,
        });
        if let Some(guess) = guess
            && !PV
            && excluded.is_none()
            && beta.abs() < MATE_MIN
        {
            let margin = params.reverse_margin * (depth - i32::from(improving)).max(0);
            if params.reverse_futility != 0
                && depth <= 7
                && guess - margin >= beta
                && guess < MATE_MIN
            {
                return Some(i32::midpoint(guess, beta));
            }
            if params.razoring != 0 && depth <= 3 && guess + params.razor_slope * depth + 60 < alpha
            {
                let score = self.quiescence::<false>(node, ply, alpha, alpha + 1)?;
                if score <= alpha {
                    return Some(score);
                }
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
                let score =
                    self.node::<false>(&next, ply + 1, depth - less, -beta, 1 - beta, !expects_cut);
                self.search.evaluator.pop();
                self.search.path.pop();
                let score = -score?;
                if score >= beta {
                    return Some(if score >= MATE_MIN { beta } else { score });
                }
            }
        }
        let known = found.and_then(|found| node.find(found.code));
        if params.internal_reductions != 0
            && depth >= 4
            && known.is_none()
            && (PV || expects_cut)
            && !in_check
        {
            depth -= 1;
        }
        let before = self.search.before(ply);
        let mut picker = Picker::new(known, before);
        // A child's killers are those of cousins, not of nephews further away.
        self.search.frames[ply + 1].killers = [None; 2];
        self.search.frames[ply].tried.clear();
        let first_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_step = None;
        let mut number = 0;
        let mut quiet_count = 0;
        let seen = self.seen_replies(node, ply);
        let mut has_moves = false;
        while let Some(Picked {
            step,
            history,
            is_quiet,
        }) = self.pick(node, ply, &mut picker)
        {
            has_moves = true;
            if Some(step) == excluded
                || ply == 0 && !self.search.first_steps.contains(&step)
                || seen.as_ref().is_some_and(|seen| !seen.contains(&step))
            {
                continue;
            }
            let is_spared = params.spare_checks != 0 && node.gives_check(step);
            if ply > 0 && best > -MATE_MIN && node.has_pieces() && !is_spared {
                let left = depth - self.reduction(depth, number);
                if is_quiet {
                    if params.late_pruning != 0 && !in_check {
                        let most = params.late_base + params.late_slope * depth * depth / 100;
                        if quiet_count >= most / (2 - i32::from(improving)) {
                            picker.skips_quiet = true;
                            continue;
                        }
                    }
                    if let Some(raw) = raw
                        && params.futility != 0
                        && left <= 6
                        && raw + params.futility_base + params.futility_slope * left.max(0) <= alpha
                    {
                        quiet_count += 1;
                        continue;
                    }
                    if !in_check && left <= 3 && history < -params.history_pruning * depth {
                        continue;
                    }
                    let loss = params.exchange_quiet * left.max(0) * left.max(0);
                    if params.exchange_pruning != 0
                        && left <= 7
                        && !node.exchange_wins(step, -loss, &E::VALUES)
                    {
                        continue;
                    }
                } else if params.exchange_pruning != 0
                    && depth <= 6
                    && !node.exchange_wins(step, -params.exchange_capture * depth, &E::VALUES)
                {
                    continue;
                }
            }
            let mut extension = 0;
            if params.singular != 0
                && ply > 0
                && excluded.is_none()
                && depth >= 7
                && Some(step) == known
                && let Some(found) = found
                && found.depth >= depth - 3
                && found.bound != Bound::Upper
                && found.score.abs() < MATE_MIN
                && ply < PLIES_MAX / 2
            {
                let limit = found.score - 2 * depth;
                self.search.frames[ply].excluded = Some(step);
                let score =
                    self.node::<false>(node, ply, (depth - 1) / 2, limit - 1, limit, expects_cut);
                self.search.frames[ply].excluded = None;
                self.search.frames[ply].evaluation = raw;
                let score = score?;
                if score < limit {
                    extension = 1;
                } else if limit >= beta {
                    return Some(limit);
                } else if found.score >= beta {
                    extension = -1;
                }
            }
            number += 1;
            quiet_count += i32::from(is_quiet);
            let next = node.after(step);
            let landing = self.search.histories.landing::<E::Node>(step);
            self.search.frames[ply].landing = Some(landing);
            self.search.path.push(next.hash());
            self.search.evaluator.push(node, step);
            let score = self.child::<PV>(
                &next,
                ply,
                depth - 1 + extension,
                alpha,
                beta,
                &Late {
                    number,
                    is_quiet,
                    history,
                    in_check,
                    improving,
                    expects_cut,
                },
            );
            self.search.evaluator.pop();
            self.search.path.pop();
            let score = score?;
            if score > best {
                best = score;
                if score > alpha {
                    best_step = Some(step);
                    if PV {
                        let (frame, rest) = self.search.frames[ply..].split_first_mut()?;
                        frame.line.clear();
                        frame.line.push(step);
                        frame.line.extend_from_slice(&rest[0].line);
                    }
                    if score >= beta {
                        self.cut_off(node, ply, depth, step, before);
                        break;
                    }
                    alpha = score;
                }
            }
            self.search.frames[ply].tried.push(step);
        }
        if !has_moves {
            return Some(if in_check { ply as i32 - MATE } else { 0 });
        }
        if best == -INFINITE {
            // Everything was excluded.
            return Some(alpha);
        }
        if excluded.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.table.put(
                node.hash(),
                Found {
                    code: best_step.or(known).map_or(0, E::Node::code),
                    score: to_table(best, ply),
                    evaluation: raw.unwrap_or(0),
                    depth,
                    bound,
                },
            );
        }
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
    fn child<const PV: bool>(
        &mut self,
        next: &E::Node,
        ply: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
        late: &Late,
    ) -> Option<i32> {
        if late.number == 1 {
            let score = self.node::<PV>(
                next,
                ply + 1,
                depth,
                -beta,
                -alpha,
                !PV && !late.expects_cut,
            )?;
            return Some(-score);
        }
        let mut less = 0;
        if self.search.params.reductions != 0 && depth >= 2 && late.number > 1 + 2 * i32::from(PV) {
            less = self.reduction(depth + 1, late.number);
            if !late.is_quiet {
                less /= 2;
            }
            less -= i32::from(PV);
            less += i32::from(late.expects_cut);
            less += i32::from(!late.improving);
            less -= i32::from(late.in_check);
            less -= late.history / self.search.params.reduction_history;
            less = less.clamp(0, depth - 1);
        }
        let mut score =
            -self.node::<false>(next, ply + 1, depth - less, -alpha - 1, -alpha, true)?;
        if score > alpha && less > 0 {
            score =
                -self.node::<false>(next, ply + 1, depth, -alpha - 1, -alpha, !late.expects_cut)?;
        }
        if PV && score > alpha && score < beta {
            score = -self.node::<true>(next, ply + 1, depth, -beta, -alpha, false)?;
        }
        Some(score)
    }

    fn reduction(&self, depth: i32, number: i32) -> i32 {
        let [depth, number] = [depth, number].map(|index| index.clamp(0, 63) as usize);
        i32::from(self.search.reductions[depth][number])
    }

    /// Learns from a cutoff.
    fn cut_off(
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
