//! Which moves are tried first: what has cut off before, by piece, by cells and by the moves before.

use raum_rules::{Role, Side, node::Node, node::ROLES};

/// History scores stay within this.
const HISTORY_MAX: i32 = 16_384;

/// A piece on its target cell, as an index.
pub(crate) type Landing = usize;

/// What earlier cutoffs teach about moves.
pub(crate) struct Histories {
    cells: usize,
    /// By side, from and to.
    quiet: Vec<i16>,
    /// By role, to and the captured role.
    capture: Vec<i16>,
    /// By the landing of an earlier move and that of this one: one and two plies before.
    continuation: [Vec<i16>; 2],
}

impl Histories {
    pub(crate) fn new(cells: usize) -> Self {
        let landings = ROLES * cells;
        Self {
            cells,
            quiet: vec![0; 2 * cells * cells],
            capture: vec![0; landings * ROLES],
            continuation: [vec![0; landings * landings], vec![0; landings * landings]],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        for table in &mut self.continuation {
            table.fill(0);
        }
    }

    pub(crate) fn landing<N: Node>(&self, step: N::Step) -> Landing {
        N::role(step) as usize * self.cells + N::target(step)
    }

    fn quiet_index<N: Node>(&self, side: Side, step: N::Step) -> usize {
        (side.index() * self.cells + N::origin(step)) * self.cells + N::target(step)
    }

    fn capture_index<N: Node>(&self, step: N::Step, captured: Role) -> usize {
        self.landing::<N>(step) * ROLES + captured as usize
    }

    fn continuation_index<N: Node>(&self, before: Landing, step: N::Step) -> usize {
        before * ROLES * self.cells + self.landing::<N>(step)
    }

    /// The tables that score the quiet moves of one position.
    pub(crate) fn view(&self, side: Side, before: [Option<Landing>; 2]) -> View<'_> {
        let (steps, landings) = (self.cells * self.cells, ROLES * self.cells);
        let row = |number: usize| {
            before[number].map(|before| &self.continuation[number][before * landings..][..landings])
        };
        View {
            histories: self,
            quiet: &self.quiet[side.index() * steps..][..steps],
            continuation: [row(0), row(1)],
        }
    }

    /// How promising a quiet move is.
    pub(crate) fn of_quiet<N: Node>(
        &self,
        side: Side,
        step: N::Step,
        before: [Option<Landing>; 2],
    ) -> i32 {
        self.view(side, before).of_quiet::<N>(step)
    }

    pub(crate) fn of_capture<N: Node>(&self, step: N::Step, captured: Role) -> i32 {
        i32::from(self.capture[self.capture_index::<N>(step, captured)])
    }

    pub(crate) fn learn_quiet<N: Node>(
        &mut self,
        side: Side,
        step: N::Step,
        before: [Option<Landing>; 2],
        bonus: i32,
    ) {
        let index = self.quiet_index::<N>(side, step);
        learn(&mut self.quiet[index], bonus);
        for (number, before) in before.into_iter().enumerate() {
            if let Some(before) = before {
                let index = self.continuation_index::<N>(before, step);
                learn(&mut self.continuation[number][index], bonus);
            }
        }
    }

    pub(crate) fn learn_capture<N: Node>(&mut self, step: N::Step, captured: Role, bonus: i32) {
        let index = self.capture_index::<N>(step, captured);
        learn(&mut self.capture[index], bonus);
    }
}

/// What [`Histories`] know about the quiet moves of one position.
pub(crate) struct View<'a> {
    histories: &'a Histories,
    quiet: &'a [i16],
    continuation: [Option<&'a [i16]>; 2],
}

impl View<'_> {
    /// How promising a quiet move is.
    #[inline]
    pub(crate) fn of_quiet<N: Node>(&self, step: N::Step) -> i32 {
        let cells = self.histories.cells;
        let landing = self.histories.landing::<N>(step);
        let mut score = i32::from(self.quiet[N::origin(step) * cells + N::target(step)]);
        for row in self.continuation.into_iter().flatten() {
            score += i32::from(row[landing]);
        }
        score
    }
}

/// Moves a history score towards a bonus; the closer it is to the end, the less.
fn learn(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}
