//! A second, small implementation of a native tic-tac-toe room: the seats, the board and the offers. It shares no code
//! with the room. Where the design is silent (how soon a draw may be offered again, which takeback request stands), it
//! follows the room.

use raum_room::GRACE_MILLIS;

/// An attempted action.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// A member's number; 0 is a guest.
    pub(super) who: u32,
    pub(super) what: What,
    /// The time since the last step.
    pub(super) millis: u64,
    /// The random choice of sides.
    pub(super) lot: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    Sit,
    SeatMachine,
    Mark { cell: usize, late: bool },
    Resign,
    Abort,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    ClaimAbsence { all: bool },
    AskTakeback,
    AcceptTakeback,
    DeclineTakeback,
    AskRematch,
    Undo,
    Leave,
}

/// The expected state of the room.
#[derive(Clone, Debug, Default)]
pub(super) struct Model {
    pub(super) chairs: Vec<Chair>,
    /// How many members have taken a seat so far.
    arrivals: u32,
    pub(super) games: Vec<Game>,
    pub(super) closed: bool,
    pub(super) now: u64,
    /// Whether the last step was accepted.
    pub(super) accepted: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Chair {
    pub(super) who: u32,
    pub(super) mark: Option<char>,
    pub(super) left: Option<u64>,
    pub(super) machine: bool,
}

/// A game: the cells in the order of their marks.
#[derive(Clone, Debug)]
pub(super) struct Game {
    starter: char,
    cells: Vec<usize>,
    /// The winner, `-` for a draw, and the reason.
    pub(super) result: Option<(char, &'static str)>,
    pub(super) offer: Option<char>,
    /// Which side offered a draw, and after how many marks.
    offers: Vec<(char, usize)>,
    pub(super) wish: Option<(char, usize)>,
    pub(super) votes: Vec<u32>,
}

/// Whether a machine may do this.
fn may_machine(what: What) -> bool {
    use What::{AcceptDraw, DeclineDraw, Mark, OfferDraw, Resign};
    matches!(
        what,
        Mark { .. } | Resign | OfferDraw | AcceptDraw | DeclineDraw
    )
}

fn other(mark: char) -> char {
    if mark == 'X' { 'O' } else { 'X' }
}

impl Game {
    fn new(starter: char) -> Self {
        Self {
            starter,
            cells: Vec::new(),
            result: None,
            offer: None,
            offers: Vec::new(),
            wish: None,
            votes: Vec::new(),
        }
    }

    fn mark_of(&self, place: usize) -> char {
        if place.is_multiple_of(2) {
            self.starter
        } else {
            other(self.starter)
        }
    }

    pub(super) fn turn(&self) -> char {
        self.mark_of(self.cells.len())
    }

    pub(super) fn board(&self) -> String {
        let mut board = ['.'; 9];
        for (place, cell) in self.cells.iter().enumerate() {
            board[*cell] = self.mark_of(place);
        }
        board.iter().collect()
    }

    fn end(&mut self, winner: char, how: &'static str) {
        self.result = Some((winner, how));
        self.offer = None;
        self.wish = None;
    }

    fn go_back(&mut self, count: usize) {
        self.cells.truncate(count);
        self.offer = None;
        self.offers.clear();
        self.wish = None;
    }

    fn mark(&mut self, cell: usize) {
        let mark = self.turn();
        self.cells.push(cell);
        self.wish = None;
        if self.offer != Some(mark) {
            self.offer = None;
        }
        let board = self.board();
        let has = |cell: usize| board.as_bytes()[cell] == mark as u8;
        let lines = ["012", "345", "678", "036", "147", "258", "048", "246"];
        let is_full = |line: &str| line.bytes().all(|cell| has((cell - b'0') as usize));
        if lines.iter().any(|line| is_full(line)) {
            self.end(mark, "line");
        } else if self.cells.len() == 9 {
            self.end('-', "full");
        }
    }
}

impl Model {
    /// Takes a step if it is allowed. Returns whether it was.
    pub(super) fn take(&mut self, step: &Step) -> bool {
        self.now += step.millis;
        if self.closed {
            return false;
        }
        let chair = self.chairs.iter().position(|chair| chair.who == step.who);
        let machine = chair.is_some_and(|chair| self.chairs[chair].machine);
        if machine && !may_machine(step.what) {
            return false;
        }
        match (step.what, chair) {
            (What::Sit, None) if step.who == 0 => self.sit(step.lot, false),
            (What::Sit, Some(chair)) => self.chairs[chair].left.take().is_some(),
            (What::Leave, None) => step.who == 0,
            (_, None) => false,
            (_, Some(chair)) if self.chairs[chair].left.is_some() => false,
            (What::SeatMachine, Some(_)) => self.sit(step.lot, true),
            (What::Leave, Some(chair)) => self.leave(chair),
            (What::AskRematch, Some(_)) => self.vote(step.who),
            (what, Some(chair)) => self.act(chair, what),
        }
    }

