//! The search of captures until a position is quiet.

use raum_rules::node::Node;

use crate::{
    picker::take_best,
    score::{MATE, MATE_MIN, PLIES_MAX, from_table, to_table},
    search::{Evaluate, Walk, is_mated},
    table::{Bound, Found},
};

impl<E: Evaluate> Walk<'_, E> {
    /// Searches captures and promotions until the position is quiet; every move in check.
    #[expect(clippy::too_many_lines, reason = "one loop with shared state")]
    pub(crate) fn quiescence<const PV: bool>(
        &mut self,
        node: &E::Node,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        self.enter()?;
        self.search.frames[ply].line.clear();
        self.search.longest = self.search.longest.max(ply);
        if node.is_lost() {
            return Some(ply as i32 - MATE);
        }
        let in_check = node.in_check();
        if self.is_draw(node) && !(in_check && is_mated(node)) {
            return Some(0);
        }
        if ply >= PLIES_MAX {
            return Some(self.evaluate(node));
        }
        let params = self.search.params;
        let found = if params.hash == 0 {
            None
        } else {
            self.table.get(node.hash())
        };
        if let Some(found) = found
            && !PV
        {
            let score = from_table(found.score, ply);
            let settles = match found.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if settles {
                return Some(score);
            }
        }
        let mut raw = 0;
        let mut best = ply as i32 - MATE;
        if !in_check {
            raw = match found {
                Some(found) => found.evaluation,
                None => self.evaluate(node),
            };
            best = raw;
            if let Some(found) = found {
                let score = from_table(found.score, ply);
                match found.bound {
                    Bound::Lower => best = best.max(score),
                    Bound::Upper => best = best.min(score),
                    Bound::Exact => best = score,
                }
            }
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
        if ply == 1 {
            self.drop_unseen(node, in_check);
        }
        let first_alpha = alpha;
        let mut best_step = None;
        let mut at = 0;
        let mut evasions = 0;
        while let Some((_, step)) = take_best(&mut self.search.frames[ply].tactical, at) {
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
                    if raw + gain + params.quiescence_margin <= alpha {
                        best = best.max(raw + gain + params.quiescence_margin);
                        continue;
                    }
                }
                if params.exchange_pruning != 0 && !node.exchange_wins(step, 0, &E::VALUES) {
                    continue;
                }
            }
            let next = node.after(step);
            self.search.path.push(next.hash());
            self.search.evaluator.push(node, step);
            let score = self.quiescence::<PV>(&next, ply + 1, -beta, -alpha);
            self.search.evaluator.pop();
            self.search.path.pop();
            let score = -score?;
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
                        break;
                    }
                    alpha = score;
                }
            }
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > first_alpha && best_step.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.put(
            node.hash(),
            Found {
                code: best_step.map_or(0, E::Node::code),
                score: to_table(best, ply),
                evaluation: raw,
                depth: if in_check { 0 } else { -1 },
                bound,
            },
        );
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
