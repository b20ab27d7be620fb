//! The end of a game, in the dialect's five results.

use raum_room::{Ending, Reason, Room};
use raum_rules::{Kind, Side};

use super::{
    frame::{GameResult, ServerFrame},
    side_id,
};

/// The end of a game, after a note if the result alone would be misleading.
pub(super) fn end(room: &Room, ending: Ending) -> Vec<ServerFrame<'static>> {
    let end = ServerFrame::EndOfGame {
        result: result(ending),
        winner_id: ending.winner.and_then(|side| side_id(room, side)),
    };
    let note = note(ending).map(|message| ServerFrame::Note { message });
    note.into_iter().chain([end]).collect()
}

fn result(ending: Ending) -> GameResult {
    match (ending.reason, ending.winner) {
        (Reason::Leaving | Reason::Interrupted | Reason::Aborted | Reason::NoFirstMove, _) => {
            GameResult::Disconnect
        }
        (_, None) => GameResult::Stalemate,
        (Reason::Resignation, _) => GameResult::Surrender,
        (_, Some(Side::First)) => GameResult::WhiteWin,
        (_, Some(Side::Second)) => GameResult::BlackWin,
    }
}

/// Explains an ending whose result alone would be misleading.
fn note(ending: Ending) -> Option<String> {
    let why = match ending.reason {
        Reason::Checkmate | Reason::Stalemate | Reason::Resignation | Reason::Leaving => {
            return None;
        }
        Reason::Aborted => return Some("A player aborted the game. It has no result.".to_owned()),
        Reason::NoFirstMove => {
            return Some(
                "A player didn't make the first move in time. The game has no result.".to_owned(),
            );
        }
        Reason::Interrupted => {
            let note =
                "The server restarted and a player couldn't reconnect. The game has no result.";
            return Some(note.to_owned());
        }
        Reason::DeadPosition => "neither side can checkmate",
        Reason::FivefoldRepetition => "the position has occurred five times",
        Reason::SeventyFiveMoves => "seventy-five moves without a capture or a pawn move",
        Reason::ThreefoldRepetition => "the position has occurred three times",
        Reason::FiftyMoves => "fifty moves without a capture or a pawn move",
        Reason::Agreement => "the players have agreed",
        Reason::Time => "time is up",
        Reason::Absence => "a player was away too long",
        // Chess does not end this way.
        Reason::Line | Reason::FullBoard => return None,
    };
    Some(match ending.winner {
        None => format!("The game is drawn: {why}."),
        Some(winner) => {
            let loser = Kind::Chess.side_name(!winner);
            format!("The {loser} side lost: {why}.")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_has_a_result_and_a_note_if_the_result_is_misleading() {
        let (white, black, none) = (Some(Side::First), Some(Side::Second), None);
        let cases = [
            (white, Reason::Checkmate, "white_win", ""),
            (black, Reason::Checkmate, "black_win", ""),
            (none, Reason::Stalemate, "stalemate", ""),
            (white, Reason::Resignation, "surrender", ""),
            (black, Reason::Leaving, "disconnect", ""),
            (
                none,
                Reason::Interrupted,
                "disconnect",
                "The server restarted and a player couldn't reconnect. The game has no result.",
            ),
            (
                none,
                Reason::Aborted,
                "disconnect",
                "A player aborted the game. It has no result.",
            ),
            (
                none,
                Reason::NoFirstMove,
                "disconnect",
                "A player didn't make the first move in time. The game has no result.",
            ),
            (
                white,
                Reason::Time,
                "white_win",
                "The black side lost: time is up.",
            ),
            (
                none,
                Reason::Time,
                "stalemate",
                "The game is drawn: time is up.",
            ),
            (
                black,
                Reason::Absence,
                "black_win",
                "The white side lost: a player was away too long.",
            ),
            (
                none,
                Reason::Absence,
                "stalemate",
                "The game is drawn: a player was away too long.",
            ),
            (
                none,
                Reason::ThreefoldRepetition,
                "stalemate",
                "The game is drawn: the position has occurred three times.",
            ),
        ];
        for (winner, reason, word, sentence) in cases {
            let ending = Ending { winner, reason };
            let result = serde_json::to_value(result(ending)).ok();
            assert_eq!(result, Some(word.into()), "{ending:?}");
            assert_eq!(note(ending).unwrap_or_default(), sentence, "{ending:?}");
        }
    }
}
