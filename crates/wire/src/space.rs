//! Space chess as spec 1 has it. Clauses in `docs/dialects/space.md`.

use std::collections::BTreeMap;

use raum_room::{
    AnyMove, Command, Ending, Event, HouseRules, MemberId, Reason, Refusal, Rematch, Room,
};
use raum_rules::{Game, Kind, Move, Side};
use serde::{Serialize, de::IgnoredAny};

use crate::narrow::{Audience, News};

/// What its members are called: the dialect has no names.
pub const NAME: &str = "Guest";

/// What a client asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Open a room and sit down in it.
    CreateGame,
    /// Sit down in a room.
    JoinGame(String),
    /// Make a move.
    Move(AnyMove),
}

/// Makes [`Trouble`], its codes and its sentences from one line for each.
macro_rules! troubles {
    ($($variant:ident $code:literal $sentence:literal)*) => {
        /// Why something is not done, apart from what a room refuses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Trouble {
            $(#[doc = $sentence] $variant,)*
        }

        impl Trouble {
            const fn code_and_sentence(self) -> (&'static str, &'static str) {
                match self {
                    $(Self::$variant => ($code, $sentence),)*
                }
            }
        }
    };
}

troubles! {
    NotJson "not_json" "That is not JSON."
    BadMessage "bad_message" "That is not a message that a client sends."
    UnknownGame "unknown_game" "There is no such game."
    OwnGame "own_game" "That is your own game: somebody else has to join it."
    InGame "in_game" "You are in a game that is not over."
    NoGame "no_game" "You are in no game yet."
    NotServed "not_served" "That game has a pass key, a clock or another board: play it on the web page."
    TooManyRequests "too_many_requests" "There have been too many requests from your address: wait a little."
    ServerFull "server_full" "The server is full: try again later."
    JournalUnavailable "journal_unavailable" "The server cannot keep that now: try again later."
}

impl Trouble {
    /// The frame that tells it.
    pub fn frame(self) -> String {
        let (code, message) = self.code_and_sentence();
        error(code, message)
    }
}

/// What the server sends.
#[derive(Serialize)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
enum Frame<'a> {
    GameCreated {
        game_id: &'a str,
    },
    GameStart {
        color: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        initial_position: Option<String>,
    },
    MoveMade {
        by: &'a str,
        from: &'a str,
        to: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        promotion: Option<&'a str>,
    },
    Error {
        code: &'a str,
        message: &'a str,
    },
}

