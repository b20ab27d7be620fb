//! Builds rooms with long games.

use raum_room::{AnyMove, By, Command, Context, Entry, Event, HouseRules, MemberId, Phase, Room};
use raum_rules::{AnyGame, Game, Kind, Move, Record, Role, Side};

/// A room and its journal. The first member has the first side.
pub(crate) struct LongRoom {
    pub(crate) entries: Vec<Entry>,
    room: Room,
}

impl LongRoom {
    /// Opens a room in which these moves have been made, and takes both seats.
    pub(crate) fn open(kind: Kind, moves: &[Move]) -> anyhow::Result<Self> {
        let rules = HouseRules {
            opener: Some(Side::First),
            ..HouseRules::native(kind)
        };
        let opening = Room::open(kind, rules, &kind.start(), moves.iter().copied());
        let first = entry(1, opening.into());
        let room = Room::begin(&first)
            .ok_or_else(|| anyhow::anyhow!("the first entry does not open a room"))?;
        let mut room = Self {
            entries: vec![first],
            room,
        };
        for name in ["Ann", "Ben"] {
            let name = name.to_owned();
            room.ask(By::Guest, &Command::TakeSeat { name, side: None })?;
        }
        Ok(room)
    }

    /// Plays random games with rematches until there are this many entries.
    pub(crate) fn play_until(&mut self, entries: usize, seed: u64) -> anyhow::Result<()> {
        let mut random = fastrand::Rng::with_seed(seed);
        while self.entries.len() < entries {
            let members = [1, 2].map(MemberId);
            let bout = self.room.bout();
            let bout = bout.ok_or_else(|| anyhow::anyhow!("no game"))?;
            let game = bout.record().game();
            if self.room.phase() == Phase::Over {
                members
                    .into_iter()
                    .try_for_each(|member| self.ask(By::Member(member), &Command::AskRematch))?;
            } else {
                let turn = Some(bout.turn());
                let mover = members
                    .into_iter()
                    .find(|member| self.room.side_of(*member) == turn);
                let mover = mover.ok_or_else(|| anyhow::anyhow!("no player"))?;
                let mv = random.choice(game.legal());
                let mv = mv.ok_or_else(|| anyhow::anyhow!("no legal move"))?;
                let play = Command::Play {
                    mv: AnyMove::Known(game.kind(), mv),
                    ply: bout.ply(),
                };
                self.ask(By::Member(mover), &play)?;
            }
        }
        Ok(())
    }

    /// Decides a command and applies its events.
    pub(crate) fn ask(&mut self, by: By, command: &Command) -> anyhow::Result<()> {
        let context = Context {
            now: 0,
            chance: 0,
            key_shown: false,
            away_since: [None; 2],
            can_go_back: true,
        };
        let events = self.room.decide(by, command, &context);
        for event in events.map_err(|refusal| anyhow::anyhow!("{}", refusal.code()))? {
            let entry = entry(self.room.seq() + 1, event);
            self.room.apply(&entry);
            self.entries.push(entry);
        }
        Ok(())
    }
}

fn entry(seq: u64, event: Event) -> Entry {
    Entry {
        seq,
        at: 0,
        format: None,
        answers: None,
        event,
        private: None,
    }
}

/// The most dead ends on the way to a long game.
const DEAD_ENDS_MAX: usize = 10_000;

/// Moves of an undecided game without captures, with a pawn move from time to time. Tries some seeds.
pub(crate) fn long_game(kind: Kind, plies: usize) -> anyhow::Result<Vec<Move>> {
    (1..=20)
        .find_map(|seed| long_game_of(kind, plies, seed))
        .ok_or_else(|| anyhow::anyhow!("no game of {kind} lasts for {plies} moves"))
}

/// Backtracks a few moves at a dead end, and gives up after too many of them.
fn long_game_of(kind: Kind, plies: usize, seed: u64) -> Option<Vec<Move>> {
    let mut record = Record::new(kind.start());
    let mut random = fastrand::Rng::with_seed(seed);
    let mut dead_ends = 0;
    while record.moves().len() < plies {
        let ply = record.moves().len();
        let quiet = quiet_moves(record.game(), ply % 140 >= 138);
        if quiet.is_empty() || record.outcome().is_some() {
            dead_ends += 1;
            if dead_ends == DEAD_ENDS_MAX {
                return None;
            }
            record.go_to(ply.saturating_sub(dead_ends % 64));
            continue;
        }
        record.play(quiet[random.usize(..quiet.len())]).ok()?;
    }
    Some(record.moves().to_vec())
}

/// The legal moves that capture nothing: pawn moves if `pawns` is set and there are any, otherwise other moves.
fn quiet_moves(game: &AnyGame, pawns: bool) -> Vec<Move> {
    let mut quiet = game.legal();
    quiet.retain(|mv| game.piece(mv.to).is_none());
    let is_pawns = |mv: &Move| {
        let piece = mv.from.and_then(|from| game.piece(from));
        piece.is_some_and(|piece| piece.role == Role::Pawn)
    };
    let (of_pawns, others): (Vec<_>, Vec<_>) = quiet.into_iter().partition(is_pawns);
    if others.is_empty() || (pawns && !of_pawns.is_empty()) {
        of_pawns
    } else {
        others
    }
}
