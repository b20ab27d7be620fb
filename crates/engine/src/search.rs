//! Principal-variation search with iterative deepening, one for every kind of game.

use std::sync::atomic::{AtomicBool, Ordering};

use raum_rules::node::{Node, ROLES};

use crate::{
    mate::{Checks, Tried},
    order::{Histories, Landing},
    oversight::Blind,
    params::Params,
    pruning::reductions,
    report::{Limits, Line, Report},
    score::{INFINITE, MATE, MATE_MIN, PLIES_MAX, bounded},
    table::Table,
};

/// Judges positions of one kind without searching.
pub trait Evaluate {
    /// The positions.
    type Node: Node;
    /// What a piece of each role is worth in an exchange.
    const VALUES: [i32; ROLES];
    /// The parameters of the search that suit the kind.
    const PARAMS: Params = Params::SPACE;

    /// Whether every line is searched to its end, without captures or pruning: the code for these is then left out.
    const IS_SMALL: bool = false;

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
    /// Which moves may give check, and the flights of the opponent's king; every move and none unless the kind knows better.
    fn checks(_: &Self::Node) -> Checks {
        Checks {
            targets: [!0; ROLES],
            origins: !0,
            flights: 0,
        }
    }
    /// Which flights a step leaves, as far as that can be told without making it.
    fn flights_after(_: &Self::Node, _: <Self::Node as Node>::Step, _flights: u128) -> u128 {
        0
    }
}

/// Searches positions of one kind; remembers histories from one search to the next.
pub struct Searcher<E: Evaluate> {
    pub(crate) evaluator: E,
    pub(crate) histories: Histories,
    pub(crate) params: Params,
    pub(crate) frames: Vec<Frame<E::Node>>,
    /// The hashes of the game so far, and of the line that is searched.
    pub(crate) path: Vec<u64>,
    /// Where the search began in `path`.
    pub(crate) root: usize,
    pub(crate) nodes: u64,
    pub(crate) nodes_max: u64,
    pub(crate) longest: usize,
    stopped: bool,
    /// The first moves that the line being searched may begin with.
    pub(crate) first_steps: Vec<<E::Node as Node>::Step>,
    /// The score of the best first move in the iteration under way.
    pub(crate) first_score: i32,
    pub(crate) blind: Option<Blind>,
    pub(crate) reductions: Vec<[u8; 64]>,
}

/// What belongs to one ply of the line that is searched.
pub(crate) struct Frame<N: Node> {
    pub(crate) listed: Vec<N::Step>,
    pub(crate) tactical: Vec<(i32, N::Step)>,
    pub(crate) quiet: Vec<(i32, N::Step)>,
    pub(crate) losing: Vec<N::Step>,
    pub(crate) tried: Vec<N::Step>,
    pub(crate) line: Vec<N::Step>,
    pub(crate) killers: [Option<N::Step>; 2],
    pub(crate) evaluation: Option<i32>,
    pub(crate) landing: Option<Landing>,
}

impl<N: Node> Frame<N> {
    fn new() -> Self {
        Self {
            listed: Vec::new(),
            tactical: Vec::new(),
            quiet: Vec::new(),
            losing: Vec::new(),
            tried: Vec::new(),
            line: Vec::new(),
            killers: [None; 2],
            evaluation: None,
            landing: None,
        }
    }
}

