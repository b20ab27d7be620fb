//! Principal-variation search with iterative deepening, one for every kind of game.

use std::sync::atomic::{AtomicBool, Ordering};

use raum_rules::{
    Move, Role,
    node::{Node, ROLES},
};

use crate::{
    order::{Histories, Landing},
    oversight::{Blind, Oversight},
    score::{INFINITE, MATE, MATE_MIN, PLIES_MAX, bounded, from_table, to_table},
    table::{Bound, Found, Table},
};

/// Judges positions of one kind without searching.
pub trait Evaluate {
    /// The positions.
    type Node: Node;
    /// What a piece of each role is worth in an exchange.
    const VALUES: [i32; ROLES];
    /// The parameters of the search that suit the kind.
    const PARAMS: Params = Params::STANDARD;

    /// Begins anew from a position.
    fn begin(&mut self, node: &Self::Node);
    /// Follows a step from a position to the next one.
    fn push(&mut self, node: &Self::Node, step: <Self::Node as Node>::Step);
    /// Follows a pass.
    fn push_pass(&mut self);
    /// Goes back to the position before.
    fn pop(&mut self);
    /// The value for the side to move.
    fn evaluate(&mut self, node: &Self::Node) -> i32;
}

/// What a search may look at, and when it ends without being stopped.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The deepest iteration.
    pub depth: i32,
    /// The most positions entered.
    pub nodes: u64,
    /// How many of the best first moves to report, each with its line.
    pub lines: usize,
    /// The first moves to choose from; empty for all.
    pub only: Vec<Move>,
    /// What to overlook, for a weaker player.
    pub oversight: Option<Oversight>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: PLIES_MAX as i32 - 1,
            nodes: u64::MAX,
            lines: 1,
            only: Vec::new(),
            oversight: None,
        }
    }
}

/// What a search knows after an iteration.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How deep the iteration was.
    pub depth: i32,
    /// The length of the longest line examined.
    pub longest: usize,
    /// The positions entered so far.
    pub nodes: u64,
    /// The best lines, the best one first. Empty only if there is no legal move.
    pub lines: Vec<Line>,
}

/// A line of best moves for both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The value for the side to move.
    pub score: i32,
    /// The moves; never empty.
    pub moves: Vec<Move>,
}

/// Which parts of the search are on. A match against a search without a part says what the part is worth.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
#[expect(missing_docs, reason = "they are named after the parts")]
pub struct Params {
    pub null_move: bool,
    pub reductions: bool,
    pub late_pruning: bool,
    pub futility: bool,
    pub reverse_futility: bool,
    pub exchange_pruning: bool,
    pub check_extension: bool,
    pub internal_reductions: bool,
    pub histories: bool,
    pub razoring: bool,
    pub singular: bool,
    pub tune: [i32; 8],
}

impl Params {
    /// The parameters that matches in space chess chose.
    pub const STANDARD: Self = Self {
        null_move: true,
        reductions: true,
        late_pruning: true,
        futility: true,
        reverse_futility: true,
        exchange_pruning: true,
        check_extension: false,
        internal_reductions: false,
        histories: true,
        razoring: true,
        singular: false,
        tune: [0; 8],
    };
}

impl Default for Params {
    fn default() -> Self {
        Self::STANDARD
    }
}

/// Searches positions of one kind; remembers histories from one search to the next.
pub struct Searcher<E: Evaluate> {
    evaluator: E,
    histories: Histories,
    params: Params,
    frames: Vec<Frame<E::Node>>,
    /// The hashes of the game so far, and of the line that is searched.
    path: Vec<u64>,
    /// Where the search began in `path`.
    root: usize,
    nodes: u64,
    nodes_max: u64,
    longest: usize,
    stopped: bool,
    /// The first moves that the line being searched may begin with.
    first_steps: Vec<<E::Node as Node>::Step>,
    blind: Option<Blind>,
    reductions: Vec<[u8; 64]>,
}

/// What belongs to one ply of the line that is searched.
struct Frame<N: Node> {
    steps: Vec<(i32, N::Step)>,
    listed: Vec<N::Step>,
    tried: Vec<N::Step>,
    line: Vec<N::Step>,
    killers: [Option<N::Step>; 2],
    evaluation: Option<i32>,
    landing: Option<Landing>,
    excluded: Option<N::Step>,
}

impl<N: Node> Frame<N> {
    fn new() -> Self {
        Self {
            steps: Vec::new(),
            listed: Vec::new(),
            tried: Vec::new(),
            line: Vec::new(),
            killers: [None; 2],
            evaluation: None,
            landing: None,
            excluded: None,
        }
    }
}

