//! King and queen against king, solved backwards from every mate. Cells are numbered as the rules number them; the geometry is
//! the module's own.

/// The attacking king, the queen and the defending king.
pub(crate) type Place = [usize; 3];

/// How many plies perfect play takes to mate, in every position.
pub(crate) struct Perfect {
    /// The cells next to each cell.
    near: Vec<u128>,
    /// What the queen attacks, by the cells of her king, who alone can stand in her way, and of herself.
    attacks: Vec<u128>,
    /// By the side to move: the attacker, then the defender.
    plies: [Vec<u8>; 2],
}

const UNKNOWN: u8 = u8::MAX;

impl Perfect {
    pub(crate) fn new() -> Self {
        let near = (0..125).map(|from| spread(from, 1, 0)).collect();
        let attacks = (0..125 * 125).map(|pair| spread(pair % 125, 4, 1 << (pair / 125)));
        let mut perfect = Self {
            near,
            attacks: attacks.collect(),
            plies: [
                vec![UNKNOWN; 125 * 125 * 125],
                vec![UNKNOWN; 125 * 125 * 125],
            ],
        };
        perfect.solve();
        perfect
    }

    /// The plies to mate with the attacker to move; `None` if the position is illegal or not won.
    pub(crate) fn attack(&self, place: Place) -> Option<u8> {
        Some(self.plies[0][index(place)]).filter(|plies| *plies != UNKNOWN)
    }

    /// The plies to mate with the defender to move; `None` if the position is illegal or not lost.
    pub(crate) fn defence(&self, place: Place) -> Option<u8> {
        Some(self.plies[1][index(place)]).filter(|plies| *plies != UNKNOWN)
    }

    /// Whether the position is legal with the attacker to move.
    pub(crate) fn is_legal(&self, place: Place) -> bool {
        self.are_apart(place) && !self.is_check(place)
    }

    /// The defending king's best cell, if he can move.
    pub(crate) fn best_defence(&self, place: Place) -> Option<usize> {
        let [king, queen, _] = place;
        let escapes = |to: &usize| self.attack([king, queen, *to]).unwrap_or(u8::MAX);
        cells(self.escapes(place)).max_by_key(escapes)
    }

    fn are_apart(&self, [king, queen, defender]: Place) -> bool {
        king != queen
            && queen != defender
            && king != defender
            && self.near[king] >> defender & 1 == 0
    }

    fn is_check(&self, [king, queen, defender]: Place) -> bool {
        self.attacks[king * 125 + queen] >> defender & 1 == 1
    }

    /// Where the defending king can go, capturing the queen included.
    fn escapes(&self, [king, queen, defender]: Place) -> u128 {
        self.near[defender] & !self.near[king] & !self.attacks[king * 125 + queen] & !(1 << king)
    }

    /// Whether every move of the defender leads to a position known to be won; or it is mate.
    fn is_lost(&self, place: Place) -> bool {
        let [king, queen, _] = place;
        let escapes = self.escapes(place);
        if escapes == 0 {
            return self.is_check(place);
        }
        cells(escapes).all(|to| to != queen && self.attack([king, queen, to]).is_some())
    }

    fn solve(&mut self) {
        let places =
            || (0..125usize.pow(3)).map(|index| [index / 15625, index / 125 % 125, index % 125]);
        let mut lost: Vec<Place> = places()
            .filter(|place| {
                self.are_apart(*place) && self.escapes(*place) == 0 && self.is_check(*place)
            })
            .collect();
        for plies in (0..).step_by(2) {
            if lost.is_empty() {
                return;
            }
            for place in &lost {
                self.plies[1][index(*place)] = plies;
            }
            let mut won = Vec::new();
            for place in &lost {
                for before in self.before_attack(*place) {
                    let known = &mut self.plies[0][index(before)];
                    if *known == UNKNOWN {
                        *known = plies + 1;
                        won.push(before);
                    }
                }
            }
            lost.clear();
            for [king, queen, defender] in won {
                for from in
                    cells(self.near[defender] & !self.near[king] & !(1 << king | 1 << queen))
                {
                    let before = [king, queen, from];
                    if self.defence(before).is_none() && self.is_lost(before) {
                        lost.push(before);
                    }
                }
            }
            lost.sort_unstable();
            lost.dedup();
        }
    }

    /// The legal positions from which the attacker reaches a position with one move.
    fn before_attack(&self, [king, queen, defender]: Place) -> Vec<Place> {
        let free = !(1 << queen | 1 << defender | 1 << king);
        let by_king = cells(self.near[king] & free).map(|from| [from, queen, defender]);
        let way = spread(queen, 4, 1 << king | 1 << defender) & free;
        let by_queen = cells(way).map(|from| [king, from, defender]);
        by_king
            .chain(by_queen)
            .filter(|place| self.is_legal(*place))
            .collect()
    }
}

fn index([king, queen, defender]: Place) -> usize {
    king * 15625 + queen * 125 + defender
}

/// The numbers of the cells of a set.
fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// The cells up to so many steps away in each of the 26 directions, as far as the first blocker and including it.
fn spread(from: usize, steps: usize, blockers: u128) -> u128 {
    let mut reached = 0;
    for direction in (0..27).filter(|direction| *direction != 13) {
        let step = [direction % 3, direction / 3 % 3, direction / 9];
        let mut at = [from % 5, from / 5 % 5, from / 25];
        for _ in 0..steps {
            // Coordinates are shifted by one, so that none is negative.
            for axis in 0..3 {
                at[axis] = (at[axis] + step[axis]).wrapping_sub(1);
            }
            if at.iter().any(|coordinate| *coordinate > 4) {
                break;
            }
            let cell = 1 << (at[0] + 5 * at[1] + 25 * at[2]);
            reached |= cell;
            if blockers & cell != 0 {
                break;
            }
        }
    }
    reached
}