impl<E: Evaluate> Searcher<E> {
    /// A searcher that has learnt nothing yet.
    pub fn new(evaluator: E, params: Params) -> Self {
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
            first_score: 0,
            blind: None,
            reductions: reductions(&params),
        }
    }

    /// Forgets what earlier searches taught.
    pub fn clear(&mut self) {
        self.histories.clear();
    }

    /// The value of a position for the side to move, without a search.
    pub fn evaluate(&mut self, game: &<E::Node as Node>::Game) -> i32 {
        let node = E::Node::new(game);
        self.evaluator.begin(&node);
        bounded(self.evaluator.evaluate(&node))
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
        }
        table.begin(limits.helper > 0);
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
        let mut tried = Tried::default();
        let deepest = limits.depth.clamp(1, PLIES_MAX as i32 - 1);
        let first = 1 + (limits.helper % 2) as i32;
        for depth in first.min(deepest)..=deepest {
            let Some(next) = walk.iterate(node, depth, count, &known) else {
                break;
            };
            known = next;
            if limits.helper == 0
                && let Some(mate) = walk.find_mate(node, &known, &mut tried)
            {
                known.lines = vec![mate];
                known.nodes = walk.search.nodes;
                report(&known);
                break;
            }
            if !report(&known) || is_decided(&known) {
                break;
            }
        }
        known.nodes = self.nodes;
        known
    }

    /// The landings of the last two moves before a ply.
    pub(crate) fn before(&self, ply: usize) -> [Option<Landing>; 2] {
        [1, 2].map(|back| {
            ply.checked_sub(back)
                .and_then(|ply| self.frames[ply].landing)
        })
    }
}

/// One search under way. `None` from its functions means that it was stopped.
pub(crate) struct Walk<'a, E: Evaluate> {
    pub(crate) search: &'a mut Searcher<E>,
    pub(crate) table: &'a Table,
    pub(crate) stop: &'a AtomicBool,
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
            // A search that is stopped before it enters the root must not find the line of an earlier one.
            self.search.frames[0].line.clear();
            let score = self.aspire(node, depth, last);
            let steps = &self.search.frames[0].line;
            let moves: Vec<_> = steps.iter().map(|step| E::Node::to_move(*step)).collect();
            let Some(score) = score else {
                // An iteration that was cut short may have found a better first move than the known one, which it tried
                // first; with several lines it may have tried another first.
                let is_new = count == 1
                    && !moves.is_empty()
                    && known.lines[0].moves.first() != moves.first();
                if is_new {
                    let score = self.search.first_score;
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
        complete(&mut lines, &known.lines, count);
        Some(Report {
            depth,
            longest: self.search.longest,
            nodes: self.search.nodes,
            lines,
        })
    }

    /// Searches with a narrow window around the last score, and widens it until the score is inside.
    fn aspire(&mut self, node: &E::Node, depth: i32, last: i32) -> Option<i32> {
        let mut margin = self.search.params.window;
        let (mut alpha, mut beta) = if depth < 4 {
            (-INFINITE, INFINITE)
        } else {
            (last - margin, last + margin)
        };
        loop {
            let score = self.node(node, 0, depth, alpha, beta, false)?;
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
    pub(crate) fn enter(&mut self, ply: usize) -> Option<()> {
        let search = &mut *self.search;
        if search.nodes >= search.nodes_max
            || search.nodes.is_multiple_of(512) && self.stop.load(Ordering::Relaxed)
        {
            search.stopped = true;
            return None;
        }
        search.nodes += 1;
        search.frames[ply].line.clear();
        search.longest = search.longest.max(ply);
        Some(())
    }

    /// Whether the position is drawn by repetition, the clock or material. A position that occurs twice in the line that is
    /// searched counts as drawn, for what could be repeated once can be repeated again.
    pub(crate) fn is_draw(&self, node: &E::Node) -> bool {
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
                if last - back >= self.search.root || before == 2 {
                    return true;
                }
            }
        }
        false
    }

    pub(crate) fn evaluate(&mut self, node: &E::Node) -> i32 {
        bounded(self.search.evaluator.evaluate(node))
    }
}

/// Whether a position in check has no move.
pub(crate) fn is_mated<N: Node>(node: &N) -> bool {
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

/// Adds the known lines that an iteration did not reach, up to a number of lines, and sorts all.
fn complete(lines: &mut Vec<Line>, known: &[Line], count: usize) {
    for line in known {
        if lines.len() < count && lines.iter().all(|new| new.moves[0] != line.moves[0]) {
            lines.push(line.clone());
        }
    }
    sort_by_score(lines);
}

/// Sorts lines, the best first; of equals, the first stays first. They are few, and the sort of the library is large.
fn sort_by_score(lines: &mut [Line]) {
    for end in 1..lines.len() {
        for at in (1..=end).rev() {
            if lines[at].score <= lines[at - 1].score {
                break;
            }
            lines.swap(at, at - 1);
        }
    }
}