impl<E: Evaluate> Searcher<E> {
    /// A searcher that has learnt nothing yet.
    pub fn new(evaluator: E, params: Params) -> Self {
        let reductions = (0..64)
            .map(|depth: i32| {
                std::array::from_fn(|number| {
                    if depth == 0 || number == 0 {
                        return 0;
                    }
                    let product = ln(depth as usize) * ln(number);
                    let base = 0.9 + f64::from(params.tune[0]) / 100.0;
                    (base + product / (1.7 + f64::from(params.tune[1]) / 100.0)) as u8
                })
            })
            .collect();
        Self {
            evaluator,
            histories: Histories::new(E::Node::CELLS),
            params,
            frames: (0..PLIES_MAX + 4).map(|_| Frame::new()).collect(),
            path: Vec::new(),
            root: 0,
            nodes: 0,
            nodes_max: u64::MAX,
            longest: 0,
            stopped: false,
            first_steps: Vec::new(),
            blind: None,
            reductions,
        }
    }

    /// Forgets what earlier searches taught.
    pub fn clear(&mut self) {
        self.histories.clear();
    }

    /// Searches a position deeper and deeper, and reports after each iteration; `report` returns whether to go on.
    ///
    /// `history` holds the hashes of the earlier positions of the game, the oldest first.
    pub fn search(
        &mut self,
        node: &E::Node,
        history: &[u64],
        limits: &Limits,
        table: &Table,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report) -> bool,
    ) -> Report {
        self.path.clear();
        self.path.extend_from_slice(history);
        self.path.push(node.hash());
        self.root = self.path.len() - 1;
        self.nodes = 0;
        self.nodes_max = limits.nodes;
        self.stopped = false;
        self.evaluator.begin(node);
        for frame in &mut self.frames {
            frame.killers = [None; 2];
            frame.excluded = None;
        }
        table.grow_older();
        let mut first_steps = Vec::new();
        node.list(&mut first_steps);
        if !limits.only.is_empty() {
            first_steps.retain(|step| limits.only.contains(&E::Node::to_move(*step)));
        }
        self.blind = limits
            .oversight
            .map(|oversight| Blind::new(oversight, node));
        if let Some(blind) = &self.blind {
            blind.drop_first_moves(node, &mut first_steps);
        }
        let count = limits.lines.clamp(1, first_steps.len().max(1));
        let Some(first) = first_steps.first() else {
            return Report::default();
        };
        let mut known = Report {
            lines: vec![Line {
                score: 0,
                moves: vec![E::Node::to_move(*first)],
            }],
            ..Report::default()
        };
        self.first_steps = first_steps;
        let mut walk = Walk {
            search: self,
            table,
            stop,
        };
        for depth in 1..=limits.depth.clamp(1, PLIES_MAX as i32 - 1) {
            let Some(next) = walk.iterate(node, depth, count, &known) else {
                break;
            };
            known = next;
            if !report(&known) || is_decided(&known) {
                break;
            }
        }
        known.nodes = self.nodes;
        known
    }

    /// The landings of the last two moves before a ply.
    fn before(&self, ply: usize) -> [Option<Landing>; 2] {
        [1, 2].map(|back| {
            ply.checked_sub(back)
                .and_then(|ply| self.frames[ply].landing)
        })
    }
}

/// One search under way. `None` from its functions means that it was stopped.
struct Walk<'a, E: Evaluate> {
    search: &'a mut Searcher<E>,
    table: &'a Table,
    stop: &'a AtomicBool,
}

