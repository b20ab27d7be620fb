//! The search of captures until a position is quiet.

use raum_rules::node::Node;

use crate::{
    picker::take_best,
    score::{MATE, MATE_MIN, to_table},
    search::{Evaluate, Walk},
    table::{Bound, Found},
};

impl<E: Evaluate> Walk<'_, E> {
    /// Searches captures and promotions until the position is quiet; every move in check.
    pub(crate) fn quiescence(
        &mut self,
        node: &E::Node,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let is_pv = beta - alpha > 1;
        self.enter(ply)?;
        let in_check = node.in_check();
        if let Some(score) = self.end_of_line(node, ply, in_check) {
            return Some(score);
        }
        let params = self.search.params;
        let found = self.found(node);
        if !is_pv && let Some(score) = found.and_then(|found| found.settles(ply, alpha, beta)) {
            return Some(score);
        }
        let mut evaluation = 0;
        let mut best = ply as i32 - MATE;
        if !in_check {
            evaluation = match found {
                Some(found) => found.evaluation,
                None => self.evaluate(node),
            };
            best = found.map_or(evaluation, |found| found.refine(evaluation, ply));
            if best >= beta {
                return Some(best);
            }
            alpha = alpha.max(best);
        }
        let known = found.and_then(|found| node.find(found.code));
        if in_check {
            self.list_evasions(node, ply, known);
        } else {
            self.list_tactical(node, ply, None);
        }
        if !E::IS_SMALL && ply == 1 {
            self.drop_unseen(node, in_check);
        }
        let first_alpha = alpha;
        let mut best_step = None;
        let mut at = 0;
        let mut evasions = 0;
        while !E::IS_SMALL
            && let Some((_, step)) = take_best(&mut self.search.frames[ply].tactical, at)
        {
            at += 1;
            let captured = node.captured(step);
            if best > -MATE_MIN {
                if in_check {
                    // One quiet evasion is enough, once something saves the king.
                    evasions += i32::from(captured.is_none());
                    if params.one_evasion != 0 && evasions > 1 && captured.is_none() {
                        continue;
                    }
                } else {
                    let gain = captured.map_or(0, |role| E::VALUES[role as usize])
                        + E::Node::promotion(step).map_or(0, |role| E::VALUES[role as usize]);
                    if evaluation + gain + params.quiescence_margin <= alpha {
                        best = best.max(evaluation + gain + params.quiescence_margin);
                        continue;
                    }
                }
                if params.exchange_pruning != 0 && !node.exchange_wins(step, 0, &E::VALUES) {
                    continue;
                }
            }
            let next = node.after(step);
            self.table.fetch(next.hash());
            self.search.path.push(next.hash());
            self.search.evaluator.push(node, step);
            let score = self.quiescence(&next, ply + 1, -beta, -alpha);
            self.search.evaluator.pop();
            self.search.path.pop();
            let score = -score?;
            if score > best {
                best = score;
                if score > alpha {
                    best_step = Some(step);
                    if is_pv {
                        self.extend_line(ply, step);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        let found = Found {
            code: best_step.map_or(0, E::Node::code),
            score: to_table(best, ply),
            evaluation,
            depth: if in_check { 0 } else { -1 },
            bound: Bound::of(best, first_alpha, beta),
        };
        self.table.put(node.hash(), found);
        Some(best)
    }

    /// Drops the replies to the first move that a weak player overlooks.
    fn drop_unseen(&mut self, node: &E::Node, are_all_moves: bool) {
        if let Some(blind) = &self.search.blind {
            let listed = &mut self.search.frames[1].tactical;
            let mut seen = listed.iter().map(|(_, step)| *step).collect();
            blind.drop_replies(node, &mut seen, are_all_moves);
            listed.retain(|(_, step)| seen.contains(step));
        }
    }
}