    fn sit(&mut self, lot: bool, machine: bool) -> bool {
        if self.chairs.len() == 2 {
            return false;
        }
        self.arrivals += 1;
        self.chairs.push(Chair {
            who: self.arrivals,
            mark: None,
            left: None,
            machine,
        });
        if let [one, two] = self.chairs.as_mut_slice() {
            (one.mark, two.mark) = if lot {
                (Some('O'), Some('X'))
            } else {
                (Some('X'), Some('O'))
            };
            self.games.push(Game::new('X'));
        }
        true
    }

    fn leave(&mut self, chair: usize) -> bool {
        let Some(game) = self.games.last_mut() else {
            self.chairs.remove(chair);
            return true;
        };
        self.chairs[chair].left = Some(self.now);
        let gone = |chair: &Chair| chair.left.is_some() || chair.machine;
        let all_left = self.chairs.iter().all(gone);
        if all_left && game.result.is_some() {
            self.closed = true;
            game.votes.clear();
        }
        true
    }

    fn vote(&mut self, who: u32) -> bool {
        let has_leaver = self.chairs.iter().any(|chair| chair.left.is_some());
        let Some(game) = self.games.last_mut() else {
            return false;
        };
        if game.result.is_none() || has_leaver || game.votes.contains(&who) {
            return false;
        }
        game.votes.push(who);
        let agrees = self.chairs.iter().any(|chair| chair.machine);
        if game.votes.len() == 2 || agrees {
            let starter = other(game.starter);
            self.games.push(Game::new(starter));
        }
        true
    }

    /// An action in the current game.
    fn act(&mut self, chair: usize, what: What) -> bool {
        let faces_machine = self
            .chairs
            .get(1 - chair)
            .is_some_and(|chair| chair.machine);
        let opponent_left = self.chairs.get(1 - chair).and_then(|chair| chair.left);
        let (Some(game), Some(me)) = (self.games.last_mut(), self.chairs[chair].mark) else {
            return false;
        };
        let (count, mine) = (game.cells.len(), game.turn() == me);
        if game.result.is_some() {
            return false;
        }
        match what {
            What::Mark { cell, late } => {
                let fits = mine && !late && cell < 9 && !game.cells.contains(&cell);
                if fits {
                    game.mark(cell);
                }
                fits
            }
            What::Resign => {
                game.end(other(me), "resigned");
                true
            }
            What::Abort => {
                let early = count < 2;
                if early {
                    game.end('-', "aborted");
                }
                early
            }
            What::OfferDraw if game.offer == Some(other(me)) => {
                game.end('-', "agreed");
                true
            }
            What::OfferDraw => {
                let lately = game
                    .offers
                    .iter()
                    .any(|(who, at)| *who == me && count < at + 2);
                if !lately {
                    game.offer = Some(me);
                    game.offers.push((me, count));
                }
                !lately
            }
            What::AcceptDraw | What::DeclineDraw if game.offer != Some(other(me)) => false,
            What::AcceptDraw => {
                game.end('-', "agreed");
                true
            }
            What::DeclineDraw => {
                game.offer = None;
                true
            }
            What::ClaimAbsence { all } => {
                let long =
                    !mine && opponent_left.is_some_and(|left| self.now - left >= GRACE_MILLIS);
                if long {
                    game.end(if all { me } else { '-' }, "absent");
                }
                long
            }
            What::AskTakeback => {
                let steps = if mine { 2 } else { 1 };
                let asks = count >= steps && game.wish.is_none_or(|(who, _)| who != me);
                if asks && faces_machine {
                    game.go_back(count - steps);
                } else if asks {
                    game.wish = Some((me, count - steps));
                }
                asks
            }
            What::AcceptTakeback | What::DeclineTakeback => match game.wish {
                Some((who, count)) if who != me => {
                    game.wish = None;
                    if matches!(what, What::AcceptTakeback) {
                        game.go_back(count);
                    }
                    true
                }
                _ => false,
            },
            What::Undo | What::Sit | What::SeatMachine | What::AskRematch | What::Leave => false,
        }
    }
}