impl<E: Evaluate> Walk<'_, E> {
    /// Searches every line to one depth. A stopped iteration counts only if it has found a first line.
    fn iterate(
        &mut self,
        node: &E::Node,
        depth: i32,
        count: usize,
        known: &Report,
    ) -> Option<Report> {
        let all = self.search.first_steps.clone();
        let mut lines: Vec<Line> = Vec::with_capacity(count);
        self.search.longest = 0;
        for number in 0..count {
            let last = known.lines.get(number).map_or(0, |line| line.score);
            let score = self.aspire(node, depth, last);
            let steps = &self.search.frames[0].line;
            let moves: Vec<_> = steps.iter().map(|step| E::Node::to_move(*step)).collect();
            let Some(score) = score else {
                // An iteration that was cut short may have found a better first move.
                let is_new = number == 0
                    && !moves.is_empty()
                    && known.lines[0].moves.first() != moves.first();
                if is_new {
                    let score = known.lines[0].score;
                    lines.push(Line { score, moves });
                }
                break;
            };
            let first = *steps.first()?;
            lines.push(Line { score, moves });
            self.search.first_steps.retain(|step| *step != first);
        }
        self.search.first_steps = all;
        if lines.is_empty() {
            return None;
        }
        // Lines that this iteration did not reach keep their places behind.
        let older = known
            .lines
            .iter()
            .filter(|line| lines.iter().all(|new| new.moves[0] != line.moves[0]));
        let missing: Vec<Line> = older.take(count - lines.len()).cloned().collect();
        lines.extend(missing);
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        Some(Report {
            depth,
            longest: self.search.longest,
            nodes: self.search.nodes,
            lines,
        })
    }

    /// Searches with a narrow window around the last score, and widens it until the score is inside.
    fn aspire(&mut self, node: &E::Node, depth: i32, last: i32) -> Option<i32> {
        let mut margin = 25;
        let (mut alpha, mut beta) = if depth < 4 {
            (-INFINITE, INFINITE)
        } else {
            (last - margin, last + margin)
        };
        loop {
            let score = self.node::<true>(node, 0, depth, alpha, beta, false)?;
            if score <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (score - margin).max(-INFINITE);
            } else if score >= beta {
                beta = (score + margin).min(INFINITE);
            } else {
                return Some(score);
            }
            margin *= 3;
            if margin > 1000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Enters a position: `None` if the budget is used up.
    fn enter(&mut self) -> Option<()> {
        let search = &mut *self.search;
        if search.nodes >= search.nodes_max
            || search.nodes.is_multiple_of(512) && self.stop.load(Ordering::Relaxed)
        {
            search.stopped = true;
            return None;
        }
        search.nodes += 1;
        Some(())
    }

    /// Whether the position is drawn by repetition, the clock or material. A position that occurs twice in the line that is
    /// searched counts as drawn, for what could be repeated once can be repeated again.
    fn is_draw(&self, node: &E::Node) -> bool {
        if node.is_dead() {
            return true;
        }
        let clock = node.halfmove_clock() as usize;
        if clock >= 100 {
            return true;
        }
        let path = &self.search.path;
        let last = path.len() - 1;
        let mut before = 0;
        for back in (4..=clock.min(last)).step_by(2) {
            if path[last - back] == node.hash() {
                before += 1;
                if last - back > self.search.root || before == 2 {
                    return true;
                }
            }
        }
        false
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one loop with shared state: taken apart it would pass a dozen arguments around"
    )]
    fn node<const PV: bool>(
        &mut self,
        node: &E::Node,
        ply: usize,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        expects_cut: bool,
    ) -> Option<i32> {
        let in_check = node.in_check();
        if in_check
            && self.search.params.check_extension
            && ply > 0
            && (self.search.params.tune[6] == 0 || depth <= self.search.params.tune[6])
        {
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
        let found = if excluded.is_none() {
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
            let margin = (60 + params.tune[2]) * (depth - i32::from(improving)).max(0);
            if params.reverse_futility && depth <= 7 && guess - margin >= beta && guess < MATE_MIN {
                return Some(i32::midpoint(guess, beta));
            }
            if params.razoring && depth <= 3 && guess + 220 * depth + 60 < alpha {
                let score = self.quiescence::<false>(node, ply, alpha, alpha + 1)?;
                if score <= alpha {
                    return Some(score);
                }
            }
            let passed_before = ply > 0 && self.search.frames[ply - 1].landing.is_none();
            if params.null_move
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
        let known = found.map(|found| found.code).filter(|code| *code != 0);
        if params.internal_reductions
            && depth >= 4
            && known.is_none()
            && (PV || expects_cut)
            && !in_check
        {
            depth -= 1;
        }
        let before = self.search.before(ply);
        self.list(node, ply, known, before);
        if self.search.frames[ply].steps.is_empty() {
            return Some(if in_check { ply as i32 - MATE } else { 0 });
        }
        // A child's killers are those of cousins, not of nephews further away.
        self.search.frames[ply + 1].killers = [None; 2];
        self.search.frames[ply].tried.clear();
        let first_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_step = None;
        let mut number = 0;
        let mut quiet_count = 0;
        let side = node.turn();
        let mut at = 0;
        while let Some(step) = self.next_step(ply, at) {
            at += 1;
            if Some(step) == excluded || ply == 0 && !self.search.first_steps.contains(&step) {
                continue;
            }
            let captured = node.captured(step);
            let is_quiet = captured.is_none() && E::Node::promotion(step).is_none();
            let history = if is_quiet {
                self.search
                    .histories
                    .of_quiet::<E::Node>(side, step, before)
            } else {
                captured.map_or(0, |captured| {
                    self.search.histories.of_capture::<E::Node>(step, captured)
                })
            };
            if ply > 0 && best > -MATE_MIN && node.has_pieces() {
                if is_quiet {
                    let lmr = self.reduction(depth, number);
                    let left = depth - lmr;
                    if params.late_pruning && !in_check {
                        let most =
                            (13 + params.tune[3] + (200 + params.tune[5]) * depth * depth / 100)
                                / (2 - i32::from(improving));
                        if quiet_count >= most {
                            continue;
                        }
                    }
                    if let Some(raw) = raw
                        && params.futility
                        && left <= 6
                        && raw + 100 + (50 + params.tune[4]) * left.max(0) <= alpha
                    {
                        quiet_count += 1;
                        continue;
                    }
                    if params.histories && !in_check && left <= 3 && history < -4000 * depth {
                        continue;
                    }
                    if params.exchange_pruning
                        && left <= 7
                        && !node.exchange_wins(step, -30 * left.max(0) * left.max(0), &E::VALUES)
                    {
                        continue;
                    }
                } else if params.exchange_pruning
                    && depth <= 6
                    && !node.exchange_wins(step, -90 * depth, &E::VALUES)
                {
                    continue;
                }
            }
            let mut extension = 0;
            if params.singular
                && ply > 0
                && excluded.is_none()
                && depth >= 7
                && Some(E::Node::code(step)) == known
                && let Some(found) = found
                && found.depth >= depth - 3
                && found.bound != Bound::Upper
                && found.score.abs() < MATE_MIN
                && ply < PLIES_MAX / 2
            {
                let limit = found.score - 2 * depth;
                let saved = std::mem::take(&mut self.search.frames[ply].steps);
                let tried = std::mem::take(&mut self.search.frames[ply].tried);
                self.search.frames[ply].excluded = Some(step);
                let score =
                    self.node::<false>(node, ply, (depth - 1) / 2, limit - 1, limit, expects_cut);
                self.search.frames[ply].excluded = None;
                self.search.frames[ply].steps = saved;
                self.search.frames[ply].tried = tried;
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
                        self.cut_off(node, ply, depth, step, captured, before);
                        break;
                    }
                    alpha = score;
                }
            }
            self.search.frames[ply].tried.push(step);
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
                    code: best_step.map(E::Node::code).or(known).unwrap_or(0),
                    score: to_table(best, ply),
                    evaluation: raw.unwrap_or(0),
                    depth,
                    bound,
                },
            );
        }
        Some(best)
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
        if self.search.params.reductions && depth >= 2 && late.number > 1 + 2 * i32::from(PV) {
            less = self.reduction(depth + 1, late.number);
            if !late.is_quiet {
                less /= 2;
            }
            less -= i32::from(PV);
            less += i32::from(late.expects_cut);
            less += i32::from(!late.improving);
            less -= i32::from(late.in_check);
            less -= late.history / (8192 + self.search.params.tune[7]);
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
        captured: Option<Role>,
        before: [Option<Landing>; 2],
    ) {
        let side = node.turn();
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

    /// Lists the moves of a position with what speaks for each.
    fn list(
        &mut self,
        node: &E::Node,
        ply: usize,
        known: Option<u32>,
        before: [Option<Landing>; 2],
    ) {
        let search = &mut *self.search;
        let Frame {
            steps,
            listed,
            killers,
            ..
        } = &mut search.frames[ply];
        listed.clear();
        node.list(listed);
        if ply == 1
            && let Some(blind) = &search.blind
        {
            blind.drop_replies(node, listed, true);
        }
        steps.clear();
        let side = node.turn();
        for step in listed.iter().copied() {
            let score = if Some(E::Node::code(step)) == known {
                1 << 30
            } else {
                let promoted = E::Node::promotion(step).map_or(0, |role| E::VALUES[role as usize]);
                match node.captured(step) {
                    Some(captured) => {
                        let gain = 16 * (E::VALUES[captured as usize] + promoted);
                        let learnt = search.histories.of_capture::<E::Node>(step, captured);
                        let base = if node.exchange_wins(step, -20, &E::VALUES) {
                            1 << 24
                        } else {
                            -(1 << 24)
                        };
                        base + gain + learnt
                    }
                    None if promoted >= 500 => (1 << 23) + promoted,
                    None if killers[0] == Some(step) => 1 << 22,
                    None if killers[1] == Some(step) => (1 << 22) - 1,
                    None if search.params.histories => {
                        search.histories.of_quiet::<E::Node>(side, step, before)
                    }
                    None => 0,
                }
            };
            steps.push((score, step));
        }
    }

    /// The best of the moves that are left.
    fn next_step(&mut self, ply: usize, at: usize) -> Option<<E::Node as Node>::Step> {
        let steps = &mut self.search.frames[ply].steps;
        let mut best = at;
        for index in at + 1..steps.len() {
            if steps[index].0 > steps[best].0 {
                best = index;
            }
        }
        if at < steps.len() {
            steps.swap(at, best);
        }
        steps.get(at).map(|(_, step)| *step)
    }

    /// Searches captures and promotions until the position is quiet; every move in check.
    #[expect(clippy::too_many_lines, reason = "one loop with shared state")]
    fn quiescence<const PV: bool>(
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
        let found = self.table.get(node.hash());
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
        self.list_for_quiescence(node, ply, in_check, found.map_or(0, |found| found.code));
        let first_alpha = alpha;
        let mut best_step = None;
        let mut at = 0;
        let mut evasions = 0;
        while let Some(step) = self.next_step(ply, at) {
            at += 1;
            let captured = node.captured(step);
            if best > -MATE_MIN {
                if in_check {
                    // One quiet evasion is enough, once something saves the king.
                    evasions += i32::from(captured.is_none());
                    if evasions > 1 && captured.is_none() {
                        continue;
                    }
                } else {
                    let gain = captured.map_or(0, |role| E::VALUES[role as usize])
                        + E::Node::promotion(step).map_or(0, |role| E::VALUES[role as usize]);
                    if raw + gain + 120 <= alpha {
                        best = best.max(raw + gain + 120);
                        continue;
                    }
                }
                if !node.exchange_wins(step, 0, &E::VALUES) {
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

    fn list_for_quiescence(&mut self, node: &E::Node, ply: usize, in_check: bool, known: u32) {
        let search = &mut *self.search;
        let Frame { steps, listed, .. } = &mut search.frames[ply];
        listed.clear();
        if in_check {
            node.list(listed);
        } else {
            node.list_tactical(listed);
        }
        if ply == 1
            && let Some(blind) = &search.blind
        {
            blind.drop_replies(node, listed, in_check);
        }
        steps.clear();
        for step in listed.iter().copied() {
            let score = if E::Node::code(step) == known {
                1 << 30
            } else {
                let promoted = E::Node::promotion(step).map_or(0, |role| E::VALUES[role as usize]);
                match node.captured(step) {
                    Some(captured) => {
                        16 * (E::VALUES[captured as usize] + promoted)
                            + search.histories.of_capture::<E::Node>(step, captured)
                            + (1 << 20)
                    }
                    None => 16 * promoted,
                }
            };
            steps.push((score, step));
        }
    }

    fn evaluate(&mut self, node: &E::Node) -> i32 {
        bounded(self.search.evaluator.evaluate(node))
    }
}

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

/// Whether a position in check has no move.
fn is_mated<N: Node>(node: &N) -> bool {
    let mut steps = Vec::new();
    node.list(&mut steps);
    steps.is_empty()
}

/// Whether deeper iterations cannot change anything: every line is a mate that the depth has proved.
fn is_decided(known: &Report) -> bool {
    known
        .lines
        .iter()
        .all(|line| line.score.abs() >= MATE_MIN && known.depth > 2 * (MATE - line.score.abs()) + 4)
}

/// The natural logarithm of a number, by basic arithmetic: `f64::ln` may round differently on each platform.
fn ln(number: usize) -> f64 {
    let steps = (2..=number).map(|number| {
        let base = 1.0 / (2.0 * number as f64 - 1.0);
        let (mut power, mut sum) = (base, 0.0);
        for divisor in (1..40).step_by(2) {
            sum += power / f64::from(divisor);
            power *= base * base;
        }
        2.0 * sum
    });
    steps.sum()
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    fn our_logarithm_agrees_with_the_library() {
        for number in 1..64 {
            let library = f64::from(number).ln();
            assert!((ln(number as usize) - library).abs() < 1e-12, "{number}");
        }
    }
}
