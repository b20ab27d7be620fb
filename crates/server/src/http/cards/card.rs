//! The words of cards.

use raum_journal::RoomId;
use raum_room::{Bout, ClockRule, Phase};
use raum_rules::{Kind, Side};

use crate::rooms::CachedSnapshot;

/// What a messenger shows.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::http) struct Card {
    pub(in crate::http) title: String,
    pub(super) text: String,
    /// The path of the link.
    pub(in crate::http) path: String,
    /// The path of the picture.
    pub(in crate::http) picture: String,
    /// Whether other sites may embed what the link leads to: a room that strangers may watch.
    pub(super) is_embeddable: bool,
}

impl Card {
    pub(super) fn home() -> Self {
        Self {
            title: "raum: chess has a third dimension".to_owned(),
            text: "Play chess, space chess and tic-tac-toe in your browser: against the computer, with a friend by \
                   link, or together at one device. No account needed."
                .to_owned(),
            path: "/".to_owned(),
            picture: "/picture/home.png".to_owned(),
            is_embeddable: false,
        }
    }

    pub(super) fn kind(kind: Kind) -> Self {
        let title = kind.title();
        Self {
            title: format!("{title} on raum"),
            text: format!(
                "Play {} in your browser, in 2D or 3D: against the computer, with a friend by link, or together at one \
                 device.",
                title.to_lowercase()
            ),
            path: format!("/{kind}"),
            picture: format!("/picture/{kind}.png"),
            is_embeddable: false,
        }
    }

    pub(super) fn learn(kind: Kind) -> Self {
        let title = kind.title().to_lowercase();
        Self {
            title: format!("Learn {title} on raum"),
            text: "A few minutes on a real board in your browser: you make the moves.".to_owned(),
            path: format!("/learn/{kind}"),
            picture: format!("/picture/{kind}.png"),
            is_embeddable: false,
        }
    }

    /// The card of a room that strangers may watch.
    pub(in crate::http) fn room(id: &RoomId, snapshot: &CachedSnapshot) -> Self {
        let room = &snapshot.room;
        let title = room.kind().title().to_lowercase();
        let clock = room.rules().clock.map(clock_words).unwrap_or_default();
        let path = format!("/r/{id}");
        let Some(game) = snapshot.game().filter(|_| room.phase() != Phase::Waiting) else {
            let opener = room.seats().iter().find(|seat| seat.machine.is_none());
            return Self {
                title: match opener {
                    Some(seat) => format!("{} invites you to {title}{clock}", seat.name),
                    None => format!("A game of {title}{clock} on raum"),
                },
                text: "Open the link to play. No account needed.".to_owned(),
                picture: format!("/picture/r/{id}.png"),
                path,
                is_embeddable: true,
            };
        };
        let [first, second] = &game.seats;
        Self {
            title: format!("{} v {}: {title}{clock}", first.name, second.name),
            text: format!("{} Open the link to watch.", state(room.kind(), &game.bout)),
            // Messengers store a picture by its address.
            picture: format!(
                "/picture/r/{id}.png?{}-{}",
                game.start.number,
                game.bout.ply()
            ),
            path,
            is_embeddable: true,
        }
    }
}

/// Whose turn it is, or how the game ended.
pub(super) fn state(kind: Kind, bout: &Bout) -> String {
    let name = |side: Side| {
        let name = kind.side_name(side);
        let (first, rest) = name.split_at(1);
        format!("{}{rest}", first.to_uppercase())
    };
    let moves = match (kind, bout.ply()) {
        (Kind::TicTacToe, ply) => ply,
        (_, ply) => ply.div_ceil(2),
    };
    let after = match moves {
        0 => String::new(),
        1 => " after 1 move".to_owned(),
        _ => format!(" after {moves} moves"),
    };
    match bout.ending() {
        None => format!("{} to move{after}.", name(bout.turn())),
        Some(ending) => match ending.winner {
            Some(winner) => format!("{} won{after}.", name(winner)),
            None if bout.result().mark() == "*" => format!("No result{after}."),
            None => format!("A draw{after}."),
        },
    }
}

/// A clock as players write it, such as ", 10+5".
pub(super) fn clock_words(rule: ClockRule) -> String {
    // Seconds and minutes, with a decimal at most.
    let decimal = |tenths: u64| match tenths % 10 {
        0 => format!("{}", tenths / 10),
        tenth => format!("{}.{tenth}", tenths / 10),
    };
    let minutes = decimal(rule.initial_millis / 6000);
    let seconds = decimal(rule.increment_millis / 100);
    format!(", {minutes}+{seconds}")
}
