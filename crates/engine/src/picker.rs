//! The order in which a search tries moves: the known best one, winning captures, quiet moves, losing captures. Each group
//! is listed only when its turn comes, because an earlier move often cuts off.

use raum_rules::node::Node;

use crate::{
    order::{Histories, Landing},
    search::{Evaluate, Frame, Walk},
};

/// Where picking stands.
pub(crate) struct Picker<N: Node> {
    stage: Stage,
    at: usize,
    known: Option<N::Step>,
    before: [Option<Landing>; 2],
    /// Whether quiet moves are left out from now on.
    pub(crate) skips_quiet: bool,
}

#[derive(Clone, Copy)]
enum Stage {
    Known,
    ListTactical,
    Tactical,
    ListQuiet,
    Quiet,
    Losing,
}

/// A move to try next.
#[derive(Clone, Copy)]
pub(crate) struct Picked<S> {
    pub(crate) step: S,
    /// Its history score.
    pub(crate) history: i32,
    /// Whether it neither captures nor promotes.
    pub(crate) is_quiet: bool,
}

/// Added to the score of killers, which are tried before other quiet moves.
const KILLER: i32 = 1 << 20;

impl<N: Node> Picker<N> {
    pub(crate) fn new(known: Option<N::Step>, before: [Option<Landing>; 2]) -> Self {
        Self {
            stage: Stage::Known,
            at: 0,
            known,
            before,
            skips_quiet: false,
        }
    }
}

impl<E: Evaluate> Walk<'_, E> {
    /// The next move to try.
    pub(crate) fn pick(
        &mut self,
        node: &E::Node,
        ply: usize,
        picker: &mut Picker<E::Node>,
    ) -> Option<Picked<<E::Node as Node>::Step>> {
        loop {
            let frame = &mut self.search.frames[ply];
            match picker.stage {
                Stage::Known => {
                    picker.stage = Stage::ListTactical;
                    if let Some(step) = picker.known {
                        return Some(self.picked(node, step, picker.before));
                    }
                }
                Stage::ListTactical => {
                    self.list_tactical(node, ply, picker.known);
                    picker.stage = Stage::Tactical;
                    picker.at = 0;
                }
                Stage::Tactical => {
                    let Some((_, step)) = take_best(&mut frame.tactical, picker.at) else {
                        picker.stage = Stage::ListQuiet;
                        continue;
                    };
                    picker.at += 1;
                    if node.exchange_wins(step, -20, &E::VALUES) {
                        return Some(self.picked(node, step, picker.before));
                    }
                    frame.losing.push(step);
                }
                Stage::ListQuiet => {
                    if !picker.skips_quiet {
                        self.list_quiet(node, ply, picker);
                    }
                    picker.stage = Stage::Quiet;
                    picker.at = 0;
                }
                Stage::Quiet => {
                    let best = if picker.skips_quiet {
                        None
                    } else {
                        take_best(&mut frame.quiet, picker.at)
                    };
                    let Some((score, step)) = best else {
                        picker.stage = Stage::Losing;
                        picker.at = 0;
                        continue;
                    };
                    picker.at += 1;
                    if score.abs() >= KILLER / 2 {
                        return Some(self.picked(node, step, picker.before));
                    }
                    return Some(Picked {
                        step,
                        history: score,
                        is_quiet: true,
                    });
                }
                Stage::Losing => {
                    let step = *frame.losing.get(picker.at)?;
                    picker.at += 1;
                    return Some(self.picked(node, step, picker.before));
                }
            }
        }
    }

    fn picked(
        &self,
        node: &E::Node,
        step: <E::Node as Node>::Step,
        before: [Option<Landing>; 2],
    ) -> Picked<<E::Node as Node>::Step> {
        let histories = &self.search.histories;
        let captured = node.captured(step);
        let is_quiet = captured.is_none() && E::Node::promotion(step).is_none();
        let history = match captured {
            Some(captured) => histories.of_capture::<E::Node>(step, captured),
            None if is_quiet => histories.of_quiet::<E::Node>(node.turn(), step, before),
            None => 0,
        };
        Picked {
            step,
            history,
            is_quiet,
        }
    }

    /// Lists captures and promotions, the most valuable ones with the highest scores.
    pub(crate) fn list_tactical(
        &mut self,
        node: &E::Node,
        ply: usize,
        known: Option<<E::Node as Node>::Step>,
    ) {
        let search = &mut *self.search;
        let Frame {
            listed,
            tactical,
            losing,
            ..
        } = &mut search.frames[ply];
        listed.clear();
        tactical.clear();
        losing.clear();
        node.list_tactical(listed);
        for step in listed.iter().copied().filter(|step| Some(*step) != known) {
            tactical.push((value::<E>(node, step, &search.histories), step));
        }
    }

    fn list_quiet(&mut self, node: &E::Node, ply: usize, picker: &Picker<E::Node>) {
        let search = &mut *self.search;
        let Frame {
            listed,
            quiet,
            killers,
            ..
        } = &mut search.frames[ply];
        listed.clear();
        quiet.clear();
        node.list_quiet(listed);
        let side = node.turn();
        let has_histories = search.params.histories != 0;
        let view = search.histories.view(side, picker.before);
        for step in listed.iter().copied() {
            if Some(step) == picker.known {
                continue;
            }
            let score = if E::Node::promotion(step).is_some() {
                -KILLER
            } else {
                let learnt = if has_histories {
                    view.of_quiet::<E::Node>(step)
                } else {
                    0
                };
                if killers[0] == Some(step) {
                    learnt + 2 * KILLER
                } else if killers[1] == Some(step) {
                    learnt + KILLER
                } else {
                    learnt
                }
            };
            quiet.push((score, step));
        }
    }

    /// Lists every move for quiescence in check: captures first, then quiet moves by history.
    pub(crate) fn list_evasions(
        &mut self,
        node: &E::Node,
        ply: usize,
        known: Option<<E::Node as Node>::Step>,
    ) {
        let search = &mut *self.search;
        let Frame {
            listed, tactical, ..
        } = &mut search.frames[ply];
        listed.clear();
        tactical.clear();
        node.list(listed);
        let view = search.histories.view(node.turn(), [None; 2]);
        for step in listed.iter().copied() {
            let is_quiet = node.captured(step).is_none() && E::Node::promotion(step).is_none();
            let score = if Some(step) == known {
                4 * KILLER
            } else if is_quiet {
                view.of_quiet::<E::Node>(step)
            } else {
                KILLER + value::<E>(node, step, &search.histories)
            };
            tactical.push((score, step));
        }
    }
}

/// What speaks for a capture or a promotion: what it wins, then what captures like it did before.
fn value<E: Evaluate>(node: &E::Node, step: <E::Node as Node>::Step, histories: &Histories) -> i32 {
    let promoted = E::Node::promotion(step).map_or(0, |role| E::VALUES[role as usize]);
    match node.captured(step) {
        Some(captured) => {
            let learnt = histories.of_capture::<E::Node>(step, captured);
            16 * (E::VALUES[captured as usize] + promoted) + learnt
        }
        None => 16 * promoted,
    }
}

/// Moves the best of the steps from `at` on to `at`, and returns it.
#[inline]
pub(crate) fn take_best<S: Copy>(steps: &mut [(i32, S)], at: usize) -> Option<(i32, S)> {
    let mut best = at;
    let mut score = steps.get(at)?.0;
    for (number, step) in steps.iter().enumerate().skip(at + 1) {
        if step.0 > score {
            (best, score) = (number, step.0);
        }
    }
    steps.swap(at, best);
    Some(steps[at])
}
