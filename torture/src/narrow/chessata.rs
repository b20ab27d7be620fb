//! A pair of Chessata clients.

use std::net::{IpAddr, SocketAddr};

use anyhow::Context;
use raum_rules::{Game, Kind, Side};
use serde_json::{Value, json};

use super::{Acknowledged, Chance, cells};
use crate::net::Socket;

/// Enters a room by its code, sends the code as a chat message, and plays to the end or `moves_max` moves. Sends
/// another message after every fourth move.
pub async fn play(
    server: SocketAddr,
    from: IpAddr,
    code: &str,
    chance: &mut Chance,
    moves_max: usize,
    acknowledged: &mut Acknowledged,
    report: impl Fn(),
) -> anyhow::Result<()> {
    let mut ann = Socket::connect(server, from, &format!("/ws/api/Ann/{code}/")).await?;
    until(&mut ann, "init").await?;
    let mut ben = Socket::connect(server, from, &format!("/ws/api/Ben/{code}/")).await?;
    let ann_is_white = until(&mut ann, "start").await?["color"] == "white";
    until(&mut ben, "game_state").await?;
    until(&mut ann, "game_state").await?;
    let mut sockets = if ann_is_white { [ann, ben] } else { [ben, ann] };
    chat(&mut sockets, 0, code.to_owned(), acknowledged).await?;
    let mut game = Kind::Chess.start();
    while let Some(mv) = chance
        .legal(&game)
        .filter(|_| acknowledged.moves.len() < moves_max)
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
        acknowledged.send(Kind::Chess.move_text(mv));
        let mover = usize::from(game.turn() == Side::Second);
        sockets[mover].send(frame.to_string()).await?;
        for socket in &mut sockets {
            until(socket, "game_state").await?;
            if acknowledged.sent.is_some() {
                acknowledged.receive();
                report();
            }
        }
        game = game.play(mv)?;
        if game.outcome().is_some() {
            break;
        }
        if acknowledged.moves.len().is_multiple_of(4) {
            let text = format!("{code} after {}", acknowledged.moves.len());
            chat(&mut sockets, mover, text, acknowledged).await?;
            report();
        }
    }
    Ok(())
}

/// Sends a chat message and waits until both clients have received it.
async fn chat(
    sockets: &mut [Socket; 2],
    sender: usize,
    text: String,
    acknowledged: &mut Acknowledged,
) -> anyhow::Result<()> {
    let frame = json!({"type": "chat", "message": text});
    sockets[sender].send(frame.to_string()).await?;
    until(&mut sockets[sender], "chat").await?;
    acknowledged.messages.push(text);
    until(&mut sockets[1 - sender], "chat").await?;
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