impl Frame<'_> {
    fn write(&self) -> String {
        // There is nothing in it that JSON cannot hold.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The house rules of the rooms that are opened in this dialect.
pub(crate) fn house_rules() -> HouseRules {
    HouseRules {
        spectators: false,
        chat: false,
        rematch: Rematch::None,
        takeback: false,
        ..HouseRules::native(Kind::Space)
    }
}

/// Reads a client's frame.
pub fn read(text: &str) -> Result<Message, Trouble> {
    serde_json::from_str::<IgnoredAny>(text).map_err(|_| Trouble::NotJson)?;
    // All that a client sends is texts.
    let fields = serde_json::from_str(text);
    let mut fields: BTreeMap<String, String> = fields.map_err(|_| Trouble::BadMessage)?;
    let message = match fields.remove("type").as_deref() {
        Some("create_game") => Some(Message::CreateGame),
        Some("join_game") => fields.remove("gameId").map(Message::JoinGame),
        Some("move") => take_move(&mut fields).map(Message::Move),
        _ => None,
    };
    let message = message.filter(|_| fields.is_empty());
    message.ok_or(Trouble::BadMessage)
}

fn take_move(fields: &mut BTreeMap<String, String>) -> Option<AnyMove> {
    let [from, to] = [fields.remove("from")?, fields.remove("to")?];
    let promotion = fields.remove("promotion");
    // Together they could be the text of a move without each being what it should.
    if from.len() != 3 || to.len() != 3 || promotion.as_deref() == Some("") {
        return None;
    }
    let text = from + &to + &promotion.unwrap_or_default();
    let mv = Kind::Space.read_move(&text).ok()?;
    Some(AnyMove::Known(Kind::Space, mv))
}

/// The frame for a client that waits in a room for an opponent.
pub(crate) fn created(room: &str) -> String {
    Frame::GameCreated { game_id: room }.write()
}

/// What happened, as far as the dialect has words for it.
pub(crate) fn tell(news: &News<'_>, to: Audience) -> Vec<String> {
    let Audience::Member(member) = to else {
        return Vec::new();
    };
    let frame = match &news.entry.event {
        Event::GameStarted(_) => game_start(news.room, member),
        Event::MovePlayed { mv } => move_made(news.room, &mv.text()),
        Event::GameEnded(ending) => {
            let seen = matches!(ending.reason, Reason::Checkmate | Reason::Stalemate);
            (!seen).then(|| game_over(&sentence(*ending)))
        }
        Event::SeatLeft { .. } => is_abandoned(news).then(|| game_over("Your opponent has left.")),
        _ => None,
    };
    frame.into_iter().collect()
}

/// The position is told where the game does not begin at the start.
fn game_start(room: &Room, member: MemberId) -> Option<String> {
    let game = room.bout()?.record().game();
    let elsewhere = *game != Kind::Space.start();
    let frame = Frame::GameStart {
        color: color(room.side_of(member)?),
        initial_position: elsewhere.then(|| game.to_string()),
    };
    Some(frame.write())
}

fn move_made(room: &Room, text: &str) -> Option<String> {
    let frame = Frame::MoveMade {
        by: color(!room.bout()?.turn()),
        from: text.get(..3)?,
        to: text.get(3..6)?,
        promotion: text.get(6..).filter(|role| !role.is_empty()),
    };
    Some(frame.write())
}

/// Whether somebody's seat was freed in the middle of a game.
fn is_abandoned(news: &News<'_>) -> bool {
    let [before, now] = [news.seats_before.len(), news.room.seats().len()];
    let unfinished = news.room.bout().is_some_and(|bout| bout.ending().is_none());
    before == 2 && now == 1 && unfinished
}

/// The message that reports how a game ended. Messages are unique, except for wins and draws that no game has.
pub fn sentence(ending: Ending) -> String {
    let how = match ending.reason {
        Reason::Checkmate => "by checkmate",
        Reason::Line => "by a line",
        Reason::Stalemate => "by stalemate",
        Reason::DeadPosition => "because nobody can win any more",
        Reason::FivefoldRepetition => "by fivefold repetition",
        Reason::SeventyFiveMoves => "by seventy-five moves without a capture or a pawn move",
        Reason::FullBoard => "because the board is full",
        Reason::ThreefoldRepetition => "by threefold repetition",
        Reason::FiftyMoves => "by fifty moves without a capture or a pawn move",
        Reason::Agreement => "by agreement",
        Reason::Resignation => "by resignation",
        Reason::Time => "on time",
        Reason::Absence => "because the other side was away for too long",
        Reason::Leaving => "because the other side left",
        Reason::Interrupted => {
            return "The game has no result: the server restarted, and a player could not reconnect."
                .to_owned();
        }
    };
    match ending.winner {
        Some(Side::First) => format!("White wins {how}."),
        Some(Side::Second) => format!("Black wins {how}."),
        None => format!("The game is drawn {how}."),
    }
}

/// Tells a wrong promotion apart from other illegal moves.
pub(crate) fn reason(room: &Room, command: &Command, refusal: Refusal) -> Refusal {
    match (refusal, command) {
        (Refusal::IllegalMove, Command::Play { mv, .. }) => {
            wrong_promotion(room, mv).unwrap_or(refusal)
        }
        _ => refusal,
    }
}

fn wrong_promotion(room: &Room, mv: &AnyMove) -> Option<Refusal> {
    let mv = mv.of_kind(Kind::Space)?;
    let legal = room.bout()?.record().game().legal();
    let cells = |mv: &Move| (mv.from, mv.to);
    legal.iter().find(|other| cells(other) == cells(&mv))?;
    Some(match mv.promotion {
        None => Refusal::PromotionMissing,
        Some(_) => Refusal::PromotionOutOfPlace,
    })
}

/// The frame for a refusal. Its code is raum's own, in this dialect's spelling.
pub fn refused(refusal: Refusal) -> String {
    error(&refusal.code().replace('-', "_"), &refusal.to_string())
}

fn game_over(sentence: &str) -> String {
    error("game_over", sentence)
}

fn error(code: &str, message: &str) -> String {
    Frame::Error { code, message }.write()
}

fn color(side: Side) -> &'static str {
    Kind::Space.side_name(side)
}
