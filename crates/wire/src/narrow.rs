//! The dialects that say less than a room can do. What one of them has no word for, it says as well as it
//! can, or leaves out; it never breaks its own form.

use raum_room::{AnyMove, Command, Entry, HouseRules, MemberId, Phase, Refusal, Room, Seat};
use raum_rules::Kind;

use crate::{chessata, space, tictactoe};

/// Which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Space chess at `/ws`.
    Space,
    /// Chess at `/ws/api/{username}/{code}/`.
    Chessata,
    /// Tic-tac-toe by Socket.IO.
    TicTacToe,
}

/// What a member can ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Make a move.
    Play(AnyMove),
    /// Say something.
    Say(String),
    /// Give the game up.
    Resign,
    /// Ask for another game.
    AskRematch,
    /// Leave.
    Leave,
}

/// Something that happened, and the room around it.
#[derive(Clone, Copy, Debug)]
pub struct News<'a> {
    /// What happened.
    pub entry: &'a Entry,
    /// The seats before it.
    pub seats_before: &'a [Seat],
    /// The room after it.
    pub room: &'a Room,
}

/// Who is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Somebody in a seat.
    Member(MemberId),
    /// Somebody who watches.
    Spectator,
}

/// Somebody who watches.
#[derive(Clone, Copy, Debug)]
pub struct Visitor<'a> {
    /// A number that nobody else who watches this room has.
    pub number: u64,
    /// What they are called.
    pub name: &'a str,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Space, Self::Chessata, Self::TicTacToe];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Space => "space",
            Self::Chessata => "chessata",
            Self::TicTacToe => "tictactoe",
        }
    }

    /// The kind that it serves.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Space => Kind::Space,
            Self::Chessata => Kind::Chess,
            Self::TicTacToe => Kind::TicTacToe,
        }
    }

    /// The house rules of the rooms that are opened in it.
    pub fn house_rules(self) -> HouseRules {
        match self {
            Self::Space => space::house_rules(),
            Self::Chessata => chessata::house_rules(),
            Self::TicTacToe => tictactoe::house_rules(),
        }
    }

    /// Whether its clients can take part in a room: whether it knows the kind, can show a pass key where
    /// one is needed, and a clock where there is one.
    pub fn serves(self, room: &Room) -> bool {
        let rules = room.rules();
        let shows_pass_key = self == Self::TicTacToe;
        room.kind() == self.kind() && rules.clock.is_none() && (shows_pass_key || !rules.pass_key)
    }

    /// Whether its clients can watch.
    pub fn watches(self) -> bool {
        self == Self::Chessata
    }

    /// Whether its members can follow a game that goes back.
    pub fn follows_takebacks(self) -> bool {
        self == Self::TicTacToe
    }

    /// Whether a member whose connection ends has left. Where it is not so they are away, and cannot come
    /// back either, for lack of a word.
    pub fn gone_is_left(self, phase: Phase) -> bool {
        self != Self::Space || phase != Phase::Playing
    }

    /// Whether a game ends by itself for its members, who have no word to claim it, when the opponent stays
    /// away. Spec 1 wants no forfeit.
    pub fn forfeits(self) -> bool {
        self != Self::Space
    }

    /// What a request means to the room.
    pub fn command(self, room: &Room, request: Request) -> Command {
        match request {
            Request::Play(mv) => Command::Play {
                mv: match self {
                    Self::Chessata => chessata::with_promotion(room, mv),
                    Self::Space | Self::TicTacToe => mv,
                },
                // It means the position that there is.
                ply: room.bout().map_or(0, raum_room::Bout::ply),
            },
            Request::Say(text) => Command::Say { name: None, text },
            Request::Resign => Command::Resign,
            Request::AskRematch => Command::AskRematch,
            Request::Leave => Command::Leave,
        }
    }

    /// The frames that tell somebody what happened.
    pub fn tell(self, news: &News<'_>, to: Audience) -> Vec<String> {
        match self {
            Self::Space => space::tell(news, to),
            Self::Chessata => chessata::tell(news, to),
            Self::TicTacToe => tictactoe::tell(news, to),
        }
    }

    /// The room's refusal of a command, or a more precise one where the dialect has it.
    pub fn reason(self, room: &Room, command: &Command, refusal: Refusal) -> Refusal {
        match self {
            Self::Space => space::reason(room, command, refusal),
            Self::Chessata | Self::TicTacToe => refusal,
        }
    }

    /// The frame for a refusal. The dialect passes over some in silence.
    pub fn refused(self, refusal: Refusal) -> Option<String> {
        match self {
            Self::Space => Some(space::refused(refusal)),
            Self::Chessata => Some(chessata::refused(refusal)),
            Self::TicTacToe => tictactoe::refused(refusal),
        }
    }

    /// The frame for a member who has taken a seat in this room and waits for an opponent.
    pub fn waits(self, room: &str) -> Option<String> {
        (self == Self::Space).then(|| space::created(room))
    }

    /// The frames that somebody gets who begins to watch.
    pub fn greet(self, room: &Room, visitor: &Visitor<'_>) -> Vec<String> {
        match self {
            Self::Chessata => chessata::greet(room, visitor),
            Self::Space | Self::TicTacToe => Vec::new(),
        }
    }

    /// The frame that tells the others that somebody began to watch.
    pub fn came(self, visitor: &Visitor<'_>) -> Option<String> {
        (self == Self::Chessata).then(|| chessata::came(visitor))
    }

    /// The frame that tells the others that somebody has stopped watching.
    pub fn went(self, visitor: &Visitor<'_>) -> Option<String> {
        (self == Self::Chessata).then(|| chessata::went(visitor))
    }
}
