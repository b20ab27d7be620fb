//! Two clients of Chessata.

use std::net::{IpAddr, SocketAddr};

use anyhow::Context;
use raum_rules::{Game, Kind, Side};
use serde_json::{Value, json};

use super::{Acknowledged, Chance, cells};
use crate::net::Socket;

/// Enters a room by its code, says the code, and plays until the end or `moves_max` moves. Every fourth move comes with a
/// message of its own.
pub async fn play(
    server: SocketAddr,
    from: IpAddr,
    code: &str,
    chance: &mut Chance,
    moves_max: usize,
    heard: &mut Acknowledged,
    report: impl Fn(),
) -> anyhow::Result<()> {
    let mut ann = Socket::connect(server, from, &format!("/ws/api/Ann/{code}/")).await?;
    until(&mut ann, "init").await?;
    let mut ben = Socket::connect(server, from, &format!("/ws/api/Ben/{code}/")).await?;
    let ann_is_white = until(&mut ann, "start").await?["color"] == "white";
    until(&mut ben, "game_state").await?;
    until(&mut ann, "game_state").await?;
    let mut sockets = if ann_is_white { [ann, ben] } else { [ben, ann] };
    say(&mut sockets, 0, code.to_owned(), heard).await?;
    let mut game = Kind::Chess.start();
    while let Some(mv) = chance
        .legal(&game)
        .filter(|_| heard.moves.len() < moves_max)
    {
        let (start, end, promotion) = cells(Kind::Chess, mv);
        let mut frame = json!({"type": "move", "start": start, "end": end});
        if let Some(letter) = promotion {
            let role = [
                ('N', "knight"),
                ('B', "bishop"),
                ('R', "rook"),
                ('Q', "queen"),
            ];
            let role = role.iter().find(|(known, _)| *known == letter);
            frame["promotion"] = json!(role.context("an unknown promotion")?.1);
        }
        heard.send(Kind::Chess.move_text(mv));
        let mover = usize::from(game.turn() == Side::Second);
        sockets[mover].send(frame.to_string()).await?;
        for socket in &mut sockets {
            until(socket, "game_state").await?;
            if heard.sent.is_some() {
                heard.receive();
                report();
            }
        }
        game = game.play(mv)?;
        if game.outcome().is_some() {
            break;
        }
        if heard.moves.len().is_multiple_of(4) {
            let text = format!("{code} after {}", heard.moves.len());
            say(&mut sockets, mover, text, heard).await?;
            report();
        }
    }
    Ok(())
}

/// Says something, and waits until it has come back.
async fn say(
    sockets: &mut [Socket; 2],
    speaker: usize,
    text: String,
    heard: &mut Acknowledged,
) -> anyhow::Result<()> {
    let frame = json!({"type": "chat", "message": text});
    sockets[speaker].send(frame.to_string()).await?;
    until(&mut sockets[speaker], "chat").await?;
    heard.messages.push(text);
    until(&mut sockets[1 - speaker], "chat").await?;
    Ok(())
}

async fn until(socket: &mut Socket, kind: &str) -> anyhow::Result<Value> {
    loop {
        let frame: Value = serde_json::from_str(&socket.text().await?)?;
        let ended = ["error", "end_of_game"]
            .map(Value::from)
            .contains(&frame["type"]);
        anyhow::ensure!(!ended, "instead of {kind}: {frame}");
        if frame["type"] == kind {
            return Ok(frame);
        }
    }
}
