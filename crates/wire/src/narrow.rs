//! The dialects that cover only a part of what a room can do. A dialect approximates or omits what it cannot
//! express; its frames always keep to its own form.

use raum_room::{
    AnyMove, Bout, Command, Entry, Event, HouseRules, MemberId, Phase, Refusal, Room, Seat,
};
use raum_rules::Kind;

use crate::{chessata, space, tictactoe};

/// One of the narrow dialects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Space chess at `/ws`.
    Space,
    /// Chess at `/ws/api/{username}/{code}/`.
    Chessata,
    /// Tic-tac-toe over Socket.IO.
    TicTacToe,
}

/// What the clients of a dialect can do.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent ability"
)]
pub struct Abilities {
    /// The dialect's name.
    pub name: &'static str,
    /// The kind that it serves.
    pub kind: Kind,
    /// Whether clients can watch.
    pub spectators: bool,
    /// Whether clients can present a pass key.
    pub pass_keys: bool,
    /// Whether clients can follow a takeback.
    pub takebacks: bool,
    /// Whether the host claims the game against an absent opponent, since clients cannot. Spec 1 wants no forfeit.
    pub forfeits: bool,
    /// Whether a member who disconnects during a game is away and keeps the seat. The member cannot return to it.
    pub keeps_seat: bool,
}

/// The abilities of each dialect, in the order of [`Dialect`].
const ABILITIES: [Abilities; 3] = [
    Abilities {
        name: "space",
        kind: Kind::Space,
        spectators: false,
        pass_keys: false,
        takebacks: false,
        forfeits: false,
        keeps_seat: true,
    },
    Abilities {
        name: "chessata",
        kind: Kind::Chess,
        spectators: true,
        pass_keys: false,
        takebacks: false,
        forfeits: true,
        keeps_seat: false,
    },
    Abilities {
        name: "tictactoe",
        kind: Kind::TicTacToe,
        spectators: false,
        pass_keys: true,
        takebacks: true,
        forfeits: true,
        keeps_seat: false,
    },
];

/// A member's request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Play a move.
    Play(AnyMove),
    /// Send a chat message.
    Say(String),
    /// Resign the game.
    Resign,
    /// Ask for a rematch.
    AskRematch,
    /// Leave the room.
    Leave,
}

/// An entry, with the room around it.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// The entry.
    pub entry: &'a Entry,
    /// The seats before it.
    pub seats_before: &'a [Seat],
    /// The room after it.
    pub room: &'a Room,
}

/// The recipient of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// The holder of a seat.
    Member(MemberId),
    /// A spectator.
    Spectator,
}

/// A spectator.
#[derive(Clone, Copy, Debug)]
pub struct Spectator<'a> {
    /// A number that is unique among the room's spectators.
    pub number: u64,
    /// The spectator's name.
    pub name: &'a str,
}

impl Dialect {
    /// Every narrow dialect.
    pub const ALL: [Self; 3] = [Self::Space, Self::Chessata, Self::TicTacToe];

    /// What its clients can do.
    pub const fn abilities(self) -> Abilities {
        ABILITIES[self as usize]
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        self.abilities().name
    }

    /// The kind that it serves.
    pub const fn kind(self) -> Kind {
        self.abilities().kind
    }

    /// The house rules of rooms that are opened in it.
    pub fn house_rules(self) -> HouseRules {
        match self {
            Self::Space => space::house_rules(),
            Self::Chessata => chessata::house_rules(),
            Self::TicTacToe => tictactoe::house_rules(),
        }
    }

    /// Whether its clients can take part in a room: the kind must match, there must be no clock, and a pass key only if
    /// clients can present it.
    pub fn serves(self, room: &Room) -> bool {
        let (can, rules) = (self.abilities(), room.rules());
        room.kind() == can.kind && rules.clock.is_none() && (can.pass_keys || !rules.pass_key)
    }

    /// Whether a member who disconnects in this phase leaves the room.
    pub fn leaves_on_disconnect(self, phase: Phase) -> bool {
        !self.abilities().keeps_seat || phase != Phase::Playing
    }

    /// The command for a request.
    pub fn command(self, room: &Room, request: Request) -> Command {
        match request {
            Request::Play(mv) => Command::Play {
                mv: match self {
                    Self::Chessata => chessata::with_promotion(room, mv),
                    Self::Space | Self::TicTacToe => mv,
                },
                // Frames carry no ply: a move is meant for the current position.
                ply: room.bout().map_or(0, Bout::ply),
            },
            Request::Say(text) => Command::Say { name: None, text },
            Request::Resign => Command::Resign,
            Request::AskRematch => Command::AskRematch,
            Request::Leave => Command::Leave,
        }
    }

    /// The frames that report a change in the room.
    pub fn from_room(self, change: &Change<'_>, to: Audience) -> Vec<String> {
        match self {
            Self::Space => space::from_room(change, to).into_iter().collect(),
            Self::Chessata => chessata::from_room(change, to),
            Self::TicTacToe => tictactoe::from_room(change, to),
        }
    }

    /// Whether the frames that report an event are the same for all members.
    pub fn is_same_for_members(event: &Event) -> bool {
        matches!(event, Event::MovePlayed { .. })
    }

    /// The refusal of a command, replaced with a more precise one if the dialect has it.
    pub fn refine(self, room: &Room, command: &Command, refusal: Refusal) -> Refusal {
        match (self, command, refusal) {
            (Self::Space, Command::Play { mv, .. }, Refusal::IllegalMove) => {
                space::wrong_promotion(room, mv).unwrap_or(refusal)
            }
            _ => refusal,
        }
    }

    /// The frame for a refusal; `None` if the dialect ignores it.
    pub fn refused(self, refusal: Refusal) -> Option<String> {
        match self {
            Self::Space => Some(space::refused(refusal)),
            Self::Chessata => Some(chessata::refused(refusal)),
            Self::TicTacToe => tictactoe::refused(refusal),
        }
    }

    /// The frame for a member who waits for an opponent in this room.
    pub fn waiting(self, room: &str) -> Option<String> {
        (self == Self::Space).then(|| space::created(room))
    }

    /// The frames for a new spectator.
    pub fn welcome(self, room: &Room, spectator: &Spectator<'_>) -> Vec<String> {
        match self {
            Self::Chessata => chessata::welcome(room, spectator),
            Self::Space | Self::TicTacToe => Vec::new(),
        }
    }

    /// The frame that reports a new spectator to the others.
    pub fn spectator_joined(self, spectator: &Spectator<'_>) -> Option<String> {
        (self == Self::Chessata).then(|| chessata::spectator_joined(spectator))
    }

    /// The frame that reports to the others that a spectator has left.
    pub fn spectator_left(self, spectator: &Spectator<'_>) -> Option<String> {
        (self == Self::Chessata).then(|| chessata::spectator_left(spectator))
    }
}
