//! Acts of an opponent as JSON: the commands that a room understands.

use std::fmt::{self, Write};

use raum_engine::Act;
use raum_rules::Kind;

/// Acts in a game of one kind after so many plies. Displays as a JSON list of the commands of a room.
pub(crate) struct Commands<'a>(pub(crate) Kind, pub(crate) usize, pub(crate) &'a [Act]);

impl fmt::Display for Commands<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(kind, ply, acts) = self;
        f.write_char('[')?;
        for (index, act) in acts.iter().enumerate() {
            if index > 0 {
                f.write_char(',')?;
            }
            let name = match act {
                Act::Play(mv) => {
                    let mv = kind.move_text(*mv);
                    write!(f, r#"{{"type":"play","move":"{mv}","ply":{ply}}}"#)?;
                    continue;
                }
                Act::Resign => "resign",
                Act::AcceptDraw => "accept-draw",
                Act::DeclineDraw => "decline-draw",
                Act::ClaimDraw => "claim-draw",
                Act::OfferDraw => "offer-draw",
            };
            write!(f, r#"{{"type":"{name}"}}"#)?;
        }
        f.write_char(']')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_are_commands_of_a_room() {
        let mv = Kind::Space.read_move("Dc5Ec5Q").unwrap();
        let acts = [
            Act::Play(mv),
            Act::Resign,
            Act::AcceptDraw,
            Act::DeclineDraw,
            Act::ClaimDraw,
            Act::OfferDraw,
        ];
        assert_eq!(
            Commands(Kind::Space, 12, &acts).to_string(),
            concat!(
                r#"[{"type":"play","move":"Dc5Ec5Q","ply":12},{"type":"resign"},{"type":"accept-draw"},"#,
                r#"{"type":"decline-draw"},{"type":"claim-draw"},{"type":"offer-draw"}]"#
            )
        );
        assert_eq!(Commands(Kind::Chess, 0, &[]).to_string(), "[]");
    }
}
